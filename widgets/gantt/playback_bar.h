#pragma once

#include <QWidget>

#include "widgets/kit/spoken_slider.h"
#include "widgets/kit/step_keys.h"

class QLabel;
class QComboBox;

namespace bubblescope {

class GlyphButton;
class PlayButtons;
class SlimSlider;

/// The bar below Gantts that are played: buttons, a slider, the time, and the speed. It decides nothing.
class PlaybackBar : public QWidget {
    Q_OBJECT
public:
    explicit PlaybackBar(QWidget* parent = nullptr);

    /// The position in the whole, in its own unit, and as text. `isTold` is false while it plays, because screen
    /// readers should not announce it many times per second.
    void setTime(const SpokenSlider::Range& time, const QString& text, bool isTold);
    void setPlaying(bool on);
    /// Scales its type and icons; 1 is the usual size.
    void setScale(double scale);
    /// The speed as a multiple of the usual one; the choices are kSpeeds.
    double speed() const;
    /// Selects the next choice up or down, if there is one.
    void changeSpeed(int by);

    SlimSlider* slider() const { return m_slider; }
    PlayButtons* buttons() const { return m_buttons; }
    const QLabel* time() const { return m_time; }

signals:
    void keyPressed(bubblescope::StepKey key);
    /// By phases instead of ops: Back or Forth.
    void phaseAsked(bubblescope::StepKey key);
    /// As a share of the whole.
    void shareAsked(double share);
    void speedChanged();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PlayButtons* m_buttons;
    SlimSlider* m_slider;
    QLabel* m_time;
    QComboBox* m_speed;
    GlyphButton* m_close;
};

inline constexpr double kSpeeds[] = {0.25, 0.5, 1, 2, 4};

}  // namespace bubblescope
