#pragma once

#include <QWidget>

class QStackedWidget;

namespace bubblescope {

class SegmentedControl;

/// The part of the window below the Gantts: charts or table, and the switch between them.
class LowerArea : public QWidget {
    Q_OBJECT

public:
    LowerArea(QWidget* charts, QWidget* table, QWidget* parent = nullptr);

    void showTable(bool table);

signals:
    /// A person switched.
    void tableChosen(bool table);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QStackedWidget* m_stack;
    SegmentedControl* m_switch;
};

}  // namespace bubblescope
