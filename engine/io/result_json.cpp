#include "engine/io/result_json.h"

#include "engine/io/json_text.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::ordered_json;

namespace {

/// Gathers text, so that the sink is not called for every op.
class Buffer {
public:
    explicit Buffer(const TextSink& sink) : m_sink(sink) {}

    Buffer& operator<<(std::string_view text) { return m_text += text, *this; }
    Buffer& operator<<(long long number) { return *this << std::string_view(std::to_string(number)); }

    /// Passes on what has gathered, if it is much or `all` is asked for.
    bool pass(bool all = false) {
        constexpr std::size_t kMuch = 1 << 16;
        if (m_isOpen && (all || m_text.size() >= kMuch)) {
            m_isOpen = m_sink(m_text);
            m_text.clear();
        }
        return m_isOpen;
    }

private:
    const TextSink& m_sink;
    std::string m_text;
    bool m_isOpen = true;
};

std::string ratioText(double ratio) { return ordered_json(ratio).dump(); }

void writeMetrics(const Run& run, Buffer& out) {
    const Metrics& metrics = run.metrics;
    const Workload& workload = run.schedule.workload;
    out << ", \"devices\": " << workload.devices << ", \"microbatches\": " << workload.microbatches
        << ", \"chunks\": " << workload.chunks << ",\n   \"total_time\": " << timeText(metrics.totalTime);
    for (const BubbleDefinition& bubble : bubbleDefinitions())
        out << ", \"" << bubble.id << "\": " << ratioText(metrics.*bubble.value);
    out << ",\n   \"lower_bound\": " << timeText(metrics.lowerBound);
    if (run.scheme)
        out << ", \"latency\": " << timeText(run.scheme->latency())
            << ", \"throughput\": " << ratioText(run.scheme->throughput());
}

bool writeWorkers(const Run& run, Buffer& out) {
    out << ",\n   \"workers\": [";
    const char* separator = "\n    ";
    for (std::size_t i = 0; i < run.metrics.workers.size(); ++i) {
        const WorkerMetrics& worker = run.metrics.workers[i];
        out << separator << "{\"busy\": " << timeText(worker.busy) << ", \"idle\": " << timeText(worker.idle())
            << ", \"idle_warmup\": " << timeText(worker.idleWarmup)
            << ", \"idle_waiting\": " << timeText(worker.idleWaiting)
            << ", \"idle_cooldown\": " << timeText(worker.idleCooldown)
            << ", \"peak_activations\": " << ratioText(worker.peakActivations);
        if (run.scheme) {
            const SchemeWorker& own = run.scheme->workers[i];
            out << ", \"weight_transmissions\": " << own.weightTransmissions
                << ", \"weight_storage\": " << own.weightStorage
                << ", \"activation_transmissions\": " << own.activationTransmissions;
        }
        out << "}";
        separator = ",\n    ";
        if (!out.pass()) return false;
    }
    out << "]";
    return true;
}

bool writeOps(const Run& run, Buffer& out) {
    out << ",\n   \"ops\": [";
    const char* separator = "\n    ";
    const Program& program = *run.timeline->program;
    const bool isWhole = forEachOp(*run.timeline, [&](WorkerId worker, Op op, Time start, Time end) {
        out << separator << "{\"worker\": " << worker.value << ", \"kind\": \"" << letter(op.kind())
            << "\", \"stage\": " << program.modelStage(op.stage()).value
            << ", \"chunk\": " << program.chunkOf(op.stage()) << ", \"microbatch\": " << op.microbatch().value
            << ", \"start\": " << timeText(start) << ", \"end\": " << timeText(end) << "}";
        separator = ",\n    ";
        return out.pass();
    });
    out << "]";
    return isWhole;
}

void writeTiming(const Run& run, Buffer& out) {
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

bool writeResult(const Scenario& scenario, std::size_t index, const RunResult& result, ResultParts parts,
                 const TextSink& sink) {
    Buffer out(sink);
    const ResolvedSchedule schedule = resolve(scenario, index);
    out << "{\"schedule\": " << quotedText(schedule.kind->id) << ", \"label\": " << quotedText(schedule.label);
    if (!result) {
        out << ", \"error\": " << quotedText(result.error().message) << "}";
        return out.pass(true);
    }
    const Run& run = **result;
    writeMetrics(run, out);
    if (!writeWorkers(run, out)) return false;
    if (parts.ops && !writeOps(run, out)) return false;
    if (parts.timing) writeTiming(run, out);
    out << "}";
    return out.pass(true);
}

}  // namespace bubblescope
