// Pipelines whose stages have replicas: the order of any schedule on the compute lanes, alongside it the collectives
// that sum gradients and those that gather sharded parameters.
//
// Source   Narayanan et al. 2021, Megatron-LM; torchtitan; torch.distributed.pipelining.schedules; steps.md §1.4
// Shape    D devices, each with the schedule's ops for it; lanes `compute`, `comm`, or `ag` and `rs`

#include "engine/steps/pipeline.h"

#include "engine/analysis/metrics.h"
#include "engine/schedules/schedule.h"
#include "engine/sim/simulate.h"
#include "engine/steps/mesh_cells.h"
#include "engine/steps/model_step.h"
#include "engine/steps/sent_notes.h"
#include "engine/steps/unit_memory.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

using Unshard = PipelineSharing::Unshard;

/// An op as a step runs it; the two ops of a fused pair run one after the other.
Op alone(Op op) { return Op(op.kind(), op.stage().value, op.microbatch().value); }

/// What an op provides to the ops that need it.
struct Left {
    Each computed, sent;
    bool isThere = false;
};

/// The ops of a pipeline that have run, by direction, stage and microbatch.
class LeftOps {
public:
    explicit LeftOps(const Program& program)
        : m_microbatches(static_cast<std::size_t>(program.microbatches)),
          m_stages(static_cast<std::size_t>(program.stagesOfAllLines())),
          m_left(2 * m_stages * m_microbatches) {}

    Left& of(OpKind kind, int stage, MicrobatchId microbatch) {
        const std::size_t direction = kind == OpKind::Forward ? 0 : m_stages;
        return m_left[(direction + static_cast<std::size_t>(stage)) * m_microbatches + microbatch.index()];
    }

private:
    std::size_t m_microbatches, m_stages;
    std::vector<Left> m_left;
};

/// For each chunk of a device, the row after which its gradients are complete.
std::vector<Row> lastRows(const Program& program, LaneId lane) {
    std::vector<Row> last(static_cast<std::size_t>(program.shades()), 0);
    for (Row row = program.lanes[lane.index()].begin; row < program.lanes[lane.index()].end; ++row) {
        const Op op = program.ops[row];
        if (op.kind() != OpKind::Forward) last[static_cast<std::size_t>(program.chunkOf(op.stage()))] = row;
    }
    return last;
}

/// One device of a pipeline while its ops are issued.
struct Device {
    Row next, end;
    std::vector<Row> last;
    std::vector<Each> gathered, summed;  // by stage; of the last reduction
    std::vector<After> synced;
    Element before;  // the previous op; early gathers wait for its start
    Row first;
    Unsharding unsharding;
};

class Issue {
public:
    Issue(const StepSetup& setup, const PipelineSharing& sharing, const StageOp& stageOp, const Program& program,
          StepBuilder& out)
        : m_setup(setup),
          m_sharing(sharing),
          m_stageOp(stageOp),
          m_program(program),
          m_durations(toDurations(setup.workload)),
          m_out(out),
          m_left(program),
          m_memory(setup, program.stagesOfAllLines(), program.microbatches, out),
          m_sent(setup, program.shades(), out) {
        for (std::size_t d = 0; d < program.lanes.size(); ++d) {
            const LaneId lane(static_cast<std::int64_t>(d));
            m_devices.push_back(
                {program.lanes[d].begin,
                 program.lanes[d].end,
                 lastRows(program, lane),
                 std::vector<Each>(static_cast<std::size_t>(program.stagesOfAllLines())),
                 std::vector<Each>(static_cast<std::size_t>(program.stagesOfAllLines())),
                 {},
                 {},
                 program.lanes[d].begin,
                 Unsharding(std::span(program.ops)
                                .subspan(program.lanes[d].begin, program.lanes[d].end - program.lanes[d].begin),
                            sharing.activeLimit)});
        }
    }

