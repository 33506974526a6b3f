#pragma once

#include "widgets/kit/side_panel.h"
#include "widgets/shown/scenario_edit.h"

#include <optional>
#include <vector>

namespace bubblescope {

class SchedulePanel;
class Fold;
class ReasonBalloon;
class SchemeFunctions;
class SchemeNumbers;
class SchemeOptions;
class SchemePart;

/// The left column of the schemes page: the placement schemes of a scenario, and the settings of the current one. Shows
/// the scenario that it is given and asks for edits.
///
/// Invariants  every edit that it asks for passes checkScenario(), except that the list of schedules may become empty.
///             Input that does not pass stays in its field, with the reason. Text being typed survives when an equal
///             scenario is shown
class SchemeForm : public SidePanel {
    Q_OBJECT
public:
    explicit SchemeForm(QWidget* parent = nullptr);

    /// `current` is the index of an entry of scenario.schedules with a scheme; nothing if there is none.
    void setScenario(const Scenario& scenario, std::optional<std::size_t> current);
    /// Why the run refused the current scheme: the key at fault ("compute", "activation_cap", or empty) and a sentence;
    /// an empty sentence if it runs.
    void setRefusal(const QString& key, const QString& sentence);

    SchedulePanel* list() const { return m_list; }
    SchemeFunctions* functions() const { return m_functions; }
    SchemeNumbers* numbers() const { return m_numbers; }
    SchemeOptions* options() const { return m_options; }
    Fold* optionsFold() const { return m_optionsFold; }
    /// The refusal at the top, if no visible field shows it.
    QString topLine() const;

    QSize sizeHint() const override { return {275, 760}; }

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    /// The user wants to edit `schedules[schedule]`. If an edit moves the current scheme, or adds or removes one, this
    /// signal follows the edit, and the index refers to the edited list.
    void chosen(std::size_t schedule);

private:
    Result<void> ask(ScheduleEntry after, const QString& what, int gesture);
    void showRefusal();

    Scenario m_scenario;
    std::optional<std::size_t> m_current;
    QString m_refusedKey, m_refusal;
    SchedulePanel* m_list = nullptr;
    ReasonBalloon* m_top = nullptr;
    QWidget* m_edited = nullptr;  // everything that belongs to the current scheme
    std::vector<SchemePart*> m_parts;
    SchemeFunctions* m_functions = nullptr;
    SchemeNumbers* m_numbers = nullptr;
    SchemeOptions* m_options = nullptr;
    Fold* m_optionsFold = nullptr;
};

}  // namespace bubblescope
