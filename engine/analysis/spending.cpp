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

/// In order, disjoint, and not touching each other.
using Stretches = Column<Stretch>;

/// Adds a stretch that begins no earlier than those before it.
void addTo(Stretches& all, Stretch stretch) {
    if (stretch.begin >= stretch.end) return;
    if (!all.empty() && stretch.begin <= all.back().end)
        all.back().end = std::max(all.back().end, stretch.end);
    else
        all.push_back(stretch);
}

void unite(Stretches& all, const Stretches& more) {
    if (more.empty()) return;
    Stretches out;
    out.reserve(all.size() + more.size());
    auto a = all.begin();
    for (const Stretch& b : more) {
        while (a != all.end() && a->begin < b.begin) addTo(out, *a++);
        addTo(out, b);
    }
    while (a != all.end()) addTo(out, *a++);
    all = std::move(out);
}

/// Assigns to `on` what `spans` have left idle within `stretches`.
std::vector<SpendingSpan> filled(const std::vector<SpendingSpan>& spans, const Stretches& stretches, Spending on) {
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

WorkerSpending spendingOf(const Timeline& timeline, WorkerId worker) {
    const Program& program = *timeline.program;
    std::array<Stretches, kSpendings> all;
    auto lane = std::lower_bound(program.lanes.begin(), program.lanes.end(), worker,
                                 [](const Lane& a, WorkerId id) { return a.worker.value < id.value; });
    for (; lane != program.lanes.end() && lane->worker == worker; ++lane) {
        std::array<Stretches, kSpendings> own;
        for (Stretches& stretches : own) stretches.reserve(lane->size());
        for (Row row = lane->begin; row < lane->end; ++row) {
            addTo(own[static_cast<std::size_t>(spendingOn(*lane, program.ops[row]))],
                  {timeline.startOf(row), timeline.end[row]});
            addTo(own[static_cast<std::size_t>(Spending::ExposedCommunication)],
                  {timeline.end[row], timeline.freeAfter(row)});
        }
        for (std::size_t i = 0; i < kSpendings; ++i) unite(all[i], own[i]);
    }
    WorkerSpending out;
    if (timeline.earliestStart < timeline.latestEnd)
        out.spans = {{timeline.earliestStart, timeline.latestEnd, Spending::Idle}};
    for (const Spending on : {Spending::Compute, Spending::ExposedCommunication, Spending::ExposedOffload})
        out.spans = filled(out.spans, all[static_cast<std::size_t>(on)], on);
    for (const Stretch& sent : all[static_cast<std::size_t>(Spending::ExposedCommunication)])
        out.communication += sent.end - sent.begin;
    return out;
}

std::array<Time, kSpendings> sumsOf(const std::vector<SpendingSpan>& spans) {
    std::array<Time, kSpendings> sums{};
    for (const SpendingSpan& span : spans) sums[static_cast<std::size_t>(span.on)] += span.end - span.begin;
    return sums;
}

void Spendings::add(std::vector<SpendingSpan> ofNextWorker) {
    ofNextWorker.shrink_to_fit();
    for (const SpendingSpan& span : ofNextWorker) m_has[static_cast<std::size_t>(span.on)] = true;
    m_bytes += ofNextWorker.size() * sizeof(SpendingSpan);
    m_spans.push_back(std::move(ofNextWorker));
}

}  // namespace bubblescope
