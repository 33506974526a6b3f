#include "engine/schemes/placed_ops.h"

#include "engine/formula/formula.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

enum Symbol : std::size_t { kStage, kBatch, kForward, kBackward, kWorkersSymbol, kStagesSymbol, kBatchesSymbol };
constexpr std::size_t kEvaluationsPerStopCheck = 1 << 12;

std::string opText(int stage, int batch, bool isBackward) {
    return "(stage " + std::to_string(stage) + ", batch " + std::to_string(batch) +
           (isBackward ? ", backward)" : ", forward)");
}

/// One of a scheme's formulas with the values of its symbols.
class OpFunction {
public:
    static Result<OpFunction> of(const Scheme& scheme, std::string_view text, const char* key) {
        const std::vector<std::string> names = schemeSymbols(scheme);
        const std::vector<std::string_view> symbols(names.begin(), names.end());
        auto formula = Formula::parse(text, symbols);
        if (!formula) return Error{formula.error().message, key};
        return OpFunction(scheme, std::move(*formula));
    }

    double value(int stage, int batch, bool isBackward) {
        m_values[kStage] = stage;
        m_values[kBatch] = batch;
        m_values[kForward] = isBackward ? 0 : 1;
        m_values[kBackward] = isBackward ? 1 : 0;
        return m_formula.value(m_values);
    }

    /// The values for the virtual forwards of stage -1, one per batch; none after a request on `stop`.
    std::vector<double> ofStarts(const std::stop_token& stop) {
        std::vector<double> values;
        for (int batch = 0; batch < m_batches; ++batch) {
            if (values.size() % kEvaluationsPerStopCheck == 0 && stop.stop_requested()) return {};
            values.push_back(value(-1, batch, false));
        }
        return values;
    }

    /// Calls `take(stage, batch, isBackward, value)` for every op, by stage, batch and direction, until it refuses. Ops
    /// that do not differ in a symbol of the formula share an evaluation.
    template <class Take>
    Result<void> forEach(const std::stop_token& stop, Take take) {
        const bool byStage = uses(kStage), byBatch = uses(kBatch), byDirection = uses(kForward) || uses(kBackward);
        std::vector<std::array<double, 2>> values(byBatch ? static_cast<std::size_t>(m_batches) : 1);
        for (int stage = 0; stage < m_stages; ++stage) {
            if (stage == 0 || byStage)
                for (std::size_t batch = 0; batch < values.size(); ++batch) {
                    if (batch % kEvaluationsPerStopCheck == 0 && stop.stop_requested()) return cancelled();
                    values[batch][0] = value(stage, static_cast<int>(batch), false);
                    values[batch][1] = byDirection ? value(stage, static_cast<int>(batch), true) : values[batch][0];
                }
            if (stop.stop_requested()) return cancelled();
            for (int batch = 0; batch < m_batches; ++batch)
                for (const bool isBackward : {false, true})
                    if (auto ok = take(stage, batch, isBackward,
                                       values[byBatch ? static_cast<std::size_t>(batch) : 0][isBackward ? 1 : 0]);
                        !ok)
                        return ok;
        }
        return {};
    }

private:
    OpFunction(const Scheme& scheme, Formula formula)
        : m_formula(std::move(formula)), m_stages(scheme.stages), m_batches(scheme.batches) {
        m_values.resize(kBatchesSymbol + 1);
        m_values[kWorkersSymbol] = scheme.workers;
        m_values[kStagesSymbol] = scheme.stages;
        m_values[kBatchesSymbol] = scheme.batches;
        for (const SchemeParameter& parameter : parametersOf(scheme)) m_values.push_back(parameter.value);
    }
    bool uses(Symbol symbol) const {
        return std::binary_search(m_formula.uses().begin(), m_formula.uses().end(), std::size_t{symbol});
    }

    Formula m_formula;
    std::vector<double> m_values;
    int m_stages, m_batches;
};

bool isWorker(double value, int workers) { return value >= 0 && value < workers && value == std::floor(value); }

