#include "engine/analysis/spending.h"
#include "engine/core/text.h"
#include "widgets/inspector/op_text.h"
#include "widgets/inspector/writer.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

// Of more causes than this, only the first ones and the last are shown.
constexpr std::size_t kToldCauses = 5;

QString stepText(const Writer& say, const Link& step) {
    const QString span = say.spanOf(step.row), link = say.link(step.row);
    if (say.isFetch(step.row))
        return Text::tr("weights for %1, fetched from %2, %3", "an op, a worker, and from when to when")
            .arg(link, say.storePlaceOf(step.row), span);
    if (step.isTurn) return Text::tr(say.words.earlier).arg(link, span);
    if (step.lag == 0) return Text::tr("%1 on %2, %3").arg(link, say.placeOf(step.row), span);
    return Text::tr("%1 on %2, %3, then %4 for the transfer")
        .arg(link, say.placeOf(step.row), span, say.time(step.lag));
}

QStringList stepTexts(const Writer& say, const IdleReason& reason) {
    QStringList lines;
    const std::size_t count = reason.causes.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (count > kToldCauses && i == kToldCauses - 1) {
            const std::size_t left = count - kToldCauses;
            lines += reason.isCut ? Text::tr("… more than %1 ops …").arg(left)
                     : left == 1  ? Text::tr("… 1 more op …")
                                  : Text::tr("… %1 more ops …").arg(left);
            i = count - 1;
        }
        lines += stepText(say, reason.causes[i]) + (i + 1 < count ? QStringLiteral(";") : QStringLiteral("."));
    }
    return lines;
}

QString placeSentence(const Writer& say, const IdleReason& reason) {
    switch (reason.place) {
        case IdlePlace::NoWork: return Text::tr(say.words.runsNothing);
        case IdlePlace::WarmUp: {
            const Op first = say.op(*reason.gap.after);
            const bool isFirst =
                first.kind() == OpKind::Forward && first.microbatch().value % say.program.microbatchesALine() == 0;
            return isFirst ? Text::tr(say.words.firstInput)
                           : Text::tr("Warm-up: waiting for the input of its first op.");
        }
        case IdlePlace::CoolDown: return Text::tr(say.words.finished);
        case IdlePlace::Turn: return Text::tr(say.words.roundTrip);
        case IdlePlace::Between: break;
    }
    return {};
}

/// Whether hops take different times.
bool hasLinks(const Durations& durations) { return durations.nodes.size > 0 || !durations.commMatrix.empty(); }

QString causeSentence(const Writer& say, const WhyIdle& why) {
    const IdleReason& reason = why.reason;
    switch (why.cause) {
        case IdleCause::None: break;
        case IdleCause::Transfer:
            if (!hasLinks(say.run.durations) || !reason.slowest) return Text::tr("Waiting for transfers.");
            return Text::tr("Waiting for transfers: the link from %1 to %2 takes the longest, %3 in total.")
                .arg(say.place(reason.slowest->first), say.place(reason.slowest->second), say.time(reason.onSlowest));
        case IdleCause::Uneven:
            if (!reason.longest) return Text::tr("Uneven stages: waiting for a longer stage.");
            return Text::tr("Uneven stages: on this path, ops of %1 take longer than average.")
                .arg(say.place(*reason.longest));
        case IdleCause::Fetch: return Text::tr("Waiting for weights to be fetched, here or upstream.");
        case IdleCause::Order: return Text::tr("Schedule order: unrelated ops ran first.");
        case IdleCause::Work: return Text::tr("Waiting for upstream compute.");
    }
    return {};
}

/// "30 ms = 34 ms transfers − 4 ms own compute meanwhile."
QString partsSentence(const Writer& say, const IdleReason& reason) {
    const IdleParts& parts = reason.parts;
    QString sum;
    const auto add = [&](Time part, const QString& name) {
        if (part == 0) return;
        const QString sign = part < 0 ? QStringLiteral("− ") : sum.isEmpty() ? QString() : QStringLiteral("+ ");
        sum += (sum.isEmpty() ? QString() : QStringLiteral(" ")) + sign + say.time(std::abs(part)) + ' ' + name;
    };
    const bool isEven = parts.uneven == 0;
    const bool knowsNeeds = say.program.needs.isRegular() || say.program.needs.isExplicit();
    if (parts.work > 0)
        add(parts.work, isEven ? Text::tr("upstream compute") : Text::tr("upstream compute, if stages were even"));
    add(parts.order, Text::tr("queued behind other ops"));
    add(parts.uneven, Text::tr("uneven stages"));
    add(parts.transfer, Text::tr("transfers"));
    add(parts.communication, Text::tr(say.words.communication));
    add(parts.lag, Text::tr("fixed delays"));
    add(parts.unknown, knowsNeeds ? Text::tr("earlier causes") : Text::tr("unknown cause"));
    if (parts.work < 0) add(parts.work, Text::tr("own compute meanwhile"));
    return Text::tr("%1 = %2.", "idle time and its parts").arg(say.time(reason.gap.end - reason.gap.begin), sum);
}

