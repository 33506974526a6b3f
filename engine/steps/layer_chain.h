#pragma once

#include "engine/steps/sent_notes.h"
#include "engine/steps/sharded_chain.h"

namespace bubblescope {

/// The ops of a layer besides its computation.
struct LayerShape {
    bool hasTensor = false;        // an all-reduce after each block, or
    bool gathersBlocks = false;    // an all-gather before each block and a reduce-scatter after it
    bool gathersInputs = false;    // in the backward also of the block's saved input
    bool cutsExperts = false;      // experts are a block, too
    bool overlapsWeights = false;  // grad weight overlaps with them
    bool hasRing = false;          // attention goes around the ranks of cp
    bool hasExperts = false;       // tokens go to their experts and back
};

/// How much of a full step a rank's attention to the keys from `step` ranks before it is.
double ringShare(const StepSetup& setup, int rank, int step);
/// Whether that share differs between ranks.
bool ringDiffers(const StepSetup& setup);
inline constexpr std::string_view kMasks[] = {"full", "causal"}, kBalances[] = {"none", "headtail"},
                                  kWeightOverlaps[] = {"none", "wgrad"}, kOverlaps[] = {"none", "wgrad", "pipelined"},
                                  kDispatches[] = {"all-to-all", "deduplicated"};
inline constexpr std::string_view kBalanceWords[] = {"none", "head and tail"},
                                  kOverlapWords[] = {"none", "grad weight (W)", "pipelined"};
inline constexpr Parameter kImbalanceParameter = {
    .key = "imbalance",
    .type = ParameterType::Number,
    .meaning = "extra tokens of the busiest expert, as a share of the mean",
    .least = 0,
    .most = 1000,
    .usual = 0,
    .use = withEp};
constexpr Parameter backwardFactor(std::string_view meaning) {
    return {.key = "backward_factor",
            .type = ParameterType::Number,
            .word = "backward / forward",
            .meaning = meaning,
            .least = 0,
            .most = 1000,
            .usual = 2,
            .use = withEp};
}

/// The layer shape that the axes of a `mesh` step give.
LayerShape shapeOf(const StepSetup& setup);

/// Emits layers op by op. Each op waits for the op before it, including the collectives of blocks.
///
/// Source  steps.md §1.2, §1.3, §4
class LayerChain {
public:
    LayerChain(const StepSetup& setup, const LayerShape& shape, StepBuilder& out);

    /// Moves to another place on pp; each place continues where it stopped.
    void turnTo(int stage);
    /// The next op waits for these as well.
    void waitFor(std::span<const After> after);

    // A layer for times, its number in names and its microbatch. The first computed op waits for `after`.
    Element forward(int layer, int number, int microbatch, std::span<const After> after = {});
    Element backward(int layer, int number, int microbatch, std::span<const After> after = {});
    Element input(int layer, int number, int microbatch, std::span<const After> after = {});
    Element weight(int layer, int number, int microbatch, std::span<const After> after = {});

    /// For a stage without layers.
    Element nothing(OpKind kind, int microbatch, std::span<const After> after);

    /// The ops with which the last layer ended.
    Element ended() const { return {{}, m_at->computed, m_at->sent}; }

private:
    struct Place {
        std::vector<After> pending;  // dependencies of the next op
        Each computed, sent;
    };

    /// Whether a layer without experts is one op in each direction.
    bool isWholeLayer() const;
    /// Whether tokens go to experts and back; with a model, its first layers may have none.
    bool isOfExperts(int layer) const;
    /// Whether it is the embedding or the head of a model, which is one op in each direction.
    bool isPlain(int layer) const;
    Time weightOf(int layer) const;
    void forwardOps(int layer, int number, int microbatch, bool isAgain = false);
    /// For a layer that is one op: the collectives that come before it.
    void lead(std::string_view time, int layer, int number, int microbatch);
    /// A backward under full recompute repeats its forward first.
    void repeat(int layer, int number, int microbatch);
    /// A backward that repeats experts exchanges tokens with them again.
    void repeatExchanges(int layer, int number, int microbatch);
    /// Gathers the saved input of a block for its grad weight.
    void gatherInput(int number, int block, int microbatch);
    void beforeBlockBackward(int number, int block, int microbatch);
    Time attentionOf(int layer) const;
    /// The time of a part of a layer of experts in a backward: both of its halves, or one.
    enum class Half { Both, Input, Weight };
    Time backOf(Time forward, std::string_view input, std::string_view weight, int layer, Half half,
                double crowd = 1) const;
    Time attentionBackOf(int layer, Half half) const;
    Time expertsBackOf(int layer, Half half) const;
    Time sharedBackOf(int layer, Half half) const;
    /// Whether a model repeats all of this layer's forward.
    bool isRepeated(int layer) const;
    /// The time of one rank's queries for the keys of these steps, for each worker.
    std::vector<Time> sharesOf(int layer, int firstStep, int lastStep, bool isForward) const;
    /// Attention after one message and, if heads are exchanged for sequence, before another.
    void attendAtOnce(int layer, int number, int microbatch, bool isForward);
    void begin(std::span<const After> after);
    Element end() const { return {m_started, m_at->computed, m_at->sent}; }
    std::vector<After> takePending(bool isComputed);
    Each compute(Op op, Time duration);
    Each computeShares(Op op, std::span<const Time> durations, std::span<const After> after);
    /// Records what a message of a kind sends.
    void note(OpKind kind);
    /// A collective that does not block the next op.
    Each send(Op op, Time duration, Group group, Role role, std::initializer_list<After> after);
    /// A collective that blocks the next op; pass() does so without a record.
    void block(Op op, Time duration, Group group, Role role);
    void pass(Op op, Time duration, Group group, Role role);
    void hold(Each sent);
    void beforeBlock(int number, int block, int microbatch);
    void afterBlock(int number, int block, int microbatch, bool isForward);
    void halves(int number, int block, int microbatch, Time input, Time weight);
    void ring(int layer, int number, int microbatch, bool isForward);

    const StepSetup& m_setup;
    LayerShape m_shape;
    StepBuilder& m_out;
    SentNotes m_sent;
    int m_ring;
    std::vector<double> m_shares;  // share of a full step, by rank and step; one row if all ranks are alike
    bool m_sharesDiffer = false;
    StepTimes m_forward[2], m_input[2], m_weight[2], m_reduce, m_gather, m_scatter;
    StepTimes m_attention, m_attentionBack, m_hop, m_exchange, m_experts, m_shared;
    double m_backwardFactor = 2;
    std::vector<Place> m_places;
    Place* m_at;
    std::vector<After> m_first;
    Each m_started;
};

/// All layers of a step without pp: forwards and backwards of each microbatch. Records what they keep.
void runLayers(const StepSetup& setup, const LayerShape& shape, StepBuilder& out);

}  // namespace bubblescope
