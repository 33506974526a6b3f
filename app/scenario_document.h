#pragma once

#include <QObject>
#include <QUndoStack>

#include "app/kept_scenario.h"
#include "engine/core/result.h"
#include "engine/model/scenario.h"
#include "widgets/basics/scenario_edit.h"

namespace bubblescope {

/// The open scenario: its undo history, its file, and whether the file has it all.
///
/// Invariants  the scenario passes checkScenario(), but that its list of schedules may be empty; a step that
///             fails leaves scenario, history and path as they were
/// Errors      one sentence with the file or the place in it
/// Thread      the interface thread
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    const Scenario& scenario() const { return m_scenario; }
    QUndoStack& undoStack() { return m_undo; }

    /// Where save() writes; empty for a preset, a picture and a scenario that was never saved.
    const QString& path() const { return m_path; }
    bool isClean() const { return m_undo.isClean(); }
    /// "default": the file's or the preset's name, for the window's title.
    QString name() const;
    /// The name that "Save as" proposes.
    QString suggestedFileName() const;

    /// One step of undo. A scenario past the limits is refused: refused() says why, and views that show it go back to
    /// scenario().
    void apply(const ScenarioEdit& edit);

    /// Goes back to what the file has; false if the history does not reach that far.
    bool undoToClean();

    /// Starts over with a scenario that has no file: a preset, or what a picture carries.
    void start(const Scenario& scenario, const QString& name);
    /// Puts a document back as another run of the program left it.
    void restore(const Scenario& scenario, const QString& name, const QString& path, bool clean);
    /// Opens a scenario file, or a picture with a scenario inside.
    Result<void> open(const QString& path);
    /// Writes the scenario to path(), which is not empty.
    Result<void> save() { return saveAs(m_path); }
    /// Writes the scenario and makes `path` the document's file.
    Result<void> saveAs(const QString& path);

signals:
    /// What follows belongs to another document than what was before; changed() comes next.
    void opened();
    /// The scenario is another one.
    void changed();
    /// Name, path or cleanness are others.
    void fileChanged();
    void refused(const QString& why);

private:
    friend class EditCommand;
    void show(std::shared_ptr<const KeptScenario> kept);

    Scenario m_scenario;
    std::shared_ptr<const KeptScenario> m_kept;  // the same, for the history
    QUndoStack m_undo;
    QString m_path;
    QString m_name;
};

}  // namespace bubblescope
