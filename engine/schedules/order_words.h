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

/// The ops of a lane in order, each by its kind and chunk: 0, 1, 2 are F, I and W of chunk 0, 3, 4, 5 those of chunk 1.
/// All microbatches cost the same, so ops of a kind and stage can run in the order of their microbatches, and the
/// microbatch need not be stored.
using Word = std::vector<std::uint8_t>;
inline constexpr std::uint8_t kForwardCode = 0, kInputCode = 1, kWeightCode = 2, kCodesAChunk = 3, kCodes = 6;

/// What should be ordered, as tables: a line with one chunk per device, or a wave with two.
///
/// If sends block, an op takes until its result has arrived at the receiver, and hops take nothing: only then is its
/// lane free, and can the op that needs the result start. Lanes end with W ops, which send nothing, so spans are the
/// same.
///
/// Shapes  times[stage] of F, I and W; forwardHops[stage] into F(s) from F(s-1), inputHops[stage] into I(s) from
///         I(s+1); firstStart[device] of F(0), which an order can change only by running another microbatch first;
///         waitingAtForward[open], waitingAtInput[open]: how many W ops may be pending while `open` forwards are
///         stored, at the start of a forward that is one of these, and at the start of a grad input; below 0: none may
/// Units   micro-units; mostOpen in forwards of one chunk
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
    /// Forwards and grad inputs, whose ends other ops wait for.
    std::size_t steps() const {
        return 2 * static_cast<std::size_t>(stages()) * static_cast<std::size_t>(microbatches);
    }
};

/// An unknown end.
inline constexpr Time kNotYet = -1;
/// Long loops check their stop tokens this often: about every 1 ms.
inline constexpr std::size_t kOpsPerLook = 1 << 16;

/// Sets all ends to kNotYet; false if asked to stop.
bool clearEnds(Column<Time>& ends, const std::stop_token& stop);

/// `limit` is in activations of one microbatch on one device; nothing: no limit.
OrderProblem problemOf(int devices, int chunks, int microbatches, const Durations& durations, const Holding& holding,
                       std::optional<double> limit);

/// The smallest limit in which an order fits: that of running one microbatch after another.
double leastLimit(int chunks, const Holding& holding);

/// Whether a lane never exceeds its memory.
bool fitsMemory(const OrderProblem& problem, const Word& word);

/// How an order is judged: first by the longest time from a device's first start to its last end, then by the sum of
/// these times over the devices; a smaller sum leaves more freedom.
struct Spans {
    Time longest = kMaxTime, sum = kMaxTime;

    friend auto operator<=>(const Spans&, const Spans&) = default;
};

/// Runs words by the timing rule of model.md §4.
///
/// Shapes  ends(device)[row]
/// Cost    about 5 ns per op
class WordRun {
public:
    explicit WordRun(const OrderProblem& problem, const std::stop_token& stop = {}, bool keepsEnds = true);
    WordRun(const WordRun&) = delete;

    /// Nothing if they deadlock, or after a request on `stop`.
    std::optional<Spans> run(const std::vector<Word>& words);

    const Column<Time>& ends(int device) const { return m_ends[static_cast<std::size_t>(device)]; }
    Time end(int device) const { return m_free[static_cast<std::size_t>(device)]; }

private:
    /// A kind of op on a device: how long it takes, and by microbatch the ends that it waits for and those it produces.
    struct Slot {
        Time time = 0, hop = 0;
        const Time* in = nullptr;
        Time* out = nullptr;
    };

    const OrderProblem& m_problem;
    const std::stop_token m_stop;
    Column<Time> m_steps;  // by stage, forwards before grad inputs, and microbatch; kNotYet if unknown
    std::vector<Time> m_noWait;
    std::vector<std::array<Slot, kCodes>> m_slots;
    std::vector<std::array<int, kCodes>> m_next;
    std::vector<std::size_t> m_row;
    std::vector<Time> m_free;
    std::vector<Column<Time>> m_ends;
};

}  // namespace bubblescope
