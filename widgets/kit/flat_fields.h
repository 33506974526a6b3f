#pragma once

#include <QCheckBox>
#include <QLineEdit>
#include <QSpinBox>

namespace bubblescope {

struct Theme;

/// Text field, spin box and check box in the style of the window's fields.
class FlatEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit FlatEdit(QWidget* parent = nullptr);

    /// Marks the field as wrong.
    void setMarked(bool isMarked);
    bool isMarked() const { return m_isMarked; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_isMarked = false;
};

class FlatSpin : public QSpinBox {
    Q_OBJECT
public:
    explicit FlatSpin(QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
};

/// Its text may have subscripts: "T_C communication". An icon is placed before it.
class FlatCheck : public QCheckBox {
    Q_OBJECT
public:
    explicit FlatCheck(const QString& text, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& at) const override { return rect().contains(at); }
};

/// The square of a check box, kTickBox pixels wide and high.
inline constexpr int kTickBox = 15;
void drawTickBox(QPainter& painter, const Theme& theme, const QRect& box, bool isOn);
/// Only the tick, for a box with its top left at `at`.
void drawTick(QPainter& painter, const QPoint& at, const QColor& ink);

}  // namespace bubblescope
