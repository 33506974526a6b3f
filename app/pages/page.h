#pragma once

#include <QFocusEvent>
#include <QWidget>

#include "engine/core/estimate.h"

#include <optional>

namespace bubblescope {

struct GanttLook;
struct Settings;
struct ViewPreferences;

/// Work that has been running long enough to show its progress.
struct WorkProgress {
    QString what;
    Estimate progress;
};

/// One of the window's pages. The window forwards to it the actions that depend on the page, and shows its status.
///
/// Thread  the interface thread
class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// The look of its Gantts that the View menu changes, or null.
    virtual GanttLook ViewPreferences::*look() const { return nullptr; }

    /// The status line: the summary of the results, and the definition of the quantity in it.
    virtual QString answer() const = 0;
    virtual QString definition() const { return {}; }
    /// Explains words of the answer; empty if none needs an explanation.
    virtual QString answerTip() const { return {}; }
    /// Explains why the picked op or gap waits: rich text, empty if nothing is picked.
    virtual QString why() const { return {}; }
    /// The widget that contains the sliders of its parameters, visible or not; or null.
    virtual QWidget* editor() const { return nullptr; }
    /// Ends the innermost mode of the page that Esc can end; false if there is none.
    virtual bool escape() { return false; }
    virtual std::optional<WorkProgress> progress() const { return std::nullopt; }
    /// Stops the work that progress() reports.
    virtual void stop() {}
    /// Whether work was stopped that goOn() can resume.
    virtual bool isStopped() const { return false; }
    virtual void goOn() {}

    /// Whether a result is pinned, so that new results are compared with it.
    virtual bool isPinned() const { return false; }
    virtual void setPinned(bool) {}

    virtual void exportPicture() = 0;
    virtual void copyImage() = 0;
    virtual void exportMemory() { emit failed(tr("Only pages of schedules have memory over time.")); }
    /// The numbers on screen as CSV.
    virtual QString table() const = 0;

    /// Whether the side panels, and the charts and tables below the picture, are shown.
    void setPartsShown(bool panels, bool lower) {
        m_panelsShown = panels;
        m_lowerShown = lower;
        showParts();
    }
    /// Whether the page is shown on a projector.
    virtual void setPresenting(bool on) {
        m_isPresenting = on;
        showParts();
    }

    /// The window was resized while presenting.
    virtual void fitRoom() { showParts(); }

    /// Stores the page's layout in the settings.
    virtual void keepLayout(Settings&) const {}

protected:
    bool isPresenting() const { return m_isPresenting; }
    bool showsPanels() const { return m_panelsShown; }
    bool showsLower() const { return m_lowerShown; }
    /// Shows and hides the parts of the page to match isPresenting() and showsPanels().
    virtual void showParts() = 0;
    /// The widget that gets the focus first. It is not a focus proxy, with which Tab would skip the widgets before it.
    virtual QWidget* start() const = 0;
    void focusInEvent(QFocusEvent* event) override { start()->setFocus(event->reason()); }

signals:
    /// answer(), definition() or progress() has changed.
    void statusChanged();
    /// why() has changed.
    void captionChanged();
    void pinChanged();
    void failed(const QString& line);
    /// Something was done that is not visible; `line` should be shown for a few seconds.
    void confirmed(const QString& line);

private:
    bool m_panelsShown = true, m_lowerShown = true, m_isPresenting = false;
};

}  // namespace bubblescope
