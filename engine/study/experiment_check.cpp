#include "engine/study/bindings.h"

#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/entries/step_edits.h"
#include "engine/schemes/scheme.h"
#include "engine/steps/shared_keys.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

std::string valuePath(const NamedAxis& axis, std::size_t i) {
    return std::string(axis.key) + ".values[" + std::to_string(i) + "]";
}

Result<void> checkVariables(const Experiment& experiment) {
    const auto& variables = experiment.variables;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::string& name = variables[i].name;
        const std::string place = "variables." + shortened(name);
        if (auto ok = checkSymbol(name); !ok) return Error{ok.error().message, place};
        for (const WorkloadKey& key : numberKeys())
            if (name == key.key || name == key.symbol)
                return Error{
                    "this name is already used for the workload's " + std::string(key.key) + "; choose another", place};
        if (i > 0 && !(variables[i - 1].name < name)) return Error{"variables must be sorted by name", place};
        const auto axes = axesOf(experiment);
        if (std::none_of(axes.begin(), axes.end(), [&](const NamedAxis& axis) { return axis.axis->variable == name; }))
            return Error{"no axis varies this variable", place};
    }
    return {};
}

/// Checks that the series have that schedule, and that the schedule has that number.
Result<void> checkScheduleNumber(const Experiment& experiment, const ScenarioPath& number) {
    const auto schedules = schedulesOf(experiment);
    const std::string name = '"' + shortened(number.key) + '"';
    if (number.index >= schedules.size())
        return Error{"schedules[" + std::to_string(number.index) + "] does not exist; the series run " +
                         std::to_string(schedules.size()) + (schedules.size() == 1 ? " schedule" : " schedules"),
                     {}};
    const ScheduleEntry& entry = *schedules[number.index];
    std::vector<std::string> names;
    if (entry.family != Family::Scheme)
        for (const WorkloadKey& key : numberKeys()) names.emplace_back(key.key);
    else if (kindOf(entry))
        names = variedNumbers(schemeOf(entry));
    if (names.empty() || std::find(names.begin(), names.end(), number.key) != names.end()) return {};
    const std::vector<std::string_view> known(names.begin(), names.end());
    return Error{
        displayLabel(entry) + " has no number " + name + "; nearest: \"" + nearestName(number.key, known) + '"', {}};
}

/// Checks that the workload has that number, and that nothing else sets its key.
Result<void> checkPart(const Experiment& experiment, const ScenarioPath& part) {
    Workload probe = experiment.workload;
    if (auto ok = setPart(probe, part, 1); !ok) return ok;
    for (const NamedAxis& axis : axesOf(experiment))
        if (axis.axis->variable == part.key) return Error{std::string(axis.key) + " already varies " + part.key, {}};
    for (const Binding& binding : experiment.bindings)
        if (binding.key == part.key) return Error{"a formula already sets " + part.key, {}};
    return {};
}

/// Checks that a step of the series has that time.
Result<void> checkStepTime(const Experiment& experiment, std::string_view name) {
    const std::vector<StepTime> times = stepTimesOf(seriesScenario(experiment));
    std::vector<std::string_view> known;
    for (const StepTime& time : times) known.push_back(time.key);
    if (std::find(known.begin(), known.end(), name) != known.end()) return {};
    if (known.empty()) return Error{"no training step of the series has times that an axis can vary", {}};
    return Error{"no training step of the series has the time \"" + shortened(name) + "\"; nearest: \"" +
                     nearestName(name, known) + '"',
                 {}};
}

Result<void> checkAxis(const Experiment& experiment, const NamedAxis& axis) {
    const std::string place = std::string(axis.key) + ".variable";
    const std::string& name = axis.axis->variable;
    if (name == "time_basis" || name == "time_unit")
        return Error{'"' + name + "\" is not a number, so an axis cannot vary it", place};
    const bool isDeclared = std::any_of(experiment.variables.begin(), experiment.variables.end(),
                                        [&](const Variable& variable) { return variable.name == name; });
    const ScenarioPath path = pathOf(experiment, name);
    Result<void> ok;
    if (path.kind == &kSchedulePath) ok = checkScheduleNumber(experiment, path);
    if (path.kind == &kPartPath) ok = checkPart(experiment, path);
    if (path.kind == &kStepTimePath) ok = checkStepTime(experiment, path.key);
    if (!ok) return Error{ok.error().message, place};
    if (!path.kind && !isDeclared) {
        if (ScenarioPath(name + "[0]").kind == &kPartPath)
            return Error{'"' + name + "\" has two times; vary " + name + "[0] (forward) or " + name + "[1] (backward)",
                         place};
        const std::vector<std::string> parts = partsOf(experiment.workload);
        std::vector<std::string_view> known(parts.begin(), parts.end());
        for (const WorkloadKey& one : numberKeys()) known.push_back(one.key);
        for (const Variable& variable : experiment.variables) known.push_back(variable.name);
        return Error{'"' + shortened(name) + "\" is neither a workload key nor declared in variables; nearest: \"" +
                         nearestName(name, known) + '"',
                     place};
    }
    if (axis.axis->values.empty()) return Error{"needs at least one value", std::string(axis.key) + ".values"};
    const bool isCount = isWhole(experiment, *axis.axis);
    for (std::size_t i = 0; i < axis.axis->values.size(); ++i) {
        const double value = axis.axis->values[i];
        if (!std::isfinite(value)) return Error{"must be a finite number", valuePath(axis, i)};
        if (!isCount) continue;
        if (value != std::floor(value))
            return Error{name + " must be a whole number, is " + formulaValueText(value), valuePath(axis, i)};
        if (std::abs(value) > kLargestWhole)
            return Error{name + (value > 0 ? " must be at most " : " must be at least -") +
                             withThousands(static_cast<long long>(kLargestWhole)) + ", is " + formulaValueText(value),
                         valuePath(axis, i)};
    }
    return {};
}

