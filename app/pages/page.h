#pragma once

#include <QFocusEvent>
#include <QWidget>

#include <optional>

class QAction;

namespace bubblescope {

class Document;
struct GanttLook;

/// What has been running for longer than people should wait without a word.
struct WorkProgress {
    QString what;
    double share = 0;        // 0..1
    double secondsLeft = 0;  // 0 while nobody knows
};

/// A way of asking: one of the window's pages. The window gives it the actions whose meaning is the page's, and shows
/// what it says of itself.
///
/// Thread  the interface thread
class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Forever: the session names it.
    virtual QString id() const = 0;
    virtual QString title() const = 0;
    virtual void paintIcon(QPainter& painter, const QRectF& rect, const QColor& color) const = 0;
    /// What undo, save and the title are about while it is shown.
    virtual Document& document() = 0;
    /// Whether its document is to be looked at on this page rather than on another one of the same document.
    virtual bool suitsDocument() const { return true; }
    /// The actions that mean nothing on some other pages.
    virtual QList<QAction*> ownActions() const = 0;
    /// The look of its Gantts that menus change, or null.
    virtual GanttLook* look() const { return nullptr; }

    /// The status bar's line, and what it says of definitions.
    virtual QString answer() const = 0;
    virtual QString definition() const = 0;
    virtual std::optional<WorkProgress> progress() const = 0;
    /// Stops what progress() tells of.
    virtual void stop() = 0;

    /// Whether a result was kept, to draw what comes against it.
    virtual bool isPinned() const = 0;
    virtual void setPinned(bool on) = 0;

    virtual void exportPicture() = 0;
    virtual void copyImage() = 0;
    /// The numbers on screen as CSV.
    virtual QString table() const = 0;

    /// Whether the panels beside the picture are shown, and whether its type is for a room.
    virtual void setPanelsShown(bool on) = 0;
    virtual void setPresenting(bool on) = 0;

protected:
    /// Where the keyboard begins. No focus proxy: Tab would go there past all that stands before it.
    virtual QWidget* start() const = 0;
    void focusInEvent(QFocusEvent* event) override { start()->setFocus(event->reason()); }

signals:
    /// answer(), definition() or progress() are others.
    void statusChanged();
    void pinChanged();
    void failed(const QString& line);
    /// Something was done that cannot be seen: for a few seconds.
    void confirmed(const QString& line);
};

}  // namespace bubblescope
