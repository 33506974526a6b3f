#include "widgets/kit/form_lines.h"

#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QHBoxLayout>

#include <utility>

namespace bubblescope {

QLabel* hintLabel() {
    auto* label = new QLabel;
    label->setFont(uiFont(11));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->hide();
    return label;
}

void setLine(QLabel* label, const QString& text) {
    label->setText(symbolHtml(text));
    label->setVisible(!text.isEmpty());
}

void setLine(ReasonBalloon* balloon, const QString& text) { balloon->say(symbolHtml(text)); }

QLabel* wordLabel(const QString& word) {
    auto* label = new QLabel(word);
    label->setFont(uiFont(12.5));
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QHBoxLayout* wordLine(const QString& word, QWidget* control, int wordWidth) {
    QLabel* label = wordLabel(word);
    label->setBuddy(control);
    label->setToolTip(control->toolTip());
    if (wordWidth > 0) label->setFixedWidth(wordWidth);
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    line->addWidget(label, wordWidth > 0 ? 0 : 1);
    line->addWidget(control, wordWidth > 0 ? 1 : 0);
    return line;
}

void orderTabsIn(QWidget& form, const std::vector<QWidget*>& stops) {
    const Qt::FocusPolicy policy = form.focusPolicy();
    form.setFocusPolicy(Qt::TabFocus);  // Qt orders only widgets that can have the focus
    QWidget* before = &form;
    for (QWidget* const stop : stops) QWidget::setTabOrder(std::exchange(before, stop), stop);
    form.setFocusPolicy(policy);
}

QHBoxLayout* dividingLine(int above, int below) {
    auto* line = new QHBoxLayout;
    line->setContentsMargins(kFormMargin, above, kFormMargin, below);
    line->addWidget(sectionLine());
    return line;
}

}  // namespace bubblescope
