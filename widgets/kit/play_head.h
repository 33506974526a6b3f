#pragma once

#include <QElapsedTimer>
#include <QTimer>

namespace bubblescope {

/// Runs a time from one instant to another at an even pace, frame by frame.
///
/// Units  of whoever runs it
class PlayHead : public QObject {
    Q_OBJECT
public:
    explicit PlayHead(QObject* parent = nullptr);

    void run(double from, double until, double perSecond);
    void stop();
    bool isRunning() const { return m_timer.isActive(); }

signals:
    void moved(double time);
    /// It came to its end; not when it was stopped.
    void ended();

private:
    void advance();

    QTimer m_timer;
    QElapsedTimer m_since;
    double m_from = 0, m_until = 0, m_perSecond = 0;
};

}  // namespace bubblescope
