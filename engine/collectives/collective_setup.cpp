#include "engine/collectives/collective_setup.h"

#include "engine/collectives/collective_clock.h"
#include "engine/collectives/collective_keys.h"
#include "engine/collectives/holdings.h"
#include "engine/core/text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Plans that need more are not run symbolically.
constexpr std::size_t kMostProofBytes = 4u << 20;

/// Refuses numbers beyond the limits of a key; times and rates are not repeated.
Result<void> checkNumbers(const ParameterValue& value, const Parameter& parameter) {
    if (const auto* const list = std::get_if<ParameterValue::List>(&value.held)) {
        for (std::size_t i = 0; i < list->size(); ++i)
            if (auto ok = checkNumbers((*list)[i], parameter.parts.front()); !ok)
                return Error{ok.error().message, '[' + std::to_string(i) + ']'};
        return {};
    }
    const auto* const whole = std::get_if<int>(&value.held);
    const auto* const fraction = std::get_if<double>(&value.held);
    if (!whole && !fraction) return {};
    const double number = whole ? *whole : *fraction;
    if ((parameter.isAboveLeast ? number > parameter.least : number >= parameter.least) && number <= parameter.most)
        return {};
    const auto text = [](double of) { return withThousands(static_cast<long long>(of)); };
    std::string why = parameter.isAboveLeast ? "must be greater than " + text(parameter.least) + " and at most "
                                             : "must be from " + text(parameter.least) + " to ";
    why += text(parameter.most);
    if (parameter.unit == "us") why += " microseconds";
    if (parameter.unit == "GB/s") why += " GB/s";
    const bool isTold = std::abs(number) < 1e15 && number != kPastWhole;
    if (whole || parameter.unit == "bytes") why += ", is " + (isTold ? text(number) : "far larger");
    return Error{why, {}};
}

std::vector<std::string_view> idsOf(Collective collective) {
    std::vector<std::string_view> ids;
    for (const Algorithm& algorithm : algorithmsOf(collective)) ids.push_back(algorithm.id);
    ids.push_back(kAuto);
    return ids;
}

}  // namespace

Result<void> checkCollective(const CollectiveSetup& setup) {
    if (setup.ranks > 0 && (setup.root < 0 || setup.root >= setup.ranks))
        return Error{"must be one of the " + std::to_string(setup.ranks) + " ranks, counted from 0, is " +
                         std::to_string(setup.root),
                     "root"};
    for (const CollectiveKey& key : collectiveKeys())
        if (const auto value = key.in(setup))
            if (auto ok = checkNumbers(*value, key.parameter); !ok)
                return Error{ok.error().message, key.path() + ok.error().field};
    if (setup.bytes != std::floor(setup.bytes)) return Error{"must be a whole number", "bytes"};
    const auto ids = idsOf(setup.collective);
    for (std::size_t i = 0; i < setup.algorithms.size(); ++i) {
        const std::string& id = setup.algorithms[i];
        const std::string place = "algorithms[" + std::to_string(i) + "]";
        if (std::find(ids.begin(), ids.end(), id) == ids.end())
            return Error{"unknown algorithm of " + std::string(infoOf(setup.collective).id) + "; " + nearestOf(id, ids),
                         place};
        if (std::find(setup.algorithms.begin(), setup.algorithms.begin() + static_cast<std::ptrdiff_t>(i), id) !=
            setup.algorithms.begin() + static_cast<std::ptrdiff_t>(i))
            return Error{"is listed twice", place};
    }
    if (!setup.arrival.empty() && setup.arrival.size() != static_cast<std::size_t>(setup.ranks))
        return Error{"must have a time for each of the " + std::to_string(setup.ranks) + " ranks, has " +
                         std::to_string(setup.arrival.size()),
                     "arrival"};
    return {};
}

void setRanks(CollectiveSetup& setup, int ranks) {
    setup.ranks = ranks;
    setup.root = std::min(setup.root, ranks - 1);
    if (!setup.arrival.empty()) setup.arrival.resize(static_cast<std::size_t>(ranks), 0);
}

