#pragma once

#include "engine/sim/simulate.h"

namespace bubblescope::test {

/// A program, simulated with the times of a workload.
inline Result<std::shared_ptr<const Timeline>> simulated(std::shared_ptr<const Program> program,
                                                         const Durations& durations) {
    const Costs costs = costsOf(*program, durations);
    return simulate(std::move(program), costs);
}
inline Result<std::shared_ptr<const Timeline>> simulated(Program program, const Durations& durations) {
    return simulated(std::make_shared<const Program>(std::move(program)), durations);
}

/// The row that an op of a regular program needs, found by the rule without a timeline.
inline std::optional<Row> inputRow(const Program& program, Op op) {
    const auto needed = neededBy(op.kind(), op.stage().value, program.stages);
    for (const OpKind kind : {OpKind::Forward, OpKind::Backward, OpKind::BackwardInput})
        if (needed && needed->kinds.has(kind))
            if (const auto row = findOp(program, Op(kind, needed->stage, op.microbatch().value))) return row;
    return std::nullopt;
}

}  // namespace bubblescope::test
