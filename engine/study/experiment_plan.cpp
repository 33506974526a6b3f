#include "engine/study/experiment_plan.h"

#include "engine/core/text.h"
#include "engine/results/run_each.h"
#include "engine/study/bindings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_map>

namespace bubblescope {

namespace {

/// A title that stays the same along the curve, whatever varies.
std::string titleOf(const ScheduleEntry& entry) {
    const ScheduleKind& kind = *kindOf(entry);
    const std::string label = displayLabel(entry);
    const bool isVariant = kind.variant && (!kind.hasChunks || entry.own.chunks);
    if (entry.label || !isVariant) return label;
    return label + ", " + kind.variant(kind.hasChunks ? *entry.own.chunks : kind.chunksOf(entry.values));
}

std::vector<PlannedSeries> seriesOf(const Experiment& experiment) {
    std::vector<PlannedSeries> series;
    if (const auto* varied = std::get_if<VariedSchedule>(&experiment.series)) {
        const std::string label = varied->schedule.label ? displayLabel(varied->schedule) + ", " : std::string();
        const std::string name = label + shortened(titleOf(experiment, varied->axis), 200);
        for (const double value : varied->axis.values)
            series.push_back({name + " = " + formulaValueText(value), varied->schedule});
    } else {
        std::vector<const ScheduleEntry*> entries;
        std::vector<std::string> titles;
        for (const ScheduleEntry& entry : std::get<0>(experiment.series)) {
            entries.push_back(&entry);
            titles.push_back(titleOf(entry));
        }
        tellApart(entries, titles);
        for (std::size_t i = 0; i < entries.size(); ++i) series.push_back({titles[i], *entries[i]});
    }
    return series;
}

/// The index of each axis's value at a place, in the order of axesOf().
std::vector<std::size_t> stepsOf(const ExperimentPlan& plan, const PointPlace& place) {
    std::vector<std::size_t> steps;
    if (plan.experiment.figures) steps.push_back(place.figure);
    if (plan.experiment.panels) steps.push_back(place.panel);
    if (plan.experiment.series.index() == 1) steps.push_back(place.series);
    steps.push_back(place.x);
    return steps;
}

/// Whether an axis varies the schedule of a series.
bool isOfSeries(const ExperimentPlan& plan, const ScenarioPath& path, std::size_t series) {
    return path.kind != &kSchedulePath || plan.experiment.series.index() == 1 || path.index == series;
}

/// The scenario of a point, without the values that formulas set. Its schedule has its own values and the workload has
/// them, too.
Scenario unboundAt(const ExperimentPlan& plan, const PointPlace& place) {
    const Experiment& experiment = plan.experiment;
    const PlannedSeries& series = plan.series[place.series];
    Scenario out{experiment.title, experiment.workload, {series.entry}, experiment.training};
    const auto axes = axesOf(experiment);
    const auto steps = stepsOf(plan, place);
    for (const auto& [axis, path] : plan.varied)
        if (isOfSeries(plan, path, place.series)) path.kind->vary(out, path, axes[axis].axis->values[steps[axis]]);
    const ScheduleEntry& entry = out.schedules.front();
    out.workload = patched(std::move(out.workload), entry.own);
    if (!kindOf(entry)->hasChunks) out.workload.chunks = kindOf(entry)->chunksOf(entry.values);
    return out;
}

/// The scenario with all of the schedule's own values in the workload alone. Chunks that the kind does not have are
/// refused later.
Scenario withoutOwn(Scenario scenario) {
    ScheduleEntry& entry = scenario.schedules.front();
    const auto ownChunks = entry.own.chunks;
    entry.own = {};
    if (!kindOf(entry)->hasChunks) entry.own.chunks = ownChunks;
    return scenario;
}

/// The values of the declared variables at a place.
std::vector<double> variablesAt(const ExperimentPlan& plan, const PointPlace& place) {
    const auto axes = axesOf(plan.experiment);
    const auto steps = stepsOf(plan, place);
    std::vector<double> values;
    for (const Variable& variable : plan.experiment.variables)
        for (std::size_t i = 0; i < axes.size(); ++i)
            if (axes[i].axis->variable == variable.name) values.push_back(axes[i].axis->values[steps[i]]);
    return values;
}

/// The place in the file that sets a key's value at a point.
std::string sourceOf(const ExperimentPlan& plan, const PointPlace& place, std::string_view key) {
    const Experiment& experiment = plan.experiment;
    const auto within = [&](const std::string& parent) { return parent + "." + std::string(key); };
    if (hasKey(plan.series[place.series].entry.own, key)) return within(placeOfSchedule(experiment, place.series));
    const auto axes = axesOf(experiment);
    const auto steps = stepsOf(plan, place);
    const std::string_view name = key.substr(key.rfind('.') + 1);  // also for "parameters.group_size"
    const auto isVaried = [&](std::size_t axis) {
        return std::any_of(plan.varied.begin(), plan.varied.end(), [&](const ExperimentPlan::VariedPath& one) {
            return one.axis == axis && one.path.kind == &kSchedulePath && isOfSeries(plan, one.path, place.series) &&
                   one.path.key == name;
        });
    };
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i].axis->variable == key || isVaried(i))
            return std::string(axes[i].key) + ".values[" + std::to_string(steps[i]) + "]";
    for (const Binding& binding : experiment.bindings)
        if (binding.key == key) return within("bindings");
    if (plan.series[place.series].entry.family == Family::Scheme)
        return within(placeOfSchedule(experiment, place.series));
    return within("workload");
}