    /// False if no device can continue although some have ops left.
    bool run() {
        std::size_t ended = 0;
        for (std::size_t d = 0; d < m_devices.size(); ++d) {
            beginDevice(d);
            if (m_devices[d].next == m_devices[d].end) ++ended;
        }
        for (bool hasRun = true; hasRun && m_out.goesOn();) {
            hasRun = false;
            for (std::size_t d = 0; d < m_devices.size(); ++d)
                while (m_devices[d].next < m_devices[d].end && canRun(d) && m_out.goesOn()) {
                    runNext(d);
                    hasRun = true;
                    if (m_devices[d].next < m_devices[d].end) continue;
                    endDevice(d);
                    ++ended;
                }
        }
        return ended == m_devices.size() || !m_out.goesOn();
    }

private:
    bool isSharded() const { return m_sharing.unshard != Unshard::Never; }
    int numberOf(int stage) const { return m_program.chunkOf(StageId(stage)); }

    void gather(std::size_t d, int stage, std::span<const After> after) {
        const bool isShard = isSharded();
        const Group group = isShard ? Group::Shard : Group::Grad;
        m_devices[d].gathered[static_cast<std::size_t>(stage)] =
            m_out.collective(Op(OpKind::AllGather, numberOf(stage), 0), timeAt("all_gather", stage), group,
                             isShard ? Role::Gather : Role::Collective, after);
        m_sent.weights(stage, group);
    }

    /// One time for all stages or, with a model, the stage's own.
    Time timeAt(std::string_view name, int stage) const {
        const StepTimes& times = m_setup.timesOf(name);
        return times.each.empty() ? times.one : times.each[static_cast<std::size_t>(stage % m_program.stages)];
    }

    void beginDevice(std::size_t d) {
        if (m_sharing.unshard != Unshard::Once && m_sharing.updated != PipelineSharing::Updated::Ahead) return;
        m_out.turnTo(static_cast<int>(d));
        Device& device = m_devices[d];
        for (Row row = device.next; row < device.end; ++row)
            if (const int stage = m_program.ops[row].stage().value;
                !device.gathered[static_cast<std::size_t>(stage)].isSet())
                gather(d, stage, {});
    }

    /// The output that an op needs; null if it needs none.
    Left* inputOf(Op op, std::optional<Needed>& needed) {
        needed = neededBy(op.kind(), op.stage().value, m_program.stages);
        if (!needed) return nullptr;
        const bool isForward = needed->kinds.has(OpKind::Forward);
        return &m_left.of(isForward ? OpKind::Forward : OpKind::Backward, needed->stage, op.microbatch());
    }

    bool isReady(Op op) {
        std::optional<Needed> needed;
        const Left* input = inputOf(op, needed);
        return !input || input->isThere;
    }

    bool canRun(std::size_t d) {
        const Row row = m_devices[d].next;
        const Op op = m_program.ops[row];
        return isReady(op) && (!op.opensPair() || isReady(m_program.ops[row + 1]));
    }

    void addInput(Op op, std::vector<After>& after) {
        std::optional<Needed> needed;
        const Left* input = inputOf(op, needed);
        if (!input) return;
        const WorkerId from = m_program.workerOf(StageId(needed->stage)), to = m_program.workerOf(op.stage());
        const Time hop = from == to ? 0 : m_durations.hop(from, to);
        if (from != to) m_sent.hop(from.value);
        after.push_back({input->computed, false, hop});
        after.push_back({input->sent, false, hop});
    }

    void runNext(std::size_t d) {
        Device& device = m_devices[d];
        m_out.turnTo(static_cast<int>(d));
        const Op first = m_program.ops[device.next];
        const int count = first.opensPair() ? 2 : 1;
        std::vector<After> after;
        addInput(first, after);
        if (count == 2) addInput(m_program.ops[device.next + 1], after);
        Element element, whole;
        for (int half = 0; half < count; ++half) {
            const Row row = device.next++;
            const Op op = m_program.ops[row];
            element = runOp(d, row, op, half == 0 ? std::span<const After>(after) : std::span<const After>());
            if (half == 0) whole.started = element.started;
        }
        whole.computed = element.computed;
        whole.sent = element.sent;
        device.before = whole;
        for (Row row = device.next - static_cast<Row>(count); row < device.next; ++row) {
            const Op op = m_program.ops[row];
            if (op.kind() == OpKind::BackwardWeight) continue;
            m_left.of(op.kind(), op.stage().value, op.microbatch()) = {element.computed, element.sent, true};
        }
    }

