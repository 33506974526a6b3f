#pragma once

#include "engine/core/column.h"
#include "engine/scenario/scenario.h"
#include "engine/schemes/scheme.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// The values of a scheme's functions for every op, evaluated once.
///
/// Shapes      rows [batch * chain() + step]: the chain of a batch is F0..F(S-1), B(S-1)..B0; startWorker[batch]: where
///             the virtual forward of stage -1 ran, kNowhere if that is not a worker; priority[row] is the priority of
///             the previous op on the row's chain, empty if a name defines the order
/// Invariants  workers are from 0 to workers-1, priorities are numbers
/// Cost        4 bytes per op, 12 with a formula for the priority
struct PlacedOps {
    using Worker = std::uint16_t;
    static constexpr std::int32_t kNowhere = -1;
    enum class Order { OldestBatch, OldestStage, Formula };

    int workers = 0, stages = 0, batches = 0;
    Order order = Order::OldestBatch;
    Column<Worker> compute, store;
    std::vector<std::int32_t> startWorker;
    Column<double> priority;

    std::size_t chain() const { return 2 * static_cast<std::size_t>(stages); }
    std::size_t rows() const { return chain() * static_cast<std::size_t>(batches); }
    bool isBackward(std::size_t step) const { return step >= static_cast<std::size_t>(stages); }
    std::size_t stageOf(std::size_t step) const { return isBackward(step) ? chain() - 1 - step : step; }
};

/// Evaluates the formulas of a checked scheme for every op.
///
/// Errors  a worker that does not exist, a fraction, or a priority that is not a number, with the first op that has it,
///         by stage, batch and direction; at `compute`, `store` or `priority`; cancelled()
/// Cost    about 10 ns per operator of a formula, for each op whose symbols differ
/// Thread  any; pure
Result<PlacedOps> placeOps(const Scheme& scheme, std::stop_token stop = {});

}  // namespace bubblescope
