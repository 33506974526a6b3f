#include "engine/study/run_experiment.h"

#include "engine/sim/simulate.h"

#include <algorithm>
#include <exception>
#include <new>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

/// Points of one shape that one thread runs one after another.
using Batch = std::span<const std::uint32_t>;

/// Every batch, those of one figure first, by shape in the order in which shapes occur; `order` becomes what they are
/// spans of.
std::vector<Batch> batchesOf(const ExperimentPlan& plan, std::size_t firstFigure, std::vector<std::uint32_t>& order) {
    constexpr std::size_t kMostPoints = 64;
    order.resize(plan.size());
    std::iota(order.begin(), order.end(), 0u);
    const std::size_t each = plan.size() / plan.figures();
    const auto isLater = [&](std::uint32_t point) { return point / each != firstFigure; };
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(isLater(a), plan.shape[a]) < std::pair(isLater(b), plan.shape[b]);
    });
    std::vector<Batch> batches;
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && end - begin < kMostPoints && plan.shape[order[end]] == plan.shape[order[begin]])
            ++end;
        batches.push_back(Batch(order).subspan(begin, end - begin));
        begin = end;
    }
    return batches;
}

/// Null where the point was cancelled.
std::optional<StudyPoint> pointOf(const ExperimentPlan& plan, std::size_t point, std::shared_ptr<const Run>& before,
                                  const std::stop_token& stop) {
    try {
        const RunResult result = run(scenarioAt(plan, point), 0, stop, before.get());
        if (result) {
            constexpr long long kMostOpsKept = 4'000'000;  // two at once must fit; replaying more saves little
            if ((*result)->schedule.ops() <= kMostOpsKept) before = *result;
            return pointOf(**result);
        }
        if (isCancelled(result.error())) return std::nullopt;
        return refusedPoint(result.error().message);
    } catch (const std::bad_alloc&) {
        return refusedPoint("needs more memory than this computer has");
    } catch (const std::exception& thrown) {
        return refusedPoint(thrown.what());
    }
}

}  // namespace

void runExperiment(const ExperimentPlan& plan, const std::function<bool(std::size_t point, StudyPoint result)>& take,
                   std::stop_token stop, const ExperimentResources& resources) {
    std::vector<std::uint32_t> order;
    const std::vector<Batch> batches = batchesOf(plan, resources.firstFigure, order);
    const auto check = [&](std::uint32_t shape) {
        return checkMemory(plan.shapeOps[shape], resources.memory, plan.shapeBytesPerOp[shape]);
    };
    long long largest = 0;  // in ops of a schedule
    for (std::uint32_t shape = 0; shape < plan.shapeOps.size(); ++shape) {
        const auto each = static_cast<long long>(plan.shapeBytesPerOp[shape]);
        const long long ops = plan.shapeOps[shape] * each / static_cast<long long>(kBytesPerOp);
        if (check(shape)) largest = std::max(largest, ops);
    }
    const auto make = [&](std::size_t n) {
        std::vector<StudyPoint> results;
        const auto fits = check(plan.shape[batches[n].front()]);
        std::shared_ptr<const Run> before;
        for (const std::uint32_t point : batches[n]) {
            auto result = fits ? pointOf(plan, point, before, stop) : refusedPoint(fits.error().message);
            if (!result || stop.stop_requested()) break;
            results.push_back(std::move(*result));
        }
        return results;
    };
    const std::size_t threads = threadsThatFit(resources.threads, 2 * largest, resources.memory);
    constexpr std::size_t kAhead = 1024;
    inOrder(batches.size(), threads, kAhead, make, [&](std::size_t n, std::vector<StudyPoint> results) {
        for (std::size_t i = 0; i < results.size(); ++i)
            if (stop.stop_requested() || !take(batches[n][i], std::move(results[i]))) return false;
        return results.size() == batches[n].size();
    });
}

}  // namespace bubblescope
