#pragma once

#include <QObject>
#include <QTimer>

#include <functional>

class QEvent;
class QFocusEvent;

namespace bubblescope {

/// The text of a field on its way into the document: it is applied while it is typed, after a short pause, on Return
/// and when the focus leaves. It never changes what is being typed; the field's owner says what the document holds,
/// and only a content that differs replaces the text. What the document does not take stays as it was typed.
class Draft : public QObject {
    Q_OBJECT
public:
    /// `text` is what stands in the field, `show` writes there. No child of the field's: that would be told so before
    /// it has its draft.
    Draft(std::function<QString()> text, std::function<void(const QString&)> show);

    /// The document holds `text`: shows it unless it held the same before, so that a text on its way stays.
    void give(const QString& text);
    /// The document holds what the text that stands here says; `text` is what Escape goes back to.
    void agree(const QString& text) { m_given = text; }
    /// Shows what the document holds, whatever stands here.
    void restore();
    /// Whether what stands here is not what the document holds.
    bool isDraft() const { return m_text() != m_given; }
    /// Hands the draft over once more: what refused it has changed. `stays`: a person goes on typing.
    void retry(bool stays);

    /// The text has changed; does nothing while it is shown by this.
    void touch();
    /// Return, or the focus leaves: applies, and the visit to the field is over.
    void finish();
    /// Escape: whether there was a draft to drop.
    bool drop();
    /// Whether an event asks for undo or redo that is the window's, for nothing typed waits here; it is ignored then.
    bool leavesUndo(QEvent* event) const;
    /// The focus has gone, to a popup or elsewhere.
    void leave(const QFocusEvent* event);

signals:
    /// A text to apply. Those of one visit to the field share a gesture.
    void typed(const QString& text, int gesture);

private:
    void apply();
    void showGiven();

    std::function<QString()> m_text;
    std::function<void(const QString&)> m_show;
    QTimer m_pause;
    QString m_given;    // what the document holds
    QString m_applied;  // what was last given or handed over
    int m_gesture = 0;
    bool m_isShowing = false;  // a text of the document, nobody types
};

/// Whether an event asks for undo or redo; it is ignored then, so that the window's is meant.
bool isUndoLeft(QEvent* event);

}  // namespace bubblescope
