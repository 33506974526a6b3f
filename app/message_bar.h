#pragma once

#include <QFrame>

class QLabel;

namespace bubblescope {

/// One line above the picture that says what went wrong or what was kept, until it is closed or outdated.
/// Invisible while it has nothing to say.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const QString& line) { show(line, true); }
    void showNote(const QString& line) { show(line, false); }
    /// Goes away.
    void clear();
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void show(const QString& line, bool error);

    QLabel* m_label;
    bool m_error = false;
};

}  // namespace bubblescope
