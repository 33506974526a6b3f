#include "widgets/schemes/formula_edit.h"

#include "widgets/kit/theme.h"
#include "widgets/shown/scenario_edit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>

namespace bubblescope {

namespace {

/// Long enough for the next key, short enough to be live.
constexpr int kPauseMs = 350;
constexpr int kGap = 6;
/// Letters of a name before names are offered.
constexpr int kFewestLetters = 2;

bool isWordSign(QChar c) { return c.isLetterOrNumber() || c == QLatin1Char('_'); }

}  // namespace

FormulaEdit::FormulaEdit(QWidget* parent) : QPlainTextEdit(parent) {
    setFont(uiFont(12.5));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(kGap);
    m_names = new QStringListModel(this);
    m_completer = new QCompleter(m_names, this);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FormulaEdit::complete);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FormulaEdit::apply);
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        m_mark.reset();  // its place may be another now
        fitHeight();
        if (!m_isShowing) m_pause.start();
    });
    fitHeight();
}

void FormulaEdit::give(const QString& text) {
    QString lines = text;  // which end in one way here
    lines.replace(QLatin1String("\r\n"), QLatin1String("\n")).replace(QLatin1Char('\r'), QLatin1Char('\n'));
    if (lines == m_given) return;
    m_given = lines;
    m_applied = lines;
    m_pause.stop();
    if (isDraft()) showText(lines);
}

void FormulaEdit::restore() {
    m_pause.stop();
    m_applied = m_given;
    m_gesture = 0;
    if (isDraft()) showText(m_given);
}

void FormulaEdit::retry() {
    if (!isDraft()) return;
    m_applied = m_given;
    apply();
    if (!hasFocus()) m_gesture = 0;
}

void FormulaEdit::showText(const QString& text) {
    const int cursor = textCursor().position();
    m_isShowing = true;
    setPlainText(text);
    m_isShowing = false;
    if (!hasFocus()) return;
    QTextCursor at = textCursor();
    at.setPosition(std::min(cursor, static_cast<int>(text.size())));
    setTextCursor(at);
}

void FormulaEdit::setError(const TextError& error) {
    m_mark.reset();
    if (!error.reason.isEmpty()) {
        const QString shown = text();
        m_mark = Mark{0, shown.size()};
        if (error.begin >= 0 && error.begin <= shown.size()) {
            qsizetype end = error.begin;
            while (end < shown.size() && isWordSign(shown[end])) ++end;
            m_mark = Mark{error.begin, std::max<qsizetype>(1, end - error.begin)};
        }
    }
    viewport()->update();
}

void FormulaEdit::setNames(const QStringList& names) {
    if (names != m_names->stringList()) m_names->setStringList(names);
}

void FormulaEdit::apply() {
    m_pause.stop();
    if (text() == m_applied) return;
    m_applied = text();
    if (m_gesture == 0) m_gesture = newGesture();
    emit typed(m_applied, m_gesture);
}

void FormulaEdit::finish() {
    apply();
    m_gesture = 0;
}

QString FormulaEdit::wordBeforeCursor() const {
    const QString before = text().left(textCursor().position());
    qsizetype begin = before.size();
    while (begin > 0 && isWordSign(before[begin - 1])) --begin;
    const QString word = before.mid(begin);
    return word.isEmpty() || word[0].isDigit() ? QString() : word;
}

void FormulaEdit::offerNames() {
    const QString word = wordBeforeCursor();
    const qsizetype cursor = textCursor().position();
    const bool isAtEnd = cursor >= text().size() || !isWordSign(text()[cursor]);
    if (word.size() < kFewestLetters || !isAtEnd || m_names->stringList().contains(word))
        return m_completer->popup()->hide();
    m_completer->setCompletionPrefix(word);
    if (m_completer->completionCount() == 0) return m_completer->popup()->hide();
    QAbstractItemView* popup = m_completer->popup();
    popup->setFont(font());
    popup->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect at = cursorRect();
    at.translate(-fontMetrics().horizontalAdvance(word), 4);
    at.setWidth(popup->sizeHintForColumn(0) + 24);
    m_completer->complete(at);
}

