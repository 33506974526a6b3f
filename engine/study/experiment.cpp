#include "engine/study/experiment.h"

#include "engine/entries/resolve.h"
#include "engine/entries/step_edits.h"
#include "engine/schemes/scheme.h"
#include "engine/study/training_number.h"

#include <algorithm>

namespace bubblescope {

std::vector<std::string> variedNumbers(const Scheme& scheme) {
    std::vector<std::string> names = numbersOf(scheme);
    names.insert(names.end(), {std::string(kFetch), std::string(kActivationCap)});
    return names;
}

std::optional<ScheduleNumber> scheduleNumberOf(const Experiment& experiment, std::string_view variable) {
    if (auto number = scheduleNumberIn(variable)) return number;
    const auto* varied = std::get_if<VariedSchedule>(&experiment.series);
    if (!varied || varied->schedule.family != Family::Scheme || findNumberKey(variable)) return std::nullopt;
    if (!kindOf(varied->schedule)) return std::nullopt;
    for (const Variable& declared : experiment.variables)
        if (declared.name == variable) return std::nullopt;
    const std::vector<std::string> names = variedNumbers(schemeOf(varied->schedule));
    if (std::find(names.begin(), names.end(), variable) == names.end()) return std::nullopt;
    return ScheduleNumber{0, std::string(variable)};
}

bool isWhole(const Experiment& experiment, const Axis& axis) {
    const auto number = scheduleNumberOf(experiment, axis.variable);
    const auto schedules = schedulesOf(experiment);
    const bool isOfScheme =
        number && number->schedule < schedules.size() && schedules[number->schedule]->family == Family::Scheme;
    if (isOfScheme) return number->name != kFetch;
    if (const auto part = keyNumberIn(axis.variable)) return part->isWhole();
    if (const Parameter* shared = trainingNumberIn(axis.variable)) return shared->type == ParameterType::Whole;
    return isWholePath(number ? std::string_view(number->name) : axis.variable);
}

std::string titleOf(const Experiment& experiment, const Axis& axis) {
    if (const auto number = scheduleNumberOf(experiment, axis.variable)) {
        const auto schedules = schedulesOf(experiment);
        if (schedules.size() < 2 || number->schedule >= schedules.size()) return number->name;
        return number->name + " of " + displayLabel(*schedules[number->schedule]);
    }
    if (const auto part = keyNumberIn(axis.variable)) return part->title();
    if (const auto time = stepTimeIn(axis.variable)) return titleOfStepTime(*time);
    if (const WorkloadKey* key = findNumberKey(axis.variable))
        return std::string(key->symbol.empty() ? key->key : key->symbol);
    for (const Variable& variable : experiment.variables)
        if (variable.name == axis.variable && !variable.title.empty()) return variable.title;
    return axis.variable;
}

std::vector<NamedAxis> axesOf(const Experiment& experiment) {
    std::vector<NamedAxis> axes;
    if (experiment.figures) axes.push_back({"figures", &*experiment.figures});
    if (experiment.panels) axes.push_back({"panels", &*experiment.panels});
    if (const auto* varied = std::get_if<VariedSchedule>(&experiment.series)) axes.push_back({"series", &varied->axis});
    axes.push_back({"x", &experiment.x});
    return axes;
}

namespace {

/// The kind of a value that has more than one number; empty for a single number.
std::string_view heldBy(const PerDevice& times) { return times.index() == 1 ? "a list" : ""; }
std::string_view heldBy(const Comm& comm) {
    return std::holds_alternative<NodeLinks>(comm) ? "links by node" : comm.index() == 1 ? "a matrix" : "";
}
std::string_view heldBy(const std::optional<PerDevice>& times) { return times ? heldBy(*times) : ""; }
template <class Number>
std::string_view heldBy(const Number&) {
    return "";
}

}  // namespace

std::vector<ReplacedList> replacedLists(const Experiment& experiment) {
    const auto axes = axesOf(experiment);
    const auto schedules = schedulesOf(experiment);
    const auto isReplaced = [&](std::string_view key) {
        return std::any_of(axes.begin(), axes.end(), [&](const auto& one) { return one.axis->variable == key; }) ||
               std::any_of(experiment.bindings.begin(), experiment.bindings.end(),
                           [&](const Binding& binding) { return binding.key == key; });
    };
    // A schedule's own value stays.
    const auto isShared = [&](const WorkloadKey& key) {
        return std::any_of(schedules.begin(), schedules.end(),
                           [&](const auto* entry) { return takes(*entry, key) && !hasKey(entry->own, key.key); });
    };
    std::vector<ReplacedList> replaced;
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        const std::string name(key.key);
        const std::string_view held = heldBy(experiment.workload.*member);
        if (!held.empty() && isReplaced(name) && isShared(key)) replaced.push_back({name, held, "workload." + name});
        for (const NamedAxis& axis : axes) {
            const auto number = scheduleNumberOf(experiment, axis.axis->variable);
            if (!number || number->name != name || number->schedule >= schedules.size()) continue;
            const ScheduleEntry& entry = *schedules[number->schedule];
            const std::string_view own = heldBy(patched(experiment.workload, entry.own).*member);
            if (entry.family == Family::Scheme || own.empty()) continue;
            const bool isOwn = hasKey(entry.own, name);
            replaced.push_back({axis.axis->variable, own,
                                (isOwn ? placeOfSchedule(experiment, number->schedule) : "workload") + "." + name});
        }
    });
    return replaced;
}

std::vector<const ScheduleEntry*> schedulesOf(const Experiment& experiment) {
    std::vector<const ScheduleEntry*> schedules;
    if (const auto* varied = std::get_if<VariedSchedule>(&experiment.series))
        schedules.push_back(&varied->schedule);
    else
        for (const ScheduleEntry& entry : std::get<0>(experiment.series)) schedules.push_back(&entry);
    return schedules;
}

Scenario seriesScenario(const Experiment& experiment) {
    Scenario scenario;
    scenario.workload = experiment.workload;
    scenario.training = experiment.training;
    for (const ScheduleEntry* entry : schedulesOf(experiment)) scenario.schedules.push_back(*entry);
    return scenario;
}

std::string placeOfSchedule(const Experiment& experiment, std::size_t index) {
    return experiment.series.index() == 1 ? "series.schedule" : "series[" + std::to_string(index) + "]";
}

bool mayHaveLimit(const Experiment& experiment) {
    constexpr std::string_view kLimit = "memory_limit";
    const auto axes = axesOf(experiment);
    const auto schedules = schedulesOf(experiment);
    return experiment.workload.memoryLimit ||
           std::any_of(axes.begin(), axes.end(),
                       [&](const NamedAxis& axis) {
                           const auto number = scheduleNumberOf(experiment, axis.axis->variable);
                           return axis.axis->variable == kLimit || (number && number->name == kLimit);
                       }) ||
           std::any_of(experiment.bindings.begin(), experiment.bindings.end(),
                       [&](const Binding& binding) { return binding.key == kLimit; }) ||
           std::any_of(schedules.begin(), schedules.end(),
                       [](const ScheduleEntry* entry) { return entry->own.memoryLimit.has_value(); });
}

bool haveSamePoints(const Experiment& a, const Experiment& b) {
    Experiment as = b;
    as.title = a.title;
    as.note = a.note;
    as.quantities = a.quantities;
    as.scale = a.scale;
    as.view = a.view;
    return as == a;
}

}  // namespace bubblescope
