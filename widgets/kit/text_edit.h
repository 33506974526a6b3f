#pragma once

#include "widgets/kit/draft.h"

#include <QPlainTextEdit>

namespace bubblescope {

/// A text of several lines that is applied while it is typed; see Draft. It is as high as its text, up to
/// setMostLines(); then it scrolls.
class TextEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    /// Whether Return applies the text, and Shift+Return breaks the line, or Return breaks it.
    enum class Return { Applies, BreaksLine };

    explicit TextEdit(Return onReturn, QWidget* parent = nullptr);

    QString text() const { return toPlainText(); }
    void give(const QString& text);
    void restore() { m_draft.restore(); }
    bool isDraft() const { return m_draft.isDraft(); }
    void retry() { m_draft.retry(hasFocus()); }
    void setMostLines(int lines);

signals:
    void typed(const QString& text, int gesture);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;

private:
    void fitHeight();
    void showText(const QString& text);

    Return m_onReturn;
    int m_mostLines;
    Draft m_draft;
};

}  // namespace bubblescope
