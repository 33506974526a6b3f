#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace bubblescope {

class SegmentedControl;

/// The part of a page below the Gantts: charts or table, and the switch between them. There may be a second table,
/// which is offered now and then.
class LowerArea : public QWidget {
    Q_OBJECT

public:
    /// What it holds, and what that is called.
    struct Part {
        QWidget* widget = nullptr;
        QString name;
    };
    /// `heading` stands above the table.
    LowerArea(const Part& charts, const Part& table, const QString& heading, QWidget* parent = nullptr);

    /// A second table beside the first, which goes by the heading then.
    void addSecondTable(const Part& second);

    void showTable(bool table);
    /// Offers the second table, and shows it in place of the first when it is new.
    void offerSecond(bool offered);
    bool showsSecond() const;
    bool showsTable() const;
    /// What the heads of the parts leave free at their right end, for the switch.
    int switchRoom() const;

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
    SegmentedControl* m_tableSwitch = nullptr;
};

}  // namespace bubblescope
