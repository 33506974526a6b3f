#include "engine/io/result_json.h"

#include "engine/io/experiment_rows.h"
#include "engine/io/json_fields.h"
#include "engine/io/json_text.h"
#include "engine/results/published.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::ordered_json;

namespace {

std::string ratioText(double ratio) { return ordered_json(ratio).dump(); }

/// Writes `"key": value` after `separator`; false if there is no value.
bool write(const QuantityInfo& info, const QuantityValue& value, std::string_view separator, TextBuffer& out) {
    if (value.index() == 0) return false;
    const auto* whole = std::get_if<std::int64_t>(&value);
    out << separator << "\"" << info.id << "\": ";
    if (!whole)
        out << ratioText(std::get<double>(value));
    else if (info.unit == QuantityUnit::Duration)
        out << timeText(*whole);
    else
        out << static_cast<long long>(*whole);
    return true;
}

void writeMetrics(const Run& run, TextBuffer& out) {
    const Workload& workload = run.schedule.workload;
    out << ", \"family\": \"" << infoOf(run.schedule.kind->family).noun << "\"";
    out << ", \"devices\": " << (run.step ? run.step->ranks.ranks() : workload.devices);
    if (!run.step || run.step->runsPipeline())
        out << ", \"microbatches\": " << workload.microbatches << ", \"chunks\": " << workload.chunks;
    if (const int copies = run.timeline->program->lines; copies > 1) out << ", \"parameter_copies\": " << copies;
    bool isAfterTime = false;  // times begin a new line
    for (const Quantity quantity : quantitiesIn(kInResult)) {
        const QuantityInfo& info = infoOf(quantity);
        const bool isTime = info.unit == QuantityUnit::Duration;
        write(info, info.ofRun(run), isTime && !isAfterTime ? ",\n   " : ", ", out);
        isAfterTime = isTime;
    }
    if (run.step && run.step->setup.model && !run.step->setup.model->hardware.isFlat) {
        const Hardware& hardware = run.step->setup.model->hardware;
        out << ", \"cost_basis\": {\"runs\": " << hardware.calibratedRuns
            << ", \"error\": " << ratioText(hardware.expectedError()) << "}";
    }
}

bool writeWorkers(const Run& run, TextBuffer& out) {
    out << ",\n   \"workers\": [";
    std::vector<const QuantityInfo*> shown;
    for (const Quantity quantity : quantitiesIn(kInWorkers)) shown.push_back(&infoOf(quantity));
    const char* separator = "\n    ";
    const std::size_t workers = run.step ? run.step->ranks.workerOfRank.size() : run.metrics.workers.size();
    for (std::size_t id = 0; id < workers; ++id) {
        const std::size_t i = run.step ? static_cast<std::size_t>(run.step->ranks.workerOfRank[id]) : id;
        out << separator << "{";
        separator = "";
        for (const QuantityInfo* info : shown)
            if (write(*info, info->ofWorker(run, i), separator, out)) separator = ", ";
        out << "}";
        separator = ",\n    ";
        if (!out.pass()) return false;
    }
    out << "]";
    return true;
}

/// The ops of a training step, each once.
bool writeStepOps(const StepRun& step, TextBuffer& out) {
    const char* separator = "\n    ";
    return forEachStepOp(step, [&](const StepOp& op) {
        out << separator << "{\"name\": \"" << op.name << "\", \"lanes\": [";
        const char* comma = "";
        for (const int rank : op.ranks) {
            out << comma << "[" << rank << ", \"" << infoOf(op.role).id << "\"]";
            comma = ", ";
        }
        out << "], \"start\": " << timeText(op.start) << ", \"end\": " << timeText(op.end) << "}";
        separator = ",\n    ";
        return out.pass();
    });
}

void writeBuckets(const StepRun& step, TextBuffer& out) {
    out << ",\n   \"buckets\": [";
    for (std::size_t i = 0; i < step.buckets.size(); ++i) {
        out << (i == 0 ? "[" : ", [");
        for (std::size_t n = 0; n < step.buckets[i].size(); ++n) out << (n == 0 ? "" : ", ") << step.buckets[i][n];
        out << "]";
    }
    out << "]";
}

bool writeOps(const Run& run, TextBuffer& out) {
    out << ",\n   \"ops\": [";
    if (run.step) {
        const bool isWhole = writeStepOps(*run.step, out);
        out << "]";
        return isWhole;
    }
    const char* separator = "\n    ";
    const Program& program = *run.timeline->program;
    const bool isWhole = forEachOp(*run.timeline, [&](WorkerId worker, Op op, Time start, Time end) {
        out << separator << "{\"worker\": " << worker.value << ", \"kind\": \"" << letter(op.kind())
            << "\", \"stage\": " << program.modelStage(op.stage()).value
            << ", \"chunk\": " << program.chunkOf(op.stage()) << ", \"microbatch\": " << program.microbatchOf(op)
            << ", \"start\": " << timeText(start) << ", \"end\": " << timeText(end)
            << (op.isInPair() ? ", \"pair\": true" : "");
        if (program.pieces > 1) out << ", \"piece\": " << program.pieceOf(op);
        out << "}";
        separator = ",\n    ";
        return out.pass();
    });
    out << "]";
    return isWhole;
}

void writePublished(const std::vector<ComparedNumber>& published, TextBuffer& out) {
    out << ",\n   \"published\": [";
    const char* separator = "\n    ";
    for (const ComparedNumber& one : published) {
        out << separator << "{\"quantity\": \"" << infoOf(one.published.quantity).id
            << "\", \"printed\": " << quotedText(one.published.printed) << ", \"here\": " << quotedText(one.here)
            << ", \"agrees\": " << (one.agrees ? "true" : "false");
        if (one.published.inChunks) out << ", \"unit\": \"chunks\"";
        if (!one.published.source.empty()) out << ", \"source\": " << quotedText(one.published.source);
        out << "}";
        separator = ",\n    ";
    }
    out << "]";
}

void writeTiming(const Run& run, TextBuffer& out) {
    out << ",\n   \"timing\": {\"ops\": " << static_cast<long long>(run.timeline->program->opCount())
        << ", \"generate_s\": " << ratioText(run.generateSeconds)
        << ", \"simulate_s\": " << ratioText(run.simulateSeconds) << "}";
}

}  // namespace

