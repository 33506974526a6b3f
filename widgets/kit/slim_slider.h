#pragma once

#include "widgets/kit/gesture.h"
#include "widgets/kit/spoken_slider.h"

#include <QElapsedTimer>
#include <QWidget>

namespace bubblescope {

/// A slim track with a round knob. Knows no values, only how far along the knob stands; its owner maps that
/// to a parameter, whatever its scale.
///
/// Units       positions are shares of the track, 0..1
/// Invariants  never moves by itself: it asks, and its owner calls setPosition()
class SlimSlider : public QWidget, public SpokenSlider {
    Q_OBJECT
public:
    enum class Step { Down, Up, PageDown, PageUp, ToMinimum, ToMaximum };
    Q_ENUM(Step)

    explicit SlimSlider(QWidget* parent = nullptr);

    double position() const { return m_position; }
    void setPosition(double position);
    bool isDragging() const { return m_isDragging; }
    /// The value that the position stands for, and those of the ends, for programs that read them aloud; which hear at
    /// once that it is another one, or find it when they ask.
    void setSpoken(const Range& range, bool isTold = true);
    Range spokenRange() const override { return m_spoken; }
    void takeSpoken(double value) override { emit valueWanted(value); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Where the knob's centre is painted for a position; the inverse of what a press there asks for.
    double xOf(double position) const;
    /// Asks for a step as keys do.
    void step(Step step);
    /// That of a step which is asked for now: in quick succession they share it.
    int gestureOfStep();

signals:
    /// One press-to-release is one gesture. `isFree` while Shift is held: no snapping.
    void dragged(double position, int gesture, bool isFree);
    /// Presses in quick succession share a gesture.
    void stepped(bubblescope::SlimSlider::Step step, int gesture);
    /// Of setSpoken()'s range, by such a program.
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
    double m_told = 0;  // the value that they heard of last
    double m_grip = 0;  // from the knob's centre to where it was taken
    bool m_isDragging = false;
    int m_gesture = 0;
    int m_stepGesture = 0;
    QElapsedTimer m_sinceStep;
};

}  // namespace bubblescope
