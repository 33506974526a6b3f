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

/// Describes one of the window's pages before it is built. Rail, menu and shortcuts are made from this description; the
/// page itself is made when it is first shown.
struct PageKind {
    const char* id;     // never changes: sessions name the page by it
    const char* title;  // of the context "Text"
    void (*paintIcon)(QPainter& painter, const QRectF& rect, const QColor& color);
    /// The kind of document that undo, save and the title apply to while this page is shown.
    const DocumentKind* document;
    /// Whether this page, rather than another page of the same document, should show the document.
    bool (*suits)(WindowController& controller);
    /// The actions that are enabled on this page only, or on some pages only.
    QList<QAction*> (*ownActions)(const Actions& actions);
    Page* (*make)(WindowController& controller, QWidget* parent);
    const char* stage = QT_TRANSLATE_NOOP("Text", "Stage");  // the name of an op's stage in View > Labels

    QString shownTitle() const;
};

}  // namespace bubblescope