void FormulaEdit::complete(const QString& name) {
    QTextCursor at = textCursor();
    at.setPosition(at.position() - static_cast<int>(wordBeforeCursor().size()), QTextCursor::KeepAnchor);
    at.insertText(name);
    setTextCursor(at);
}

bool FormulaEdit::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        viewport()->update();  // whose frame shows it
    if (event->type() == QEvent::ShortcutOverride && text() == m_applied) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();  // nothing typed to undo here: the window's undo is meant
            return false;
        }
    }
    return QPlainTextEdit::event(event);
}

void FormulaEdit::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (m_completer->popup()->isVisible() && (isReturn || key == Qt::Key_Tab || key == Qt::Key_Escape))
        return event->ignore();  // the completer's
    if (isReturn && !(event->modifiers() & Qt::ShiftModifier)) return finish();
    if (key == Qt::Key_Escape) {
        if (!isDraft()) return event->ignore();
        showText(m_given);
        return finish();
    }
    QPlainTextEdit::keyPressEvent(event);
    if (!event->text().isEmpty() && (isWordSign(event->text().at(0)) || key == Qt::Key_Backspace))
        offerNames();
    else
        m_completer->popup()->hide();
}

void FormulaEdit::focusOutEvent(QFocusEvent* event) {
    if (event->reason() != Qt::PopupFocusReason) finish();
    QPlainTextEdit::focusOutEvent(event);
}

void FormulaEdit::fitHeight() {
    int lines = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        blockBoundingRect(block);  // lays it out
        lines += std::max(1, block.layout()->lineCount());
    }
    setVerticalScrollBarPolicy(lines > kMostLines ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    const double line = QFontMetricsF(font()).lineSpacing();
    const int wanted = qCeil(std::clamp(lines, 1, kMostLines) * line) + 2 * kGap + 2;
    if (wanted != height()) setFixedHeight(wanted);
}

void FormulaEdit::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fitHeight();
}

void FormulaEdit::paintEvent(QPaintEvent* event) {
    {
        const Theme& theme = themeOf(palette());
        QPainter painter(viewport());
        painter.fillRect(viewport()->rect(), theme.window);
        painter.setRenderHint(QPainter::Antialiasing);
        const double width = hasFocus() || m_mark ? 1.5 : 1;
        painter.setPen(QPen(m_mark ? theme.error : hasFocus() ? theme.accent : theme.line, width));
        painter.setBrush(theme.field);
        painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2), 5,
                                5);
    }
    QPlainTextEdit::paintEvent(event);
    if (!m_mark) return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(viewport()->rect().adjusted(2, 2, -2, -2));
    painter.setPen(QPen(themeOf(palette()).error, 1.2));
    drawWaves(painter);
}

void FormulaEdit::drawWaves(QPainter& painter) const {
    constexpr double kHalfWave = 2.5, kHigh = 1.1;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const QPointF origin = blockBoundingGeometry(block).translated(contentOffset()).topLeft();
        for (int i = 0; i < block.layout()->lineCount(); ++i) {
            const QTextLine line = block.layout()->lineAt(i);
            const qsizetype first = block.position() + line.textStart(), last = first + line.textLength();
            const qsizetype begin = std::max(first, m_mark->begin);
            const qsizetype end = std::min(last, m_mark->begin + m_mark->length);
            // What is missing at the end is marked behind the last sign.
            const bool isMissing = m_mark->begin == last && last == text().size();
            if (begin >= end && !isMissing) continue;
            const double from = line.cursorToX(static_cast<int>(begin - block.position()));
            const double to =
                isMissing ? from + 3 * kHalfWave : line.cursorToX(static_cast<int>(end - block.position()));
            const double y = line.y() + line.ascent() + 3.2;
            QPainterPath wave(origin + QPointF(from, y));
            double sign = 1;
            for (double x = from + kHalfWave; x < std::max(to, from + 3 * kHalfWave); x += kHalfWave, sign = -sign)
                wave.lineTo(origin + QPointF(x, y + sign * kHigh));
            painter.drawPath(wave);
        }
    }
}

}  // namespace bubblescope