    Element runOp(std::size_t d, Row row, Op op, std::span<const After> after) {
        Device& device = m_devices[d];
        const int stage = op.stage().value;
        const After started[] = {startOf(device.before.started)};
        if (m_sharing.unshard == Unshard::Always) gather(d, stage, started);
        if (m_sharing.unshard == Unshard::Actions)
            device.unsharding.before(
                row - device.first,
                [&](int over) { m_memory.free(over, device.gathered[std::size_t(over)], device.before); },
                [&](int next) { gather(d, next, started); });
        const After gathered[] = {device.gathered[static_cast<std::size_t>(stage)]};
        const int chunk = m_program.chunkOf(op.stage());
        const auto ran = [&](const Element& element) {
            if (m_sharing.unshard == Unshard::Always)
                m_memory.free(stage, device.gathered[std::size_t(stage)], element);
        };
        const bool isReduced = op.kind() == OpKind::Backward || op.kind() == OpKind::BackwardWeight;
        const bool isLast = device.last[std::size_t(chunk)] == row;
        const bool syncs = m_sharing.syncs && (m_sharing.syncsEach ? isReduced : isLast && !m_sharing.syncsAtEnd);
        // Each piece of the last op releases its share of the gradients.
        const int pieces = syncs && isLast ? m_sharing.pieces : 1;
        int released = 0;
        const auto release = [&](int done, int all, const Element& element) {
            while (released < pieces && 1LL * (released + 1) * all <= 1LL * done * pieces)
                sync(d, stage, pieces, released++, element);
        };
        // A chunk has one whole gradient at a time.
        std::vector<After> awaited(after.begin(), after.end());
        if (m_setup.model && m_sharing.syncsEach && isReduced) awaited.emplace_back(device.summed[std::size_t(stage)]);
        const Element element = m_stageOp(op, WorkerId(static_cast<std::int64_t>(d)), awaited, gathered,
                                          pieces > 1 ? PartOfOp(release) : PartOfOp());
        m_memory.ran(op, element);  // before its reduction ends its gradient
        if (syncs) release(1, 1, element);
        ran(element);
        return element;
    }

    Time syncTime(int stage, int pieces, int piece) const {
        const Time whole = m_setup.model ? timeAt("grad_sync", stage)
                                         : pieceOf(m_setup.timeOf("grad_sync"), m_program.shades(), numberOf(stage));
        return pieceOf(whole, pieces, piece);
    }

    /// Records a share of a stage's gradient.
    void noteSync(int stage, double share) {
        const bool isScattered = m_setup.model && m_setup.model->sharded != Sharded::Nothing;
        if (!isSharded())
            return m_sent.gradients(isScattered ? Collective::ReduceScatter : Collective::AllReduce, stage, Group::Grad,
                                    share);
        m_sent.gradients(Collective::ReduceScatter, stage, Group::Shard, share);
        m_sent.replicas(stage, share);
    }

    void sync(std::size_t d, int stage, int pieces, int piece, const Element& after) {
        m_memory.beginGradient(stage, after.started);  // with one microbatch, the first backward is the last
        const Each summed =
            m_out.collective(Op(OpKind::Sync, numberOf(stage), 0), syncTime(stage, pieces, piece), m_sharing.group,
                             isSharded() ? Role::Scatter : Role::Collective, {after.computed, after.sent});
        m_devices[d].synced.push_back(summed);
        m_devices[d].summed[static_cast<std::size_t>(stage)] = summed;
        noteSync(stage, 1.0 / pieces);
        if (piece + 1 == pieces) m_memory.reduced(stage, summed);
    }

