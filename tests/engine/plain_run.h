#pragma once

#include "engine/results/run.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace bubblescope::test {

/// The peak memory of each worker of a pipeline, in activations of one microbatch on one device (model.md §5).
inline std::vector<double> plainPeaks(const Run& run) {
    const Program& program = *run.timeline->program;
    const Workload& workload = run.schedule.workload;
    const double brought = workload.recompute * (1 - workload.recomputeKeep);
    const double share = double(program.workers) / program.stages / program.pieces;
    std::vector<double> peaks;
    for (const Lane& lane : program.lanes) {
        double held = 0, peak = 0;
        for (Row row = lane.begin; row < lane.end; ++row) switch (program.ops[row].kind()) {
                case OpKind::Forward: peak = std::max(peak, held += (1 - brought) * share); break;
                case OpKind::Backward:
                    peak = std::max(peak, held + brought * share);
                    held -= (1 - brought) * share;
                    break;
                case OpKind::BackwardInput:
                    peak = std::max(peak, held + brought * share);
                    held += (workload.weightHold - (1 - brought)) * share;
                    break;
                default: held -= workload.weightHold * share;
            }
        peaks.push_back(peak);
    }
    return peaks;
}

/// A run of a pipeline or a scheme, analysed by the rules of model.md in their simplest form: what each op waits for,
/// when all ops would start if one took longer, and which two chains of ops lead to a gap.
struct PlainRun {
    struct Need {
        Row row;
        Time hop;
        bool isFetch;
    };
    struct Step {
        Row row;
        Time hop;
        bool isTurn;
    };
    struct Way {
        std::vector<Step> steps;
        Time at = 0;
    };
    struct Parts {
        Time work = 0, order = 0, uneven = 0, transfer = 0, fetch = 0, unknown = 0;
        std::map<std::pair<int, int>, Time> onLink;  // on the chain to the gap's end
        std::map<int, Time> longer;                  // likewise, by worker
    };

    explicit PlainRun(const Run& given) : run(given), timeline(*given.timeline), program(*timeline.program) {
        std::map<std::tuple<OpKind, int, int>, Row> rowOf;
        needs.resize(program.ops.size());
        before.resize(program.ops.size());
        for (const Lane& lane : program.lanes)
            for (Row row = lane.begin; row < lane.end; ++row) {
                const Op op = program.ops[row];
                rowOf[{op.kind(), op.stage().value, op.microbatch().value}] = row;
                rows.push_back(row);
            }
        const bool isSplit = program.kinds.has(OpKind::BackwardInput);
        const OpKind backward = isSplit ? OpKind::BackwardInput : OpKind::Backward;
        for (const Row row : rows) {
            const Op op = program.ops[row];
            const int s = op.stage().value, m = op.microbatch().value;
            const auto add = [&](OpKind kind, int stage) {
                const Row from = rowOf.at({kind, stage, m});
                const bool isFetched = op.kind() == OpKind::FetchForward || op.kind() == OpKind::FetchBackward;
                needs[row].push_back({from, isFetched ? 0 : given.durations.hop(workerOf(from), workerOf(row)), false});
            };
            if (op.kind() == OpKind::Forward || op.kind() == OpKind::FetchForward) {
                if (s > 0) add(OpKind::Forward, s - 1);
            } else if (op.kind() == OpKind::BackwardWeight) {
                add(OpKind::BackwardInput, s);
            } else if (s + 1 == program.stages) {
                add(OpKind::Forward, s);
            } else {
                add(backward, s + 1);
            }
            for (const auto& [of, fetch] :
                 {std::pair{OpKind::Forward, OpKind::FetchForward}, {OpKind::Backward, OpKind::FetchBackward}})
                if (const auto from = rowOf.find({fetch, s, m}); op.kind() == of && from != rowOf.end())
                    needs[row].push_back({from->second, 0, true});
        }
        for (const Lane& lane : program.lanes)
            for (Row row = lane.begin + 1; row < lane.end; ++row) before[row] = row - 1;
        // An order in which everything that an op waits for comes before it.
        std::vector<std::size_t> awaited(needs.size());
        std::vector<std::vector<Row>> waiting(needs.size());
        std::vector<Row> ready;
        for (const Row row : rows) {
            awaited[row] = needs[row].size() + (before[row] ? 1 : 0);
            if (before[row]) waiting[*before[row]].push_back(row);
            for (const Need& need : needs[row]) waiting[need.row].push_back(row);
            if (awaited[row] == 0) ready.push_back(row);
        }
        for (std::size_t i = 0; i < ready.size(); ++i)
            for (const Row row : waiting[ready[i]])
                if (--awaited[row] == 0) ready.push_back(row);
        order = std::move(ready);
    }

    WorkerId workerOf(Row row) const { return program.workerOfRow(row); }
    Time startOf(Row row) const { return timeline.startOf(row); }
    Time endOf(Row row) const { return timeline.end[row]; }
    bool isFetch(Row row) const { return !program.isWork(program.laneOf(row)); }

