#pragma once

#include "widgets/study/experiment_results.h"

namespace bubblescope {

/// Which pinned results belong to the present ones: those with the same values on the same axes, in a series with the
/// same title.
class PinnedMatch {
public:
    /// Nullopt if the two do not vary the same axes.
    static std::optional<PinnedMatch> of(const SharedResults& now, const SharedResults& pinned);

    const ExperimentResults& results() const { return *m_pinned; }
    /// The pinned place for a place; `x` stays 0.
    std::optional<PointPlace> curveAt(const PointPlace& place) const;
    /// The pinned result for a place; null if there is none or it was refused.
    const StudyPoint* pointAt(const PointPlace& place) const;
    bool hasCurves() const;

private:
    using Map = std::vector<std::optional<std::size_t>>;  // index of now -> of pinned
    SharedResults m_pinned;
    Map m_figures, m_panels, m_series, m_x;
};

}  // namespace bubblescope
