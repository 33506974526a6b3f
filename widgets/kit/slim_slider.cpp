#include "widgets/kit/slim_slider.h"

#include "widgets/kit/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <optional>
#include <utility>

namespace bubblescope {

namespace {

constexpr double kKnobRadius = 6.5;
constexpr double kGroove = 4;
constexpr int kHeight = 19;
constexpr int kBurstMs = 1000;

std::optional<SlimSlider::Step> stepOf(int key) {
    using Step = SlimSlider::Step;
    switch (key) {
        case Qt::Key_Left:
        case Qt::Key_Down: return Step::Down;
        case Qt::Key_Right:
        case Qt::Key_Up: return Step::Up;
        case Qt::Key_PageDown: return Step::PageDown;
        case Qt::Key_PageUp: return Step::PageUp;
        case Qt::Key_Home: return Step::ToMinimum;
        case Qt::Key_End: return Step::ToMaximum;
        default: return std::nullopt;
    }
}

}  // namespace

SlimSlider::SlimSlider(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    speakSliders();
}

void SlimSlider::setPosition(double position) {
    position = qBound(0.0, position, 1.0);
    if (position == m_position) return;
    m_position = position;
    update();
}

void SlimSlider::setSpoken(const Range& range, bool isTold) {
    m_spoken = range;
    if (isTold && std::exchange(m_told, range.value) != range.value) tellMoved(*this);
}

QSize SlimSlider::sizeHint() const { return {160, kHeight}; }
QSize SlimSlider::minimumSizeHint() const { return {60, kHeight}; }

double SlimSlider::xOf(double position) const {
    return kKnobRadius + 1 + position * qMax(1.0, width() - 2 * (kKnobRadius + 1));
}

void SlimSlider::askFor(double x, bool isFree) {
    const double left = xOf(0);
    emit dragged(qBound(0.0, (x - left) / (xOf(1) - left), 1.0), m_gesture, isFree);
}

int SlimSlider::gestureOfStep() {
    if (m_stepGesture == 0 || m_sinceStep.elapsed() > kBurstMs) m_stepGesture = newGesture();
    m_sinceStep.start();
    return m_stepGesture;
}

void SlimSlider::step(Step step) { emit stepped(step, gestureOfStep()); }

void SlimSlider::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double middle = height() / 2.0, knob = xOf(m_position);
    const QRectF groove(0, middle - kGroove / 2, width(), kGroove);
    painter.setBrush(theme.grid);
    painter.drawRoundedRect(groove, kGroove / 2, kGroove / 2);
    const QColor ink = isEnabled() ? theme.accent : theme.mutedText;
    if (m_position > 0) {
        painter.setBrush(ink);
        painter.drawRoundedRect(QRectF(0, groove.top(), knob, kGroove), kGroove / 2, kGroove / 2);
    }
    if (hasFocus() || (isEnabled() && (underMouse() || m_isDragging))) {
        QColor halo = theme.accent;
        halo.setAlphaF(hasFocus() ? 0.32f : 0.16f);
        painter.setBrush(halo);
        painter.drawEllipse(QPointF(knob, middle), kKnobRadius + 2.5, kKnobRadius + 2.5);
    }
    painter.setPen(QPen(ink, 2));
    painter.setBrush(m_isDragging ? theme.accent : theme.field);
    painter.drawEllipse(QPointF(knob, middle), kKnobRadius - 1, kKnobRadius - 1);
}

void SlimSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    const double x = event->position().x(), knob = xOf(m_position);
    const bool isOnKnob = qAbs(x - knob) <= kKnobRadius + 2;
    m_grip = isOnKnob ? x - knob : 0;
    m_isDragging = true;
    m_gesture = newGesture();
    m_stepGesture = 0;
    if (!isOnKnob) askFor(x, event->modifiers() & Qt::ShiftModifier);
    update();
}

void SlimSlider::mouseMoveEvent(QMouseEvent* event) {
    if (m_isDragging) askFor(event->position().x() - m_grip, event->modifiers() & Qt::ShiftModifier);
}

void SlimSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
    m_isDragging = false;
    update();
}

void SlimSlider::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) emit resetAsked(m_gesture ? m_gesture : newGesture());
}

void SlimSlider::keyPressEvent(QKeyEvent* event) {
    const auto wanted = stepOf(event->key());
    if (!wanted || (event->modifiers() & ~Qt::KeypadModifier)) return QWidget::keyPressEvent(event);
    step(*wanted);
}

void SlimSlider::wheelEvent(QWheelEvent* event) {
    // Without focus, the wheel scrolls the panel; a value must not change while the pointer passes.
    const int delta = event->angleDelta().y();
    if (!hasFocus() || delta == 0) return event->ignore();
    step(delta > 0 ? Step::Up : Step::Down);
    event->accept();
}

}  // namespace bubblescope
