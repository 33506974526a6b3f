#include "engine/results/trial.h"

#include "engine/core/text.h"
#include "engine/entries/model_edits.h"
#include "engine/entries/resolve.h"
#include "engine/schedules/efforts.h"
#include "engine/schedules/group_walk.h"
#include "engine/schemes/scheme.h"
#include "engine/steps/pipeline.h"
#include "engine/steps/shared_keys.h"
#include "engine/transformers/trained_model.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// The factor by which an imbalance slows a device.
double stretch(const Workload& workload, int device) {
    return device == 0 || device + 1 == workload.devices ? 1 + workload.imbalance : 1;
}

/// The time of every device if `times`, including an imbalance where it applies, and the extra load of the first and
/// the last stage are spread evenly.
double evenTime(const Workload& workload, const PerDevice& times, bool isStretched, double extra) {
    double sum = workload.timeBasis == TimeBasis::Chunk ? extra / (workload.chunks * workload.pieces) : extra;
    for (int device = 0; device < workload.devices; ++device)
        sum += at(times, static_cast<std::size_t>(device)) * (isStretched ? stretch(workload, device) : 1);
    return sum / workload.devices;
}

bool isEven(const Workload& workload, const PerDevice& times, bool isStretched) {
    const auto timeOf = [&](int device) {
        return at(times, static_cast<std::size_t>(device)) * (isStretched ? stretch(workload, device) : 1);
    };
    for (int device = 1; device < workload.devices; ++device)
        if (timeOf(device) != timeOf(0)) return false;
    return true;
}

/// The same work in balanced stages; nothing if they already are.
std::optional<Workload> withEvenStages(const Workload& now, const ScheduleKind& kind) {
    const bool hasHalves = kind.splitsBackward, hasPairs = kind.runsPairs && now.forwardBackward;
    const StageTimes none;
    const bool isLevel = isEven(now, now.forward, true) && isEven(now, now.backward, true) && now.embedding == none &&
                         now.head == none && (!hasHalves || !now.weight || isEven(now, *now.weight, false)) &&
                         (!hasPairs || isEven(now, *now.forwardBackward, true));
    if (isLevel || now.devices == 1) return std::nullopt;
    Workload even = now;
    const double forward = now.embedding.forward + now.head.forward;
    const double backward = now.embedding.backward + now.head.backward, ofWeights = now.weightFraction * backward;
    even.forward = evenTime(now, now.forward, true, forward);
    even.backward = evenTime(now, now.backward, true, backward);
    if (now.forwardBackward) even.forwardBackward = evenTime(now, *now.forwardBackward, true, forward + backward);
    if (now.weight)
        even.weight = evenTime(now, *now.weight, false, ofWeights);
    else if (hasHalves && now.imbalance > 0)  // which only affects grad input
        even.weight = now.weightFraction * evenTime(now, now.backward, false, backward);
    even.imbalance = 0;
    even.embedding = even.head = none;
    return even;
}

/// Changes to one trial.
class Changes {
public:
    explicit Changes(const Trial& now) : m_now(now) {}

    template <class Edit>
    void add(ChangeKind kind, std::string name, Edit edit, std::string note = {}) {
        Trial changed = m_now;
        edit(changed);
        m_all.push_back({kind, std::move(name), std::move(note), std::move(changed)});
    }
    std::vector<Change> all() && { return std::move(m_all); }

private:
    const Trial& m_now;
    std::vector<Change> m_all;
};

/// Changes of op and transfer times.
void addTimes(Changes& changes, const Trial& now) {
    const Workload& workload = now.workload;
    if (workload.devices > 1 && largest(workload.comm) > 0)
        changes.add(ChangeKind::FreeTransfers, "free transfers", [](Trial& trial) { trial.workload.comm = 0.0; });
    if (const auto even = withEvenStages(workload, *now.kind))
        changes.add(ChangeKind::EvenStages, "balanced stages", [&](Trial& trial) { trial.workload = *even; });
    if (workload.recompute > 0)
        for (const double less : {0.0, workload.recompute / 2})
            changes.add(ChangeKind::LessRecompute, "r = " + numberText(less),
                        [less](Trial& trial) { trial.workload.recompute = less; });
}

