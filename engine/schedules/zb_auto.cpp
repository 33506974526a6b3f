// ZB auto: searches for an order for the given times that never exceeds the memory limit.
//
// Source  Qi et al. 2023, Zero Bubble Pipeline Parallelism, §3, and Qi et al. 2024, Pipeline Parallelism with
//         Controllable Memory, which search for orders within a limit; the search is this project's own
// Shape   D devices, MBS microbatches -> D lanes of 3*MBS ops for a line, or 6*MBS for a wave of two chunks
// Memory  the workload's `memory_limit`, which must be at least what one microbatch needs
// Bubble  tests measure it against the results of the authors' own program
// Cost    `effort`: at most that many seconds of one core

#include "engine/schedules/efforts.h"
#include "engine/schedules/order_search.h"
#include "engine/schedules/schedule.h"

namespace bubblescope {

namespace {

constexpr std::string_view kPlacements[] = {"line", "wave"};

constexpr Parameter kParameters[] = {
    {.key = "placement",
     .type = ParameterType::Choice,
     .meaning = "how stages are placed: one per device, or two per device, down the devices and back up",
     .choices = kPlacements},
    {.key = "effort",
     .type = ParameterType::Number,
     .word = "effort (seconds)",
     .meaning = "search effort in seconds of one core, measured in steps so that every machine finds the same order",
     .least = 0,
     .most = kMostEffort,
     .usual = kUsualEffort},
    {.key = "seed", .meaning = "what the search by chance begins with", .least = 0, .most = 1'000'000'000, .usual = 0},
};

const ParameterValue* valueOf(std::span<const NamedValue> values, std::string_view name) {
    for (const NamedValue& value : values)
        if (value.name == name) return &value.value;
    return nullptr;
}

int chunksOf(std::span<const NamedValue> values) {
    const ParameterValue* placement = valueOf(values, "placement");
    return placement && std::get<std::string>(placement->held) == "wave" ? 2 : 1;
}

int chunksBy(const std::vector<NamedValue>& values) { return chunksOf(values); }

std::string variant(int chunks) { return std::string(kPlacements[chunks == 1 ? 0 : 1]); }

/// All ops take the same time, and hops are free.
Durations evenTimes(int devices) {
    Workload even;
    even.devices = devices;
    even.forward = 1.0;
    even.backward = 2.0;
    return toDurations(even);
}

OrderQuestion questionOf(const ScheduleInput& in) {
    OrderQuestion question;
    question.devices = in.devices;
    question.chunks = chunksOf(in.values);
    question.microbatches = in.microbatches;
    const ParameterValue *effort = valueOf(in.values, "effort"), *seed = valueOf(in.values, "seed");
    question.effort = effort ? std::get<double>(effort->held) : kUsualEffort;
    question.seed = seed ? std::get<int>(seed->held) : 0;
    if (in.workload) {
        question.durations = toDurations(*in.workload);
        question.holding = holdingOf(*in.workload);
        question.memoryLimit = in.workload->memoryLimit;
    } else {
        question.durations = evenTimes(in.devices);
        question.effort = std::min(question.effort, kStepEffort);
    }
    return question;
}

Result<void> fits(const ScheduleInput& in) {
    if (!in.workload) return {};
    return checkLimit(chunksOf(in.values), holdingOf(*in.workload), in.workload->memoryLimit);
}

Result<Program> generate(const ScheduleInput& in) {
    const auto tell = [&](const FoundOrder& order) {
        if (in.onBetter) (*in.onBetter)(order);
    };
    Result<FoundOrder> found = searchOrder(questionOf(in), in.stop, in.progress, tell);
    if (!found) return found.error();
    tell(*found);
    return std::move(found->program);
}

}  // namespace

const ScheduleKind kZbAuto = {
    .id = "zb-auto",
    .title = "ZB auto",
    .source = "Qi et al. 2023, Zero Bubble Pipeline Parallelism",
    .published = {.year = 2023, .link = "https://arxiv.org/abs/2401.10241"},
    .color = 6,
    .parameters = kParameters,
    .ordersByTimes = true,
    .splitsBackward = true,
    .chunksBy = chunksBy,
    .variant = variant,
    .fits = fits,
    .generate = generate,
};

}  // namespace bubblescope
