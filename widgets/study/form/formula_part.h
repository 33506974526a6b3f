#pragma once

#include "widgets/study/form/form_part.h"

#include <memory>
#include <vector>

class QMenu;
class QVBoxLayout;

namespace bubblescope {

class GlyphButton;
class LinkButton;
class FormulaEdit;
class PickCombo;
class ReasonBalloon;

/// The formulas that set workload keys, in the order of the workload's sliders.
class FormulaPart : public FormPart {
    Q_OBJECT
public:
    explicit FormulaPart(const Experiment& shown, QWidget* parent = nullptr);

    void refresh() override;
    bool showError(const Error* error) override;
    /// "MBS, T_F, T_B".
    QString summary() const;

    /// One formula: the key that it sets, an edit, a button that removes it, and its error.
    struct Row {
        std::string key;
        QWidget* line = nullptr;
        PickCombo* keys = nullptr;
        FormulaEdit* formula = nullptr;
        GlyphButton* remove = nullptr;
        ReasonBalloon* reason = nullptr;
        std::vector<std::string> offered = {};  // in `keys`
    };
    const std::vector<std::unique_ptr<Row>>& rows() const { return m_rows; }
    const Row* row(std::string_view key) const;
    QMenu* addMenu() const { return m_addMenu; }

private:
    std::unique_ptr<Row> newRow(const std::string& key);
    static void setKey(Row& row, const std::string& key);
    void offer(Row& row, std::vector<std::string> keys);
    void fillAddMenu(const std::vector<std::string>& free);
    void add(const std::string& key);
    void setFormula(const std::string& key, const QString& formula, int gesture);
    void moveTo(Row& row, const std::string& key);
    void remove(const std::string& key);
    QStringList namesInFormulas() const;
    QString help() const;
    void orderTabs();

    std::vector<std::unique_ptr<Row>> m_rows;
    std::vector<std::string> m_free;
    QVBoxLayout* m_list = nullptr;
    LinkButton* m_add = nullptr;
    LinkButton* m_helpButton = nullptr;
    QLabel* m_help = nullptr;
    QMenu* m_addMenu = nullptr;
};

}  // namespace bubblescope
