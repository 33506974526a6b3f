#include "widgets/shown/memory_text.h"

#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace bubblescope {

namespace {

/// An op that a worker starts at a moment: preferably a gather if `isGathered`, else preferably another op.
std::optional<Op> opStartedAt(const Timeline& timeline, WorkerId worker, Time at, bool isGathered) {
    const Program& program = *timeline.program;
    std::optional<Op> other;
    for (LaneId lane = program.computeLane(worker);
         lane.index() < program.lanes.size() && program.workerOf(lane) == worker; ++lane.value) {
        const Lane& ops = program.lanes[lane.index()];
        const auto rows = std::views::iota(ops.begin, ops.begin + ops.size());
        const auto starts = [&](Row row) { return timeline.startOf(row); };
        const auto found = std::ranges::lower_bound(rows, at, {}, starts);  // ops of a lane start in order
        if (found == rows.end() || starts(*found) != at) continue;
        const Op op = program.ops[*found];
        if ((classOf(op.kind()) == OpClass::Gather) == isGathered) return op;
        if (!other) other = op;
    }
    return other;
}

/// When a worker first exceeds the memory of its device, and the op that causes it; "" if it does from the start.
std::optional<std::pair<Time, QString>> overflowOf(const WorkerMemory& memory, double device, const Timeline& timeline,
                                                   WorkerId worker, const Words& words) {
    const auto isOver = [&](const WorkerMemory::Moment& moment) {
        return static_cast<double>(moment.bytes.sum()) > device;
    };
    const auto first = std::find_if(memory.moments.begin(), memory.moments.end(), isOver);
    if (first == memory.moments.end()) return std::nullopt;
    if (first == memory.moments.begin()) return std::pair(first->at, QString());
    const MemoryBytes &now = first->bytes, &before = (first - 1)->bytes;
    const auto more = [&](MemoryPart part) { return now[part] - before[part]; };
    const bool isGathered = more(MemoryPart::Gathered) > more(MemoryPart::Activations);
    const auto op = opStartedAt(timeline, worker, first->at, isGathered);
    return std::pair(first->at, op ? words.nameOf(*op, 0) : QString());
}

}  // namespace

QString formatMemory(double bytes) {
    constexpr double kLeastInGb = 1e8;
    return bytes >= kLeastInGb ? Text::tr("%1\u202fGB").arg(formatNumber(bytes / 1e9, 3)) : formatBytes(bytes);
}

QString memoryPartName(MemoryPart part) {
    switch (part) {
        case MemoryPart::Parameters: return Text::tr("parameters");
        case MemoryPart::Gradients: return Text::tr("gradients");
        case MemoryPart::Optimizer: return Text::tr("optimizer state");
        case MemoryPart::Activations: return Text::tr("activations");
        case MemoryPart::Gathered: break;
    }
    return Text::tr("gathered");
}

namespace {

TrackMemory memoryOf(const std::shared_ptr<const Run>& run, std::size_t worker, const Words& words) {
    const StepRun& step = *run->step;
    const WorkerMemory& bytes = step.memory[worker];
    TrackMemory out;
    out.bytes = {run, &bytes};
    out.device = step.setup.model->hardware.memoryBytes();
    out.worker = WorkerId(static_cast<std::int64_t>(worker));
    out.usable = step.setup.model->hardware.usableBytes();
    const auto over = overflowOf(bytes, out.usable, *step.timeline, out.worker, words);
    if (!over) return out;
    out.overAt = over->first;
    const QString most = formatMemory(static_cast<double>(bytes.peak.sum()));
    const QString rank = Text::tr("rank %1").arg(step.ranks.firstRank[worker]);
    out.note = over->second.isEmpty() ? Text::tr("over memory from the start on %1; peak %2").arg(rank, most)
                                      : Text::tr("over memory at %1: %2 on %3; peak %4")
                                            .arg(formatTime(over->first, unitText(run->schedule.workload.timeUnit), 4),
                                                 over->second, rank, most);
    return out;
}

}  // namespace

void addMemory(TrackData& shown, const std::shared_ptr<const Run>& run) {
    constexpr int kMostStrips = 64;
    const StepRun& step = *run->step;
    const auto fullest = step.fullestWorker();
    if (!fullest) return;
    shown.memory = memoryOf(run, *fullest, shown.words);
    const int workers = step.ranks.workers();
    if (workers == 1 || workers > kMostStrips) return;
    for (std::size_t worker = 0; worker < step.memory.size(); ++worker)
        shown.memoryOfEach.push_back(memoryOf(run, worker, shown.words));
}

QStringList memoryFacts(const TrackData& shown, const TrackMemory& kept, double time) {
    const Timeline& timeline = *shown.timeline;
    const auto at = static_cast<Time>(std::floor(time));
    if (at < timeline.earliestStart || at >= timeline.latestEnd) return {};
    const WorkerMemory& memory = *kept.bytes;
    const MemoryBytes& now = memory.at(at);
    QStringList facts{
        Text::tr("%1 of %2").arg(formatMemory(static_cast<double>(now.sum())), formatMemory(kept.device))};
    for (std::size_t i = kMemoryParts; i-- > 0;) {
        const auto part = static_cast<MemoryPart>(i);
        if (memory.peak[part] > 0 || now[part] > 0)
            facts += Text::tr("%1 %2").arg(memoryPartName(part), formatMemory(static_cast<double>(now[part])));
    }
    facts +=
        Text::tr("peak %1 at %2")
            .arg(formatMemory(static_cast<double>(memory.peak.sum())), formatTime(memory.peakAt, shown.timeUnit, 4));
    facts += shown.words.nameOf(kept.worker);
    return facts;
}

}  // namespace bubblescope
