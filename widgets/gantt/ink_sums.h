#pragma once

#include "widgets/gantt/column_cuts.h"
#include "widgets/gantt/column_mixer.h"

#include <array>
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
    bool know(LaneId id) const {
        const LaneSums::Lane& lane = m_sums->of(id);
        return lane.hasSums() && (m_hues == 1 || lane.isInTurn);
    }
    /// Shapes  cuts[boundary], out[column]: one less
    void subtract(LaneId id, std::span<const Cut> cuts, std::span<Mix> out);

private:
    /// What an op of a slot is: how long it takes, and what it and its fellows of other microbatches look like.
    struct Look {
        Time duration = -1;
        int firstClass = 0;
        std::uint32_t step = 0;
        friend bool operator==(const Look&, const Look&) = default;
    };
    /// What ran before a row since its group began, the row's slot, and what it adds itself.
    struct Place {
        Mix sum;
        std::size_t slot;
        Mix own;
    };
    using Floats [[gnu::vector_size(32)]] = float;

    void setLane(const LaneSums::Lane& lane);
    Mix beginGroup(const std::uint32_t* counts, std::size_t width);
    template <class ToGroup, class PlaceOf>
    void subtractEach(const LaneSums::Lane& lane, std::size_t rows, std::span<const Cut> cuts, std::span<Mix> out,
                      ToGroup toGroup, PlaceOf placeOf) const;
    void subtractAlike(const LaneSums::Lane& lane, std::size_t rows, std::span<const Cut> cuts, std::span<Mix> out);
    void subtractInTurn(const LaneSums::Lane& lane, std::size_t rows, std::span<const Cut> cuts, std::span<Mix> out);

    const Timeline* m_timeline;
    const LaneSums* m_sums;
    const ColorClasses* m_classes;
    std::span<const Mix> m_inks;
    double m_columnsPerTime;
    std::uint32_t m_hues;  // microbatches of a slot until inks repeat
    // By slot:
    std::vector<Look> m_looks;
    std::vector<double> m_perDuration;
    std::vector<Mix> m_ink;                         // of an op, where all of a slot look alike
    std::vector<std::array<Floats, 4>> m_inkParts;  // the same by eight slots: their blue, green, red and opacity
    std::vector<Mix> m_sumOfFirst, m_cycle;         // else of the first 0, 1, 2, ... ops; of as many as there are hues
    std::vector<const Mix*> m_sumInGroup;           // where these are as a group begins
    std::vector<std::uint32_t> m_cycles;            // as a group begins
};

}  // namespace bubblescope
