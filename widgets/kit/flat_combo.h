#pragma once

#include <QComboBox>

namespace bubblescope {

/// A combo box in the style of the window's fields.
class FlatCombo : public QComboBox {
    Q_OBJECT
public:
    using QComboBox::QComboBox;

protected:
    void paintEvent(QPaintEvent* event) override;
    virtual void paintText(QPainter& painter, const QRect& space);
    void wheelEvent(QWheelEvent* event) override;
};

}  // namespace bubblescope