void addChunks(Changes& changes, const Trial& now, ChangeKind kind, int chunks) {
    if (chunks >= 1 && chunks <= kMaxChunks)
        changes.add(kind, now.kind->variant(chunks), [&](Trial& trial) { trial.workload.chunks = chunks; });
}

/// The numbers of chunks for another kind: as many as requested, or the nearest that it supports.
std::vector<int> chunksOf(const ScheduleKind& kind, const Trial& now) {
    if (!kind.hasChunks) return {kind.chunksOf({})};
    ScheduleInput input{now.workload.devices, now.workload.microbatches, now.otherChunks, {}, {}, {}, &now.workload};
    if (!kind.fits || kind.fits(input)) return {now.otherChunks};
    std::vector<int> nearest;
    for (int step = 1; nearest.empty() && step < kMaxChunks; ++step)
        for (const int chunks : {now.otherChunks - step, now.otherChunks + step}) {
            input.chunks = chunks;
            if (chunks >= 1 && chunks <= kMaxChunks && kind.fits(input)) nearest.push_back(chunks);
        }
    return nearest;
}

void addKind(Changes& changes, const Trial& now, const ScheduleKind& kind, int chunks) {
    const int pieces = kind.piecesBy ? kind.piecesBy({}) : 1;
    // With times per chunk, other chunks or pieces are other work, so the runs are not comparable.
    const bool isCutAlike = chunks == now.workload.chunks && pieces == now.workload.pieces;
    if (now.workload.timeBasis == TimeBasis::Chunk && !isCutAlike) return;
    const auto become = [&](Trial& trial) {
        trial.kind = &kind;
        trial.workload.chunks = chunks;
        trial.workload.pieces = pieces;
        trial.values.clear();
        if (kind.parameter("effort")) trial.values = {{"effort", {kTrialEffort}}};
    };
    const std::string title =
        kind.variant ? std::string(kind.title) + ", " + kind.variant(chunks) : std::string(kind.title);
    if (kind.splitsBackward && !now.kind->splitsBackward)
        return changes.add(ChangeKind::SplitBackward, "split backward", become, title);
    std::string note;
    if (kind.hasChunks && chunks != now.otherChunks)
        note = "v = " + std::to_string(chunks) + ", as " + std::to_string(now.otherChunks) + " is not possible";
    changes.add(ChangeKind::OtherKind, title, become, note);
}

void addKinds(Changes& changes, const Trial& now) {
    for (const ScheduleKind* kind : generatedSchedules())
        if (kind != now.kind)
            for (const int chunks : chunksOf(*kind, now)) addKind(changes, now, *kind, chunks);
}

std::vector<Change> changesOfScheme(const Trial& now) {
    Changes changes(now);
    const Scheme scheme = schemeOf(now.scenario().schedules.front());
    const auto set = [](std::string_view key, ParameterValue value) {
        return [=](Trial& trial) { setNamed(trial.values, key, value); };
    };
    const auto remove = [](std::string_view key) { return [=](Trial& trial) { removeNamed(trial.values, key); }; };
    if (scheme.workloadTimes) addTimes(changes, now);
    if (2 * scheme.batches <= kMaxMicrobatches)
        changes.add(ChangeKind::TwiceMicrobatches, std::to_string(2 * scheme.batches) + " batches",
                    set("batches", {2 * scheme.batches}));
    if (scheme.fetch > 0) changes.add(ChangeKind::FreeFetches, "free fetches", remove(kFetch));
    if (scheme.activationCap) changes.add(ChangeKind::NoCap, "no activation cap", remove(kActivationCap));
    for (const auto& [name, title] :
         {std::pair{kOldestBatchFirst, "oldest batch first"}, {kOldestStageFirst, "oldest stage first"}})
        if (scheme.priority != name)
            changes.add(ChangeKind::OtherPriority, title, set("priority", {std::string(name)}));
    return std::move(changes).all();
}

/// The communication times of a step, by key.
constexpr std::string_view kCommunication[] = {"all_reduce",   "all_gather",   "reduce_scatter",  "all_to_all",
                                               "hop",          "grad_sync",    "broadcast_x",     "broadcast_w",
                                               "all_gather_x", "all_gather_w", "reduce_scatter_y"};

