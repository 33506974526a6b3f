#include "engine/schemes/run_scheme.h"

#include "engine/schemes/list_scheduler.h"
#include "engine/sim/simulate.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr std::size_t kChoicesPerStopCheck = 1 << 12, kRowsPerStopCheck = 1 << 16;
constexpr std::size_t kTold = 4;  // of a longer list in a message

/// The lanes of a scheme's workers with room for all of their ops, still unset. Workers reach new pages all at the same
/// time.
Result<Program> emptyProgram(const PlacedOps& placed, bool fetches, const std::stop_token& stop) {
    const auto workers = static_cast<std::size_t>(placed.workers);
    std::vector<std::size_t> ops(workers), fetched(workers);
    for (std::size_t row = 0; row < placed.rows(); ++row) {
        if (row % kRowsPerStopCheck == 0 && stop.stop_requested()) return cancelled();
        ++ops[placed.compute[row]];
        if (fetches && placed.compute[row] != placed.store[row]) ++fetched[placed.compute[row]];
    }
    Program program;
    program.workers = placed.workers;
    program.stages = placed.stages;
    program.microbatches = placed.batches;
    program.kinds = {OpKind::Forward, OpKind::Backward};
    if (fetches) program.kinds = {OpKind::Forward, OpKind::Backward, OpKind::FetchForward, OpKind::FetchBackward};
    std::size_t end = 0;
    for (std::size_t worker = 0; worker < workers; ++worker) {
        const WorkerId id(static_cast<std::int64_t>(worker));
        addLane(program, id, Role::Compute, ops[worker], end);
        if (fetched[worker] > 0) addLane(program, id, Role::Fetch, fetched[worker], end);
    }
    program.ops = touchedColumn<Op>(end, stop);
    program.needs.rowOfStep = touchedColumn<std::uint32_t>(placed.rows(), stop);
    if (program.ops.empty() || program.needs.rowOfStep.empty()) return cancelled();
    return program;
}

/// The scheme's workers, each with the number of distinct stages that it computes where their weights are stored.
Result<std::vector<SchemeWorker>> withStorage(const PlacedOps& placed, const std::stop_token& stop) {
    std::vector<SchemeWorker> workers(static_cast<std::size_t>(placed.workers));
    std::vector<std::size_t> lastStage(workers.size(), placed.chain());
    const std::size_t chain = placed.chain();
    for (std::size_t stage = 0; stage < chain / 2; ++stage)
        for (std::size_t row = 0; row < placed.rows(); row += chain) {
            if (row % kRowsPerStopCheck < chain && stop.stop_requested()) return cancelled();
            for (const std::size_t at : {row + stage, row + chain - 1 - stage}) {
                const std::size_t worker = placed.compute[at];
                if (worker != placed.store[at] || lastStage[worker] == stage) continue;
                lastStage[worker] = stage;
                ++workers[worker].weightStorage;
            }
        }
    return workers;
}

/// The activations that a worker stores. Only the first are listed, as there may be as many as ops.
struct HeldList {
    std::string text;
    std::size_t count = 0;

    void add(std::size_t stage, std::size_t batch) {
        if (count++ >= kTold) return;
        text += (text.empty() ? "" : ", ") + ("stage " + std::to_string(stage));
        text += " of batch " + std::to_string(batch);
    }
    /// "stage 0 of batch 1, stage 0 of batch 2 and 40 more".
    std::string all() const { return count > kTold ? text + " and " + std::to_string(count - kTold) + " more" : text; }
};

