#include "app/document.h"

#include "app/load_scenario.h"
#include "engine/io/scenario_file.h"
#include "engine/schedules/resolve.h"
#include "widgets/figure/figure_embed.h"
#include "widgets/figure/save_file.h"

#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

namespace bubblescope {

namespace {

constexpr auto kSuffix = ".bubble.json";
constexpr qint64 kPeekBytes = 4096;
constexpr int kUndoSteps = 1000;

QString nameOf(const QString& path) {
    const QFileInfo file(path);
    const QString name = file.fileName();
    return name.endsWith(QLatin1String(kSuffix)) ? name.chopped(qstrlen(kSuffix)) : file.completeBaseName();
}

/// Why a scenario is refused, for people: a schedule goes by its title, not by its place in the file.
QString refusalText(const Error& error, const Scenario& scenario) {
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (error.field == "schedules[" + std::to_string(i) + ']')
            return QString::fromStdString(displayTitle(scenario, i) + ": " + error.message);
    return QString::fromStdString(error.text());
}

}  // namespace

/// One change of the scenario; the edits of one gesture are one change.
class EditCommand : public QUndoCommand {
public:
    EditCommand(Document& document, const ScenarioEdit& edit)
        : QUndoCommand(edit.what),
          m_document(document),
          m_before(document.m_kept),
          m_after(std::make_shared<const KeptScenario>(edit.after, m_before.get())),
          m_gesture(edit.gesture) {}

    int id() const override { return m_gesture == 0 ? -1 : 1; }
    void undo() override { m_document.show(m_before); }
    void redo() override { m_document.show(m_after); }

    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const EditCommand*>(other);
        if (next->m_gesture != m_gesture) return false;
        m_after = next->m_after;
        setObsolete(*m_after == *m_before);
        return true;
    }

private:
    Document& m_document;
    std::shared_ptr<const KeptScenario> m_before, m_after;
    int m_gesture;
};

Document::Document(QObject* parent) : QObject(parent), m_kept(std::make_shared<const KeptScenario>(m_scenario)) {
    m_undo.setUndoLimit(kUndoSteps);
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::fileChanged);
}

// A stack that is not clean says so once more as it goes, when name and path are gone already.
Document::~Document() { m_undo.disconnect(this); }

QString Document::name() const { return m_name.isEmpty() ? tr("untitled") : m_name; }

QString Document::suggestedFileName() const { return name() + QLatin1String(kSuffix); }

void Document::show(std::shared_ptr<const KeptScenario> kept) {
    m_kept = std::move(kept);
    m_scenario = m_kept->scenario();
    emit changed();
}

void Document::apply(const ScenarioEdit& edit) {
    if (edit.after == m_scenario) return;
    Scenario checked = edit.after;
    if (checked.schedules.empty()) checked.schedules = foundingSchedules();  // an empty list is a state of the window
    if (const auto ok = checkScenario(checked); !ok) {
        emit refused(refusalText(ok.error(), checked));
        return;
    }
    m_undo.push(new EditCommand(*this, edit));
}

bool Document::undoToClean() {
    if (m_undo.cleanIndex() >= 0) m_undo.setIndex(m_undo.cleanIndex());
    return isClean();
}

void Document::start(const Scenario& scenario, const QString& name) { restore(scenario, name, QString(), true); }

void Document::restore(const Scenario& scenario, const QString& name, const QString& path, bool clean) {
    m_undo.clear();
    m_path = path;
    m_name = name;
    if (!clean) m_undo.resetClean();
    emit opened();
    show(std::make_shared<const KeptScenario>(scenario));
    emit fileChanged();
}

Result<void> Document::open(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();  // "-" is a file's name here
    const auto scenario = loadScenario(absolute.toStdString());
    if (!scenario) return Error{scenario.error().text(), path.toStdString()};
    QFile file(absolute);
    // Saving to a picture would overwrite it with a scenario file.
    const bool picture = file.open(QIODevice::ReadOnly) && isPicture(file.peek(kPeekBytes));
    restore(*scenario, nameOf(path), picture ? QString() : absolute, true);
    return {};
}

Result<void> Document::saveAs(const QString& path) {
    const auto fail = [&](const QString& why) { return Error{why.toStdString(), path.toStdString()}; };
    if (m_scenario.schedules.empty()) return fail(tr("nothing to compare yet: add a schedule on the left, then save"));
    if (auto written = writeFile(path, QByteArray::fromStdString(writeScenario(m_scenario))); !written) return written;
    m_path = QFileInfo(path).absoluteFilePath();
    m_name = nameOf(path);
    m_undo.setClean();
    emit fileChanged();
    return {};
}

}  // namespace bubblescope
