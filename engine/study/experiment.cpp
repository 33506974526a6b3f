#include "engine/study/experiment.h"

#include "engine/entries/resolve.h"
#include "engine/schemes/scheme.h"

#include <algorithm>

namespace bubblescope {

std::vector<std::string> variedNumbers(const Scheme& scheme) {
    std::vector<std::string> names = numbersOf(scheme);
    names.insert(names.end(), {std::string(kFetch), std::string(kActivationCap)});
    return names;
}

ScenarioPath pathOf(const Experiment& experiment, std::string_view variable) {
    ScenarioPath path(variable), none;
    none.text = path.text;
    if (path.kind == &kSchedulePath) return path;
    for (const Variable& declared : experiment.variables)
        if (declared.name == variable) return none;
    if (path.kind && path.kind->vary) return path;
    const auto* varied = std::get_if<VariedSchedule>(&experiment.series);
    if (!varied || varied->schedule.family != Family::Scheme || !kindOf(varied->schedule)) return none;
    const std::vector<std::string> names = variedNumbers(schemeOf(varied->schedule));
    return std::find(names.begin(), names.end(), variable) == names.end() ? none : pathOfSchedule(0, variable);
}

namespace {

/// The schedule whose number the path names; null if it names none, or one that is not there.
const ScheduleEntry* scheduleOf(const Experiment& experiment, const ScenarioPath& path) {
    const auto schedules = schedulesOf(experiment);
    return path.kind == &kSchedulePath && path.index < schedules.size() ? schedules[path.index] : nullptr;
}

}  // namespace

bool isWhole(const Experiment& experiment, const Axis& axis) {
    const ScenarioPath path = pathOf(experiment, axis.variable);
    const ScheduleEntry* const schedule = scheduleOf(experiment, path);
    return schedule && schedule->family == Family::Scheme ? path.key != kFetch : path.isWhole();
}

std::string titleOf(const Experiment& experiment, const Axis& axis) {
    const ScenarioPath path = pathOf(experiment, axis.variable);
    const ScheduleEntry* const schedule = scheduleOf(experiment, path);
    if (schedule && schedulesOf(experiment).size() > 1) return path.key + " of " + displayLabel(*schedule);
    if (path.kind) return path.name();
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
            const ScenarioPath path = pathOf(experiment, axis.axis->variable);
            const ScheduleEntry* const schedule = scheduleOf(experiment, path);
            if (!schedule || path.key != name) continue;
            const ScheduleEntry& entry = *schedule;
            const std::string_view own = heldBy(patched(experiment.workload, entry.own).*member);
            if (entry.family == Family::Scheme || own.empty()) continue;
            const bool isOwn = hasKey(entry.own, name);
            replaced.push_back({axis.axis->variable, own,
                                (isOwn ? placeOfSchedule(experiment, path.index) : "workload") + "." + name});
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
                       [&](const NamedAxis& axis) { return pathOf(experiment, axis.axis->variable).key == kLimit; }) ||
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
