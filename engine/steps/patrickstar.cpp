// PatrickStar: parameters are stored in chunks, as many on the device as fit. The chunks of a group, one per rank, are
// gathered before an op and freed after it. Gradients overwrite their parameters.
//
// Source   Fang et al. 2021, PatrickStar; docs/models.md §4
// Shape    G groups of chunks; lanes `compute`, `comm`, `d2h`, `h2d`, `host`

#include "engine/steps/chunks.h"
#include "engine/steps/sent_notes.h"
#include "engine/steps/unit_memory.h"

namespace bubblescope {

namespace {

constexpr double kMostGigabytes = 1e9;
constexpr Parameter kParameters[] = {
    {.key = "chunk_elements",
     .word = "chunk parameters",
     .meaning = "parameters per chunk; each rank has one chunk of a group",
     .least = 1,
     .most = 1'000'000'000,
     .usual = 64 << 20},
    {.key = "device_memory",
     .type = ParameterType::Number,
     .word = "memory for chunks, GB",
     .meaning = "device memory for chunks, in GB of 1e9 bytes; by default, what activations leave free",
     .least = 0,
     .most = kMostGigabytes},
    kSlowdownParameter,
    kMeshParameter,
    kModelParameter,
    kClusterParameter,
    kMeasuredParameter,
};

/// Emits what each op needs just before it, op by op: nothing is prefetched.
class Chain {
public:
    Chain(const StepSetup& setup, StepBuilder& out)
        : m_setup(setup),
          m_plan(*setup.model->chunks),
          m_out(out),
          m_memory(setup, setup.layers, 1, out),
          m_sent(setup, setup.layers, out),
          m_isShared(setup.has("all_gather")),
          m_uploads(static_cast<std::size_t>(setup.layers)),
          m_downloads(m_uploads),
          m_gathers(m_uploads) {}

    void run() {
        for (std::size_t at = 0; at < m_plan.elements.size() && m_out.goesOn(); ++at) {
            const bool isForward = at < m_uploads.size();
            const Each ready = bring(m_plan.elements[at], isForward);
            isForward ? forward(m_plan.elements[at], ready) : backward(m_plan.elements[at], ready);
        }
        update();
    }

private:
    const StepTimes& times(std::string_view name) const { return m_setup.timesOf(name); }

    /// What an op waits for: its chunk and those gathered with it, once the previous op has ended.
    Each bring(const ChunkPlan::Element& element, bool isForward) {
        const auto at = static_cast<std::size_t>(element.group);
        std::vector<After> before = {m_computed, m_reduced};
        for (const int group : element.makeRoom) {
            download(OpKind::Evict, group, {m_computed, m_reduced});
            before.emplace_back(m_downloads[static_cast<std::size_t>(group)]);
        }
        Each ready;
        if (element.comesUp) {
            const OpKind kind = isForward ? OpKind::Upload : OpKind::CopyWeights;
            ready = m_uploads[at] =
                m_out.compute(Op(kind, element.group, 0), times("h2d")[element.group], before, Role::FromHost);
            m_downloads[at] = {};
            before = {ready};
        }
        if (!m_isShared || !element.isGathered) return ready;
        m_sent.weights(element.group, Group::Shard);
        return m_gathers[at] =
                   m_out.collective(Op(isForward ? OpKind::GatherForward : OpKind::GatherBackward, element.group, 0),
                                    times("all_gather")[element.group], Group::Shard, Role::Collective, before);
    }

    void forward(const ChunkPlan::Element& element, Each ready) {
        m_computed = m_out.compute(Op(OpKind::Forward, element.group, 0), times("forward")[element.group], {ready});
        m_memory.forward(element.group, 0, {m_computed, m_computed, {}});
        const bool isLast = element.group + 1 == m_plan.groups.count();
        if (element.group >= m_plan.groups.kept && !isLast) free(element.group, m_computed);
    }

    void backward(const ChunkPlan::Element& element, Each ready) {
        m_computed = m_out.compute(Op(OpKind::Backward, element.group, 0), times("backward")[element.group], {ready});
        m_memory.backward(element.group, 0, {m_computed, m_computed, {}});
        if (m_isShared) {
            m_reduced =
                m_out.collective(Op(OpKind::ReduceScatter, element.group, 0), times("reduce_scatter")[element.group],
                                 Group::Shard, Role::Collective, {m_computed});
            m_sent.gradients(Collective::ReduceScatter, element.group, Group::Shard);
            free(element.group, m_reduced);
        }
        if (element.group >= m_plan.updatedOnDevice)
            download(OpKind::Download, element.group, {m_isShared ? m_reduced : m_computed});
    }

    void free(int group, Each end) {
        const auto at = static_cast<std::size_t>(group);
        if (!m_gathers[at].isSet()) return;
        m_out.hold(MemoryPart::Gathered, static_cast<double>(m_plan.groups.others[at]), m_gathers[at], end);
    }

    /// Copies a chunk back to the host, unless it is already there.
    void download(OpKind kind, int group, std::initializer_list<After> after) {
        const auto at = static_cast<std::size_t>(group);
        if (m_downloads[at].isSet()) return;
        m_downloads[at] = m_out.compute(Op(kind, group, 0), times("d2h")[group], after, Role::ToHost);
        m_out.hold(MemoryPart::Parameters, static_cast<double>(m_plan.groups.own[at]), m_uploads[at], m_downloads[at]);
    }

    /// Updates once all gradients are summed, where the optimizer state is; the host in order of arrival.
    void update() {
        if (m_plan.updatedOnDevice > 0)
            m_out.compute(Op(OpKind::Optimizer, 0, 0), m_setup.timeOf("optimizer"), {m_computed, m_reduced});
        for (int group = m_plan.groups.count(); group-- > m_plan.updatedOnDevice && m_out.goesOn();)
            m_out.compute(Op(OpKind::HostOptimizer, group, 0), times("adam")[group],
                          {m_downloads[static_cast<std::size_t>(group)], m_computed, m_reduced}, Role::Host);
    }

    const StepSetup& m_setup;
    const ChunkPlan& m_plan;
    StepBuilder& m_out;
    UnitMemory m_memory;
    SentNotes m_sent;
    bool m_isShared;
    std::vector<Each> m_uploads, m_downloads, m_gathers;  // the last of each group
    Each m_computed, m_reduced;                           // the last op, and the last gradient
};

Result<void> build(const StepSetup& setup, StepBuilder& out) {
    Chain(setup, out).run();
    return {};
}

long long opsOf(const StepSetup& setup) {
    // F, B, U, CG, E, D and A; two gathers and RS.
    return (setup.has("all_gather") ? 10LL : 7LL) * setup.layers + 1;
}

constexpr MeshAxis kAxesOfShards[] = {MeshAxis::Fsdp, MeshAxis::Dp};
constexpr StepRules kRules = {.axes = kAxesOfShards,
                              .takesOneAxis = true,
                              .needed = [](const StepSetup&) { return std::vector<std::string_view>(); },
                              .build = build,
                              .ops = opsOf};

}  // namespace

const ScheduleKind kPatrickStar = {
    .id = "patrickstar",
    .title = "PatrickStar",
    .source =
        "Fang et al. 2021, PatrickStar: Parallel Training of Pre-trained Models via Chunk-based Memory Management",
    .color = 7,
    .family = Family::Step,
    .parameters = kParameters,
    .step = &kRules,
};

}  // namespace bubblescope
