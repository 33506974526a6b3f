#pragma once

#include "engine/study/study.h"
#include "widgets/charts/curves_model.h"
#include "widgets/kit/table.h"

namespace bubblescope {

/// The number that a walk varies; empty if there is none.
std::string numberOf(const Study& walk);

/// The axis of a walk: linear, or logarithmic if most values are left out.
CurveAxis walkAxis(const Study& walk);

/// The values that get a label on an axis of `width` pixels where a label needs `room` pixels: both ends, and between
/// them the values that ran, if some did not, otherwise round numbers.
std::vector<int> walkTicks(const Study& walk, double width, double room);

/// "workers = 4, group_size 2": a value, and the parameters that change with it.
QString valueText(const Study& walk, int value);

/// The form of parallelism at a value: data parallel if every group has one worker, pipeline parallel if one group has
/// all workers; otherwise empty.
QString meaningOf(const Study& walk, int value);

/// The cost of a scheme along a walk: panels of latency, throughput, storage and traffic. The marker is at `present`,
/// and only stops at values that ran. Refers to `walk` as long as it is used.
CurvesModel walkModel(const Study& walk, std::optional<double> present, const QString& timeUnit, ThemeId theme);

/// What the scheme costs at a value with this index, or why it does not run there.
std::vector<CurveReading> walkReadings(const Study& walk, std::size_t value, ThemeId theme);

/// The value nearest to a place on the axis that ran; nothing if none ran.
std::optional<double> nearestThatRan(const Study& walk, double share);

/// One row per value; rows with empty cells have the reason in the last column.
Table walkTable(const Study& walk);

}  // namespace bubblescope
