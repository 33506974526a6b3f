#pragma once

#include "widgets/kit/text_error.h"

#include <QPlainTextEdit>
#include <QTimer>

#include <optional>

class QCompleter;
class QStringListModel;

namespace bubblescope {

/// A formula of one or a few lines, applied while it is typed as a LiveEdit: after a short pause, on Return and when
/// the focus leaves. It never changes what is being typed. As high as its text, from one line to kMostLines.
class FormulaEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    static constexpr int kMostLines = 5;

    explicit FormulaEdit(QWidget* parent = nullptr);

    QString text() const { return toPlainText(); }
    /// The document holds `text`: shows it unless it held the same before, so that a text on its way stays.
    void give(const QString& text);
    /// Shows what the document holds, whatever stands here.
    void restore();
    /// Whether what stands here is not what the document holds.
    bool isDraft() const { return text() != m_given; }
    /// Hands the draft over once more: what refused it has changed.
    void retry();

    /// Underlines the word at fault; all of the text where the error names no place. An empty reason: all is well.
    void setError(const TextError& error);
    bool isMarked() const { return m_mark.has_value(); }
    /// Begin and length of what is underlined.
    QString markedText() const { return m_mark ? text().mid(m_mark->begin, m_mark->length) : QString(); }

    /// Names to complete while one is typed.
    void setNames(const QStringList& names);
    QCompleter* completer() const { return m_completer; }

signals:
    /// A text to apply. Those of one visit to the field share a gesture.
    void typed(const QString& text, int gesture);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Mark {
        qsizetype begin = 0, length = 0;
    };

    void apply();
    void finish();
    void fitHeight();
    void showText(const QString& text);
    QString wordBeforeCursor() const;
    void offerNames();
    void complete(const QString& name);
    void drawWaves(QPainter& painter) const;

    QTimer m_pause;
    QString m_given;    // what the document holds
    QString m_applied;  // what was last given or handed over
    int m_gesture = 0;
    bool m_isShowing = false;  // a text of the document, nobody types
    std::optional<Mark> m_mark;
    QCompleter* m_completer = nullptr;
    QStringListModel* m_names = nullptr;
};

}  // namespace bubblescope
