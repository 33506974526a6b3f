#include "engine/schemes/scheme.h"

#include "engine/core/text.h"
#include "engine/formula/formula.h"
#include "engine/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

static_assert(kMaxStages == kMaxDevices * kMaxChunks);

constexpr std::string_view kTimesChoices[] = {kWorkloadTimes};
constexpr std::string_view kPriorities[] = {kOldestBatchFirst, kOldestStageFirst};
constexpr std::string_view kFormulaNeeded = "\"custom\" needs a formula for it, like \"stage mod workers\"";
constexpr Parameter kAnyWhole[] = {{.key = {}}};

constexpr Parameter kWorkers = countParameter(
    {.key = "workers",
     .symbol = "W",
     .meaning = "number of workers that share the work",
     .definition = "W: number of workers, from 0 to W - 1. In Looped PP, group_size changes along, to a divisor.",
     .most = kMaxDevices,
     .usual = 6});
constexpr Parameter kStages =
    countParameter({.key = "stages",
                    .symbol = "S",
                    .meaning = "number of stages of the model",
                    .definition = "S: number of stages. Each batch passes through them forward and backward.",
                    .most = kMaxStages,
                    .usual = 6});
constexpr Parameter kBatches = countParameter({.key = "batches",
                                               .symbol = "B",
                                               .meaning = "number of batches that run",
                                               .definition = "B: number of batches; each passes through all stages.",
                                               .most = kMaxMicrobatches,
                                               .usual = 12});
constexpr Parameter kPriority = {
    .key = "priority",
    .type = ParameterType::Text,
    .meaning =
        "which of two ops that could start at the same time goes first: `oldest-batch-first`, `oldest-stage-first` or, "
        "for `custom`, also a formula (smallest value first)",
    .usualText = kOldestBatchFirst,
    .choices = kPriorities};
constexpr Parameter kCompute = {.key = "compute",
                                .type = ParameterType::Text,
                                .meaning = "for `custom`: the formula for the worker that computes an op",
                                .needed = kFormulaNeeded};
constexpr Parameter kStore = {.key = "store",
                              .type = ParameterType::Text,
                              .meaning = "for `custom`: the formula for the worker that stores its weights",
                              .needed = kFormulaNeeded};
constexpr Parameter kNames = {.key = "parameters",
                              .type = ParameterType::Names,
                              .meaning = "for `custom`: named whole numbers for its formulas",
                              .parts = kAnyWhole};
constexpr Parameter kGroupSize = {
    .key = "group_size",
    .symbol = "g",
    .word = "group_size",
    .meaning = "g of the looped schemes",
    .definition =
        "g: workers per group; a batch visits the workers of one group in turn. 1 is data parallel, W is one "
        "pipeline.\n"
        "Dragging snaps to divisors of the number of workers; hold Shift for any number, or type it.",
    .usual = 3,
    .slider = {.place = 1, .least = 1, .most = 6, .step = 1, .usual = 3}};
constexpr Parameter kFetchTime = {.key = "fetch",
                                  .type = ParameterType::Number,
                                  .word = "fetch time",
                                  .meaning = "time to fetch weights from another worker",
                                  .definition =
                                      "Time to fetch an op's weights from another worker, for each op whose "
                                      "compute and storage worker differ. The op waits for the fetch; 0 means "
                                      "free.",
                                  .least = 0,
                                  .usual = 0,
                                  .slider = {.place = 1, .most = 4, .isLogarithmic = true}};
constexpr Parameter kCap = countParameter({.key = "activation_cap",
                                           .meaning = "the most activations that a worker may store",
                                           .definition = "The most activations that a worker may store. A forward "
                                                         "waits while the worker of its backward has that many."},
                                          1, 6);
