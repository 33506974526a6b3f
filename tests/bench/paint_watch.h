#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QWidget>

#include <functional>

namespace bubblescope::bench {

/// Tells when a top-level window has been painted and its picture handed over.
///
/// Thread  the interface thread
class PaintWatch : public QObject {
public:
    explicit PaintWatch(std::function<void(QWidget& window)> painted) : m_painted(std::move(painted)) {
        qApp->installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint && watched->isWidgetType())
            m_window = static_cast<QWidget*>(watched)->window();
        const bool paints = event->type() == QEvent::UpdateRequest || event->type() == QEvent::Expose;
        if (!paints || m_isInside) return false;
        // Delivered from here, so that it is over when the next line runs.
        m_isInside = true;
        m_window = nullptr;
        QCoreApplication::sendEvent(watched, event);
        m_isInside = false;
        if (m_window) m_painted(*m_window);
        return true;
    }

private:
    std::function<void(QWidget&)> m_painted;
    QWidget* m_window = nullptr;
    bool m_isInside = false;
};

}  // namespace bubblescope::bench