/// Lists the activations of each worker when the cap lets no forward start any more. In that state every waiting batch
/// is still in its forwards.
Error deadlock(const PlacedOps& placed, const ListScheduler& scheduler, int cap, std::size_t ran) {
    const std::size_t chain = placed.chain();
    const auto holderOf = [&](std::size_t batch, std::size_t stage) {
        return std::size_t{placed.compute[batch * chain + chain - 1 - stage]};
    };
    const auto waitingBatches = [&](auto visit) {
        for (std::size_t batch = 0; batch < static_cast<std::size_t>(placed.batches); ++batch)
            if (scheduler.nextStep(batch) < chain) visit(batch, scheduler.nextStep(batch));
    };
    std::vector<HeldList> held(static_cast<std::size_t>(placed.workers));
    std::vector<std::size_t> holders;
    waitingBatches([&](std::size_t batch, std::size_t next) {
        holders.push_back(holderOf(batch, next));
        for (std::size_t stage = 0; stage < next; ++stage) held[holderOf(batch, stage)].add(stage, batch);
    });
    std::sort(holders.begin(), holders.end());
    holders.erase(std::unique(holders.begin(), holders.end()), holders.end());
    std::string text = "deadlock after " + std::to_string(ran) + " of " + std::to_string(placed.rows()) +
                       " ops: every remaining forward needs memory on a worker that already stores activation_cap = " +
                       std::to_string(cap) + ": ";
    for (std::size_t i = 0; i < std::min(holders.size(), kTold); ++i)
        text += (i == 0 ? "" : "; ") + ("worker " + std::to_string(holders[i])) + " stores " + held[holders[i]].all();
    if (holders.size() > kTold) text += "; full workers not listed: " + std::to_string(holders.size() - kTold);
    return {text, "activation_cap"};
}

/// Records choices and their statistics.
class Recorder {
public:
    Recorder(const PlacedOps& placed, Time fetch, Program program, std::vector<SchemeWorker> workers, Timeline unset)
        : m_placed(placed),
          m_fetch(fetch),
          m_program(std::move(program)),
          m_timeline(std::move(unset)),
          m_workers(std::move(workers)) {
        m_next.resize(m_workers.size());
        m_nextFetch.resize(m_workers.size());
        m_computeLane.resize(m_workers.size());
        m_load->peakActivations.resize(m_program.lanes.size());
        for (std::size_t lane = 0; lane < m_program.lanes.size(); ++lane) {
            const bool isCompute = m_program.lanes[lane].role == Role::Compute;
            const std::size_t worker = m_program.lanes[lane].worker.index();
            if (isCompute) m_computeLane[worker] = lane;
            (isCompute ? m_next : m_nextFetch)[worker] = m_program.lanes[lane].begin;
        }
    }

    void add(const ListChoice& choice, const ListScheduler& scheduler) {
        const std::size_t chain = m_placed.chain(), batch = choice.row / chain, step = choice.row % chain;
        const bool isBackward = m_placed.isBackward(step);
        const std::size_t id = m_placed.compute[choice.row];
        const auto op = [&](OpKind forward, OpKind backward) {
            return Op(isBackward ? backward : forward, static_cast<std::int64_t>(m_placed.stageOf(step)),
                      static_cast<std::int64_t>(batch));
        };
        m_program.needs.rowOfStep[choice.row] = static_cast<std::uint32_t>(m_next[id]);
        put(m_next[id]++, op(OpKind::Forward, OpKind::Backward), choice.start, choice.end);
        if (choice.fetchStart)
            put(m_nextFetch[id]++, op(OpKind::FetchForward, OpKind::FetchBackward), *choice.fetchStart,
                *choice.fetchStart + m_fetch);
        m_timeline.latestEnd = std::max(m_timeline.latestEnd, choice.end);

        SchemeWorker& worker = m_workers[id];
        const auto here = static_cast<std::int32_t>(id);
        const std::int32_t before = step == 0 ? m_placed.startWorker[batch] : m_placed.compute[choice.row - 1];
        if (id != m_placed.store[choice.row]) ++worker.weightTransmissions;
        if (before != here) ++worker.activationTransmissions;
        if (!isBackward && m_placed.compute[choice.row + chain - 1 - 2 * step] != id) ++worker.activationTransmissions;
        worker.peakActivations = std::max(worker.peakActivations, scheduler.held(id));
        worker.busy += choice.end - choice.start;
    }

    SchemeRun finish(PlacedOps placed) && {
        for (std::size_t worker = 0; worker < m_workers.size(); ++worker)
            m_load->peakActivations[m_computeLane[worker]] = m_workers[worker].peakActivations;
        m_timeline.program = std::make_shared<const Program>(std::move(m_program));
        return {std::make_shared<const Timeline>(std::move(m_timeline)),
                std::move(m_load),
                std::move(m_workers),
                std::move(placed.store),
                {}};
    }

private:
    void put(Row row, Op op, Time start, Time end) {
        m_program.ops[row] = op;
        m_timeline.start[row] = start;
        m_timeline.end[row] = end;
    }

