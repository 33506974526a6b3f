#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>

class QAction;
class QColor;
class QPainter;
class QRectF;
class QWidget;

namespace bubblescope {

class Actions;
class Page;
class WindowController;
struct DocumentKind;

/// One of the window's pages, before it is built: rail, menu and shortcuts offer it by what stands here, and only when
/// it is first shown is it made.
struct PageKind {
    const char* id;     // forever: the session names it
    const char* title;  // of the context "page"
    void (*paintIcon)(QPainter& painter, const QRectF& rect, const QColor& color);
    /// What undo, save and the title are about while it is shown.
    const DocumentKind* document;
    /// Whether its document is to be looked at on this page rather than on another one of the same document.
    bool (*suits)(WindowController& controller);
    /// The actions that mean nothing on some other pages.
    QList<QAction*> (*ownActions)(const Actions& actions);
    Page* (*make)(WindowController& controller, QWidget* parent);
    const char* stage = QT_TRANSLATE_NOOP("Text", "stage");  // what the stage of an op is called, in labels

    QString shownTitle() const;
};

}  // namespace bubblescope
