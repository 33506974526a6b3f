#include "engine/program/program.h"

#include "engine/program/describe.h"

#include <algorithm>

namespace bubblescope {

std::size_t Program::opCount() const {
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        if (laneKind[lane] == LaneKind::Compute) count += lanes[lane].size();
    return count;
}

LaneId Program::laneOf(Row row) const {
    const auto after =
        std::upper_bound(lanes.begin(), lanes.end(), row, [](Row r, const RowRange& rows) { return r < rows.begin; });
    return LaneId(after - lanes.begin() - 1);
}

Program emptyProgram(Placement placement, int devices, int chunks, int microbatches, bool split) {
    Program program;
    program.workers = devices;
    program.stages = devices * chunks;
    program.microbatches = microbatches;
    program.split = split;
    program.stageWorker.reserve(static_cast<std::size_t>(program.stages));
    for (int s = 0; s < program.stages; ++s)
        program.stageWorker.push_back(WorkerId(workerOfStage(placement, devices, s)));
    const std::size_t rows =
        static_cast<std::size_t>(chunks) * static_cast<std::size_t>(microbatches) * (split ? 3 : 2);
    const std::size_t stride = columnStride(rows);
    for (int d = 0; d < devices; ++d) {
        program.laneWorker.push_back(WorkerId(d));
        program.laneKind.push_back(LaneKind::Compute);
        const std::size_t begin = kRowsPerCacheLine + static_cast<std::size_t>(d) * stride;
        program.lanes.push_back({begin, begin + rows});
    }
    program.ops = Column<Op>(kRowsPerCacheLine + static_cast<std::size_t>(devices) * stride);
    return program;
}

std::optional<Op> dataDependency(const Program& program, Op op) {
    const int stage = op.stage().value, microbatch = op.microbatch().value;
    const OpKind backward = program.split ? OpKind::BackwardInput : OpKind::Backward;
    switch (op.kind()) {
        case OpKind::Forward:
            if (stage == 0) return std::nullopt;
            return Op(OpKind::Forward, stage - 1, microbatch);
        case OpKind::Backward:
        case OpKind::BackwardInput:
            if (stage + 1 == program.stages) return Op(OpKind::Forward, stage, microbatch);
            return Op(backward, stage + 1, microbatch);
        case OpKind::BackwardWeight: return Op(OpKind::BackwardInput, stage, microbatch);
    }
    return std::nullopt;
}

std::optional<Row> findOp(const Program& program, Op op, Row guess) {
    if (op.stage().value >= program.stages || op.microbatch().value >= program.microbatches) return std::nullopt;
    const WorkerId worker = program.workerOf(op);
    const auto isGuess = [&](const RowRange& rows) {
        return rows.begin <= guess && guess < rows.end && program.ops[guess] == op;
    };
    if (std::any_of(program.lanes.begin(), program.lanes.end(), isGuess)) return guess;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        const LaneId id(static_cast<std::int64_t>(lane));
        if (program.laneWorker[lane] != worker || !program.isCompute(id)) continue;
        const auto ops = program.lane(id);
        if (const auto at = std::find(ops.begin(), ops.end(), op); at != ops.end())
            return program.lanes[lane].begin + static_cast<std::size_t>(at - ops.begin());
    }
    return std::nullopt;
}

Result<void> validate(const Program& program) {
    const auto cells = static_cast<std::size_t>(program.stages) * static_cast<std::size_t>(program.microbatches);
    std::vector<std::uint8_t> seen(cells, 0);
    Row last = 0;
    for (const RowRange& rows : program.lanes) {
        if (rows.begin <= last || rows.end < rows.begin || rows.end > program.ops.size())
            return Error{"lanes must stand one after another with an unset row before each", {}};
        last = rows.end;
    }
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        const WorkerId worker = program.laneWorker[lane];
        const LaneId id(static_cast<std::int64_t>(lane));
        if (!program.isCompute(id)) continue;
        for (Op op : program.lane(id)) {
            if (op.stage().value >= program.stages || op.microbatch().value >= program.microbatches)
                return Error{describe(op) + " does not exist: there are " + std::to_string(program.stages) +
                                 " stages and " + std::to_string(program.microbatches) + " microbatches",
                             {}};
            if ((op.kind() == OpKind::Backward) == program.split && op.kind() != OpKind::Forward)
                return Error{describe(op) + " mixes whole and split backwards", {}};
            if (program.workerOf(op) != worker)
                return Error{describe(op) + " stands on device " + std::to_string(worker.value) +
                                 ", its stage on device " + std::to_string(program.workerOf(op).value),
                             {}};
            auto& bits =
                seen[op.stage().index() * static_cast<std::size_t>(program.microbatches) + op.microbatch().index()];
            const auto bit = static_cast<std::uint8_t>(1u << static_cast<unsigned>(op.kind()));
            if (bits & bit) return Error{describe(op) + " stands twice", {}};
            bits |= bit;
        }
    }
    const std::uint8_t all = program.split ? 0b1101 : 0b0011;
    const auto missing = std::find_if(seen.begin(), seen.end(), [&](std::uint8_t bits) { return bits != all; });
    if (missing == seen.end()) return {};
    const auto cell = missing - seen.begin();
    const auto absent = static_cast<unsigned>(all & ~*missing);
    const auto kind = static_cast<OpKind>(__builtin_ctz(absent));
    return Error{describe(Op(kind, cell / program.microbatches, cell % program.microbatches)) + " is missing", {}};
}

}  // namespace bubblescope