    const PlacedOps& m_placed;
    Time m_fetch;
    Program m_program;
    Timeline m_timeline;
    std::vector<SchemeWorker> m_workers;
    std::shared_ptr<ProgramLoad> m_load = std::make_shared<ProgramLoad>();
    std::vector<std::size_t> m_computeLane;  // of a worker
    std::vector<Row> m_next, m_nextFetch;    // of a worker's lanes
};

/// Everything except held activations, which need the memory that this frees.
Result<SchemeRun> scheduled(const Scheme& scheme, const Durations& durations, const std::stop_token& stop,
                            std::atomic<std::size_t>* ran) {
    Result<PlacedOps> placed = placeOps(scheme, stop);
    if (!placed) return placed.error();
    const Time fetch = toTime(scheme.fetch);
    Result<Program> program = emptyProgram(*placed, fetch > 0, stop);
    if (!program) return program.error();
    Result<std::vector<SchemeWorker>> workers = withStorage(*placed, stop);
    if (!workers) return workers.error();
    ListScheduler scheduler(*placed, {&durations, fetch, scheme.activationCap, stop});
    Timeline unset;
    unset.start = touchedColumn<Time>(program->ops.size(), stop);
    unset.end = touchedColumn<Time>(program->ops.size(), stop);
    Recorder recorder(*placed, fetch, std::move(*program), std::move(*workers), std::move(unset));
    for (std::size_t done = 0; done < placed->rows(); ++done) {
        if (done % kChoicesPerStopCheck == 0) {
            if (stop.stop_requested()) return cancelled();
            if (ran) *ran = done;
        }
        const auto choice = scheduler.next();
        if (!choice) return deadlock(*placed, scheduler, *scheme.activationCap, done);
        recorder.add(*choice, scheduler);
    }
    if (ran) *ran = placed->rows();
    return std::move(recorder).finish(std::move(*placed));
}

}  // namespace

std::uint64_t SchemeRun::bytes() const {
    std::uint64_t all =
        storeWorker.size() * sizeof(std::uint16_t) + timeline->program->needs.rowOfStep.size() * sizeof(std::uint32_t);
    for (const HeldActivations& worker : held) all += worker.bytes();
    return all;
}

double SchemeRun::throughput() const {
    const Program& program = *timeline->program;
    if (latency() == 0) return 0;
    return static_cast<double>(program.needs.rowOfStep.size()) / toUnits(latency()) / program.workers;
}

Durations unitDurations(int workers) {
    Workload workload;
    workload.devices = workers;
    workload.chunks = 1;
    workload.forward = 1.0;
    workload.backward = 2.0;
    return toDurations(workload);
}

Result<SchemeRun> runScheme(const Scheme& scheme, const Durations& durations, std::stop_token stop,
                            std::atomic<std::size_t>* ran) {
    Result<SchemeRun> run = scheduled(scheme, durations, stop, ran);
    if (!run) return run;
    run->held = heldActivations(*run->timeline, {}, stop);
    if (run->held.empty()) return cancelled();
    return run;
}

std::uint64_t bytesPerOp(const Scheme& scheme) {
    constexpr std::uint64_t kWorker = sizeof(PlacedOps::Worker), kStep = sizeof(std::uint32_t);
    constexpr std::uint64_t kHeld = sizeof(Time) + sizeof(std::int32_t), kBatch = 40;
    constexpr std::uint64_t kRow = sizeof(Op) + 2 * sizeof(Time), kTwoRowsOfSums = 5;
    const std::uint64_t lanes = scheme.fetch > 0 ? 2 : 1;
    const bool hasFormula = scheme.priority != kOldestBatchFirst && scheme.priority != kOldestStageFirst;
    // Memory that only scheduling needs is freed before sums are made.
    const std::uint64_t scheduling =
        kWorker + (hasFormula ? sizeof(double) : 0) + kBatch / (2 * static_cast<std::uint64_t>(scheme.stages));
    return kRow * lanes + kStep + kWorker + kHeld + std::max(scheduling, (kTwoRowsOfSums * lanes + 1) / 2);
}

}  // namespace bubblescope
