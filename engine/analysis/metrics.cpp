#include "engine/analysis/metrics.h"

#include "engine/analysis/held_count.h"

#include <algorithm>

namespace bubblescope {

double Metrics::peakActivations() const {
    double peak = 0;
    for (const WorkerMetrics& worker : workers) peak = std::max(peak, worker.peakActivations);
    return peak;
}

double Metrics::overBound() const {
    return lowerBound == 0 ? 0.0 : static_cast<double>(totalTime - lowerBound) / static_cast<double>(lowerBound);
}

namespace {

constexpr std::size_t kRowsPerStopCheck = 1 << 18;

/// The largest number of activations that a lane stores at once.
struct HeldPeak {
    HeldCount count;
    double peak = 0;

    void run(OpKind kind) {
        if (const double recomputed = count.recomputedBy(kind); recomputed > 0)
            peak = std::max(peak, count.held() + recomputed);
        count.run(kind);
        if (kind == OpKind::Forward) peak = std::max(peak, count.held());
    }
};

double ratio(double part, double whole) { return whole == 0 ? 0.0 : part / whole; }

}  // namespace

namespace {

/// The number of ops of each kind and stage.
std::vector<long long> countOps(const Program& program) {
    const auto stages = static_cast<std::size_t>(program.stagesOfAllLines());
    std::vector<long long> counts(stages * kPipelineKinds);
    const bool isMixed = program.kinds.has(OpKind::Backward) && program.kinds.has(OpKind::BackwardInput);
    for (std::size_t i = 0; i < counts.size() && !isMixed; ++i)
        if (program.kinds.has(static_cast<OpKind>(i % kPipelineKinds))) counts[i] = program.microbatchesALine();
    if (!isMixed) return counts;
    for (const RowRange& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; ++row) ++counts[program.ops[row].costIndex()];
    return counts;
}

/// By lane; empty if there are no pairs.
std::vector<long long> countPairs(const Program& program) {
    std::vector<long long> pairs;
    if (!program.hasPairs) return pairs;
    for (const RowRange& lane : program.lanes) {
        const auto begin = program.ops.data() + lane.begin;
        pairs.push_back(std::count_if(begin, begin + lane.size(), [](Op op) { return op.opensPair(); }));
    }
    return pairs;
}

}  // namespace

Holding holdingOf(const Workload& workload) {
    return {workload.weightHold, workload.recompute * (1 - workload.recomputeKeep)};
}

std::shared_ptr<const ProgramLoad> loadOf(const Program& program, const Holding& holding, std::stop_token stop) {
    auto load = std::make_shared<ProgramLoad>();
    load->holding = holding;
    load->peakActivations.resize(program.lanes.size());
    if (!program.needs.isByStage()) return load;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        const RowRange rows = program.lanes[lane];
        HeldPeak held{{holding}};
        for (Row row = rows.begin; row < rows.end;) {
            if (stop.stop_requested()) return nullptr;
            const Row pause = std::min(rows.end, row + kRowsPerStopCheck);
            for (; row < pause; ++row) held.run(program.ops[row].kind());
        }
        load->peakActivations[lane] = held.peak / (program.chunks() * program.pieces);
    }
    load->ops = countOps(program);
    load->pairs = countPairs(program);
    return load;
}

namespace {

/// The work of a lane, and how much of it is recompute.
struct LaneWork {
    Time busy = 0, recompute = 0;
};

/// For each lane that is work. Nothing if asked to stop.
std::vector<LaneWork> workOf(const Timeline& timeline, const Durations& durations, const ProgramLoad& load,
                             const std::stop_token& stop) {
    const Program& program = *timeline.program;
    const auto isRecomputing = [](OpKind kind) { return classOf(kind) == OpClass::Backward; };
    const auto recomputeOf = [&](std::size_t lane, StageId stage) -> Time {
        const WorkerId worker = program.lanes[lane].worker;
        if (worker.index() >= durations.inner.size()) return 0;
        return durations.timesOf(worker, program.placeOf(stage)).recompute;
    };
    std::vector<LaneWork> work(program.lanes.size());
    if (program.needs.isByStage() && !timeline.opTime.empty()) {
        for (std::size_t lane = 0; lane < load.pairs.size(); ++lane)
            work[lane].busy += load.pairs[lane] * durations.pairMoreOf(program.lanes[lane].worker);
        for (std::size_t i = 0; i < load.ops.size(); ++i) {
            const StageId stage(static_cast<int>(i / kPipelineKinds));
            const std::size_t lane = program.needs.laneOfStage[stage.index()].index();
            work[lane].busy += load.ops[i] * timeline.opTime[i];
            if (isRecomputing(static_cast<OpKind>(i % kPipelineKinds)))
                work[lane].recompute += load.ops[i] * recomputeOf(lane, stage);
        }
        return work;
    }
    for (std::size_t lane = 0; lane < work.size(); ++lane) {
        if (!program.lanes[lane].isWork()) continue;
        const RowRange rows = program.lanes[lane];
        for (Row row = rows.begin; row < rows.end; ++row) {
            if ((row - rows.begin) % kRowsPerStopCheck == 0 && stop.stop_requested()) return {};
            const Op op = program.ops[row];
            if (!op.closesPair()) work[lane].busy += timeline.end[row] - timeline.startOf(row);
            if (isRecomputing(op.kind())) work[lane].recompute += recomputeOf(lane, op.stage());
        }
    }
    return work;
}

/// How long a lane waits for its sends.
Time sendingIn(const Timeline& timeline, RowRange rows) {
    Time sending = 0;
    if (!timeline.sendTime.empty())
        for (Row row = rows.begin; row < rows.end; ++row) sending += timeline.sendAfter(row);
    return sending;
}

}  // namespace

