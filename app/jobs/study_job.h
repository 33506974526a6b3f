#pragma once

#include "engine/study/study.h"
#include "widgets/kit/job.h"

namespace bubblescope {

/// Two studies are the same request if they have the same points.
struct StudyKey {
    Study awaited;

    friend bool operator==(const StudyKey& a, const StudyKey& b) {
        return a.awaited.values == b.awaited.values && haveSamePoints(a.awaited, b.awaited);
    }
};

using StudyJob = Job<StudyKey, Study>;

/// Requests a study; all points of `awaited` are unknown. Known points along a workload key are reused. An incomplete
/// study is first shown when it has `leastValues`: fewer points flicker, or are not informative.
void requestStudy(StudyJob& job, const Study& awaited, const StudyResources& resources, std::size_t leastValues = 1,
                  decltype(&fillStudy) fill = fillStudy);

}  // namespace bubblescope
