#include "engine/program/program.h"

#include <algorithm>

namespace bubblescope {

std::size_t Program::opCount() const {
    std::size_t count = 0;
    for (const Lane& lane : lanes)
        if (lane.isWork()) count += lane.size();
    return count;
}

LaneId Program::laneOf(Row row) const {
    const auto after =
        std::upper_bound(lanes.begin(), lanes.end(), row, [](Row r, const RowRange& rows) { return r < rows.begin; });
    return LaneId(after - lanes.begin() - 1);
}

LaneId Program::computeLane(WorkerId worker) const {
    const auto first = std::lower_bound(lanes.begin(), lanes.end(), worker,
                                        [](const Lane& lane, WorkerId id) { return lane.worker < id; });
    return LaneId(first - lanes.begin());
}

std::optional<LaneId> Program::laneOf(WorkerId worker, Role role) const {
    for (LaneId lane = computeLane(worker); lane.index() < lanes.size() && workerOf(lane) == worker;
         lane = LaneId(lane.value + 1))
        if (lanes[lane.index()].role == role) return lane;
    return std::nullopt;
}

void addLane(Program& program, WorkerId worker, Role role, std::size_t rows, std::size_t& end) {
    Lane lane;
    lane.begin = std::max(end, kRowsPerCacheLine);
    lane.end = lane.begin + rows;
    lane.worker = worker;
    lane.role = role;
    program.lanes.push_back(lane);
    end = lane.begin + columnStride(rows);
}

namespace {

/// Everything except the lanes and their ops.
Program programWithoutLanes(Placement placement, int devices, int chunks, int microbatches) {
    Program program;
    program.workers = devices;
    program.lines = placement == Placement::Opposite ? 2 : 1;
    program.stages = devices * chunks;
    program.microbatches = microbatches;
    program.needs.laneOfStage.reserve(static_cast<std::size_t>(program.stagesOfAllLines()));
    for (int s = 0; s < program.stagesOfAllLines(); ++s)
        program.needs.laneOfStage.push_back(LaneId(workerOfStage(placement, devices, s)));
    return program;
}

}  // namespace

Program emptyProgram(Placement placement, int devices, int chunks, int microbatches, OpKindSet kinds,
                     const std::vector<std::size_t>& rows) {
    Program program = programWithoutLanes(placement, devices, chunks, microbatches);
    program.kinds = kinds;
    std::size_t end = 0;
    for (int d = 0; d < devices; ++d)
        addLane(program, WorkerId(d), Role::Compute, rows[static_cast<std::size_t>(d)], end);
    program.ops = Column<Op>(end);
    return program;
}

Program emptyProgram(Placement placement, int devices, int chunks, int microbatches, bool split) {
    const std::size_t rows =
        static_cast<std::size_t>(chunks) * static_cast<std::size_t>(microbatches) * (split ? 3 : 2);
    const OpKindSet whole{OpKind::Forward, OpKind::Backward},
        halves{OpKind::Forward, OpKind::BackwardInput, OpKind::BackwardWeight};
    return emptyProgram(placement, devices, chunks, microbatches, split ? halves : whole,
                        std::vector<std::size_t>(static_cast<std::size_t>(devices), rows));
}

Program programOf(Placement placement, int devices, int chunks, int microbatches,
                  const std::vector<std::vector<Op>>& lanes) {
    std::vector<std::size_t> rows;
    for (const std::vector<Op>& lane : lanes) rows.push_back(lane.size());
    Program program = emptyProgram(placement, devices, chunks, microbatches, OpKindSet(), rows);
    for (std::size_t d = 0; d < lanes.size(); ++d) {
        std::copy(lanes[d].begin(), lanes[d].end(), program.ops.data() + program.lanes[d].begin);
        for (const Op op : lanes[d]) program.kinds.add(op.kind()), program.hasPairs |= op.opensPair();
    }
    return program;
}

std::optional<Row> findOp(const Program& program, Op op, Row guess) {
    if (op.stage().value >= program.stagesOfAllLines() || op.microbatch().value >= program.microbatches)
        return std::nullopt;
    if (!program.needs.rowOfStep.empty() && !isTransfer(classOf(op.kind())))
        return program.needs.rowOfStep[program.stepOf(op)];
    const auto isGuess = [&](const RowRange& rows) {
        return rows.begin <= guess && guess < rows.end && program.ops[guess] == op;
    };
    if (std::any_of(program.lanes.begin(), program.lanes.end(), isGuess)) return guess;
    const auto inLane = [&](const RowRange& rows) -> std::optional<Row> {
        const auto begin = program.ops.begin() + static_cast<std::ptrdiff_t>(rows.begin),
                   end = program.ops.begin() + static_cast<std::ptrdiff_t>(rows.end);
        const auto at = std::find(begin, end, op);
        return at == end ? std::nullopt : std::optional(static_cast<Row>(at - program.ops.begin()));
    };
    if (program.needs.isByStage()) return inLane(program.lanes[program.needs.laneOfStage[op.stage().index()].index()]);
    for (const Lane& lane : program.lanes)
        if (const auto row = inLane(lane)) return row;
    return std::nullopt;
}

RowRange pairOf(const Program& program, Row row) {
    const Op op = program.ops[row];
    const Row begin = op.closesPair() ? row - 1 : row;
    return {begin, begin + (op.isInPair() ? 2 : 1)};
}

std::optional<Row> otherOfPair(const Program& program, Row row) {
    const Op op = program.ops[row];
    if (!op.isInPair()) return std::nullopt;
    return op.opensPair() ? row + 1 : row - 1;
}

namespace {

Result<void> checkLanes(const Program& program) {
    Row last = 0;
    for (const RowRange& rows : program.lanes) {
        if (rows.begin <= last || rows.end < rows.begin || rows.end > program.ops.size())
            return Error{"lanes must follow one another, with an unset row before each", {}};
        last = rows.end;
    }
    return {};
}

/// The ops of a stage and microbatch, as bits. A backward that has a W beside it counts as a grad input.
class SeenOps {
public:
    explicit SeenOps(const Program& program)
        : m_program(program),
          m_microbatches(static_cast<std::size_t>(program.microbatchesALine())),
          m_bits(static_cast<std::size_t>(program.stagesOfAllLines()) * m_microbatches) {}

