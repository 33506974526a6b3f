#pragma once

#include <QFrame>

class QAction;
class QLabel;
class QToolButton;

namespace bubblescope {

/// A line at the top of the page that reports an error or a note until it is closed or outdated. An error covers the
/// top of the page, so that no field moves under the mouse. A note, which appears together with another page or
/// document, takes space above the page.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    /// `over` is the page; `room` is the empty widget above it in the layout that makes space for a note.
    MessageBar(QWidget* over, QWidget* room);

    void showError(const QString& line) { show(line, true, nullptr); }
    /// Shows a note, with a button for the likely next step if `action` is not null.
    void showNote(const QString& line, QAction* action = nullptr) { show(line, false, action); }
    /// Hides the message.
    void clear();
    QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void show(const QString& line, bool error, QAction* action);
    void place();

    QWidget *m_over, *m_room;
    QString m_text;
    QLabel* m_label;
    QToolButton* m_next;
    bool m_error = false;
};

}  // namespace bubblescope
