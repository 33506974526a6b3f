#pragma once

#include "engine/results/gallery.h"
#include "engine/results/run_each.h"
#include "widgets/kit/job.h"

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

using GalleryJob = Job<Scenario, GalleryRuns>;

/// Requests the gallery of a scenario, unless the newest request had the same workload. Schedules with a run in `known`
/// are not run again.
void requestGallery(GalleryJob& job, const Scenario& scenario, const std::vector<std::shared_ptr<const Run>>& known);

}  // namespace bubblescope
