#pragma once

#include <QFrame>

class QAction;
class QLabel;
class QToolButton;

namespace bubblescope {

/// One line above the picture that says what went wrong or what was kept, until it is closed or outdated.
/// Invisible while it has nothing to say.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const QString& line) { show(line, true, nullptr); }
    /// With a button for what people will want next, if there is an `action`.
    void showNote(const QString& line, QAction* action = nullptr) { show(line, false, action); }
    /// Goes away.
    void clear();
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void show(const QString& line, bool error, QAction* action);

    QString m_text;
    QLabel* m_label;
    QToolButton* m_next;
    bool m_error = false;
};

}  // namespace bubblescope
