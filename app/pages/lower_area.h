#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace bubblescope {

class SegmentedControl;

/// The part of the window below the Gantts: charts or table, and the switch between them. While two schedules are
/// aligned there is a second table, of these two.
class LowerArea : public QWidget {
    Q_OBJECT

public:
    LowerArea(QWidget* charts, QWidget* table, QWidget* pairTable, QWidget* parent = nullptr);

    void showTable(bool table);
    /// Offers the table of two aligned schedules, and shows it in place of the other one when it is new.
    void offerPair(bool offered);
    bool showsPair() const;

signals:
    /// A person switched.
    void tableChosen(bool table);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showTables(int index);

    QStackedWidget* m_stack;
    SegmentedControl* m_switch;
    QLabel* m_heading;
    QStackedWidget* m_tables;
    SegmentedControl* m_tableSwitch;
};

}  // namespace bubblescope
