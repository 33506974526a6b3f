#pragma once

#include <QFrame>

#include <optional>

class QRadioButton;
class QSpinBox;

namespace bubblescope {

/// A small popup beside a schedule: follow the chunks slider, or have chunks of its own. Changes show at
/// once; a press elsewhere or Escape closes it.
class ChunksPopup : public QFrame {
    Q_OBJECT
public:
    /// `own` is empty while the schedule follows the slider, which stands at `shared`; or `source`, if not empty.
    ChunksPopup(std::optional<int> own, int shared, int usual, const QString& source, QWidget* parent = nullptr);

    /// Opens below the right end of what it belongs to, in global coordinates.
    void openBelow(const QPoint& bottomRight);

signals:
    /// Nothing: follow the slider.
    void chosen(std::optional<int> own);

private:
    QRadioButton* m_follow = nullptr;
    QRadioButton* m_own = nullptr;
    QSpinBox* m_chunks = nullptr;
};

}  // namespace bubblescope
