#pragma once

#include "engine/core/progress.h"
#include "engine/schedules/order_words.h"

#include <span>
#include <stop_token>

namespace bubblescope {

/// Which of two chunks goes first: always one of them, or the one with fewer ops run, ties to the second.
enum class ChunkTurn { Second, First, Fewest };

/// How a list scheduler chooses what a device runs next.
///
/// Forwards go before grad inputs while a device stores fewer than `eager` forwards, after that grad inputs go first.
/// Of the two chunks the second goes first, unless `turns` changes it. A device that can run neither runs a W, if the
/// next known op leaves it at least the share `fill` of the time of the W.
///
/// Shapes  most, mostFirst, eager and backlog by device: the most forwards stored, the most of chunk 0, the number of
///         forwards up to which they go first, and the number of pending W that a next forward may find
struct ListRule {
    std::vector<int> most, mostFirst, eager, backlog;
    int fill = 100;              // percent of the time of a W
    std::array<int, 2> ahead{};  // percent of a forward's time for which a device waits for a forward, or a grad input
    std::array<ChunkTurn, 2> turns{};  // for forwards and for grad inputs
    bool isAlternating = false;        // forwards and grad inputs alternate, whatever `eager` is
    bool hasBacklogFirst = false;      // a backlog of W goes before grad inputs, too
    int plan = 0;                      // which problem's times the rule uses
};

/// Runs list rules. They never exceed the limit; a forward of chunk 0 leaves memory for one of chunk 1.
///
/// Shapes  plans[ListRule::plan]: problems that differ in times; they outlive it
/// Cost    about 15 ns per op, and the logarithm of the devices if there are many
class ListRun {
public:
    explicit ListRun(std::span<const OrderProblem> plans, std::stop_token stop = {});

    /// Nothing if a rule allows too few activations, or after a request on `stop`, which problems with few ops do not
    /// check.
    std::optional<Spans> run(const ListRule& rule, const Progress& progress = {});
    const std::vector<Word>& words() const { return m_words; }

private:
    struct Device {
        std::array<int, kCodes> done{};
        int open = 0, openOfSecond = 0, waiting = 0;
        bool hasRunForward = false;  // and no grad input since
        Time free = 0;

        void take(std::uint8_t code);
    };
    /// An op that a device runs, and when; or until when it sleeps.
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
    const OrderProblem* m_problem;  // the problem whose times the current rule uses
    Column<Time> m_ends;            // by stage, forwards before grad inputs, and microbatch
    std::vector<Device> m_devices;
    std::vector<Word> m_words;
    std::vector<Time> m_clocks;  // a tournament: device d is leaf half + d, an inner node has the earlier of two
    std::size_t m_half = 1;
};

}  // namespace bubblescope
