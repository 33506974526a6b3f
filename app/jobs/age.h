#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace bubblescope {

/// Whether what is shown is to be marked as old: something newer is awaited, and nothing has come for longer than an
/// edit usually takes. What follows fast edits step by step is not old, so that nothing flickers.
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

    /// Something newer is awaited.
    void await() {
        if (!m_isOld && !m_silence.isActive()) m_silence.start();
    }
    /// Something came; `isNewest` if nothing newer is awaited.
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
