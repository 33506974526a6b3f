#pragma once

#include "widgets/study/form/form_part.h"

#include <vector>

class QMenu;
class QVBoxLayout;

namespace bubblescope {

class FormulaRow;
class LinkButton;

/// The formulas that set workload keys, in the order of the workload's sliders.
class FormulaPart : public FormPart {
    Q_OBJECT
public:
    explicit FormulaPart(const Experiment& shown, QWidget* parent = nullptr);

    void refresh() override;
    bool showError(const Error* error) override;
    /// "MBS, T_F, T_B".
    QString summary() const;

    const std::vector<FormulaRow*>& rows() const { return m_rows; }
    FormulaRow* row(std::string_view key) const;
    QMenu* addMenu() const { return m_addMenu; }

private:
    FormulaRow* makeRow(const std::string& key);
    void fillAddMenu(const std::vector<std::string>& free);
    void add(const std::string& key);
    void setFormula(const std::string& key, const QString& formula, int gesture);
    void moveTo(FormulaRow* row, const std::string& key);
    void remove(const std::string& key);
    QString help() const;
    void orderTabs();

    std::vector<FormulaRow*> m_rows;
    std::vector<std::string> m_free;
    QVBoxLayout* m_list = nullptr;
    LinkButton* m_add = nullptr;
    LinkButton* m_helpButton = nullptr;
    QLabel* m_help = nullptr;
    QMenu* m_addMenu = nullptr;
};

}  // namespace bubblescope
