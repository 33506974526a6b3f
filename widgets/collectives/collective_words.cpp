#include "widgets/collectives/collective_words.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kLetters = 26;

/// From the first to the last of the neighbours that share a hue.
struct Ramp {
    QRgb from, middle, to;
};
constexpr std::size_t kHues = 8;
constexpr std::array<Ramp, kHues> kRamps{{
    {0xff1b3f9c, 0xff5a8cf0, 0xffc4d7fb},
    {0xff7e3a10, 0xffe08a1e, 0xfff8dd9c},
    {0xff0e5a46, 0xff35a783, 0xffbce8d8},
    {0xff5a2a86, 0xff9a63d6, 0xffdfcbf8},
    {0xff8a1c4c, 0xffdb5b92, 0xfff9cfe0},
    {0xff0d4f66, 0xff3b9dc2, 0xffc0e6f4},
    {0xff4c5a12, 0xff93a838, 0xffdfe8b4},
    {0xff4a4a55, 0xff8c8c9c, 0xffd6d6de},
}};

/// Each colour of a palette, from dark to light.
std::array<Ramp, kHues> rampsOf(const OpPalette& palette) {
    if (palette.id == opPalettes().front().id) return kRamps;
    const QRgb colors[kHues] = {palette.light[0],           palette.light[1],    palette.light[2],
                                palette.light[3],           palette.lightGather, palette.lightOffload,
                                palette.lightCommunication, palette.lightHost};
    std::array<Ramp, kHues> ramps;
    std::transform(std::begin(colors), std::end(colors), ramps.begin(), [](const QColor& color) {
        return Ramp{mixed(color, Qt::black, 0.5).rgb(), color.rgb(), mixed(color, Qt::white, 0.65).rgb()};
    });
    return ramps;
}

QColor along(const Ramp& ramp, double share) {
    return share < 0.5 ? mixed(ramp.from, ramp.middle, share * 2) : mixed(ramp.middle, ramp.to, share * 2 - 1);
}

QString capitalized(QString sentence) {
    sentence[0] = sentence[0].toUpper();
    return sentence;
}

QString slotText(const Plan& plan, std::uint32_t slot) {
    return Text::tr("slot %1").arg(QString::fromStdString(plan.slotName(slot)));
}

/// "1 slot", "3 slots" or "all 8 slots".
QString slotCountText(int count, int all) {
    if (count == all && all > 1) return Text::tr("all %1 slots").arg(all);
    return count == 1 ? Text::tr("1 slot") : Text::tr("%1 slots").arg(count);
}

