#include "engine/collectives/cost_lines.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope {

std::vector<CostLine> costLines(Collective collective, const Team& team, const Cluster& cluster) {
    std::vector<CostLine> lines;
    for (const Algorithm& algorithm : algorithmsOf(collective)) {
        if (!checkTeam(algorithm, team)) continue;
        const double at = paidByForm(algorithm, team, cluster, 0).time(cluster);
        Payment ofByte = paidByForm(algorithm, team, cluster, 1);
        ofByte.intraLatencies = ofByte.interLatencies = 0;
        lines.push_back({&algorithm, cluster.launch + at, ofByte.time(cluster)});
    }
    return lines;
}

std::optional<double> crossing(const CostLine& a, const CostLine& b) {
    const double bytes = (b.at - a.at) / (a.perByte - b.perByte);
    return a.perByte != b.perByte && bytes >= 0 ? std::optional(bytes) : std::nullopt;
}

std::vector<BestPart> bestParts(const std::vector<CostLine>& lines, double from, double to) {
    std::vector<BestPart> parts;
    if (lines.empty()) return parts;
    std::size_t now = 0;
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (std::pair(lines[i].of(from), lines[i].perByte) < std::pair(lines[now].of(from), lines[now].perByte))
            now = i;
    for (double at = from;;) {
        // Among the lines that grow slower, take the first to cross; of several at one point, the slowest-growing.
        std::optional<std::size_t> next;
        double end = to;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (!(lines[i].perByte < lines[now].perByte)) continue;
            const double meets = std::max(at, crossing(lines[now], lines[i]).value_or(at));
            if (meets < end || (next && meets == end && lines[i].perByte < lines[*next].perByte)) next = i, end = meets;
        }
        if (end > at) parts.push_back({now, at, end});
        if (!next) return parts;
        now = *next;
        at = end;
    }
}

Team teamWithRanks(const CollectiveSetup& setup, int ranks) {
    return {ranks, std::min(setup.root, ranks - 1), setup.pieces.value_or(ranks), setup.cluster.nodeSize};
}

CostVerdict verdictOf(const CollectiveSetup& setup, double from, double to) {
    CostVerdict verdict;
    verdict.lines = costLines(setup.collective, teamOf(setup), setup.cluster);
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
        RankWinner winner{ranks, costLines(setup.collective, teamWithRanks(setup, ranks), setup.cluster)};
        for (std::size_t i = 1; i < winner.lines.size(); ++i)
            if (winner.lines[i].of(setup.bytes) < winner.lines[winner.best].of(setup.bytes)) winner.best = i;
        winners.push_back(std::move(winner));
    }
    return winners;
}

}  // namespace bubblescope