    void endDevice(std::size_t d) {
        Device& device = m_devices[d];
        std::vector<After> after = device.synced;
        if (m_sharing.syncs && m_sharing.syncsAtEnd && !m_sharing.syncsEach) {
            const Row row = device.end - 1;
            const Left& last =
                m_left.of(m_program.ops[row].kind() == OpKind::Forward ? OpKind::Forward : OpKind::Backward,
                          m_program.ops[row].stage().value, m_program.ops[row].microbatch());
            for (int chunk = 0; chunk < m_program.shades(); ++chunk) {
                const int stage = m_program.ops[device.last[static_cast<std::size_t>(chunk)]].stage().value;
                m_memory.reduced(stage, m_out.collective(Op(OpKind::Sync, chunk, 0), syncTime(stage, 1, 0),
                                                         m_sharing.group, Role::Compute, {last.computed, last.sent}));
                noteSync(stage, 1);
            }
        }
        if (m_sharing.unshard == Unshard::Once)
            for (std::size_t stage = 0; stage < device.gathered.size(); ++stage)
                m_memory.free(static_cast<int>(stage), device.gathered[stage], device.before);
        if (m_sharing.unshard == Unshard::Actions)
            for (const int stage : device.unsharding.active())
                m_memory.free(stage, device.gathered[static_cast<std::size_t>(stage)], device.before);
        const Each updated = m_out.compute(Op(OpKind::Optimizer, 0, 0), m_setup.timesOf("optimizer")[d], after);
        if (m_sharing.updated != PipelineSharing::Updated::After) return;
        for (int chunk = 0; chunk < m_program.shades(); ++chunk) {
            const After ended[] = {updated};
            gather(d, m_program.ops[device.last[static_cast<std::size_t>(chunk)]].stage().value, ended);
        }
    }

    const StepSetup& m_setup;
    const PipelineSharing& m_sharing;
    const StageOp& m_stageOp;
    const Program& m_program;
    const Durations m_durations;
    StepBuilder& m_out;
    LeftOps m_left;
    UnitMemory m_memory;
    SentNotes m_sent;
    std::vector<Device> m_devices;
};

}  // namespace

PipelineSharing sharingOf(const StepSetup& setup, bool isSharded) {
    PipelineSharing sharing;
    sharing.syncsAtEnd = setup.choice("sync") == "end";
    sharing.pieces = setup.whole("sync_pieces");
    sharing.syncsEach = accumulateOf(setup) == Accumulate::Each;
    if (setup.model && !isSharded && setup.model->sharded != Sharded::Nothing)
        sharing.updated =
            setup.choice("gather") == "overlap" ? PipelineSharing::Updated::Ahead : PipelineSharing::Updated::After;
    if (!isSharded) return sharing;
    const std::string unshard = setup.kind->parameter("unshard") ? setup.choice("unshard") : "once";
    sharing.unshard = unshard == "once" ? Unshard::Once : unshard == "always" ? Unshard::Always : Unshard::Actions;
    if (sharing.unshard == Unshard::Actions) sharing.activeLimit = setup.whole("active_limit");
    sharing.group = Group::Shard;
    return sharing;
}

int zeroOf(const StepSetup& setup) {
    return valueNamed(setup.values, "times") || !setup.kind->parameter(kZeroParameter.key) ? 0 : setup.whole("zero");
}

Result<Program> orderOf(const StepSetup& setup) {
    const std::vector<NamedValue> values = setup.orderValues();
    const Workload& workload = setup.workload;
    return orderOf(setup.order(), {workload.devices, workload.microbatches, workload.chunks, {}, {}, values});
}

Result<void> runPipeline(const StepSetup& setup, const PipelineSharing& sharing, const StageOp& stageOp,
                         StepBuilder& out) {
    auto order = orderOf(setup);
    if (!order) return order.error();
    const auto program = std::make_shared<const Program>(std::move(*order));
    if (Issue(setup, sharing, stageOp, *program, out).run()) return {};
    const Durations durations = toDurations(setup.workload);
    const auto stuck = simulate(program, costsOf(*program, durations));
    return stuck ? Error{"deadlock: no device can continue", {}} : stuck.error();
}