/// The place in the file of the value of the axis that varies this number, which is in a key or in what steps share.
std::optional<std::string> axisNamed(const ExperimentPlan& plan, const PointPlace& place, std::string_view text) {
    for (const auto& [axis, path] : plan.varied)
        if (path == text && path.kind != &kWorkloadPath && path.kind != &kSchedulePath)
            return std::string(axesOf(plan.experiment)[axis].key) + ".values[" +
                   std::to_string(stepsOf(plan, place)[axis]) + "]";
    return std::nullopt;
}

/// Translates an error about the scenario of one point into one about the experiment.
Error inExperiment(const ExperimentPlan& plan, const PointPlace& place, Error error) {
    const std::size_t dot = error.field.find('.');
    if (const auto axis = axisNamed(plan, place, error.field)) {
        error.field = *axis;
    } else if (dot == std::string::npos) {
        error.field = placeOfSchedule(plan.experiment, place.series);
    } else if (const auto inside = axisNamed(plan, place, std::string_view(error.field).substr(dot + 1))) {
        error.field = *inside;
    } else if (!error.field.starts_with("bindings.")) {
        const std::size_t end = std::min(error.field.find('[', dot), error.field.size());
        error.field = sourceOf(plan, place, std::string_view(error.field).substr(dot + 1, end - dot - 1)) +
                      error.field.substr(end);
    }
    error.message += " (" + plan.series[place.series].title + " at " + placeText(plan, place) + ")";
    return error;
}

void append(std::string& text, double number) {
    std::array<char, 32> digits;
    text += ' ';
    text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

/// Words are preceded by their length, so that different words never give the same text.
void append(std::string& text, const std::string& words) { text += ' ' + std::to_string(words.size()) + ' ' + words; }

void append(std::string& text, const ParameterValue& value);

void append(std::string& text, const NamedValue& named) {
    append(text, named.name);
    append(text, named.value);
}

template <class T>
void append(std::string& text, const std::vector<T>& list) {
    append(text, static_cast<double>(list.size()));
    for (const T& each : list) append(text, each);
}

void append(std::string& text, const ParameterValue& value) {
    text += static_cast<char>('a' + value.held.index());
    std::visit([&](const auto& held) { append(text, held); }, value.held);
}

}  // namespace

std::string shapeText(const ScheduleKind& kind, const ScheduleEntry& entry, const Workload& workload) {
    std::string text = std::string(infoOf(kind.family).key) + ' ' + std::string(kind.id);
    const bool isScheme = kind.family == Family::Scheme;
    if (!isScheme)
        for (const WorkloadKey& key : numberKeys())
            if (key.shapesOrder) append(text, key.get(workload).value_or(0));
    for (const Parameter& parameter : kind.parameters) {
        if (!isScheme && !parameter.shapesOrder) continue;
        text += '\n';
        if (const auto value = valueNamed(entry.values, parameter.key)) append(text, *value);
    }
    return text;
}

