#pragma once

#include <QFrame>

class QAction;
class QLabel;
class QToolButton;

namespace bubblescope {

/// One line at the top of the page that says what went wrong or what was kept, until it is closed or outdated. An error
/// lies over the page, so that no field moves under the mouse; a note, which comes with another page or document, takes
/// room above it.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    /// `over` is the page, `room` what may stand above it in its layout.
    MessageBar(QWidget* over, QWidget* room);

    void showError(const QString& line) { show(line, true, nullptr); }
    /// With a button for what people will want next, if there is an `action`.
    void showNote(const QString& line, QAction* action = nullptr) { show(line, false, action); }
    /// Goes away.
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
