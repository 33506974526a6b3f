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

/// The setup of a collective: its kind, the number of ranks, the links, the algorithms, and which ranks arrive late.
/// Shows the setup that it is given and asks for edits.
///
/// Invariants  every edit that it asks for passes checkCollective(); changing the number of ranks adapts root and
///             arrival, changing the collective adapts the algorithms
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
    /// Hidden if the collective has no root that could be drawn next to the ranks.
    FlatCheck* rootOutside() const { return m_rootOutside; }
    FlatCheck* allPorts() const { return m_allPorts; }
    QComboBox* library() const { return m_library; }
    /// The check box of an algorithm; null if the collective has no such algorithm.
    FlatCheck* algorithm(const std::string& id) const;
    ArrivalEditor* arrival() const { return m_arrival; }

signals:
    void edited(const bubblescope::CollectiveEdit& edit);
    /// The list of collectives was closed; the keys control the steps again.
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
        const Algorithm* algorithm;  // null: auto, the cheapest algorithm
        FlatCheck* box;
        QLabel* steps;
    };

    void addCollective(QBoxLayout& column);
    void addLinks(QBoxLayout& column);
    /// A number field with its accepted range; `set` writes the value into a setup.
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
    std::optional<int> m_treePieces;    // of a selected tree, if the setup does not say
    std::vector<std::string> m_ticked;  // chosen by the user, including algorithms that this collective lacks
    std::map<Collective, std::vector<std::string>> m_tickedOf;
    QComboBox* m_collective;
    QLabel* m_meaning;
    ParamSlider *m_ranks, *m_bytes, *m_nodeSize;
    Field m_root, m_pieces, m_intraLatency, m_intraBandwidth, m_interLatency, m_interBandwidth, m_launch;
    FlatCheck* m_rootOutside;
    QComboBox* m_ports;
    FlatCheck* m_allPorts;
    QComboBox* m_library;
    QGridLayout* m_rowsGrid;
    std::vector<Row> m_rows;
    ArrivalEditor* m_arrival;
};

}  // namespace bubblescope
