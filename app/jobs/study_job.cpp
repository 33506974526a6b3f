#include "app/jobs/study_job.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Copies the points that `old` contains.
void reuse(Study& study, const Study& old) {
    if (study.path.kind == &kSchedulePath || !haveSamePoints(study, old)) return;
    for (std::size_t n = 0; n < study.values.size(); ++n) {
        const auto found = std::lower_bound(old.values.begin(), old.values.end(), study.values[n]);
        if (found == old.values.end() || *found != study.values[n]) continue;
        for (std::size_t s = 0; s < study.series.size(); ++s)
            study.series[s][n] = old.series[s][static_cast<std::size_t>(found - old.values.begin())];
    }
}

}  // namespace

void requestStudy(StudyJob& job, const Study& awaited, const StudyResources& resources, std::size_t leastValues,
                  decltype(&fillStudy) fill) {
    Study begun = awaited;
    if (job.result()) reuse(begun, *job.result());
    job.request({awaited}, [study = std::move(begun), resources, leastValues, fill](StudyJob::Turn& turn) mutable {
        const auto show = [&](std::size_t values) {
            turn.setShare(static_cast<double>(values) / static_cast<double>(study.values.size()));
            const bool isDue = values >= leastValues && turn.isDue();
            if (isDue || study.isComplete()) turn.show(std::make_shared<const Study>(study));
        };
        fill(study, show, turn.stop, resources);
    });
}

}  // namespace bubblescope
