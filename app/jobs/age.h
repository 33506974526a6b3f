#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace bubblescope {

/// Whether results on screen should be dimmed as old: newer ones are awaited, and none have arrived for longer than an
/// edit usually takes. Results that follow fast edits one by one are not old, so that nothing flickers.
///
/// Thread  the interface thread
class Age : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kSilence{300};

    explicit Age(QObject* parent = nullptr) : QObject(parent) {
        m_silence.setSingleShot(true);
        m_silence.setInterval(kSilence);
        connect(&m_silence, &QTimer::timeout, this, [this] { setOld(true); });
    }

    bool isOld() const { return m_isOld; }

    /// Newer results are awaited.
    void await() {
        if (!m_isOld && !m_silence.isActive()) m_silence.start();
    }
    /// Results have arrived; `isNewest` if no newer ones are awaited.
    void come(bool isNewest) {
        m_silence.stop();
        if (isNewest) return setOld(false);
        await();
    }

signals:
    void changed();

private:
    void setOld(bool isOld) {
        if (isOld == m_isOld) return;
        m_isOld = isOld;
        emit changed();
    }

    QTimer m_silence;
    bool m_isOld = false;
};

}  // namespace bubblescope
