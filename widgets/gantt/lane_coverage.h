#pragma once

#include "widgets/gantt/gantt_layout.h"

#include "engine/analysis/lane_sums.h"

#include <QRgb>

#include <span>
#include <vector>

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
};

/// How much of each pixel column of a lane each colour class fills, exactly.
///
/// Shapes      share[class * columns + column], unset where a class does not occur; what the classes leave of 1
///             is idle time
/// Invariants  sums of a class over all columns times a column's time are its busy time in the range
struct LaneCoverage {
    int columns = 0;
    std::vector<float> share;
    std::vector<std::uint8_t> occurs;  // by class
    std::vector<int> classes;          // those that occur

    float* of(int classIndex) { return share.data() + classIndex * std::ptrdiff_t{columns}; }
    const float* of(int classIndex) const { return share.data() + classIndex * std::ptrdiff_t{columns}; }
    float at(int column, int classIndex) const {
        return occurs[static_cast<std::size_t>(classIndex)] ? of(classIndex)[column] : 0.0f;
    }
};

/// Fills `out` (whose memory is used again) for `columns` equal columns over `range`.
///
/// Cost  follows the number of visible ops
void coverageOf(const Timeline& timeline, LaneId lane, const TimeRange& range, int columns, const ColorClasses& classes,
                LaneCoverage& out);

/// Colours added up by their shares: blue, green, red and opacity, each 255 where one opaque colour fills all.
using Mix [[gnu::vector_size(16)]] = float;

inline Mix toMix(QRgb color) {
    return Mix{static_cast<float>(qBlue(color)), static_cast<float>(qGreen(color)), static_cast<float>(qRed(color)),
               255};
}

/// The premultiplied colour that a mix stands for. Shares add up to 1 but for what rounding adds, so that no value
/// reaches 256.
inline QRgb toRgb(Mix mix) {
    const Mix rounded = mix + 0.5f;
    const auto part = [&](int i) { return static_cast<QRgb>(static_cast<int>(rounded[i])); };
    return part(3) << 24 | part(2) << 16 | part(1) << 8 | part(0);
}

/// Mixes the `inks` of the classes in each of the equal columns over `range` by the shares that coverageOf() tells.
/// With the timeline's `sums` it finds them without a walk over all visible ops, where these are many.
///
/// Shapes  inks[class], out[column]
/// Cost    follows the number of visible ops; with sums no more than the number of columns
void mixColumns(const Timeline& timeline, LaneId lane, const TimeRange& range, const ColorClasses& classes,
                std::span<const Mix> inks, std::span<Mix> out, const LaneSums* sums = nullptr);

}  // namespace bubblescope
