#include "app/jobs/gallery_runner.h"

#include "engine/core/text.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace bubblescope {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kNiceness = 12;
constexpr std::chrono::milliseconds kGalleryPatience{200};

/// Whether a run is one of `schedules[index]`, regardless of its label and of the time it has searched.
bool isRunOf(const Run& run, const Scenario& gallery, std::size_t index) {
    const ResolvedSchedule schedule = resolve(gallery, index);
    return !run.isSoFar && run.schedule.kind == schedule.kind && run.schedule.workload == schedule.workload &&
           run.schedule.values == galleryEntries()[index].values;
}

}  // namespace

GalleryRunner::GalleryRunner(QObject* parent) : QObject(parent), m_worker(kNiceness) {
    connect(&m_worker, &BackgroundJob::failed, this, [this](const QString& why) {
        m_asked = {};  // so that the next request tries again
        emit failed(why);
    });
}

void GalleryRunner::request(const Scenario& scenario, const std::vector<std::shared_ptr<const Run>>& known) {
    Scenario gallery = galleryOf(scenario);
    if (gallery == m_asked) return;
    m_asked = gallery;
    m_worker.start(
        [this, gallery = std::move(gallery), known](const std::stop_token& stop) { make(gallery, known, stop); });
}

void GalleryRunner::make(const Scenario& gallery, std::vector<std::shared_ptr<const Run>> known,
                         const std::stop_token& stop) {
    auto made = std::make_shared<GalleryRuns>();
    made->scenario = gallery;
    const std::size_t count = gallery.schedules.size();
    made->runs.resize(count, std::shared_ptr<const Run>());
    made->offers.resize(count);
    auto next = Clock::now() + kGalleryPatience;
    const auto show = [&] {
        m_worker.leave(stop, [this, part = std::make_shared<const GalleryRuns>(*made)] {
            m_runs = part;
            emit changed();
        });
        next = Clock::now() + kGalleryPatience;
    };
    RunPlan plan;
    plan.forDrawing = true;
    plan.before = m_last;
    for (std::size_t i = 0; i < count; ++i) {
        const auto same =
            std::find_if(known.begin(), known.end(), [&](const auto& run) { return run && isRunOf(*run, gallery, i); });
        if (same != known.end())
            made->runs[i] = *same;
        else if (const long long ops = opsOf(resolve(gallery, i)); ops > kMostGalleryOps)
            made->runs[i] =
                Error{"too large for the gallery (" + withThousands(ops) + " operations); add it to run it", {}};
        else
            plan.schedules.push_back(i);
    }
    const auto take = [&](std::size_t index, RunResult result) {
        if (!result) made->offers[index] = nearestSizes(gallery, index, result.error(), stop);
        made->runs[index] = std::move(result);
        if (Clock::now() >= next) show();
        return !stop.stop_requested();
    };
    runEach(gallery, plan, take, stop);
    if (stop.stop_requested()) return;
    m_last.clear();
    for (const RunResult& run : made->runs)
        if (run) m_last.push_back(*run);
    show();
}

void GalleryRunner::cancel() {
    m_worker.stop();
    m_asked = {};
}

}  // namespace bubblescope
