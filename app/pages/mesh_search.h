#pragma once

#include "engine/core/estimate.h"
#include "engine/study/mesh_question.h"
#include "widgets/kit/background_job.h"
#include "widgets/shown/outcome.h"

#include <QWidget>

#include <atomic>
#include <chrono>

class QLabel;

namespace bubblescope {

class LinkButton;
class MeshChart;

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
    bool isWhole() const { return !m_choices.empty() && m_outcomes.size() == m_choices.size(); }
    std::optional<Estimate> progress() const;
    /// The step to mark in the chart; null for none.
    void setOpen(const Outcome* step);

    const MeshQuestion& question() const { return m_question; }
    MeshChart& chart() { return *m_chart; }
    /// All meshes to run, and the outcomes so far: outcomes()[i] belongs to choices()[i].
    const std::vector<MeshChoice>& choices() const { return m_choices; }
    const std::vector<MeshOutcome>& outcomes() const { return m_outcomes; }
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
    /// Someone went back to the charts.
    void closed();
    void progressChanged();
    void failed(const QString& why);

private:
    void run();
    void showOutcomes();
    QString nextText() const;

    MeshQuestion m_question;
    std::vector<MeshChoice> m_choices;  // in the order in which they are run
    std::vector<MeshOutcome> m_outcomes;
    bool m_isStopped = false;
    std::atomic<std::size_t> m_ran{0};
    std::chrono::steady_clock::time_point m_begun;

    MeshChart* m_chart;
    QLabel *m_count, *m_best, *m_next, *m_refusals;
    LinkButton *m_open, *m_close, *m_keep;
    BackgroundJob m_worker;  // last, so that it ends before the members it uses
};

}  // namespace bubblescope
