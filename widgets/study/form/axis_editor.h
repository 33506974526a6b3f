#pragma once

#include "widgets/kit/formula_edit.h"
#include "widgets/study/form/axis_changes.h"
#include "widgets/study/form/form_part.h"

#include <vector>

namespace bubblescope {

class GlyphButton;
class PickCombo;
class ReasonBalloon;

/// One axis of the experiment: its variable and the values. A declared variable also has its name and title here.
class AxisEditor : public FormPart {
    Q_OBJECT
public:
    AxisEditor(AxisRole role, const QString& heading, const Experiment& shown, QWidget* parent = nullptr);

    void refresh() override;
    bool showError(const Error* error) override;

    PickCombo* variable() const { return m_variable; }
    FormulaEdit* values() const { return m_values; }
    TextEdit* name() const { return m_name; }
    TextEdit* title() const { return m_title; }

private:
    struct Choice {
        QString text;
        QString tip;
        QString id;  // the variable; empty: none, "+": a new one

        friend bool operator==(const Choice&, const Choice&) = default;
    };
    std::vector<Choice> choices() const;
    void fillVariables();
    void choose(int index);
    void showValues();
    void showNames();
    void takeValues(const QString& text, int gesture);
    void takeName(const QString& text, int gesture);
    void takeTitle(const QString& text, int gesture);
    QString hint() const;
    void showReasons();
    QString what() const;

    AxisRole m_role;
    std::vector<Choice> m_choices;
    PickCombo* m_variable = nullptr;
    GlyphButton* m_swap = nullptr;
    FormulaEdit* m_values = nullptr;
    QWidget* m_names = nullptr;
    TextEdit* m_name = nullptr;
    TextEdit* m_title = nullptr;
    ReasonBalloon *m_variableReason = nullptr, *m_valuesReason = nullptr, *m_nameReason = nullptr;
    QLabel* m_hint = nullptr;
    TextError m_valuesRefusal;  // of the typed text
    QString m_nameRefusal;
    Error m_error;  // of the experiment
};

}  // namespace bubblescope
