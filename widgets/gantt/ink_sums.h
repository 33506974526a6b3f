#pragma once

#include "widgets/gantt/column_cuts.h"
#include "widgets/gantt/lane_coverage.h"

#include <utility>
#include <vector>

namespace bubblescope {

/// What ran before an instant as ink: the inks of all ops before it, each as often as the columns that it fills. What
/// ran within a column is what the one boundary has more than the other.
///
/// Cost  a boundary takes some lookups a slot of the sums, however many ops there are between
class InkSums {
public:
    InkSums(const Timeline& timeline, const LaneSums& sums, const ColorClasses& classes, std::span<const Mix> inks,
            double columnsPerTime);

    /// Whether a lane's counts say all that these classes ask for.
    bool know(LaneId lane) const { return m_hues == 1 || m_sums->isInTurn[lane.index()]; }
    /// Shapes  cuts[boundary], out[column]: one less
    void subtract(LaneId lane, std::span<const Cut> cuts, std::span<Mix> out);

private:
    /// What an op of a slot is: how long it takes, and what it and its fellows of other microbatches look like.
    struct Slot {
        Time duration = -1;
        int firstClass = 0;
        friend bool operator==(const Slot&, const Slot&) = default;
    };

    /// What ran before a row since its group began, and the row's slot with how many of it ran.
    struct Place {
        Mix sum;
        std::size_t slot, count;
    };

    void setWorker(WorkerId worker);
    Mix beginGroup(const std::uint32_t* counts);
    template <class PlaceOf>
    void subtractEach(const LaneSums::Lane& lane, std::size_t rows, std::span<const Cut> cuts, std::span<Mix> out,
                      PlaceOf placeOf);

    const Timeline* m_timeline;
    const LaneSums* m_sums;
    const ColorClasses* m_classes;
    std::span<const Mix> m_inks;
    double m_columnsPerTime;
    std::uint32_t m_hues;  // microbatches until inks repeat
    std::vector<Slot> m_slots;
    std::vector<double> m_perDuration;       // by slot
    std::vector<Mix> m_sumOfFirst, m_cycle;  // of a slot's first 0, 1, 2, ... ops; of as many as there are hues
    std::vector<const Mix*> m_sumInGroup;    // where a slot's sums are as a group begins
    std::vector<std::uint32_t> m_cycles;     // of a slot as a group begins
};

}  // namespace bubblescope
