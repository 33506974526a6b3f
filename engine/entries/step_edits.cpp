#include "engine/entries/step_edits.h"

#include "engine/entries/model_edits.h"
#include "engine/entries/registry.h"
#include "engine/steps/shared_keys.h"
#include "engine/steps/step.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::string_view kTimes = "times", kLayers = "layers", kReduce = "all_reduce", kRanks = "ranks",
                           kSlowdown = "slowdown", kMesh = "mesh";
constexpr std::string_view kHalves[] = {"all_gather", "reduce_scatter"};

using Object = ParameterValue::Object;
using List = ParameterValue::List;

Object timesOf(const ScheduleEntry& entry) {
    const auto times = valueNamed(entry.values, kTimes);
    return times ? std::get<Object>(times->held) : Object();
}

/// The times that a kind may have, or none.
std::span<const Parameter> timesOf(const ScheduleKind* kind) {
    const Parameter* const times = kind ? kind->parameter(kTimes) : nullptr;
    return times ? times->parts : std::span<const Parameter>();
}

std::vector<double> numbersIn(const ParameterValue& value) {
    if (const auto* whole = std::get_if<int>(&value.held)) return {static_cast<double>(*whole)};
    if (const auto* number = std::get_if<double>(&value.held)) return {*number};
    std::vector<double> numbers;
    if (const auto* list = std::get_if<List>(&value.held))
        for (const ParameterValue& one : *list) numbers.push_back(std::get<double>(one.held));
    return numbers;
}

std::optional<double> numberNamed(const Object& times, std::string_view key) {
    const auto value = valueNamed(times, key);
    const auto numbers = value ? numbersIn(*value) : std::vector<double>();
    if (numbers.empty()) return std::nullopt;
    const bool isOne = std::all_of(numbers.begin(), numbers.end(), [&](double n) { return n == numbers[0]; });
    return isOne ? std::optional(numbers[0]) : std::nullopt;
}

void setTimes(ScheduleEntry& entry, Object times) { setNamed(entry.values, kTimes, {std::move(times)}); }

/// Scales a list to another mean; if all its values are 0, every value becomes the mean.
List scaled(List list, double mean) {
    double sum = 0;
    for (const ParameterValue& one : list) sum += std::get<double>(one.held);
    const double now = sum / static_cast<double>(list.size());
    for (ParameterValue& one : list) {
        double& number = std::get<double>(one.held);
        number = now > 0 ? number * mean / now : mean;
    }
    return list;
}

void setTime(Object& times, const Parameter& part, double value) {
    if (part.type == ParameterType::Whole) return setNamed(times, part.key, {static_cast<int>(std::lround(value))});
    const auto now = valueNamed(times, part.key);
    const List* const list = now ? std::get_if<List>(&now->held) : nullptr;
    if (list && !list->empty()) return setNamed(times, part.key, {scaled(*list, value)});
    setNamed(times, part.key, {value});
}

/// Lists have one time per layer; new layers get the times of the last one.
void setLayers(Object& times, int layers) {
    for (NamedValue& one : times)
        if (auto* list = std::get_if<List>(&one.value.held); list && !list->empty())
            list->resize(static_cast<std::size_t>(std::clamp(layers, 1, kMaxLayers)), list->back());
    setNamed(times, kLayers, {layers});
}

const Parameter* partOf(const ScheduleEntry& entry, std::string_view key) {
    for (const Parameter& part : timesOf(kindOf(entry)))
        if (part.key == key) return &part;
    return nullptr;
}

/// The number of layers of an entry, which may be given only by the length of a list.
std::optional<int> layersOf(const Object& times) {
    if (const auto layers = valueNamed(times, kLayers)) return std::get<int>(layers->held);
    for (const NamedValue& one : times)
        if (const auto* list = std::get_if<List>(&one.value.held)) return static_cast<int>(list->size());
    return std::nullopt;
}

