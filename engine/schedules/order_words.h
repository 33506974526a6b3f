#pragma once

#include "engine/analysis/metrics.h"
#include "engine/core/column.h"
#include "engine/program/program.h"
#include "engine/scenario/durations.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// The ops of a lane in their order, each by its kind and chunk: 0, 1, 2 are F, I and W of chunk 0, 3, 4, 5 those of
/// chunk 1. Microbatches cost the same, so ops of a kind and stage may as well run in the order of their microbatches,
/// and the next F of a chunk is all there is to say of one.
using Word = std::vector<std::uint8_t>;
inline constexpr std::uint8_t kForwardCode = 0, kInputCode = 1, kWeightCode = 2, kCodesAChunk = 3, kCodes = 6;

/// What is to be ordered, as tables: a line of one chunk a device, or a wave of two.
///
/// Where sends block, an op takes until its result has come where it is sent, and hops take nothing: then its lane is
/// free, and who needs the result can start. Lanes end with weight halves, which send nothing, so spans are the same.
///
/// Shapes  times[stage] of F, I and W; forwardHops[stage] into F(s) from F(s-1), inputHops[stage] into I(s) from
/// I(s+1);
///         firstStart[device] of F(0), which no order can change but by running another microbatch first;
///         waitingAtForward[open], waitingAtInput[open]: weight halves that may be left while `open` forwards are held,
///         at the start of a forward that is one of these, and of an input half; below 0: none may
/// Units   micro-units; mostOpen in forwards of a chunk
struct OrderProblem {
    int devices = 1, chunks = 1, microbatches = 1;
    std::vector<std::array<Time, 3>> times;
    std::vector<Time> forwardHops, inputHops;
    std::vector<Time> firstStart;
    std::vector<int> waitingAtForward, waitingAtInput;
    int mostOpen = 0;

    int stages() const { return devices * chunks; }
    long long ops() const { return 3LL * stages() * microbatches; }
    int stageOf(int chunk, int device) const { return bubblescope::stageOf(Placement::Wave, devices, chunk, device); }
    int deviceOf(int stage) const { return workerOfStage(Placement::Wave, devices, stage); }
    Time workOf(int device) const;
    /// Forwards and input halves, of which others wait for the ends.
    std::size_t steps() const {
        return 2 * static_cast<std::size_t>(stages()) * static_cast<std::size_t>(microbatches);
    }
};

/// An end that is not known.
inline constexpr Time kNotYet = -1;
/// Long loops look at their stop tokens this often: some 1 ms.
inline constexpr std::size_t kOpsPerLook = 1 << 16;

/// Sets all ends to kNotYet; false if asked to stop.
bool clearEnds(Column<Time>& ends, const std::stop_token& stop);

/// Limit: in activations of one microbatch on one device; nothing: none.
OrderProblem problemOf(int devices, int chunks, int microbatches, const Durations& durations, const Holding& holding,
                       std::optional<double> limit);

/// The least limit under which there is an order: that of one microbatch after the other.
double leastLimit(int chunks, const Holding& holding);

/// Whether a lane never holds more than it may.
bool fitsMemory(const OrderProblem& problem, const Word& word);

/// What counts of an order: the longest time from a device's first start to its last end, and then the sum of these
/// over the devices, of which less leaves more room.
struct Spans {
    Time longest = kMaxTime, sum = kMaxTime;

    friend auto operator<=>(const Spans&, const Spans&) = default;
};

/// Runs words by the timing rule of model.md §4.
///
/// Shapes  ends(device)[row]
/// Cost    some 5 ns an op
class WordRun {
public:
    explicit WordRun(const OrderProblem& problem, const std::stop_token& stop = {}, bool keepsEnds = true);
    WordRun(const WordRun&) = delete;

    /// Nothing where they deadlock, or after a request on `stop`.
    std::optional<Spans> run(const std::vector<Word>& words);

    const Column<Time>& ends(int device) const { return m_ends[static_cast<std::size_t>(device)]; }
    Time end(int device) const { return m_free[static_cast<std::size_t>(device)]; }

private:
    /// A kind of op on a device: how long it takes, and by microbatch the ends that it waits for and those it leaves.
    struct Slot {
        Time time = 0, hop = 0;
        const Time* in = nullptr;
        Time* out = nullptr;
    };

    const OrderProblem& m_problem;
    const std::stop_token m_stop;
    Column<Time> m_steps;  // by stage, forwards before input halves, and microbatch; kNotYet
    std::vector<Time> m_noWait;
    std::vector<std::array<Slot, kCodes>> m_slots;
    std::vector<std::array<int, kCodes>> m_next;
    std::vector<std::size_t> m_row;
    std::vector<Time> m_free;
    std::vector<Column<Time>> m_ends;
};

}  // namespace bubblescope