/// The same times with all communication twice as fast.
ParameterValue::Object withFastCommunication(ParameterValue::Object times) {
    for (NamedValue& one : times) {
        if (std::find(std::begin(kCommunication), std::end(kCommunication), one.name) == std::end(kCommunication))
            continue;
        if (auto* number = std::get_if<double>(&one.value.held)) *number /= 2;
        if (auto* list = std::get_if<ParameterValue::List>(&one.value.held))
            for (ParameterValue& value : *list) std::get<double>(value.held) /= 2;
    }
    return times;
}

/// The name of a step's change to a key; a change without a line here is shown as "key = value".
std::string_view nameOfChange(std::string_view key, std::string_view value) {
    struct Named {
        std::string_view key, value, name;
    };
    static constexpr Named kNamed[] = {
        {"comm_lanes", "split", "separate communicators"},
        {"comm_lanes", "one", "one communicator"},
        {"reshard_after_forward", "no", "no reshard after forward"},
        {"reshard_after_forward", "yes", "reshard after forward"},
        {"keep_last", "no", "reshard the last unit"},
        {"keep_last", "yes", "keep the last unit gathered"},
        {"gather", "overlap", "gather during forwards"},
        {"gather", "after", "gather after the optimizer"},
        {"overlap", "wgrad", "grad weight during communication"},
        {"overlap", "none", "grad weight before communication"},
        {"overlap", "yes", "send next blocks ahead"},
        {"overlap", "pipelined", "communication beside its product"},
        {"accumulate", "each", "reduce after each microbatch"},
        {"accumulate", "last", "reduce after the last microbatch"},
        {"accumulate", "scatter", "scatter each, sum at the end"},
        {"dispatch", "deduplicated", "send tokens to a node once"},
        {"dispatch", "all-to-all", "send tokens to each expert"},
        {"zero", "0", "no ZeRO"},
        {"zero", "1", "ZeRO-1"},
        {"zero", "2", "ZeRO-2"},
        {"zero", "3", "ZeRO-3"},
        {"sync", "overlap", "sum gradients during compute"},
        {"sync", "end", "sum gradients at the end"},
        {"unshard", "once", "gather each chunk once"},
        {"unshard", "always", "gather before every op"},
        {"unshard", "actions", "gather by PyTorch's actions"},
        {"balance", "headtail", "balance head and tail"},
        {"host", "streamed", "host during the backward"},
        {"delayed", "yes", "delay the update by one step"},
    };
    const auto at = std::find_if(std::begin(kNamed), std::end(kNamed),
                                 [&](const Named& one) { return one.key == key && one.value == value; });
    return at == std::end(kNamed) ? std::string_view() : at->name;
}

/// Another attention and other recompute settings for a model's step, and meshes on as many devices in which one axis
/// is up to eight times larger or smaller; these also with flash attention.
void addTraining(Changes& changes, const Scenario& alone) {
    constexpr int kFarthest = 8;
    const auto become = [&](const Scenario& other) { return [&](Trial& trial) { trial = trialOf(other, 0); }; };
    const auto model = modelOf(modelOfStep(alone, 0));
    const bool isFlash = model && model->attention == Attention::Flash;
    const auto withFlash = [](const Scenario& scenario) {
        return withTrainingValue(scenario, 0, "model.attention", ParameterValue{std::string("flash")});
    };
    if (model && !isFlash) changes.add(ChangeKind::OtherRecompute, "flash attention", become(withFlash(alone)));
    for (std::size_t i = 0; model && i < std::size(kRecomputes); ++i) {
        const auto recompute = static_cast<Recompute>(i);
        // With flash attention there is nothing of its core to recompute.
        if (recompute == model->recompute || (isFlash && recompute == Recompute::Selective)) continue;
        changes.add(ChangeKind::OtherRecompute, std::string(nameOf(recompute)),
                    become(withRecompute(alone, 0, recompute)));
    }
    const Mesh now = meshOf(alone, 0);
    std::vector<Mesh> meshes{now};
    for (const MeshAxis axis : {MeshAxis::Tp, MeshAxis::Cp, MeshAxis::Pp, MeshAxis::Dp, MeshAxis::Ep})
        for (const AxisChoice& choice : axisChoices(alone, 0, axis)) {
            const bool isFar = choice.size > kFarthest * now[axis] || choice.size * kFarthest < now[axis];
            if (isFar || !choice.why.empty() || std::ranges::find(meshes, choice.mesh) != meshes.end()) continue;
            meshes.push_back(choice.mesh);
            const Scenario other = withMesh(alone, 0, choice.mesh);
            changes.add(ChangeKind::OtherMesh, meshText(choice.mesh), become(other));
            if (model && !isFlash)
                changes.add(ChangeKind::OtherMesh, meshText(choice.mesh) + ", flash", become(withFlash(other)));
        }
}

