#include "engine/steps/step_memory.h"

#include "engine/steps/model_step.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// A change of what a worker keeps.
struct Change {
    Time at = 0;
    std::int64_t bytes = 0;  // negative when freed
    MemoryPart part = MemoryPart::Parameters;
    std::uint32_t row = 0;  // of the op that brings them

    friend bool operator<(const Change& a, const Change& b) {
        return a.at != b.at ? a.at < b.at : (a.bytes < 0) > (b.bytes < 0);
    }
};

WorkerMemory stateOf(const ModelStep& model, std::size_t place) {
    const StateParts state = model.stateOf(model.devices[place]);
    WorkerMemory out;
    MemoryBytes& bytes = out.moments.emplace_back().bytes;
    bytes[MemoryPart::Parameters] = std::llround(state.parameters);
    bytes[MemoryPart::Gradients] = std::llround(state.gradients);
    bytes[MemoryPart::Optimizer] = std::llround(state.optimizer);
    out.peak = out.most = bytes;
    out.host = std::llround(state.host);
    return out;
}

/// How long a worker of a crew keeps something.
struct Stay {
    Time from = 0;
    std::optional<Time> to;  // nothing: to the end of the step
    std::uint32_t row = 0;   // of the op that brings it
};

/// Calls use(kept, stay) for everything that a worker keeps for more than no time.
template <class Use>
void eachStay(std::size_t place, const Crew& crew, int stage, const Timeline& timeline, std::span<const KeptBytes> kept,
              Use use) {
    const Needs& needs = timeline.program->needs;
    const auto rowOf = [&](Each each) {
        const auto op = each.first + static_cast<std::uint32_t>(crew.groupOf[std::size_t(each.group)][place]);
        return *needs.rowsOf(op).begin();
    };
    for (const KeptBytes& one : kept) {
        if (one.stage != stage) continue;
        Stay stay{.to = {}, .row = rowOf(one.from)};
        stay.from = timeline.startOf(Row{stay.row});
        for (const Each end : {one.to, one.alsoTo})
            if (end.isSet()) stay.to = std::max(stay.to.value_or(stay.from), timeline.end[Row{rowOf(end)}]);
        if (stay.to != stay.from) use(one, stay);
    }
}

/// The changes on one worker of a crew.
std::vector<Change> changesOn(std::size_t place, const Crew& crew, int stage, const Timeline& timeline,
                              std::span<const KeptBytes> kept) {
    std::vector<Change> changes;
    eachStay(place, crew, stage, timeline, kept, [&](const KeptBytes& one, const Stay& stay) {
        changes.push_back({stay.from, one.bytes, one.part, stay.row});
        if (stay.to) changes.push_back({*stay.to, -one.bytes, one.part, stay.row});
    });
    std::stable_sort(changes.begin(), changes.end());
    return changes;
}

void follow(const std::vector<Change>& changes, WorkerMemory& out) {
    MemoryBytes now = out.moments.front().bytes;
    for (std::size_t at = 0; at < changes.size();) {
        const Time time = changes[at].at;
        std::uint32_t last = 0;
        for (; at < changes.size() && changes[at].at == time; ++at) {
            now[changes[at].part] += changes[at].bytes;
            last = changes[at].row;
        }
        if (out.moments.back().at == time)
            out.moments.back().bytes = now;
        else
            out.moments.push_back({time, now});
        for (std::size_t part = 0; part < kMemoryParts; ++part)
            out.most.parts[part] = std::max(out.most.parts[part], now.parts[part]);
        if (now.sum() <= out.peak.sum()) continue;
        out.peak = now;
        out.peakAt = time;
        out.row = Row{last};
    }
}

}  // namespace

const MemoryBytes& WorkerMemory::at(Time time) const {
    const auto next = std::upper_bound(moments.begin() + 1, moments.end(), time,
                                       [](Time wanted, const Moment& moment) { return wanted < moment.at; });
    return (next - 1)->bytes;
}

std::vector<WorkerMemory> memoryOf(const ModelStep& model, const RankClasses& ranks, const Timeline& timeline,
                                   std::span<const KeptBytes> kept) {
    std::vector<WorkerMemory> out(static_cast<std::size_t>(ranks.workers()));
    for (std::size_t stage = 0; stage < ranks.crews.size(); ++stage) {
        const Crew& crew = ranks.crews[stage];
        for (std::size_t place = 0; place < crew.workers.size(); ++place) {
            WorkerMemory memory = stateOf(model, stage);
            memory.moments.front().at = timeline.earliestStart;
            follow(changesOn(place, crew, static_cast<int>(stage), timeline, kept), memory);
            out[static_cast<std::size_t>(crew.workers[place])] = std::move(memory);
        }
    }
    return out;
}

std::vector<KeptThing> keptAt(const RankClasses& ranks, const Timeline& timeline, std::span<const KeptBytes> kept,
                              WorkerId worker, Time at) {
    std::vector<KeptThing> things;
    for (std::size_t stage = 0; stage < ranks.crews.size(); ++stage) {
        const Crew& crew = ranks.crews[stage];
        const auto place = std::find(crew.workers.begin(), crew.workers.end(), worker.value);
        if (place == crew.workers.end()) continue;
        eachStay(static_cast<std::size_t>(place - crew.workers.begin()), crew, static_cast<int>(stage), timeline, kept,
                 [&](const KeptBytes& one, const Stay& stay) {
                     if (stay.from <= at && (!stay.to || at < *stay.to))
                         things.push_back({one.part, one.bytes, timeline.program->ops[Row{stay.row}]});
                 });
    }
    return things;
}

}  // namespace bubblescope
