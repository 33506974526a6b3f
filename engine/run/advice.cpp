#include "engine/run/advice.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// What a schedule runs, alone: nothing is shared with others, so a change is a change of the workload.
struct Trial {
    Workload workload;
    const ScheduleKind* kind;
    std::optional<Scheme> scheme;

    Scenario scenario() const {
        Scenario out;
        out.workload = workload;
        out.schedules = {{std::string(kind->id), {}, {}, scheme}};
        return out;
    }
};

struct Change {
    std::string name;
    std::string note;
    Trial trial;
};

/// Changes to one trial.
class Changes {
public:
    explicit Changes(const Trial& now) : m_now(now) {}

    template <class Edit>
    void add(std::string name, std::string note, Edit edit) {
        Trial changed = m_now;
        edit(changed);
        m_all.push_back({std::move(name), std::move(note), std::move(changed)});
    }
    std::vector<Change> all() && { return std::move(m_all); }

private:
    const Trial& m_now;
    std::vector<Change> m_all;
};

void addFreeTransfers(Changes& changes, const Workload& workload) {
    if (workload.devices > 1 && largest(workload.comm) > 0)
        changes.add("T_C = 0", {}, [](Trial& trial) { trial.workload.comm = 0.0; });
}

void addEqualWork(Changes& changes, const Workload& workload) {
    if (workload.recompute > 0) changes.add("r = 0", {}, [](Trial& trial) { trial.workload.recompute = 0; });
    if (workload.imbalance > 0) changes.add("x = 0", {}, [](Trial& trial) { trial.workload.imbalance = 0; });
}

std::vector<Change> changesOfScheme(const Trial& now) {
    Changes changes(now);
    const Scheme& scheme = *now.scheme;
    if (scheme.workloadTimes) {
        addFreeTransfers(changes, now.workload);
        addEqualWork(changes, now.workload);
    }
    if (2 * scheme.batches <= kMaxMicrobatches)
        changes.add(std::to_string(2 * scheme.batches) + " batches", "each",
                    [](Trial& trial) { trial.scheme->batches *= 2; });
    if (scheme.fetch > 0) changes.add("fetch = 0", {}, [](Trial& trial) { trial.scheme->fetch = 0; });
    if (scheme.activationCap) changes.add("no cap", {}, [](Trial& trial) { trial.scheme->activationCap.reset(); });
    for (const auto& [name, title] :
         {std::pair{kOldestBatchFirst, "oldest batch first"}, {kOldestStageFirst, "oldest stage first"}})
        if (scheme.priority != name)
            changes.add(title, {}, [name = name](Trial& trial) { trial.scheme->priority = name; });
    return std::move(changes).all();
}

std::vector<Change> changesOf(const Trial& now) {
    if (now.scheme) return changesOfScheme(now);
    Changes changes(now);
    const Workload& workload = now.workload;
    // With times of chunks, other chunks are other work, and nothing could be compared.
    const bool isSameWork = workload.timeBasis == TimeBasis::Microbatch || workload.chunks == 1;

    addFreeTransfers(changes, workload);
    if (2 * workload.microbatches <= kMaxMicrobatches)
        changes.add("MBS = " + std::to_string(2 * workload.microbatches), "each",
                    [](Trial& trial) { trial.workload.microbatches *= 2; });
    if (!now.kind->splitsBackward && isSameWork)
        changes.add("split backward", std::string(kZbH1.title), [](Trial& trial) {
            trial.kind = &kZbH1;
            trial.workload.chunks = 1;
        });
    addEqualWork(changes, workload);
    if (now.kind->hasChunks && workload.timeBasis == TimeBasis::Microbatch && 2 * workload.chunks <= kMaxChunks)
        changes.add(now.kind->variant(2 * workload.chunks), {}, [](Trial& trial) { trial.workload.chunks *= 2; });
    return std::move(changes).all();
}

}  // namespace

std::vector<Advice> advise(const Scenario& scenario, std::size_t index, const Run& now, std::stop_token stop,
                           long long maxOps, SharedMemory* memory) {
    const ResolvedSchedule present = resolve(scenario, index);
    std::vector<Advice> advices;
    const Time total = now.metrics.totalTime;
    if (total == 0) return advices;
    const Run before = withoutNewOrder(now);
    for (const Change& change : changesOf({present.workload, present.kind, present.scheme})) {
        const Scenario changed = change.trial.scenario();
        if (resolve(changed, 0).ops() > maxOps || !checkScenario(changed)) continue;
        const auto part = memory ? memory->take(bytesOfRun(changed, 0, &before), stop) : nullptr;
        if (stop.stop_requested()) return {};
        if (memory && !part) continue;
        const RunResult result = run(changed, 0, stop, &before);
        if (stop.stop_requested()) return {};
        if (!result) continue;
        // Equal work compares in whole micro-units; only other numbers of microbatches need a quotient.
        const int microbatches = (*result)->schedule.workload.microbatches;
        const double share = static_cast<double>(present.workload.microbatches) / microbatches;
        const bool isEach = share != 1;
        const double time = toUnits((*result)->metrics.totalTime);
        const double relative = time * share / toUnits(total) - 1;
        if (relative >= 0) continue;
        advices.push_back({change.name, isEach ? time / microbatches : time, relative, change.note});
    }
    std::stable_sort(advices.begin(), advices.end(),
                     [](const Advice& a, const Advice& b) { return a.relative < b.relative; });
    return advices;
}

Verdict judge(const std::vector<std::shared_ptr<const Run>>& runs) {
    Verdict verdict;
    std::vector<std::size_t> ran;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i]) ran.push_back(i);
    if (ran.empty()) return verdict;
    const auto microbatches = [&](std::size_t i) { return runs[i]->schedule.workload.microbatches; };
    for (std::size_t i : ran) verdict.perMicrobatch |= microbatches(i) != microbatches(ran[0]);
    // The exact total where all do the same number, so that ties are ties.
    const auto time = [&](std::size_t i) {
        const auto total = static_cast<double>(runs[i]->metrics.totalTime);
        return verdict.perMicrobatch ? total / microbatches(i) : total;
    };
    const auto isEqual = [&](std::size_t a, std::size_t b) {
        return verdict.perMicrobatch ? time(a) == time(b) : runs[a]->metrics.totalTime == runs[b]->metrics.totalTime;
    };
    std::stable_sort(ran.begin(), ran.end(), [&](std::size_t a, std::size_t b) {
        return verdict.perMicrobatch ? time(a) < time(b) : runs[a]->metrics.totalTime < runs[b]->metrics.totalTime;
    });
    verdict.overBound = runs[ran[0]]->metrics.overBound();
    for (std::size_t i : ran) {
        if (isEqual(i, ran[0])) {
            verdict.fastest.push_back(i);
            verdict.overBound = std::min(verdict.overBound, runs[i]->metrics.overBound());
        } else if (!verdict.next) {
            verdict.next = i;
            verdict.lessThanNext = 1 - time(ran[0]) / time(i);
        }
    }
    return verdict;
}

}  // namespace bubblescope
