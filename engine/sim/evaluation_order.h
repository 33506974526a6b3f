#pragma once

#include "engine/sim/costs.h"
#include "engine/sim/timeline.h"

#include <stop_token>

namespace bubblescope {

/// An order in which the ops of a program can be evaluated one after another without ever looking for one that is
/// ready: whatever the durations, what an op needs stands before it. Changed durations only need a replay.
///
/// Shapes      steps[op], costs[kind and stage that occur]; where needs are not by stage ops alone, as orderByNeeds()
///             numbers them, or nothing where the program has them in order
/// Invariants  ops of one level, which do not wait for each other, stand together: the processor evaluates several at
///             a time
/// Cost        12 bytes an op; 4 where there are ops alone
struct EvaluationOrder {
    struct Step {
        std::uint32_t row;
        std::uint32_t input;  // the row whose end it needs; a row of no lane, which ends at 0, if none
        std::uint32_t cost;   // of costs; that of the first of a pair with kOpensPair, and the second is next
    };
    static constexpr std::uint32_t kOpensPair = std::uint32_t{1} << 31;
    std::shared_ptr<const Program> program;
    std::vector<std::size_t> costs;  // Op::costIndex() of the kinds that occur, so that the table of costs is small
    Column<Step> steps;
    Column<std::uint32_t> ops;
};

/// Finds the order of a program that simulate() ran. Null after a request on `stop`, and where programs are so much
/// longer than wide that looking for the next level takes longer than simulating afresh does.
///
/// Cost    about 10 ns an op, once; 8 bytes of scratch an op
/// Thread  any; pure
std::shared_ptr<const EvaluationOrder> findEvaluationOrder(std::shared_ptr<const Program> program,
                                                           std::stop_token stop = {}, const Progress& progress = {});

/// The timeline that simulate() would make, to the last bit.
///
/// Errors  cancelled() after a request on `stop`
/// Cost    about 2 ns an op: reads 12 bytes of it, and writes 8
/// Thread  any; pure
Result<std::shared_ptr<const Timeline>> replay(const EvaluationOrder& order, const Costs& costs,
                                               std::stop_token stop = {}, const Progress& progress = {});

}  // namespace bubblescope
