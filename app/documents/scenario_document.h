#pragma once

#include "app/documents/document_of.h"
#include "app/documents/kept_scenario.h"
#include "widgets/shown/scenario_edit.h"

namespace bubblescope {

class ReplaceCommand;

/// The open scenario.
///
/// Invariants  the scenario passes checkScenario(), except that its list of schedules may be empty; every entry has an
///             id and a colour, which undo restores
class ScenarioDocument : public DocumentOf<Scenario, KeptScenario> {
    Q_OBJECT

public:
    explicit ScenarioDocument(QObject* parent = nullptr);

    const Scenario& scenario() const { return value(); }

    /// Applies an edit as one step of undo; it removes the title of a preset. A scenario that exceeds the limits is not
    /// applied: refused() carries the reason, and views must show scenario() again.
    void apply(const ScenarioEdit& edit) override;
    void start(const Scenario& scenario, const Origin& origin) override;
    /// Replaces the scenario by another one, as one step of undo that includes name and file. Undo restores everything,
    /// so a document without unsaved changes stays clean.
    void replace(const Scenario& scenario, const QString& name, const QString& what);
    /// Like replace(), to look at another scenario for a while; leave() returns from it.
    void visit(const Scenario& scenario, const QString& name, const QString& what);
    /// Undoes everything after `index` of the history without signals, and then visits the scenario.
    void visitFrom(int index, const Scenario& scenario, const QString& name, const QString& what);
    /// Returns from the last visit to the scenario before it, with its history and its file. Consecutive visits without
    /// edits between them count as one. False if no scenario is visited.
    bool leave();

    /// While an unedited scenario is shown that replaced unsaved work, this is the draft of that work.
    Draft draft() const override;
    std::vector<Unsaved> unsaved() const override;

protected:
    std::string text() const override;
    Result<std::string> contents() const override;

private:
    friend class ReplaceCommand;
    /// The step before `index` of the history if it replaced the scenario, else null.
    const ReplaceCommand* replaceBefore(int index) const;
    void put(Scenario scenario, const QString& name, const QString& what, bool isVisit);
};

}  // namespace bubblescope
