#include "engine/study/run_experiment.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

/// Batches of points of one shape, those of the first figure first, shapes in the order in which they occur. The
/// batches are spans of `order`.
std::vector<PointRuns::Batch> batchesOf(const ExperimentPlan& plan, std::size_t firstFigure,
                                        const std::vector<bool>& known, std::vector<std::uint32_t>& order) {
    constexpr std::size_t kMostPoints = 64, kNoTrack = 0;
    order.resize(plan.size());
    std::iota(order.begin(), order.end(), 0u);
    if (!known.empty()) std::erase_if(order, [&](std::uint32_t point) { return known[point]; });
    const std::size_t each = plan.size() / plan.figures();
    const auto isLater = [&](std::uint32_t point) { return point / each != firstFigure; };
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(isLater(a), plan.shape[a]) < std::pair(isLater(b), plan.shape[b]);
    });
    std::vector<PointRuns::Batch> batches;
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && end - begin < kMostPoints && plan.shape[order[end]] == plan.shape[order[begin]])
            ++end;
        batches.push_back({std::span(order).subspan(begin, end - begin), kNoTrack});
        begin = end;
    }
    return batches;
}

}  // namespace

void runExperiment(const ExperimentPlan& plan, const std::function<bool(std::size_t point, StudyPoint result)>& take,
                   std::stop_token stop, const StudyResources& resources, std::size_t firstFigure,
                   const std::vector<bool>& known) {
    constexpr long long kMostOpsKept = 4'000'000;  // two at once must fit; replaying more saves little
    std::vector<std::uint32_t> order;
    PointRuns runs;
    runs.batches = batchesOf(plan, firstFigure, known, order);
    runs.scenarioAt = [&](std::size_t point) { return scenarioAt(plan, point); };
    runs.keeps = [](const Run& run) { return opsOf(run.schedule) <= kMostOpsKept; };
    runPoints(runs, take, stop, resources);
}

}  // namespace bubblescope
