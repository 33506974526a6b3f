#include "engine/entries/resolve.h"

#include "engine/core/text.h"
#include "engine/core/time.h"
#include "engine/scenario/durations.h"
#include "engine/schedules/group_walk.h"
#include "engine/schemes/scheme.h"
#include "engine/steps/run_step.h"
#include "engine/steps/shared_keys.h"

namespace bubblescope {

namespace {

/// The times of a scheme's ops as a workload: its own, or those that all schedules share.
Workload workloadOf(const Scheme& scheme, Workload shared) {
    Workload workload;
    workload.timeUnit = shared.timeUnit;
    workload.memoryLimit = shared.memoryLimit;
    if (scheme.workloadTimes)
        workload = std::move(shared);
    else
        workload.forward = 1.0, workload.backward = 2.0, workload.timeUnit = std::move(shared.timeUnit);
    workload.devices = scheme.workers;
    workload.microbatches = scheme.batches;
    workload.chunks = 1;
    return workload;
}

/// The values of a step, with missing ones taken from the shared values. A step whose times come from a model takes its
/// model, cluster and mesh from there; a step with typed times takes only the missing parts of its mesh.
std::vector<NamedValue> sharedBy(const Training& training, const ScheduleEntry& entry) {
    std::vector<NamedValue> values = entry.values;
    const bool hasTimes = valueNamed(values, "times").has_value();
    for (const SharedKey& key : sharedKeys()) {
        const auto own = valueNamed(values, key.parameter.key);
        if (!kindOf(entry)->parameter(key.parameter.key)) continue;
        if (hasTimes && !(own && key.parameter.key == kMeshParameter.key)) continue;
        const auto ownObject = own ? std::get<ParameterValue::Object>(own->held) : ParameterValue::Object();
        ParameterValue::Object all = merged(training.*key.member, ownObject);
        if (!all.empty()) setNamed(values, key.parameter.key, {std::move(all)});
    }
    return values;
}

/// The pipeline of a step, on as many devices as its mesh has; without a mesh one device and one microbatch.
Workload pipelineOf(const ScheduleEntry& entry, const std::vector<NamedValue>& values, Workload shared) {
    if (!takesWorkload(entry.kind)) {
        Workload workload;
        workload.devices = workload.microbatches = workload.chunks = 1;
        workload.timeUnit = std::move(shared.timeUnit);
        return workload;
    }
    std::optional<int> devices;
    if (valueNamed(values, "model") && !valueNamed(values, "times")) devices = 1;
    if (const auto mesh = valueNamed(values, "mesh"))
        if (const auto pp = valueNamed(std::get<ParameterValue::Object>(mesh->held), "pp"))
            devices = std::get<int>(pp->held);
    const bool isMesh = entry.kind == "mesh";
    if (isMesh && !devices) devices = 1;
    if (devices) shared = withDevices(std::move(shared), *devices);
    if (isMesh && *devices == 1 && !entry.own.microbatches) shared.microbatches = 1;
    StepSetup setup;
    setup.kind = findKind(Family::Step, entry.kind);
    setup.values = values;
    if (!setup.order().hasChunks) shared.chunks = setup.order().chunksOf(setup.orderValues());
    return shared;
}

/// Refuses `chunks` in an entry whose kind does not leave them open.
Result<void> checkOwnChunks(const ScheduleKind& kind, const ScheduleEntry& entry,
                            const std::vector<NamedValue>& values) {
    const int fixed = kind.chunksOf(values), own = entry.own.chunks.value_or(fixed);
    if (kind.hasChunks || own == fixed) return {};
    const std::string has = fixed == 1 ? "no chunks" : std::to_string(fixed) + " chunks";
    return Error{std::string(kind.title) + " has " + has + "; omit \"chunks\" or set it to " + std::to_string(fixed) +
                     ", not " + std::to_string(own),
                 "chunks"};
}

}  // namespace

ResolvedSchedule resolve(const Scenario& scenario, std::size_t index) {
    const ScheduleEntry& entry = scenario.schedules[index];
    ResolvedSchedule out;
    out.kind = kindOf(entry);
    out.workload = patched(scenario.workload, entry.own);
    if (!out.kind->hasChunks && entry.family != Family::Step) out.workload.chunks = out.kind->chunksOf(entry.values);
    if (out.kind->piecesBy) out.workload.pieces = out.kind->piecesBy(entry.values);
    out.values = entry.family == Family::Step ? sharedBy(scenario.training, entry) : entry.values;
    if (entry.family == Family::Step) out.workload = pipelineOf(entry, out.values, std::move(out.workload));
    if (entry.family == Family::Scheme)
        out.workload = workloadOf(out.scheme.emplace(schemeOf(entry)), std::move(out.workload));
    return out;
}

long long opsOf(const ResolvedSchedule& schedule) {
    if (schedule.kind->step) return opsOfStep(schedule);
    return schedule.scheme ? schedule.scheme->ops() : opCount(*schedule.kind, schedule.input());
}

Result<StepSetup> setUp(const ResolvedSchedule& schedule, const ScheduleEntry& entry) {
    auto setup = setUp(schedule);
    if (!setup || !schedule.kind->step->takesWorkload) return setup;
    if (auto ok = checkOwnChunks(setup->order(), entry, setup->orderValues()); !ok) return ok.error();
    return setup;
}

Result<void> checkOrder(const ResolvedSchedule& schedule, const ScheduleEntry& entry) {
    const ScheduleKind& kind = *schedule.kind;
    if (kind.step) {
        const auto setup = setUp(schedule, entry);
        return setup ? Result<void>() : setup.error();
    }
    if (auto ok = checkOwnChunks(kind, entry, schedule.values); !ok) return ok;
    return kind.fits ? kind.fits(schedule.input()) : Result<void>();
}

std::string displayLabel(const ScheduleEntry& entry) {
    constexpr std::size_t kLongest = 200;
    const ScheduleKind* kind = kindOf(entry);
    return shortened(entry.label ? std::string_view(*entry.label) : kind ? kind->title : entry.kind, kLongest);
}

std::string variantOf(const ScheduleEntry& entry, const Workload& workload) {
    const ScheduleKind& kind = *kindOf(entry);
    std::string text;
    // A forward or an update alone is half of a step, which its name says beside whole ones.
    if (&kind == &kZeroInfinity) {
        const auto pass = valueNamed(entry.values, "pass");
        if (pass)
            return *pass == ParameterValue{std::string("step")} ? std::string() : std::get<std::string>(pass->held);
        return valueNamed(entry.values, "times") ? std::string(kind.parameter("pass")->without) : std::string();
    }
    if (kind.variant)
        text = kind.variant(kind.hasChunks ? entry.own.chunks.value_or(workload.chunks) : kind.chunksOf(entry.values));
    const auto warmup = valueNamed(entry.values, kWarmupParameter.key);
    if (!warmup || !kind.parameter(kWarmupParameter.key) || std::get<int>(warmup->held) == 0) return text;
    return text + (text.empty() ? "" : ", ") + "warm-up +" + std::to_string(std::get<int>(warmup->held));
}

std::string displayTitle(const Scenario& scenario, std::size_t index) {
    const ScheduleEntry& entry = scenario.schedules[index];
    const std::string label = displayLabel(entry), variant = variantOf(entry, scenario.workload);
    return entry.label || variant.empty() ? label : label + ", " + variant;
}

namespace {

std::string plainText(const ParameterValue& value) {
    if (const auto* flag = std::get_if<bool>(&value.held)) return *flag ? "true" : "false";
    if (const auto* whole = std::get_if<int>(&value.held)) return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&value.held)) return numberText(*number);
    if (const auto* text = std::get_if<std::string>(&value.held)) return shortened(*text);
    return {};
}

