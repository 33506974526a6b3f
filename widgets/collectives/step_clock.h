#pragma once

#include <QWidget>

#include "engine/collectives/playback.h"
#include "widgets/kit/play_head.h"
#include "widgets/kit/spoken_slider.h"
#include "widgets/kit/step_keys.h"

#include <memory>

class QLabel;
class QCheckBox;

namespace bubblescope {

class PlayButtons;
class StepBar;

/// The steps of a collective as a time slider, where each step is as wide as it takes time. Plays them, and pauses
/// between two phases on request.
///
/// Units       microseconds since the call
/// Invariants  0 <= time() <= the playback's duration
class StepClock : public QWidget {
    Q_OBJECT
public:
    explicit StepClock(QWidget* parent = nullptr);

    /// Starts at the beginning, or stays at the current step if `keepsStep`.
    void setPlayback(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup, bool keepsStep);

    /// Larger type for presenting.
    void setPresenting(bool on);

    double time() const { return m_time; }
    void setTime(double time);
    bool isPlaying() const { return m_head.isRunning(); }
    void go(StepKey key);
    QCheckBox* stopsAtSeam() const { return m_stops; }
    StepBar* bar() const { return m_bar; }

signals:
    void timeChanged(double time);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent*) override { play(false); }

private:
    void move(double time);
    void play(bool on);
    void countSent();
    void showSent();

    std::shared_ptr<const Playback> m_playback;
    int m_busiest = 0;
    std::vector<long long> m_sentAfter{0};
    double m_bytes = 0;  // 0 for a barrier
    double m_time = 0;
    PlayHead m_head;
    PlayButtons* m_buttons;
    QCheckBox* m_stops;
    StepBar* m_bar;
    QLabel *m_sentBy, *m_sent, *m_rest;
};

/// The bar of a StepClock. A click goes to the end of the clicked step; a drag or a Shift+click goes to any time.
class StepBar : public QWidget, public SpokenSlider {
    Q_OBJECT
public:
    explicit StepBar(QWidget* parent = nullptr);

    void setPlayback(std::shared_ptr<const Playback> playback, bool spansNodes);
    void setTime(double time);
    void setScale(double scale);
    double xOf(double time) const;
    /// Describes the step at `x`: its phase, its duration, and the link that sets its pace.
    QString textAt(double x) const;
    /// In microseconds.
    Range spokenRange() const override;
    void takeSpoken(double value) override { emit timeAsked(value); }

    QSize sizeHint() const override { return {400, qRound(px(74))}; }
    QSize minimumSizeHint() const override { return {160, qRound(px(74))}; }

signals:
    void timeAsked(double time);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override { update(); }

private:
    double px(double size) const { return size * m_scale; }
    void askTime(const QMouseEvent& event);
    void askStep(double x);
    void paintHalves(QPainter& painter) const;
    void paintSteps(QPainter& painter) const;
    void paintTimes(QPainter& painter) const;

    std::shared_ptr<const Playback> m_playback;
    bool m_spansNodes = false;
    double m_time = 0, m_scale = 1;
    std::optional<double> m_pressed;  // where the press was, until it becomes a drag
};

}  // namespace bubblescope