Metrics measure(const Timeline& timeline, const Durations& durations, const ProgramLoad& load, std::stop_token stop) {
    const Program& program = *timeline.program;
    Metrics out;
    out.totalTime = timeline.totalTime();
    out.workers.resize(static_cast<std::size_t>(program.workers));

    const std::vector<LaneWork> works = workOf(timeline, durations, load, stop);
    if (stop.stop_requested()) return {};
    Time work = 0, recompute = 0, longestWork = 0, longestSpan = 0;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        if (!program.lanes[lane].isWork()) continue;
        const RowRange rows = program.lanes[lane];
        WorkerMetrics& worker = out.workers[program.lanes[lane].worker.index()];
        if (rows.size() == 0) {
            worker.idleWarmup = out.totalTime;
            continue;
        }
        worker.busy = works[lane].busy;
        worker.recompute = works[lane].recompute;
        const Time first = timeline.startOf(rows.begin), last = timeline.end[rows.end - 1];
        const Time lastSend = timeline.sendAfter(rows.end - 1);
        worker.sending = sendingIn(timeline, rows);
        worker.idleWarmup = first - timeline.earliestStart;
        worker.idleCooldown = timeline.latestEnd - last - lastSend;
        worker.idleWaiting = (last - first) - worker.busy - (worker.sending - lastSend);
        worker.peakActivations = load.peakActivations[lane];
        work += worker.busy;
        recompute += worker.recompute;
        longestWork = std::max(longestWork, worker.busy);
        longestSpan = std::max(longestSpan, last - first);
    }
    out.lowerBound = program.needs.isRegular() ? lowerBound(program, durations, load.pairs) : longestWork;

    if (out.totalTime == 0) return out;
    const double total = static_cast<double>(out.totalTime) * program.workers;
    const double ideal = static_cast<double>(work) / program.workers;
    out.bubbleRatio = 1.0 - static_cast<double>(work) / total;
    out.bubbleOverIdeal = ratio(static_cast<double>(out.totalTime) - ideal, ideal);
    out.longestSpanBubble = 1.0 - ratio(static_cast<double>(longestWork), static_cast<double>(longestSpan));
    out.recomputeAsWaste = 1.0 - static_cast<double>(work - recompute) / total;
    return out;
}

namespace {

constexpr Time kUnset = -1;

void keepLeast(Time& least, Time value) { least = least == kUnset ? value : std::min(least, value); }

/// The work of a worker, and lower bounds on the time before it can begin and after it has ended.
struct WorkerBound {
    Time work = 0, head = kUnset, tail = kUnset;
};

Time boundOf(const std::vector<WorkerBound>& workers, Time longestChain) {
    Time bound = longestChain;
    for (const WorkerBound& worker : workers)
        if (worker.head != kUnset) bound = std::max(bound, worker.work + worker.head + worker.tail);
    return bound;
}

/// For programs in which every op has its own worker, which may compute no forwards, or only parts of stages.
Time lowerBoundByOp(const Program& program, const Durations& durations) {
    const std::size_t steps = 2 * static_cast<std::size_t>(program.stages);
    const auto lastsOf = [&](std::size_t step, WorkerId worker) {
        const bool isForward = step < steps / 2;
        const StageId stage(static_cast<int>(isForward ? step : steps - 1 - step));
        return durations.of(isForward ? OpKind::Forward : OpKind::Backward, worker, program.placeOf(stage));
    };
    std::vector<WorkerBound> workers(static_cast<std::size_t>(program.workers));
    Column<std::uint16_t> workerOfRow(program.ops.size());
    for (const Lane& lane : program.lanes)
        std::fill(workerOfRow.begin() + static_cast<std::ptrdiff_t>(lane.begin),
                  workerOfRow.begin() + static_cast<std::ptrdiff_t>(lane.end),
                  static_cast<std::uint16_t>(lane.worker.value));
    const Column<std::uint32_t>& rows = program.needs.rowOfStep;
    std::vector<Time> until(steps), lasts(steps);  // along the chain of one microbatch
    Time longestChain = 0;
    for (std::size_t first = 0; first < rows.size(); first += steps) {
        Time chain = 0;
        for (std::size_t step = 0; step < steps; ++step) {
            const WorkerId worker(workerOfRow[rows[first + step]]);
            if (step > 0) chain += durations.hop(WorkerId(workerOfRow[rows[first + step - 1]]), worker);
            lasts[step] = lastsOf(step, worker);
            until[step] = chain;
            chain += lasts[step];
        }
        for (std::size_t step = 0; step < steps; ++step) {
            WorkerBound& worker = workers[workerOfRow[rows[first + step]]];
            worker.work += lasts[step];
            keepLeast(worker.head, until[step]);
            keepLeast(worker.tail, chain - until[step] - lasts[step]);
        }
        longestChain = std::max(longestChain, chain);
    }
    return boundOf(workers, longestChain);
}

}  // namespace

