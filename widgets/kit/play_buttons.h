#pragma once

#include <QWidget>

#include "widgets/kit/step_keys.h"

#include <array>

class QAbstractButton;

namespace bubblescope {

class PlayButton;

/// The buttons of a player in a row: to the start, one step back, play or pause, one step forward, to the end.
class PlayButtons : public QWidget {
    Q_OBJECT
public:
    /// The names of one step back and one step forward, with their keys.
    PlayButtons(const QString& back, const QString& forth, QWidget* parent = nullptr);

    void setPlaying(bool on);
    void setScale(double scale);
    QAbstractButton* button(StepKey key) const;

signals:
    void pressed(bubblescope::StepKey key);

private:
    std::array<PlayButton*, 5> m_buttons{};
};

}  // namespace bubblescope
