#pragma once

#include "app/documents/document.h"
#include "app/documents/kept_scenario.h"
#include "widgets/shown/scenario_edit.h"

namespace bubblescope {

class ReplaceCommand;

/// The open scenario.
///
/// Invariants  the scenario passes checkScenario(), except that its list of schedules may be empty
class ScenarioDocument : public Document {
    Q_OBJECT

public:
    explicit ScenarioDocument(QObject* parent = nullptr);

    const Scenario& scenario() const { return m_scenario; }

    QString title() const override { return QString::fromStdString(m_scenario.title); }
    void setTitle(const QString& title) override;

    /// Applies an edit as one step of undo; it removes the title of a preset. A scenario that exceeds the limits is not
    /// applied: refused() carries the reason, and views must show scenario() again.
    void apply(const ScenarioEdit& edit);
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

    /// Replaces the content: by a preset or a picture's content, which have no path, by a file's content, or by the
    /// draft of an earlier run of the program.
    void start(const Scenario& scenario, const Origin& origin);

    /// While an unedited scenario is shown that replaced unsaved work, this is the draft of that work.
    Draft draft() const override;
    std::vector<Unsaved> unsaved() const override;

protected:
    Result<std::string> contents() const override;

private:
    friend class ReplaceCommand;
    /// The step before `index` of the history if it replaced the scenario, else null.
    const ReplaceCommand* replaceBefore(int index) const;
    void put(const Scenario& scenario, const QString& name, const QString& what, bool isVisit);
    void show(std::shared_ptr<const KeptScenario> kept);

    Scenario m_scenario;
    std::shared_ptr<const KeptScenario> m_kept;  // the same scenario, as the history stores it
};

}  // namespace bubblescope