Result<void> checkAxes(const Experiment& experiment) {
    const auto axes = axesOf(experiment);
    for (auto axis = axes.begin(); axis != axes.end(); ++axis) {
        if (auto ok = checkAxis(experiment, *axis); !ok) return ok;
        const auto other = std::find_if(axes.begin(), axis, [&](const NamedAxis& before) {
            const ScenarioPath path = pathOf(experiment, axis->axis->variable);
            return pathOf(experiment, before.axis->variable) == path;
        });
        if (other != axis)
            return Error{std::string(other->key) + " already varies \"" + axis->axis->variable + '"',
                         std::string(axis->key) + ".variable"};
    }
    return {};
}

Result<void> checkSeries(const Experiment& experiment) {
    const auto schedules = schedulesOf(experiment);
    if (auto ok = checkScheduleCount(schedules.size()); !ok) return Error{ok.error().message, "series"};
    for (std::size_t i = 0; i < schedules.size(); ++i) {
        if (auto ok = checkValues(*schedules[i]); !ok)
            return Error{ok.error().message, placeOfSchedule(experiment, i) + "." + ok.error().field};
    }
    if (const auto* varied = std::get_if<VariedSchedule>(&experiment.series))
        if (hasKey(varied->schedule.own, varied->axis.variable))
            return Error{"must be left out here, as the series vary it", "series.schedule." + varied->axis.variable};
    return {};
}

Result<void> checkView(const Experiment& experiment) {
    if (experiment.view == View::Curves || experiment.panels) return {};
    return Error{"a winner map needs a second axis; add \"panels\"", "view"};
}

Result<void> checkMeasures(const Experiment& experiment) {
    if (experiment.quantities.empty()) return Error{"needs at least one measure", "metrics"};
    for (auto at = experiment.quantities.begin(); at != experiment.quantities.end(); ++at)
        if (std::find(experiment.quantities.begin(), at, *at) != at)
            return Error{"is listed twice; remove one",
                         "metrics[" + std::to_string(at - experiment.quantities.begin()) + "]"};
    return {};
}

/// In double, because the sizes of hostile lists multiply to more than any integer.
Result<void> checkSizes(const Experiment& experiment) {
    const auto schedules = schedulesOf(experiment);
    double each = 1, listed = 0;  // points of one schedule; times in lists at one point of each
    for (const NamedAxis& axis : axesOf(experiment)) each *= static_cast<double>(axis.axis->values.size());
    for (const ScheduleEntry* entry : schedules)
        listed += static_cast<double>(listedTimes(experiment.workload) + listedTimes(patched(Workload{}, entry->own)));
    const auto refuse = [](double count, const char* what, long long limit) {
        constexpr double kCountable = 9e18;
        return Error{(count < kCountable ? withThousands(static_cast<long long>(count)) : "more than 9e18") + what +
                         "the limit is " + withThousands(limit),
                     "x.values"};
    };
    const double points = each * static_cast<double>(schedules.size());
    if (points > static_cast<double>(kMaxExperimentPoints)) return refuse(points, " points, ", kMaxExperimentPoints);
    if (each * listed > static_cast<double>(kMaxExperimentTimes))
        return refuse(each * listed, " times in lists over all points, ", kMaxExperimentTimes);
    return {};
}

}  // namespace

Result<void> checkExperiment(const Experiment& experiment) {
    Result<void> result = checkVariables(experiment);
    if (result) result = checkTraining(experiment.training);
    if (result) result = checkAxes(experiment);
    if (result) result = checkSeries(experiment);
    if (result) result = checkMeasures(experiment);
    if (result) result = checkView(experiment);
    if (result) result = checkSizes(experiment);
    if (!result) return result;
    const auto bindings = Bindings::of(experiment);
    return bindings ? Result<void>() : bindings.error();
}

}  // namespace bubblescope