StageDurations::StageDurations(const StepSetup& setup)
    : m_setup(setup),
      m_durations(toDurations(setup.workload)),
      m_stages(setup.workload.devices * setup.workload.chunks) {}

Time StageDurations::of(Op op, WorkerId device) const {
    const int own = op.stage().value % m_stages;
    if (!m_setup.model) return m_durations.of(op.kind(), device, placeOf(own, m_stages)) + moreOf(op, device);
    switch (op.kind()) {
        case OpKind::Forward: return m_setup.timesOf(kStageForward)[own];
        case OpKind::Backward: return m_setup.timesOf(kStageBackward)[own];
        case OpKind::BackwardInput: return m_setup.timesOf(kStageInput)[own];
        default: return m_setup.timesOf(kStageWeight)[own];
    }
}

Time StageDurations::moreOf(Op op, WorkerId device) const {
    if (!op.isInPair()) return 0;
    const Time more = m_durations.pairMoreOf(device),
               forward = m_durations.of(OpKind::Forward, device, StagePlace::Inner),
               backward = m_durations.of(OpKind::Backward, device, StagePlace::Inner);
    const double sum = static_cast<double>(forward + backward),
                 share = sum > 0 ? static_cast<double>(forward) / sum : 0;
    const Time ofForward = std::clamp<Time>(std::llround(share * static_cast<double>(more)), -forward, more + backward);
    return op.kind() == OpKind::Forward ? ofForward : more - ofForward;
}

WholeStages::WholeStages(const StepSetup& setup, StepBuilder& out)
    : m_setup(setup),
      m_durations(setup),
      m_out(out),
      m_pieces(setup.whole("sync_pieces")),
      m_before(static_cast<std::size_t>(setup.workload.devices)) {}

Time WholeStages::leadOf(Op op) const {
    if (!m_setup.hasCells) return 0;
    const int stage = op.stage().value % static_cast<int>(m_setup.model->stages.size());
    switch (op.kind()) {
        case OpKind::Forward: return m_setup.timesOf(kLeadForward)[stage];
        case OpKind::Backward: return m_setup.timesOf(kLeadBackward)[stage];
        case OpKind::BackwardInput: return m_setup.timesOf(kLeadInput)[stage];
        default: return m_setup.timesOf(kLeadWeight)[stage];
    }
}

Element WholeStages::operator()(Op op, WorkerId device, std::span<const After> after, std::span<const After> gathered,
                                const PartOfOp& part) {
    std::vector<After> all(after.begin(), after.end());
    Each& before = m_before[device.index()];
    if (const Time lead = leadOf(op); lead > 0) {
        all.push_back(before);
        all = {m_out.collective(Op(OpKind::BlockGather, op.stage().value, op.microbatch().value), lead, Group::Tp,
                                Role::Tensor, all)};
    }
    all.insert(all.end(), gathered.begin(), gathered.end());
    const int pieces = part ? m_pieces : 1;
    Element element;
    for (int piece = 0; piece < pieces; ++piece) {
        element.computed = m_out.compute(alone(op), pieceOf(m_durations.of(op, device), pieces, piece), all);
        if (piece == 0) element.started = element.computed;
        all.clear();
        if (part) part(piece + 1, pieces, element);
    }
    if (m_setup.hasCells) {
        const int stages = static_cast<int>(m_setup.model->stages.size()), stage = op.stage().value % stages;
        const auto [first, end] = m_setup.model->unitsOfStage(stage, stages);
        noteCells(m_setup, op.kind(), first, end, m_out);
    }
    before = element.computed;
    return element;
}