/// What most ranks do in a step, or have done once it is over: how many slots they send, and how far.
QString stepText(const Playback& playback, std::size_t step, bool isOver) {
    const Plan& plan = playback.plan();
    const auto transfers = plan.transfersOf(step);
    if (playback.algorithm->pace == StepPace::Ports)
        return isOver ? Text::tr("Pieces were sent to be summed, and finished sums were sent back.")
                      : Text::tr("Pieces are being sent to be summed, and finished sums are being sent back.");
    if (playback.algorithm->pace == StepPace::Rings) {
        if (plan.adds(step))
            return (isOver ? Text::tr("In all %1 rings, each rank has sent a piece to the next rank, which added it.")
                           : Text::tr("In all %1 rings, each rank is sending a piece to the next rank, which adds it."))
                .arg(playback.team.rings);
        return (isOver ? Text::tr("In all %1 rings, each rank has sent a piece to the next rank.")
                       : Text::tr("In all %1 rings, each rank is sending a piece to the next rank."))
            .arg(playback.team.rings);
    }
    if (transfers.empty()) return {};
    const int n = plan.ranks;
    const int distance = (transfers.front().to - transfers.front().from + n) % n;
    const bool isEach = static_cast<int>(transfers.size()) == n;
    const bool isShift = isEach && std::all_of(transfers.begin(), transfers.end(), [&](const Transfer& transfer) {
                             return (transfer.to - transfer.from + n) % n == distance;
                         });
    const QString what = slotCountText(static_cast<int>(plan.slotsOf(plan.beginOf(step)).size()), plan.slotCount);
    const bool isSum = plan.adds(step);
    // The whole sentence, while the step runs and after it, with and without a sum.
    const auto choose = [&](const QString& copying, const QString& copied, const QString& adding,
                            const QString& added) {
        return isSum ? isOver ? added : adding : isOver ? copied : copying;
    };
    if (playback.algorithm->sendsManyAtOnce)
        return choose(Text::tr("%1 messages are in flight at once."), Text::tr("%1 messages arrived at once."),
                      Text::tr("%1 messages are in flight at once; each is added where it arrives."),
                      Text::tr("%1 messages arrived at once; each was added where it arrived."))
            .arg(transfers.size());
    if (isShift && distance == 1)
        return choose(Text::tr("Every rank is sending %1 to the next rank."),
                      Text::tr("Every rank has sent %1 to the next rank."),
                      Text::tr("Every rank is sending %1 to the next rank and adding what it receives."),
                      Text::tr("Every rank has sent %1 to the next rank and added what it received."))
            .arg(what);
    if (isShift && distance == n - 1)
        return choose(Text::tr("Every rank is sending %1 to the previous rank."),
                      Text::tr("Every rank has sent %1 to the previous rank."),
                      Text::tr("Every rank is sending %1 to the previous rank and adding what it receives."),
                      Text::tr("Every rank has sent %1 to the previous rank and added what it received."))
            .arg(what);
    if (isShift)
        return choose(Text::tr("Every rank is sending %1 to the rank %2 positions ahead."),
                      Text::tr("Every rank has sent %1 to the rank %2 positions ahead."),
                      Text::tr("Every rank is sending %1 to the rank %2 positions ahead and adding what it receives."),
                      Text::tr("Every rank has sent %1 to the rank %2 positions ahead and added what it received."))
            .arg(what)
            .arg(distance);
    const bool isExchange = std::all_of(transfers.begin(), transfers.end(), [&](const Transfer& transfer) {
        return std::any_of(transfers.begin(), transfers.end(), [&](const Transfer& other) {
            return other.from == transfer.to && other.to == transfer.from;
        });
    });
    if (isEach && !isExchange)
        return choose(Text::tr("Every rank is sending %1 to another rank."),
                      Text::tr("Every rank has sent %1 to another rank."),
                      Text::tr("Every rank is sending %1 to another rank and adding what it receives."),
                      Text::tr("Every rank has sent %1 to another rank and added what it received."))
            .arg(what);
    if (isEach)
        return choose(Text::tr("Every rank is exchanging %1 with the rank at distance %2."),
                      Text::tr("Every rank has exchanged %1 with the rank at distance %2."),
                      Text::tr("Every rank is exchanging %1 with the rank at distance %2 and adding what it receives."),
                      Text::tr("Every rank has exchanged %1 with the rank at distance %2 and added what it received."))
            .arg(what)
            .arg(std::abs(transfers.front().to - transfers.front().from));
    if (transfers.size() == 1)
        return capitalized(
            choose(Text::tr("%1 is sending %2 to %3."), Text::tr("%1 has sent %2 to %3."),
                   Text::tr("%1 is sending %2 to %3, which adds the values to its own."),
                   Text::tr("%1 has sent %2 to %3, which added the values to its own."))
                .arg(rankName(playback, transfers.front().from), what, rankName(playback, transfers.front().to)));
    return choose(Text::tr("%1 ranks are each sending %2."), Text::tr("%1 ranks have each sent %2."),
                  Text::tr("%1 ranks are each sending %2 to ranks that add the values to their own."),
                  Text::tr("%1 ranks have each sent %2 to ranks that added the values to their own."))
        .arg(transfers.size())
        .arg(what);
}

}  // namespace

std::vector<QColor> rankColors(int ranks, int nodeSize, const OpPalette& palette) {
    constexpr int kShades = 4, kHueCount = static_cast<int>(kHues);
    constexpr Ramp kGreys{0xff2c2c2c, 0xff8e8e8e, 0xfff0f0f0};
    const std::array<Ramp, kHues> ramps = rampsOf(palette);
    const int least = std::max(1, std::min(nodeSize, kShades));
    const int shades = palette.isPrint ? ranks : std::max(least, (ranks + kHueCount - 1) / kHueCount);
    std::vector<QColor> colors;
    for (int rank = 0; rank < ranks; ++rank) {
        const int shade = rank % shades;
        const double share = shades == 1 ? 0.25 : static_cast<double>(shade) / (shades - 1);
        const auto hue = static_cast<std::size_t>(rank / shades) % kHues;
        colors.push_back(along(palette.isPrint ? kGreys : ramps[hue], share));
    }
    return colors;
}

