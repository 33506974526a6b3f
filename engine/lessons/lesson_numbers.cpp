#include "engine/lessons/lesson_numbers.h"

#include "engine/entries/registry.h"
#include "engine/results/quantities.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace bubblescope {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// With more workers than this, no numbers of single workers are offered.
constexpr int kMostNamedWorkers = 64;

/// Receives a name and a function that returns its number.
using Visit = std::function<void(std::string name, const std::function<double()>& number)>;

/// Null if only names are wanted, because then there is no run.
const Run* runAt(const LessonRuns* runs, std::size_t index) {
    return runs && index < runs->schedules.size() && runs->schedules[index] ? runs->schedules[index]->get() : nullptr;
}

/// A number, a flag, or a list of equal numbers; for an object, its parts below its key.
void forEachPart(const std::string& name, const std::string& number, const ParameterValue& value, const Visit& visit) {
    const auto give = [&](double found) { visit(name + number, [found] { return found; }); };
    if (const bool* flag = std::get_if<bool>(&value.held)) return give(*flag ? 1 : 0);
    if (const int* whole = std::get_if<int>(&value.held)) return give(*whole);
    if (const double* real = std::get_if<double>(&value.held)) return give(*real);
    if (const auto* object = std::get_if<ParameterValue::Object>(&value.held))
        for (const NamedValue& part : *object) forEachPart(name + "_" + part.name, number, part.value, visit);
    if (const auto* list = std::get_if<ParameterValue::List>(&value.held); list && !list->empty()) {
        const bool isOne = std::all_of(list->begin(), list->end(), [&](const auto& v) { return v == list->front(); });
        if (isOne) forEachPart(name, number, list->front(), visit);
    }
}

void forEachOfSchedule(const Scenario& scenario, std::size_t index, const Run* run, const Visit& visit) {
    const ScheduleEntry& entry = scenario.schedules[index];
    const ResolvedSchedule schedule = resolve(scenario, index);
    const std::string number = "_" + std::to_string(index + 1);
    for (const WorkloadKey& key : numberKeys())
        if (takes(entry, key) ||
            (entry.family == Family::Scheme && (key.key == "devices" || key.key == "microbatches")))
            visit(std::string(key.key) + number, [&] { return key.get(schedule.workload).value_or(kNone); });
    if (const ScheduleKind* kind = kindOf(entry))
        for (const Parameter& parameter : kind->parameters)
            if (const auto value = valueNamed(entry.values, parameter.key))
                forEachPart(std::string(parameter.key), number, *value, visit);
    for (const QuantityInfo& info : quantities()) {
        if (info.ofRun && mayHave(entry, info))
            visit(std::string(info.id) + number, [&] { return run ? valueOf(info.quantity, *run) : kNone; });
        if (!info.ofWorker || entry.family == Family::Step || schedule.workload.devices > kMostNamedWorkers) continue;
        for (int d = 0; d < schedule.workload.devices; ++d)
            visit(std::string(info.id) + number + "_" + std::to_string(d),
                  [&] { return run ? numberOf(info.ofWorker(*run, static_cast<std::size_t>(d)), info.unit) : kNone; });
    }
}

void forEachShared(const Scenario& scenario, const Visit& visit) {
    for (const WorkloadKey& key : numberKeys())
        if (!key.symbol.empty())
            visit(std::string(key.symbol), [&] { return key.get(scenario.workload).value_or(kNone); });
}

void forEachOf(const Scenario& scenario, const LessonRuns* runs, const Visit& visit) {
    forEachShared(scenario, visit);
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) forEachOfSchedule(scenario, i, runAt(runs, i), visit);
}

/// A result of an algorithm of a collective.
struct AlgorithmNumber {
    std::string_view name;
    double (*of)(const CollectiveRun& run);
};
constexpr AlgorithmNumber kAlgorithmNumbers[] = {
    {"time", [](const CollectiveRun& run) { return toUnits(run.time); }},
    {"steps", [](const CollectiveRun& run) { return static_cast<double>(run.form.steps()); }},
    {"bus_bandwidth", [](const CollectiveRun& run) { return run.busBandwidth.value_or(kNone); }},
    // The most that a rank sends or receives, in buffers.
    {"sent",
     [](const CollectiveRun& run) {
         return run.plan ? static_cast<double>(run.traffic.most()) / run.plan->slotCount : kNone;
     }},
};

void forEachShared(const CollectiveSetup& setup, const Visit& visit) {
    visit("ranks", [&] { return setup.ranks; });
    visit("bytes", [&] { return setup.bytes; });
    visit("node_size", [&] { return setup.cluster.nodeSize; });
    visit("nodes", [&] { return (setup.ranks + setup.cluster.nodeSize - 1) / setup.cluster.nodeSize; });
}

void forEachOf(const CollectiveSetup& setup, const LessonRuns* runs, const Visit& visit) {
    forEachShared(setup, visit);
    for (std::size_t i = 0; i < setup.algorithms.size(); ++i)
        for (const AlgorithmNumber& number : kAlgorithmNumbers)
            visit(std::string(number.name) + "_" + std::to_string(i + 1), [&] {
                const bool ran = runs && i < runs->algorithms.size() && runs->algorithms[i];
                return ran ? number.of(*runs->algorithms[i]) : kNone;
            });
}

void forEach(const LessonScene& scene, const LessonRuns* runs, const Visit& visit) {
    std::visit([&](const auto& held) { forEachOf(held, runs, visit); }, scene);
}

}  // namespace

LessonRuns runsOf(const LessonScene& scene, const std::stop_token& stop) {
    LessonRuns runs;
    if (const auto* scenario = std::get_if<Scenario>(&scene))
        for (std::size_t i = 0; i < scenario->schedules.size(); ++i) runs.schedules.push_back(run(*scenario, i, stop));
    if (const auto* setup = std::get_if<CollectiveSetup>(&scene))
        for (const std::string& id : setup->algorithms) runs.algorithms.push_back(runCollective(*setup, id));
    return runs;
}

std::vector<NamedNumber> numbersOf(const LessonScene& scene, const LessonRuns& runs) {
    std::vector<NamedNumber> all;
    forEach(scene, &runs, [&](std::string name, const auto& number) { all.push_back({std::move(name), number()}); });
    return all;
}

std::vector<NamedNumber> sharedNumbers(const LessonScene& scene) {
    std::vector<NamedNumber> all;
    const Visit add = [&](std::string name, const auto& number) { all.push_back({std::move(name), number()}); };
    std::visit([&](const auto& held) { forEachShared(held, add); }, scene);
    return all;
}

std::vector<std::string> namesOf(const LessonScene& scene) {
    std::vector<std::string> all;
    forEach(scene, nullptr, [&](std::string name, const auto&) { all.push_back(std::move(name)); });
    return all;
}

}  // namespace bubblescope
