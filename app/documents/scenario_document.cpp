#include "app/documents/scenario_document.h"

#include "app/documents/presets.h"
#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "engine/results/published.h"
#include "widgets/shown/entry_ids.h"

#include <QSignalBlocker>

#include <algorithm>

namespace bubblescope {

namespace {

/// Why a scenario is refused, as shown in the window: with a schedule's title instead of its place in the file.
QString refusalText(const Error& error, const Scenario& scenario) {
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (error.field == "schedules[" + std::to_string(i) + ']')
            return QString::fromStdString(displayTitle(scenario, i) + ": " + error.message);
    return QString::fromStdString(error.text());
}

/// The submenu of a preset; there are too few of placement schemes for one.
const char* groupOf(const Scenario& scenario) {
    if (scenario.schedules.empty() || scenario.schedules.front().family == Family::Scheme) return nullptr;
    if (scenario.schedules.front().family == Family::Schedule) return QT_TRANSLATE_NOOP("Text", "Schedules");
    return scenario.training.model.empty() ? QT_TRANSLATE_NOOP("Text", "Training steps")
                                           : QT_TRANSLATE_NOOP("Text", "Models");
}

Result<DocumentContent> read(const std::string& text, ReadAs as) {
    auto scenario = readScenario(text);
    if (!scenario) return scenario.error();
    if (as == ReadAs::Blank) scenario->schedules.clear();
    const char* const group = groupOf(*scenario);
    DocumentContent content = contentOf<ScenarioDocument>(std::move(*scenario));
    content.group = group;
    return content;
}

/// The first preset without its title.
DocumentContent fresh(const Scenario&) {
    const auto first = presetBytes(QLatin1String(kScenarioKind.first));
    Scenario scenario = *readScenario(first->toStdString());
    scenario.title.clear();
    return contentOf<ScenarioDocument>(std::move(scenario));
}

/// Whether a preset has this title.
bool isPresets(const std::string& title) {
    static const auto kPresets = [] {
        std::vector<Preset> all = presets(kScenarioKind);
        for (const PresetShelf& shelf : kScenarioKind.shelves)
            for (const Preset& preset : presets(kScenarioKind, shelf)) all.push_back(preset);
        return all;
    }();
    return std::any_of(kPresets.begin(), kPresets.end(),
                       [&](const Preset& preset) { return preset.title == QString::fromStdString(title); });
}

constexpr PresetShelf kShelves[] = {{":/presets/figures/", "figures", QT_TRANSLATE_NOOP("Text", "Figures")}};

}  // namespace

const DocumentKind kScenarioKind{
    .id = "scenario",
    .called = QT_TRANSLATE_NOOP("Text", "a scenario"),
    .files = QT_TRANSLATE_NOOP("Text", "Scenarios"),
    .suffix = ".bubble.json",
    .format = "bubblescope-scenario",
    .presets = ":/presets/",
    .listed = "presets",
    .first = "default",
    .shelves = kShelves,
    .read = read,
    .make = [](QObject* parent) -> Document* { return new ScenarioDocument(parent); },
    .fresh = fresh,
};

/// Replaces the scenario by another one with its own name and file. Undo and redo restore the name and file that each
/// side had when it was left, since it may have been saved meanwhile.
class ReplaceCommand : public QUndoCommand {
public:
    struct State {
        std::shared_ptr<const KeptScenario> kept;
        QString name, path;
        bool isClean = false;
    };

    ReplaceCommand(ScenarioDocument& document, State after, const QString& what, bool isVisit)
        : QUndoCommand(what), m_document(document), m_after(std::move(after)), m_isVisit(isVisit) {}

    /// The replaced state; valid while the command is applied.
    const State& before() const { return m_before; }
    bool isVisit() const { return m_isVisit; }

    void undo() override { swap(m_after, m_before); }
    void redo() override { swap(m_before, m_after); }

private:
    void swap(State& left, const State& shown) {
        left = {m_document.kept(), m_document.name(), m_document.path(), m_document.isClean()};
        m_document.setOrigin({shown.name, shown.path, shown.isClean});
        m_document.show(shown.kept);
    }

