#include "app/scenario_document.h"

#include "app/edit_command.h"
#include "app/open_file.h"
#include "engine/io/scenario_file.h"
#include "engine/schedules/resolve.h"

namespace bubblescope {

namespace {

/// Why a scenario is refused, for people: a schedule goes by its title, not by its place in the file.
QString refusalText(const Error& error, const Scenario& scenario) {
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (error.field == "schedules[" + std::to_string(i) + ']')
            return QString::fromStdString(displayTitle(scenario, i) + ": " + error.message);
    return QString::fromStdString(error.text());
}

}  // namespace

/// Another scenario in place of the document's, with its own name and file.
class ReplaceCommand : public QUndoCommand {
public:
    struct State {
        std::shared_ptr<const KeptScenario> kept;
        QString name, path;
    };

    ReplaceCommand(ScenarioDocument& document, State after, const QString& what)
        : QUndoCommand(what),
          m_document(document),
          m_before{document.m_kept, document.name(), document.path()},
          m_after(std::move(after)) {}

    void undo() override { show(m_before); }
    void redo() override { show(m_after); }

private:
    void show(const State& state) {
        m_document.setOrigin(state.name, state.path);
        m_document.show(state.kept);
    }

    ScenarioDocument& m_document;
    State m_before, m_after;
};

ScenarioDocument::ScenarioDocument(QObject* parent)
    : Document(parent), m_kept(std::make_shared<const KeptScenario>(m_scenario)) {}

void ScenarioDocument::show(std::shared_ptr<const KeptScenario> kept) {
    m_kept = std::move(kept);
    m_scenario = m_kept->scenario();
    emit changed();
}

void ScenarioDocument::setTitle(const QString& title) {
    Scenario after = m_scenario;
    after.title = title.toStdString();
    apply({after, tr("Change title")});
}

void ScenarioDocument::apply(const ScenarioEdit& edit) {
    if (edit.after == m_scenario) return;
    Scenario checked = edit.after;
    if (checked.schedules.empty()) checked.schedules = foundingSchedules();  // an empty list is a state of the window
    if (const auto ok = checkScenario(checked); !ok) {
        emit refused(refusalText(ok.error(), checked));
        return;
    }
    undoStack().push(new EditCommand<KeptScenario>(edit.what, m_kept,
                                                   std::make_shared<const KeptScenario>(edit.after, m_kept.get()),
                                                   edit.gesture, [this](auto kept) { show(std::move(kept)); }));
}

void ScenarioDocument::replace(const Scenario& scenario, const QString& name, const QString& what) {
    const bool wasClean = isClean();
    undoStack().push(new ReplaceCommand(*this, {std::make_shared<const KeptScenario>(scenario), name, {}}, what));
    if (wasClean) undoStack().setClean();
}

void ScenarioDocument::start(const Scenario& scenario, const QString& name, const QString& path, bool clean) {
    startOver(name, path, clean);
    emit opened();
    show(std::make_shared<const KeptScenario>(scenario));
    emit fileChanged();
}

Result<void> ScenarioDocument::open(const QString& path) {
    const auto file = openFile(path);
    if (!file) return file.error();
    const auto* scenario = std::get_if<Scenario>(&file->content);
    if (!scenario) return Error{tr("is an experiment, not a scenario").toStdString(), path.toStdString()};
    start(*scenario, file->name, file->path);
    return {};
}

Result<std::string> ScenarioDocument::contents() const {
    if (m_scenario.schedules.empty())
        return Error{tr("nothing to compare yet: add a schedule on the left, then save").toStdString(), {}};
    return writeScenario(m_scenario);
}

}  // namespace bubblescope
