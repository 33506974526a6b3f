#include "engine/analysis/metrics.h"

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

std::span<const BubbleDefinition> bubbleDefinitions() {
    static constexpr BubbleDefinition kDefinitions[] = {
        {BubbleKind::OfTotal, "bubble_ratio", "of total", "1 − work / (D · T_tot)", &Metrics::bubbleRatio},
        {BubbleKind::OverIdeal, "bubble_over_ideal", "over ideal", "(T_tot − work/D) / (work/D)",
         &Metrics::bubbleOverIdeal},
        {BubbleKind::LongestSpan, "longest_span_bubble", "longest span", "1 − max work / max span",
         &Metrics::longestSpanBubble},
        {BubbleKind::RecomputeAsWaste, "recompute_as_waste", "recompute as waste",
         "1 − (work − recompute) / (D · T_tot)", &Metrics::recomputeAsWaste},
    };
    return kDefinitions;
}

const BubbleDefinition& definitionOf(BubbleKind kind) { return bubbleDefinitions()[static_cast<std::size_t>(kind)]; }

namespace {

/// The activations a worker holds, counted exactly: chunks in units of 1/v of a microbatch's.
struct HeldActivations {
    std::array<long long, kOpKinds> ran{};
    double weightHold;
    double peak = 0;

    explicit HeldActivations(double hold) : weightHold(hold) {}

    long long& count(OpKind kind) { return ran[static_cast<std::size_t>(kind)]; }

    void run(OpKind kind) {
        ++count(kind);
        if (kind != OpKind::Forward) return;
        // Open forwards in full, and the kept share of those whose weight half is still to come.
        const long long inputs = count(OpKind::BackwardInput);
        const double held = static_cast<double>(count(OpKind::Forward) - inputs - count(OpKind::Backward)) +
                            weightHold * static_cast<double>(inputs - count(OpKind::BackwardWeight));
        peak = std::max(peak, held);
    }
};

double ratio(double part, double whole) { return whole == 0 ? 0.0 : part / whole; }

}  // namespace

std::shared_ptr<const ProgramLoad> loadOf(const Program& program, double weightHold, std::stop_token stop) {
    constexpr std::size_t kRowsPerStopCheck = 1 << 18;
    auto load = std::make_shared<ProgramLoad>();
    load->weightHold = weightHold;
    for (const RowRange& rows : program.lanes) {
        HeldActivations held(weightHold);
        for (Row row = rows.begin; row < rows.end;) {
            if (stop.stop_requested()) return nullptr;
            const Row pause = std::min(rows.end, row + kRowsPerStopCheck);
            for (; row < pause; ++row) held.run(program.ops[row].kind());
        }
        load->lanes.push_back({held.ran, held.peak / program.chunks()});
    }
    return load;
}

Metrics measure(const Timeline& timeline, const Durations& durations, const ProgramLoad& load) {
    const Program& program = *timeline.program;
    Metrics out;
    out.totalTime = timeline.totalTime();
    out.lowerBound = lowerBound(program, durations);
    out.workers.resize(static_cast<std::size_t>(program.workers));

    Time work = 0, recompute = 0, longestWork = 0, longestSpan = 0;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        if (program.laneKind[lane] != LaneKind::Compute) continue;
        const RowRange rows = program.lanes[lane];
        const WorkerId id = program.laneWorker[lane];
        WorkerMetrics& worker = out.workers[id.index()];
        if (rows.size() == 0) {
            worker.idleWarmup = out.totalTime;
            continue;
        }
        const auto ran = [&](OpKind kind) { return load.lanes[lane].ops[static_cast<std::size_t>(kind)]; };
        for (const OpKind kind : {OpKind::Forward, OpKind::Backward, OpKind::BackwardInput, OpKind::BackwardWeight})
            worker.busy += ran(kind) * durations.of(kind, id);
        worker.recompute = (ran(OpKind::Backward) + ran(OpKind::BackwardInput)) * durations.recompute[id.index()];
        const Time first = timeline.startOf(rows.begin), last = timeline.end[rows.end - 1];
        worker.idleWarmup = first - timeline.earliestStart;
        worker.idleCooldown = timeline.latestEnd - last;
        worker.idleWaiting = (last - first) - worker.busy;
        worker.peakActivations = load.lanes[lane].peakActivations;
        work += worker.busy;
        recompute += worker.recompute;
        longestWork = std::max(longestWork, worker.busy);
        longestSpan = std::max(longestSpan, last - first);
    }

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

