#pragma once

#include "engine/study/study.h"

namespace bubblescope::test {

/// The result of a study that has only this point.
inline StudyPoint pointAt(Study study, std::size_t index, double x) {
    study.values = {x};
    study.series.assign(study.scenario.schedules.size(), {StudyPoint()});
    study.series[index] = {std::nullopt};
    fillStudy(study, [](std::size_t) {});
    return *study.series[index][0];
}

}  // namespace bubblescope::test