constexpr Parameter kTimes = {
    .key = "times",
    .type = ParameterType::Choice,
    .word = "op times",
    .meaning = "`workload`: use the workload's times (lists need one entry per worker) instead of 1 and 2",
    .definition =
        "1 and 2: a forward takes 1 and a backward takes 2; transfers are free.\n"
        "Workload: uses T_F, T_B and T_C of the scenario, with recompute and imbalance; lists and matrices need one "
        "entry per worker.",
    .choices = kTimesChoices,
    .without = "times 1 and 2"};

// The parameters that a line of kinds.def can name.
constexpr Parameter kSizes[] = {kWorkers, kStages, kBatches, kPriority, kFetchTime, kCap, kTimes};
constexpr Parameter kGroups[] = {kWorkers, kStages, kBatches, kPriority, kGroupSize, kFetchTime, kCap, kTimes};
constexpr Parameter kFormulas[] = {kWorkers, kStages, kBatches,   kPriority, kCompute,
                                   kStore,   kNames,  kFetchTime, kCap,      kTimes};

Result<void> checkKind(const ScheduleEntry& entry);

constexpr ScheduleKind kKinds[] = {
#define BUBBLESCOPE_SCHEME(ID, TITLE, COMPUTE, STORE, COLOR, PARAMETERS, SOURCE) \
    {.id = ID,                                                                   \
     .title = TITLE,                                                             \
     .source = SOURCE,                                                           \
     .color = COLOR,                                                             \
     .family = Family::Scheme,                                                   \
     .parameters = PARAMETERS,                                                   \
     .check = checkKind,                                                         \
     .ordersByTimes = true,                                                      \
     .compute = COMPUTE,                                                         \
     .store = STORE},
#include "engine/schemes/kinds.def"
#undef BUBBLESCOPE_SCHEME
};

constexpr std::string_view kOpSymbols[] = {"stage", "batch", "forward", "backward", "workers", "stages", "batches"};

Result<void> checkParameters(const Scheme& scheme, const ScheduleKind& kind) {
    if (scheme.parameters.size() > kMaxSchemeParameters)
        return Error{std::to_string(scheme.parameters.size()) + " entries exceed the limit of " +
                         std::to_string(kMaxSchemeParameters),
                     "parameters"};
    for (const auto& [name, value] : scheme.parameters) {
        const std::string place = "parameters." + shortened(name);
        if (hasOwnFormulas(kind)) {
            if (auto ok = checkSymbol(name); !ok) return Error{ok.error().message, place};
            if (std::find(std::begin(kOpSymbols), std::end(kOpSymbols), name) != std::end(kOpSymbols))
                return Error{"this name has another meaning in formulas; choose a different one", place};
        } else if (name != kGroupSize.key || !kind.parameter(name)) {
            return Error{std::string(kind.title) + " has no such parameter", place};
        }
    }
    return {};
}

Result<void> checkFormula(const Scheme& scheme, std::string_view text, const char* key) {
    const std::vector<std::string> names = schemeSymbols(scheme);
    const std::vector<std::string_view> symbols(names.begin(), names.end());
    const auto formula = Formula::parse(text, symbols);
    return formula ? Result<void>() : Error{formula.error().message, key};
}

Result<void> checkFunctions(const Scheme& scheme, const ScheduleKind& kind) {
    const bool isNamed = scheme.priority == kOldestBatchFirst || scheme.priority == kOldestStageFirst;
    if (!hasOwnFormulas(kind)) {
        for (const auto& [formula, key] : {std::pair{&scheme.compute, "compute"}, {&scheme.store, "store"}})
            if (!formula->empty())
                return Error{std::string(kind.title) + " has a fixed formula; use \"custom\" for another one", key};
        if (isNamed) return {};
        return Error{"must be \"oldest-batch-first\" or \"oldest-stage-first\", is \"" + shortened(scheme.priority) +
                         "\"; \"custom\" also accepts a formula",
                     "priority"};
    }
    if (auto ok = checkFormula(scheme, scheme.compute, "compute"); !ok) return ok;
    if (auto ok = checkFormula(scheme, scheme.store, "store"); !ok) return ok;
    return isNamed ? Result<void>() : checkFormula(scheme, scheme.priority, "priority");
}

