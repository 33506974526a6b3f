#pragma once

#include <QWidget>

namespace bubblescope {

/// Dims another widget, with the same size, while that shows old values; mouse events pass through it.
class Veil : public QWidget {
    Q_OBJECT

public:
    /// Dims `over`, which becomes its parent.
    explicit Veil(QWidget* over);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace bubblescope
