#pragma once

#include "engine/sim/costs.h"
#include "engine/sim/timeline.h"

#include <stop_token>

namespace bubblescope {

/// An order in which the ops of a program can be evaluated one after another without searching for one that is ready:
/// whatever the durations, everything an op needs comes before it. New durations only need a replay.
///
/// Shapes      steps[op], costs[kind and stage that occur]; if needs are not by stage, only ops, as numbered by
///             orderByNeeds(), or empty if the program's needs are in order
/// Invariants  ops of one level, which do not wait for each other, are contiguous, so that the processor evaluates
///             several at a time
/// Cost        12 bytes per op; 4 if there are only ops
struct EvaluationOrder {
    struct Step {
        std::uint32_t row;
        std::uint32_t input;  // the row whose end it needs; a row of no lane, which ends at 0, if none
        std::uint32_t cost;   // index in costs; with kOpensPair for the first of a pair, whose second follows
    };
    static constexpr std::uint32_t kOpensPair = std::uint32_t{1} << 31;
    std::shared_ptr<const Program> program;
    std::vector<std::size_t> costs;  // Op::costIndex() of the kinds that occur, so that the table of costs is small
    Column<Step> steps;
    Column<std::uint32_t> ops;
};

/// Finds the order of a program that simulate() ran. Null after a request on `stop`, and for programs that are so much
/// longer than wide that finding the next level takes longer than a new simulation.
///
/// Cost    about 10 ns per op, once; 8 bytes of scratch per op
/// Thread  any; pure
std::shared_ptr<const EvaluationOrder> findEvaluationOrder(std::shared_ptr<const Program> program,
                                                           std::stop_token stop = {}, const Progress& progress = {});

/// The timeline that simulate() would return, to the last bit.
///
/// Errors  cancelled() after a request on `stop`
/// Cost    about 2 ns per op: reads 12 bytes and writes 8
/// Thread  any; pure
Result<std::shared_ptr<const Timeline>> replay(const EvaluationOrder& order, const Costs& costs,
                                               std::stop_token stop = {}, const Progress& progress = {});

}  // namespace bubblescope
