#pragma once

#include <QWidget>

#include "widgets/kit/spoken_slider.h"
#include "widgets/kit/step_keys.h"

class QLabel;

namespace bubblescope {

class FlatCombo;
class GlyphButton;
class PlayButtons;
class SlimSlider;

/// The strip below Gantts that are played: the signs of a player, a slider, the time, how fast. Decides nothing.
class PlaybackBar : public QWidget {
    Q_OBJECT
public:
    explicit PlaybackBar(QWidget* parent = nullptr);

    /// How far the whole is played, in its own unit, and that in words. Programs that read aloud hear of it, or not:
    /// many times a second would be too often.
    void setTime(const SpokenSlider::Range& time, const QString& text, bool isTold);
    void setPlaying(bool on);
    /// Of its type and signs: 1 as usual.
    void setScale(double scale);
    /// How many times as fast as usual; the choices are kSpeeds.
    double speed() const;
    /// To the next choice up or down, if there is one.
    void changeSpeed(int by);

    SlimSlider* slider() const { return m_slider; }
    PlayButtons* buttons() const { return m_buttons; }
    const QLabel* time() const { return m_time; }

signals:
    void keyPressed(bubblescope::StepKey key);
    /// By phases, not by ops: Back or Forth.
    void phaseAsked(bubblescope::StepKey key);
    /// As share of the whole.
    void shareAsked(double share);
    void speedChanged();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PlayButtons* m_buttons;
    SlimSlider* m_slider;
    QLabel* m_time;
    FlatCombo* m_speed;
    GlyphButton* m_close;
};

inline constexpr double kSpeeds[] = {0.25, 0.5, 1, 2, 4};

}  // namespace bubblescope
