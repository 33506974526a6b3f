#pragma once

#include "widgets/kit/text_edit.h"
#include "widgets/kit/text_error.h"

#include <optional>

class QCompleter;
class QStringListModel;

namespace bubblescope {

/// A formula of one or a few lines. It offers names while the user types, and underlines what cannot be read.
class FormulaEdit : public TextEdit {
    Q_OBJECT
public:
    static constexpr int kMostLines = 5;

    explicit FormulaEdit(QWidget* parent = nullptr);

    /// Underlines the word at fault, or the whole text if the error names no place. An empty reason removes the mark.
    void setError(const TextError& error);
    /// The underlined text.
    QString markedText() const { return m_mark ? text().mid(m_mark->begin, m_mark->length) : QString(); }

    /// The names that are offered for completion.
    void setNames(const QStringList& names);
    QCompleter* completer() const { return m_completer; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Mark {
        qsizetype begin = 0, length = 0;
    };

    QString wordBeforeCursor() const;
    void offerNames();
    void complete(const QString& name);
    void drawWaves(QPainter& painter) const;

    std::optional<Mark> m_mark;
    QCompleter* m_completer = nullptr;
    QStringListModel* m_names = nullptr;
};

}  // namespace bubblescope
