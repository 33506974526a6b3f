#pragma once

#include "app/documents/document.h"
#include "engine/study/experiment.h"
#include "widgets/study/form/experiment_edit.h"

#include <memory>
#include <set>

namespace bubblescope {

/// The open experiment.
///
/// Invariants  while someone types, the experiment may fail checkExperiment(); it cannot be saved then
class ExperimentDocument : public Document {
    Q_OBJECT

public:
    explicit ExperimentDocument(QObject* parent = nullptr);

    const Experiment& experiment() const { return *m_experiment; }

    /// Ignores the view: switching it is not an unsaved change.
    bool isClean() const override;
    QString title() const override { return QString::fromStdString(m_experiment->title); }
    void setTitle(const QString& title) override;

    /// Applies an edit as one step of undo.
    void apply(const ExperimentEdit& edit);

    /// The index of the figure on screen, and the indices of hidden series.
    std::size_t figure() const { return m_figure; }
    const std::set<std::size_t>& hiddenSeries() const { return m_hidden; }
    void setFigure(std::size_t figure);
    void setHiddenSeries(const std::set<std::size_t>& hidden);
    QJsonObject look() const override;
    void setLook(const QJsonObject& look) override;

    /// Replaces the content: by a preset or a picture's content, which have no path, by a file's content, or by the
    /// draft of an earlier run of the program.
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
    std::shared_ptr<const Experiment> m_kept;  // the last clean state; null if it is not known
};

}  // namespace bubblescope
