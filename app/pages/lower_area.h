#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace bubblescope {

class SegmentedControl;

/// The part of a page below the Gantts: charts or table, and the switch between them. There may be a second table that
/// is not always available.
class LowerArea : public QWidget {
    Q_OBJECT

public:
    /// A widget of this area and its name in the switch.
    struct Part {
        QWidget* widget = nullptr;
        QString name;
    };
    /// `heading` is shown above the table.
    LowerArea(const Part& charts, const Part& table, const QString& heading, QWidget* parent = nullptr);

    /// Adds a second table; the switch between the two then uses the heading as the first table's name.
    void addSecondTable(const Part& second);

    void showTable(bool table);
    /// Makes the second table available or not, and shows it when it becomes available.
    void offerSecond(bool offered);
    bool showsSecond() const;
    bool showsTable() const;
    /// The width that the heads of the parts must leave free at their right end for the switch.
    int switchRoom() const;

signals:
    /// Someone used the switch.
    void tableChosen(bool table);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showTables(int index);

    QStackedWidget* m_stack;
    SegmentedControl* m_switch;
    QLabel* m_heading;
    QStackedWidget* m_tables;
    SegmentedControl* m_tableSwitch = nullptr;
};

}  // namespace bubblescope
