// V-Half and V-Min: a wave of two chunks whose building block, repeated every six slots, needs half or a third of the
// activations of 1F1B.
//
// Source  Qi et al. 2024, Pipeline Parallelism with Controllable Memory, §3 and figure 4; §4 for repeating, squeezing
//         and reordering the block. The authors' method is one of the trials here
// Shape   D devices, MBS microbatches, 2 chunks -> D lanes of 6*MBS ops, wave placement; any MBS >= 1
// Memory  a device needs at most floor((D+2)/2) activations for V-Half, floor((D+4)/3) for V-Min
// Bubble  checked by tests against known totals
// Cost    proportional to the ops; 2D+4 microbatches are ordered op by op, the others repeat their middle

#include "engine/schedules/schedule.h"
#include "engine/schedules/slot_pattern.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr int kPeriod = kBlockPeriod;
/// How far ahead of its position an op is looked for.
constexpr std::size_t kHorizon = 60;
/// Only orders of at most this many ops are improved, which takes a few milliseconds.
constexpr int kMostImproved = 1000;

Block halfBlock(int D, int d) {
    const int g = D % 2 == 0 ? 3 : 0;
    return {2 * d, 3 * D - d - 2, 3 * D + g + 2 * d - 1, 6 * D + g - d - 2};
}
Block minBlock(int D, int d) {
    const int g = D % 3 == 0 ? 2 : 0;
    return {d, 2 * D - d - 1, 2 * D + g + d, 4 * D + g - d - 1};
}

/// What defines each of the two kinds. `limit` is in activations of a stage; those of a chunk count half.
struct Building {
    Block (*block)(int D, int d);
    int (*limit)(int D);
};

/// Where W ops go in the block: in the next free slots, or first those of chunk 0.
enum class WeightSlots { Next, LastFirst };

/// The first slot after `slot` that, modulo the period, belongs neither to the block nor to `taken`.
int freeSlotAfter(const Block& block, int slot, int taken = -1) {
    const auto isFree = [&](int at) {
        return at % kPeriod != taken &&
               std::none_of(block.begin(), block.end(), [&](int used) { return used % kPeriod == at % kPeriod; });
    };
    do ++slot;
    while (!isFree(slot));
    return slot;
}

