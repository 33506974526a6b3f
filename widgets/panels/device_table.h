#pragma once

#include <QDialog>

#include "engine/scenario/scenario.h"

#include <array>

class QCheckBox;
class QLabel;
class QPushButton;
class QTableView;
class QTabWidget;

namespace bubblescope {

class NumberField;
class SegmentedControl;
class TimesModel;

/// A dialog to edit what can differ by device: T_F, T_B and T_W, one row a device, and T_C from each device to
/// each: one for all, by node, or a matrix. Blocks of cells are pasted from spreadsheets as they are.
///
/// Shapes      the matrix up to kMaxMatrixDevices devices
/// Invariants  workload() differs from the given one in these four keys alone; Apply is offered only while it
///             is a workload that the engine takes
class DeviceTable : public QDialog {
    Q_OBJECT
public:
    enum class Page { Computation, Communication };

    explicit DeviceTable(const Workload& workload, Page page = Page::Computation, QWidget* parent = nullptr);

    Workload workload() const;

    /// Opens with single values of this workload key to edit, where the workload has one value for all. Left as
    /// they are they stay that one value.
    void letDiffer(const QString& key);

    QTableView* timesView() const { return m_timesView; }
    QTableView* commView() const { return m_commView; }
    /// "The same for all devices": of forward, backward and weight half.
    QCheckBox* isOne(int column) const { return m_isOne[static_cast<std::size_t>(column)]; }
    /// In the order of the alternatives of Comm.
    SegmentedControl* links() const { return m_links; }
    /// Devices of a node, T_C inside and between: what links by node are.
    NumberField* node(int field) const { return m_node[static_cast<std::size_t>(field)]; }
    /// The weight half is the workload's share of the backward.
    QCheckBox* isShare() const { return m_isShare; }
    QPushButton* applyButton() const { return m_apply; }
    /// Why the table cannot be applied, naming the cell; empty if it can.
    QString state() const;
    /// Why the last block was not pasted; empty after any change.
    const QString& refusal() const { return m_refusal; }

private:
    QWidget* timesPage();
    QWidget* commPage();
    QWidget* nodeLine();
    QTableView* tableView(TimesModel* model);
    QLayout* toolsFor(QTableView* view);
    void paste(QTableView* view);
    void copy(QTableView* view) const;
    void fillDown(QTableView* view);
    /// letDiffer() was asked for the key, and its column is still the given workload's.
    bool isAsFreed(const char* key, int column) const;
    void followShare();
    void chooseLinks(int form);
    /// What the fields of a node say; an error is placed at the field, by its name.
    Result<NodeLinks> nodes() const;
    void followNodes();
    Comm comm() const;
    void showState();

    Workload m_given;
    TimesModel* m_times = nullptr;
    TimesModel* m_comm = nullptr;
    QTabWidget* m_pages = nullptr;
    QTableView* m_timesView = nullptr;
    QTableView* m_commView = nullptr;
    QString m_freed;  // by letDiffer()
    std::array<QCheckBox*, 3> m_isOne{};
    QCheckBox* m_isShare = nullptr;
    SegmentedControl* m_links = nullptr;
    QWidget* m_nodes = nullptr;
    std::array<NumberField*, 3> m_node{};
    QString m_refusal;
    QLabel* m_state = nullptr;
    QPushButton* m_apply = nullptr;
};

}  // namespace bubblescope
