#pragma once

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QObject>

#include <vector>

class QMenuBar;
class QToolBar;
class QUndoGroup;

namespace bubblescope {

/// A choice among a few options: a sub-menu, and a toolbar button that shows the current option.
class Choice : public QObject {
    Q_OBJECT

public:
    Choice(const QString& caption, const QString& tip, const QStringList& options, QWidget* window);

    QMenu* menu() const { return m_menu; }
    int current() const;
    /// Changes the text of an option.
    void setOption(int index, const QString& text);
    /// Chooses an option without emitting picked().
    void setCurrent(int index);
    /// "Colour: Kind".
    QString text() const;
    const QString& tip() const { return m_tip; }

signals:
    /// Someone chose an option.
    void picked(int index);
    /// text() has changed.
    void changed();

private:
    QString m_caption;
    QString m_tip;
    QMenu* m_menu;
    QActionGroup* m_group;
};

/// Every command of the window with its text, shortcut and tooltip. Menus, toolbar and the list of shortcuts are made
/// from these; whoever connects an action defines what it does.
class Actions : public QObject {
    Q_OBJECT

public:
    Actions(QUndoGroup& undoGroup, QWidget* window);

    void fill(QMenuBar& bar) const;
    void fill(QToolBar& bar) const;

    /// "Ctrl+S  Save", for the list of shortcuts.
    struct Shortcut {
        QString keys, what;
    };
    std::vector<Shortcut> shortcuts() const;

    /// Adds the action that shows the page of this title; its shortcut is the next free Ctrl+digit.
    QAction* addPage(const QString& title);

    QAction *newDocument, *open, *save, *saveAs, *exportPicture, *exportMemory, *exportLesson, *copyImage, *saveTable,
        *rename, *quit;
    QAction *undo, *redo, *find, *copyMetrics;
    QAction *zoomIn, *zoomOut, *fit, *showPanels, *showLower, *table, *gallery, *pin, *align, *play, *glide, *present,
        *back, *goOn;
    QAction *markFetches, *markTransfers, *markHeld, *markCritical;
    QAction *help, *definitions, *about;
    Choice *colorBy, *palette, *labels, *ranks, *numbering, *notation, *bubble, *theme;
    QMenu *recent, *presets, *pages, *marks;

private:
    QAction* add(const QString& text, const QList<QKeySequence>& keys, const QString& tip);

    QWidget* m_window;
    std::vector<QAction*> m_all;
};

}  // namespace bubblescope