StepFormula formOfPipeline(const StepSetup& setup, FormInput in, Time forward, Time backward, bool isSharded) {
    const PipelineSharing sharing = sharingOf(setup, isSharded);
    const std::string_view id = setup.order().id;
    const double v = setup.workload.chunks, D = setup.workload.devices, k = sharing.pieces;
    const double s = in.of("grad_sync"), o = in.of("optimizer"), g = isSharded ? in.of("all_gather") : 0;
    const double f = static_cast<double>(forward), b = static_cast<double>(backward);
    const bool isInterleaved = id == kInterleavedOneFOneB.id && v > 1;
    if (id != kGpipe.id && id != kOneFOneB.id && !isInterleaved)
        in.refuse("the formula covers only GPipe, 1F1B and interleaved 1F1B");
    in.refuseSlowRanks();
    if (sharing.syncsEach) in.refuse("gradients are summed after each microbatch");
    if (sharing.unshard == Unshard::Actions) in.refuse("gathers follow PyTorch's actions");
    if (sharing.unshard == Unshard::Always && g > std::min(f, b)) in.refuse("an all-gather takes longer than an op");
    if (isInterleaved && (isSharded || k > 1))
        in.refuse("with interleaving, the formula assumes unsharded parameters and sync_pieces 1");
    if (isInterleaved && setup.workload.comm.index() != 0) in.refuse("links have different transfer times");
    Time total = 0;
    if (in.holds())
        if (auto order = orderOf(setup)) {
            const auto program = std::make_shared<const Program>(std::move(*order));
            Workload equal = setup.workload;
            equal.forward = toUnits(forward);
            equal.backward = toUnits(backward);
            equal.timeBasis = TimeBasis::Chunk;
            equal.recompute = equal.imbalance = 0;
            equal.embedding = equal.head = {};
            const Durations durations = toDurations(equal);
            if (const auto timeline = simulate(program, costsOf(*program, durations))) total = (*timeline)->totalTime();
        }
    const double T = static_cast<double>(total);
    std::vector<StepFormula::Term> terms;
    if (isSharded) terms.push_back({"g", g});
    std::vector<std::string> where = {"T: the pipeline alone, with forward " + numberOf(f) + " and backward " +
                                      numberOf(b)};
    if (sharing.syncsAtEnd || (!isInterleaved && k == 1)) {
        terms.insert(terms.end(), {{"T", T}, {"s", s}, {"o", o}});
    } else if (isInterleaved) {
        terms.insert(terms.end(),
                     {{"T", T}, {"max(s/v, s - (v-1) D B)", std::max(s / v, s - (v - 1) * D * b)}, {"o", o}});
        where.emplace_back("B: a chunk's backward");
    } else {
        terms.insert(terms.end(),
                     {{"T - B", T - b}, {"max(B + s/k, B/k + s)", std::max(b + s / k, b / k + s)}, {"o", o}});
        where.push_back("k = " + std::to_string(sharing.pieces) + " pieces of the last backward");
    }
    std::string formula;
    for (const StepFormula::Term& term : terms) formula += (formula.empty() ? "" : " + ") + term.text;
    return std::move(in).form(formula, std::move(terms), std::move(where));
}

