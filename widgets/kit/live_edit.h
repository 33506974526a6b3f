#pragma once

#include "widgets/kit/draft.h"
#include "widgets/kit/text_error.h"

#include <QLineEdit>

namespace bubblescope {

/// A line edit whose text is applied while it is typed; see Draft.
class LiveEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit LiveEdit(QWidget* parent = nullptr);

    void give(const QString& text) { m_draft.give(text); }
    void agree(const QString& text) { m_draft.agree(text); }

    /// Marks the field and the character with the error; an empty reason: no error.
    void setError(const TextError& error);

signals:
    void typed(const QString& text, int gesture);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Draft m_draft;
    qsizetype m_errorAt = -1;
};

}  // namespace bubblescope
