#include "widgets/collectives/cost_words.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace bubblescope {

namespace {

QString nameOf(const Algorithm& algorithm) { return toQString(algorithm.id); }

/// The first letter of a sentence.
QString capital(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

QString bold(const QString& text) { return QStringLiteral("<b>%1</b>").arg(text); }

/// What stands in front of what is said of closed forms, which know of no late ranks.
QString ofLateRanks(const CollectiveSetup& setup) {
    const bool isAnyLate = std::any_of(setup.arrival.begin(), setup.arrival.end(), [](double at) { return at > 0; });
    return isAnyLate ? Text::tr("With nobody late: ") : QString();
}

/// Where nodes share a port, of a winner that several ranks of a node send out by, and whose cost does not say it.
QString ofSharedPorts(const CollectiveSetup& setup, const Algorithm& winner) {
    const Team team = teamOf(setup);
    if (!setup.cluster.isPortShared || isWithinNode(team) || winner.id == "ring") return {};
    if (portStretch(winner, team, setup.cluster) != 1) return {};
    return Text::tr(" Its ranks share their node’s port, which this time leaves out: %1 takes longer than shown.")
        .arg(nameOf(winner));
}

/// What it takes to talk to all others at once, and what is the fastest without.
QString ofManyAtOnce(const CollectiveSetup& setup, const std::vector<CostLine>& lines, const Algorithm& winner) {
    if (!winner.sendsManyAtOnce || setup.ranks <= 2) return {};
    const CostLine* best = nullptr;
    for (const CostLine& line : lines)
        if (!line.algorithm->sendsManyAtOnce && (!best || line.of(setup.bytes) < best->of(setup.bytes))) best = &line;
    const QString text = Text::tr(" %1 talks to all %2 others at once, which takes a switch that joins every pair")
                             .arg(capital(nameOf(winner)));
    return text.arg(setup.ranks - 1) +
           (best ? Text::tr("; of those that talk to one at a time %1 is the fastest, with %2.")
                       .arg(nameOf(*best->algorithm), formatMicroseconds(best->of(setup.bytes)))
                 : QStringLiteral("."));
}

/// ": halving-doubling moves as much in 6 steps in place of 14."
QString beatenBy(const CollectiveSetup& setup, const CostVerdict& verdict, std::size_t line) {
    constexpr double kAsMuch = 1 + 1e-9;
    const CostLine& own = verdict.lines[line];
    const auto steps = [&](const CostLine& of) { return closedFormOf(*of.algorithm, teamOf(setup)).steps(); };
    for (const CostLine& other : verdict.lines)
        if (!other.algorithm->sendsManyAtOnce && steps(other) < steps(own) && other.at < own.at &&
            other.perByte <= own.perByte * kAsMuch)
            return Text::tr(": %1 moves as much in %2 steps in place of %3.")
                .arg(nameOf(*other.algorithm))
                .arg(steps(other))
                .arg(steps(own));
    return QStringLiteral(".");
}

/// "The ring is never best here": of those that are compared.
QString neverBest(const CollectiveSetup& setup, const CostVerdict& verdict) {
    if (verdict.neverBest.empty()) return {};
    QStringList names;
    bool areAllPaced = verdict.winner().algorithm->usesTwoLinks && !isWithinNode(teamOf(setup));
    for (const std::size_t line : verdict.neverBest) {
        names += nameOf(*verdict.lines[line].algorithm);
        areAllPaced = areAllPaced && !verdict.lines[line].algorithm->usesTwoLinks;
    }
    const QString text = names.size() == 1 ? Text::tr("%1 is never best here") : Text::tr("%1 are never best here");
    QString reason = areAllPaced ? Text::tr(": the slow link paces all of their steps.") : QStringLiteral(".");
    if (names.size() == 1 && !areAllPaced) reason = beatenBy(setup, verdict, verdict.neverBest.front());
    return QLatin1Char(' ') + capital(text.arg(formatList(names))) + reason;
}

}  // namespace

QString bytesSentence(const CollectiveSetup& setup, const CostVerdict& verdict) {
    if (setup.ranks == 1) return Text::tr("One rank has all there is: nothing is sent.");
    const auto& parts = verdict.parts;
    const BestPart& here = parts[verdict.present];
    const auto name = [&](const BestPart& part) { return nameOf(*verdict.lines[part.line].algorithm); };
    const bool isFirst = verdict.present == 0, isLast = verdict.present + 1 == parts.size();
    QString text = ofLateRanks(setup);
    if (isFirst && isLast)
        text += bold(Text::tr("%1 wins at every size").arg(capital(name(here))));
    else if (isFirst)
        text += bold(Text::tr("Up to %1 %2 wins").arg(formatBytes(here.to), name(here)));
    else if (isLast)
        text += bold(Text::tr("From %1 on %2 wins").arg(formatBytes(here.from), name(here)));
    else
        text += bold(Text::tr("From %1 to %2 %3 wins").arg(formatBytes(here.from), formatBytes(here.to), name(here)));
    if (verdict.rival) {
        const QString rival = nameOf(*verdict.lines[*verdict.rival].algorithm);
        constexpr double kAsLong = 0.995;
        text += verdict.shareOfRival >= kAsLong
                    ? Text::tr("; at %1 %2 takes as long").arg(formatBytes(setup.bytes), rival)
                    : Text::tr("; at %1 it takes %2 of %3’s time")
                          .arg(formatBytes(setup.bytes), formatNumber(verdict.shareOfRival, 2), rival);
    }
    text += QLatin1Char('.');
    text += ofManyAtOnce(setup, verdict.lines, *verdict.winner().algorithm);
    QStringList others;
    for (std::size_t i = verdict.present; i-- > 0;)
        others += i + 1 == verdict.present ? Text::tr("below, %1 wins").arg(name(parts[i]))
                                           : Text::tr("under %1 %2").arg(formatBytes(parts[i].to), name(parts[i]));
    for (std::size_t i = verdict.present + 1; i < parts.size(); ++i)
        others += Text::tr("from %1 on %2").arg(formatBytes(parts[i].from), name(parts[i]));
    if (!others.isEmpty()) text += QLatin1Char(' ') + capital(others.join(QStringLiteral("; "))) + QLatin1Char('.');
    return text + neverBest(setup, verdict) + ofSharedPorts(setup, *verdict.winner().algorithm);
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
    const auto wordsOf = [&](std::size_t i) {
        const auto& [algorithm, from, to] = stretches[i];
        if (stretches.size() == 1) return Text::tr("%1 wins with any number of ranks").arg(nameOf(*algorithm));
        if (i == 0) return Text::tr("up to %1 ranks %2 wins").arg(to).arg(nameOf(*algorithm));
        if (i + 1 == stretches.size()) return Text::tr("from %1 ranks on %2 wins").arg(from).arg(nameOf(*algorithm));
        if (from == to) return Text::tr("with %1 ranks %2 wins").arg(from).arg(nameOf(*algorithm));
        return Text::tr("from %1 to %2 ranks %3 wins").arg(from).arg(to).arg(nameOf(*algorithm));
    };
    std::size_t here = 0;
    while (here + 1 < stretches.size() && stretches[here].to < setup.ranks) ++here;
    QStringList others;
    for (std::size_t i = 0; i < stretches.size(); ++i)
        if (i != here) others += wordsOf(i);
    QString text =
        ofLateRanks(setup) + bold(capital(wordsOf(here))) + Text::tr(" at %1.").arg(formatBytes(setup.bytes));
    if (!others.isEmpty()) text += QLatin1Char(' ') + capital(others.join(QStringLiteral("; "))) + QLatin1Char('.');
    const auto own = std::find_if(winners.begin(), winners.end(),
                                  [&](const RankWinner& winner) { return winner.ranks == setup.ranks; });
    if (own != winners.end()) text += ofManyAtOnce(setup, own->lines, own->algorithm());
    return text + Text::tr(" Numbers of ranks that were tried: powers of two, and as many in whole nodes.");
}

QString placeSentence(const CollectiveSetup& setup, const CostVerdict& verdict) {
    const std::size_t winner = verdict.parts[verdict.present].line;
    const auto timeOf = [&](std::size_t line) { return verdict.lines[line].of(setup.bytes); };
    std::optional<std::size_t> next;
    for (std::size_t i = 0; i < verdict.lines.size(); ++i)
        if (i != winner && (!next || timeOf(i) < timeOf(*next))) next = i;
    const auto text = [&](std::size_t line) {
        return Text::tr("%1 with %2").arg(nameOf(*verdict.lines[line].algorithm), formatMicroseconds(timeOf(line)));
    };
    const QString wins = bold(Text::tr("%1 wins").arg(nameOf(*verdict.lines[winner].algorithm)));
    return ofLateRanks(setup) +
           Text::tr("At %1 on %2 ranks %3 with %4")
               .arg(formatBytes(setup.bytes))
               .arg(setup.ranks)
               .arg(wins, formatMicroseconds(timeOf(winner))) +
           (next ? Text::tr(", before %1.").arg(text(*next)) : QStringLiteral(".")) +
           ofManyAtOnce(setup, verdict.lines, *verdict.lines[winner].algorithm) +
           ofSharedPorts(setup, *verdict.lines[winner].algorithm);
}

}  // namespace bubblescope
