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

/// A choice of one out of a few: a sub-menu, and a toolbar button that says what is chosen.
class Choice : public QObject {
    Q_OBJECT

public:
    Choice(const QString& caption, const QString& tip, const QStringList& options, QWidget* window);

    QMenu* menu() const { return m_menu; }
    int current() const;
    /// Calls an option by another word.
    void setOption(int index, const QString& text);
    /// Chooses without telling.
    void setCurrent(int index);
    /// "Colour: kind".
    QString text() const;
    const QString& tip() const { return m_tip; }

signals:
    /// A person chose.
    void picked(int index);
    /// text() is another one.
    void changed();

private:
    QString m_caption;
    QString m_tip;
    QMenu* m_menu;
    QActionGroup* m_group;
};

/// Every command of the window with its text, shortcut and tooltip. Menus, toolbar and the overview of
/// shortcuts are made from it; who connects an action gives it its meaning.
class Actions : public QObject {
    Q_OBJECT

public:
    Actions(QUndoGroup& undoGroup, QWidget* window);

    void fill(QMenuBar& bar) const;
    void fill(QToolBar& bar) const;

    /// "Ctrl+S  Save", for the overview.
    struct Shortcut {
        QString keys, what;
    };
    std::vector<Shortcut> shortcuts() const;

    /// Adds the action that turns to the next page.
    QAction* addPage(const QString& title);

    QAction *newDocument, *open, *save, *saveAs, *exportPicture, *copyImage, *saveTable, *rename, *quit;
    QAction *undo, *redo, *find, *copyMetrics;
    QAction *zoomIn, *zoomOut, *fit, *showPanels, *showLower, *table, *gallery, *pin, *align, *play, *glide, *present,
        *back, *goOn;
    QAction *markFetches, *markTransfers, *markHeld, *markCritical;
    QAction *help, *definitions, *about;
    Choice *colorBy, *palette, *labels, *ranks, *numbering, *bubble, *theme;
    QMenu *recent, *presets, *pages, *marks;

private:
    QAction* add(const QString& text, const QList<QKeySequence>& keys, const QString& tip);

    QWidget* m_window;
    std::vector<QAction*> m_all;
};

}  // namespace bubblescope
