#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace bubblescope {

/// A strip to type what to look for. Return goes to the next match, Escape closes.
class FindBar : public QWidget {
    Q_OBJECT

public:
    explicit FindBar(QWidget* parent = nullptr);

    /// Shows the bar, ready to type over the last text; where ops have names of their own it asks for these.
    void open(bool byName);
    /// Says why nothing was found; empty when something was.
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
