#pragma once

#include "engine/entries/resolve.h"
#include "engine/study/experiment.h"

#include <cstdint>
#include <stop_token>

namespace bubblescope {

/// One curve of a panel.
struct PlannedSeries {
    std::string title;  // the label, or what distinguishes it: "Hanayo, 1 wave", "D = 4"
    ScheduleEntry entry;
};

/// The place of a point: indexes into the values of the axes, and into the series.
struct PointPlace {
    std::size_t figure = 0, panel = 0, series = 0, x = 0;

    friend bool operator==(const PointPlace&, const PointPlace&) = default;
};

/// An experiment expanded to its points, with every formula evaluated and every point checked. Only single schedules
/// can still refuse to run.
///
/// Shapes      points by figure, panel, series and x, the last the fastest; bound[point * bindings + binding], NaN
///             where the schedule's own value applies; shape[point] < shapes
/// Invariants  points of one shape run the same order, or the same scheme: shapeText(). Shapes are numbered from 0 in
///             order of first use
/// Cost        tens of bytes per point
struct ExperimentPlan {
    Experiment experiment;
    std::vector<PlannedSeries> series;
    /// An axis that varies a number of the scenario.
    struct VariedPath {
        std::size_t axis;  // in axesOf()
        ScenarioPath path;
    };
    /// Sizes come first: a new number of workers also changes group_size if no axis sets that.
    std::vector<VariedPath> varied;
    std::vector<double> bound;
    std::vector<std::uint32_t> shape;
    std::vector<long long> shapeOps;  // ops per point of the shape
    long long ops = 0;                // over all points

    std::size_t figures() const { return experiment.figures ? experiment.figures->values.size() : 1; }
    std::size_t panels() const { return experiment.panels ? experiment.panels->values.size() : 1; }
    std::size_t size() const { return figures() * panels() * series.size() * experiment.x.values.size(); }
    PointPlace placeOf(std::size_t point) const;
    std::size_t pointAt(const PointPlace& place) const;
    /// The values of the axes at a place; nothing if the experiment has no such axis.
    std::optional<double> figureOf(const PointPlace& place) const;
    std::optional<double> panelOf(const PointPlace& place) const;
    double xOf(const PointPlace& place) const { return experiment.x.values[place.x]; }
};

/// The kind and everything of an entry and its final workload that shapes the order of its ops, as a text. Two texts
/// are equal exactly if haveSameShape(). For a scheme that is everything, because its order follows from its op times.
std::string shapeText(const ScheduleKind& kind, const ScheduleEntry& entry, const Workload& workload);

/// "D = 4, T_C = 0, R = 2": the values of all axes at a place, except that of the series.
std::string placeText(const ExperimentPlan& plan, const PointPlace& place);

/// Expands and checks an experiment.
///
/// Errors  those of checkExperiment(); at the first bad point, with its values: a formula that is not finite or gives a
///         fraction of a device, a value outside its limits, too many ops at one point or in total; cancelled() after
///         a request on `stop`
/// Cost    about a microsecond per point
Result<ExperimentPlan> planExperiment(Experiment experiment, std::stop_token stop = {});

/// The configuration of a point: only its schedule, on its final workload.
///
/// Thread  any; pure
Scenario scenarioAt(const ExperimentPlan& plan, std::size_t point);

}  // namespace bubblescope
