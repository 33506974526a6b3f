#include "engine/steps/run_step.h"

#include "engine/analysis/spending.h"
#include "engine/schedules/resolved_schedule.h"
#include "engine/sim/simulate.h"
#include "engine/steps/contention.h"
#include "engine/steps/model_step.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace bubblescope {

namespace {

double secondsSince(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

StepWorker toldOf(const WorkerSpending& spending) {
    const auto sums = sumsOf(spending.spans);
    const auto on = [&](Spending what) { return sums[static_cast<std::size_t>(what)]; };
    return {on(Spending::Compute), spending.communication, on(Spending::ExposedCommunication),
            on(Spending::ExposedOffload), on(Spending::Idle)};
}

/// The mean over all places on pp, which have equally many ranks; nothing if no rank sends. Unknown amounts stay NaN.
std::optional<SentAmounts> meanOf(std::span<const SentAmounts> sent) {
    SentAmounts mean{};
    bool isAny = false;
    for (const SentAmounts& one : sent)
        for (std::size_t unit = 0; unit < one.size(); ++unit) {
            mean[unit] += one[unit] / static_cast<double>(sent.size());
            if (std::isnan(one[unit])) return std::nullopt;
            isAny = isAny || one[unit] > 0;
        }
    return isAny ? std::optional(mean) : std::nullopt;
}

/// Adds the figures of a step with a model.
void addFigures(StepRun& step, std::vector<KeptBytes> kept) {
    const ModelStep& model = *step.setup.model;
    step.kept = std::move(kept);
    step.memory = memoryOf(model, step.ranks, *step.timeline, step.kept);
    if (!trainsModel(step.setup)) return;
    const int shown = stepsShown(step.setup);
    const double seconds = toUnits(step.timeline->totalTime()) / model.unitsOfMicrosecond * 1e-6 / shown;  // of one
    if (seconds == 0) return;
    const double most = seconds * step.ranks.ranks() * model.hardware.peakTflops * 1e12;
    step.figures = StepFigures{model.modelFlops() / most, model.hardwareFlops() / most,
                               model.sequences() * model.model.sequence / seconds, shown * model.sequences()};
}

}  // namespace

std::optional<std::size_t> StepRun::fullestWorker() const {
    if (memory.empty()) return std::nullopt;
    const auto isLess = [](const WorkerMemory& a, const WorkerMemory& b) { return a.peak.sum() < b.peak.sum(); };
    return static_cast<std::size_t>(std::max_element(memory.begin(), memory.end(), isLess) - memory.begin());
}

std::int64_t StepRun::memoryPeak() const {
    const auto fullest = fullestWorker();
    return fullest ? memory[*fullest].peak.sum() : 0;
}

bool StepRun::isOverMemory() const {
    return setup.model && !setup.model->hardware.fits(static_cast<double>(memoryPeak()));
}

bool StepRun::isToTheBrim() const {
    return setup.model && setup.model->hardware.isToTheBrim(static_cast<double>(memoryPeak()));
}

std::uint64_t StepRun::bytesOfColumns() const {
    const Needs& needs = timeline->program->needs;
    return spending->bytes() + (durations.size() + needs.lags.size()) * sizeof(Time) +
           needs.edges.size() * sizeof(Needs::Edge) +
           (needs.opOfRow.size() + needs.firstRow.size() + needs.rows.size() + needs.firstEdge.size()) *
               sizeof(std::uint32_t);
}

int stepsShown(const StepSetup& setup) { return setup.kind->parameter("steps") ? setup.whole("steps") : 1; }

Result<StepRun> runStep(const ResolvedSchedule& schedule, Folding folding, std::stop_token stop,
                        const Progress& progress) {
    auto setup = setUp(schedule);
    if (!setup) return setup.error();
    return runStep(std::move(*setup), folding, std::move(stop), progress);
}

Result<StepRun> runStep(StepSetup setup, Folding folding, std::stop_token stop, const Progress& progress) {
    const auto begin = std::chrono::steady_clock::now();
    StepRun out;
    out.setup = std::move(setup);
    const StepRules& rules = *out.setup.kind->step;
    out.ranks =
        classesOf(out.setup.mesh, out.setup.factors, rules.differsAlongCp && rules.differsAlongCp(out.setup), folding);
    if (rules.names)
        out.names = rules.names(out.setup);
    else if (out.setup.workload.microbatches > 1)
        out.names.naming = StepNaming::MicrobatchLayer;
    if (out.setup.kind->parameter("buckets")) out.buckets = bucketsOf(out.setup);
    if (hasBuckets(out.setup)) out.names.lastBucket = out.setup.layers - 1;
    StepBuilder builder(out.ranks, out.setup.factors, stop);
    constexpr long long kMostReserved = 1 << 21;
    builder.reserve(static_cast<std::size_t>(std::min(kMostReserved, rules.ops(out.setup) * out.ranks.workers())));
    if (auto ok = rules.build(out.setup, builder); !ok) return ok.error();
    out.groupOfKind = builder.groupsOfKinds();
    auto built = std::move(builder).finish();
    if (!built) return built.error();
    progress.note(1, 2);
    out.generateSeconds = secondsSince(begin);

    const auto generated = std::chrono::steady_clock::now();
    built->program.shownSteps = stepsShown(out.setup);
    auto program = std::make_shared<const Program>(std::move(built->program));
    Costs costs;
    costs.ofOp = std::move(built->durations);
    auto timeline = simulate(program, costs, stop, progress.part(0.5, 1));
    if (timeline && hasContention(out.setup)) {
        contend(out.setup, **timeline, costs.ofOp);
        timeline = simulate(program, costs, stop, progress.part(0.5, 1));
    }
    if (!timeline) return timeline.error();
    out.timeline = *timeline;
    out.durations = std::move(costs.ofOp);
    out.simulateSeconds = secondsSince(generated);

    auto load = std::make_shared<ProgramLoad>();
    load->peakActivations.resize(program->lanes.size());
    out.load = std::move(load);
    auto spendings = std::make_shared<Spendings>();
    for (int worker = 0; worker < program->workers; ++worker) {
        WorkerSpending spending = spendingOf(*out.timeline, WorkerId(worker));
        out.workers.push_back(toldOf(spending));
        spendings->add(std::move(spending.spans));
    }
    out.spending = std::move(spendings);
    double compute = 0, comm = 0, exposed = 0;
    for (std::size_t worker = 0; worker < out.workers.size(); ++worker) {
        const double ranks = out.ranks.count[worker];
        compute += ranks * static_cast<double>(out.workers[worker].compute);
        comm += ranks * static_cast<double>(out.workers[worker].comm);
        exposed += ranks * static_cast<double>(out.workers[worker].exposedComm);
    }
    const double total = static_cast<double>(out.timeline->totalTime());
    out.meanCompute = compute / out.ranks.ranks();
    out.exposedComm = exposed / out.ranks.ranks();
    out.overlap = comm == 0 ? 1 : 1 - exposed / comm;
    out.bubbleRatio = total == 0 ? 0 : 1 - compute / (out.ranks.ranks() * total);
    out.sent = meanOf(built->sent);
    for (std::size_t unit = 0; out.sent && unit < kMessageUnits; ++unit) (*out.sent)[unit] /= stepsShown(out.setup);
    if (out.runsPipeline()) {
        for (const StepWorker& worker : out.workers) out.lowerBound = std::max(out.lowerBound, worker.compute);
        if (rules.bound && out.setup.factors.empty()) out.lowerBound = std::max(out.lowerBound, rules.bound(out.setup));
    }
    if (out.setup.model)
        out.form = noForm("formulas assume equal layers; a model also has an embedding and a head");
    else if (rules.form)
        out.form = rules.form(out.setup);
    if (keepsModel(out.setup)) addFigures(out, std::move(built->kept));
    return out;
}

std::optional<Time> costOfSlowRanks(const ResolvedSchedule& schedule, const StepRun& step, std::stop_token stop) {
    if (step.setup.factors.empty()) return std::nullopt;
    ResolvedSchedule alike = schedule;
    removeNamed(alike.values, kSlowdownParameter.key);
    const auto other = runStep(alike, Folding::Equal, std::move(stop));
    if (!other) return std::nullopt;
    return step.timeline->totalTime() - other->timeline->totalTime();
}

Metrics metricsOf(const StepRun& step) {
    const Timeline& timeline = *step.timeline;
    const Program& program = *timeline.program;
    Metrics out;
    out.totalTime = timeline.totalTime();
    out.lowerBound = step.lowerBound;
    out.bubbleRatio = step.bubbleRatio;
    for (const StepWorker& worker : step.workers) {
        WorkerMetrics metrics;
        metrics.busy = worker.compute;
        metrics.idleWaiting = worker.idle;
        out.workers.push_back(metrics);
    }
    // Idle time before the first op of any lane and after the last one is counted separately.
    for (std::size_t lane = 0; lane < program.lanes.size();) {
        const WorkerId worker = program.lanes[lane].worker;
        Time first = timeline.latestEnd, last = timeline.earliestStart;
        for (; lane < program.lanes.size() && program.lanes[lane].worker == worker; ++lane) {
            const RowRange rows = program.lanes[lane];
            if (rows.size() == 0) continue;
            first = std::min(first, timeline.start[rows.begin]);
            last = std::max(last, timeline.end[rows.end - 1]);
        }
        WorkerMetrics& metrics = out.workers[worker.index()];
        metrics.idleWarmup = std::min(metrics.idleWaiting, first - timeline.earliestStart);
        metrics.idleCooldown = std::min(metrics.idleWaiting - metrics.idleWarmup, timeline.latestEnd - last);
        metrics.idleWaiting -= metrics.idleWarmup + metrics.idleCooldown;
    }
    return out;
}

bool forEachStepOp(const StepRun& step, const std::function<bool(const StepOp&)>& visit) {
    const Timeline& timeline = *step.timeline;
    const Program& program = *timeline.program;
    std::vector<std::size_t> firstLane(static_cast<std::size_t>(program.workers) + 1, program.lanes.size());
    for (std::size_t lane = program.lanes.size(); lane-- > 0;) firstLane[program.lanes[lane].worker.index()] = lane;
    for (int rank = 0; rank < step.ranks.ranks(); ++rank) {
        const auto worker = static_cast<std::size_t>(step.ranks.workerOfRank[static_cast<std::size_t>(rank)]);
        for (std::size_t lane = firstLane[worker]; lane < firstLane[worker + 1]; ++lane) {
            const Lane& rows = program.lanes[lane];
            for (Row row = rows.begin; row < rows.end; ++row) {
                const Op op = program.ops[row];
                const Group group = step.groupOfKind[static_cast<std::size_t>(op.kind())];
                if (step.ranks.mesh.firstOfGroup(rank, group) != rank) continue;
                const StepOp told{
                    nameOf(step.names, op), step.ranks.mesh.groupOf(rank, group), rows.role, op, timeline.start[row],
                    timeline.end[row]};
                if (!visit(told)) return false;
            }
        }
    }
    return true;
}

long long opsOfStep(const ResolvedSchedule& schedule) {
    const auto setup = setUp(schedule);
    if (!setup) return 0;
    const StepRules& rules = *setup->kind->step;
    const RankClasses ranks =
        classesOf(setup->mesh, setup->factors, rules.differsAlongCp && rules.differsAlongCp(*setup), Folding::Equal);
    return rules.ops(*setup) * ranks.workers();
}

}  // namespace bubblescope
