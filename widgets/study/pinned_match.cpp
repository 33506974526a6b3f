#include "widgets/study/pinned_match.h"

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

using Map = std::vector<std::optional<std::size_t>>;

template <class T>
Map matched(const std::vector<T>& now, const std::vector<T>& pinned) {
    std::map<T, std::size_t> places;
    for (std::size_t i = 0; i < pinned.size(); ++i) places.try_emplace(pinned[i], i);
    Map map;
    for (const T& value : now) {
        const auto place = places.find(value);
        map.push_back(place == places.end() ? std::nullopt : std::optional(place->second));
    }
    return map;
}

Map matched(const std::optional<Axis>& now, const std::optional<Axis>& pinned) {
    return now ? matched(now->values, pinned->values) : Map{0};
}

bool isSame(const std::optional<Axis>& a, const std::optional<Axis>& b) {
    return a.has_value() == b.has_value() && (!a || a->variable == b->variable);
}

std::vector<std::string> titlesOf(const ExperimentPlan& plan) {
    std::vector<std::string> titles;
    for (const PlannedSeries& series : plan.series) titles.push_back(series.title);
    return titles;
}

}  // namespace

std::optional<PinnedMatch> PinnedMatch::of(const SharedResults& now, const SharedResults& pinned) {
    if (!now || !pinned) return std::nullopt;
    const Experiment &a = now->plan->experiment, &b = pinned->plan->experiment;
    if (a.x.variable != b.x.variable || !isSame(a.panels, b.panels) || !isSame(a.figures, b.figures))
        return std::nullopt;
    PinnedMatch match;
    match.m_pinned = pinned;
    match.m_figures = matched(a.figures, b.figures);
    match.m_panels = matched(a.panels, b.panels);
    match.m_series = matched(titlesOf(*now->plan), titlesOf(*pinned->plan));
    match.m_x = matched(a.x.values, b.x.values);
    return match;
}

std::optional<PointPlace> PinnedMatch::curveAt(const PointPlace& place) const {
    const auto figure = m_figures[place.figure], panel = m_panels[place.panel], series = m_series[place.series];
    if (!figure || !panel || !series) return std::nullopt;
    return PointPlace{*figure, *panel, *series, 0};
}

const StudyPoint* PinnedMatch::pointAt(const PointPlace& place) const {
    auto at = curveAt(place);
    if (!at || !m_x[place.x]) return nullptr;
    at->x = *m_x[place.x];
    const auto& point = m_pinned->points[m_pinned->plan->pointAt(*at)];
    return point && point->refusal.empty() ? &*point : nullptr;
}

bool PinnedMatch::hasCurves() const {
    const auto any = [](const Map& map) {
        return std::any_of(map.begin(), map.end(), [](const auto& to) { return to.has_value(); });
    };
    return any(m_figures) && any(m_panels) && any(m_series);
}

}  // namespace bubblescope
