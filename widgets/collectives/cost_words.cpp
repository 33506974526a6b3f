#include "widgets/collectives/cost_words.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace bubblescope {

namespace {

QString nameOf(const Algorithm& algorithm) { return toQString(algorithm.id); }

/// With a capital first letter.
QString capital(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

/// The warning that goes before what is said about closed forms, which ignore arrival delays.
QString ofLateRanks(const CollectiveSetup& setup) {
    const bool isAnyLate = std::any_of(setup.arrival.begin(), setup.arrival.end(), [](double at) { return at > 0; });
    return isAnyLate ? Text::tr("Arrival delays are ignored here.") : QString();
}

/// A warning for a winner whose ranks send through the shared NIC of a node, if its cost does not include that.
QString ofSharedPorts(const CollectiveSetup& setup, const Algorithm& winner) {
    const Team team = teamOf(setup);
    if (!setup.cluster.isPortShared || isWithinNode(team) || winner.id == "ring" || winner.pace == StepPace::Ports)
        return {};
    if (portStretch(winner, team, setup.cluster) != 1) return {};
    return Text::tr("Its ranks share the NIC of their node, which this time ignores: %1 takes longer than shown.")
        .arg(nameOf(winner));
}

/// What it takes to sum in switches or to send to all others at once, and the fastest algorithm that does not.
QString ofWhatItNeeds(const CollectiveSetup& setup, const std::vector<CostLine>& lines, const Algorithm& winner) {
    const auto isInSwitch = [](const Algorithm& each) {
        return each.pace == StepPace::Ports && each.inside == Inside::Switch;
    };
    const auto sendsToAll = [](const Algorithm& each) { return each.sendsManyAtOnce && each.pace != StepPace::Ports; };
    if ((!isInSwitch(winner) && !sendsToAll(winner)) || setup.ranks <= 2) return {};
    const CostLine* best = nullptr;
    for (const CostLine& line : lines) {
        if (isInSwitch(*line.algorithm) || (!isInSwitch(winner) && sendsToAll(*line.algorithm))) continue;
        if (!best || line.of(setup.bytes) < best->of(setup.bytes)) best = &line;
    }
    const QString name = capital(nameOf(winner));
    if (isInSwitch(winner) && best)
        return Text::tr("%1 needs switches that can sum; without them, %2 is the fastest and takes %3.")
            .arg(name, nameOf(*best->algorithm), formatMicroseconds(best->of(setup.bytes)));
    if (!best)
        return Text::tr("%1 sends to all %2 others at once, which needs a switch that connects every pair.")
            .arg(name)
            .arg(setup.ranks - 1);
    return Text::tr(
               "%1 sends to all %2 others at once, which needs a switch that connects every pair; among "
               "algorithms that send to one rank at a time, %3 is the fastest with %4.")
        .arg(name)
        .arg(setup.ranks - 1)
        .arg(nameOf(*best->algorithm), formatMicroseconds(best->of(setup.bytes)));
}

/// "Ring is never best here: halving-doubling moves as much in 6 steps instead of 14."
QString neverBestAlone(const CollectiveSetup& setup, const CostVerdict& verdict, std::size_t line) {
    constexpr double kAsMuch = 1 + 1e-9;
    const CostLine& own = verdict.lines[line];
    const QString name = capital(nameOf(*own.algorithm));
    const auto steps = [&](const CostLine& of) {
        return closedFormOf(*of.algorithm, teamFor(setup, *of.algorithm)).steps();
    };
    for (const CostLine& other : verdict.lines)
        if (!other.algorithm->sendsManyAtOnce && steps(other) < steps(own) && other.of(0) < own.of(0) &&
            other.of(kMaxBytes) <= own.of(kMaxBytes) * kAsMuch)
            return Text::tr("%1 is never best here: %2 moves as much in %3 steps instead of %4.")
                .arg(name, nameOf(*other.algorithm))
                .arg(steps(other))
                .arg(steps(own));
    return Text::tr("%1 is never best here.").arg(name);
}

/// The compared algorithms that win nowhere, and why.
QString neverBest(const CollectiveSetup& setup, const CostVerdict& verdict) {
    if (verdict.neverBest.empty()) return {};
    QStringList names;
    bool areAllPaced = verdict.winner().algorithm->usesTwoLinks() && !isWithinNode(teamOf(setup));
    for (const std::size_t line : verdict.neverBest) {
        names += nameOf(*verdict.lines[line].algorithm);
        areAllPaced = areAllPaced && !verdict.lines[line].algorithm->usesTwoLinks();
    }
    if (names.size() == 1 && !areAllPaced) return neverBestAlone(setup, verdict, verdict.neverBest.front());
    const QString all = capital(formatList(names));
    if (names.size() == 1)
        return Text::tr("%1 is never best here: the slow link sets the pace of all of its steps.").arg(all);
    return (areAllPaced ? Text::tr("%1 are never best here: the slow link sets the pace of all of their steps.")
                        : Text::tr("%1 are never best here."))
        .arg(all);
}

/// How many parts from `begin` on, towards smaller or larger sizes, have two algorithms in turn; 1 if only one has.
std::size_t inTurn(const std::vector<BestPart>& parts, std::size_t begin, int towards) {
    std::size_t count = 1;
    const auto at = [&](std::size_t i) -> const BestPart* {
        const auto place = static_cast<std::ptrdiff_t>(begin) + towards * static_cast<std::ptrdiff_t>(i);
        return place < 0 || place >= std::ssize(parts) ? nullptr : &parts[static_cast<std::size_t>(place)];
    };
    while (at(count) && (count < 2 || at(count)->line == at(count - 2)->line)) ++count;
    return count > 2 ? count : 1;
}

/// Sentences with a space between them; empty ones are left out.
QString joined(QStringList sentences) {
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

}  // namespace

QString bytesSentence(const CollectiveSetup& setup, const CostVerdict& verdict) {
    if (setup.ranks == 1) return Text::tr("A single rank has all the data: nothing is sent.");
    const auto& parts = verdict.parts;
    const BestPart& here = parts[verdict.present];
    const auto name = [&](const BestPart& part) { return nameOf(*verdict.lines[part.line].algorithm); };
    const bool isFirst = verdict.present == 0, isLast = verdict.present + 1 == parts.size();
    const QString winner = capital(name(here));
    QStringList text{ofLateRanks(setup)};
    if (isFirst && isLast)
        text += Text::tr("<b>%1 wins at every size</b>.").arg(winner);
    else if (isFirst)
        text += Text::tr("<b>%1 wins up to %2</b>.").arg(winner, formatBytes(here.to));
    else if (isLast)
        text += Text::tr("<b>%1 wins from %2 up</b>.").arg(winner, formatBytes(here.from));
    else
        text += Text::tr("<b>%1 wins from %2 to %3</b>.").arg(winner, formatBytes(here.from), formatBytes(here.to));
    if (verdict.rival) {
        const QString rival = nameOf(*verdict.lines[*verdict.rival].algorithm);
        constexpr double kAsLong = 0.995;
        text += verdict.shareOfRival >= kAsLong
                    ? Text::tr("At %1, %2 takes as long.").arg(formatBytes(setup.bytes), rival)
                    : Text::tr("At %1 it takes %2 of %3’s time.")
                          .arg(formatBytes(setup.bytes), formatNumber(verdict.shareOfRival, 2), rival);
    }
    text += ofWhatItNeeds(setup, verdict.lines, *verdict.winner().algorithm);
    for (std::size_t left = verdict.present; left > 0;) {
        const BestPart& part = parts[left - 1];
        const std::size_t count = inTurn(parts, left - 1, -1);
        const QString below = formatBytes(part.to);
        if (left == verdict.present)
            text += count > 1 ? Text::tr("Below that, the winner alternates between %1 and %2.")
                                    .arg(name(part), name(parts[left - 2]))
                              : Text::tr("Below that, %1 wins.").arg(name(part));
        else
            text += count > 1 ? Text::tr("Below %1, the winner alternates between %2 and %3.")
                                    .arg(below, name(part), name(parts[left - 2]))
                              : Text::tr("Below %1, %2 wins.").arg(below, name(part));
        left -= count;
    }
    for (std::size_t i = verdict.present + 1; i < parts.size();) {
        const QString from = formatBytes(parts[i].from);
        const std::size_t count = inTurn(parts, i, 1);
        text += count > 1 ? Text::tr("From %1 up, the winner alternates between %2 and %3.")
                                .arg(from, name(parts[i]), name(parts[i + 1]))
                          : Text::tr("From %1 up, %2 wins.").arg(from, name(parts[i]));
        i += count;
    }
    text += neverBest(setup, verdict);
    text += ofSharedPorts(setup, *verdict.winner().algorithm);
    return joined(text);
}

QString ranksSentence(const CollectiveSetup& setup, const std::vector<RankWinner>& winners) {
    struct Stretch {
        const Algorithm* algorithm;
        int from, to;
    };
    std::vector<Stretch> stretches;
    for (const RankWinner& winner : winners) {
        if (stretches.empty() || stretches.back().algorithm != &winner.algorithm())
            stretches.push_back({&winner.algorithm(), winner.ranks, winner.ranks});
        stretches.back().to = winner.ranks;
    }
    std::size_t here = 0;
    while (here + 1 < stretches.size() && stretches[here].to < setup.ranks) ++here;
    const QString bytes = formatBytes(setup.bytes);
    const auto present = [&] {
        const auto& [algorithm, from, to] = stretches[here];
        const QString name = nameOf(*algorithm);
        if (stretches.size() == 1) return Text::tr("<b>At %1, %2 wins for any number of ranks</b>.").arg(bytes, name);
        if (here == 0) return Text::tr("<b>At %1, %2 wins up to %3 ranks</b>.").arg(bytes, name).arg(to);
        if (here + 1 == stretches.size())
            return Text::tr("<b>At %1, %2 wins from %3 ranks up</b>.").arg(bytes, name).arg(from);
        if (from == to) return Text::tr("<b>At %1, %2 wins with %3 ranks</b>.").arg(bytes, name).arg(from);
        return Text::tr("<b>At %1, %2 wins from %3 to %4 ranks</b>.").arg(bytes, name).arg(from).arg(to);
    };
    const auto other = [&](std::size_t i) {
        const auto& [algorithm, from, to] = stretches[i];
        const QString name = nameOf(*algorithm);
        if (i == 0) return Text::tr("Up to %1 ranks, %2 wins.").arg(to).arg(name);
        if (i + 1 == stretches.size()) return Text::tr("From %1 ranks up, %2 wins.").arg(from).arg(name);
        if (from == to) return Text::tr("With %1 ranks, %2 wins.").arg(from).arg(name);
        return Text::tr("From %1 to %2 ranks, %3 wins.").arg(from).arg(to).arg(name);
    };
    QStringList text{ofLateRanks(setup), present()};
    for (std::size_t i = 0; i < stretches.size(); ++i)
        if (i != here) text += other(i);
    const auto own = std::find_if(winners.begin(), winners.end(),
                                  [&](const RankWinner& winner) { return winner.ranks == setup.ranks; });
    if (own != winners.end()) text += ofWhatItNeeds(setup, own->lines, own->algorithm());
    text += Text::tr("Rank counts tried are powers of two, and powers of two times a node.");
    return joined(text);
}

QString placeSentence(const CollectiveSetup& setup, const CostVerdict& verdict) {
    const std::size_t winner = verdict.parts[verdict.present].line;
    const auto timeOf = [&](std::size_t line) { return verdict.lines[line].of(setup.bytes); };
    std::optional<std::size_t> next;
    for (std::size_t i = 0; i < verdict.lines.size(); ++i)
        if (i != winner && (!next || timeOf(i) < timeOf(*next))) next = i;
    const QString name = nameOf(*verdict.lines[winner].algorithm), time = formatMicroseconds(timeOf(winner));
    const QString bytes = formatBytes(setup.bytes);
    return joined(
        {ofLateRanks(setup),
         next ? Text::tr("At %1 on %2 ranks, <b>%3 wins</b> with %4, ahead of %5 with %6.")
                    .arg(bytes)
                    .arg(setup.ranks)
                    .arg(name, time, nameOf(*verdict.lines[*next].algorithm), formatMicroseconds(timeOf(*next)))
              : Text::tr("At %1 on %2 ranks, <b>%3 wins</b> with %4.").arg(bytes).arg(setup.ranks).arg(name, time),
         ofWhatItNeeds(setup, verdict.lines, *verdict.lines[winner].algorithm),
         ofSharedPorts(setup, *verdict.lines[winner].algorithm)});
}

QString costSentence(const CostCurves& cost) {
    switch (cost.axis) {
        case CostAxis::Bytes: return bytesSentence(cost.setup, cost.verdict);
        case CostAxis::Ranks: return ranksSentence(cost.setup, cost.winners);
        case CostAxis::Map: return placeSentence(cost.setup, cost.verdict);
    }
    return {};
}

}  // namespace bubblescope
