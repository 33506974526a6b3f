#pragma once

#include "engine/core/column.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// What happens to a value that is sent: the receiver replaces its own value or adds to it; the sender keeps its value
/// or drops it.
enum class Mode : std::uint8_t { Copy, Move, Add, Give };

constexpr bool adds(Mode mode) { return mode == Mode::Add || mode == Mode::Give; }
constexpr bool forgets(Mode mode) { return mode == Mode::Move || mode == Mode::Give; }

/// What one rank sends to another in a step. Its slots end at `slotsEnd` and begin where the previous transfer's end.
struct Transfer {
    std::uint16_t from = 0, to : 14 = 0;
    Mode mode : 2 = Mode::Copy;
    std::uint32_t slotsEnd = 0;

    Transfer() = default;
    Transfer(int sender, int receiver, Mode how, std::size_t end = 0)
        : from(static_cast<std::uint16_t>(sender)),
          to(static_cast<std::uint16_t>(receiver & 0x3fff)),
          mode(how),
          slotsEnd(static_cast<std::uint32_t>(end)) {}
};
static_assert(sizeof(Transfer) == 8);

/// Who sends what to whom, step by step. All transfers of a step read what the ranks held before it.
///
/// Shapes      a rank's buffer is cut into `slotCount` slots; in an all-to-all every rank has a slot for every rank:
///             a.b, with number a*ranks+b, goes from rank a to rank b. Where rings run side by side, a rank's slot is
///             cut into `pieces`: piece j of slot c has number c*pieces+j
/// Invariants  the transfers of a step are sorted by (from, to, mode), the slots of a transfer ascend
struct Plan {
    struct Step {
        std::uint32_t end = 0;  // of its transfers
    };

    int ranks = 1;
    int switches = 0;  // that sum and copy, one per node, numbered after the ranks; they start with nothing
    int slotCount = 1;
    int pieces = 1;
    bool isOfPairs = false;
    std::vector<Step> steps;
    Column<Transfer> transfers;
    Column<std::uint32_t> slotNumbers;

    /// Ranks and switches: what transfers number.
    int places() const { return ranks + switches; }
    int nodeOf(int place, int nodeSize) const { return place < ranks ? place / nodeSize : place - ranks; }
    std::size_t beginOf(std::size_t step) const { return step == 0 ? 0 : steps[step - 1].end; }
    std::span<const Transfer> transfersOf(std::size_t step) const {
        return std::span(transfers).subspan(beginOf(step), steps[step].end - beginOf(step));
    }
    /// Whether the receivers of a step add what they receive; of a step in which only some do, false.
    bool adds(std::size_t step) const {
        return std::ranges::all_of(transfersOf(step),
                                   [](const Transfer& each) { return bubblescope::adds(each.mode); });
    }
    /// By index in `transfers`.
    std::span<const std::uint32_t> slotsOf(std::size_t transfer) const {
        const std::size_t begin = transfer == 0 ? 0 : transfers[transfer - 1].slotsEnd;
        return std::span(slotNumbers).subspan(begin, transfers[transfer].slotsEnd - begin);
    }
    /// "3", or "0.3" for an all-to-all.
    std::string slotName(std::uint32_t slot) const;
};

/// "0>1+1 1>2+2 2>0+0 | 0>1+0 ...": `=` if the receiver replaces its value, `+` if it adds to it.
std::string planText(const Plan& plan);

/// The plan in reverse, with all transfers in the opposite direction: Copy becomes Give, Add becomes Copy.
Plan dualOf(const Plan& plan);

/// The ranks that a plan is made for.
///
/// Invariants  ranks >= 1, 0 <= root < ranks, pieces >= 0, nodeSize >= 1, rings >= 1
struct Team {
    int ranks = 1;
    int root = 0;
    int pieces = 1;    // into which a chain cuts the buffer; 0: not chosen
    int nodeSize = 1;  // ranks per node
    int rings = 1;     // that run side by side, each through a port of its own on every node

    int nodes() const { return (ranks + nodeSize - 1) / nodeSize; }
    /// Of node 0 .. nodes()-1; the last may have fewer than the others.
    int membersOf(int node) const { return std::min(nodeSize, ranks - node * nodeSize); }
};

/// Limits of a plan.
inline constexpr int kMaxPlanRanks = 1024;
inline constexpr std::size_t kMaxTransfers = 4'000'000;
inline constexpr std::size_t kMaxSlotEntries = 64'000'000;