bool isHalf(const Scenario& scenario, std::string_view key) {
    std::optional<double> whole;
    for (const std::size_t i : stepsOf(scenario))
        if (const auto reduce = numberNamed(timesOf(scenario.schedules[i]), kReduce)) whole = whole.value_or(*reduce);
    if (!whole) return false;
    for (const std::size_t i : stepsOf(scenario)) {
        const Object times = timesOf(scenario.schedules[i]);
        if (const auto reduce = valueNamed(times, kReduce))
            if (numberNamed(times, kReduce) != whole) return false;
        if (valueNamed(times, key) && numberNamed(times, key) != *whole / 2) return false;
    }
    return true;
}

/// The ranks of an entry without a mesh of its own; nothing for other entries, and for those that use a model.
std::optional<int> plainRanksOf(const ScheduleEntry& entry) {
    const ScheduleKind* const kind = kindOf(entry);
    if (entry.family != Family::Step || !kind || !kind->parameter(kRanks) || valueNamed(entry.values, kMesh) ||
        !valueNamed(entry.values, kTimes))
        return std::nullopt;
    const auto ranks = valueNamed(entry.values, kRanks);
    return ranks ? std::get<int>(ranks->held) : 1;
}

}  // namespace

std::vector<std::size_t> stepsOf(const Scenario& scenario) {
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (scenario.schedules[i].family == Family::Step) steps.push_back(i);
    return steps;
}

std::vector<StepTime> stepTimesOf(const Scenario& scenario) {
    std::vector<StepTime> out;
    const auto add = [&](std::string_view key, const std::vector<double>& numbers) {
        auto at = std::find_if(out.begin(), out.end(), [&](const StepTime& time) { return time.key == key; });
        for (const double number : numbers) {
            if (at == out.end()) at = out.insert(at, {std::string(key), number, number});
            at->least = std::min(at->least, number);
            at->most = std::max(at->most, number);
        }
    };
    for (const std::size_t i : stepsOf(scenario)) {
        const ScheduleEntry& entry = scenario.schedules[i];
        const Object times = timesOf(entry);
        for (const Parameter& part : timesOf(kindOf(entry))) {
            if (part.key == kLayers) {
                if (const auto layers = layersOf(times)) add(part.key, {static_cast<double>(*layers)});
            } else if (const auto value = valueNamed(times, part.key)) {
                add(part.key, numbersIn(*value));
            }
        }
    }
    // Layers and their computation first, then communication, the optimizer last.
    constexpr std::string_view kFirst[] = {"layers", "forward", "backward"},
                               kLast[] = {"all_reduce", "all_gather", "reduce_scatter", "optimizer"};
    const auto placeOf = [&](const StepTime& time) {
        const auto first = std::find(std::begin(kFirst), std::end(kFirst), time.key);
        const auto last = std::find(std::begin(kLast), std::end(kLast), time.key);
        if (first != std::end(kFirst)) return first - std::begin(kFirst);
        const auto middle = std::ssize(kFirst);
        return last == std::end(kLast) ? middle : middle + 1 + (last - std::begin(kLast));
    };
    std::stable_sort(out.begin(), out.end(),
                     [&](const StepTime& a, const StepTime& b) { return placeOf(a) < placeOf(b); });
    for (StepTime& time : out)
        if (std::find(std::begin(kHalves), std::end(kHalves), time.key) != std::end(kHalves))
            time.isHalf = isHalf(scenario, time.key);
    return out;
}

std::optional<std::string> usualStepTime(const Scenario& scenario) {
    const std::vector<StepTime> times = stepTimesOf(scenario);
    for (const std::string_view usual : {"all_reduce", "reduce_scatter", "grad_sync", "hop", "all_to_all"})
        for (const StepTime& time : times)
            if (time.key == usual) return time.key;
    return times.empty() ? std::nullopt : std::optional(times.back().key);
}

SharedTime sharedTimeOf(const Scenario& scenario, std::string_view key) {
    SharedTime time{std::string(key), {}};
    if (key == kReduce)
        for (const std::string_view half : kHalves)
            if (isHalf(scenario, half)) time.halves.emplace_back(half);
    return time;
}