/// What an entry has of its own, by key; what is no number and no word is empty.
std::map<std::string, std::string> ownTexts(const ScheduleEntry& entry) {
    std::map<std::string, std::string> own;
    const Workload workload = patched({}, entry.own);
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto member) {
        if (!(entry.own.*member)) return;
        const auto number = key.get ? key.get(workload) : std::nullopt;
        own[std::string(key.key)] = number ? numberText(*number) : std::string();
    });
    if (const ScheduleKind* kind = kindOf(entry))
        for (const Parameter& parameter : kind->parameters)
            if (const auto value = valueNamed(entry.values, parameter.key))
                own[std::string(parameter.key)] = plainText(*value);
    return own;
}

}  // namespace

void tellApart(std::span<const ScheduleEntry* const> entries, std::vector<std::string>& titles) {
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (!entries[i]->label) alike[titles[i]].push_back(i);
    for (const auto& [title, group] : alike) {
        if (group.size() == 1) continue;
        std::map<std::string, std::map<std::size_t, std::string>> values;  // by key and entry
        for (const std::size_t i : group)
            for (auto& [key, text] : ownTexts(*entries[i])) values[key][i] = std::move(text);
        for (const auto& [key, texts] : values) {
            const bool isSame = texts.size() == group.size() && std::ranges::all_of(texts, [&](const auto& one) {
                                    return one.second == texts.begin()->second;
                                });
            if (isSame) continue;
            for (const auto& [i, text] : texts) titles[i] += ", " + (text.empty() ? "own " + key : key + " = " + text);
        }
    }
}

