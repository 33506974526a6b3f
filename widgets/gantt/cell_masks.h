#pragma once

#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/scheme_marks.h"

#include <QImage>

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// A shape as coverage, pixel by pixel, to be put on cells in an ink of their own.
struct CellMask {
    int width = 0, height = 0;
    std::vector<std::uint8_t> alpha;

    CellMask() = default;
    explicit CellMask(const QImage& image);
    /// Draws it at a pixel of an image, over rows above `bottom` alone.
    void putOn(QImage& image, int x, int y, int bottom, QRgb ink) const;
};

/// Labels of cells, kept for the next time.
class LabelMasks {
public:
    /// Of a type that is whole pixels high. Valid until the next is asked for.
    const CellMask& of(const CellLabelText& label, const LabelType& type, QFont::Weight weight);

private:
    struct Key {
        CellLabelText text;
        LabelType type;
        QFont::Weight weight;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    std::unordered_map<Key, CellMask, KeyHash> m_masks;
};

/// A mark as cells of one height have it.
struct MarkMask {
    CellMask mask;
    QPoint at;  // from the upper corner of a cell on whose side it stands
};
std::array<MarkMask, kSchemeMarks.size()> markMasks(const GanttStyle& style, double cellHeight, double pixelRatio);

}  // namespace bubblescope
