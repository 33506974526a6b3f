#pragma once

#include <QObject>

#include "engine/results/gallery.h"
#include "engine/results/run_each.h"
#include "widgets/kit/background_job.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// The runs of every published schedule on a workload.
///
/// Shapes  runs[i] is the run of schedules[i] of galleryOf(); null while it is awaited; offers[i] lists sizes that
///         would run, if it was refused
struct GalleryRuns {
    Scenario scenario;
    std::vector<RunResult> runs;
    std::vector<std::vector<OtherSize>> offers;
};

/// Runs galleries in the background; the newest request wins. Results on screen stay until the new ones are complete;
/// if that takes too long, the finished part is shown.
///
/// Errors  failed() carries the reason; runs() stays
/// Thread  the interface thread
class GalleryRunner : public QObject {
    Q_OBJECT

public:
    explicit GalleryRunner(QObject* parent = nullptr);

    /// Requests the gallery of a scenario, unless the last request had the same workload. Schedules with a run in
    /// `known` are not run again.
    void request(const Scenario& scenario, const std::vector<std::shared_ptr<const Run>>& known);
    /// Stops: no earlier request is delivered any more. Delivered runs stay.
    void cancel();

    /// The newest delivered runs, possibly incomplete; null before the first delivery.
    const std::shared_ptr<const GalleryRuns>& runs() const { return m_runs; }
    /// Whether runs() belongs to the newest request.
    bool isNewest() const { return m_runs && m_runs->scenario == m_asked; }
    bool isBusy() const { return m_worker.isBusy(); }

signals:
    void changed();
    void failed(const QString& why);

private:
    void make(const Scenario& gallery, std::vector<std::shared_ptr<const Run>> known, const std::stop_token& stop);

    Scenario m_asked;
    std::shared_ptr<const GalleryRuns> m_runs;
    std::vector<std::shared_ptr<const Run>> m_last;  // used only by the worker's thread: runs whose orders are replayed
    BackgroundJob m_worker;                          // last, so that it ends before the members it uses
};

}  // namespace bubblescope
