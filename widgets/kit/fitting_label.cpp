#include "widgets/kit/fitting_label.h"

#include <algorithm>

namespace bubblescope {

FittingLabel::FittingLabel(QWidget* parent) : QLabel(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void FittingLabel::setTexts(const QStringList& texts) {
    m_texts = texts;
    fit();
}

void FittingLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fit();
}

void FittingLabel::fit() {
    if (m_texts.isEmpty()) return clear();
    const int room = contentsRect().width();
    const auto fits = [&](const QString& text) { return fontMetrics().horizontalAdvance(text) <= room; };
    const auto found = std::find_if(m_texts.begin(), m_texts.end(), fits);
    setText(found == m_texts.end() ? fontMetrics().elidedText(m_texts.last(), Qt::ElideRight, room) : *found);
    setToolTip(text() == m_texts.first() ? QString() : m_texts.first());
}

}  // namespace bubblescope
