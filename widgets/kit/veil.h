#pragma once

#include <QWidget>

namespace bubblescope {

/// Dims another widget, whose size it has, while what that shows is old; the mouse goes through it.
class Veil : public QWidget {
    Q_OBJECT

public:
    /// Over a widget, which is its parent.
    explicit Veil(QWidget* over);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace bubblescope
