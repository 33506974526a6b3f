#pragma once

#include <QAbstractButton>

namespace bubblescope {

/// A small button that holds a number or a word: framed, filled where it is checked, dim where it cannot be pressed.
/// Marked ones have the accent's frame: what is at hand.
class ChipButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit ChipButton(const QString& text, QWidget* parent = nullptr);

    void setMarked(bool isMarked);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_isMarked = false;
};

}  // namespace bubblescope
