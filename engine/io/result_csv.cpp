#include "engine/io/result_csv.h"

#include "engine/core/text.h"
#include "engine/io/json_text.h"
#include "engine/run/quantities.h"
#include "engine/steps/run_step.h"

#include <algorithm>

namespace bubblescope {

namespace {

bool hasSteps(const Scenario& scenario) {
    return std::any_of(scenario.schedules.begin(), scenario.schedules.end(),
                       [](const ScheduleEntry& entry) { return entry.isStep; });
}

/// Whether an op may be one of two that run as one.
bool hasPairs(const Scenario& scenario) {
    return std::any_of(scenario.schedules.begin(), scenario.schedules.end(),
                       [](const ScheduleEntry& entry) { return kindOf(entry)->runsPairs; });
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

}  // namespace

std::string resultCsvHeading(const Scenario& scenario, ResultParts parts) {
    const bool withSteps = hasSteps(scenario);
    if (parts.ops)
        return "schedule,label,worker,kind,stage,chunk,microbatch,start,end," +
               std::string(hasPairs(scenario) ? "pair," : "") + (withSteps ? "name,lane," : "") + "error\n";
    std::string heading = "schedule,label,devices,microbatches,chunks";
    for (const QuantityInfo* info : columns(withSteps)) heading += ',' + std::string(info->id);
    if (parts.timing) heading += ",ops,generate_s,simulate_s";
    return heading + ",error\n";
}

bool writeCsvResult(const Scenario& scenario, std::size_t index, const RunResult& result, ResultParts parts,
                    const TextSink& sink) {
    const ResolvedSchedule schedule = resolve(scenario, index);
    const std::string head = csvCell(schedule.kind->id) + ',' + csvCell(schedule.label);
    const bool withSteps = hasSteps(scenario);
    const std::string noPair = hasPairs(scenario) ? "," : "";
    if (!parts.ops) return sink(head + rowOf(schedule.workload, result, parts, withSteps) + '\n');
    if (!result)
        return sink(head + std::string(withSteps ? 10 : 8, ',') + noPair + csvCell(result.error().message) + '\n');
    constexpr std::size_t kMuch = 1 << 16;
    const Program& program = *(*result)->timeline->program;
    std::string rows;
    if (const StepRun* const step = (*result)->step.get()) {
        const bool isWhole = forEachStepOp(*step, [&](const StepOp& op) {
            for (const int rank : op.ranks) {
                rows += head + ',' + std::to_string(rank) + ',' + std::string(infoOf(op.op.kind()).id) + ",,,," +
                        timeText(op.start) + ',' + timeText(op.end) + noPair + ',' + op.name + ',' +
                        std::string(infoOf(op.role).id) + ",\n";
            }
            if (rows.size() < kMuch) return true;
            const bool isTaken = sink(rows);
            rows.clear();
            return isTaken;
        });
        return isWhole && sink(rows);
    }
    const bool isWhole = forEachOp(*(*result)->timeline, [&](WorkerId worker, Op op, Time start, Time end) {
        rows += head + ',' + std::to_string(worker.value) + ',' + std::string(letter(op.kind())) + ',' +
                std::to_string(program.modelStage(op.stage()).value) + ',' +
                std::to_string(program.chunkOf(op.stage())) + ',' + std::to_string(op.microbatch().value) + ',' +
                timeText(start) + ',' + timeText(end) + noPair + (op.isInPair() ? "true" : "") +
                (withSteps ? ",,,\n" : ",\n");
        if (rows.size() < kMuch) return true;
        const bool isTaken = sink(rows);
        rows.clear();
        return isTaken;
    });
    return isWhole && sink(rows);
}

}  // namespace bubblescope
