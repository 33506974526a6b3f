#pragma once

#include <QObject>
#include <QTimer>

#include <functional>

class QEvent;
class QFocusEvent;

namespace bubblescope {

/// The text of a field on its way into the document: it is applied while it is typed, after a short pause, on Return
/// and when the focus leaves. It never changes what is being typed. The field's owner passes the content of the
/// document, which replaces the text only if it changes. Text that the document rejects stays as typed.
class Draft : public QObject {
    Q_OBJECT
public:
    /// `text` returns the text of the field, `show` sets it. A draft is not a child of the field, which would be
    /// notified of its child before it has its draft.
    Draft(std::function<QString()> text, std::function<void(const QString&)> show);

    /// The content of the document is `text`: shows it unless it was the same before, so that a draft stays.
    void give(const QString& text);
    /// The content of the document matches the text in the field; `text` is what Escape restores.
    void agree(const QString& text) { m_given = text; }
    /// Shows the content of the document, whatever the field contains.
    void restore();
    /// Whether the text of the field differs from the content of the document.
    bool isDraft() const { return m_text() != m_given; }
    /// Applies the draft again, because the reason of its rejection may be gone. `stays`: the user is still typing.
    void retry(bool stays);

    /// The text has changed; does nothing while this object itself sets it.
    void touch();
    /// Return, or the focus leaves: applies the draft, which ends this visit to the field.
    void finish();
    /// Escape: whether there was a draft to drop.
    bool drop();
    /// Whether an event is an undo or redo for the window, because there is no draft here; the event is then ignored.
    bool leavesUndo(QEvent* event) const;
    /// The focus has left, to a popup or elsewhere.
    void leave(const QFocusEvent* event);

signals:
    /// A text to apply. Texts of one visit to the field share a gesture.
    void typed(const QString& text, int gesture);

private:
    void apply();
    void showGiven();

    std::function<QString()> m_text;
    std::function<void(const QString&)> m_show;
    QTimer m_pause;
    QString m_given;    // the content of the document
    QString m_applied;  // the text last given or applied
    int m_gesture = 0;
    bool m_isShowing = false;  // the document sets the text, nobody types
};

/// Whether an event is an undo or redo; it is then ignored, so that the window handles it.
bool isUndoLeft(QEvent* event);

}  // namespace bubblescope
