#pragma once

#include "widgets/collectives/collective_edit.h"
#include "widgets/kit/side_panel.h"

#include <vector>

class QBoxLayout;
class QComboBox;
class QGridLayout;
class QLabel;

namespace bubblescope {

class ArrivalEditor;
class FlatCheck;
class NumberField;
class ParamSlider;
class ReasonBalloon;

/// What a collective is set up with: which one, among how many ranks, over which links, by which algorithms, and who
/// comes late. Shows the setup it is given and asks for edits.
///
/// Invariants  what it asks for passes checkCollective(); another number of ranks takes root and arrival with it,
///             another collective the algorithms
class CollectiveForm : public SidePanel {
    Q_OBJECT
public:
    explicit CollectiveForm(QWidget* parent = nullptr);

    void setSetup(const CollectiveSetup& setup);

    QComboBox* collective() const { return m_collective; }
    ParamSlider* ranks() const { return m_ranks; }
    ParamSlider* bytes() const { return m_bytes; }
    ParamSlider* nodeSize() const { return m_nodeSize; }
    NumberField* root() const { return m_root.field; }
    NumberField* pieces() const { return m_pieces.field; }
    /// Hidden where the collective has no root that could stand beside the ranks.
    FlatCheck* rootOutside() const { return m_rootOutside; }
    /// That of an algorithm; null where the collective has no such one.
    FlatCheck* algorithm(const std::string& id) const;
    ArrivalEditor* arrival() const { return m_arrival; }

signals:
    void edited(const bubblescope::CollectiveEdit& edit);
    /// That of collectives, which leaves the keys to steps.
    void listClosed();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A number without a slider.
    struct Field {
        NumberField* field = nullptr;
        ReasonBalloon* balloon = nullptr;
    };
    struct Row {
        std::string id;
        const Algorithm* algorithm;  // null: the cheapest of them
        FlatCheck* box;
        QLabel* steps;
    };

    void addCollective(QBoxLayout& column);
    void addLinks(QBoxLayout& column);
    /// `read` gives the value that a text says, or nothing; `set` puts it into a setup.
    Field addField(const QString& name, const QString& unit, double least, double most, bool isWhole,
                   void (*set)(CollectiveSetup& setup, double value));
    void addSlider(ParamSlider* slider, const QString& what, void (*set)(CollectiveSetup& setup, double value));
    void changeCollective(int index);
    void fillRows();
    void showColors();
    void toggle(const std::string& id, bool isOn);
    void ask(CollectiveSetup after, const QString& what, int gesture = 0);
    void showAlgorithms();
    void showUnused();

    CollectiveSetup m_setup;
    std::vector<std::string> m_ticked;  // by people, also those that this collective has not
    std::map<Collective, std::vector<std::string>> m_tickedOf;
    QComboBox* m_collective;
    QLabel* m_meaning;
    ParamSlider *m_ranks, *m_bytes, *m_nodeSize;
    Field m_root, m_pieces, m_intraLatency, m_intraBandwidth, m_interLatency, m_interBandwidth, m_launch;
    FlatCheck* m_rootOutside;
    QComboBox* m_ports;
    QGridLayout* m_rowsGrid;
    std::vector<Row> m_rows;
    ArrivalEditor* m_arrival;
};

}  // namespace bubblescope
