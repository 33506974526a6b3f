#include "engine/run/run.h"

#include "engine/sim/simulate.h"

#include <chrono>

namespace bubblescope {

namespace {

double secondsSince(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

RunResult run(const Scenario& scenario, std::size_t index, std::stop_token stop) {
    const std::string path = "schedules[" + std::to_string(index) + "]";
    const auto at = [&](Error error) {
        if (isCancelled(error)) return error;
        error.field = error.field.empty() ? path : path + "." + error.field;
        return error;
    };
    auto out = std::make_shared<Run>();
    out->schedule = resolve(scenario, index);
    out->title = displayTitle(scenario, index);
    const ScheduleKind& kind = *out->schedule.kind;
    const auto ownChunks = scenario.schedules[index].own.chunks;
    if (!kind.hasChunks && ownChunks.value_or(1) != 1)
        return at({std::string(kind.title) + " has no chunks: leave \"chunks\" out or set it to 1, it is " +
                       std::to_string(*ownChunks),
                   "chunks"});
    out->durations = toDurations(out->schedule.workload);

    const auto begin = std::chrono::steady_clock::now();
    ScheduleInput input = out->schedule.input();
    input.stop = stop;
    Result<Program> program = kind.generate(input);
    if (!program) return at(program.error());
    out->generateSeconds = secondsSince(begin);

    const auto generated = std::chrono::steady_clock::now();
    auto timeline = simulate(std::make_shared<const Program>(std::move(*program)), out->durations, stop);
    if (!timeline) return at(timeline.error());
    out->simulateSeconds = secondsSince(generated);

    out->timeline = *timeline;
    out->metrics = measure(**timeline, out->durations, out->schedule.workload.weightHold);
    return std::shared_ptr<const Run>(std::move(out));
}

}  // namespace bubblescope