QString rankLetter(int rank, int ranks) {
    return ranks > kLetters ? QString::number(rank) : QString(QChar::fromLatin1(static_cast<char>('a' + rank)));
}

QString costSum(const Algorithm& algorithm, const ClosedForm& form) {
    const QString share = toQString(algorithm.reason.share);
    const long long steps = form.steps();
    const double beta = form.group.beta() + form.intra.beta() + form.inter.beta();
    const double bytesAStep = steps > 0 ? beta / static_cast<double>(steps) : 0;
    const double inverse = bytesAStep > 0 ? 1 / bytesAStep : 0;
    const bool isEven = inverse >= 1 && std::abs(inverse - std::round(inverse)) < 1e-9;
    const bool isDifference = share == QStringLiteral("n − 1");
    QString sum =
        (isDifference ? Text::tr("(%1) S = %2 S") : Text::tr("%1 · S = %2 S")).arg(share, formatNumber(beta, 4));
    if (isEven && steps > 1 && inverse > 1)
        sum = Text::tr("%1 × S/%2 = %3 S = %4 · S")
                  .arg(steps)
                  .arg(std::lround(inverse))
                  .arg(formatNumber(beta, 4), share);
    else if (isEven && steps > 1)
        sum = Text::tr("%1 × S = %2 S").arg(steps).arg(formatNumber(beta, 4));
    if (beta == 0) sum = Text::tr("%1 latencies in sequence").arg(steps);
    if (algorithm.pace == StepPace::Ports)
        sum = form.inter.betaOver == 0 ? Text::tr("%1 S").arg(formatNumber(beta, 4))
              : form.intra.betaOver == 0
                  ? Text::tr("%1 S between nodes").arg(formatNumber(form.inter.beta(), 4))
                  : Text::tr("%1 S inside nodes and, at the same time, %2 S between nodes")
                        .arg(formatNumber(form.intra.beta(), 4), formatNumber(form.inter.beta(), 4));
    if (algorithm.usesTwoLinks())
        sum = Text::tr("%1 S inside nodes + %2 S between nodes = %3 S")
                  .arg(formatNumber(form.intra.beta(), 4), formatNumber(form.inter.beta(), 4), formatNumber(beta, 4));
    return sum;
}

QString placeName(const Plan& plan, int place) {
    if (place < plan.ranks) return Text::tr("rank %1").arg(place);
    return plan.switches == 1 ? Text::tr("the switch") : Text::tr("switch %1").arg(place - plan.ranks);
}

QString rankName(const Playback& playback, int rank) {
    if (rank == playback.outsider) return Text::tr("the root");
    const bool isNode = playback.isByNode() && rank < playback.states.ranks();
    return isNode ? Text::tr("node %1").arg(rank) : placeName(playback.plan(), rank);
}

QString sectionText(const Playback& drawn) {
    if (!drawn.section || (!drawn.isByNode() && drawn.team.rings == 1)) return {};
    if (drawn.isByNode()) return Text::tr("drawn by node, with one slot for each");
    const QString what = drawn.algorithm->pace == StepPace::Rings ? Text::tr("one of %1 rings is drawn")
                                                                  : Text::tr("one of %1 double trees is drawn");
    return what.arg(drawn.team.rings);
}

