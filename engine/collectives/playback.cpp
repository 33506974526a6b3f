#include "engine/collectives/playback.h"

#include "engine/collectives/collective_clock.h"
#include "engine/core/text.h"

#include <algorithm>

namespace bubblescope {

std::size_t Moment::steps() const { return done.empty() ? 0 : *std::min_element(done.begin(), done.end()); }

bool Moment::isMoving() const {
    return std::any_of(flights.begin(), flights.end(), [](const Flight& flight) { return flight.progress < 1; });
}

bool Moment::isBetweenSteps() const {
    return !isMoving() && std::all_of(done.begin(), done.end(), [&](std::size_t ended) { return ended == done[0]; });
}

Result<Playback> Playback::of(const CollectiveSetup& setup, std::string_view id) {
    auto run = runCollective(setup, id);
    if (!run) return run.error();
    return of(setup, std::move(*run));
}

Result<Playback> Playback::of(const CollectiveSetup& setup, CollectiveRun run) {
    if (!run.plan) return run.plan.error();
    auto states = States::of(*run.algorithm, std::move(*run.plan), setup.root);
    if (!states) return states.error();
    Playback out(std::move(*states));
    out.algorithm = run.algorithm;
    out.team = run.team;
    out.nodeSize = run.team.nodeSize;
    out.halves = halvesOf(*out.algorithm, out.plan());
    if (out.outsider = outsiderOf(setup); out.outsider) out.states.leaveOut(*out.outsider);
    std::vector<double> arrival = setup.arrival;
    arrival.resize(static_cast<std::size_t>(setup.ranks), 0.0);
    arrival.resize(static_cast<std::size_t>(out.plan().places()), *std::ranges::min_element(arrival));
    out.ends =
        endsWith(*out.algorithm, out.team, out.plan(), setup.cluster, static_cast<long long>(setup.bytes), arrival);
    for (std::vector<double>& step : out.ends)
        for (double& end : step) end += launchTime(*out.algorithm, out.team, setup.cluster);
    out.lastStepOf.assign(static_cast<std::size_t>(out.plan().places()), 0);
    for (std::size_t step = 0; step < out.steps(); ++step)
        for (const Transfer& sent : out.plan().transfersOf(step))
            out.lastStepOf[sent.from] = out.lastStepOf[sent.to] = step + 1;
    out.duration = out.endOf(out.steps());
    constexpr double kShareOfStep = 0.01;
    double shortest = out.duration;
    for (std::size_t step = 0; step < out.steps(); ++step)
        if (const double span = out.endOf(step + 1) - out.endOf(step); span > 0) shortest = std::min(shortest, span);
    out.instant = shortest * kShareOfStep;
    return out;
}

namespace {

/// At most `most` of them, evenly.
std::vector<int> evenly(const std::vector<int>& all, std::size_t most) {
    if (all.size() <= most) return all;
    std::vector<int> some;
    for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
    return some;
}

}  // namespace

Result<std::optional<States::Section>> Playback::drawnSection() const {
    const int ranks = states.ranks(), rows = states.rows(), nodes = team.nodes();
    using Found = std::optional<States::Section>;
    States::Section out;
    std::vector<int> all;
    if (plan().isOfPairs) {
        if (ranks <= kMostRanksOfPairs) return Found();
        return Error{withThousands(ranks) + " ranks are too many to draw an all-to-all; at most " +
                         std::to_string(kMostRanksOfPairs) + " are drawn",
                     "ranks"};
    }
    if (ranks <= kMostRanks) {
        if (rows <= kMostRows || team.rings == 1 || section) return Found();
        // Pieces of a slot follow one another, those of a tree too.
        const bool areRings = algorithm->pace == StepPace::Rings;
        for (int row = 0; row < (areRings ? rows : rows / team.rings); row += areRings ? team.rings : 1)
            all.push_back(row);
        constexpr std::size_t kMostPieces = 128;
        out.rows = evenly(all, kMostPieces);
        return Found(std::move(out));
    }
    // Slots that leave a node from one of its ranks: those of one ring, tree or share.
    out.perColumn = team.nodeSize;
    std::vector<char> leaves(static_cast<std::size_t>(rows), 0);
    for (std::size_t i = 0; i < plan().transfers.size(); ++i) {
        const Transfer& sent = plan().transfers[i];
        const bool isInside =
            sent.from >= ranks || sent.to >= ranks || sent.from / team.nodeSize == sent.to / team.nodeSize;
        if (isInside || sent.from % team.nodeSize != 0) continue;
        for (const std::uint32_t slot : plan().slotsOf(i)) leaves[slot] = 1;
    }
    for (int row = 0; row < rows; ++row)
        if (leaves[static_cast<std::size_t>(row)] != 0) all.push_back(row);
    const auto ownerOf = [&](int row) { return states.ownerOf(static_cast<std::uint32_t>(row)) / team.nodeSize; };
    const bool haveOwners = states.sources() == 1 && ownerOf(0) != ownerOf(rows - 1);
    if (!haveOwners) out.rows = evenly(all, static_cast<std::size_t>(nodes));
    for (const int row : all)  // one of each node
        if (haveOwners && ownerOf(row) == static_cast<int>(out.rows.size())) out.rows.push_back(row);
    if (nodes > 1 && team.nodeSize > 1 && !out.rows.empty() && !outsider &&
        (!haveOwners || static_cast<int>(out.rows.size()) == nodes))
        return Found(std::move(out));
    constexpr long long kMostCells = 20'000;
    if (static_cast<long long>(ranks) * rows <= kMostCells) return Found();
    return Error{withThousands(ranks) + " ranks are too many to draw, and cannot be drawn by node; at most " +
                     std::to_string(kMostRanks) + " are drawn",
                 "ranks"};
}

Playback Playback::part(const States::Section& of) const {
    Playback out(states.part(of));
    out.algorithm = algorithm;
    out.team = team;
    out.halves = halves;
    out.outsider = outsider;
    out.nodeSize = of.perColumn > 1 ? 1 : nodeSize;
    out.section = of;
    out.duration = duration;
    out.instant = instant;
    const auto places = static_cast<std::size_t>(out.plan().places());
    // A node ends a step with the last of its ranks.
    const auto most = [&](const auto& ofPlaces, std::size_t place) {
        if (of.perColumn == 1) return ofPlaces[place];
        const std::size_t first = place * static_cast<std::size_t>(of.perColumn);
        const std::size_t end =
            std::min(first + static_cast<std::size_t>(of.perColumn), static_cast<std::size_t>(states.ranks()));
        return *std::max_element(ofPlaces.begin() + static_cast<std::ptrdiff_t>(first),
                                 ofPlaces.begin() + static_cast<std::ptrdiff_t>(end));
    };
    for (const std::vector<double>& step : ends) {
        std::vector<double>& drawn = out.ends.emplace_back();
        for (std::size_t place = 0; place < places; ++place) drawn.push_back(most(step, place));
    }
    for (std::size_t place = 0; place < places; ++place) out.lastStepOf.push_back(most(lastStepOf, place));
    return out;
}

Result<std::shared_ptr<const Playback>> drawnOf(const std::shared_ptr<const Playback>& whole) {
    const auto section = whole->drawnSection();
    if (!section) return section.error();
    return *section ? std::make_shared<const Playback>(whole->part(**section)) : whole;
}

Result<std::shared_ptr<const Playback>> toldOf(const std::shared_ptr<const Playback>& whole) {
    auto drawn = drawnOf(whole);
    if (drawn && (*drawn)->isByNode()) return whole;
    return drawn;
}

double Playback::endOf(std::size_t step) const {
    const std::vector<double>& all = ends[step];
    return step == 0 && steps() > 0 ? *std::min_element(all.begin(), all.end())
                                    : *std::max_element(all.begin(), all.end());
}

std::size_t Playback::stepAt(double time) const {
    std::size_t begin = 0, end = steps();
    while (begin < end) {
        const std::size_t middle = (begin + end + 1) / 2;
        if (endOf(middle) <= time)
            begin = middle;
        else
            end = middle - 1;
    }
    return begin;
}

Moment Playback::after(std::size_t step) const {
    Moment out{endOf(step), std::vector<std::size_t>(static_cast<std::size_t>(plan().places()), step), {}};
    if (step > 0)
        for (std::size_t i = plan().beginOf(step - 1); i < plan().steps[step - 1].end; ++i)
            out.flights.push_back({i, step - 1, 1});
    return out;
}

std::size_t Playback::stepsOf(std::size_t rank, double time, std::size_t byAll) const {
    // The end times of a rank never decrease.
    std::size_t begin = 0, end = steps();
    while (begin < end) {
        const std::size_t middle = (begin + end + 1) / 2;
        if (ends[middle][rank] <= time)
            begin = middle;
        else
            end = middle - 1;
    }
    while (begin > byAll && ends[begin][rank] == ends[begin - 1][rank]) --begin;
    return begin;
}

/// Whether any message of a step, or of a later one, is in flight.
bool Playback::hasBegun(std::size_t step, double time) const {
    for (; step < steps(); ++step)
        for (const Transfer& sent : plan().transfersOf(step))
            if (std::max(ends[step][sent.from], ends[step][sent.to]) < time - instant) return true;
    return false;
}

Moment Playback::at(double time) const {
    const auto places = static_cast<std::size_t>(plan().places());
    const std::size_t byAll = stepAt(time);
    if (time >= endOf(byAll) && time - endOf(byAll) <= instant && !hasBegun(byAll, time)) {
        Moment rest = after(byAll);
        rest.time = time;
        return rest;
    }
    Moment out{time, std::vector<std::size_t>(places), {}};
    std::size_t least = steps(), most = 0;
    for (std::size_t rank = 0; rank < places; ++rank) {
        const std::size_t done = out.done[rank] = stepsOf(rank, time, byAll);
        least = std::min(least, done), most = std::max(most, done);
    }
    std::vector<char> awaits(places);
    for (std::size_t step = least; step < std::min(most + 1, steps()); ++step)
        for (std::size_t i = plan().beginOf(step); i < plan().steps[step].end; ++i) {
            const Transfer& transfer = plan().transfers[i];
            if (out.done[transfer.to] != step) continue;
            const double start = std::max(ends[step][transfer.from], ends[step][transfer.to]);
            const double end = std::min(ends[step + 1][transfer.from], ends[step + 1][transfer.to]);
            if (time <= start) continue;
            out.flights.push_back({i, step, end > start ? std::min((time - start) / (end - start), 1.0) : 1.0});
            awaits[transfer.to] = 1;
        }
    // The latest arrivals at ranks to which nothing else is in flight.
    for (std::size_t step = least == 0 ? 0 : least - 1; step < most; ++step)
        for (std::size_t i = plan().beginOf(step); i < plan().steps[step].end; ++i) {
            const std::size_t to = plan().transfers[i].to;
            if (out.done[to] == step + 1 && !awaits[to]) out.flights.push_back({i, step, 1});
        }
    std::sort(out.flights.begin(), out.flights.end(),
              [](const Flight& a, const Flight& b) { return a.transfer < b.transfer; });
    return out;
}

}  // namespace bubblescope
