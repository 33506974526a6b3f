#pragma once

#include "engine/core/estimate.h"
#include "widgets/kit/job.h"
#include "widgets/picture/exportable.h"
#include "widgets/shown/outcome.h"
#include "widgets/steps/mesh_points.h"

#include <QWidget>

class QLabel;

namespace bubblescope {

class LinkButton;
class PointsChart;

/// Runs all meshes of a model on its devices in the background and shows each as soon as it is done: in a chart of
/// memory over time, with the best so far in words, and with the number of meshes that cannot run and the reasons.
///
/// Invariants  shows the newest question; outcomes stay when the search is stopped
/// Errors      failed() carries the reason
/// Thread      the interface thread
class MeshSearch : public QWidget {
    Q_OBJECT

public:
    explicit MeshSearch(QWidget* parent = nullptr);

    /// Starts the search; the same question again resumes a stopped search.
    void ask(const MeshQuestion& question);
    void stop();
    bool isStopped() const { return m_isStopped; }
    bool isWhole() const { return !choices().empty() && outcomes().size() == choices().size(); }
    std::optional<Estimate> progress() const;
    /// The step to mark in the chart; null for none.
    void setOpen(const Outcome* step);

    const MeshQuestion& question() const { return m_points.question; }
    const MeshPoints& points() const { return m_points; }
    PointsChart& chart() { return *m_chart; }
    /// All meshes to run, in that order, and the outcomes so far: outcomes()[i] belongs to choices()[i].
    const std::vector<MeshChoice>& choices() const { return m_points.choices; }
    const std::vector<MeshOutcome>& outcomes() const { return m_points.outcomes; }
    /// The result in one line; empty before the first outcome.
    QString answer() const;
    /// One row per mesh that has an outcome.
    QString csv() const;
    QString countText() const;
    QString bestText() const;
    QString refusalText() const;

signals:
    void chosen(const bubblescope::MeshChoice& choice);
    /// Something was copied or saved.
    void confirmed(const QString& line);
    void exportWanted(const bubblescope::Exportable& thing, const QString& name);
    /// Someone went back to the charts.
    void closed();
    void progressChanged();
    void failed(const QString& why);

private:
    /// The scenario with the best mesh; empty if there is none.
    std::string bestScenario() const;
    Exportable exported() const;
    void run();
    void showOutcomes();
    QString nextText() const;

    MeshPoints m_points;
    bool m_isStopped = false;

    PointsChart* m_chart;
    QLabel *m_count, *m_best, *m_next, *m_refusals;
    LinkButton *m_open, *m_close, *m_keep;
    Job<MeshQuestion, std::vector<MeshOutcome>> m_job;
};

}  // namespace bubblescope
