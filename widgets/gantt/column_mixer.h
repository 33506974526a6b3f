#pragma once

#include "widgets/gantt/column_cuts.h"

#include "engine/analysis/lane_sums.h"

#include <QRgb>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

namespace bubblescope {

class InkSums;

/// The classes of ops that a picture colours alike, and their colours.
class ColorClasses : public OpClasses {
public:
    ColorClasses(const Program& program, const GanttStyle& style);

    ColorBy colorBy() const { return m_colorBy; }
    QColor colorOf(int classIndex) const;
    /// None if the picture has no hatches.
    HatchLines hatchOf(int classIndex) const {
        return m_isHatched ? kindHatch(*m_palette, kindOf(classIndex)) : HatchLines::None;
    }
    QColor hatchInkOf(int classIndex) const { return hatchInk(*m_palette, colorOf(classIndex)); }

private:
    const OpPalette* m_palette;
    ThemeId m_theme;
    ColorBy m_colorBy;
    bool m_muted, m_isHatched;
};

/// Colours added up by their shares: blue, green, red and opacity; each is 255 if one opaque colour fills everything.
using Mix [[gnu::vector_size(16)]] = float;

inline Mix toMix(QRgb color) {
    return Mix{static_cast<float>(qBlue(color)), static_cast<float>(qGreen(color)), static_cast<float>(qRed(color)),
               255};
}

/// The premultiplied colours of mixes. Shares add up to 1, up to rounding.
void toRgb(std::span<const Mix> mixes, std::span<QRgb> out);
inline QRgb toRgb(const Mix& mix) {
    QRgb out;
    toRgb({&mix, 1}, {&out, 1});
    return out;
}

/// An upper limit for the duration of every op; infinite if it is unknown.
Time longestOp(const Timeline& timeline, const LaneSums* sums);

/// Mixes the `inks` of the classes in each of the equal columns over `range` by the exact shares of time that they
/// fill; the opacity missing from 255 is idle time. With the `sums` of the timeline's program, it does not visit every
/// visible op if there are many.
///
/// Shapes  inks[class], out[column]
/// Cost    follows the number of visible ops; with sums, at most the number of columns
class ColumnMixer {
public:
    ColumnMixer(const Timeline& timeline, const ColorClasses& classes, std::span<const Mix> inks,
                const TimeRange& range, int columns, const LaneSums* sums);
    ~ColumnMixer();

    void mix(LaneId lane, std::span<Mix> out);

private:
    RowRange visibleOf(LaneId lane) const;
    void walk(RowRange visible, std::span<Mix> out) const;
    void walkPairs(RowRange visible, std::span<Mix> out) const;

    const Timeline* m_timeline;
    const ColorClasses* m_classes;
    std::span<const Mix> m_inks;
    int m_columns;
    Boundaries m_boundaries;
    std::unique_ptr<InkSums> m_sums;         // null if they do not help
    std::array<std::vector<Cut>, 2> m_cuts;  // of the previous lane with work, and of the previous lane without
};

}  // namespace bubblescope
