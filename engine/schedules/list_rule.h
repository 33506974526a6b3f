#pragma once

#include "engine/core/progress.h"
#include "engine/schedules/order_words.h"

#include <span>
#include <stop_token>

namespace bubblescope {

/// Which of two chunks goes first: that of which less has run, ties to the second.
enum class ChunkTurn { Second, First, Fewest };

/// How a list scheduler chooses what a device runs next.
///
/// Forwards go before input halves while a device holds fewer than `eager` of them, input halves go first from there
/// on; of chunks the second goes first, or as said. A device that could run none of them runs a weight half, if what
/// is known to come next leaves it that share of its time.
///
/// Shapes  most, mostFirst, eager and backlog by device: forwards held, those of chunk 0, forwards up to which they go
///         first, and weight halves left that a next forward may find
struct ListRule {
    std::vector<int> most, mostFirst, eager, backlog;
    int fill = 100;              // percent of a weight half's time
    std::array<int, 2> ahead{};  // percent of a forward's time for which a forward, or an input half, is waited for
    std::array<ChunkTurn, 2> turns{};  // of forwards and of input halves
    bool isAlternating = false;        // forwards and input halves go first in turn, whatever `eager` says
    bool hasBacklogFirst = false;      // a backlog goes before input halves, too
    int plan = 0;                      // which of several problems' times it goes by
};

/// Runs list rules. They never hold more than the limit; a forward of chunk 0 leaves a place for one of chunk 1.
///
/// Shapes  plans[ListRule::plan]: problems that differ in times; they outlive it
/// Cost    some 15 ns an op, and the logarithm of many devices
class ListRun {
public:
    explicit ListRun(std::span<const OrderProblem> plans, std::stop_token stop = {});

    /// Nothing of a rule that leaves too few places, or after a request on `stop`; of problems with few ops it does not
    /// look at it.
    std::optional<Spans> run(const ListRule& rule, const Progress& progress = {});
    const std::vector<Word>& words() const { return m_words; }

private:
    struct Device {
        std::array<int, kCodes> done{};
        int open = 0, openOfSecond = 0, waiting = 0;
        bool hasRunForward = false;  // and no input half since
        Time free = 0;

        void take(std::uint8_t code);
    };
    /// An op that a device runs, and when, or until when it sleeps.
    struct Choice {
        int code = -1;
        Time at = 0;
    };

    Choice choose(const ListRule& rule, int device, Time now) const;
    Time readyAt(int device, int code) const;
    bool mayForward(const ListRule& rule, int device, int chunk) const;
    static int weightOf(const Device& device);
    static int firstChunk(const ListRule& rule, const Device& device, bool isForward);
    void wake(int device, Time at);
    void setClock(int device, Time at);

    std::span<const OrderProblem> m_plans;
    std::stop_token m_stop;
    const OrderProblem* m_problem;  // whose times the rule at hand goes by
    Column<Time> m_ends;            // by stage, forwards before input halves, and microbatch
    std::vector<Device> m_devices;
    std::vector<Word> m_words;
    std::vector<Time> m_clocks;  // a tournament: of device d at its half + d, the sooner of two above
    std::size_t m_half = 1;
};

}  // namespace bubblescope
