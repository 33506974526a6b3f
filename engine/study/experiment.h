#pragma once

#include "engine/results/quantities.h"
#include "engine/scenario/scenario.h"
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
    /// The path of a number that experiments vary; of a number of a single varied scheme its name alone; or a declared
    /// variable.
    std::string variable;
    std::vector<double> values;

    friend bool operator==(const Axis&, const Axis&) = default;
};

/// A number for formulas that is not a workload key.
struct Variable {
    std::string name;
    std::string title;

    friend bool operator==(const Variable&, const Variable&) = default;
};

/// A workload key whose value a formula sets.
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

/// The scale of the axes of total time and activations; bubble is always linear.
enum class Scale { Linear, Log };
inline constexpr std::string_view kScales[] = {"linear", "log"},
                                  kScaleWords[] = {"Linear", "Log"};  // in files; in forms
constexpr std::span<const std::string_view> wordsOf(Scale) { return kScales; }

/// How an experiment is shown: as curves; or as a map of x by panels, in which each cell has the color of the series
/// with the smallest value of a measure.
enum class View { Curves, WinnerMap };
inline constexpr std::string_view kViews[] = {"curves", "winner-map"}, kViewWords[] = {"Curves", "Winner map"};
constexpr std::span<const std::string_view> wordsOf(View) { return kViews; }

inline constexpr Parameter kScaleParameter = {
    .key = "scale",
    .type = ParameterType::Choice,
    .word = "Scale",
    .meaning = "the scale of total time and activations; the bubble's scale is always linear",
    .definition = "Scale of total time and activations. The scale of a bubble is always linear.",
    .choices = kScales,
    .choiceWords = kScaleWords};
inline constexpr Parameter kViewParameter = {
    .key = "view",
    .type = ParameterType::Choice,
    .word = "View",
    .meaning = "curves over x, or a map of x by panels that shows which series has the lowest value of each metric",
    .definition =
        "Curves over x, or a map of x and panels in which each cell has the colour of its best series. The "
        "map needs panels.",
    .choices = kViews,
    .choiceWords = kViewWords};

/// A question about many configurations, which a user asks, files store and charts answer. It has one curve per series
/// over x, one panel per value of `panels` and measure, and one figure per value of `figures`.
///
/// Shapes      variables and bindings sorted by name
/// Invariants  those that checkExperiment() checks. At a point, the value of a workload key is the first of: the
///             schedule's own value, the value of the axis that varies it, its formula, the workload's value
struct Experiment {
    std::string title;
    std::string note;
    Workload workload;
    std::vector<Variable> variables;
    Axis x;
    std::optional<Axis> panels, figures;
    std::vector<Binding> bindings;
    Series series;
    std::vector<Quantity> quantities = {Quantity::BubbleRatio};  // of the quantities offered in experiments
    Scale scale = Scale::Linear;
    View view = View::Curves;
    Training training = {};  // shared by steps

    friend bool operator==(const Experiment&, const Experiment&) = default;
};

/// An axis with its key: "x", "panels", "figures" or "series".
struct NamedAxis {
    std::string_view key;
    const Axis* axis;
};
/// The axes that an experiment has, the slowest first: figures, panels, series, x.
std::vector<NamedAxis> axesOf(const Experiment& experiment);

/// A list, a matrix or links by node, of the workload or of a schedule, that an axis or a formula replaces by a single
/// number for at least one schedule.
struct ReplacedList {
    std::string key;        // what the axis varies or the formula sets: "comm", "schedules[1].comm"
    std::string_view held;  // "a list", "a matrix", "links by node"
    std::string field;      // in the file: "workload.comm"
};
std::vector<ReplacedList> replacedLists(const Experiment& experiment);

/// The path of what an axis varies; its kind is null for declared variables and unknown names. `schedules[1]` is the
/// second of schedulesOf(). If the series vary a single scheme, `group_size` alone is a number of that one.
ScenarioPath pathOf(const Experiment& experiment, std::string_view variable);

/// The numbers of a placement scheme that axes may vary.
std::vector<std::string> variedNumbers(const Scheme& scheme);

/// The series as a scenario, from which to ask for the times that their steps share.
Scenario seriesScenario(const Experiment& experiment);

/// Whether an axis allows only whole numbers.
bool isWhole(const Experiment& experiment, const Axis& axis);

/// The schedules that the series run; placeOfSchedule() gives their place in the file: "series[2]".
std::vector<const ScheduleEntry*> schedulesOf(const Experiment& experiment);
std::string placeOfSchedule(const Experiment& experiment, std::size_t index);

/// The name of what an axis varies, for the user: "T_C", "weight_fraction", a variable's title.
std::string titleOf(const Experiment& experiment, const Axis& axis);

inline constexpr long long kMaxExperimentPoints = 1'000'000;
inline constexpr long long kMaxExperimentOps = 100'000'000'000;
/// Limit on times in lists and matrices, counted once per point.
inline constexpr long long kMaxExperimentTimes = 1'000'000'000;

/// Whether any point may have a memory limit.
bool mayHaveLimit(const Experiment& experiment);

/// Whether both have the same points, so that they differ only in names or display.
bool haveSamePoints(const Experiment& a, const Experiment& b);

/// Refuses everything that can be found without expanding points: names without a value, two values for one name, axes
/// without values, formulas that cannot be parsed or form a cycle, unknown schedules, too many points.
///
/// Errors  the first bad place in the file, e.g. `bindings.forward`
Result<void> checkExperiment(const Experiment& experiment);

}  // namespace bubblescope
