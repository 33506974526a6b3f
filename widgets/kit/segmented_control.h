#pragma once

#include <QButtonGroup>
#include <QWidget>

namespace bubblescope {

/// A few exclusive choices side by side, all visible. Tab reaches the chosen one; arrow keys change it.
class SegmentedControl : public QWidget {
    Q_OBJECT
public:
    SegmentedControl(const QStringList& choices, const QString& name, QWidget* parent = nullptr);

    int chosen() const { return m_buttons.checkedId(); }
    void setChosen(int index);
    QAbstractButton* button(int index) const { return m_buttons.button(index); }

signals:
    /// The user chose another one.
    void chosenByUser(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitType();

    QButtonGroup m_buttons;
    int m_shown = 0;
};

}  // namespace bubblescope
