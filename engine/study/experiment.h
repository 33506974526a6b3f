#pragma once

#include "engine/results/quantities.h"
#include "engine/scenario/scenario.h"
#include "engine/study/key_number.h"
#include "engine/study/study_axes.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bubblescope {

/// Values that one number takes, one after another.
struct Axis {
    /// A workload key or a number in it, keyNumberIn(); a declared variable; a number of one schedule,
    /// scheduleNumberOf(); a time that steps share, stepTimeIn(); or a number of their model, cluster or mesh,
    /// trainingNumberIn().
    std::string variable;
    std::vector<double> values;

    friend bool operator==(const Axis&, const Axis&) = default;
};

/// A number that is no workload key, for formulas.
struct Variable {
    std::string name;
    std::string title;

    friend bool operator==(const Variable&, const Variable&) = default;
};

/// A workload key whose value is a formula's.
struct Binding {
    std::string key;
    std::string formula;

    friend bool operator==(const Binding&, const Binding&) = default;
};

/// One schedule, once for each value of an axis.
struct VariedSchedule {
    Axis axis;
    ScheduleEntry schedule;

    friend bool operator==(const VariedSchedule&, const VariedSchedule&) = default;
};

using Series = std::variant<std::vector<ScheduleEntry>, VariedSchedule>;

/// How total time and activations are drawn; a bubble is always linear.
enum class Scale { Linear, Log };

/// How an experiment is shown: as curves, or as a map of x by panels in which each place has the colour of the series
/// with the least of a measure.
enum class View { Curves, WinnerMap };

/// A question about many configurations: what a person poses, files hold and charts answer. A curve for each of the
/// series over x, a panel for each value of `panels` and each measure, a figure for each value of `figures`.
///
/// Shapes      variables and bindings by name, ascending
/// Invariants  those that checkExperiment() checks. At a point a workload key has its schedule's own value; else the
///             value of the axis that varies it; else that of its formula; else the workload's
struct Experiment {
    std::string title;
    std::string note;
    Workload workload;
    std::vector<Variable> variables;
    Axis x;
    std::optional<Axis> panels, figures;
    std::vector<Binding> bindings;
    Series series;
    std::vector<Quantity> quantities = {Quantity::BubbleRatio};  // of those that are offered in experiments
    Scale scale = Scale::Linear;
    View view = View::Curves;
    Training training = {};  // that steps share

    friend bool operator==(const Experiment&, const Experiment&) = default;
};

/// An axis with the key it stands under: "x", "panels", "figures" or "series".
struct NamedAxis {
    std::string_view key;
    const Axis* axis;
};
/// Those that an experiment has, the slowest first: figures, panels, series, x.
std::vector<NamedAxis> axesOf(const Experiment& experiment);

/// A list, a matrix or links by node, of the workload or of a schedule, in whose place an axis or a formula gives one
/// number to a schedule at least.
struct ReplacedList {
    std::string key;        // what the axis varies, or the formula gives: "comm", "schedules[1].comm"
    std::string_view held;  // "a list", "a matrix", "links by node"
    std::string field;      // in the file: "workload.comm"
};
std::vector<ReplacedList> replacedLists(const Experiment& experiment);

/// What `schedules[1].group_size` names, of schedulesOf(); where the series vary one scheme, `group_size` alone too.
/// Nothing for workload keys, declared variables and what is neither.
std::optional<ScheduleNumber> scheduleNumberOf(const Experiment& experiment, std::string_view variable);

/// The numbers of a placement scheme that axes may vary.
std::vector<std::string> variedNumbers(const Scheme& scheme);

/// Its series as a scenario, to be asked for the times that steps of them share.
Scenario seriesScenario(const Experiment& experiment);

/// Whether an axis has whole numbers alone.
bool isWhole(const Experiment& experiment, const Axis& axis);

/// The schedules that its series run, and where the file has them: "series[2]".
std::vector<const ScheduleEntry*> schedulesOf(const Experiment& experiment);
std::string placeOfSchedule(const Experiment& experiment, std::size_t index);

/// How a person calls what an axis varies: "T_C", "weight_fraction", a variable's title.
std::string titleOf(const Experiment& experiment, const Axis& axis);

inline constexpr long long kMaxExperimentPoints = 1'000'000;
inline constexpr long long kMaxExperimentOps = 100'000'000'000;
/// Times in lists and matrices, counted once for each point.
inline constexpr long long kMaxExperimentTimes = 1'000'000'000;

/// Whether any of its points may have a memory limit.
bool mayHaveLimit(const Experiment& experiment);

/// Whether both have the same points: what differs is called or shown otherwise, no more.
bool haveSamePoints(const Experiment& a, const Experiment& b);

/// Refuses what can be told without a single point: names that nothing gives a value, two values for one name, axes
/// without values, formulas that are none or go in a circle, unknown schedules, too many points.
///
/// Errors  the first offending place in the file, e.g. `bindings.forward`
Result<void> checkExperiment(const Experiment& experiment);

}  // namespace bubblescope
