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
constexpr int kLines = 2;

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

QString CaptionBar::why() const { return m_isPresenting ? m_texts[static_cast<std::size_t>(Source::Why)] : QString(); }

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
    const auto first = std::ranges::find_if(m_texts, [](const QString& text) { return !text.isEmpty(); });
    m_note->setFont(uiFont(kType * projectorScale(*this), QFont::DemiBold));
    m_text->setText(first == m_texts.end() ? QString() : *first);
    m_note->setVisible(!m_note->text().isEmpty());
    setAccessibleDescription(m_text->text());
    setVisible(m_isPresenting && !m_isBesideLesson);
    fitText();
    emit changed();
}

void CaptionBar::fitText() {
    const double type = kType * projectorScale(*this);
    const QMargins margins = layout()->contentsMargins();
    const int room = kLines * QFontMetrics(uiFont(type)).lineSpacing();
    setFixedHeight(room + margins.top() + margins.bottom());
    layout()->activate();  // a note may have narrowed the text
    fitType(*m_text, type, {m_text->width(), room});
}

void CaptionBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitText();
}

void CaptionBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.line);
}

}  // namespace bubblescope
