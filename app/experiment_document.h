#pragma once

#include "app/document.h"
#include "engine/experiment/experiment.h"
#include "widgets/experiments/experiment_edit.h"

#include <memory>

namespace bubblescope {

/// The open experiment.
///
/// Invariants  it may be one that checkExperiment() refuses, while people type: such a one is not saved
class ExperimentDocument : public Document {
    Q_OBJECT

public:
    explicit ExperimentDocument(QObject* parent = nullptr);

    const Experiment& experiment() const { return *m_experiment; }

    QString kindOfFile() const override { return tr("Experiments"); }
    QString suffix() const override { return QStringLiteral(".json"); }
    QString title() const override { return QString::fromStdString(m_experiment->title); }
    void setTitle(const QString& title) override;

    /// One step of undo.
    void apply(const ExperimentEdit& edit);

    /// Starts over: with a preset or what a picture carries, which have no path, with a file's content, or with what
    /// another run of the program left.
    void start(const Experiment& experiment, const QString& name, const QString& path = {}, bool clean = true);
    /// Opens an experiment file, or a picture with an experiment inside.
    Result<void> open(const QString& path);

protected:
    Result<std::string> contents() const override;

private:
    void show(std::shared_ptr<const Experiment> experiment);

    std::shared_ptr<const Experiment> m_experiment;
};

}  // namespace bubblescope
