#pragma once

#include "engine/steps/sent_notes.h"
#include "engine/steps/sharded_chain.h"

namespace bubblescope {

/// What a layer's ops are besides its computation.
struct LayerShape {
    bool hasTensor = false;        // an all-reduce after each block, or
    bool gathersBlocks = false;    // an all-gather before and a reduce-scatter after
    bool overlapsWeights = false;  // the weight half beside them
    bool hasRing = false;          // attention goes round the ranks of cp
    bool hasExperts = false;       // tokens go to their experts and back
};

/// How much of a whole step the attention of one rank to the keys `step` ranks before is.
double ringShare(const StepSetup& setup, int rank, int step);
/// Whether that differs from rank to rank.
bool ringDiffers(const StepSetup& setup);
inline constexpr std::string_view kMasks[] = {"full", "causal"}, kBalances[] = {"none", "headtail"},
                                  kWeightOverlaps[] = {"none", "wgrad"};
inline constexpr Parameter kImbalanceParameter = {
    .key = "imbalance",
    .type = ParameterType::Number,
    .meaning = "how many more tokens than the mean the fullest expert has, as a share of it",
    .least = 0,
    .most = 1000,
    .usual = 0};
constexpr Parameter backwardFactor(std::string_view meaning) {
    return {.key = "backward_factor",
            .type = ParameterType::Number,
            .meaning = meaning,
            .least = 0,
            .most = 1000,
            .usual = 2};
}

/// What the axes of a step of kind `mesh` make of its layers.
LayerShape shapeOf(const StepSetup& setup);

/// Emits layers op by op: what one leaves the next waits for, collectives of blocks included.
///
/// Source  steps.md §1.2, §1.3, §4
class LayerChain {
public:
    LayerChain(const StepSetup& setup, const LayerShape& shape, StepBuilder& out);

    /// The next ops are of another place on pp; each goes on where it was.
    void turnTo(int stage);
    /// What comes next waits for this too.
    void waitFor(std::span<const After> after);

    // A layer's times, its number in names and its microbatch; the first computed op waits for `after`.
    Element forward(int layer, int number, int microbatch, std::span<const After> after = {});
    Element backward(int layer, int number, int microbatch, std::span<const After> after = {});
    Element input(int layer, int number, int microbatch, std::span<const After> after = {});
    Element weight(int layer, int number, int microbatch, std::span<const After> after = {});

    /// What the last op has ended with.
    Element ended() const { return {{}, m_at->computed, m_at->sent}; }

private:
    struct Place {
        std::vector<After> pending;  // of the next op
        Each computed, sent;
    };

    /// Whether a layer is one op each way, if it has no experts.
    bool isWholeLayer() const;
    /// The embedding or the head of a model: one op each way.
    bool isPlain(int layer) const;
    Time weightOf(int layer) const;
    void forwardOps(int layer, int number, int microbatch);
    /// Of a layer that is one op, what comes before it.
    void lead(std::string_view time, int number, int microbatch);
    /// A backward that computes all of its forward again does so first.
    void repeat(int layer, int number, int microbatch);
    void beforeBlockBackward(int number, int block, int microbatch);
    Time attentionOf(int layer) const;
    Time attentionBackwardOf(int layer, double passes) const;
    /// What one rank's queries take against the keys of a step, on each worker.
    std::vector<Time> sharesOf(int layer, int firstStep, int lastStep, bool isForward) const;
    /// Attention behind one message and, of heads exchanged for sequence, before another.
    void attendAtOnce(int layer, int number, int microbatch, bool isForward);
    void begin(std::span<const After> after);
    Element end() const { return {m_started, m_at->computed, m_at->sent}; }
    std::vector<After> takePending(bool isComputed);
    Each compute(Op op, Time duration);
    Each computeShares(Op op, std::span<const Time> durations, std::span<const After> after);
    /// Notes what a message of a kind sends.
    void note(OpKind kind);
    /// A collective that does not hold what comes next.
    Each send(Op op, Time duration, Group group, Role role, std::initializer_list<After> after);
    /// One that does; and without a note.
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
    std::vector<double> m_shares;  // of a whole step, by rank and step; one row where all are alike
    bool m_sharesDiffer = false;
    StepTimes m_forward[2], m_input[2], m_weight[2], m_reduce, m_gather, m_scatter;
    StepTimes m_attention, m_hop, m_exchange, m_experts, m_shared, m_repeatedCore;
    bool m_repeats = false;
    double m_backwardFactor = 2;
    std::vector<Place> m_places;
    Place* m_at;
    std::vector<After> m_first;
    Each m_started;
};

/// All layers of a step without pp, forwards and backwards of each microbatch; notes what they keep.
void runLayers(const StepSetup& setup, const LayerShape& shape, StepBuilder& out);

}  // namespace bubblescope
