#pragma once

#include "widgets/study/experiment_results.h"

namespace bubblescope {

/// Which pinned results stand beside the present ones: those with the same values of the same axes, of a series with
/// the same title.
class PinnedMatch {
public:
    /// Nothing where the two do not vary the same.
    static std::optional<PinnedMatch> of(const SharedResults& now, const SharedResults& pinned);

    const ExperimentResults& results() const { return *m_pinned; }
    /// The pinned place of a place; `x` is left at 0.
    std::optional<PointPlace> curveAt(const PointPlace& place) const;
    /// The pinned result of a place; null where there is none, or it was refused.
    const StudyPoint* pointAt(const PointPlace& place) const;
    bool hasCurves() const;

private:
    using Map = std::vector<std::optional<std::size_t>>;  // index of now -> of pinned
    SharedResults m_pinned;
    Map m_figures, m_panels, m_series, m_x;
};

}  // namespace bubblescope
