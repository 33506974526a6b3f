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

/// Tries all meshes of a model on its devices in the background, and shows them as they come: as a chart of memory
/// against time, with the best so far in words, and how many are refused and why.
///
/// Invariants  shows the newest question; what of it was tried stays when the rest is stopped
/// Errors      failed() says what went wrong
/// Thread      the interface thread
class MeshSearch : public QWidget {
    Q_OBJECT

public:
    explicit MeshSearch(QWidget* parent = nullptr);

    /// Asks; the same question again goes on where it stands.
    void ask(const MeshQuestion& question);
    void stop();
    bool isStopped() const { return m_isStopped; }
    bool isWhole() const { return !m_choices.empty() && m_outcomes.size() == m_choices.size(); }
    std::optional<Estimate> progress() const;
    /// The step that is at hand, to be marked.
    void setOpen(const Outcome* step);

    const MeshQuestion& question() const { return m_question; }
    MeshChart& chart() { return *m_chart; }
    /// What was tried so far, outcome by choice.
    const std::vector<MeshChoice>& choices() const { return m_choices; }
    const std::vector<MeshOutcome>& outcomes() const { return m_outcomes; }
    /// In one line; empty before anything was tried.
    QString answer() const;
    /// A row a mesh that was tried.
    QString csv() const;
    QString countText() const;
    QString bestText() const;
    QString refusalText() const;

signals:
    void chosen(const bubblescope::MeshChoice& choice);
    /// Something was copied or saved.
    void confirmed(const QString& line);
    /// A person has seen enough.
    void closed();
    void progressChanged();
    void failed(const QString& why);

private:
    void run();
    void showOutcomes();
    QString nextText() const;

    MeshQuestion m_question;
    std::vector<MeshChoice> m_choices;  // in the order in which they are tried
    std::vector<MeshOutcome> m_outcomes;
    bool m_isStopped = false;
    std::atomic<std::size_t> m_ran{0};
    std::chrono::steady_clock::time_point m_begun;

    MeshChart* m_chart;
    QLabel *m_count, *m_best, *m_next, *m_refusals;
    LinkButton *m_open, *m_close, *m_keep;
    BackgroundJob m_worker;  // comes last: it ends before what it uses
};

}  // namespace bubblescope
