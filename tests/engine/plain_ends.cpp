#include "tests/engine/plain_ends.h"

#include <algorithm>

namespace bubblescope::test {

std::vector<Time> plainEnds(const Program& program, const Column<Time>& durations) {
    std::vector<Time> starts(program.ops.size(), 0), ends(program.ops.size(), 0);
    for (bool moved = true; moved;) {
        moved = false;
        for (const RowRange& lane : program.lanes)
            for (Row row = lane.begin; row < lane.end; ++row) {
                Time start = 0;
                for (const Row member : program.needs.membersOf(row))
                    if (program.lanes[program.laneOf(member).index()].begin < member)
                        start = std::max(start, ends[member - 1]);
                const std::size_t op = program.needs.opOf(row);
                program.needs.forEachEdge(op, [&](Row on, Time lag, bool isStart) {
                    start = std::max(start, (isStart ? starts : ends)[on] + lag);
                });
                moved |= starts[row] != start || ends[row] != start + durations[op];
                starts[row] = start;
                ends[row] = start + durations[op];
            }
    }
    return ends;
}

}  // namespace bubblescope::test