/// The size of a plan.
struct PlanSize {
    std::size_t steps = 0, transfers = 0, slotEntries = 0;

    bool isWithinLimits() const { return transfers <= kMaxTransfers && slotEntries <= kMaxSlotEntries; }
};

/// Writes a plan step by step, or only counts its size. Ranks are counted from the root and wrap around.
class PlanWriter {
public:
    enum class Writes { Plan, SizeAlone };
    /// What a slot number means: a rank, also counted from the root; a part of the buffer; or a pair of ranks.
    enum class Names { Ranks, Parts, Pairs };

    PlanWriter(const Team& team, int slotCount, Names names, Writes writes);
    /// Makes room for switches, and says into how many pieces a rank's slot is cut.
    void setSwitches(int switches) { m_plan.switches = switches; }
    void setPieces(int pieces) { m_plan.pieces = pieces; }

    const Team& team() const { return m_team; }
    int slotCount() const { return m_plan.slotCount; }
    const PlanSize& size() const { return m_size; }
    bool isCounting() const { return m_writes == Writes::SizeAlone; }

    void step(Mode mode);
    /// Begins a transfer of no slots yet in the open step, between places that are not counted from the root.
    void transfer(int from, int to, Mode mode) {
        m_sortsSlots = true;
        append({from, to, mode});
    }
    /// Adds a slot to the transfer begun last.
    void slot(int number) { addRun(0, number, 1, slotCount()); }
    /// Repeats the previous step, whose messages have one slot each, with the slots shifted by `further`.
    void stepFurther(int further);
    /// Sends `count` slots from `first` on; slot numbers wrap around.
    void send(int from, int to, int first, int count = 1) {
        begin(from, to);
        addRun(0, m_names == Names::Ranks ? wrapped(first + m_team.root, slotCount()) : wrapped(first, slotCount()),
               count, slotCount());
    }
    void sendAll(int from, int to) { send(from, to, 0, slotCount()); }
    /// Sends what rank `origin` has for `count` ranks from `first` on.
    void sendPairs(int from, int to, int origin, int first, int count = 1);
    /// Adds another run of slots or pairs to the transfer begun last.
    void alsoPairs(int origin, int first, int count = 1);
    /// Appends the steps of a plan for the same ranks, whose ranks and slots are not counted from the root.
    void append(const Plan& plan);

    void reserve(const PlanSize& size);
    Plan take();

private:
    // Plans have millions of transfers, so the functions that write one are inline.

    /// `number` modulo `around`, never negative. Most numbers are in range or close to it, and divisions are slow.
    static int wrapped(int number, int around) {
        if (number < 0) number += around;
        if (number >= around) number -= around;
        return 0 <= number && number < around ? number : (number % around + around) % around;
    }
    int rank(int fromRoot) const { return wrapped(fromRoot + m_team.root, m_team.ranks); }
    void begin(int from, int to) { append({rank(from), rank(to), m_mode}); }
    void append(Transfer transfer) {
        ++m_size.transfers;
        if (isCounting()) return;
        transfer.slotsEnd = static_cast<std::uint32_t>(m_plan.slotNumbers.size());
        m_plan.transfers.push_back(transfer);
    }
    /// Appends `count` numbers from `first` to the last transfer, each plus `base`; they wrap at `around` and ascend.
    void addRun(int base, int first, int count, int around) {
        m_size.slotEntries += static_cast<std::size_t>(count);
        if (isCounting()) return;
        auto& numbers = m_plan.slotNumbers;
        for (int slot = 0; slot < first + count - around; ++slot)
            numbers.push_back(static_cast<std::uint32_t>(base + slot));
        for (int slot = first; slot < std::min(first + count, around); ++slot)
            numbers.push_back(static_cast<std::uint32_t>(base + slot));
        m_plan.transfers.back().slotsEnd = static_cast<std::uint32_t>(numbers.size());
    }
    void finishStep();
    bool isOpen() const { return !m_plan.steps.empty() && m_plan.steps.back().end == 0; }

    Team m_team;
    Names m_names;
    Writes m_writes;
    Mode m_mode = Mode::Copy;       // of the open step
    bool m_sortsSlots;              // whether the slots of a transfer may come in any order
    PlanSize m_size, m_sizeBefore;  // m_sizeBefore: without the last step
    Plan m_plan;
};

}  // namespace bubblescope
