#pragma once

#include <QPointer>
#include <QWidget>

namespace bubblescope {

/// A black screen over the whole window, so that the audience looks at the speaker. Any key or click removes it and
/// restores the keyboard focus.
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

    QPointer<QWidget> m_before;  // the widget that had the keyboard focus
};

}  // namespace bubblescope
