#include "widgets/kit/symbol_combo.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <algorithm>

namespace bubblescope {

namespace {

QPointF baselineIn(const QRect& box, const QFont& font) {
    const QFontMetricsF metrics(font);
    return {static_cast<double>(box.left()), box.center().y() + 1 + (metrics.ascent() - metrics.descent()) / 2};
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
        drawSymbols(*painter, baselineIn(plain.rect.adjusted(8, 0, 0, 0), plain.font), text);
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
    for (int i = 0; i < count(); ++i) widest = std::max(widest, symbolsWidth(font(), itemText(i)));
    return {qCeil(widest) + 36, 26};
}

}  // namespace bubblescope
