#include "widgets/kit/text_edit.h"

#include "widgets/kit/text_limit.h"
#include "widgets/kit/theme.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr int kMargin = 3, kFrame = 2;

}  // namespace

TextEdit::TextEdit(Lines lines, QWidget* parent)
    : QPlainTextEdit(parent),
      m_lines(lines),
      m_mostLines(lines == Lines::One ? 1 : std::numeric_limits<int>::max()),
      m_draft([this] { return text(); }, [this](const QString& text) { showText(text); }) {
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFont(uiFont(12.5));
    setWordWrapMode(lines == Lines::One ? QTextOption::NoWrap : QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(kMargin);
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        fitHeight();
        m_draft.touch();
    });
    connect(&m_draft, &Draft::typed, this, &TextEdit::typed);
    fitHeight();
}

/// The text with one kind of line end, in a field of one line with none.
QString TextEdit::inLines(QString text) const {
    const QLatin1Char end(m_lines == Lines::One ? ' ' : '\n');
    return text.replace(QLatin1String("\r\n"), QLatin1String("\n"))
        .replace(QLatin1Char('\r'), end)
        .replace(QLatin1Char('\n'), end)
        .replace(QChar(QChar::LineSeparator), end)
        .replace(QChar(QChar::ParagraphSeparator), end);
}

void TextEdit::give(const QString& text) { m_draft.give(inLines(text)); }

void TextEdit::setMostLines(int lines) {
    m_mostLines = lines;
    fitHeight();
}

void TextEdit::showText(const QString& text) {
    const int cursor = textCursor().position();
    setPlainText(text);
    if (!hasFocus()) return;
    QTextCursor at = textCursor();
    at.setPosition(std::min(cursor, static_cast<int>(text.size())));
    setTextCursor(at);
}

bool TextEdit::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();  // its frame shows it
    return m_draft.leavesUndo(event) ? false : QPlainTextEdit::event(event);
}

void TextEdit::keyPressEvent(QKeyEvent* event) {
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool breaks = m_lines == Lines::Note || (m_lines == Lines::Formula && event->modifiers() & Qt::ShiftModifier);
    if (isReturn && !breaks) return m_draft.finish();
    if (event->key() != Qt::Key_Escape) return QPlainTextEdit::keyPressEvent(event);
    if (!m_draft.drop()) event->ignore();
}

void TextEdit::focusInEvent(QFocusEvent* event) {
    QPlainTextEdit::focusInEvent(event);
    const bool isByTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (m_lines == Lines::One && isByTab) selectAll();
}

void TextEdit::focusOutEvent(QFocusEvent* event) {
    m_draft.leave(event);
    QPlainTextEdit::focusOutEvent(event);
}

/// Everything that is pasted or dropped arrives here. Only plain text that fits is inserted. Qt 6.4 has no limit, and
/// it reads the first format of the data even if there is none, which ends the program.
void TextEdit::insertFromMimeData(const QMimeData* source) {
    const QString pasted = source ? inLines(source->text()) : QString();
    if (pasted.isEmpty() || isReadOnly()) return;
    const qsizetype kept = text().size() - textCursor().selectedText().size();
    if (kept + pasted.size() > kMostCharacters) return showTooLong(*this, kMostCharacters);
    insertPlainText(pasted);
    ensureCursorVisible();
}

void TextEdit::fitHeight() {
    int lines = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        blockBoundingRect(block);  // forces its layout
        lines += std::max(1, block.layout()->lineCount());
    }
    setVerticalScrollBarPolicy(lines > m_mostLines ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    const double line = QFontMetricsF(font()).lineSpacing();
    const int wanted = qCeil(std::clamp(lines, 1, m_mostLines) * line) + 2 * (kMargin + kFrame) + 2;
    if (wanted != height()) setFixedHeight(wanted);
}

void TextEdit::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fitHeight();
}

}  // namespace bubblescope
