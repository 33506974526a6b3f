#include "app/experiment_document.h"

#include "app/edit_command.h"
#include "app/open_file.h"
#include "engine/io/experiment_file.h"

namespace bubblescope {

ExperimentDocument::ExperimentDocument(QObject* parent)
    : Document(parent), m_experiment(std::make_shared<const Experiment>()) {}

void ExperimentDocument::show(std::shared_ptr<const Experiment> experiment) {
    m_experiment = std::move(experiment);
    emit changed();
}

void ExperimentDocument::setTitle(const QString& title) {
    Experiment after = *m_experiment;
    after.title = title.toStdString();
    apply({after, tr("Change title")});
}

void ExperimentDocument::apply(const ExperimentEdit& edit) {
    if (edit.after == *m_experiment) return;
    undoStack().push(new EditCommand<Experiment>(edit.what, m_experiment,
                                                 std::make_shared<const Experiment>(edit.after), edit.gesture,
                                                 [this](auto experiment) { show(std::move(experiment)); }));
}

void ExperimentDocument::start(const Experiment& experiment, const QString& name, const QString& path, bool clean) {
    startOver(name, path, clean);
    emit opened();
    show(std::make_shared<const Experiment>(experiment));
    emit fileChanged();
}

Result<void> ExperimentDocument::open(const QString& path) {
    const auto file = openFile(path);
    if (!file) return file.error();
    const auto* experiment = std::get_if<Experiment>(&file->content);
    if (!experiment) return Error{tr("is a scenario, not an experiment").toStdString(), path.toStdString()};
    start(*experiment, file->name, file->path);
    return {};
}

Result<std::string> ExperimentDocument::contents() const {
    if (auto ok = checkExperiment(*m_experiment); !ok) return ok.error();
    return writeExperiment(*m_experiment);
}

}  // namespace bubblescope