ScheduleEntry withTime(ScheduleEntry entry, const SharedTime& time, double value) {
    if (entry.family != Family::Step) return entry;
    Object times = timesOf(entry);
    const Object before = times;
    if (time.key == kLayers) {
        constexpr double kMost = 1e9;
        if (layersOf(times)) setLayers(times, static_cast<int>(std::lround(std::clamp(value, -kMost, kMost))));
    } else {
        if (valueNamed(times, time.key)) setTime(times, *partOf(entry, time.key), value);
        for (const std::string& half : time.halves)
            if (valueNamed(times, half)) setTime(times, *partOf(entry, half), value / 2);
    }
    if (times != before) setTimes(entry, std::move(times));
    return entry;
}

Scenario withStepTime(Scenario scenario, std::string_view key, double value) {
    const SharedTime time = sharedTimeOf(scenario, key);
    for (const std::size_t i : stepsOf(scenario))
        scenario.schedules[i] = withTime(std::move(scenario.schedules[i]), time, value);
    return scenario;
}

std::optional<int> ranksOf(const Scenario& scenario) {
    std::optional<int> ranks;
    for (const ScheduleEntry& entry : scenario.schedules)
        if (const auto own = plainRanksOf(entry)) {
            if (ranks && ranks != own) return std::nullopt;
            ranks = own;
        }
    return ranks;
}

Scenario withRanks(Scenario scenario, int ranks) {
    for (ScheduleEntry& entry : scenario.schedules) {
        if (!plainRanksOf(entry)) continue;
        setNamed(entry.values, kRanks, {ranks});
        auto slowdown = valueNamed(entry.values, kSlowdown);
        if (!slowdown) continue;
        List factors = std::get<List>(slowdown->held);
        factors.resize(static_cast<std::size_t>(ranks), {1.0});
        setNamed(entry.values, kSlowdown, {std::move(factors)});
    }
    return scenario;
}

std::vector<double> slowdownOf(const Scenario& scenario) {
    for (const ScheduleEntry& entry : scenario.schedules) {
        const auto ranks = plainRanksOf(entry);
        if (!ranks || *ranks == 1) continue;
        std::vector<double> factors(static_cast<std::size_t>(*ranks), 1);
        if (const auto slowdown = valueNamed(entry.values, kSlowdown)) {
            const std::vector<double> own = numbersIn(*slowdown);
            std::copy_n(own.begin(), std::min(own.size(), factors.size()), factors.begin());
        }
        return factors;
    }
    return {};
}

namespace {

void slow(ScheduleEntry& entry, int ranks, int rank, double factor) {
    if (rank >= ranks) return;
    List factors;
    if (const auto slowdown = valueNamed(entry.values, kSlowdown)) factors = std::get<List>(slowdown->held);
    factors.resize(static_cast<std::size_t>(ranks), {1.0});
    factors[static_cast<std::size_t>(rank)].held = factor;
    const bool isAny = std::any_of(factors.begin(), factors.end(),
                                   [](const ParameterValue& one) { return std::get<double>(one.held) != 1; });
    removeNamed(entry.values, kSlowdown);
    if (isAny) setNamed(entry.values, kSlowdown, {std::move(factors)});
}

}  // namespace

Scenario withSlowdown(Scenario scenario, int rank, double factor) {
    for (ScheduleEntry& entry : scenario.schedules) slow(entry, plainRanksOf(entry).value_or(0), rank, factor);
    return scenario;
}

Scenario withSlowdown(Scenario scenario, std::size_t step, int ranks, int rank, double factor) {
    if (plainRanksOf(scenario.schedules[step])) return withSlowdown(std::move(scenario), rank, factor);
    slow(scenario.schedules[step], ranks, rank, factor);
    return scenario;
}