    ScenarioDocument& m_document;
    State m_before, m_after;
    bool m_isVisit;
};

ScenarioDocument::ScenarioDocument(QObject* parent) : DocumentOf(kScenarioKind, {}, parent) {}

void ScenarioDocument::apply(const ScenarioEdit& edit) {
    if (edit.after == scenario()) return;
    Scenario after = edit.after;
    // An edited preset no longer is what its title says.
    if (after.title == scenario().title && isPresets(after.title)) after.title.clear();
    after.published = keptPublished(scenario(), after);
    // A gesture that returns to its first values has changed nothing.
    const int index = undoStack().index();
    const auto* last = dynamic_cast<const EditCommand<KeptScenario>*>(undoStack().command(index - 1));
    if (const KeptScenario* const began = last ? last->beganWith(edit.gesture) : nullptr) {
        Scenario then = began->scenario();
        if (then.workload == after.workload && then.schedules == after.schedules && then.training == after.training)
            after = std::move(then);
    }
    Scenario checked = after;
    if (checked.schedules.empty()) checked.schedules = foundingSchedules();  // an empty list is a state of the window
    if (const auto ok = checkScenario(checked); !ok) {
        emit refused(refusalText(ok.error(), checked));
        return;
    }
    giveIds(after.schedules, scenario().schedules);
    giveColors(after.schedules, scenario().schedules);
    push(edit.what, std::make_shared<const KeptScenario>(after, kept().get()), edit.gesture);
}

void ScenarioDocument::start(const Scenario& scenario, const Origin& origin) {
    Scenario named = scenario;
    giveIds(named.schedules, {});
    giveColors(named.schedules, {});
    DocumentOf::start(named, origin);
}

void ScenarioDocument::replace(const Scenario& scenario, const QString& name, const QString& what) {
    put(scenario, name, what, false);
}

void ScenarioDocument::visit(const Scenario& scenario, const QString& name, const QString& what) {
    put(scenario, name, what, true);
}

void ScenarioDocument::visitFrom(int index, const Scenario& scenario, const QString& name, const QString& what) {
    Scenario named = scenario;
    giveIds(named.schedules, this->scenario().schedules);  // as views show these
    {
        const QSignalBlocker unseen(this);
        undoStack().setIndex(std::min(index, undoStack().index()));
    }
    visit(named, name, what);
}

void ScenarioDocument::put(Scenario scenario, const QString& name, const QString& what, bool isVisit) {
    giveIds(scenario.schedules, this->scenario().schedules);
    giveColors(scenario.schedules, {});
    ReplaceCommand::State after{std::make_shared<const KeptScenario>(scenario), name, {}, isClean()};
    undoStack().push(new ReplaceCommand(*this, std::move(after), what, isVisit));
}

const ReplaceCommand* ScenarioDocument::replaceBefore(int index) const {
    return index > 0 ? dynamic_cast<const ReplaceCommand*>(undoStack().command(index - 1)) : nullptr;
}

bool ScenarioDocument::leave() {
    int index = undoStack().index();
    while (index > 0 && !replaceBefore(index)) --index;
    const auto isVisited = [&] { return index > 0 && replaceBefore(index) && replaceBefore(index)->isVisit(); };
    if (!isVisited()) return false;
    while (isVisited()) --index;
    undoStack().setIndex(index);
    return true;
}

std::vector<Document::Unsaved> ScenarioDocument::unsaved() const {
    std::vector<Unsaved> all;
    QString shown = name();
    bool isSaved = isClean();
    for (int index = undoStack().index();;) {
        // A scenario that was only put in place, and not edited, has nothing to save.
        if (!isSaved && !replaceBefore(index)) all.push_back({shown, index});
        while (index > 0 && !replaceBefore(index)) --index;
        if (index == 0) return all;
        const ReplaceCommand::State& before = replaceBefore(index--)->before();
        shown = before.name;
        isSaved = before.isClean;
    }
}

Document::Draft ScenarioDocument::draft() const {
    const auto of = [](Scenario scenario, Origin origin) {
        const bool isBlank = scenario.schedules.empty();
        if (isBlank) scenario.schedules = foundingSchedules();
        return Draft{writeScenario(scenario), isBlank, std::move(origin)};
    };
    const std::vector<Unsaved> all = unsaved();
    if (all.empty() || all.front().index == undoStack().index()) return of(scenario(), {name(), path(), isClean()});
    const ReplaceCommand::State& before = replaceBefore(all.front().index + 1)->before();
    return of(before.kept->scenario(), {before.name, before.path, false});
}

std::string ScenarioDocument::text() const { return writeScenario(scenario()); }

Result<std::string> ScenarioDocument::contents() const {
    if (scenario().schedules.empty())
        return Error{tr("the scenario has no schedule yet; add one on the left, then save").toStdString(), {}};
    return text();
}

}  // namespace bubblescope
