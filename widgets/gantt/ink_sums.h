#pragma once

#include "widgets/gantt/column_cuts.h"
#include "widgets/gantt/column_mixer.h"

#include <array>
#include <utility>
#include <vector>

namespace bubblescope {

/// The ops before an instant as ink: the inks of all ops before it, each weighted by the columns that it fills. The ink
/// within a column is the difference between its two boundaries.
///
/// Cost  a few lookups per slot of the sums at each boundary, however many ops there are between boundaries
class InkSums {
public:
    InkSums(const Timeline& timeline, const LaneSums& sums, const ColorClasses& classes, std::span<const Mix> inks,
            double columnsPerTime);

    /// Whether a lane's counts contain everything that these classes need.
    bool know(LaneId id) const {
        const LaneSums::Lane& lane = m_sums->of(id);
        return lane.hasSums() && (m_hues == 1 || lane.isInTurn);
    }
    /// Shapes: cuts[boundary], out[column], which has one entry less.
    void subtract(LaneId id, std::span<const Cut> cuts, std::span<Mix> out);

private:
    /// The ops of a slot: how long each takes, and how it and those of other microbatches look.
    struct Look {
        Time duration = -1;
        int firstClass = 0;
        std::uint32_t step = 0;
        friend bool operator==(const Look&, const Look&) = default;
    };
    /// What ran before a row since its group began, the row's slot, and what the row itself adds.
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
    std::vector<Mix> m_ink;                         // of an op, if all ops of a slot look alike
    std::vector<std::array<Floats, 4>> m_inkParts;  // the same for eight slots: blue, green, red and opacity
    std::vector<Mix> m_sumOfFirst, m_cycle;         // else of the first 0, 1, 2, ... ops; of one op per hue
    std::vector<const Mix*> m_sumInGroup;           // the sums at the start of a group
    std::vector<std::uint32_t> m_cycles;            // at the start of a group
};

}  // namespace bubblescope