QColor algorithmColor(const Theme& theme, const Algorithm& algorithm) {
    struct Ink {
        std::string_view id;
        QRgb light, dark;
    };
    static constexpr Ink kInks[] = {
        {"ring", 0xff265ad2, 0xff6d93ff},
        {"direct", 0xff7a828e, 0xff9aa2ae},
        {"one-shot", 0xff8a4fc4, 0xffb98cf0},
        {"binomial", 0xffb0881c, 0xfff8c954},
        {"recursive-doubling", 0xff3b8fb0, 0xff63c1e2},
        {"recursive-halving", 0xff3b8fb0, 0xff63c1e2},
        {"halving-doubling", 0xff27a689, 0xff2bb694},
        {"pairwise", 0xff27a689, 0xff2bb694},
        {"hierarchical", 0xffc05330, 0xffe8764c},
        {"double-tree", 0xffc2417f, 0xfff07fb4},
        {"in-switch", 0xff5b7f1f, 0xffa3c95a},
        {"scatter-allgather", 0xffc05330, 0xffe8764c},
        {"reducescatter-gather", 0xffc05330, 0xffe8764c},
        {"bruck", 0xffc2417f, 0xfff07fb4},
    };
    const auto found =
        std::find_if(std::begin(kInks), std::end(kInks), [&](const Ink& ink) { return ink.id == algorithm.id; });
    const auto all = algorithmsOf(algorithm.collective);
    const Ink& ink =
        found == std::end(kInks) ? kInks[static_cast<std::size_t>(&algorithm - all.data()) % std::size(kInks)] : *found;
    return QColor::fromRgb(theme.id == ThemeId::Dark ? ink.dark : ink.light);
}

QString valueText(const States& states, States::VersionId value) {
    const States::Version& version = states.version(value);
    const QString slot = QString::fromStdString(states.plan().slotName(version.slot));
    if (states.sources() == 1) return states.plan().isOfPairs ? slot : QLatin1Char('t') + slot;
    constexpr int kMostParts = 12;
    if (const int count = states.countOf(value); count > kMostParts)
        return count == states.summands() ? Text::tr("the sum over all %1 ranks").arg(count)
                                          : Text::tr("the sum over %1 ranks").arg(count);
    QStringList parts;
    for (int source = 0; source < states.ranks(); ++source)
        if (states.sums(value, source))
            parts += states.ranks() > kLetters ? Text::tr("r%1").arg(source) + QLatin1Char('.') + slot
                                               : rankLetter(source, states.ranks()) + slot;
    return parts.isEmpty() ? Text::tr("nothing yet") : parts.join(QLatin1Char('+'));
}

QString transferText(const Playback& playback, std::size_t step, std::size_t transfer) {
    const Plan& plan = playback.plan();
    const Transfer& sent = plan.transfers[transfer];
    const auto sentSlots = plan.slotsOf(transfer);
    const QString from = rankName(playback, sent.from), to = rankName(playback, sent.to);
    if (sentSlots.size() > 1)
        return Text::tr("%1 sends %2 slots (%3 to %4) to %5")
            .arg(from)
            .arg(sentSlots.size())
            .arg(QString::fromStdString(plan.slotName(sentSlots.front())),
                 QString::fromStdString(plan.slotName(sentSlots.back())), to);
    const auto value = playback.states.at(sent.from, playback.states.rowOf(sentSlots.front()), step);
    if (playback.states.sources() == 1)
        return Text::tr("%1 sends %2 to %3").arg(from, slotText(plan, sentSlots.front()), to);
    return Text::tr("%1 sends %2 (now %3) to %4")
        .arg(from, slotText(plan, sentSlots.front()), valueText(playback.states, *value), to);
}

QString momentText(const Playback& playback, const Moment& moment) {
    const std::size_t steps = moment.steps();
    if (playback.steps() == 0) return Text::tr("A single rank has all the data: nothing to do.");
    const auto most = *std::max_element(moment.done.begin(), moment.done.end());
    const std::vector<double>& arrival = playback.ends.front();
    if (const auto last = std::max_element(arrival.begin(), arrival.end()); moment.time < *last)
        return capitalized(
            Text::tr("%1 arrives at %2; ranks that exchange data with it wait.")
                .arg(rankName(playback, static_cast<int>(last - arrival.begin())), formatMicroseconds(*last)));
    if (most > steps + 1 || (most > steps && !moment.isMoving()))
        return Text::tr("Ranks are in steps %1 to %2; some wait for slower ones.")
            .arg(steps + 1)
            .arg(std::min(most + 1, playback.steps()));
    if (!moment.isBetweenSteps()) return stepText(playback, steps, false);
    if (steps == 0) return toQString(infoOf(playback.algorithm->collective).meaning);
    if (steps == playback.steps())
        return Text::tr("Done: %1").arg(toQString(infoOf(playback.algorithm->collective).meaning));
    return stepText(playback, steps - 1, true);
}

