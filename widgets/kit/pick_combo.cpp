#include "widgets/kit/pick_combo.h"

#include "widgets/kit/symbol.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QStyleOption>
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

void PickCombo::initStyleOption(QStyleOptionComboBox* option) const {
    SymbolCombo::initStyleOption(option);
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
