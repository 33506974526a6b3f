#include "widgets/lessons/lesson_bar.h"

#include "widgets/kit/projector_type.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace bubblescope {

namespace {

constexpr double kTextPx = 17, kSmallPx = 12.5;

QLabel* newLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

}  // namespace

LessonBar::LessonBar(QWidget* parent)
    : QFrame(parent),
      m_title(new QLabel(this)),
      m_place(new QLabel(this)),
      m_caption(newLabel(this)),
      m_question(newLabel(this)),
      m_answer(newLabel(this)),
      m_note(newLabel(this)),
      m_why(newLabel(this)),
      m_changed(newLabel(this)),
      m_back(newButton(QStringLiteral("‹"), tr("Step back"), &LessonBar::backAsked)),
      m_forward(newButton(QStringLiteral("›"), tr("Step forward"), &LessonBar::forwardAsked)),
      m_leave(newButton(QStringLiteral("×"), tr("Leave the lesson"), &LessonBar::leaveAsked)) {
    setObjectName(QStringLiteral("lessonBar"));
    setAccessibleName(tr("Lesson"));
    m_back->setToolTip(tr("Step back (Page Up)"));
    m_forward->setToolTip(tr("Show the answer or the next step (Page Down)"));
    m_leave->setToolTip(tr("Leave the lesson (Esc)"));
    QSizePolicy kept = m_answer->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_answer->setSizePolicy(kept);

    auto* text = new QVBoxLayout;
    text->setSpacing(3);
    for (QLabel* label : {m_title, m_caption, m_question, m_answer, m_note}) text->addWidget(label);
    text->addStretch();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(18, 8, 10, 9);
    row->setSpacing(14);
    row->addLayout(text, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    buttons->addWidget(m_place);
    for (QToolButton* button : {m_back, m_forward, m_leave}) buttons->addWidget(button);
    row->addLayout(buttons);
    row->setAlignment(buttons, Qt::AlignTop);
    for (QLabel* label : {m_why, m_changed}) {
        label->setAutoFillBackground(true);
        label->setBackgroundRole(QPalette::Window);
        label->hide();
    }
    m_why->setObjectName(QStringLiteral("lessonWhy"));
    m_why->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_changed->setWordWrap(false);
    m_changed->setForegroundRole(QPalette::Link);
    setPresenting(false);
    hide();
}

void LessonBar::setAside(const QString& why, const QString& note) {
    m_why->setText(why);
    m_why->setVisible(!why.isEmpty());
    m_changed->setText(note);
    m_changed->setVisible(!note.isEmpty());
    placeAside();
}

/// The explanation covers the words, in a type in which it fits there.
void LessonBar::placeAside() {
    const int left = m_caption->x(), top = (m_title->isHidden() ? m_caption : m_title)->y();
    const QRect room(left, top, m_place->x() - left - 8, height() - top - 4);
    m_why->setGeometry(room);
    fitType(*m_why, kTextPx * m_scale, room.size());
    m_changed->adjustSize();
    m_changed->move(width() - m_changed->width() - 12, height() - m_changed->height() - 6);
    m_why->raise();
    m_changed->raise();
}

void LessonBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    placeAside();
}

QToolButton* LessonBar::newButton(const QString& sign, const QString& name, void (LessonBar::*asked)()) {
    auto* button = new QToolButton(this);
    button->setText(sign);
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    connect(button, &QToolButton::clicked, this, asked);
    return button;
}

void LessonBar::setWords(const Words& words) {
    m_words = words;
    m_title->setText(symbolHtml(words.title));
    m_place->setText(words.place);
    const std::pair<QLabel*, const QString*> texts[] = {
        {m_caption, &words.caption}, {m_question, &words.question}, {m_answer, &words.answer}, {m_note, &words.note}};
    for (const auto& [label, line] : texts) label->setText(symbolHtml(*line));
    m_question->setVisible(!words.question.isEmpty());
    QSizePolicy kept = m_answer->sizePolicy();
    kept.setRetainSizeWhenHidden(!words.answer.isEmpty());
    m_answer->setSizePolicy(kept);
    m_answer->setVisible(words.isAnswered);
    m_note->setVisible(!words.note.isEmpty());
    setFonts();
    setAccessibleDescription(words.caption);
    showColors();
}

void LessonBar::setPresenting(bool on) {
    m_scale = on ? projectorScale(*this) : 1;
    m_title->setVisible(!on);  // there, the height is for the picture
    setFonts();
}

/// What is false is struck; what is so instead is as large.
void LessonBar::setFonts() {
    const double text = kTextPx * m_scale, small = kSmallPx * m_scale;
    QFont said = uiFont(text);
    said.setStrikeOut(m_words.isFalse);
    m_caption->setFont(said);
    m_question->setFont(uiFont(text, QFont::DemiBold));
    m_answer->setFont(said);
    m_note->setFont(uiFont(m_words.isFalse ? text : small));
    m_title->setFont(uiFont(small, QFont::DemiBold));
    m_place->setFont(uiFont(small));
    m_changed->setFont(uiFont(text, QFont::DemiBold));
    for (QToolButton* button : {m_back, m_forward, m_leave}) button->setFont(uiFont(text + 4));
    updateGeometry();
}

void LessonBar::showColors() {
    const Theme& theme = themeOf(palette());
    const auto paint = [](QLabel* label, const QColor& color) {
        QPalette colors = label->palette();
        if (colors.color(QPalette::WindowText) == color) return;
        colors.setColor(QPalette::WindowText, color);
        label->setPalette(colors);
    };
    paint(m_question, theme.accent);
    for (QLabel* label : {m_title, m_place}) paint(label, theme.mutedText);
    for (QLabel* label : {m_caption, m_answer}) paint(label, m_words.isFalse ? theme.mutedText : theme.text);
    paint(m_note, m_words.isFalse ? theme.text : theme.mutedText);
}

void LessonBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showColors();
}

void LessonBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.line);
}

}  // namespace bubblescope