std::string timeText(Time time) {
    constexpr Time kMicro = 1'000'000;
    const Time size = time < 0 ? -time : time;
    const std::string decimals = std::to_string(kMicro + size % kMicro);  // 1 and six digits
    std::string text = time < 0 ? "-" : "";
    text += std::to_string(size / kMicro);
    text += '.';
    return text.append(decimals, 1, std::max<std::size_t>(decimals.find_last_not_of('0'), 1));
}

bool forEachOp(const Timeline& timeline, const std::function<bool(WorkerId, Op, Time, Time)>& visit) {
    const Program& program = *timeline.program;
    for (const Lane& lane : program.lanes) {
        if (!lane.isWork()) continue;
        for (Row row = lane.begin; row < lane.end; ++row)
            if (!visit(lane.worker, program.ops[row], timeline.startOf(row), timeline.end[row])) return false;
    }
    return true;
}

std::string resultsHeading(const Scenario& scenario) {
    std::string text = R"({"format": "bubblescope-results", "version": 1,)";
    text += "\n \"title\": " + quotedText(scenario.title);
    text += ", \"unit\": " + quotedText(scenario.workload.timeUnit);
    text += ",\n \"workload\": " + workloadText(scenario.workload);
    return text + trainingText(scenario.training) + ",\n \"results\": [";
}

bool writeResult(const Scenario& scenario, std::size_t index, std::string_view label, const RunResult& result,
                 ResultParts parts, const TextSink& sink) {
    TextBuffer out(sink);
    const ScheduleEntry& entry = scenario.schedules[index];
    out << "{\"schedule\": " << quotedText(kindOf(entry)->id) << ", \"label\": " << quotedText(label);
    if (entry.own != WorkloadPatch()) out << ",\n   \"workload\": " << workloadText(resolve(scenario, index).workload);
    if (!result) {
        out << ", \"error\": " << quotedText(result.error().message) << "}";
        return out.pass(true);
    }
    const Run& run = **result;
    writeMetrics(run, out);
    if (run.step && !run.step->buckets.empty()) writeBuckets(*run.step, out);
    if (const auto published = comparedNumbers(scenario, index, run); !published.empty())
        writePublished(published, out);
    if (!writeWorkers(run, out)) return false;
    if (parts.ops && !writeOps(run, out)) return false;
    if (parts.timing) writeTiming(run, out);
    out << "}";
    return out.pass(true);
}

}  // namespace bubblescope
