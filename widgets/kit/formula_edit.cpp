#include "widgets/kit/formula_edit.h"

#include "widgets/kit/flat_style.h"
#include "widgets/kit/theme.h"

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

/// Names are offered from this many letters on.
constexpr int kFewestLetters = 2;

bool isWordSign(QChar c) { return c.isLetterOrNumber() || c == QLatin1Char('_'); }

}  // namespace

FormulaEdit::FormulaEdit(QWidget* parent) : TextEdit(Lines::Formula, parent) {
    setMostLines(kMostLines);
    m_names = new QStringListModel(this);
    m_completer = new QCompleter(m_names, this);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FormulaEdit::complete);
    connect(this, &QPlainTextEdit::textChanged, this, [this] { setError({}); });  // its place may have changed
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
    setMarked(this, m_mark.has_value());
    viewport()->update();
}

void FormulaEdit::setNames(const QStringList& names) {
    if (names != m_names->stringList()) m_names->setStringList(names);
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

void FormulaEdit::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (m_completer->popup()->isVisible() && (isReturn || key == Qt::Key_Tab || key == Qt::Key_Escape))
        return event->ignore();  // the completer's
    const bool isDone = (isReturn && !(event->modifiers() & Qt::ShiftModifier)) || key == Qt::Key_Escape;
    TextEdit::keyPressEvent(event);
    if (isDone) return;
    if (!event->text().isEmpty() && (isWordSign(event->text().at(0)) || key == Qt::Key_Backspace))
        offerNames();
    else
        m_completer->popup()->hide();
}

void FormulaEdit::paintEvent(QPaintEvent* event) {
    TextEdit::paintEvent(event);
    if (!m_mark) return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(viewport()->rect());
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
            // Something missing at the end is marked behind the last character.
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