const ScheduleKind& kindOf(const Scheme& scheme) {
    const auto kinds = schemeKinds();
    return *std::find_if(kinds.begin(), kinds.end(), [&](const ScheduleKind& kind) { return kind.id == scheme.kind; });
}

bool hasOwnFormulas(const Scheme& scheme) {
    return std::any_of(std::begin(kKinds), std::end(kKinds),
                       [&](const ScheduleKind& kind) { return kind.id == scheme.kind && hasOwnFormulas(kind); });
}

Result<void> checkKind(const ScheduleEntry& entry) {
    const Scheme scheme = schemeOf(entry);
    if (scheme.ops() > kMaxOps)
        return Error{withThousands(scheme.ops()) + " ops exceed the limit of " + withThousands(kMaxOps), {}};
    const ScheduleKind& kind = kindOf(scheme);
    if (auto ok = checkParameters(scheme, kind); !ok) return ok;
    return checkFunctions(scheme, kind);
}

}  // namespace

std::span<const ScheduleKind> schemeKinds() { return kKinds; }

bool hasOwnFormulas(const ScheduleKind& kind) { return kind.parameter("compute") != nullptr; }

namespace {

/// Calls f(parameter, member) for each member that is the value of one parameter and cannot be missing.
template <class S, class F>
void forEachMember(S& scheme, F&& f) {
    f(kWorkers, scheme.workers);
    f(kStages, scheme.stages);
    f(kBatches, scheme.batches);
    f(kPriority, scheme.priority);
    f(kCompute, scheme.compute);
    f(kStore, scheme.store);
    f(kFetchTime, scheme.fetch);
}

}  // namespace

Scheme schemeOf(const ScheduleEntry& entry) {
    Scheme scheme;
    scheme.kind = entry.kind;
    const auto take = [&](const Parameter& parameter, auto& member) {
        const auto value = valueNamed(entry.values, parameter.key);
        if (value) member = std::get<std::remove_cvref_t<decltype(member)>>(value->held);
    };
    forEachMember(scheme, take);
    if (const auto cap = valueNamed(entry.values, kCap.key)) scheme.activationCap = std::get<int>(cap->held);
    scheme.workloadTimes = valueNamed(entry.values, kTimes.key).has_value();
    if (const auto group = valueNamed(entry.values, kGroupSize.key))
        scheme.parameters.push_back({std::string(kGroupSize.key), std::get<int>(group->held)});
    if (const auto names = valueNamed(entry.values, kNames.key))
        for (const auto& [name, number] : std::get<ParameterValue::Object>(names->held))
            scheme.parameters.push_back({name, std::get<int>(number.held)});
    return scheme;
}

void setScheme(ScheduleEntry& entry, const Scheme& scheme) {
    entry.family = Family::Scheme;
    entry.kind = scheme.kind;
    entry.values.clear();
    const bool hasFormulas = hasOwnFormulas(scheme);
    const auto set = [&](const Parameter& parameter, auto value) { setNamed(entry.values, parameter.key, {value}); };
    forEachMember(scheme, set);
    if (!hasFormulas && scheme.compute.empty()) removeNamed(entry.values, kCompute.key);
    if (!hasFormulas && scheme.store.empty()) removeNamed(entry.values, kStore.key);
    if (scheme.fetch == 0) removeNamed(entry.values, kFetchTime.key);
    if (scheme.activationCap) set(kCap, *scheme.activationCap);
    if (scheme.workloadTimes) set(kTimes, std::string(kWorkloadTimes));
    ParameterValue::Object names;
    for (const auto& [name, value] : scheme.parameters) setNamed(hasFormulas ? names : entry.values, name, {value});
    if (hasFormulas) set(kNames, std::move(names));
}

