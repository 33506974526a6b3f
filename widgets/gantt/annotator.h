#pragma once

#include <QObject>

#include "widgets/gantt/annotations.h"

class QMenu;
class QWidget;

namespace bubblescope {

/// Annotates stacked Gantts from their context menu: brackets and arrows from one place to another, notes, highlighted
/// and dimmed ops. It changes nothing itself: changed() carries what the annotations should be.
class Annotator : public QObject {
    Q_OBJECT
public:
    /// Asks for texts over `window`, and belongs to it.
    explicit Annotator(QWidget* window);

    /// Adds to a menu what can be done at a target. `now` are the annotations that a choice changes.
    void addTo(QMenu& menu, const NoteTarget& target, const Annotations& now);

signals:
    /// `what` is the change as a step of undo: "Add bracket".
    void changed(const bubblescope::Annotations& after, const QString& what);

private:
    using Kind = PictureNote::Kind;
    struct Begun {
        Kind kind;
        NoteTarget from;
    };

    void addMarks(QMenu& menu, const OpRef& op, const Annotations& now);
    void addRemovals(QMenu& menu, const NoteTarget& target, const Annotations& now);
    void finish(const Begun& begun, const NoteTarget& to, const Annotations& now);
    void ask(PictureNote note, const Annotations& now);
    void add(const PictureNote& note, Annotations now);

    QWidget* m_window;
    std::optional<Begun> m_begun;  // a bracket or an arrow that still needs its end
};

}  // namespace bubblescope
