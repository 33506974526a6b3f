#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace bubblescope {

/// A bar with a field for what to find. Return goes to the next match, Escape closes the bar.
class FindBar : public QWidget {
    Q_OBJECT

public:
    explicit FindBar(QWidget* parent = nullptr);

    /// Shows the bar with the last text selected. If `byName`, it asks for names of ops.
    void open(bool byName);
    /// Shows why nothing was found; empty if something was found.
    void setError(const QString& error);
    /// "3 of 128", or nothing.
    void setFound(const QString& found);
    QString text() const;
    QLineEdit* edit() const { return m_edit; }
    void close();

signals:
    void searched(const QString& text);
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QLineEdit* m_edit;
    QLabel *m_found, *m_error;
};

}  // namespace bubblescope
