#include "widgets/kit/pick_combo.h"

#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyleOption>
#include <QStyledItemDelegate>
#include <QWheelEvent>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kShortTextRole = Qt::UserRole + 1, kBoxHeight = 26;
constexpr int kUsualWidth = 110, kLeastWidth = 40;

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
        return QStyledItemDelegate::sizeHint(option, index).expandedTo(QSize(0, kBoxHeight));
    }
};

}  // namespace

PickCombo::PickCombo(const QString& name, QWidget* parent, Width width) : QComboBox(parent), m_width(width) {
    setAccessibleName(name);
    setItemDelegate(new SymbolDelegate(this));
    setFont(uiFont(12));
    setFocusPolicy(Qt::StrongFocus);
    setMaxVisibleItems(20);
    if (width == Width::Layout) setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PickCombo::add(const QString& text, const QString& id, const QString& tip, const QString& shortText) {
    addItem(text, id);
    if (!tip.isEmpty()) setItemData(count() - 1, tipHtml(tip), Qt::ToolTipRole);
    if (!shortText.isEmpty()) setItemData(count() - 1, shortText, kShortTextRole);
}

int PickCombo::widthOfTexts() const {
    double widest = 0;
    for (int i = 0; i < count(); ++i) widest = std::max(widest, symbolsWidth(font(), itemText(i)));
    return qCeil(widest) + 36;
}

QSize PickCombo::sizeHint() const { return {m_width == Width::Texts ? widthOfTexts() : kUsualWidth, kBoxHeight}; }

QSize PickCombo::minimumSizeHint() const {
    return {m_width == Width::Texts ? std::min(widthOfTexts(), kUsualWidth) : kLeastWidth, kBoxHeight};
}

void PickCombo::showPopup() {
    view()->setMinimumWidth(std::max(width(), widthOfTexts()));
    QComboBox::showPopup();
}

void PickCombo::initStyleOption(QStyleOptionComboBox* option) const {
    QComboBox::initStyleOption(option);
    if (const QString text = currentData(kShortTextRole).toString(); !text.isEmpty()) option->currentText = text;
}

void PickCombo::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Space:
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_F4: return showPopup();
        default: event->ignore();
    }
}

void PickCombo::wheelEvent(QWheelEvent* event) { event->ignore(); }

}  // namespace bubblescope
