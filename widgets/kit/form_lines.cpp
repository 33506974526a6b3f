#include "widgets/kit/form_lines.h"

#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

namespace bubblescope {

namespace {

QLabel* lineLabel(QPalette::ColorRole role) {
    auto* label = new QLabel;
    label->setFont(uiFont(11));
    label->setForegroundRole(role);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->hide();
    return label;
}

}  // namespace

QLabel* hintLabel() { return lineLabel(QPalette::PlaceholderText); }
QLabel* reasonLabel() { return lineLabel(QPalette::BrightText); }

void setLine(QLabel* label, const QString& text) {
    label->setText(symbolHtml(text));
    label->setVisible(!text.isEmpty());
}

}  // namespace bubblescope
