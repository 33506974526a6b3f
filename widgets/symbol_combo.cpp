#include "widgets/symbol_combo.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include "widgets/chart_plot.h"
#include "widgets/theme.h"

#include <algorithm>

namespace bubblescope {

namespace {

QPointF baselineIn(const QRect& box, const QFont& font) {
    const QFontMetricsF metrics(font);
    return {box.left() + 4.0, box.center().y() + 1 + (metrics.ascent() - metrics.descent()) / 2};
}

class SymbolDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem plain = option;
        initStyleOption(&plain, index);
        const QString text = plain.text;
        plain.text.clear();
        plain.widget->style()->drawControl(QStyle::CE_ItemViewItem, &plain, painter, plain.widget);
        painter->save();
        painter->setFont(plain.font);
        const bool isChosen = plain.state & QStyle::State_Selected;
        painter->setPen(plain.palette.color(isChosen ? QPalette::HighlightedText : QPalette::Text));
        drawWithSubscripts(*painter, baselineIn(plain.rect.adjusted(4, 0, 0, 0), plain.font), text);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index).expandedTo(QSize(0, 26));
    }
};

}  // namespace

SymbolCombo::SymbolCombo(QWidget* parent) : QComboBox(parent) {
    setItemDelegate(new SymbolDelegate(this));
    setFont(uiFont(12));
    setFocusPolicy(Qt::StrongFocus);
}

QSize SymbolCombo::sizeHint() const {
    double widest = 0;
    for (int i = 0; i < count(); ++i) widest = std::max(widest, widthWithSubscripts(font(), itemText(i)));
    return {qCeil(widest) + 36, 26};
}

void SymbolCombo::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isLit = hasFocus() || underMouse();
    painter.setPen(QPen(isLit ? theme.accent : theme.line, 1));
    painter.setBrush(theme.field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter.setFont(font());
    painter.setPen(isEnabled() ? theme.text : theme.mutedText);
    drawWithSubscripts(painter, baselineIn(rect().adjusted(6, 0, 0, 0), font()), currentText());
    const QPointF tip(width() - 14.5, height() / 2.0 + 2);
    painter.setPen(QPen(theme.mutedText, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{tip + QPointF(-4, -4), tip, tip + QPointF(4, -4)});
}

}  // namespace bubblescope
