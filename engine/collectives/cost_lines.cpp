#include "engine/collectives/cost_lines.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope {

std::vector<CostLine> costLines(const CollectiveSetup& setup, const Team& team) {
    std::vector<CostLine> lines;
    for (const Algorithm& algorithm : algorithmsOf(setup.collective))
        if (isOffered(setup, algorithm) && checkTeam(algorithm, team))
            lines.push_back(
                {&algorithm, CostForm(algorithm, team, setup.cluster), launchTime(algorithm, team, setup.cluster)});
    return lines;
}

namespace {

/// The fastest line at a size; the first of those that differ by rounding alone.
std::size_t fastestAt(const std::vector<CostLine>& lines, double bytes) {
    constexpr double kRounding = 1 - 1e-12;
    std::size_t best = 0;
    double least = lines.front().of(bytes);
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (const double time = lines[i].of(bytes); time < least * kRounding) best = i, least = time;
    return best;
}

}  // namespace

std::vector<BestPart> bestParts(const std::vector<CostLine>& lines, double from, double to) {
    std::vector<BestPart> parts;
    if (lines.empty()) return parts;
    constexpr double kStep = 1.075;  // 32 to a decade
    parts.push_back({fastestAt(lines, from), from, to});
    for (double low = from; low < to;) {
        const double high = std::min(low * kStep, to);
        while (parts.back().line != fastestAt(lines, high)) {
            // Where the last one ceases to be the fastest: between `least` and `most`.
            double least = std::max(low, parts.back().from), most = high;
            for (double middle = (least + most) / 2; least < middle && middle < most; middle = (least + most) / 2)
                (fastestAt(lines, middle) == parts.back().line ? least : most) = middle;
            parts.back().to = most;
            parts.push_back({fastestAt(lines, most), most, to});
        }
        low = high;
    }
    // Where three lines meet, rounding leaves parts of no width.
    constexpr double kNoWidth = 1e-9;
    std::vector<BestPart> wide;
    for (const BestPart& part : parts) {
        const bool isNarrow = part.to - part.from <= part.to * kNoWidth && parts.size() > 1;
        if (!wide.empty() && (isNarrow || wide.back().line == part.line))
            wide.back().to = part.to;
        else if (!isNarrow)
            wide.push_back(part);
    }
    if (!wide.empty()) wide.front().from = from;
    return wide;
}

Team teamWithRanks(const CollectiveSetup& setup, int ranks) {
    return teamOn(setup.cluster, ranks, std::min(setup.root, ranks - 1), setup.pieces.value_or(0));
}

CostVerdict verdictOf(const CollectiveSetup& setup, double from, double to) {
    CostVerdict verdict;
    verdict.lines = costLines(setup, teamOf(setup));
    verdict.parts = bestParts(verdict.lines, from, to);
    const auto isPast = [&](const BestPart& part) { return part.from > setup.bytes; };
    const auto after = std::find_if(verdict.parts.begin(), verdict.parts.end(), isPast) - verdict.parts.begin();
    verdict.present = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - 1, 0));
    for (const std::string& id : setup.algorithms)
        for (std::size_t i = 0; i < verdict.lines.size(); ++i)
            if (verdict.lines[i].algorithm->id == id) verdict.chosen.push_back(i);
    for (const std::size_t line : verdict.chosen) {
        const auto isIts = [&](const BestPart& part) { return part.line == line; };
        if (std::none_of(verdict.parts.begin(), verdict.parts.end(), isIts)) verdict.neverBest.push_back(line);
        if (verdict.rival || line == verdict.parts[verdict.present].line) continue;
        verdict.rival = line;
        const double time = verdict.lines[line].of(setup.bytes);
        if (time > 0) verdict.shareOfRival = verdict.winner().of(setup.bytes) / time;
    }
    return verdict;
}

BytesRange bytesRange(const CollectiveSetup& setup) {
    BytesRange range;
    const double bytes = std::max(1.0, setup.bytes);
    while (range.from > bytes) range.from /= 10;
    while (range.to < bytes) range.to *= 10;
    return range;
}

std::vector<RankWinner> winnersOverRanks(const CollectiveSetup& setup) {
    std::set<int> values{setup.ranks};
    for (const int first : {2, std::max(2, setup.cluster.nodeSize)})
        for (int n = first; n <= kMaxRanks; n *= 2) values.insert(n);
    std::vector<RankWinner> winners;
    for (const int ranks : values) {
        RankWinner winner{ranks, costLines(setup, teamWithRanks(setup, ranks))};
        for (std::size_t i = 1; i < winner.lines.size(); ++i)
            if (winner.lines[i].of(setup.bytes) < winner.lines[winner.best].of(setup.bytes)) winner.best = i;
        winners.push_back(std::move(winner));
    }
    return winners;
}

}  // namespace bubblescope
