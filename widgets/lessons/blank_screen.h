#pragma once

#include <QPointer>
#include <QWidget>

namespace bubblescope {

/// Black over all of a window, so that a room looks at who speaks: any key or click takes it away, and the keyboard is
/// where it was.
class BlankScreen : public QWidget {
    Q_OBJECT

public:
    explicit BlankScreen(QWidget* window);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void leave();

    QPointer<QWidget> m_before;  // what had the keyboard
};

}  // namespace bubblescope
