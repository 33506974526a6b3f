#pragma once

#include <QAbstractButton>

namespace bubblescope {

/// A small button with a number or a word: framed, filled if checked, dimmed if disabled. A marked button has a frame
/// in the accent colour.
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