std::string placeText(const ExperimentPlan& plan, const PointPlace& place) {
    std::string text;
    const auto axes = axesOf(plan.experiment);
    const auto steps = stepsOf(plan, place);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (axes[i].key == "series") continue;
        text += text.empty() ? "" : ", ";
        text += pathOf(plan.experiment, axes[i].axis->variable).kind ? titleOf(plan.experiment, *axes[i].axis)
                                                                     : axes[i].axis->variable;
        text += " = " + formulaValueText(axes[i].axis->values[steps[i]]);
    }
    return text;
}

PointPlace ExperimentPlan::placeOf(std::size_t point) const {
    PointPlace place;
    place.x = point % experiment.x.values.size();
    point /= experiment.x.values.size();
    place.series = point % series.size();
    point /= series.size();
    place.panel = point % panels();
    place.figure = point / panels();
    return place;
}

std::size_t ExperimentPlan::pointAt(const PointPlace& place) const {
    return ((place.figure * panels() + place.panel) * series.size() + place.series) * experiment.x.values.size() +
           place.x;
}

std::optional<double> ExperimentPlan::figureOf(const PointPlace& place) const {
    return experiment.figures ? std::optional(experiment.figures->values[place.figure]) : std::nullopt;
}

std::optional<double> ExperimentPlan::panelOf(const PointPlace& place) const {
    return experiment.panels ? std::optional(experiment.panels->values[place.panel]) : std::nullopt;
}

Result<ExperimentPlan> planExperiment(Experiment experiment, std::stop_token stop) {
    if (auto ok = checkExperiment(experiment); !ok) return ok.error();
    const auto bindings = Bindings::of(experiment);
    ExperimentPlan plan;
    plan.series = seriesOf(experiment);
    plan.experiment = std::move(experiment);
    const std::size_t boundKeys = plan.experiment.bindings.size();
    plan.bound.resize(plan.size() * boundKeys);
    plan.shape.resize(plan.size());
    const auto axes = axesOf(plan.experiment);
    const Scenario series = seriesScenario(plan.experiment);
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
        if (ScenarioPath path = pathOf(plan.experiment, axes[axis].axis->variable); path.kind)
            plan.varied.push_back({axis, bound(std::move(path), series)});
    for (auto& one : plan.varied)
        std::erase_if(one.path.halves, [&](const std::string& half) {
            return std::any_of(plan.varied.begin(), plan.varied.end(),
                               [&](const auto& other) { return other.path == pathOfStepTime(half); });
        });
    std::stable_partition(plan.varied.begin(), plan.varied.end(), [](const ExperimentPlan::VariedPath& one) {
        return one.path.kind == &kSchedulePath && one.path.key == "workers";
    });
    std::unordered_map<std::string, std::uint32_t> shapes;
    for (std::size_t point = 0; point < plan.size(); ++point) {
        if (stop.stop_requested()) return cancelled();
        const PointPlace place = plan.placeOf(point);
        Scenario unbound = unboundAt(plan, place);
        const ScheduleKind* kind = kindOf(unbound.schedules.front());
        auto ok =
            bindings->apply(unbound.workload, unbound.schedules.front().own, kind->hasChunks, variablesAt(plan, place),
                            std::span(plan.bound).subspan(point * boundKeys, boundKeys));
        if (!ok) return inExperiment(plan, place, ok.error());
        const Scenario scenario = withoutOwn(std::move(unbound));
        if (ok = checkScenario(scenario); !ok) return inExperiment(plan, place, ok.error());

        const auto [shape, isNew] = shapes.try_emplace(shapeText(*kind, scenario.schedules.front(), scenario.workload),
                                                       static_cast<std::uint32_t>(shapes.size()));
        if (isNew) plan.shapeOps.push_back(opsOf(resolve(scenario, 0)));
        plan.shape[point] = shape->second;
        plan.ops += plan.shapeOps[shape->second];
        if (plan.ops > kMaxExperimentOps)
            return Error{"the points have more than " + withThousands(kMaxExperimentOps) +
                             " ops in total; use fewer or smaller points",
                         "x.values"};
    }
    return plan;
}

Scenario scenarioAt(const ExperimentPlan& plan, std::size_t point) {
    Scenario scenario = unboundAt(plan, plan.placeOf(point));
    const auto& bindings = plan.experiment.bindings;
    for (std::size_t i = 0; i < bindings.size(); ++i)
        if (const double value = plan.bound[point * bindings.size() + i]; !std::isnan(value))
            findNumberKey(bindings[i].key)->set(scenario.workload, value);
    return withoutOwn(std::move(scenario));
}

}  // namespace bubblescope
