#pragma once

#include <QLabel>
#include <QTimer>

namespace bubblescope {

/// Why a field is marked: shown next to its panel, on top of other widgets, while the pointer or the keyboard is at the
/// field. It uses no room in a form, so that an error moves no field.
///
/// Invariants  it is deleted with its field, and hidden while it is empty
class ReasonBalloon : public QLabel {
    Q_OBJECT

public:
    explicit ReasonBalloon(QWidget* field);

    const QWidget& field() const { return *m_field; }
    /// Sets the text: rich text, which may have links; empty hides it.
    void say(const QString& html);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isWanted() const;
    void refresh();
    void place();

    QWidget* m_field;
    QTimer m_leaving;  // leaves time to move from the field to the balloon
};

}  // namespace bubblescope
