#pragma once

#include "widgets/charts/curves_model.h"
#include "widgets/picture/exportable.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// The memory of devices over time: the activations of schedules, and of steps of models their bytes, stacked by part.
/// The options say which devices: the fullest of each schedule, all in panels, or all in one.
///
/// Shapes  `tracks` with activations over time, or with memory; others are left out. Schedules share the panel of their
///         fullest devices
CurvesModel memoryModel(const std::vector<TrackData>& tracks, const PictureOptions& options);

/// The same for export, with its values.
Exportable exportedMemory(const Scenario& scenario, const std::vector<Outcome>& outcomes);

}  // namespace bubblescope