    /// The start of every op in this order if the op `longer` takes `more` longer.
    std::vector<Time> startsWith(Row longer, Time more) const {
        std::vector<Time> starts(needs.size()), ends(needs.size());
        for (const Row row : order) {
            Time start = timeline.earliestStart;
            if (before[row]) start = std::max(start, ends[*before[row]]);
            for (const Need& need : needs[row]) start = std::max(start, ends[need.row] + need.hop);
            starts[row] = start;
            ends[row] = start + (endOf(row) - startOf(row)) + (row == longer ? more : 0);
        }
        return starts;
    }
    /// Whether that moves neither another op nor the end; fetches may move.
    bool isHarmless(Row longer, Time more) const {
        const auto starts = startsWith(longer, more);
        for (const Row row : rows) {
            const Time start = starts[row];
            if (start + (endOf(row) - startOf(row)) + (row == longer ? more : 0) > timeline.latestEnd) return false;
            if (row != longer && !isFetch(row) && start != startOf(row)) return false;
        }
        return true;
    }

    /// What an op waited for last: an input, its fetch, or the op before it in the schedule order.
    std::optional<Step> blockerOf(Row row) const {
        for (const bool isFetch : {false, true})
            for (const Need& need : needs[row])
                if (need.isFetch == isFetch && endOf(need.row) + need.hop == startOf(row))
                    return Step{need.row, need.hop, false};
        if (before[row] && endOf(*before[row]) == startOf(row)) return Step{*before[row], 0, true};
        return std::nullopt;
    }

    /// The two chains that lead to a gap, from where they fork; explain.h defines them.
    std::pair<Way, Way> waysTo(Time begin, Time end, std::optional<Row> gapBefore, std::optional<Row> gapAfter,
                               Row lastOfAll) const {
        Way theirs{{}, end}, own{{}, begin};
        auto next = gapAfter ? blockerOf(*gapAfter) : std::optional(Step{lastOfAll, 0, false});
        auto ownNext = gapBefore ? std::optional(Step{*gapBefore, 0, true}) : std::nullopt;
        const auto parted = [&] {
            return theirs.steps.empty() || own.steps.empty() || theirs.steps.back().row != own.steps.back().row;
        };
        while (parted() && (next || ownNext)) {
            const bool isTheirs = next && (!ownNext || theirs.at >= own.at);
            Way& way = isTheirs ? theirs : own;
            auto& step = isTheirs ? next : ownNext;
            way.steps.push_back(*step);
            way.at = startOf(step->row);
            step = blockerOf(step->row);
        }
        return {theirs, own};
    }

    /// The time of an op if all ops of its kind took the same time.
    Time evenOf(Row row) const {
        const auto kind = static_cast<std::size_t>(program.ops[row].kind());
        std::map<int, Time> byStage;
        double sum = 0, count = 0;
        if (program.needs.isByStage()) {
            for (const Row other : rows)
                if (program.ops[other].kind() == program.ops[row].kind())
                    byStage[program.ops[other].stage().value] = endOf(other) - startOf(other);
            for (const auto& [stage, time] : byStage) sum += double(time), ++count;
        } else {
            for (const auto& times : run.durations.inner) sum += double(times.op[kind]), ++count;
        }
        return static_cast<Time>(sum / count);
    }

    Parts partsOf(const std::pair<Way, Way>& ways, std::optional<Row> gapAfter) const {
        Parts parts;
        Time turns = 0;
        std::map<OpKind, Time> even;
        const bool isForked = !ways.first.steps.empty() && !ways.second.steps.empty() &&
                              ways.first.steps.back().row == ways.second.steps.back().row;
        for (const int sign : {1, -1}) {
            const Way& way = sign > 0 ? ways.first : ways.second;
            std::optional<Row> waiting = sign > 0 ? gapAfter : std::nullopt;
            for (std::size_t i = 0; i < way.steps.size(); ++i) {
                const Step& step = way.steps[i];
                parts.transfer += sign * step.hop;
                if (step.hop > 0 && sign > 0)
                    parts.onLink[{workerOf(step.row).value, workerOf(*waiting).value}] += step.hop;
                waiting = step.row;
                const Time took = endOf(step.row) - startOf(step.row);
                if (isFetch(step.row)) {
                    parts.fetch += sign * took;
                    continue;
                }
                const OpKind kind = program.ops[step.row].kind();
                if (!even.contains(kind)) even[kind] = evenOf(step.row);
                parts.work += sign * even[kind];
                parts.uneven += sign * (took - even[kind]);
                if (sign < 0 || (isForked && i + 1 == way.steps.size())) continue;
                parts.longer[workerOf(step.row).value] += took - even[kind];
                if (step.isTurn) turns += even[kind];
            }
        }
        parts.order = std::clamp<Time>(parts.work, 0, turns);
        parts.work -= parts.order;
        parts.unknown = ways.first.at - ways.second.at;
        return parts;
    }

    const Run& run;
    const Timeline& timeline;
    const Program& program;
    std::vector<Row> rows, order;
    std::vector<std::vector<Need>> needs;    // by row
    std::vector<std::optional<Row>> before;  // on its lane, by row
};

}  // namespace bubblescope::test
