#include "widgets/charts/curve_marks.h"

#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Finds places for the labels of one panel, one at a time.
class LabelPlaces {
public:
    LabelPlaces(const QRectF& area, const std::vector<CurveMark>& marks) : m_area(area), m_marks(marks) {}

    /// Returns a place beside a mark's line, if possible right of it and as low as possible; empty if there is none.
    QRectF take(const QString& text, double x, bool mayCrossLines) {
        const double width = std::ceil(symbolsWidth(markFont(), text)) + 2 * kMarkAround, height = m_metrics.height();
        for (double bottom = m_area.bottom() - 3; bottom - height >= m_area.top(); bottom -= height)
            for (const double left : {x, x - width}) {
                const QRectF label(left, bottom - height, width, height);
                if (!isFree(label) || (!mayCrossLines && crossesLine(label))) continue;
                m_taken.push_back(label);
                return label;
            }
        return {};
    }

private:
    bool isFree(const QRectF& label) const {
        if (label.left() < m_area.left() || label.right() > m_area.right()) return false;
        return std::none_of(m_taken.begin(), m_taken.end(), [&](const QRectF& b) { return b.intersects(label); });
    }
    bool crossesLine(const QRectF& label) const {
        return std::any_of(m_marks.begin(), m_marks.end(),
                           [&](const CurveMark& mark) { return label.left() < mark.x && mark.x < label.right(); });
    }

    QFontMetricsF m_metrics{markFont()};
    QRectF m_area;
    const std::vector<CurveMark>& m_marks;
    std::vector<QRectF> m_taken;
};

}  // namespace

QFont markFont() { return uiFont(10.5); }

std::vector<CurveMark> curveMarks(const CurvesLayout& layout, const CurvesPanel& panel) {
    std::vector<CurveMark> marks;
    for (const CurveChange& change : panel.of->changes)
        marks.push_back(
            {(layout.xOf(panel, change.below) + layout.xOf(panel, change.above)) / 2, change.series, {}, {}});
    LabelPlaces room(panel.area, marks);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        marks[i].text = panel.of->changes[i].inFull;
        marks[i].label = room.take(marks[i].text, marks[i].x, false);
        if (!marks[i].label.isEmpty()) continue;
        marks[i].text = panel.of->changes[i].brief;
        marks[i].label = room.take(marks[i].text, marks[i].x, true);
    }
    return marks;
}

}  // namespace bubblescope
