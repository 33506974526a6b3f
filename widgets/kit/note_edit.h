#pragma once

#include <QPlainTextEdit>
#include <QTimer>

namespace bubblescope {

/// A text of several lines that is applied while it is typed, as LiveEdit; as high as its text.
class NoteEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit NoteEdit(QWidget* parent = nullptr);

    /// The document holds `text`: shows it unless it held the same before.
    void give(const QString& text);

signals:
    void typed(const QString& text, int gesture);

protected:
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void apply();
    void fitHeight();

    QTimer m_pause;
    QString m_given;
    int m_gesture = 0;
};

}  // namespace bubblescope
