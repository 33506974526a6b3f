#pragma once

#include "engine/collectives/collective_keys.h"
#include "widgets/collectives/collective_edit.h"
#include "widgets/kit/side_panel.h"

#include <vector>

class QBoxLayout;
class QGridLayout;
class QLabel;
class QCheckBox;

class QComboBox;

namespace bubblescope {

class ArrivalEditor;
class ParamSlider;
class ParameterForm;
struct FormRow;

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
    /// The rows of the size and those of the links, whose keys are their paths: "cluster.inter.per".
    ParameterForm* size() const { return m_size; }
    ParameterForm* links() const { return m_links; }
    ParamSlider* ranks() const;
    /// The check box of an algorithm; null if the collective has no such algorithm.
    QCheckBox* algorithm(const std::string& id) const;
    ArrivalEditor* arrival() const { return m_arrival; }

signals:
    void edited(const bubblescope::CollectiveEdit& edit);
    /// The list of collectives was closed; the keys control the steps again.
    void listClosed();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        std::string id;
        const Algorithm* algorithm;  // null: auto, the cheapest algorithm
        QCheckBox* box;
        QLabel* steps;
    };

    void addCollective(QBoxLayout& column);
    void addLinks(QBoxLayout& column);
    void edit(const std::string& path, const std::optional<ParameterValue>& value, int gesture);
    void changeCollective(int index);
    void fillRows();
    void showColors();
    void toggle(const std::string& id, bool isOn);
    void ask(CollectiveSetup after, const QString& what, int gesture = 0);
    void showAlgorithms();
    /// The row of a key, with why it has no effect.
    FormRow rowOf(const CollectiveKey& key) const;
    void showRows();

    CollectiveSetup m_setup;
    std::optional<int> m_treePieces;  // of a selected tree, if the setup does not say
    QString m_refusal;                // of the number of ranks
    QList<double> m_offered;
    std::vector<std::string> m_ticked;  // chosen by the user, including algorithms that this collective lacks
    std::map<Collective, std::vector<std::string>> m_tickedOf;
    QComboBox* m_collective;
    QLabel* m_meaning;
    ParameterForm *m_size, *m_links;
    QGridLayout* m_rowsGrid;
    std::vector<Row> m_rows;
    ArrivalEditor* m_arrival;
};

}  // namespace bubblescope
