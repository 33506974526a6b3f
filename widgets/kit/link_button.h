#pragma once

#include <QPushButton>

namespace bubblescope {

/// A button that looks like a link: text in the accent colour, underlined under the mouse.
class LinkButton : public QPushButton {
    Q_OBJECT
public:
    explicit LinkButton(const QString& text, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace bubblescope
