#include "engine/results/quantities.h"

#include "engine/schemes/run_scheme.h"
#include "engine/steps/run_step.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace bubblescope {

namespace {

double share(Time part, const Run& run) {
    const Time total = run.metrics.totalTime;
    return total == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(total);
}

template <Time WorkerMetrics::*Part>
QuantityValue timeOf(const Run& run, std::size_t worker) {
    return run.metrics.workers[worker].*Part;
}

template <Time WorkerMetrics::*Part>
QuantityValue shareOf(const Run& run, std::size_t worker) {
    return share(run.metrics.workers[worker].*Part, run);
}

/// Over all workers, or all ranks that they stand for.
template <class Value>
double meanOverWorkers(const Run& run, const Value& valueOf) {
    double sum = 0, count = 0;
    for (std::size_t worker = 0; worker < run.metrics.workers.size(); ++worker) {
        const double ranks = run.step ? run.step->ranks.count[worker] : 1;
        sum += ranks * valueOf(worker);
        count += ranks;
    }
    return sum / count;
}

/// As a share of all workers' time.
template <Time WorkerMetrics::*Part>
QuantityValue meanShare(const Run& run) {
    return meanOverWorkers(run, [&](std::size_t worker) { return share(run.metrics.workers[worker].*Part, run); });
}

template <class Read>
QuantityValue ofScheme(const Run& run, const Read& read) {
    return run.scheme ? QuantityValue(read(*run.scheme)) : QuantityValue();
}

QuantityValue meanBusy(const Run& run) {
    return meanOverWorkers(run, [&](std::size_t worker) { return toUnits(run.metrics.workers[worker].busy); });
}

/// Only for runs with a pipeline.
template <double Metrics::*Member>
QuantityValue ofPipeline(const Run& run) {
    if (run.step) return {};
    return run.metrics.*Member;
}

template <Time StepWorker::*Part>
QuantityValue ofRank(const Run& run, std::size_t worker) {
    if (!run.step) return {};
    return run.step->workers[worker].*Part;
}

/// In the user's unit.
template <Time StepWorker::*Part>
QuantityValue meanOfRanks(const Run& run) {
    if (!run.step) return {};
    return meanOverWorkers(run, [&](std::size_t worker) { return toUnits(run.step->workers[worker].*Part); });
}

template <MessageUnit Unit>
QuantityValue sentIn(const Run& run) {
    if (!run.step || !run.step->sent) return {};
    const double amount = (*run.step->sent)[static_cast<std::size_t>(Unit)];
    return amount > 0 ? QuantityValue(amount) : QuantityValue();
}

template <double StepFigures::*Member>
QuantityValue ofFigures(const Run& run) {
    if (!run.step || !run.step->figures) return {};
    return (*run.step->figures).*Member;
}

template <auto Member>
QuantityValue one(const Run& run, std::size_t worker) {
    return ofScheme(run, [&](const SchemeRun& s) { return static_cast<std::int64_t>(s.workers[worker].*Member); });
}

template <auto Member>
std::int64_t sumOver(const SchemeRun& scheme) {
    std::int64_t sum = 0;
    for (const SchemeWorker& worker : scheme.workers) sum += worker.*Member;
    return sum;
}

template <auto Member>
QuantityValue sumOf(const Run& run) {
    return ofScheme(run, [](const SchemeRun& s) { return sumOver<Member>(s); });
}

template <auto Member>
QuantityValue meanOf(const Run& run) {
    return ofScheme(run, [](const SchemeRun& s) {
        return static_cast<double>(sumOver<Member>(s)) / static_cast<double>(s.workers.size());
    });
}

template <auto Member>
QuantityValue mostOf(const Run& run) {
    return ofScheme(run, [](const SchemeRun& s) {
        std::int64_t most = 0;
        for (const SchemeWorker& worker : s.workers) most = std::max<std::int64_t>(most, worker.*Member);
        return most;
    });
}

QuantityValue throughputBound(const Run& run) {
    if (!run.scheme || run.schedule.scheme->workloadTimes || run.schedule.scheme->fetch != 0) return {};
    double held = 0;
    for (const HeldActivations& one : run.scheme->held) held += one.most();
    return held / static_cast<double>(run.scheme->workers.size()) / run.schedule.scheme->stages;
}

}  // namespace

std::span<const QuantityInfo> quantities() {
    static const QuantityInfo kQuantities[] = {
#define QUANTITY(name, ...) {.quantity = Quantity::name, __VA_ARGS__},
#define WORKER_QUANTITY(name, ...) QUANTITY(name, __VA_ARGS__)
#include "engine/results/quantities.def"
#undef QUANTITY
#undef WORKER_QUANTITY
    };
    return kQuantities;
}

const QuantityInfo& infoOf(Quantity quantity) {
    return *std::find_if(quantities().begin(), quantities().end(),
                         [&](const QuantityInfo& info) { return info.quantity == quantity; });
}

std::vector<Quantity> quantitiesIn(Offered view) {
    std::vector<Quantity> offered;
    for (const QuantityInfo& info : quantities())
        if (info.offered & view) offered.push_back(info.quantity);
    return offered;
}

std::size_t placeIn(Offered view, Quantity quantity) {
    assert(infoOf(quantity).offered & view);
    const std::vector<Quantity> offered = quantitiesIn(view);
    return static_cast<std::size_t>(std::find(offered.begin(), offered.end(), quantity) - offered.begin());
}

std::optional<Quantity> findQuantity(std::string_view id, Offered view) {
    for (const QuantityInfo& info : quantities())
        if ((info.offered & view) && info.id == id) return info.quantity;
    return std::nullopt;
}

bool mayHave(const ScheduleEntry& entry, const QuantityInfo& info) {
    if (entry.family != Family::Step) return info.of != QuantityOf::Steps;
    // A mesh may have stages.
    const bool hasStages = takesWorkload(entry.kind);
    return info.of != QuantityOf::Schedules && (hasStages || info.of != QuantityOf::Pipelines);
}

double numberOf(const QuantityValue& value, QuantityUnit unit) {
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return unit == QuantityUnit::Duration ? toUnits(*whole) : static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&value);
    return real ? *real : std::numeric_limits<double>::quiet_NaN();
}

double valueOf(Quantity quantity, const Run& run) {
    const QuantityInfo& info = infoOf(quantity);
    return numberOf(info.ofRun(run), info.unit);
}

bool operator==(const StudyPoint& a, const StudyPoint& b) {
    const auto isSame = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return a.refusal == b.refusal && a.isTooLarge == b.isTooLarge && a.overLimit == b.overLimit && a.work == b.work &&
           std::equal(a.values.begin(), a.values.end(), b.values.begin(), isSame);
}

StudyPoint pointOf(const Run& run) {
    StudyPoint point;
    for (const QuantityInfo& info : quantities())
        if (info.ofRun) point.values[static_cast<std::size_t>(info.quantity)] = numberOf(info.ofRun(run), info.unit);
    if (const auto worker = run.workerOverLimit()) point.overLimit = static_cast<std::uint32_t>(*worker);
    if (run.step && run.step->isOverMemory())
        point.overLimit = static_cast<std::uint32_t>(run.step->ranks.firstRank[*run.step->fullestWorker()]);
    point.work = workOf(run);
    return point;
}

StudyPoint refusedPoint(std::string why) {
    StudyPoint point;
    point.refusal = std::move(why);
    return point;
}

}  // namespace bubblescope
