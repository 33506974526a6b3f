#include "engine/lessons/lesson_highlight.h"

#include "engine/analysis/explain.h"
#include "engine/core/text.h"
#include "engine/program/op_ref.h"

#include <charconv>

namespace bubblescope {

namespace {

constexpr const char* kForms =
    "an op such as 2B7, \"idle\", \"idle 3\" (on device 3), \"idle 3 1\" (its first gap), "
    "\"device 3\" or \"critical\"";

/// What a text names; parsed, but not yet looked up.
struct Wanted {
    enum class What { Op, Idle, Device, CriticalPath };

    What what = What::Op;
    std::size_t schedule = 0;
    std::optional<int> device, stretch;
    OpRef op;
};

/// The whole numbers after a word; nothing if something else is there.
std::optional<std::vector<int>> numbersIn(std::string_view text) {
    std::vector<int> numbers;
    while (!text.empty()) {
        if (!text.starts_with(' ')) return std::nullopt;
        text.remove_prefix(1);
        int value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc() || value < 0 || value >= kPastWhole) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        numbers.push_back(value);
    }
    return numbers;
}

Error unknown(std::string_view text) {
    return {'"' + shortened(text) + "\" is not a highlight; expected " + kForms +
                "; prefix \"#2:\" for the second schedule",
            {}};
}

Result<Wanted> wantedBy(std::string_view text) {
    using enum Wanted::What;
    Wanted out;
    std::string_view rest = text;
    if (rest.starts_with('#')) {
        const std::size_t colon = rest.find(':');
        const auto [end, code] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), out.schedule);
        if (code != std::errc() || colon == rest.npos || end != rest.data() + colon || out.schedule == 0)
            return unknown(text);
        --out.schedule;
        rest.remove_prefix(colon + 1);
    }
    constexpr std::string_view kIdle = "idle", kDevice = "device";
    if (rest == "critical") return out.what = CriticalPath, out;
    for (const auto& [word, what, most] : {std::tuple{kIdle, Idle, 2u}, std::tuple{kDevice, Device, 1u}}) {
        if (!rest.starts_with(word)) continue;
        const auto numbers = numbersIn(rest.substr(word.size()));
        if (!numbers || numbers->size() > most || (what == Device && numbers->empty())) return unknown(text);
        out.what = what;
        if (!numbers->empty()) out.device = (*numbers)[0];
        if (numbers->size() > 1) out.stretch = (*numbers)[1];
        return out;
    }
    auto op = opRefIn(rest);
    if (!op || op->schedule) return unknown(text);
    out.op = std::move(*op);
    return out;
}

/// The gaps of a lane, in order.
std::vector<LessonHighlight::Span> idleOf(const Timeline& timeline, LaneId lane) {
    std::vector<LessonHighlight::Span> all;
    Time free = timeline.earliestStart;
    const auto add = [&](Time until) {
        if (until > free) all.push_back({lane, free, until});
    };
    const Lane& rows = timeline.program->lanes[lane.index()];
    for (Row row = rows.begin; row < rows.end; ++row) {
        add(timeline.startOf(row));
        free = timeline.freeAfter(row);
    }
    add(timeline.latestEnd);
    return all;
}

}  // namespace

Result<void> checkHighlight(std::string_view text, const Scenario& scenario) {
    const auto wanted = wantedBy(text);
    if (!wanted) return wanted.error();
    if (wanted->schedule < scenario.schedules.size()) return {};
    const std::size_t count = scenario.schedules.size();
    return Error{'"' + shortened(text) + "\": the step shows only " + std::to_string(count) +
                     (count == 1 ? " schedule" : " schedules"),
                 {}};
}

std::size_t scheduleOfHighlight(std::string_view text) {
    const auto wanted = wantedBy(text);
    return wanted ? wanted->schedule : 0;
}

Result<LessonHighlight> findHighlight(std::string_view text, const Run& run) {
    using enum Wanted::What;
    const auto wanted = wantedBy(text);
    if (!wanted) return wanted.error();
    const Timeline& timeline = *run.timeline;
    const Program& program = *timeline.program;
    LessonHighlight out{.schedule = wanted->schedule};
    if (wanted->what == CriticalPath) {
        out.isCriticalPath = true;
        out.rows = criticalPath(timeline, run.durations);
    }
    if (wanted->what == Op) out.rows = rowsOf({&wanted->op, 1}, program);
    if (wanted->device && *wanted->device >= program.workers)
        return Error{'"' + shortened(text) + "\": there is no device " + std::to_string(*wanted->device) +
                         "; devices: " + std::to_string(program.workers),
                     {}};
    const int first = wanted->device.value_or(0), end = wanted->device ? first + 1 : program.workers;
    for (int device = first; device < end; ++device) {
        const LaneId lane = program.computeLane(WorkerId(device));
        if (wanted->what == Device) out.spans.push_back({lane, timeline.earliestStart, timeline.latestEnd});
        if (wanted->what != Idle) continue;
        const auto stretches = idleOf(timeline, lane);
        const auto which = static_cast<std::size_t>(wanted->stretch.value_or(0));
        if (!wanted->stretch)
            out.spans.insert(out.spans.end(), stretches.begin(), stretches.end());
        else if (which > 0 && which <= stretches.size())
            out.spans.push_back(stretches[which - 1]);
    }
    if (!out.rows.empty() || !out.spans.empty()) return out;
    return Error{'"' + shortened(text) + "\": not found in " + run.title, {}};
}

}  // namespace bubblescope
