#pragma once

#include <QElapsedTimer>
#include <QTimer>

namespace bubblescope {

/// Moves a time from one value to another at constant speed, frame by frame.
///
/// Units  those of the caller
class PlayHead : public QObject {
    Q_OBJECT
public:
    explicit PlayHead(QObject* parent = nullptr);

    void run(double from, double until, double perSecond);
    void stop();
    bool isRunning() const { return m_timer.isActive(); }

signals:
    void moved(double time);
    /// It reached its end; not emitted when it is stopped.
    void ended();

private:
    void advance();

    QTimer m_timer;
    QElapsedTimer m_since;
    double m_from = 0, m_until = 0, m_perSecond = 0;
};

}  // namespace bubblescope
