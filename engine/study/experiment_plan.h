#pragma once

#include "engine/entries/resolve.h"
#include "engine/entries/step_edits.h"
#include "engine/study/experiment.h"

#include <cstdint>
#include <stop_token>

namespace bubblescope {

/// One curve of a panel.
struct PlannedSeries {
    std::string title;  // the label, or what sets it apart: "Hanayo, 1 wave", "D = 4"
    ScheduleEntry entry;
};

/// Where a point stands: indexes into the values of the axes, and into the series.
struct PointPlace {
    std::size_t figure = 0, panel = 0, series = 0, x = 0;

    friend bool operator==(const PointPlace&, const PointPlace&) = default;
};

/// An experiment expanded to its points, with every formula evaluated and every point checked: nothing can fail any
/// more but what a single schedule refuses.
///
/// Shapes      points by figure, panel, series and x, the last the fastest; bound[point * bindings + binding], NaN
///             where a schedule's own value stands; shape[point] < shapes
/// Invariants  points of one shape run the same order, or the same scheme: shapeText(). Shapes count up from 0 as they
///             occur
/// Cost        some tens of bytes a point
struct ExperimentPlan {
    Experiment experiment;
    /// An axis that varies a number of one schedule.
    struct VariedNumber {
        std::size_t axis;  // of axesOf()
        ScheduleNumber number;
    };
    std::vector<PlannedSeries> series;
    /// An axis that varies a number in a key of the workload.
    struct VariedPart {
        std::size_t axis;  // of axesOf()
        KeyNumber part;
    };
    /// An axis that varies a time of steps.
    struct VariedTime {
        std::size_t axis;  // of axesOf()
        SharedTime time;
    };
    std::vector<VariedNumber> numbers;
    std::vector<VariedTime> times;
    std::vector<VariedPart> parts;
    std::vector<double> bound;
    std::vector<std::uint32_t> shape;
    std::vector<long long> shapeOps;  // of one point of the shape
    long long ops = 0;                // of all points

    std::size_t figures() const { return experiment.figures ? experiment.figures->values.size() : 1; }
    std::size_t panels() const { return experiment.panels ? experiment.panels->values.size() : 1; }
    std::size_t size() const { return figures() * panels() * series.size() * experiment.x.values.size(); }
    PointPlace placeOf(std::size_t point) const;
    std::size_t pointAt(const PointPlace& place) const;
    /// The values of the axes there; nothing where the experiment has no such axis.
    std::optional<double> figureOf(const PointPlace& place) const;
    std::optional<double> panelOf(const PointPlace& place) const;
    double xOf(const PointPlace& place) const { return experiment.x.values[place.x]; }
};

/// The kind, and what of an entry and of its final workload shapes the order of its ops, as a text: two are the same if
/// and only if both haveSameShape(). Of a scheme all of it, for its order follows from what its ops take.
std::string shapeText(const ScheduleKind& kind, const ScheduleEntry& entry, const Workload& workload);

/// "D = 4, T_C = 0, R = 2": the values of all axes there but for one of the series.
std::string placeText(const ExperimentPlan& plan, const PointPlace& place);

/// Expands and checks an experiment.
///
/// Errors  those of checkExperiment(); at the first bad point, with its values: a formula that is no number or a
///         fraction of a device, a value out of its range, more ops than the limit at one point or in all;
///         cancelled() after a request on `stop`
/// Cost    about a microsecond a point
Result<ExperimentPlan> planExperiment(Experiment experiment, std::stop_token stop = {});

/// The configuration of a point: its schedule alone, on its final workload.
///
/// Thread  any; pure
Scenario scenarioAt(const ExperimentPlan& plan, std::size_t point);

}  // namespace bubblescope