    bool exists(Op op) const {
        if (op.stage().value >= m_program.stagesOfAllLines()) return false;
        const int within = op.microbatch().value - m_program.firstMicrobatch(op.stage());
        return within >= 0 && static_cast<std::size_t>(within) < m_microbatches;
    }
    /// Returns false if the op was added before.
    bool add(Op op) {
        const auto bit = static_cast<std::uint8_t>(1u << static_cast<unsigned>(op.kind()));
        const auto within = static_cast<std::size_t>(op.microbatch().value - m_program.firstMicrobatch(op.stage()));
        std::uint8_t& bits = m_bits[op.stage().index() * m_microbatches + within];
        const bool isNew = !(bits & bit);
        bits |= bit;
        return isNew;
    }
    /// An op that no lane runs.
    std::optional<Op> missing() const {
        for (std::size_t cell = 0; cell < m_bits.size(); ++cell) {
            const bool isWhole = m_program.kinds.has(OpKind::Backward) && !(m_bits[cell] & kHalves);
            const unsigned absent = (isWhole ? kWhole : kSplit) & ~unsigned{m_bits[cell]};
            if (absent == 0) continue;
            const StageId stage(static_cast<std::int64_t>(cell / m_microbatches));
            return Op(static_cast<OpKind>(__builtin_ctz(absent)), stage.value,
                      static_cast<std::int64_t>(cell % m_microbatches) + m_program.firstMicrobatch(stage));
        }
        return std::nullopt;
    }
    /// Whether a whole backward is present together with halves of one.
    bool isMixed(Op op) const {
        const auto within = static_cast<std::size_t>(op.microbatch().value - m_program.firstMicrobatch(op.stage()));
        const std::uint8_t bits = m_bits[op.stage().index() * m_microbatches + within];
        return op.kind() == OpKind::Backward ? bits & kHalves : op.kind() != OpKind::Forward && bits & 2u;
    }

private:
    static constexpr unsigned kWhole = 0b0011, kSplit = 0b1101, kHalves = 0b1100;

