#include "app/jobs/gallery_job.h"

#include "engine/core/text.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

using GalleryBefore = std::vector<std::shared_ptr<const Run>>;

/// Whether a run is one of `schedules[index]`, regardless of its label and of the time it has searched.
bool isRunOf(const Run& run, const Scenario& gallery, std::size_t index) {
    const ResolvedSchedule schedule = resolve(gallery, index);
    return !run.isSoFar && run.schedule.kind == schedule.kind && run.schedule.workload == schedule.workload &&
           run.schedule.values == galleryEntries()[index].values;
}

void makeGallery(GalleryJob::Turn& turn, const Scenario& gallery, const GalleryBefore& known,
                 const GalleryBefore& before) {
    auto made = std::make_shared<GalleryRuns>();
    made->scenario = gallery;
    const std::size_t count = gallery.schedules.size();
    made->runs.resize(count, std::shared_ptr<const Run>());
    made->offers.resize(count);
    const auto show = [&] { turn.show(std::make_shared<const GalleryRuns>(*made)); };
    RunPlan plan;
    plan.forDrawing = true;
    plan.before = before;
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
        if (!result) made->offers[index] = nearestSizes(gallery, index, result.error(), turn.stop);
        made->runs[index] = std::move(result);
        if (turn.isDue()) show();
        return !turn.stop.stop_requested();
    };
    runEach(gallery, plan, take, turn.stop);
    if (!turn.stop.stop_requested()) show();
}

}  // namespace

void requestGallery(GalleryJob& job, const Scenario& scenario, const std::vector<std::shared_ptr<const Run>>& known) {
    const Scenario gallery = galleryOf(scenario);
    if (job.isOf(gallery)) return;
    GalleryBefore before;  // whose orders are replayed
    for (std::size_t i = 0; job.result() && i < job.result()->runs.size(); ++i)
        if (const RunResult& run = job.result()->runs[i]; run && *run) before.push_back(*run);
    job.request(gallery,
                [gallery, known, before](GalleryJob::Turn& turn) { makeGallery(turn, gallery, known, before); });
}

}  // namespace bubblescope
