#pragma once

#include "app/documents/document.h"
#include "app/documents/kept_scenario.h"
#include "widgets/shown/scenario_edit.h"

namespace bubblescope {

class ReplaceCommand;

/// The open scenario.
///
/// Invariants  the scenario passes checkScenario(), but that its list of schedules may be empty
class ScenarioDocument : public Document {
    Q_OBJECT

public:
    explicit ScenarioDocument(QObject* parent = nullptr);

    const Scenario& scenario() const { return m_scenario; }

    QString title() const override { return QString::fromStdString(m_scenario.title); }
    void setTitle(const QString& title) override;

    /// One step of undo, with which a preset's title goes. A scenario past the limits is refused: refused() says why,
    /// and views that show it go back to scenario().
    void apply(const ScenarioEdit& edit);
    /// Puts another scenario in place of this one, as one step of undo that takes name and file along. Nothing is lost,
    /// so a document that was saved stays so.
    void replace(const Scenario& scenario, const QString& name, const QString& what);
    /// The same, to look at another scenario for a while: leave() goes back.
    void visit(const Scenario& scenario, const QString& name, const QString& what);
    /// The same, after `index` of the history and whatever came then, which nobody sees.
    void visitFrom(int index, const Scenario& scenario, const QString& name, const QString& what);
    /// Goes back to the scenario that was left for the one visited last, with its history and its file; what was
    /// visited one after another and not edited counts as one. False where none is visited.
    bool leave();

    /// Starts over: with a preset or what a picture carries, which have no path, with a file's content, or with what
    /// another run of the program left.
    void start(const Scenario& scenario, const Origin& origin);

    /// Where a scenario that was only put in place of unsaved work is shown: of that work.
    Draft draft() const override;
    std::vector<Unsaved> unsaved() const override;

protected:
    Result<std::string> contents() const override;

private:
    friend class ReplaceCommand;
    /// The step that put another scenario in place, where that is the one before `index`; else null.
    const ReplaceCommand* replaceBefore(int index) const;
    void put(const Scenario& scenario, const QString& name, const QString& what, bool isVisit);
    void show(std::shared_ptr<const KeptScenario> kept);

    Scenario m_scenario;
    std::shared_ptr<const KeptScenario> m_kept;  // the same, for the history
};

}  // namespace bubblescope
