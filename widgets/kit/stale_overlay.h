#pragma once

#include <QTimer>
#include <QWidget>

#include <chrono>
#include <initializer_list>
#include <vector>

namespace bubblescope {

/// Whether results on screen should be dimmed as old: newer ones are awaited, and none have arrived for longer than an
/// edit usually takes. Results that follow fast edits one by one are not old, so that nothing flickers.
///
/// Thread  the interface thread
class Staleness : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kSilence{300};

    explicit Staleness(QObject* parent = nullptr);

    bool isOld() const { return m_isOld; }

    /// Newer results are awaited.
    void await();
    /// Results have arrived; `isNewest` if no newer ones are awaited.
    void come(bool isNewest);

signals:
    void changed();

private:
    void setOld(bool isOld);

    QTimer m_silence;
    bool m_isOld = false;
};

/// Dims another widget, with the same size, while any of some results are old; mouse events pass through it.
class StaleOverlay : public QWidget {
    Q_OBJECT

public:
    /// Dims `over`, which becomes its parent. The results must exist for as long as any of them changes.
    StaleOverlay(QWidget* over, std::initializer_list<const Staleness*> results);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();

    std::vector<const Staleness*> m_results;
};

}  // namespace bubblescope
