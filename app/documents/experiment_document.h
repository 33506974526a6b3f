#pragma once

#include "app/documents/document.h"
#include "engine/study/experiment.h"
#include "widgets/study/form/experiment_edit.h"

#include <memory>
#include <set>

namespace bubblescope {

/// The open experiment.
///
/// Invariants  it may be one that checkExperiment() refuses, while people type: such a one is not saved
class ExperimentDocument : public Document {
    Q_OBJECT

public:
    explicit ExperimentDocument(QObject* parent = nullptr);

    const Experiment& experiment() const { return *m_experiment; }

    /// Looking at it in another view is no change that anyone would be asked to save.
    bool isClean() const override;
    QString title() const override { return QString::fromStdString(m_experiment->title); }
    void setTitle(const QString& title) override;

    /// One step of undo.
    void apply(const ExperimentEdit& edit);

    /// Which of its figures people look at, and which series are hidden.
    std::size_t figure() const { return m_figure; }
    const std::set<std::size_t>& hiddenSeries() const { return m_hidden; }
    void setFigure(std::size_t figure);
    void setHiddenSeries(const std::set<std::size_t>& hidden);
    QJsonObject look() const override;
    void setLook(const QJsonObject& look) override;

    /// Starts over: with a preset or what a picture carries, which have no path, with a file's content, or with what
    /// another run of the program left.
    void start(const Experiment& experiment, const Origin& origin);

    Draft draft() const override;

protected:
    Result<std::string> contents() const override;
    void wasSaved() override { m_kept = m_experiment; }

private:
    void show(std::shared_ptr<const Experiment> experiment);

    std::shared_ptr<const Experiment> m_experiment;
    std::size_t m_figure = 0;
    std::set<std::size_t> m_hidden;
    std::shared_ptr<const Experiment> m_kept;  // as it was when nothing was to be saved; null if that is lost
};

}  // namespace bubblescope
