#include "engine/io/result_csv.h"

#include "engine/core/text.h"
#include "engine/io/json_text.h"
#include "engine/results/quantities.h"
#include "engine/steps/run_step.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Columns of ops besides those that all schedules have.
struct MoreColumns {
    bool pairs = false;   // whether it is one of a fused pair
    bool pieces = false;  // which piece of a microbatch's sequence it is
    bool steps = false;   // its name and lane, in a training step

    void add(const ScheduleKind& kind) {
        pairs |= kind.runsPairs;
        pieces |= kind.piecesBy != nullptr;
        steps |= kind.family == Family::Step;
    }
};

MoreColumns columnsOf(const Scenario& scenario) {
    MoreColumns more;
    for (const ScheduleEntry& entry : scenario.schedules) more.add(*kindOf(entry));
    return more;
}

std::vector<const QuantityInfo*> columns(bool withSteps) {
    std::vector<const QuantityInfo*> shown;
    for (const QuantityInfo& info : quantities())
        if (info.ofRun && (withSteps || info.of != QuantityOf::Steps)) shown.push_back(&info);
    return shown;
}

std::string cellOf(const QuantityInfo& info, const Run& run) {
    const QuantityValue value = info.ofRun(run);
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return info.unit == QuantityUnit::Duration ? timeText(*whole) : std::to_string(*whole);
    const auto* real = std::get_if<double>(&value);
    return real ? measuredText(*real) : std::string();
}

std::string rowOf(const Workload& workload, const RunResult& result, ResultParts parts, bool withSteps) {
    std::string row;
    const auto add = [&](const std::string& cell) { row += ',' + cell; };
    const StepRun* const step = result ? (*result)->step.get() : nullptr;
    const bool hasPipeline = !step || step->runsPipeline();
    add(std::to_string(step ? step->ranks.ranks() : workload.devices));
    for (const int Workload::*size : {&Workload::microbatches, &Workload::chunks})
        add(hasPipeline ? std::to_string(workload.*size) : std::string());
    for (const QuantityInfo* info : columns(withSteps)) add(result ? cellOf(*info, **result) : std::string());
    if (parts.timing) {
        add(result ? std::to_string((*result)->timeline->program->opCount()) : std::string());
        add(result ? measuredText((*result)->generateSeconds) : std::string());
        add(result ? measuredText((*result)->simulateSeconds) : std::string());
    }
    add(result ? std::string() : csvCell(result.error().message));
    return row;
}

std::string opsHeading(MoreColumns more) {
    return "schedule,label,worker,kind,stage,chunk,microbatch,start,end," + std::string(more.pairs ? "pair," : "") +
           (more.pieces ? "piece," : "") + (more.steps ? "name,lane," : "") + "error\n";
}

std::string headOf(const ScheduleKind& kind, std::string_view label) { return csvCell(kind.id) + ',' + csvCell(label); }

/// One row per op; for training steps one row per rank of the op.
bool writeOps(const Run& run, std::string_view label, MoreColumns more, const TextSink& sink) {
    const std::string head = headOf(*run.schedule.kind, label), noPair = more.pairs ? "," : "";
    const Program& program = *run.timeline->program;
    const auto piece = [&](Op op) {
        const std::string number = program.pieces > 1 ? std::to_string(program.pieceOf(op)) : std::string();
        return more.pieces ? ',' + number : std::string();
    };
    TextBuffer rows(sink);
    if (const StepRun* const step = run.step.get())
        return forEachStepOp(*step,
                             [&](const StepOp& op) {
                                 for (const int rank : op.ranks)
                                     rows << head << "," << rank << "," << infoOf(op.op.kind()).id << ",,,,"
                                          << timeText(op.start) << "," << timeText(op.end) << noPair
                                          << (more.pieces ? ",," : ",") << op.name << "," << infoOf(op.role).id
                                          << ",\n";
                                 return rows.pass();
                             }) &&
               rows.pass(true);
    return forEachOp(*run.timeline,
                     [&](WorkerId worker, Op op, Time start, Time end) {
                         rows << head << "," << worker.value << "," << letter(op.kind()) << ","
                              << program.modelStage(op.stage()).value << "," << program.chunkOf(op.stage()) << ","
                              << program.microbatchOf(op) << "," << timeText(start) << "," << timeText(end) << noPair
                              << (op.isInPair() ? "true" : "") << piece(op) << (more.steps ? ",,,\n" : ",\n");
                         return rows.pass();
                     }) &&
           rows.pass(true);
}

}  // namespace

std::string resultCsvHeading(const Scenario& scenario, ResultParts parts) {
    const MoreColumns more = columnsOf(scenario);
    if (parts.ops) return opsHeading(more);
    std::string heading = "schedule,label,devices,microbatches,chunks";
    for (const QuantityInfo* info : columns(more.steps)) heading += ',' + std::string(info->id);
    if (parts.timing) heading += ",ops,generate_s,simulate_s";
    return heading + ",error\n";
}

bool writeCsvResult(const Scenario& scenario, std::size_t index, std::string_view label, const RunResult& result,
                    ResultParts parts, const TextSink& sink) {
    const ResolvedSchedule schedule = resolve(scenario, index);
    const MoreColumns more = columnsOf(scenario);
    const std::string head = headOf(*schedule.kind, label);
    if (!parts.ops) return sink(head + rowOf(schedule.workload, result, parts, more.steps) + '\n');
    if (result) return writeOps(**result, label, more, sink);
    const std::size_t empty = 8u + (more.steps ? 2u : 0u) + (more.pairs ? 1u : 0u) + (more.pieces ? 1u : 0u);
    return sink(head + std::string(empty, ',') + csvCell(result.error().message) + '\n');
}

bool writeOpsCsv(std::span<const TracedRun> runs, std::string_view, const TextSink& sink) {
    MoreColumns more;
    for (const TracedRun& traced : runs) more.add(*traced.run->schedule.kind);
    return sink(opsHeading(more)) && std::all_of(runs.begin(), runs.end(), [&](const TracedRun& traced) {
               return writeOps(*traced.run, traced.run->title, more, sink);
           });
}

}  // namespace bubblescope
