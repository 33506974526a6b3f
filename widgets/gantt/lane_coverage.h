#pragma once

#include "widgets/gantt/gantt_layout.h"

#include "engine/analysis/lane_sums.h"

#include <QRgb>

#include <algorithm>
#include <span>

namespace bubblescope {

/// The classes of ops that one picture colours alike, and their colours.
class ColorClasses : public OpClasses {
public:
    ColorClasses(const Program& program, const GanttStyle& style);

    ColorBy colorBy() const { return m_colorBy; }
    QColor colorOf(int classIndex) const;

private:
    const OpPalette* m_palette;
    ThemeId m_theme;
    ColorBy m_colorBy;
    bool m_muted;
};

/// Colours added up by their shares: blue, green, red and opacity, each 255 where one opaque colour fills all.
using Mix [[gnu::vector_size(16)]] = float;

inline Mix toMix(QRgb color) {
    return Mix{static_cast<float>(qBlue(color)), static_cast<float>(qGreen(color)), static_cast<float>(qRed(color)),
               255};
}

/// The premultiplied colour that a mix stands for. Shares add up to 1 but for what rounding adds.
inline QRgb toRgb(Mix mix) {
    const Mix rounded = mix + 0.5f;
    const auto part = [&](int i) { return static_cast<QRgb>(std::clamp(static_cast<int>(rounded[i]), 0, 255)); };
    return part(3) << 24 | part(2) << 16 | part(1) << 8 | part(0);
}

/// Mixes the `inks` of the classes in each of the equal columns over `range` by the shares of time that they fill,
/// exactly; what they leave of an opacity of 255 is idle time.
/// With the timeline's `sums` it finds them without a walk over all visible ops, where these are many.
///
/// Shapes  inks[class], out[column]
/// Cost    follows the number of visible ops; with sums no more than the number of columns
void mixColumns(const Timeline& timeline, LaneId lane, const TimeRange& range, const ColorClasses& classes,
                std::span<const Mix> inks, std::span<Mix> out, const LaneSums* sums = nullptr);

}  // namespace bubblescope