QString exampleText(const Playback& playback, const Moment& moment) {
    constexpr std::uint32_t kUsual = 2;  // not the first or last rank
    const std::size_t steps = moment.steps();
    const bool areRings = playback.algorithm->pace == StepPace::Rings;
    if (steps == 0 || !moment.isBetweenSteps() || (playback.algorithm->sendsManyAtOnce && !areRings)) return {};
    const Plan& plan = playback.plan();
    if (plan.transfersOf(steps - 1).empty()) return {};
    std::size_t told = plan.beginOf(steps - 1);
    for (std::size_t i = told; i < plan.steps[steps - 1].end; ++i)
        if (plan.transfers[i].from == kUsual && (!areRings || plan.slotsOf(i).size() == 1)) told = i;
    return capitalized(transferText(playback, steps - 1, told)) + QLatin1Char('.');
}

QString placeText(const Playback& playback, const Moment& moment) {
    const std::size_t steps = moment.steps(), all = playback.steps();
    if (all == 0) return {};
    const bool isMoving = !moment.isBetweenSteps();
    const auto& halves = playback.halves;
    if (!halves)
        return (isMoving     ? Text::tr("in step %1 of %2")
                : steps == 0 ? Text::tr("before step %1 of %2")
                             : Text::tr("after step %1 of %2"))
            .arg(isMoving || steps == 0 ? steps + 1 : steps)
            .arg(all);
    const QString first = toQString(infoOf(halves->first).id), second = toQString(infoOf(halves->second).id);
    if (!isMoving && steps == halves->seam)
        return (steps == 0 ? Text::tr("before step %1 of %2, between %3 and %4")
                           : Text::tr("after step %1 of %2, between %3 and %4"))
            .arg(steps == 0 ? 1 : steps)
            .arg(all)
            .arg(first, second);
    return (isMoving     ? Text::tr("in step %1 of %2, %3 phase")
            : steps == 0 ? Text::tr("before step %1 of %2, %3 phase")
                         : Text::tr("after step %1 of %2, %3 phase"))
        .arg(isMoving || steps == 0 ? steps + 1 : steps)
        .arg(all)
        .arg(steps < halves->seam ? first : second);
}

QStringList placeTexts(const Playback& playback, const Moment& moment) {
    const std::size_t steps = moment.steps();
    if (playback.steps() == 0) return {QString()};
    QString half;
    if (const auto& halves = playback.halves) {
        const bool isSeam = steps == halves->seam && moment.isBetweenSteps();
        const QString name = toQString(infoOf(isSeam || steps < halves->seam ? halves->first : halves->second).id);
        half = isSeam ? Text::tr("%1 done").arg(name) : name;
    }
    const auto join = [&](const QString& text) {
        return half.isEmpty() ? text : QStringLiteral("%1: %2").arg(text, half);
    };
    const QString when = moment.isBetweenSteps()
                             ? steps == 0 ? Text::tr("before step 1 of %1") : Text::tr("after step %2 of %1")
                             : Text::tr("in step %2 of %1");
    const std::size_t step = moment.currentStep();
    const auto all = static_cast<qulonglong>(playback.steps());
    QStringList texts{placeText(playback, moment),
                      join(QString(when).replace(QLatin1String("%2"), QString::number(step)).arg(all)),
                      join(Text::tr("%1 of %2").arg(step).arg(all)), join(QString::number(step))};
    return texts;
}

QString halfName(const Playback& playback, std::size_t step) {
    const auto& halves = playback.halves;
    if (!halves || step == 0) return {};
    return toQString(infoOf(step <= halves->seam ? halves->first : halves->second).id);
}

QString halfText(const Playback& playback, std::size_t step) {
    const auto& halves = playback.halves;
    if (!halves || step == 0) return {};
    const bool isFirst = step <= halves->seam;
    return Text::tr("%1, step %2 of %3")
        .arg(halfName(playback, step))
        .arg(isFirst ? step : step - halves->seam)
        .arg(isFirst ? halves->seam : playback.steps() - halves->seam);
}

}  // namespace bubblescope
