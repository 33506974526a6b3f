#pragma once

#include <QObject>

#include "engine/results/gallery.h"
#include "engine/results/run_each.h"
#include "widgets/kit/background_job.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// Every published schedule at a workload, run.
///
/// Shapes  runs[i] is schedules[i] of galleryOf(); null where it is still awaited; offers[i] where it was refused
struct GalleryRuns {
    Scenario scenario;
    std::vector<RunResult> runs;
    std::vector<std::vector<OtherSize>> offers;
};

/// Runs galleries in the background; the newest request wins. What was shown stays until its successor is whole, or has
/// what is done when that takes longer.
///
/// Errors  failed() says what goes wrong; what was shown stays
/// Thread  the interface thread
class GalleryRunner : public QObject {
    Q_OBJECT

public:
    explicit GalleryRunner(QObject* parent = nullptr);

    /// Asks for the gallery of a scenario, unless its workload was asked for last. Schedules of `known` runs are not
    /// run again.
    void request(const Scenario& scenario, const std::vector<std::shared_ptr<const Run>>& known);
    /// Stops: nothing that was asked before comes any more. What was shown stays.
    void cancel();

    /// The newest that there is anything of; null before the first.
    const std::shared_ptr<const GalleryRuns>& runs() const { return m_runs; }
    /// Whether runs() are of what was asked for last.
    bool isNewest() const { return m_runs && m_runs->scenario == m_asked; }
    bool isBusy() const { return m_worker.isBusy(); }

signals:
    void changed();
    void failed(const QString& why);

private:
    void make(const Scenario& gallery, std::vector<std::shared_ptr<const Run>> known, const std::stop_token& stop);

    Scenario m_asked;
    std::shared_ptr<const GalleryRuns> m_runs;
    std::vector<std::shared_ptr<const Run>> m_last;  // the worker's own: whose orders the next ones replay
    BackgroundJob m_worker;                          // comes last: it ends before what it uses
};

}  // namespace bubblescope
