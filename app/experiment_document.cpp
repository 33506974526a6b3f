#include "app/experiment_document.h"

#include "app/edit_command.h"
#include "app/open_file.h"
#include "engine/io/experiment_file.h"

namespace bubblescope {

ExperimentDocument::ExperimentDocument(QObject* parent)
    : Document(parent), m_experiment(std::make_shared<const Experiment>()) {}

bool ExperimentDocument::isClean() const {
    if (Document::isClean()) return true;
    if (!m_kept) return false;
    Experiment asKept = *m_experiment;
    asKept.view = m_kept->view;
    return asKept == *m_kept;
}

void ExperimentDocument::show(std::shared_ptr<const Experiment> experiment) {
    m_experiment = std::move(experiment);
    emit changed();
    emit fileChanged();  // whether anything is to be saved
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
    m_kept = clean ? std::make_shared<const Experiment>(experiment) : nullptr;
    show(std::make_shared<const Experiment>(experiment));
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