/// For each key of a step that is a matter of choice, the values next to the present one.
std::vector<Change> changesOfStep(const Trial& now) {
    constexpr std::string_view kDeeper[] = {"prefetch_forward", "prefetch_backward", "rs_limit"};
    constexpr std::string_view kDoubled[] = {"sync_pieces", "bucket_mb"};
    // These keys describe another model or measurement, not another way to run this one.
    constexpr std::string_view kGiven[] = {"mask", "pass", "buckets", "duplex", "reduce", "scatter_hops"};
    const Scenario alone = now.scenario();
    const bool isModels = isOfModel(alone, 0);
    Changes changes(now);
    const auto isIn = [](const auto& names, std::string_view key) {
        return std::find(std::begin(names), std::end(names), key) != std::end(names);
    };
    for (const Parameter& parameter : now.kind->parameters) {
        const std::string key(parameter.key);
        if (isIn(kGiven, key)) continue;
        std::string word = key;
        std::replace(word.begin(), word.end(), '_', ' ');
        const auto value = valueNamed(now.values, key);
        const auto add = [&](ParameterValue other, const std::string& text) {
            const std::string_view name = nameOfChange(key, text);
            changes.add(ChangeKind::OtherValue, name.empty() ? word + " = " + text : std::string(name),
                        [&](Trial& trial) { setNamed(trial.values, key, std::move(other)); });
        };
        if (key == kZeroParameter.key && isModels) {
            const int present = value ? std::get<int>(value->held) : static_cast<int>(*parameter.usual);
            for (int stage = 0; stage <= static_cast<int>(parameter.most); ++stage)
                if (stage != present) add({stage}, std::to_string(stage));
        } else if (parameter.type == ParameterType::Choice) {
            std::string present = value ? std::get<std::string>(value->held) : std::string(parameter.choices[0]);
            if (key == kAccumulateParameter.key)
                if (const auto setup = setUp(resolve(alone, 0)))
                    present = kAccumulates[static_cast<std::size_t>(accumulateOf(*setup))];
            for (const std::string_view choice : parameter.choices)
                if (choice != present) add({std::string(choice)}, std::string(choice));
        } else if (parameter.type == ParameterType::Flag) {
            const bool isOn = value ? std::get<bool>(value->held) : parameter.usual.value_or(0) != 0;
            add({!isOn}, isOn ? "no" : "yes");
        } else if (isIn(kDeeper, key) || isIn(kDoubled, key)) {
            const double present = !value                                     ? parameter.usual.value_or(1)
                                   : std::holds_alternative<int>(value->held) ? std::get<int>(value->held)
                                                                              : std::get<double>(value->held);
            const double more = isIn(kDeeper, key) ? present + 1 : 2 * present;
            const bool isWhole = parameter.type == ParameterType::Whole;
            const ParameterValue other = isWhole ? ParameterValue{static_cast<int>(more)} : ParameterValue{more};
            if (checkValue(other, parameter)) add(other, numberText(more));
        }
    }
    if (valueNamed(now.values, "slowdown"))
        changes.add(ChangeKind::AlikeRanks, "all ranks equally fast",
                    [](Trial& trial) { removeNamed(trial.values, "slowdown"); });
    if (const auto times = valueNamed(now.values, "times")) {
        const auto& present = std::get<ParameterValue::Object>(times->held);
        auto fast = withFastCommunication(present);
        if (fast != present)
            changes.add(ChangeKind::FastCommunication, "communication twice as fast",
                        [&](Trial& trial) { setNamed(trial.values, "times", {std::move(fast)}); });
    }
    if (isModels) addTraining(changes, alone);
    return std::move(changes).all();
}

}  // namespace

Scenario Trial::scenario() const {
    Scenario out;
    out.workload = workload;
    out.schedules = {{std::string(kind->id), {}, {}, kind->family, values}};
    return out;
}