/// The lanes of `microbatches`, each of which is a set of ops in slots of its own.
std::vector<std::vector<Op>> repeated(const Building& building, int D, int microbatches, WeightSlots weights) {
    constexpr OpKind kKinds[] = {OpKind::Forward, OpKind::Forward, OpKind::BackwardInput, OpKind::BackwardInput};
    constexpr int kChunks[] = {0, 1, 1, 0};
    std::vector<std::vector<Op>> lanes;
    for (int d = 0; d < D; ++d) {
        const Block block = building.block(D, d);
        int late = 0, early = 0;  // for chunk 0 and chunk 1
        if (weights == WeightSlots::Next) {
            early = freeSlotAfter(block, block[2]);
            late = freeSlotAfter(block, block[3], early % kPeriod);
        } else {
            late = freeSlotAfter(block, block[3]);
            early = freeSlotAfter(block, block[2], late % kPeriod);
        }
        std::vector<std::pair<int, Op>> slots;
        slots.reserve(static_cast<std::size_t>(kPeriod * microbatches));
        for (int m = 0; m < microbatches; ++m) {
            const auto put = [&](int slot, OpKind kind, int chunk) {
                slots.emplace_back(slot + kPeriod * m, Op(kind, stageOf(Placement::Wave, D, chunk, d), m));
            };
            for (std::size_t i = 0; i < block.size(); ++i) put(block[i], kKinds[i], kChunks[i]);
            put(late, OpKind::BackwardWeight, 0);
            put(early, OpKind::BackwardWeight, 1);
        }
        std::sort(slots.begin(), slots.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Op>& lane = lanes.emplace_back();
        lane.reserve(slots.size());
        for (const auto& [slot, op] : slots) lane.push_back(op);
    }
    return lanes;
}

/// The ends of ops that others wait for, by stage and microbatch.
template <class End>
class EndsAs {
public:
    EndsAs(int D, int microbatches, const End& before)
        : m_stages(2 * D),
          m_microbatches(static_cast<std::size_t>(microbatches)),
          m_at(2 * static_cast<std::size_t>(m_stages) * m_microbatches, before) {}

    End& of(Op op) { return at(op.kind() == OpKind::Forward, op.stage().value, op.microbatch()); }
    /// The end of what an op needs: 0 if it needs nothing, `before` if that has not run.
    End ofInput(Op op) {
        const auto needed = neededBy(op.kind(), op.stage().value, m_stages);
        return needed ? at(needed->kinds.has(OpKind::Forward), needed->stage, op.microbatch()) : End{};
    }

private:
    End& at(bool isForward, int stage, MicrobatchId microbatch) {
        const auto column = static_cast<std::size_t>(isForward ? stage : m_stages + stage);
        return m_at[column * m_microbatches + microbatch.index()];
    }

    int m_stages;
    std::size_t m_microbatches;
    std::vector<End> m_at;
};

struct Ends : EndsAs<long long> {
    static constexpr long long kNever = -1;

    Ends(int D, int microbatches) : EndsAs(D, microbatches, kNever) {}
};

/// Runs lanes whose ops take one slot each in their order, with two exceptions: an op that is ready runs before ops
/// that are not, if that does not raise the peak; and once all forwards of a lane have run, its grad input ops come
/// first.
class Squeeze {
public:
    Squeeze(std::vector<std::vector<Op>>& lanes, int D, int microbatches, int limit)
        : m_lanes(lanes), m_ends(D, microbatches), m_limit(2 * limit), m_states(lanes.size()) {
        for (State& state : m_states) state.forwards = 2 * microbatches;
    }

    /// All ops in the order in which they ran; nothing if asked to stop.
    std::vector<Op> run(const std::stop_token& stop) {
        std::vector<Op> ran;
        std::vector<std::size_t> now(m_lanes.size()), next;
        for (std::size_t d = 0; d < now.size(); ++d) now[d] = d;
        for (long long slot = 0; !now.empty(); ++slot) {
            if (stop.stop_requested()) return {};
            next.clear();
            for (const std::size_t d : now) {
                const auto picked = pick(d);
                if (!picked) continue;
                const Op op = take(d, *picked);
                ran.push_back(op);
                if (op.kind() != OpKind::BackwardWeight) m_started.push_back(op);
                // Ops that wait for it are on this device or a neighbour.
                for (std::size_t other = d == 0 ? 0 : d - 1; other < std::min(d + 2, m_lanes.size()); ++other)
                    next.push_back(other);
            }
            for (const Op op : m_started) m_ends.of(op) = slot + 1;
            m_started.clear();
            std::sort(next.begin(), next.end());
            next.erase(std::unique(next.begin(), next.end()), next.end());
            now.swap(next);
        }
        return ran;
    }

private:
    struct State {
        std::size_t next = 0;
        int held = 0;      // activations of chunks
        int forwards = 0;  // not yet run
        /// The position of each chunk's first grad input, or an earlier one.
        std::array<std::size_t, 2> inputs{};
    };

    bool isReady(Op op) { return m_ends.ofInput(op) != Ends::kNever; }

    std::optional<std::size_t> pick(std::size_t d) {
        const std::vector<Op>& lane = m_lanes[d];
        if (m_states[d].forwards == 0)
            if (const auto at = firstInput(d)) return at;
        const State& state = m_states[d];
        const std::size_t end = std::min(lane.size(), state.next + kHorizon);
        for (std::size_t at = state.next; at < end; ++at)
            if (isReady(lane[at]) && fitsBefore(d, at)) return at;
        return std::nullopt;
    }

    /// The first grad input that is ready. Those of one chunk become ready in order.
    std::optional<std::size_t> firstInput(std::size_t d) {
        State& state = m_states[d];
        const std::vector<Op>& lane = m_lanes[d];
        const auto D = static_cast<int>(m_lanes.size());
        std::optional<std::size_t> first;
        for (std::size_t chunk = 0; chunk < 2; ++chunk) {
            std::size_t& at = state.inputs[chunk];
            at = std::max(at, state.next);
            while (at < lane.size() && (lane[at].kind() != OpKind::BackwardInput ||
                                        static_cast<std::size_t>(lane[at].stage().value / D) != chunk))
                ++at;
            if (at < lane.size() && isReady(lane[at])) first = std::min(first.value_or(at), at);
        }
        return first;
    }

    /// Whether an op can run before the ops ahead of it.
    bool fitsBefore(std::size_t d, std::size_t at) const {
        const std::vector<Op>& lane = m_lanes[d];
        if (lane[at].kind() != OpKind::Forward) return true;
        int held = m_states[d].held + 1;
        for (std::size_t other = m_states[d].next; other < at && held <= m_limit; ++other) held += addedBy(lane[other]);
        return held <= m_limit;
    }
    static int addedBy(Op op) {
        return op.kind() == OpKind::Forward ? 1 : op.kind() == OpKind::BackwardWeight ? -1 : 0;
    }

    Op take(std::size_t d, std::size_t at) {
        State& state = m_states[d];
        const auto begin = m_lanes[d].begin();
        const auto first = begin + static_cast<std::ptrdiff_t>(state.next),
                   of = begin + static_cast<std::ptrdiff_t>(at);
        std::rotate(first, of, of + 1);
        const Op op = *first;
        ++state.next;
        for (std::size_t& input : state.inputs) input += input < at;
        state.held += addedBy(op);
        state.forwards -= op.kind() == OpKind::Forward;
        return op;
    }

    std::vector<std::vector<Op>>& m_lanes;
    Ends m_ends;
    int m_limit;
    std::vector<State> m_states;
    std::vector<Op> m_started;  // in the current slot
};

/// Times of ops and hops in a trial.
struct TrialTimes {
    int forward, input, weight, hop;
    int sum() const { return forward + input + weight; }
};

/// Mostly even ops, and proportions that occur in models.
constexpr TrialTimes kTrials[] = {
    {10, 10, 10, 0}, {10, 10, 10, 1}, {10, 12, 8, 0},    {10, 20, 10, 0},     {14, 26, 10, 4},
    {20, 24, 14, 1}, {30, 31, 19, 1}, {185, 181, 93, 6}, {548, 581, 353, 20},
};
constexpr std::size_t kTrialCount = std::size(kTrials);
using OfTrials = std::array<long long, kTrialCount>;

/// The total times of all trials when ops run in this order.
OfTrials totalsOf(const std::vector<Op>& ran, int D, int microbatches) {
    EndsAs<OfTrials> ends(D, microbatches, {});
    std::vector<OfTrials> freeAt(static_cast<std::size_t>(D));
    for (const Op op : ran) {
        const int worker = workerOfStage(Placement::Wave, D, op.stage().value);
        const auto needed = neededBy(op.kind(), op.stage().value, 2 * D);
        const bool hops = needed && workerOfStage(Placement::Wave, D, needed->stage) != worker;
        OfTrials& free = freeAt[static_cast<std::size_t>(worker)];
        const OfTrials input = ends.ofInput(op);
        for (std::size_t i = 0; i < kTrialCount; ++i) {
            const TrialTimes& times = kTrials[i];
            free[i] = std::max(free[i], input[i] + (hops ? times.hop : 0));
            free[i] += op.kind() == OpKind::Forward         ? times.forward
                       : op.kind() == OpKind::BackwardInput ? times.input
                                                            : times.weight;
        }
        if (op.kind() != OpKind::BackwardWeight) ends.of(op) = free;
    }
    OfTrials totals{};
    for (std::size_t i = 0; i < kTrialCount; ++i)
        for (const OfTrials& free : freeAt) totals[i] = std::max(totals[i], free[i]);
    return totals;
}

/// The total, in units of one microbatch's work on one device, over all trials.
double scoreOf(const OfTrials& totals) {
    double score = 0;
    for (std::size_t i = 0; i < kTrialCount; ++i) score += static_cast<double>(totals[i]) / kTrials[i].sum();
    return score;
}

bool isNeverSlower(const OfTrials& totals, const OfTrials& others) {
    return std::ranges::equal(totals, others, std::less_equal());
}

/// The first row of a period in the middle of a lane, if the lane repeats itself from period to period; otherwise
/// nothing.
std::optional<std::size_t> periodIn(const std::vector<Op>& lane, int microbatch) {
    const auto at = std::find_if(lane.begin(), lane.end(), [&](Op op) { return op.microbatch().value == microbatch; });
    const auto row = at - lane.begin();
    if (row < kPeriod || lane.end() - at < kPeriod) return std::nullopt;
    for (auto op = at; op != at + kPeriod; ++op)
        if (*op != Op((op - kPeriod)->kind(), (op - kPeriod)->stage().value, (op - kPeriod)->microbatch().value + 1))
            return std::nullopt;
    return static_cast<std::size_t>(row);
}

/// The lanes' ops in an order in which everything an op needs comes before it; empty if they cannot run.
std::vector<Op> inOrder(const std::vector<std::vector<Op>>& lanes, int D, int microbatches) {
    Ends ends(D, microbatches);
    std::vector<std::size_t> next(lanes.size());
    std::vector<Op> ran;
    for (bool isGoing = true; isGoing;) {
        isGoing = false;
        for (std::size_t d = 0; d < lanes.size(); ++d)
            for (; next[d] < lanes[d].size() && ends.ofInput(lanes[d][next[d]]) != Ends::kNever; ++next[d]) {
                const Op op = lanes[d][next[d]];
                if (op.kind() != OpKind::BackwardWeight) ends.of(op) = 0;
                ran.push_back(op);
                isGoing = true;
            }
    }
    for (std::size_t d = 0; d < lanes.size(); ++d)
        if (next[d] < lanes[d].size()) return {};
    return ran;
}

using Lanes = std::vector<std::vector<Op>>;

/// The lanes extended to more microbatches by repeating what they run for the middle one; nothing if a lane does not
/// repeat itself.
std::optional<Lanes> stretched(const Lanes& lanes, int microbatches, int more) {
    Lanes longer;
    for (const std::vector<Op>& lane : lanes) {
        const auto period = periodIn(lane, microbatches / 2);
        if (!period) return std::nullopt;
        const auto at = lane.begin() + static_cast<std::ptrdiff_t>(*period);
        const auto put = [to = &longer.emplace_back(lane.begin(), at)](Op op, int later) {
            op.packedMicrobatch += static_cast<std::uint32_t>(later);
            to->push_back(op);
        };
        for (int i = 0; i < more; ++i)
            for (auto op = at; op != at + kPeriod; ++op) put(*op, i);
        for (auto op = at; op != lane.end(); ++op) put(*op, more);
    }
    return longer;
}

/// An order and its total times in the trials, also with more microbatches if the final order has more.
struct Trial {
    Lanes lanes;
    OfTrials totals{}, totalsOfMore{};

    double score() const { return scoreOf(totalsOfMore); }
    /// However many microbatches there are.
    bool isNeverSlowerThan(const Trial& other) const {
        OfTrials growth, othersGrowth;
        std::ranges::transform(totalsOfMore, totals, growth.begin(), std::minus());
        std::ranges::transform(other.totalsOfMore, other.totals, othersGrowth.begin(), std::minus());
        return isNeverSlower(totalsOfMore, other.totalsOfMore) && isNeverSlower(growth, othersGrowth);
    }
};

/// Nothing if the lanes cannot run, or do not repeat themselves where they have to.
std::optional<Trial> trialOf(Lanes lanes, int D, int microbatches, int more) {
    Trial trial{std::move(lanes)};
    const std::vector<Op> ran = inOrder(trial.lanes, D, microbatches);
    if (ran.empty()) return std::nullopt;
    trial.totals = trial.totalsOfMore = totalsOf(ran, D, microbatches);
    if (more == 0) return trial;
    const auto longer = stretched(trial.lanes, microbatches, more);
    if (!longer) return std::nullopt;
    trial.totalsOfMore = totalsOf(inOrder(*longer, D, microbatches + more), D, microbatches + more);
    return trial;
}

/// Moves grad input ops before the W ops in front of them where that shortens the trials and makes none longer than
/// `most`.
Lanes improved(Lanes lanes, int D, int microbatches, const OfTrials& most) {
    double score = scoreOf(totalsOf(inOrder(lanes, D, microbatches), D, microbatches));
    for (bool isBetter = true; isBetter;) {
        isBetter = false;
        for (std::vector<Op>& lane : lanes)
            for (std::size_t row = 0; row + 1 < lane.size(); ++row) {
                Op &first = lane[row], &second = lane[row + 1];
                if (first.kind() != OpKind::BackwardWeight || second.kind() != OpKind::BackwardInput) continue;
                std::swap(first, second);
                const std::vector<Op> ran = inOrder(lanes, D, microbatches);
                const OfTrials totals = ran.empty() ? most : totalsOf(ran, D, microbatches);
                if (!ran.empty() && scoreOf(totals) < score - 1e-9 && isNeverSlower(totals, most)) {
                    score = scoreOf(totals);
                    isBetter = true;
                } else {
                    std::swap(first, second);
                }
            }
    }
    return lanes;
}

/// The pattern's lanes, or better ones that are slower in no trial; nothing if the pattern should repeat itself and
/// does not, or if asked to stop.
std::optional<Lanes> ordered(const Building& building, int D, int microbatches, int more, const std::stop_token& stop) {
    std::vector<Block> blocks;
    for (int d = 0; d < D; ++d) blocks.push_back(building.block(D, d));
    const auto pattern = trialOf(patternOrder(blocks, microbatches, stop), D, microbatches, more);
    if (!pattern) return std::nullopt;
    Trial best = *pattern;
    const auto offer = [&](Lanes lanes) {
        auto trial = trialOf(std::move(lanes), D, microbatches, more);
        if (trial && trial->score() < best.score() && trial->isNeverSlowerThan(*pattern)) best = std::move(*trial);
    };
    for (const WeightSlots weights : {WeightSlots::Next, WeightSlots::LastFirst}) {
        Lanes lanes = repeated(building, D, microbatches, weights);
        if (Squeeze(lanes, D, microbatches, building.limit(D)).run(stop).empty()) return std::nullopt;
        offer(std::move(lanes));
    }
    if (kPeriod * D * microbatches <= kMostImproved) offer(improved(best.lanes, D, microbatches, pattern->totals));
    return best.lanes;
}

Result<Program> built(const ScheduleInput& in, const Building& building) {
    const int D = in.devices, enough = 2 * D + 4, few = std::min(in.microbatches, enough);
    int more = in.microbatches - few;
    std::optional<Lanes> lanes = ordered(building, D, few, std::min(more, enough), in.stop);
    if (!lanes && more > 0 && !in.stop.stop_requested()) {
        lanes = ordered(building, D, in.microbatches, 0, in.stop);
        more = 0;
    }
    if (!lanes) return cancelled();
    Program program = emptyProgram(Placement::Wave, D, 2, in.microbatches, true);
    for (int d = 0; d < D; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        const std::vector<Op>& lane = (*lanes)[static_cast<std::size_t>(d)];
        const std::size_t period = more > 0 ? *periodIn(lane, few / 2) : lane.size();
        Op* out = std::copy_n(lane.begin(), period, program.lane(LaneId(d)).data());
        const auto put = [&](std::size_t row, int later) {
            *out = lane[row];
            (out++)->packedMicrobatch += static_cast<std::uint32_t>(later);
        };
        for (int i = 0; i < more; ++i) {
            if (i % kOpsPerStopCheck == 0 && in.stop.stop_requested()) return cancelled();
            for (std::size_t row = 0; row < kPeriod; ++row) put(period + row, i);
        }
        for (std::size_t row = period; row < lane.size(); ++row) put(row, more);
    }
    return program;
}

Result<Program> generateHalf(const ScheduleInput& in) {
    return built(in, {halfBlock, [](int D) { return (D + 2) / 2; }});
}
Result<Program> generateMin(const ScheduleInput& in) {
    return built(in, {minBlock, [](int D) { return (D + 4) / 3; }});
}

}  // namespace

const ScheduleKind kVHalf = {
    .id = "v-half",
    .title = "V-Half",
    .source = "Qi et al. 2024, Pipeline Parallelism with Controllable Memory",
    .published = {.year = 2024, .link = "https://arxiv.org/abs/2405.15362", .peak = "min(MBS, floor((D+2)/2))"},
    .color = 0,
    .splitsBackward = true,
    .fixedChunks = 2,
    .placement = Placement::Wave,
    .generate = generateHalf,
};

const ScheduleKind kVMin = {
    .id = "v-min",
    .title = "V-Min",
    .source = "Qi et al. 2024, Pipeline Parallelism with Controllable Memory",
    .published = {.year = 2024, .link = "https://arxiv.org/abs/2405.15362", .peak = "min(MBS, floor((D+4)/3))"},
    .color = 2,
    .splitsBackward = true,
    .fixedChunks = 2,
    .placement = Placement::Wave,
    .generate = generateMin,
};

}  // namespace bubblescope
