#pragma once

#include "widgets/kit/gesture.h"
#include "widgets/kit/spoken_slider.h"

#include <QElapsedTimer>
#include <QWidget>

namespace bubblescope {

/// A slim track with a round knob. It knows no values, only the position of the knob; its owner maps that to a
/// parameter with any scale.
///
/// Units       positions are shares of the track, 0..1
/// Invariants  never moves by itself: it emits a signal, and its owner calls setPosition()
class SlimSlider : public QWidget, public SpokenSlider {
    Q_OBJECT
public:
    enum class Step { Down, Up, PageDown, PageUp, ToMinimum, ToMaximum };
    Q_ENUM(Step)

    explicit SlimSlider(QWidget* parent = nullptr);

    double position() const { return m_position; }
    void setPosition(double position);
    bool isDragging() const { return m_isDragging; }
    /// The value at the position, and those at the ends, for screen readers. They are notified of a new value at once,
    /// or unless `isTold` find it when they ask.
    void setSpoken(const Range& range, bool isTold = true);
    Range spokenRange() const override { return m_spoken; }
    void takeSpoken(double value) override { emit valueWanted(value); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// The x coordinate of the knob's centre at a position; the inverse of the position of a press there.
    double xOf(double position) const;
    /// Emits a step, as keys do.
    void step(Step step);
    /// The gesture of a step at this moment; steps in quick succession share it.
    int gestureOfStep();

signals:
    /// A press until its release is one gesture. `isFree` while Shift is held: no snapping.
    void dragged(double position, int gesture, bool isFree);
    /// Presses in quick succession share a gesture.
    void stepped(bubblescope::SlimSlider::Step step, int gesture);
    /// A screen reader asks for a value in the range of setSpoken().
    void valueWanted(double value);
    /// A double-click; shares the gesture of its first click.
    void resetAsked(int gesture);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void askFor(double x, bool isFree);

    double m_position = 0;
    Range m_spoken;
    double m_told = 0;  // the last value that screen readers were notified of
    double m_grip = 0;  // from the knob's centre to where it was pressed
    bool m_isDragging = false;
    int m_gesture = 0;
    int m_stepGesture = 0;
    QElapsedTimer m_sinceStep;
};

}  // namespace bubblescope
