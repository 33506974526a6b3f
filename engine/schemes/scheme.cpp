#include "engine/schemes/scheme.h"

#include "engine/core/text.h"
#include "engine/formula/formula.h"
#include "engine/model/scenario.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

static_assert(kMaxStages == kMaxDevices * kMaxChunks);

constexpr std::span<const SchemeKind::Parameter> kNoParameters;
constexpr std::string_view kGroupSizeName = "group_size";
constexpr SchemeKind::Parameter kGroupSize[] = {{kGroupSizeName, 3}};

constexpr SchemeKind kKinds[] = {
#define BUBBLESCOPE_SCHEME(id, title, compute, store, parameters, source) \
    {id, title, compute, store, parameters, source},
#include "engine/schemes/kinds.def"
#undef BUBBLESCOPE_SCHEME
};

constexpr std::string_view kOpSymbols[] = {"stage", "batch", "forward", "backward", "workers", "stages", "batches"};

Result<void> checkCount(int value, int limit, const char* key) {
    if (value >= 1 && value <= limit) return {};
    return Error{"must be from 1 to " + withThousands(limit) + ", is " + std::to_string(value), key};
}

Result<void> checkSizes(const Scheme& scheme) {
    if (auto ok = checkCount(scheme.workers, kMaxDevices, "workers"); !ok) return ok;
    if (auto ok = checkCount(scheme.stages, kMaxStages, "stages"); !ok) return ok;
    if (auto ok = checkCount(scheme.batches, kMaxMicrobatches, "batches"); !ok) return ok;
    if (scheme.activationCap && *scheme.activationCap < 1)
        return Error{"must be 1 or more, is " + std::to_string(*scheme.activationCap), "activation_cap"};
    if (!(std::isfinite(scheme.fetch) && scheme.fetch >= 0)) return Error{"must be a finite time, 0 or more", "fetch"};
    return {};
}

Result<void> checkParameters(const Scheme& scheme, const SchemeKind& kind) {
    if (scheme.parameters.size() > kMaxSchemeParameters)
        return Error{"has " + std::to_string(scheme.parameters.size()) + " entries, the limit is " +
                         std::to_string(kMaxSchemeParameters),
                     "parameters"};
    for (auto at = scheme.parameters.begin(); at != scheme.parameters.end(); ++at) {
        const std::string place = "parameters." + shortened(at->name);
        if (kind.isCustom()) {
            if (auto ok = checkSymbol(at->name); !ok) return Error{ok.error().message, place};
            if (std::find(std::begin(kOpSymbols), std::end(kOpSymbols), at->name) != std::end(kOpSymbols))
                return Error{"this name means something else in formulas; choose another", place};
        } else if (std::none_of(kind.parameters.begin(), kind.parameters.end(),
                                [&](const auto& known) { return known.name == at->name; })) {
            return Error{std::string(kind.title) + " has no such parameter", place};
        }
        if (at != scheme.parameters.begin() && !((at - 1)->name < at->name))
            return Error{"the parameters are not sorted by name, or one stands twice", place};
    }
    return {};
}

Result<void> checkFormula(const Scheme& scheme, std::string_view text, const char* key) {
    const std::vector<std::string> names = schemeSymbols(scheme);
    const std::vector<std::string_view> symbols(names.begin(), names.end());
    const auto formula = Formula::parse(text, symbols);
    return formula ? Result<void>() : Error{formula.error().message, key};
}

Result<void> checkFunctions(const Scheme& scheme, const SchemeKind& kind) {
    const bool isNamed = scheme.priority == kOldestBatchFirst || scheme.priority == kOldestStageFirst;
    if (!kind.isCustom()) {
        for (const auto& [formula, key] : {std::pair{&scheme.compute, "compute"}, {&scheme.store, "store"}})
            if (!formula->empty())
                return Error{std::string(kind.title) + " has its own formula; \"custom\" takes another", key};
        if (isNamed) return {};
        return Error{"must be \"oldest-batch-first\" or \"oldest-stage-first\", is \"" + shortened(scheme.priority) +
                         "\"; \"custom\" takes a formula, too",
                     "priority"};
    }
    if (auto ok = checkFormula(scheme, scheme.compute, "compute"); !ok) return ok;
    if (auto ok = checkFormula(scheme, scheme.store, "store"); !ok) return ok;
    return isNamed ? Result<void>() : checkFormula(scheme, scheme.priority, "priority");
}

}  // namespace

std::span<const SchemeKind> schemeKinds() { return kKinds; }

const SchemeKind* findSchemeKind(std::string_view id) {
    const auto found =
        std::find_if(std::begin(kKinds), std::end(kKinds), [&](const auto& kind) { return kind.id == id; });
    return found == std::end(kKinds) ? nullptr : found;
}

std::string_view computeFormula(const Scheme& scheme) {
    const SchemeKind& kind = *findSchemeKind(scheme.kind);
    return kind.isCustom() ? std::string_view(scheme.compute) : kind.compute;
}

std::string_view storeFormula(const Scheme& scheme) {
    const SchemeKind& kind = *findSchemeKind(scheme.kind);
    return kind.isCustom() ? std::string_view(scheme.store) : kind.store;
}

std::vector<SchemeParameter> parametersOf(const Scheme& scheme) {
    std::vector<SchemeParameter> all = scheme.parameters;
    for (const auto& [name, usual] : findSchemeKind(scheme.kind)->parameters)
        if (std::none_of(all.begin(), all.end(), [name = name](const auto& own) { return own.name == name; }))
            all.push_back({std::string(name), usual});
    return all;
}

namespace {

/// Where one of the sizes stands in a scheme, or null.
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

int numberOf(const Scheme& scheme, std::string_view name) {
    if (const auto size = sizeNamed(name)) return scheme.*size;
    for (const SchemeParameter& parameter : parametersOf(scheme))
        if (parameter.name == name) return parameter.value;
    return 0;
}

Scheme withNumber(Scheme scheme, std::string_view name, int value) {
    if (const auto size = sizeNamed(name)) {
        scheme.*size = value;
        if (name != "workers" || findSchemeKind(scheme.kind)->parameters.empty()) return scheme;
        int group = std::clamp(numberOf(scheme, kGroupSizeName), 1, std::max(1, value));
        while (value % group != 0) --group;
        return withNumber(std::move(scheme), kGroupSizeName, group);
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

Result<void> checkScheme(const Scheme& scheme) {
    const SchemeKind* kind = findSchemeKind(scheme.kind);
    if (!kind) {
        std::vector<std::string_view> ids;
        for (const SchemeKind& known : schemeKinds()) ids.push_back(known.id);
        return Error{"unknown scheme \"" + shortened(scheme.kind) + "\"; the nearest known one is \"" +
                         nearestName(scheme.kind, ids) + '"',
                     "scheme"};
    }
    if (auto ok = checkSizes(scheme); !ok) return ok;
    if (scheme.ops() > kMaxOps)
        return Error{withThousands(scheme.ops()) + " ops, the limit is " + withThousands(kMaxOps), {}};
    if (auto ok = checkParameters(scheme, *kind); !ok) return ok;
    return checkFunctions(scheme, *kind);
}

}  // namespace bubblescope
