#include "tests/engine/plain_simulator.h"

#include <map>
#include <tuple>

namespace bubblescope::test {

std::optional<std::vector<Time>> plainStarts(const Program& program, const Durations& durations, Random& random) {
    using Key = std::tuple<OpKind, int, int>;
    std::map<Key, Time> ends;
    std::vector<Time> starts(program.ops.size(), -1);
    std::vector<Row> next;
    std::vector<Time> freeAt(program.lanes.size(), 0);
    for (const RowRange& lane : program.lanes) next.push_back(lane.begin);

    const auto inputReadyAt = [&](Op op) -> std::optional<Time> {
        const int s = op.stage().value, m = op.microbatch().value;
        const auto workerOf = [&](OpKind kind, int stage) {
            return program.workerOfRow(*findOp(program, Op(kind, stage, m)));
        };
        const WorkerId here = workerOf(op.kind(), s);
        const auto after = [&](OpKind kind, int stage) -> std::optional<Time> {
            const auto end = ends.find({kind, stage, m});
            if (end == ends.end()) return std::nullopt;
            return end->second + durations.hop(workerOf(kind, stage), here);
        };
        if (op.kind() == OpKind::Forward)
            return s % program.stages == 0 ? std::optional<Time>(0) : after(OpKind::Forward, s - 1);
        if (op.kind() == OpKind::BackwardWeight) return after(OpKind::BackwardInput, s);
        if ((s + 1) % program.stages == 0) return after(OpKind::Forward, s);
        const auto whole = after(OpKind::Backward, s + 1);  // some may be split, others not
        return whole ? whole : after(OpKind::BackwardInput, s + 1);
    };
    // For a pair, the time at which both inputs are there.
    const auto readyAt = [&](Row row) -> std::optional<Time> {
        const auto first = inputReadyAt(program.ops[row]);
        if (!first || !program.ops[row].opensPair()) return first;
        const auto second = inputReadyAt(program.ops[row + 1]);
        return second ? std::optional(std::max(*first, *second)) : std::nullopt;
    };

    for (;;) {
        std::vector<std::size_t> ready;
        bool unfinished = false;
        for (std::size_t lane = 0; lane < next.size(); ++lane) {
            if (next[lane] == program.lanes[lane].end) continue;
            unfinished = true;
            if (readyAt(next[lane])) ready.push_back(lane);
        }
        if (!unfinished) return starts;
        if (ready.empty()) return std::nullopt;
        const std::size_t lane =
            ready[static_cast<std::size_t>(randomInt(random, 0, static_cast<int>(ready.size()) - 1))];
        const RowRange rows = pairOf(program, next[lane]);
        const Time start = std::max(freeAt[lane], *readyAt(rows.begin));
        freeAt[lane] = start + (rows.size() > 1 ? durations.pairMoreOf(program.lanes[lane].worker) : 0);
        for (Row row = rows.begin; row < rows.end; ++row) {
            const Op op = program.ops[row];
            starts[row] = start;
            freeAt[lane] += durations.of(op.kind(), program.lanes[lane].worker, program.placeOf(op.stage()));
        }
        for (Row row = rows.begin; row < rows.end; ++row) {
            const Op op = program.ops[row];
            ends[{op.kind(), op.stage().value, op.microbatch().value}] = freeAt[lane];
        }
        Time send = 0;
        for (Row row = rows.begin; row < rows.end && durations.sendsBlock; ++row) {
            const Op op = program.ops[row];
            if (op.kind() == OpKind::BackwardWeight) continue;
            const int to = program.modelStage(op.stage()).value + (op.kind() == OpKind::Forward ? 1 : -1);
            if (to < 0 || to == program.stages) continue;
            const StageId other(op.stage().value + to - program.modelStage(op.stage()).value);
            send = std::max(send, durations.hop(program.lanes[lane].worker, program.workerOf(other)));
        }
        freeAt[lane] += send;
        next[lane] = rows.end;
    }
}

}  // namespace bubblescope::test
