#pragma once

#include "widgets/kit/draft.h"

#include <QPlainTextEdit>

namespace bubblescope {

/// A text that is applied while it is typed; see Draft. It is as high as its text, up to setMostLines(); then it
/// scrolls.
class TextEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    /// A name in one line; a formula, in which Return applies and Shift+Return breaks the line; or a note, in which
    /// Return breaks it.
    enum class Lines { One, Formula, Note };

    explicit TextEdit(Lines lines, QWidget* parent = nullptr);

    QString text() const { return toPlainText(); }
    void give(const QString& text);
    void agree(const QString& text) { m_draft.agree(text); }
    void restore() { m_draft.restore(); }
    bool isDraft() const { return m_draft.isDraft(); }
    void retry() { m_draft.retry(hasFocus()); }
    void setMostLines(int lines);

signals:
    void typed(const QString& text, int gesture);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;

private:
    void fitHeight();
    void showText(const QString& text);

    QString inLines(QString text) const;

    Lines m_lines;
    int m_mostLines;
    Draft m_draft;
};

}  // namespace bubblescope