namespace {

/// The formula of a pipeline that is the same on every device; a refusal if devices differ.
StepFormula formOf(const StepSetup& setup) {
    FormInput in(setup);
    const Durations durations = toDurations(setup.workload);
    const Time forward = durations.of(OpKind::Forward, WorkerId(0), StagePlace::Inner),
               backward = durations.of(OpKind::Backward, WorkerId(0), StagePlace::Inner);
    for (int d = 0; d < setup.workload.devices; ++d)
        for (const StagePlace place : {StagePlace::Inner, StagePlace::First, StagePlace::Last})
            if (durations.of(OpKind::Forward, WorkerId(d), place) != forward ||
                durations.of(OpKind::Backward, WorkerId(d), place) != backward)
                in.refuse("devices have different times");
    return formOfPipeline(setup, std::move(in), forward, backward, setup.kind->parameter("unshard"));
}

Time boundOf(const StepSetup& setup) {
    if (setup.model) return 0;
    const auto order = orderOf(setup);
    return order ? lowerBound(*order, toDurations(setup.workload)) : 0;
}

constexpr Parameter kSyncTimes[] = {oneTime("grad_sync", "sum of the gradients of a device's stages"),
                                    oneTime("optimizer", "optimizer update")};
constexpr Parameter kShardTimes[] = {oneTime("grad_sync", "sum of the gradients of a device's stages"),
                                     oneTime("all_gather", "all-gather of a chunk's parameters"),
                                     oneTime("optimizer", "optimizer update of a rank's share")};
constexpr Parameter kPpDpParameters[] = {BUBBLESCOPE_PIPELINE_PARAMETERS(kSyncs),
                                         kAccumulateParameter,
                                         kAccountParameter,
                                         kZeroParameter,
                                         kUpdateParameter,
                                         kSlowdownParameter,
                                         kMeshParameter,
                                         kModelParameter,
                                         kClusterParameter,
                                         kMeasuredParameter,
                                         timesParameter(kSyncTimes)};
constexpr Parameter kPpFsdpParameters[] = {BUBBLESCOPE_PIPELINE_PARAMETERS(kSyncs),
                                           BUBBLESCOPE_UNSHARD_PARAMETERS,
                                           kAccumulateParameter,
                                           kSlowdownParameter,
                                           kMeshParameter,
                                           kModelParameter,
                                           kClusterParameter,
                                           kMeasuredParameter,
                                           timesParameter(kShardTimes)};

std::vector<std::string_view> neededOf(const StepSetup& setup) {
    std::vector<std::string_view> needed;
    for (const Parameter& time : setup.kind->parameter("times")->parts) needed.push_back(time.key);
    return needed;
}

Result<void> check(const StepSetup& setup) {
    const ScheduleKind& order = setup.order();
    if (!order.fits) return {};
    const std::vector<NamedValue> values = setup.orderValues();
    const Workload& workload = setup.workload;
    return order.fits({workload.devices, workload.microbatches, workload.chunks, {}, {}, values});
}

StepNames namesOf(const StepSetup& setup) {
    return {.naming = StepNaming::Microbatch, .chunks = setup.workload.chunks, .devices = setup.workload.devices};
}

long long opsOf(const StepSetup& setup) {
    const Workload& workload = setup.workload;
    const long long pieces = 2LL * setup.whole("sync_pieces") * workload.chunks;
    const std::vector<NamedValue> values = setup.orderValues();
    const ScheduleInput input{workload.devices, workload.microbatches, workload.chunks, {}, {}, values};
    return 2 * opCount(setup.order(), input) / workload.devices + pieces + 2;
}

Result<void> build(const StepSetup& setup, StepBuilder& out) {
    const bool isSharded = setup.kind->parameter("unshard") || (setup.model && setup.model->sharded == Sharded::All);
    return runPipeline(setup, sharingOf(setup, isSharded), WholeStages(setup, out), out);
}

constexpr MeshAxis kAxesOfReplicas[] = {MeshAxis::Dp, MeshAxis::Fsdp, MeshAxis::Pp},
                   kAxesOfShards[] = {MeshAxis::Fsdp, MeshAxis::Dp, MeshAxis::Pp};

constexpr StepRules rulesOn(std::span<const MeshAxis> axes) {
    return {.axes = axes,
            .takesOneAxis = true,
            .isPipeline = true,
            .takesWorkload = true,
            .needed = neededOf,
            .check = check,
            .build = build,
            .names = namesOf,
            .form = formOf,
            .bound = boundOf,
            .ops = opsOf};
}
constexpr StepRules kPpDpRules = rulesOn(kAxesOfReplicas), kPpFsdpRules = rulesOn(kAxesOfShards);

}  // namespace

const ScheduleKind kPpDp = {
    .id = "pp-dp",
    .title = "PP + DP",
    .source = "Narayanan et al. 2021, Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
    .color = 1,
    .family = Family::Step,
    .parameters = kPpDpParameters,
    .step = &kPpDpRules,
};

const ScheduleKind kPpFsdp = {
    .id = "pp-fsdp",
    .title = "PP + FSDP",
    .source = "Liang et al. 2024, TorchTitan: One-stop PyTorch Native Solution for Production Ready LLM Pre-training",
    .color = 3,
    .family = Family::Step,
    .parameters = kPpFsdpParameters,
    .step = &kPpFsdpRules,
};

}  // namespace bubblescope
