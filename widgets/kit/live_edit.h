#pragma once

#include "widgets/kit/flat_fields.h"
#include "widgets/kit/text_error.h"

#include <QTimer>

namespace bubblescope {

/// A line that is applied while it is typed: after a short pause, on Return and when the focus leaves. It never changes
/// what is being typed; its owner says what the document holds, and only a content that differs replaces the text.
class LiveEdit : public FlatEdit {
    Q_OBJECT
public:
    explicit LiveEdit(QWidget* parent = nullptr);

    /// The document holds `text`: shows it unless it held the same before, so that a text on its way stays.
    void give(const QString& text);
    /// The document holds what the text that stands here says; `text` is what Escape goes back to.
    void agree(const QString& text);

    /// Marks the field and the sign at fault; an empty reason: all is well.
    void setError(const TextError& error);

signals:
    /// A text to apply. Those of one visit to the field share a gesture.
    void typed(const QString& text, int gesture);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void apply();
    void finish();

    QTimer m_pause;
    QString m_given;    // what the document holds
    QString m_applied;  // what was last given or handed over
    int m_gesture = 0;
    qsizetype m_errorAt = -1;
};

}  // namespace bubblescope
