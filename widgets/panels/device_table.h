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

/// A dialog to edit the times that can differ by device: T_F, T_B and T_W, one row per device, and T_C between devices:
/// the same for all, by node, or a matrix. It accepts blocks of cells pasted from spreadsheets.
///
/// Shapes      the matrix is available up to kMaxMatrixDevices devices
/// Invariants  workload() differs from the given one only in these four keys; Apply is enabled only while the engine
///             accepts workload()
class DeviceTable : public QDialog {
    Q_OBJECT
public:
    enum class Page { Computation, Communication };

    explicit DeviceTable(const Workload& workload, Page page = Page::Computation, QWidget* parent = nullptr);

    Workload workload() const;

    /// Lets the user edit a separate value per device for this workload key if the workload has one value for all.
    /// Unless they are changed, the key keeps that one value.
    void letDiffer(const QString& key);

    QTableView* timesView() const { return m_timesView; }
    QTableView* commView() const { return m_commView; }
    /// "Same for all devices", for forward, backward and grad weight.
    QCheckBox* isOne(int column) const { return m_isOne[static_cast<std::size_t>(column)]; }
    /// In the order of the alternatives of Comm.
    SegmentedControl* links() const { return m_links; }
    /// The fields of links by node: devices per node, T_C within a node, T_C between nodes.
    NumberField* node(int field) const { return m_node[static_cast<std::size_t>(field)]; }
    /// Whether grad weight is the workload's share of the backward.
    QCheckBox* isShare() const { return m_isShare; }
    QPushButton* applyButton() const { return m_apply; }
    /// Why the table cannot be applied, with the name of the cell; empty if it can.
    QString state() const;
    /// Why the last block could not be pasted; empty after any change.
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
    /// Whether letDiffer() was called for the key and its column still has the values of the given workload.
    bool isAsFreed(const char* key, int column) const;
    void followShare();
    void chooseLinks(int form);
    /// The values of the fields of links by node; an error names its field.
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
