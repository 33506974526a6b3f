#pragma once

#include <QLabel>
#include <QTimer>

namespace bubblescope {

/// Why a field is marked: said beside its panel, over what lies there, while the pointer or the keyboard is at the
/// field. It takes no room in a form, so that no field moves because of a mistake.
///
/// Invariants  goes with its field; hidden while there is nothing to say
class ReasonBalloon : public QLabel {
    Q_OBJECT

public:
    explicit ReasonBalloon(QWidget* field);

    const QWidget& field() const { return *m_field; }
    /// Rich text, which may have links; empty for nothing.
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
    QTimer m_leaving;  // the way from the field to the balloon takes a moment
};

}  // namespace bubblescope
