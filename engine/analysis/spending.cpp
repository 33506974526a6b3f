#include "engine/analysis/spending.h"

#include <algorithm>

namespace bubblescope {

namespace {

struct Stretch {
    Time begin = 0, end = 0;
};

Spending spendingOn(const Lane& lane, Op op) {
    const OpClass opClass = classOf(op.kind());
    if (lane.isWork()) {
        return isTransfer(opClass) ? Spending::ExposedCommunication : Spending::Compute;
    }
    return infoOf(lane.role).use == LaneUse::Host ? Spending::ExposedOffload : Spending::ExposedCommunication;
}

/// Stretches in the order of their begins, as disjoint ones that do not touch.
std::vector<Stretch> unionOf(const std::vector<Stretch>& stretches) {
    std::vector<Stretch> out;
    for (const Stretch& stretch : stretches) {
        if (stretch.begin >= stretch.end) continue;
        if (!out.empty() && stretch.begin <= out.back().end)
            out.back().end = std::max(out.back().end, stretch.end);
        else
            out.push_back(stretch);
    }
    return out;
}

/// Gives what `spans` have left idle to `on`, where `stretches` are.
std::vector<SpendingSpan> filled(const std::vector<SpendingSpan>& spans, const std::vector<Stretch>& stretches,
                                 Spending on) {
    std::vector<SpendingSpan> out;
    const auto add = [&](Time begin, Time end, Spending what) {
        if (begin >= end) return;
        if (!out.empty() && out.back().on == what)
            out.back().end = end;
        else
            out.push_back({begin, end, what});
    };
    auto stretch = stretches.begin();
    for (const SpendingSpan& span : spans) {
        while (stretch != stretches.end() && stretch->end <= span.begin) ++stretch;
        if (span.on != Spending::Idle) {
            add(span.begin, span.end, span.on);
            continue;
        }
        Time at = span.begin;
        for (auto next = stretch; next != stretches.end() && next->begin < span.end; ++next) {
            const Time begin = std::max(at, next->begin), end = std::min(span.end, next->end);
            add(at, begin, Spending::Idle);
            add(begin, end, on);
            at = end;
        }
        add(at, span.end, Spending::Idle);
    }
    return out;
}

}  // namespace

std::vector<SpendingSpan> spendingOf(const Timeline& timeline, WorkerId worker) {
    const Program& program = *timeline.program;
    std::array<std::vector<Stretch>, kSpendings> stretches;
    auto lane = std::lower_bound(program.lanes.begin(), program.lanes.end(), worker,
                                 [](const Lane& a, WorkerId id) { return a.worker.value < id.value; });
    for (; lane != program.lanes.end() && lane->worker == worker; ++lane) {
        std::array<std::size_t, kSpendings> before;
        for (std::size_t i = 0; i < kSpendings; ++i) before[i] = stretches[i].size();
        for (Row row = lane->begin; row < lane->end; ++row)
            stretches[static_cast<std::size_t>(spendingOn(*lane, program.ops[row]))].push_back(
                {timeline.startOf(row), timeline.end[row]});
        for (std::size_t i = 0; i < kSpendings; ++i)
            std::inplace_merge(stretches[i].begin(), stretches[i].begin() + static_cast<std::ptrdiff_t>(before[i]),
                               stretches[i].end(), [](Stretch a, Stretch b) { return a.begin < b.begin; });
    }
    std::vector<SpendingSpan> spans;
    if (timeline.earliestStart < timeline.latestEnd)
        spans = {{timeline.earliestStart, timeline.latestEnd, Spending::Idle}};
    for (const Spending on : {Spending::Compute, Spending::ExposedCommunication, Spending::ExposedOffload})
        spans = filled(spans, unionOf(stretches[static_cast<std::size_t>(on)]), on);
    return spans;
}

std::array<Time, kSpendings> sumsOf(const std::vector<SpendingSpan>& spans) {
    std::array<Time, kSpendings> sums{};
    for (const SpendingSpan& span : spans) sums[static_cast<std::size_t>(span.on)] += span.end - span.begin;
    return sums;
}

}  // namespace bubblescope