Trial trialOf(const Scenario& scenario, std::size_t index) {
    const ResolvedSchedule now = resolve(scenario, index);
    const int chunks = patched(scenario.workload, scenario.schedules[index].own).chunks;
    constexpr int kFewestChunks = 2;  // with one, kinds with chunks equal those without
    return {now.workload, now.kind, now.values, std::max(chunks, kFewestChunks)};
}

Scenario applied(Scenario scenario, std::size_t index, const Trial& trial) {
    const Scenario before = scenario;
    if (scenario.schedules[index].family == Family::Step)
        if (const Mesh mesh = meshOf(trial.scenario(), 0); mesh != meshOf(scenario, index))
            scenario = withMesh(std::move(scenario), index, mesh);
    const Workload now = resolve(scenario, index).workload;
    ScheduleEntry& entry = scenario.schedules[index];
    const bool isOtherKind = entry.kind != trial.kind->id;
    if (isOtherKind) {
        entry.kind = trial.kind->id;
        entry.label.reset();
        entry.own.chunks.reset();
        if (trial.kind->hasChunks && scenario.workload.chunks != trial.workload.chunks)
            entry.own.chunks = trial.workload.chunks;
    }
    if (entry.family != Family::Step) {
        entry.values = trial.values;
    } else {
        const auto mesh = valueNamed(entry.values, "mesh");
        entry.values = trial.values;
        for (const SharedKey& key : sharedKeys()) {
            const auto all = valueNamed(entry.values, key.parameter.key);
            if (!all) continue;
            auto own = beside(scenario.training.*key.member, std::get<ParameterValue::Object>(all->held));
            removeNamed(entry.values, key.parameter.key);
            if (key.parameter.key != "mesh" && !own.empty())
                setNamed(entry.values, key.parameter.key, {std::move(own)});
        }
        if (mesh) setNamed(entry.values, "mesh", *mesh);
    }
    const auto forEachChanged = [&](const auto& f) {
        forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto own) {
            const bool isTaken = takes(entry, key) && !(isOtherKind && key.key == "chunks");
            if (isTaken && now.*member != trial.workload.*member) f(key, member, own);
        });
    };
    // Keys that change together stay together. Times of chunks are spread over the chunks of this schedule.
    bool areOwn = now.timeBasis == TimeBasis::Chunk && trial.workload.microbatches == now.microbatches;
    forEachChanged([&](const WorkloadKey&, auto, auto own) { areOwn = areOwn || entry.own.*own; });
    forEachChanged([&](const WorkloadKey& key, auto member, auto own) {
        if (areOwn || key.key == "chunks")
            entry.own.*own = trial.workload.*member;
        else
            scenario.workload.*member = trial.workload.*member;
    });
    retellRecompute(before, scenario);
    return scenario;
}

std::vector<Change> changesOf(const Trial& now) {
    if (now.kind->family == Family::Scheme) return changesOfScheme(now);
    if (now.kind->family == Family::Step) return changesOfStep(now);
    Changes changes(now);
    const Workload& workload = now.workload;
    addTimes(changes, now);
    if (2 * workload.microbatches <= kMaxMicrobatches)
        changes.add(ChangeKind::TwiceMicrobatches, std::to_string(2 * workload.microbatches) + " microbatches",
                    [](Trial& trial) { trial.workload.microbatches *= 2; });
    if (now.kind->hasChunks && workload.timeBasis == TimeBasis::Microbatch) {
        addChunks(changes, now, ChangeKind::MoreChunks, 2 * workload.chunks);
        if (workload.chunks % 2 == 0) addChunks(changes, now, ChangeKind::FewerChunks, workload.chunks / 2);
    }
    if (now.kind->parameter(kWarmupParameter.key)) {
        const auto warmup = valueNamed(now.values, kWarmupParameter.key);
        const int more = (warmup ? std::get<int>(warmup->held) : 0) + 1;
        if (more <= workload.microbatches)
            changes.add(ChangeKind::MoreWarmup, "one more warm-up forward",
                        [more](Trial& trial) { setNamed(trial.values, kWarmupParameter.key, {more}); });
    }
    addKinds(changes, now);
    return std::move(changes).all();
}

}  // namespace bubblescope