/// What would shorten the gap, as runs with one change each found, a sentence each.
QStringList leverSentences(const Writer& say, const WhyIdle& why) {
    QStringList lines;
    const auto add = [&](const std::optional<Time>& with, const QString& gone, const QString& shorter) {
        if (with) lines += *with == 0 ? gone : shorter.arg(say.time(*with));
    };
    add(why.withFreeTransfers, Text::tr("With free transfers, the gap disappears."),
        Text::tr("With free transfers, the gap is %1."));
    add(why.withEvenStages, Text::tr("With balanced stages, the gap disappears."),
        Text::tr("With balanced stages, the gap is %1."));
    add(why.withFreeFetches, Text::tr("With free weight fetches, the gap disappears."),
        Text::tr("With free weight fetches, the gap is %1."));
    add(why.withMoreWarmup, Text::tr("With one more warm-up forward per device, the gap disappears."),
        Text::tr("With one more warm-up forward per device, the gap is %1."));
    if (lines.isEmpty() && (why.cause == IdleCause::Order || why.cause == IdleCause::Work) &&
        why.trials == WhyIdle::Trials::Whole)
        lines += Text::tr("Free transfers or balanced stages would not shorten it.");
    if (why.trials == WhyIdle::Trials::TooLarge)
        lines += Text::tr("Some changes were not tried: there is not enough memory for more runs of %1 operations.")
                     .arg(QString::fromStdString(withThousands(opsOf(say.run.schedule))));
    if (why.isLessShareWithMore && why.reason.place != IdlePlace::Between) lines += Text::tr(say.words.doubling);
    return lines;
}

QStringList richLines(QStringList sentences) {
    sentences.removeAll(QString());
    for (QString& sentence : sentences) sentence = symbolHtml(sentence);
    return sentences;
}

/// The causes of the gap, a sentence each.
QStringList reasonsOf(const Writer& say, const WhyIdle& why) {
    QStringList sentences{placeSentence(say, why.reason), causeSentence(say, why)};
    if (why.reason.place != IdlePlace::NoWork) sentences << partsSentence(say, why.reason);
    return richLines(std::move(sentences));
}

/// What a gap of a training step is spent on, what runs next, and what that waits for.
void tellStepGap(const Writer& say, const IdleGap& gap, OpText& text) {
    Time exposed = 0, offload = 0;
    if (say.program.isWork(gap.lane))
        for (const SpendingSpan& span : spendingOf(say.timeline, say.program.workerOf(gap.lane)).spans) {
            const Time part = std::min(span.end, gap.end) - std::max(span.begin, gap.begin);
            if (part <= 0) continue;
            if (span.on == Spending::ExposedCommunication) exposed += part;
            if (span.on == Spending::ExposedOffload) offload += part;
        }
    if (exposed > 0) text.facts += Text::tr("%1 of this is exposed communication").arg(say.time(exposed));
    if (offload > 0) text.facts += Text::tr("%1 of this is exposed offload").arg(say.time(offload));
    text.lead = Text::tr("Nothing left to run here; the step ends at %1.").arg(say.time(say.timeline.latestEnd));
    if (!gap.after) return;
    const QStringList causes = say.causes(*gap.after, text.chain);
    text.lead =
        (QStringList(Text::tr("%1 runs next:").arg(say.link(*gap.after))) + causes).join(QStringLiteral("<br>"));
    text.conclusion = say.lastToArrive(*gap.after);
}

}  // namespace

OpText textOfIdle(const Run& run, const WhyIdle& why, int firstNumber) {
    const Writer say(run, firstNumber);
    const IdleReason& reason = why.reason;
    const IdleGap& gap = reason.gap;
    OpText text;
    text.headline = Text::tr("Idle on %1").arg(say.place(say.program.workerOf(gap.lane)));
    text.title = say.titleAndSpan(gap.begin, gap.end);
    text.dependent = gap.after;
    if (run.step) {
        tellStepGap(say, gap, text);
        return text;
    }
    const QStringList reasons = reasonsOf(say, why);
    const QStringList levers = reason.place == IdlePlace::NoWork ? QStringList() : richLines(leverSentences(say, why));
    text.conclusion = (reasons + levers).join(QStringLiteral("<br>"));
    for (const Link& cause : reason.causes) text.chain.insert(text.chain.begin(), cause.row);
    if (gap.after) text.chain.push_back(*gap.after);
    if (reason.place == IdlePlace::CoolDown) {
        const Row last = reason.causes.front().row;
        text.lead = Text::tr("Nothing left to run. %1 on %2 ends last, at %3.")
                        .arg(say.link(last), say.placeOf(last), say.time(say.timeline.latestEnd));
    } else if (!reason.causes.empty()) {
        const Row last = reason.causes.front().row;
        text.lead =
            say.isFetch(last)
                ? Text::tr("%1 waits for its weights from %2:").arg(say.link(*gap.after), say.storePlaceOf(last))
                : Text::tr("%1 waits for %2 from %3:").arg(say.link(*gap.after), say.link(last), say.placeOf(last));
        text.steps = stepTexts(say, reason);
    }
    QString waits = text.lead;
    if (waits.endsWith(QLatin1Char(':'))) waits.back() = QLatin1Char('.');
    text.caption = (QStringList{waits} + reasons).join(QLatin1Char(' ')).trimmed();
    return text;
}

}  // namespace bubblescope
