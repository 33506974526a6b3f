#pragma once

#include "widgets/kit/side_panel.h"
#include "widgets/shown/scenario_edit.h"

#include <optional>
#include <vector>

namespace bubblescope {

class EntryList;
class Fold;
class ReasonBalloon;
class SchemeFunctions;
class SchemeNumbers;
class SchemeOptions;
class SchemePart;

/// The left column of the schemes page: the placement schemes of a scenario, and all of the one that is edited. Shows
/// the scenario it is given and asks for edits.
///
/// Invariants  what an edit asks for passes checkScenario(), but that the list of schedules may become empty; what does
///             not pass stays where it was typed, with the reason. What is being typed survives being shown a scenario
///             that says the same
class SchemeForm : public SidePanel {
    Q_OBJECT
public:
    explicit SchemeForm(QWidget* parent = nullptr);

    /// `current` is an index of scenario.schedules that has a scheme; nothing where there is none.
    void setScenario(const Scenario& scenario, std::optional<std::size_t> current);
    /// What the run refused of the current scheme: key of the scheme ("compute", "activation_cap", or empty) and
    /// sentence; an empty sentence: all is well.
    void setRefusal(const QString& key, const QString& sentence);

    EntryList* list() const { return m_list; }
    SchemeFunctions* functions() const { return m_functions; }
    SchemeNumbers* numbers() const { return m_numbers; }
    SchemeOptions* options() const { return m_options; }
    Fold* optionsFold() const { return m_optionsFold; }
    /// What stands at the top of what is edited: a refusal that no field in sight shows.
    QString topLine() const;

    QSize sizeHint() const override { return {275, 760}; }

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    /// A person wants to edit `schedules[schedule]`. Where an edit moves the current scheme, adds or removes one, this
    /// follows it and counts in what it made.
    void chosen(std::size_t schedule);

protected:
    void changeEvent(QEvent* event) override;

private:
    Result<void> ask(ScheduleEntry after, const QString& what, int gesture);
    bool askList(std::vector<ScheduleEntry> schedules, const QString& what);
    void add();
    void remove(std::size_t schedule);
    void rename(std::size_t schedule, const QString& label);
    void reorder(int from, int to);
    void showList();
    void showRefusal();

    Scenario m_scenario;
    std::optional<std::size_t> m_current;
    QString m_refusedKey, m_refusal;
    EntryList* m_list = nullptr;
    ReasonBalloon* m_top = nullptr;
    QWidget* m_edited = nullptr;  // all that belongs to the current scheme
    std::vector<SchemePart*> m_parts;
    SchemeFunctions* m_functions = nullptr;
    SchemeNumbers* m_numbers = nullptr;
    SchemeOptions* m_options = nullptr;
    Fold* m_optionsFold = nullptr;
};

}  // namespace bubblescope