Error noWorker(double value, int workers, const std::string& op, const char* key) {
    const std::string given = std::isnan(value) ? "NaN" : formulaValueText(value);
    const bool isWhole = value == std::floor(value);
    return {"worker " + given + " for " + op +
                (isWhole ? ", but there are only " + std::to_string(workers) : ", but a worker must be a whole number"),
            key};
}

Result<void> fillWorkers(const PlacedOps& placed, OpFunction& function, const char* key,
                         Column<PlacedOps::Worker>& column, const std::stop_token& stop) {
    column.resize(placed.rows());
    const std::size_t chain = placed.chain();
    return function.forEach(stop, [&](int stage, int batch, bool isBackward, double value) -> Result<void> {
        if (!isWorker(value, placed.workers))
            return noWorker(value, placed.workers, opText(stage, batch, isBackward), key);
        const auto step = static_cast<std::size_t>(stage);
        column[static_cast<std::size_t>(batch) * chain + (isBackward ? chain - 1 - step : step)] =
            static_cast<PlacedOps::Worker>(value);
        return {};
    });
}

Result<void> fillPriorities(PlacedOps& placed, OpFunction& function, const std::stop_token& stop) {
    const auto priority = [&](int stage, int batch, bool isBackward, double value) -> Result<double> {
        if (!std::isnan(value)) return value;
        return Error{"the priority of " + opText(stage, batch, isBackward) + " is not a number", "priority"};
    };
    placed.priority.resize(placed.rows());
    const std::size_t chain = placed.chain();
    const std::vector<double> starts = function.ofStarts(stop);
    if (starts.empty()) return cancelled();
    for (std::size_t batch = 0; batch < starts.size(); ++batch) {
        const auto first = priority(-1, static_cast<int>(batch), false, starts[batch]);
        if (!first) return first.error();
        placed.priority[batch * chain] = *first;
    }
    return function.forEach(stop, [&](int stage, int batch, bool isBackward, double value) -> Result<void> {
        if (isBackward && stage == 0) return {};  // the end of the chain: no op follows
        const auto checked = priority(stage, batch, isBackward, value);
        if (!checked) return checked.error();
        const auto step = static_cast<std::size_t>(stage);
        placed.priority[static_cast<std::size_t>(batch) * chain + (isBackward ? chain - step : step + 1)] = *checked;
        return {};
    });
}

}  // namespace

Result<PlacedOps> placeOps(const Scheme& scheme, std::stop_token stop) {
    PlacedOps placed;
    placed.workers = scheme.workers;
    placed.stages = scheme.stages;
    placed.batches = scheme.batches;
    auto compute = OpFunction::of(scheme, computeFormula(scheme), "compute");
    if (!compute) return compute.error();
    auto store = OpFunction::of(scheme, storeFormula(scheme), "store");
    if (!store) return store.error();
    if (auto ok = fillWorkers(placed, *compute, "compute", placed.compute, stop); !ok) return ok.error();
    if (auto ok = fillWorkers(placed, *store, "store", placed.store, stop); !ok) return ok.error();
    const std::vector<double> starts = compute->ofStarts(stop);
    if (starts.empty()) return cancelled();
    for (const double worker : starts)
        placed.startWorker.push_back(isWorker(worker, placed.workers) ? static_cast<std::int32_t>(worker)
                                                                      : PlacedOps::kNowhere);
    placed.order = scheme.priority == kOldestBatchFirst   ? PlacedOps::Order::OldestBatch
                   : scheme.priority == kOldestStageFirst ? PlacedOps::Order::OldestStage
                                                          : PlacedOps::Order::Formula;
    if (placed.order != PlacedOps::Order::Formula) return placed;
    auto priority = OpFunction::of(scheme, scheme.priority, "priority");
    if (!priority) return priority.error();
    if (auto ok = fillPriorities(placed, *priority, stop); !ok) return ok.error();
    return placed;
}

}  // namespace bubblescope
