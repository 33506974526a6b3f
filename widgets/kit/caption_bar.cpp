#include "widgets/kit/caption_bar.h"

#include "widgets/kit/projector_type.h"
#include "widgets/kit/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kType = 16;  // large enough for its subscripts, too

}  // namespace

CaptionBar::CaptionBar(QWidget* parent) : QWidget(parent), m_text(new QLabel), m_note(new QLabel) {
    setAccessibleName(tr("Caption"));
    m_text->setObjectName(QStringLiteral("caption"));
    m_text->setWordWrap(true);
    QSizePolicy narrow(QSizePolicy::Ignored, QSizePolicy::Preferred);  // long words must not widen the window
    narrow.setHeightForWidth(true);
    m_text->setSizePolicy(narrow);
    m_text->setTextFormat(Qt::RichText);
    m_note->setObjectName(QStringLiteral("captionNote"));
    m_note->setTextFormat(Qt::RichText);
    m_note->setForegroundRole(QPalette::Link);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(18, 8, 18, 10);
    row->setSpacing(24);
    row->addWidget(m_text, 1);
    row->addWidget(m_note);
    refresh();
}

void CaptionBar::setCaption(Source source, const QString& text) {
    QString& own = m_texts[static_cast<std::size_t>(source)];
    if (own == text) return;
    own = text;
    refresh();
}

QString CaptionBar::caption() const { return m_text->text(); }

void CaptionBar::setNote(const QString& text) {
    if (text == m_note->text()) return;
    m_note->setText(text);
    refresh();
}

QString CaptionBar::note() const { return m_note->text(); }

void CaptionBar::setPresenting(bool on) {
    m_isPresenting = on;
    refresh();
}

void CaptionBar::setBesideLesson(bool on) {
    m_isBesideLesson = on;
    refresh();
}

void CaptionBar::refresh() {
    const auto end = m_texts.end() - (m_isBesideLesson ? 1 : 0);
    const auto first = std::find_if(m_texts.begin(), end, [](const QString& text) { return !text.isEmpty(); });
    const double scale = m_isPresenting ? projectorScale(*this) : 1;
    m_text->setFont(uiFont(kType * scale));
    m_note->setFont(uiFont(kType * scale, QFont::DemiBold));
    m_text->setText(first == end ? QString() : *first);
    m_note->setVisible(!m_note->text().isEmpty());
    setAccessibleDescription(m_text->text());
    setVisible(m_isPresenting && (!m_text->text().isEmpty() || !m_note->text().isEmpty()));
}

void CaptionBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.line);
}

}  // namespace bubblescope
