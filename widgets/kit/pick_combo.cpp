#include "widgets/kit/pick_combo.h"

#include "widgets/kit/symbol.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QWheelEvent>

namespace bubblescope {

namespace {

constexpr int kShortTextRole = Qt::UserRole + 1;

}  // namespace

PickCombo::PickCombo(const QString& name, QWidget* parent) : SymbolCombo(parent) {
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMaxVisibleItems(20);
}

void PickCombo::add(const QString& text, const QString& id, const QString& tip, const QString& shortText) {
    addItem(text, id);
    if (!tip.isEmpty()) setItemData(count() - 1, tipHtml(tip), Qt::ToolTipRole);
    if (!shortText.isEmpty()) setItemData(count() - 1, shortText, kShortTextRole);
}

void PickCombo::showPopup() {
    view()->setMinimumWidth(std::max(width(), SymbolCombo::sizeHint().width()));
    SymbolCombo::showPopup();
}

void PickCombo::paintText(QPainter& painter, const QRect& space) {
    const QString shortText = currentData(kShortTextRole).toString();
    QString text = shortText.isEmpty() ? currentText() : shortText;
    if (symbolsWidth(painter.font(), text) > space.width())
        text = painter.fontMetrics().elidedText(text, Qt::ElideRight, space.width());
    const QFontMetricsF metrics(painter.font());
    drawSymbols(painter, {1.0 * space.left(), space.center().y() + 1 + (metrics.ascent() - metrics.descent()) / 2},
                text);
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