Time lowerBound(const Program& program, const Durations& durations, const std::vector<long long>& pairs) {
    if (!program.needs.isByStage()) return lowerBoundByOp(program, durations);
    const bool isSplit = program.kinds.has(OpKind::BackwardWeight);
    const OpKind backward = isSplit ? OpKind::BackwardInput : OpKind::Backward;
    const auto workerOf = [&](int stage) { return program.workerOf(StageId(stage)); };
    const auto alone = [&](OpKind kind, int stage) {
        return durations.of(kind, workerOf(stage), program.placeOf(StageId(stage)));
    };
    // In a fused pair an op counts less if the pair takes less than either of its ops.
    const auto least = [&](OpKind kind, int stage) {
        const Time own = alone(kind, stage);
        if (!program.hasPairs) return own;
        const bool isForward = kind == OpKind::Forward;
        const Time whole = isForward ? own : alone(OpKind::Backward, stage);
        const OpKind other = isForward ? OpKind::Backward : OpKind::Forward;
        const WorkerId worker = workerOf(stage);
        return std::min(own, whole + durations.of(other, worker, StagePlace::Inner) + durations.pairMoreOf(worker));
    };
    std::vector<WorkerBound> workers(static_cast<std::size_t>(program.workers));
    for (std::size_t lane = 0; lane < pairs.size(); ++lane) {
        const WorkerId worker = program.lanes[lane].worker;
        workers[worker.index()].work = pairs[lane] * durations.pairMoreOf(worker);
    }
    // The pieces of a microbatch follow one another on each device, in both directions: the chain passes all of them
    // where they take longest.
    const auto ofOtherPieces = [&](OpKind kind, int first, int end) {
        Time longest = 0;
        for (int s = first; s < end; ++s) longest = std::max(longest, least(kind, s));
        return (program.pieces - 1) * longest;
    };
    Time longestChain = 0;
    for (int line = 0; line < program.lines; ++line) {
        const int first = line * program.stages, end = first + program.stages;
        const Time others = ofOtherPieces(OpKind::Forward, first, end) + ofOtherPieces(OpKind::Backward, first, end);
        Time chain = 0;  // to the start of F(s), then on to the end of B(s)
        for (int s = first; s < end; ++s) {
            WorkerBound& worker = workers[workerOf(s).index()];
            if (s > first) chain += durations.hop(workerOf(s - 1), workerOf(s));
            keepLeast(worker.head, chain);
            chain += least(OpKind::Forward, s);
            const Time ofAMicrobatch = alone(OpKind::Forward, s) + alone(OpKind::Backward, s);  // or both its halves
            worker.work += ofAMicrobatch * program.microbatchesALine();
        }
        for (int s = end; s-- > first;) {
            if (s + 1 < end) chain += durations.hop(workerOf(s + 1), workerOf(s));
            longestChain = std::max(longestChain, chain + least(OpKind::Backward, s) + others);
            chain += least(backward, s);
        }
        Time after = 0;  // from the end of B(s) to the end of B(0)
        for (int s = first; s < end; ++s) {
            if (s > first) after += least(backward, s - 1) + durations.hop(workerOf(s), workerOf(s - 1));
            keepLeast(workers[workerOf(s).index()].tail, isSplit ? 0 : after);
        }
    }
    return boundOf(workers, longestChain);
}

}  // namespace bubblescope
