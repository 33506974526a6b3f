#include "engine/study/study_axes.h"

#include "engine/core/divisors.h"
#include "engine/core/ruler.h"
#include "engine/entries/registry.h"
#include "engine/schemes/scheme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace bubblescope {

namespace {

constexpr int kLeastLastSize = 16;

/// Chunks: all values or, as some schedules only accept even chunks, even steps.
std::vector<double> evenSteps(long long from, long long to, std::size_t most) {
    std::vector<double> values{static_cast<double>(from)};
    long long step = 1;
    while ((to - from) / step + 2 > static_cast<long long>(most)) step *= 2;
    for (long long value = (from / step + 1) * step; value <= to; value += step)
        values.push_back(static_cast<double>(value));
    return values;
}

int limitOf(std::string_view size) {
    if (size == "batches") return kMaxMicrobatches;
    return size == "stages" ? kMaxStages : kMaxDevices;
}

/// Adds as many of `values` as still fit: first the ends, then halves, then quarters.
void addSpread(std::set<double>& to, const std::vector<double>& values) {
    for (const std::size_t i : spreadOrder(values.size()))
        if (to.size() < kMaxStudyValues) to.insert(values[i]);
}

}  // namespace

int toCount(double x) {
    constexpr double kLargest = std::numeric_limits<int>::max();
    return std::isnan(x) ? 0 : static_cast<int>(std::lround(std::clamp(x, 0.0, kLargest)));
}

std::span<const std::string_view> modelAxes() {
    static constexpr std::string_view kModelAxes[] = {"model.sequence", "model.microbatch",
                                                      "cluster.inter.bandwidth_gbs", "cluster.intra.bandwidth_gbs",
                                                      "cluster.device.efficiency"};
    return kModelAxes;
}

std::span<const WorkloadKey* const> liveAxes() {
    static const WorkloadKey* const kLiveAxes[] = {findNumberKey("devices"), findNumberKey("microbatches"),
                                                   findNumberKey("comm"), findNumberKey("chunks"),
                                                   findNumberKey("recompute")};
    return kLiveAxes;
}

std::vector<double> liveValues(const Scenario& scenario, const ScenarioPath& path, double from, double to) {
    const std::size_t most = kMaxStudyValues - 1;  // room for the present value
    const bool isWhole = path.isWhole();
    if (isWhole) from = std::max(1.0, std::ceil(from)), to = std::min(std::floor(to), 1e9);
    if (!(from <= to)) return {};
    const auto first = static_cast<long long>(isWhole ? from : 0), last = static_cast<long long>(isWhole ? to : 0);
    std::vector<double> values;
    if (path.kind->values) values = path.kind->values(scenario, path, {from, to});
    if (!isWhole) {
        const double step = roundAbove((to - from) / static_cast<double>(most - 3), kFineSteps);
        if (step > 0) values = multiples(step, from, to);
        for (double& value : values) value = nearestMultiple(value, step);
        std::erase_if(values, [&](double value) { return value < from || value > to; });
        values.push_back(from);
        values.push_back(to);
    } else if (values.empty()) {
        values = path.isLogarithmic() ? octaves(first, last, most) : evenSteps(first, last, most);
    }
    if (const auto present = presentValue(scenario, path); present && *present >= from && *present <= to)
        values.push_back(*present);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

std::vector<double> walkValues(const Scheme& scheme, std::string_view number) {
    const std::vector<SchemeParameter> parameters = parametersOf(scheme);
    const bool isGroup =
        std::any_of(parameters.begin(), parameters.end(), [&](const auto& own) { return own.name == number; });
    const int present = numberOf(scheme, number);
    const int last = isGroup ? scheme.workers : std::min(limitOf(number), std::max(2 * present, kLeastLastSize));
    std::set<double> values{static_cast<double>(present)};
    const std::size_t more = present < 1 || present > last ? 1 : 0;
    if (static_cast<std::size_t>(last) + more <= kMaxStudyValues) {
        for (int value = 1; value <= last; ++value) values.insert(value);
    } else {
        if (isGroup && !hasOwnFormulas(*findKind(Family::Scheme, scheme.kind))) {
            const std::vector<int> divisors = divisorsOf(last);
            addSpread(values, {divisors.begin(), divisors.end()});
        }
        addSpread(values, octaves(1, last, kMaxStudyValues));
    }
    return {values.begin(), values.end()};
}

std::vector<std::size_t> spreadOrder(std::size_t count) {
    std::vector<std::size_t> order;
    std::vector<bool> isTaken(count, false);
    const auto take = [&](std::size_t i) {
        if (i < count && !isTaken[i]) isTaken[i] = true, order.push_back(i);
    };
    take(0);
    if (count > 0) take(count - 1);
    std::size_t step = 1;
    while (step < count) step *= 2;
    for (; step >= 1; step /= 2)
        for (std::size_t i = 0; i < count; i += step) take(i);
    return order;
}

std::vector<std::size_t> ascendingOrder(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!std::is_sorted(values.begin(), values.end()))
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] < values[b]; });
    return order;
}

}  // namespace bubblescope