bool canStandOutside(Collective collective) {
    return collective == Collective::Scatter || collective == Collective::Gather || collective == Collective::Reduce;
}

std::optional<int> outsiderOf(const CollectiveSetup& setup) {
    if (!setup.isRootOutside || !canStandOutside(setup.collective) || setup.ranks == 1) return std::nullopt;
    return setup.root;
}

std::vector<std::string> usualAlgorithms(Collective collective) {
    const Algorithm* ring = findAlgorithm(collective, "ring");
    return {std::string((ring ? *ring : algorithmsOf(collective).front()).id)};
}

Team teamOf(const CollectiveSetup& setup) {
    return teamOn(setup.cluster, setup.ranks, setup.root, setup.pieces.value_or(0));
}

bool isOffered(const CollectiveSetup& setup, const Algorithm& algorithm) {
    return setup.library == Library::Ideal || algorithm.isOfNccl;
}

const Algorithm& algorithmFor(const CollectiveSetup& setup, std::string_view id) {
    if (id != kAuto) return *findAlgorithm(setup.collective, id);
    const Team team = teamOf(setup);
    const auto all = algorithmsOf(setup.collective);
    const Algorithm* best = nullptr;
    double least = 0;
    for (const Algorithm& algorithm : all) {
        if (!isOffered(setup, algorithm) || !checkTeam(algorithm, team)) continue;
        const double time = timeByForm(setup, algorithm);
        if (best && time >= least) continue;
        best = &algorithm;
        least = time;
    }
    return best ? *best : all.front();
}

double timeByForm(const CollectiveSetup& setup, const Algorithm& algorithm) {
    const Team team = teamOf(setup);
    return launchTime(algorithm, team, setup.cluster) + timeByForm(algorithm, team, setup.cluster, bytesOf(setup));
}

Team teamFor(const CollectiveSetup& setup, const Algorithm& algorithm) {
    Team team = teamOf(setup);
    if (algorithm.pace == StepPace::Ports && team.pieces == 0)
        team.pieces = std::max(1, CostForm(algorithm, team, setup.cluster).piecesFor(setup.bytes));
    return team;
}

double bytesOf(const CollectiveSetup& setup) { return setup.collective == Collective::Barrier ? 0 : setup.bytes; }

Result<CollectiveRun> runCollective(const CollectiveSetup& setup, std::string_view id, int mostPlanned) {
    const Cluster& cluster = setup.cluster;
    const Algorithm& listed = algorithmFor(setup, id);
    const Team team = teamFor(setup, listed);
    const Algorithm& algorithm = runBy(team, listed);
    if (auto ok = checkTeam(algorithm, team); !ok) return ok.error();
    const auto bytes = static_cast<long long>(setup.bytes);
    CollectiveRun run{&algorithm, team, closedFormOf(algorithm, team), 0, planOf(algorithm, team, mostPlanned), {}, {}};
    double microseconds = launchTime(algorithm, team, cluster);
    if (run.plan) {
        if (holdingsBytes(algorithm.collective, *run.plan) <= kMostProofBytes)
            if (auto ok = checkPlan(algorithm, *run.plan, setup.root); !ok) return ok.error();
        run.traffic = trafficOf(*run.plan);
        if (std::any_of(setup.arrival.begin(), setup.arrival.end(), [](double time) { return time > 0; })) {
            const auto ends = endsWith(algorithm, team, *run.plan, cluster, bytes, setup.arrival);
            microseconds += *std::max_element(ends.back().begin(), ends.back().end());
        } else {
            microseconds += timeByPlan(algorithm, team, *run.plan, cluster, bytes);
        }
    } else {
        microseconds += timeByForm(algorithm, team, cluster, setup.bytes);
    }
    if (!(microseconds * kMicroUnits <= static_cast<double>(kMaxTime)))
        return Error{"takes longer than can be counted (2^62 millionths of a microsecond)", "bytes"};
    run.time = toTime(microseconds);
    run.busBandwidth = busBandwidth(setup.collective, setup.ranks, setup.bytes, run.time);
    return run;
}

}  // namespace bubblescope