std::vector<std::string> labelsOf(const Scenario& scenario) {
    std::vector<std::string> labels;
    std::vector<const ScheduleEntry*> entries;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        const ScheduleEntry& entry = scenario.schedules[i];
        entries.push_back(&entry);
        labels.push_back(entry.label ? *entry.label : displayTitle(scenario, i));
    }
    tellApart(entries, labels);
    return labels;
}

std::vector<ScheduleEntry> foundingSchedules() {
    std::vector<ScheduleEntry> entries;
    for (const ScheduleKind* kind : {&kGpipe, &kOneFOneB, &kInterleavedOneFOneB, &kHanayo, &kZbH1})
        entries.push_back(entryOf(Family::Schedule, std::string(kind->id)));
    return entries;
}

namespace {

std::string entryPath(std::size_t index) { return "schedules[" + std::to_string(index) + "]"; }

Result<void> checkSchemeEntry(const Scenario& scenario, std::size_t index, const KeyPath& pathOf) {
    ResolvedSchedule resolved = resolve(scenario, index);
    const Scheme& scheme = *resolved.scheme;
    Workload& workload = resolved.workload;
    if (auto ok = checkWorkload(workload, pathOf); !ok) return ok;
    workload.timeBasis = TimeBasis::Chunk;
    workload.chunks = scheme.stages;
    const TimeBound bound = timeBound(workload, scheme.ops());
    const double fetches = scheme.fetch * kMicroUnits * static_cast<double>(scheme.ops());
    if (bound.microUnits + fetches <= static_cast<double>(kMaxTime)) return {};
    return Error{
        "the times of all ops add up to more than the maximum (2^62 millionths of the unit); use smaller times or a "
        "larger unit",
        fetches > bound.microUnits ? entryPath(index) + ".fetch" : pathOf(bound.largestKey)};
}

Result<void> checkEntry(const Scenario& scenario, std::size_t index) {
    const ScheduleEntry& entry = scenario.schedules[index];
    if (auto ok = checkValues(entry); !ok)
        return Error{ok.error().message,
                     ok.error().field.empty() ? entryPath(index) : entryPath(index) + "." + ok.error().field};
    const KeyPath pathOf = [&](std::string_view key) {
        return (hasKey(entry.own, key) ? entryPath(index) : "workload") + "." + std::string(key);
    };
    if (entry.family == Family::Scheme) return checkSchemeEntry(scenario, index, pathOf);
    const ResolvedSchedule resolved = resolve(scenario, index);
    if (entry.own != WorkloadPatch{})
        if (auto ok = checkWorkload(patched(scenario.workload, entry.own), pathOf); !ok) return ok;
    if (opsOf(resolved) > kMaxOps)
        return Error{withThousands(opsOf(resolved)) + " ops exceed the limit of " + withThousands(kMaxOps),
                     entryPath(index)};
    const TimeBound bound = timeBound(resolved.workload, opsOf(resolved));
    if (!(bound.microUnits <= static_cast<double>(kMaxTime))) {
        // If `weight` is not set, T_W is a share of the backward.
        const bool isDerived = bound.largestKey == "weight" && !resolved.workload.weight;
        return Error{
            "the times of all ops add up to more than the maximum (2^62 millionths of the unit); use smaller times or "
            "a larger unit",
            pathOf(isDerived ? "backward" : bound.largestKey)};
    }
    return {};
}

}  // namespace

Result<void> checkScheduleCount(std::size_t count) {
    if (count == 0) return Error{"needs at least one schedule", "schedules"};
    if (count <= kMaxSchedules) return {};
    return Error{withThousands(static_cast<long long>(count)) + " schedules exceed the limit of " +
                     withThousands(static_cast<long long>(kMaxSchedules)),
                 "schedules"};
}

Result<void> checkScenario(const Scenario& scenario) {
    if (auto ok = checkWorkload(scenario.workload, [](std::string_view key) { return "workload." + std::string(key); });
        !ok)
        return ok;
    if (auto ok = checkTraining(scenario.training); !ok) return ok;
    if (auto ok = checkScheduleCount(scenario.schedules.size()); !ok) return ok;
    const auto count = static_cast<long long>(scenario.schedules.size());
    if (const long long times = count * listedTimes(scenario.workload); times > kMaxListedTimes)
        return Error{withThousands(count) + " schedules would need " + withThousands(times) +
                         " listed times, more than the limit of " + withThousands(kMaxListedTimes) +
                         "; use fewer schedules or fewer devices",
                     "schedules"};
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (auto ok = checkEntry(scenario, i); !ok) return ok;
    return {};
}

}  // namespace bubblescope
