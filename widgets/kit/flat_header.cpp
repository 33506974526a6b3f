#include "widgets/kit/flat_header.h"

#include "widgets/kit/theme.h"

#include <QPainter>

namespace bubblescope {

namespace {

constexpr int kPadding = 6;
constexpr int kArrow = 10;

}  // namespace

FlatHeader::FlatHeader(Qt::Orientation orientation, QWidget* parent) : QHeaderView(orientation, parent) {
    setSectionsClickable(true);
    setHighlightSections(false);
    setFont(uiFont(11.5));
}

QFont FlatHeader::fontOf(int section) const {
    const QVariant own = model()->headerData(section, orientation(), Qt::FontRole);
    return own.isValid() ? own.value<QFont>() : font();
}

QSize FlatHeader::sectionSizeFromContents(int section) const {
    const QString text = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
    const QSize size = QFontMetrics(fontOf(section)).size(0, text);
    const int arrow = orientation() == Qt::Horizontal ? kArrow : 0;
    return {size.width() + 2 * kPadding + arrow, size.height() + 8};
}

void FlatHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const Theme& theme = themeOf(palette());
    const bool isHorizontal = orientation() == Qt::Horizontal;
    painter->save();
    painter->fillRect(rect, theme.window);
    painter->fillRect(isHorizontal ? QRect(rect.left(), rect.bottom(), rect.width(), 1)
                                   : QRect(rect.right(), rect.top(), 1, rect.height()),
                      theme.line);
    const QVariant aligned = model()->headerData(section, orientation(), Qt::TextAlignmentRole);
    const auto alignment = aligned.isValid() ? Qt::Alignment(aligned.toInt()) : Qt::Alignment(defaultAlignment());
    QRect space = rect.adjusted(kPadding, 2, -kPadding, -4);
    if (isHorizontal && isSortIndicatorShown() && sortIndicatorSection() == section) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme.accent, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const bool isRight = alignment & Qt::AlignRight;
        const double sign = sortIndicatorOrder() == Qt::AscendingOrder ? -1 : 1;
        const QPointF tip(isRight ? space.left() + 3.0 : space.right() - 3.0, rect.center().y() + sign * 1.5);
        painter->drawPolyline(QPolygonF{tip + QPointF(-3, -3 * sign), tip, tip + QPointF(3, -3 * sign)});
    }
    const QVariant own = model()->headerData(section, orientation(), Qt::FontRole);
    painter->setFont(fontOf(section));
    painter->setPen(own.isValid() && own.value<QFont>().weight() >= QFont::DemiBold ? theme.text : theme.mutedText);
    painter->drawText(space, static_cast<int>(alignment),
                      model()->headerData(section, orientation(), Qt::DisplayRole).toString());
    painter->restore();
}

}  // namespace bubblescope