/// The bound where every op has a worker of its own, which may compute no forward, or no stage whole.
Time lowerBoundByOp(const Program& program, const Durations& durations) {
    constexpr Time kUnset = -1;
    struct Load {
        Time work = 0, head = kUnset, tail = kUnset;
    };
    const auto keepLeast = [](Time& least, Time value) { least = least == kUnset ? value : std::min(least, value); };
    const std::size_t steps = 2 * static_cast<std::size_t>(program.stages);
    std::vector<Load> loads(static_cast<std::size_t>(program.workers));
    std::vector<Time> until(steps), lasts(steps);  // along the chain of one microbatch
    Time bound = 0;
    for (std::size_t row = 0; row < program.opWorker.size(); row += steps) {
        Time chain = 0;
        for (std::size_t step = 0; step < steps; ++step) {
            const WorkerId worker(program.opWorker[row + step]);
            if (step > 0) chain += durations.hop(WorkerId(program.opWorker[row + step - 1]), worker);
            const bool isForward = step < steps / 2;
            lasts[step] = durations.of(isForward ? OpKind::Forward : OpKind::Backward, worker);
            until[step] = chain;
            chain += lasts[step];
        }
        for (std::size_t step = 0; step < steps; ++step) {
            Load& load = loads[program.opWorker[row + step]];
            load.work += lasts[step];
            keepLeast(load.head, until[step]);
            keepLeast(load.tail, chain - until[step] - lasts[step]);
        }
        bound = std::max(bound, chain);
    }
    for (const Load& load : loads)
        if (load.head != kUnset) bound = std::max(bound, load.work + load.head + load.tail);
    return bound;
}

}  // namespace

Time lowerBound(const Program& program, const Durations& durations) {
    if (program.isPlacedByOp()) return lowerBoundByOp(program, durations);
    const auto stages = static_cast<std::size_t>(program.stages);
    const auto workers = static_cast<std::size_t>(program.workers);
    const OpKind backwardKind = program.split ? OpKind::BackwardInput : OpKind::Backward;
    const auto time = [&](OpKind kind, std::size_t stage) { return durations.of(kind, program.stageWorker[stage]); };

    constexpr Time kUnset = -1;
    std::vector<Time> work(workers, 0), head(workers, kUnset), tail(workers, kUnset);
    const auto keepLeast = [](Time& least, Time value) { least = least == kUnset ? value : std::min(least, value); };

    Time chain = 0;  // to the start of F(s), then on to the end of B(s)
    for (std::size_t s = 0; s < stages; ++s) {
        const std::size_t worker = program.stageWorker[s].index();
        if (s > 0) chain += durations.hop(program.stageWorker[s - 1], program.stageWorker[s]);
        keepLeast(head[worker], chain);
        chain += time(OpKind::Forward, s);
        Time ofAMicrobatch = time(OpKind::Forward, s) + time(backwardKind, s);
        if (program.split) ofAMicrobatch += time(OpKind::BackwardWeight, s);
        work[worker] += ofAMicrobatch * program.microbatches;
    }
    Time longestChain = 0;
    for (std::size_t s = stages; s-- > 0;) {
        if (s + 1 < stages) chain += durations.hop(program.stageWorker[s + 1], program.stageWorker[s]);
        chain += time(backwardKind, s);
        longestChain = std::max(longestChain, chain + (program.split ? time(OpKind::BackwardWeight, s) : 0));
    }
    Time after = 0;  // from the end of B(s) to the end of B(0)
    for (std::size_t s = 0; s < stages; ++s) {
        if (s > 0)
            after += time(backwardKind, s - 1) + durations.hop(program.stageWorker[s], program.stageWorker[s - 1]);
        keepLeast(tail[program.stageWorker[s].index()], program.split ? 0 : after);
    }
    Time bound = longestChain;
    for (std::size_t d = 0; d < workers; ++d)
        if (head[d] != kUnset) bound = std::max(bound, work[d] + head[d] + tail[d]);
    return bound;
}

}  // namespace bubblescope