ScheduleEntry entryOf(const Scheme& scheme) {
    ScheduleEntry entry;
    setScheme(entry, scheme);
    return entry;
}

std::vector<SchemeParameter> usualParameters(const ScheduleKind& kind) {
    if (!kind.parameter(kGroupSize.key)) return {};
    return {{std::string(kGroupSize.key), static_cast<int>(*kGroupSize.usual)}};
}

std::string_view computeFormula(const Scheme& scheme) {
    const ScheduleKind& kind = kindOf(scheme);
    return hasOwnFormulas(kind) ? std::string_view(scheme.compute) : kind.compute;
}

std::string_view storeFormula(const Scheme& scheme) {
    const ScheduleKind& kind = kindOf(scheme);
    return hasOwnFormulas(kind) ? std::string_view(scheme.store) : kind.store;
}

std::vector<SchemeParameter> parametersOf(const Scheme& scheme) {
    std::vector<SchemeParameter> all = scheme.parameters;
    for (SchemeParameter& usual : usualParameters(kindOf(scheme)))
        if (std::none_of(all.begin(), all.end(), [&](const auto& own) { return own.name == usual.name; }))
            all.push_back(std::move(usual));
    return all;
}

namespace {

/// The member for one of the sizes in a scheme, or null.
int Scheme::*sizeNamed(std::string_view name) {
    if (name == "batches") return &Scheme::batches;
    if (name == "stages") return &Scheme::stages;
    return name == "workers" ? &Scheme::workers : nullptr;
}

}  // namespace

std::vector<std::string> numbersOf(const Scheme& scheme) {
    std::vector<std::string> names;
    for (SchemeParameter& parameter : parametersOf(scheme)) names.push_back(std::move(parameter.name));
    names.insert(names.end(), {"batches", "stages", "workers"});
    return names;
}

std::vector<std::string> usedNumbersOf(const Scheme& scheme) {
    std::vector<std::string> names = numbersOf(scheme);
    const std::vector<std::string> symbols = schemeSymbols(scheme);
    const std::vector<std::string_view> views(symbols.begin(), symbols.end());
    std::vector<bool> isUsed(symbols.size());
    for (const std::string_view text :
         {computeFormula(scheme), storeFormula(scheme), std::string_view(scheme.priority)})
        if (const auto formula = Formula::parse(text, views))
            for (const std::size_t symbol : formula->uses()) isUsed[symbol] = true;
    std::erase_if(names, [&](const std::string& name) {
        const auto at = std::find(symbols.begin(), symbols.end(), name);
        return !sizeNamed(name) && !isUsed[static_cast<std::size_t>(at - symbols.begin())];
    });
    return names;
}

int numberOf(const Scheme& scheme, std::string_view name) {
    if (const auto size = sizeNamed(name)) return scheme.*size;
    for (const SchemeParameter& parameter : parametersOf(scheme))
        if (parameter.name == name) return parameter.value;
    return 0;
}

Scheme withNumber(Scheme scheme, std::string_view name, int value) {
    if (const auto size = sizeNamed(name)) {
        scheme.*size = value;
        if (name != "workers" || usualParameters(kindOf(scheme)).empty()) return scheme;
        int group = std::clamp(numberOf(scheme, kGroupSize.key), 1, std::max(1, value));
        while (value % group != 0) --group;
        return withNumber(std::move(scheme), kGroupSize.key, group);
    }
    scheme.parameters = parametersOf(scheme);
    for (SchemeParameter& parameter : scheme.parameters)
        if (parameter.name == name) parameter.value = value;
    return scheme;
}

std::vector<std::string> schemeSymbols(const Scheme& scheme) {
    std::vector<std::string> symbols(std::begin(kOpSymbols), std::end(kOpSymbols));
    for (SchemeParameter& parameter : parametersOf(scheme)) symbols.push_back(std::move(parameter.name));
    return symbols;
}

}  // namespace bubblescope
