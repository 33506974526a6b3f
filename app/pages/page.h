#pragma once

#include <QFocusEvent>
#include <QWidget>

#include "engine/core/estimate.h"

#include <optional>

namespace bubblescope {

struct GanttLook;
struct Settings;
struct ViewPreferences;

/// What has been running for longer than people should wait without a word.
struct WorkProgress {
    QString what;
    Estimate progress;
};

/// A way of asking: one of the window's pages. The window gives it the actions whose meaning is the page's, and shows
/// what it says of itself.
///
/// Thread  the interface thread
class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// The look of its Gantts that menus change, or null.
    virtual GanttLook ViewPreferences::*look() const { return nullptr; }

    /// The status bar's line, and what it says of definitions.
    virtual QString answer() const = 0;
    virtual QString definition() const = 0;
    /// What words of the answer mean; empty where they need no saying.
    virtual QString answerTip() const { return {}; }
    /// Why what is picked waits: rich text, empty where nothing is picked.
    virtual QString why() const { return {}; }
    /// What holds the sliders of its parameters, shown or not; or null.
    virtual QWidget* editor() const { return nullptr; }
    /// Ends the innermost thing that Esc ends on it. False if there is none.
    virtual bool escape() { return false; }
    virtual std::optional<WorkProgress> progress() const { return std::nullopt; }
    /// Stops what progress() tells of.
    virtual void stop() {}
    /// Whether something was stopped, and goes on from there.
    virtual bool isStopped() const { return false; }
    virtual void goOn() {}

    /// Whether a result was kept, to draw what comes against it.
    virtual bool isPinned() const { return false; }
    virtual void setPinned(bool) {}

    virtual void exportPicture() = 0;
    virtual void copyImage() = 0;
    /// The numbers on screen as CSV.
    virtual QString table() const = 0;

    /// Whether the panels beside the picture are shown, and whether its type is for a room.
    void setPanelsShown(bool on) {
        m_panelsShown = on;
        showParts();
    }
    virtual void setPresenting(bool on) {
        m_isPresenting = on;
        showParts();
    }

    /// The window has another size while it presents.
    virtual void fitRoom() { showParts(); }

    /// Puts into the settings how people laid the page out.
    virtual void keepLayout(Settings&) const {}

protected:
    bool isPresenting() const { return m_isPresenting; }
    bool showsPanels() const { return m_panelsShown && !m_isPresenting; }
    /// Shows and hides the parts of the page as these say.
    virtual void showParts() = 0;
    /// Where the keyboard begins. No focus proxy: Tab would go there past all that stands before it.
    virtual QWidget* start() const = 0;
    void focusInEvent(QFocusEvent* event) override { start()->setFocus(event->reason()); }

signals:
    /// answer(), definition() or progress() are others.
    void statusChanged();
    /// why() is another one.
    void captionChanged();
    void pinChanged();
    void failed(const QString& line);
    /// Something was done that cannot be seen: for a few seconds.
    void confirmed(const QString& line);

private:
    bool m_panelsShown = true, m_isPresenting = false;
};

}  // namespace bubblescope