double slowedBy(double factor, double doublings) {
    constexpr double kLeast = 0.1, kMost = 1000;
    const double wanted = std::clamp(std::max(factor, kLeast) * std::exp2(doublings), kLeast, kMost);
    const double steps = wanted < 2 ? 20 : wanted < 5 ? 10 : wanted < 20 ? 2 : 1;  // per 1
    return std::round(wanted * steps) / steps;
}

namespace {

/// The number of devices that its own mesh gives it, if it has one.
std::optional<int> stagesOfMesh(const ScheduleEntry& entry) {
    const auto mesh = valueNamed(entry.values, kMesh);
    if (!mesh) return std::nullopt;
    const auto stages = valueNamed(std::get<Object>(mesh->held), "pp");
    return stages ? std::get<int>(stages->held) : 1;
}

/// Whether the mesh runs no pipeline: then its own microbatches are all that it uses of a workload.
bool isMeshOfOneStage(const ScheduleEntry& entry) {
    return entry.kind == "mesh" && stagesOfMesh(entry).value_or(1) == 1;
}

/// Whether the stages of a step follow from its times.
bool hasStageTimes(const ScheduleEntry& entry) {
    const Object times = timesOf(entry);
    return std::any_of(times.begin(), times.end(), [](const NamedValue& time) {
        return time.name == "forward" || time.name == "attention_forward" || time.name == "projections" ||
               time.name == "attention";
    });
}

}  // namespace

std::vector<std::size_t> pipelinesOf(const Scenario& scenario) {
    std::vector<std::size_t> pipelines = stepsOf(scenario);
    std::erase_if(pipelines, [&](std::size_t step) {
        const ScheduleEntry& entry = scenario.schedules[step];
        return !takesWorkload(entry.kind) || (isMeshOfOneStage(entry) && !entry.own.microbatches);
    });
    return pipelines;
}

bool looksAt(const ScheduleEntry& pipeline, std::string_view key) {
    if (key == "devices") return !stagesOfMesh(pipeline);
    if (key == "microbatches") return true;
    if (isMeshOfOneStage(pipeline)) return false;
    if (key == "comm") return true;
    if (hasStageTimes(pipeline) && key != "chunks") return false;
    StepSetup setup;
    setup.kind = kindOf(pipeline);
    setup.values = pipeline.values;
    const ScheduleKind& order = setup.order();
    if (key == "chunks") return order.hasChunks;
    return key != "weight_fraction" || order.splitsBackward;
}

ScheduleEntry asOneOf(const Scenario& scenario, ScheduleEntry card) {
    if (!modelStepsOf(scenario).empty()) {
        ScheduleEntry made = card;
        constexpr std::string_view kSizes[] = {"chunk_elements", "device_memory"};  // they depend on its own model
        std::erase_if(made.values, [&](const NamedValue& own) {
            return findSharedKey(own.name) ||
                   std::find(std::begin(kSizes), std::end(kSizes), own.name) != std::end(kSizes);
        });
        made = asOfModel(scenario, std::move(made));
        if (!valueNamed(made.values, kTimes)) return made;
    }
    Object times = timesOf(card);
    for (const StepTime& time : stepTimesOf(scenario)) {
        const Parameter* const part = partOf(card, time.key);
        if (!part || !time.isOne() || !valueNamed(times, time.key)) continue;
        if (time.key == kLayers)
            setLayers(times, static_cast<int>(time.least));
        else
            setTime(times, *part, time.least);
    }
    if (kindOf(card)->parameter(kTimes)) setTimes(card, std::move(times));
    if (const auto ranks = ranksOf(scenario); ranks && plainRanksOf(card)) {
        Scenario alone;
        alone.schedules = {card};
        alone = withRanks(std::move(alone), *ranks);
        const std::vector<double> factors = slowdownOf(scenario);
        for (std::size_t rank = 0; rank < factors.size(); ++rank)
            if (factors[rank] != 1) alone = withSlowdown(std::move(alone), static_cast<int>(rank), factors[rank]);
        card = alone.schedules.front();
    }
    return card;
}

}  // namespace bubblescope