    const Program& m_program;
    std::size_t m_microbatches;
    std::vector<std::uint8_t> m_bits;
};

Result<void> checkRegular(const Program& program) {
    SeenOps seen(program);
    for (std::size_t i = 0; i < program.lanes.size(); ++i) {
        const LaneId lane(static_cast<std::int64_t>(i));
        for (const Op op : program.lane(lane)) {
            if (!program.isWork(lane)) break;
            if (!seen.exists(op))
                return Error{describe(op) + " does not exist: there are " + std::to_string(program.stages) +
                                 " stages and " + std::to_string(program.microbatches) + " microbatches",
                             {}};
            if (static_cast<std::size_t>(op.kind()) >= kPipelineKinds)
                return Error{describe(op) + " cannot be part of a pipeline without explicit needs", {}};
            if (!program.kinds.has(op.kind()) || seen.isMixed(op))
                return Error{describe(op) + " mixes whole and split backwards", {}};
            if (program.needs.isByStage() && program.needs.laneOfStage[op.stage().index()] != lane)
                return Error{describe(op) + " is on device " + std::to_string(program.workerOf(lane).value) +
                                 ", but its stage is on device " + std::to_string(program.workerOf(op.stage()).value),
                             {}};
            if (!seen.add(op)) return Error{describe(op) + " appears twice", {}};
        }
    }
    if (const auto missing = seen.missing()) return Error{describe(*missing) + " is missing", {}};
    return {};
}

Result<void> checkExplicit(const Program& program) {
    const Needs& needs = program.needs;
    const auto isRow = [&](Row row) {
        return std::any_of(program.lanes.begin(), program.lanes.end(),
                           [&](const RowRange& rows) { return rows.begin <= row && row < rows.end; });
    };
    const bool areAlone = needs.opOfRow.empty();
    if (needs.rows.empty() != areAlone || needs.firstRow.empty() != areAlone ||
        (areAlone ? needs.ops() : needs.opOfRow.size()) != program.ops.size() ||
        (!areAlone && needs.firstRow.size() != needs.firstEdge.size()))
        return Error{"needs must have an entry for each row", {}};
    for (const Needs::Edge& edge : needs.edges)
        if (!isRow(edge.row)) return Error{"row " + std::to_string(edge.row) + " is needed, but no lane has it", {}};
    for (const RowRange& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; ++row) {
            const std::size_t op = needs.opOf(row);
            if (op >= needs.ops())
                return Error{describe(program.ops[row]) + " is op " + std::to_string(op) + ", which does not exist",
                             {}};
            bool isMember = false;
            for (const Row member : needs.rowsOf(op)) {
                if (!isRow(member) || needs.opOf(member) != op)
                    return Error{describe(program.ops[row]) + " has rows that do not belong together", {}};
                if (member != row && program.laneOf(member) == program.laneOf(row))
                    return Error{describe(program.ops[row]) + " appears twice on a lane", {}};
                isMember |= member == row;
            }
            if (!isMember) return Error{describe(program.ops[row]) + " has rows that do not belong together", {}};
        }
    return {};
}

}  // namespace

Result<void> validate(const Program& program) {
    if (auto ok = checkLanes(program); !ok) return ok;
    return program.needs.isExplicit() ? checkExplicit(program) : checkRegular(program);
}

}  // namespace bubblescope
