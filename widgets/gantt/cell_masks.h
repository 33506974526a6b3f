#pragma once

#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/scheme_marks.h"

#include <QImage>

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// A shape as coverage per pixel, to be drawn on cells in any ink.
struct CellMask {
    int width = 0, height = 0;
    std::vector<std::uint8_t> alpha;

    CellMask() = default;
    explicit CellMask(const QImage& image);
    /// Draws it at a pixel of an image, only on rows above `bottom`.
    void putOn(QImage& image, int x, int y, int bottom, QRgb ink) const;
};

/// Labels of cells, cached.
class LabelMasks {
public:
    /// Returns the mask for a type size in whole pixels. Valid until the next call.
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

/// A mark, as drawn in cells of one height.
struct MarkMask {
    CellMask mask;
    QPoint at;  // relative to the upper corner of the cell on the mark's side
};
std::array<MarkMask, kSchemeMarks.size()> markMasks(const GanttStyle& style, double cellHeight, double pixelRatio);

}  // namespace bubblescope
