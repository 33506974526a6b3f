#include "widgets/gantt/guess_line.h"

#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kGuessWidth = 2, kHandle = 9, kPillHeight = 22, kPillPad = 9, kArrow = 5;

/// A step that is easy to read, no larger than a 200th of the axis: 1, 2 or 5 times a power of ten.
double readableStep(double span) {
    const double step = span / 200, power = std::pow(10, std::floor(std::log10(step)));
    const double factor = step / power;
    return power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1);
}

/// A text on a rounded ground, as near to being centred on `x` as fits.
void paintPill(QPainter& painter, double x, double top, double width, const QString& text, const QColor& ground,
               const QColor& ink) {
    const double wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 2 * kPillPad;
    const QRectF pill(std::clamp(x - wide / 2, 0.0, std::max(0.0, width - wide)), top, wide, kPillHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(pill, 4, 4);
    painter.setPen(ink);
    painter.drawText(pill, Qt::AlignCenter, text);
}

}  // namespace

GuessLine::GuessLine(GanttWidget& gantt) : QWidget(gantt.viewport()), m_gantt(gantt) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Predicted end"));
    hide();
}

void GuessLine::setGuess(const std::optional<Guess>& guess) {
    if (guess == m_guess) return;
    m_guess = guess;
    const bool canDrag = guess && guess->canDrag;
    setAttribute(Qt::WA_TransparentForMouseEvents, !canDrag);
    setCursor(canDrag ? Qt::SizeHorCursor : Qt::ArrowCursor);
    setFocusPolicy(canDrag ? Qt::StrongFocus : Qt::NoFocus);
    setAccessibleDescription(guess ? guess->text : QString());
    setVisible(guess.has_value());
    place();
    update();
}

void GuessLine::place() {
    if (!m_guess) return;
    const GanttLayout& layout = m_gantt.ganttLayout();
    setGeometry(QRect(0, 0, static_cast<int>(layout.size.width()),
                      static_cast<int>(layout.size.height() - layout.footerHeight)));
    raise();
    update();
}

/// A line that was not placed yet waits in the middle of the axis.
double GuessLine::shownAt() const {
    const TimeRange& range = m_gantt.ganttLayout().range;
    return m_guess->at.value_or(range.begin + range.span() / 2);
}

void GuessLine::move(double at) {
    const TimeRange& range = m_gantt.ganttLayout().range;
    const double step = readableStep(range.span());
    emit moved(std::clamp(std::round(at / step) * step, 0.0, std::max(0.0, range.end)));
}

void GuessLine::paintEvent(QPaintEvent*) {
    if (!m_guess) return;
    const GanttLayout& layout = m_gantt.ganttLayout();
    const Theme& theme = themeOf(palette());
    const double x = std::clamp(layout.xOf(shownAt()), layout.plotLeft, layout.plotRight);
    const double top = kPillHeight + 2 * kHandle;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(uiFont(layout.style.scaled(12.5), QFont::DemiBold));
    painter.setPen(QPen(theme.accent, kGuessWidth, m_guess->canDrag ? Qt::SolidLine : Qt::DashLine));
    painter.drawLine(QPointF(x, top), QPointF(x, height()));
    if (m_guess->canDrag) {
        painter.setBrush(theme.window);
        painter.drawEllipse(QPointF(x, top), kHandle, kHandle);
        for (const double side : {-2.5, 2.5}) painter.drawLine(QPointF(x + side, top - 4), QPointF(x + side, top + 4));
    }
    paintPill(painter, x, 2, width(), m_guess->text, theme.accent, theme.onAccent);
    if (!m_guess->end || m_guess->apart.isEmpty()) return;
    const double end = std::clamp(layout.xOf(*m_guess->end), layout.plotLeft, layout.plotRight);
    const QColor ink = m_guess->isMet ? theme.accent : theme.error;
    const double y = height() - kPillHeight - 4;
    painter.setPen(QPen(ink, kGuessWidth));
    painter.drawLine(QPointF(end, top), QPointF(end, height()));
    painter.drawLine(QPointF(end, y), QPointF(x, y));
    const double side = x < end ? -kArrow : kArrow;
    for (const double half : {-kArrow, kArrow}) {
        painter.drawLine(QPointF(end, y), QPointF(end + side, y + half));
        painter.drawLine(QPointF(x, y), QPointF(x - side, y + half));
    }
    paintPill(painter, std::max(x, end) + 70, y - kPillHeight / 2, width(), m_guess->apart, theme.canvas, ink);
}

void GuessLine::mousePressEvent(QMouseEvent* event) { move(m_gantt.ganttLayout().timeAt(event->position().x())); }

void GuessLine::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) move(m_gantt.ganttLayout().timeAt(event->position().x()));
}

void GuessLine::keyPressEvent(QKeyEvent* event) {
    if (!m_guess || !m_guess->canDrag || (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right))
        return QWidget::keyPressEvent(event);
    const double step = readableStep(m_gantt.ganttLayout().range.span());
    move(shownAt() + (event->key() == Qt::Key_Left ? -step : step));
}

}  // namespace bubblescope
