#include "widgets/inspector/op_text.h"

#include "engine/core/text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/shown/outcome.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

// More causes than this are told by the first ones and the last.
constexpr std::size_t kToldCauses = 5;

/// Writes the parts of sentences about one run.
class Writer {
public:
    Writer(const Run& run, int firstNumber)
        : m_run(run),
          m_timeline(*run.timeline),
          m_program(*run.timeline->program),
          m_words(wordsOf(run)),
          m_firstNumber(firstNumber),
          m_unit(unitText(run.schedule.workload.timeUnit)) {}

    QString title() const { return QString::fromStdString(m_run.title); }
    QString time(Time time) const { return formatTime(time, m_unit); }
    QString clock(Time time) const { return formatMoment(time); }
    QString span(Time begin, Time end) const {
        return Text::tr("%1 – %2", "from and to").arg(clock(begin), clock(end));
    }
    /// "404 – 820 · 416 ms", kept on one line.
    QString spanAndLength(Time begin, Time end) const {
        return QStringLiteral("%1 · %2").arg(span(begin, end), time(end - begin)).replace(' ', QChar::Nbsp);
    }
    QString spanOf(Row row) const { return span(m_timeline.startOf(row), m_timeline.end[row]); }
    /// Whether its lane waited for what it sends.
    bool isSentBefore(const OpCause& cause) const {
        return cause.before && cause.laneFree > m_timeline.end[*cause.before];
    }
    int workerOf(Row row) const { return m_program.workerOfRow(row).value; }
    /// "device 3".
    QString placeOf(Row row) const { return nameOfWorker(workerOf(row)); }
    QString nameOfWorker(int worker) const { return m_words.nameOf(WorkerId(worker)); }
    bool isFetch(Row row) const { return m_program.lanes[m_program.laneOf(row).index()].role == Role::Fetch; }
    /// Of a placement scheme, where devices are workers and microbatches batches.
    const SchemeRun* scheme() const { return m_run.scheme.get(); }
    int storeOf(Row row) const { return scheme()->storeWorker[m_program.stepOf(op(row))]; }
    QString storePlaceOf(Row row) const { return nameOfWorker(storeOf(row)); }
    QString batches() const { return scheme() ? Text::tr("batches") : Text::tr("microbatches"); }
    Op op(Row row) const { return m_program.ops[row]; }
    bool isFirst(MicrobatchId microbatch) const { return microbatch.value % m_program.microbatchesALine() == 0; }
    bool knowsNeeds() const { return m_program.needs.isRegular() || m_program.needs.isExplicit(); }
    long long ops() const { return opsOf(m_run.schedule); }
    /// Whether hops differ.
    bool hasLinks() const { return m_run.durations.nodes.size > 0 || !m_run.durations.commMatrix.empty(); }
    int number(std::int32_t index) const { return index + m_firstNumber; }
    int chunks() const { return m_program.shades(); }
    int chunkOf(Row row) const { return number(m_program.chunkOf(op(row).stage())); }

    QString plainName(Row row) const { return m_words.nameOf(op(row), m_firstNumber); }
    /// "B3", with its chunk where that tells it apart from another B3 of the device; "f3 of batch 1".
    QString name(Row row) const {
        const QString plain = plainName(row);
        if (scheme()) return Text::tr("%1 of batch %2").arg(plain).arg(number(op(row).microbatch().value));
        return chunks() > 1 ? Text::tr("%1 of chunk %2").arg(plain).arg(chunkOf(row)) : plain;
    }
    /// Of two that run as one both: "F3 + B0".
    QString link(Row row) const {
        const RowRange pair = pairOf(m_program, row);
        const QString text =
            pair.size() > 1 ? name(pair.begin) + QStringLiteral(" + ") + name(pair.begin + 1) : name(row);
        return QStringLiteral("<a href=\"row:%1\" style=\"text-decoration:none\">%2</a>").arg(row).arg(text);
    }

private:
    const Run& m_run;
    const Timeline& m_timeline;
    const Program& m_program;
    Words m_words;
    int m_firstNumber;
    QString m_unit;
};

QString html(const QString& text) { return symbolHtml(text); }

/// Of an op that starts when its weights have come.
QString waitForWeights(const Writer& say, const OpCause& cause) {
    const Row fetch = *cause.fetch;
    const Time computing = cause.input ? std::clamp<Time>(cause.arrival() - cause.laneFree, 0, cause.waited) : 0;
    const QString weights = say.time(cause.waited - computing), from = say.storePlaceOf(fetch);
    const QString fetched = Text::tr("They are fetched %1.").arg(say.spanOf(fetch));
    if (computing == 0) return Text::tr("Waits %1 for its weights from %2.").arg(weights, from) + ' ' + fetched;
    return Text::tr("Waits %1 for %2 from %3, then %4 for its weights from %5.")
               .arg(say.time(computing), say.link(*cause.input), say.placeOf(*cause.input), weights, from) +
           ' ' + fetched;
}

QString waitOf(const Writer& say, const OpCause& cause) {
    if (cause.isByFetch()) return waitForWeights(say, cause);
    if (!cause.input && !cause.before) return html(Text::tr("Starts at once: it needs nothing."));
    if (!cause.isByInput()) {
        if (!cause.before) return html(Text::tr("Starts at once."));
        const QString form = say.isSentBefore(cause) ? Text::tr("Starts as soon as %1 before it has been sent.")
                                                     : Text::tr("Starts as soon as %1 before it ends.");
        QString text = form.arg(say.link(*cause.before));
        if (cause.input && cause.input != cause.before && cause.arrival() < cause.laneFree)
            text += ' ' + Text::tr("What it needs, %1 from %2, was there %3 earlier.")
                              .arg(say.link(*cause.input), say.placeOf(*cause.input),
                                   say.time(cause.laneFree - cause.arrival()));
        return text;
    }
    const QString input = say.link(*cause.input), place = say.placeOf(*cause.input);
    const Time computing = std::max<Time>(0, cause.inputEnd - cause.laneFree);
    const Time sending = cause.waited - computing;
    if (computing == 0)
        return Text::tr("Waits %1 for the transfer of %2 from %3, which ended at %4.")
            .arg(say.time(sending), input, place, say.clock(cause.inputEnd));
    if (sending == 0) return Text::tr("Waits %1 for %2 from %3.").arg(say.time(computing), input, place);
    return Text::tr("Waits %1 for %2 from %3, then %4 for the transfer.")
        .arg(say.time(computing), input, place, say.time(sending));
}

/// Of a fetch.
QString fetchWaitOf(const Writer& say, const OpCause& cause) {
    if (cause.isByInput() || (cause.input && cause.inputEnd == cause.laneFree))
        return Text::tr("Begins as soon as %1 ends on %2.").arg(say.link(*cause.input), say.placeOf(*cause.input));
    if (!cause.before) return html(Text::tr("Begins at once."));
    return Text::tr("Begins as soon as the weights for %1 have come.").arg(say.link(*cause.before));
}

/// What these words say an op started after.
std::optional<Row> blockingOf(const OpCause& cause, bool isFetch) {
    if (cause.isByFetch()) return cause.fetch;
    if (cause.isByMember()) return *cause.lastMember - 1;
    const bool isByInput = cause.isByInput() || (isFetch && cause.input && cause.inputEnd == cause.laneFree);
    return isByInput ? cause.input : cause.before;
}

QString stepText(const Writer& say, const IdleStep& step, bool isFirst) {
    const QString span = say.spanOf(step.row), link = say.link(step.row);
    if (say.isFetch(step.row))
        return Text::tr("weights for %1 come from %2 %3", "an op, a worker, and from when to when")
            .arg(link, say.storePlaceOf(step.row), span);
    if (!step.isInput)
        return (say.scheme() ? Text::tr("before it on the same worker, %1 runs %2")
                             : Text::tr("before it on the same device, %1 runs %2"))
            .arg(link, span);
    const QString runs = Text::tr("%1 on %2 runs %3").arg(link, say.placeOf(step.row), span);
    if (step.hop == 0) return runs;
    return isFirst ? Text::tr("%1, then %2 on the way").arg(runs, say.time(step.hop))
                   : Text::tr("%1, then %2").arg(runs, say.time(step.hop));
}

QStringList stepTexts(const Writer& say, const IdleReason& reason) {
    QStringList lines;
    const std::size_t count = reason.causes.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (count > kToldCauses && i == kToldCauses - 1) {
            const std::size_t left = count - kToldCauses;
            lines += reason.isCut ? Text::tr("and so on, over more than %1 ops, back to").arg(left)
                                  : Text::tr("and so on (ops left out here: %1), back to").arg(left);
            i = count - 1;
        }
        lines += stepText(say, reason.causes[i], i == 0) + (i + 1 < count ? QStringLiteral(";") : QStringLiteral("."));
    }
    return lines;
}

/// What a placement scheme says of an op: where its weights are, where activations come from and stay, how many its
/// worker then holds.
QStringList schemeFacts(const Run& run, const Writer& say, Row row, const OpCause& cause) {
    const Program& program = *run.timeline->program;
    const int worker = say.workerOf(row), store = say.storeOf(row);
    QStringList facts{store == worker ? Text::tr("weights its own")
                                      : Text::tr("weights from %1").arg(say.nameOfWorker(store))};
    if (cause.input && say.workerOf(*cause.input) != worker)
        facts += Text::tr("activation from %1").arg(say.placeOf(*cause.input));
    const Op op = say.op(row);
    const int holder =
        program.workerOfRow(*findOp(program, Op(OpKind::Backward, op.stage().value, op.microbatch().value))).value;
    if (holder != worker) facts += Text::tr("activation kept on %1 for the backward").arg(say.nameOfWorker(holder));
    const double held = run.scheme->held[static_cast<std::size_t>(worker)].heldAt(run.timeline->startOf(row));
    return facts += Text::tr("activations that %1 then holds: %2").arg(say.nameOfWorker(worker), formatNumber(held, 4));
}

QString placeSentence(const Writer& say, const IdleReason& reason) {
    const bool isScheme = say.scheme();
    switch (reason.place) {
        case IdlePlace::NoWork:
            return isScheme ? Text::tr("This worker runs nothing.") : Text::tr("This device runs nothing.");
        case IdlePlace::WarmUp: {
            const Op first = say.op(*reason.gap.after);
            if (first.kind() != OpKind::Forward || !say.isFirst(first.microbatch()))
                return Text::tr("Warm-up: the first that it runs is on its way.");
            return isScheme ? Text::tr("Warm-up: the first batch is on its way down.")
                            : Text::tr("Warm-up: the first microbatch is on its way down.");
        }
        case IdlePlace::CoolDown:
            return isScheme ? Text::tr("Cool-down: the work of this worker is done.")
                            : Text::tr("Cool-down: the work of this device is done.");
        case IdlePlace::Turn: return Text::tr("Turn: the way down to the last stage and back.");
        case IdlePlace::Between: break;
    }
    return {};
}

QString causeSentence(const Writer& say, const WhyIdle& why) {
    const IdleReason& reason = why.reason;
    switch (why.cause) {
        case IdleCause::None: break;
        case IdleCause::Transfer:
            if (!say.hasLinks() || !reason.slowest) return Text::tr("Transfers: what it waits for is late by them.");
            return Text::tr(
                       "Transfers: what it waits for is late by them; on the way to it those from %1 to %2 take %3.")
                .arg(say.nameOfWorker(reason.slowest->first.value), say.nameOfWorker(reason.slowest->second.value),
                     say.time(reason.onSlowest));
        case IdleCause::Uneven:
            if (!reason.longest) return Text::tr("Uneven stages: what it waits for has more to do.");
            return Text::tr("Uneven stages: ops of %1 on the way take longer than the mean.")
                .arg(say.nameOfWorker(reason.longest->value));
        case IdleCause::Fetch: return Text::tr("Weights: they were on their way, to it or to what it waits for.");
        case IdleCause::Order: return Text::tr("Order: ops that nothing here needed had their turn first.");
        case IdleCause::Work: return Text::tr("Work: what it waits for was being computed.");
    }
    return {};
}

/// "30 ms = 34 ms transfers − 4 ms own work."
QString partsSentence(const Writer& say, const IdleReason& reason) {
    const IdleParts& parts = reason.parts;
    QString sum;
    const auto add = [&](Time part, const QString& name) {
        if (part == 0) return;
        const QString sign = part < 0 ? QStringLiteral("− ") : sum.isEmpty() ? QString() : QStringLiteral("+ ");
        sum += (sum.isEmpty() ? QString() : QStringLiteral(" ")) + sign + say.time(std::abs(part)) + ' ' + name;
    };
    const bool isEven = parts.uneven == 0;
    if (parts.work > 0) add(parts.work, isEven ? Text::tr("work of others") : Text::tr("work of others, were it even"));
    add(parts.order, Text::tr("ops that had their turn first"));
    add(parts.uneven, Text::tr("uneven stages"));
    add(parts.transfer, Text::tr("transfers"));
    add(parts.communication, say.scheme() ? Text::tr("fetches") : Text::tr("communication"));
    add(parts.lag, Text::tr("fixed waits"));
    add(parts.unknown, say.knowsNeeds() ? Text::tr("from further back") : Text::tr("of unknown cause"));
    if (parts.work < 0) add(parts.work, Text::tr("own work meanwhile"));
    return Text::tr("%1 = %2.", "idle time and its parts").arg(say.time(reason.gap.end - reason.gap.begin), sum);
}

/// What a run with a change made of the gap.
QStringList leverSentences(const Writer& say, const WhyIdle& why) {
    QStringList lines;
    const auto add = [&](const std::optional<Time>& with, const QString& change) {
        if (!with) return;
        lines += *with == 0 ? Text::tr("With %1 it is gone.", "a change, and then the gap").arg(change)
                            : Text::tr("With %1 it is %2.").arg(change, say.time(*with));
    };
    add(why.withFreeTransfers, QStringLiteral("T_C = 0"));
    add(why.withEvenStages, Text::tr("even stages"));
    add(why.withFreeFetches, QStringLiteral("fetch = 0"));
    add(why.withMoreWarmup, Text::tr("one more warm-up forward on each device"));
    if (lines.isEmpty() && (why.cause == IdleCause::Order || why.cause == IdleCause::Work) &&
        why.trials == WhyIdle::Trials::Whole)
        lines += Text::tr("Neither free transfers nor even stages make it shorter.");
    if (why.trials == WhyIdle::Trials::TooLarge)
        lines +=
            Text::tr("Not all that could make it shorter was tried: for more runs of %1 operations there is no memory.")
                .arg(QString::fromStdString(withThousands(say.ops())));
    if (why.isLessShareWithMore && why.reason.place != IdlePlace::Between)
        lines += Text::tr("Twice the %1 make it a smaller share of the whole.").arg(say.batches());
    return lines;
}

QStringList richLines(QStringList sentences) {
    sentences.removeAll(QString());
    for (QString& sentence : sentences) sentence = html(sentence);
    return sentences;
}

/// Why it was so, a sentence each.
QStringList reasonsOf(const Writer& say, const WhyIdle& why) {
    QStringList sentences{placeSentence(say, why.reason), causeSentence(say, why)};
    if (why.reason.place != IdlePlace::NoWork) sentences << partsSentence(say, why.reason);
    return richLines(std::move(sentences));
}

}  // namespace

OpText textOfOp(const Run& run, Row row, int firstNumber) {
    const Writer say(run, firstNumber);
    const Timeline& timeline = *run.timeline;
    const Op op = say.op(row);
    const OpCause cause = explainOp(timeline, run.durations, row);
    OpText text;
    const bool isFetch = say.isFetch(row);
    const QString name = say.plainName(row);
    text.headline = (isFetch ? Text::tr("Fetch on %1") : Text::tr("Op on %1")).arg(say.placeOf(row));
    text.title = isFetch ? Text::tr("weights for %1").arg(say.name(row))
                         : QStringLiteral("%1 · %2").arg(name, kindName(op.kind()));
    text.facts +=
        QStringLiteral("%1 · %2").arg(say.title(), say.spanAndLength(timeline.startOf(row), timeline.end[row]));
    QString place = (say.scheme() ? Text::tr("batch %1 · stage %2") : Text::tr("microbatch %1 · stage %2"))
                        .arg(microbatchText(op, timeline.program->pieces, say.number(0)))
                        .arg(say.number(timeline.program->modelStage(op.stage()).value));
    if (say.chunks() > 1) place += Text::tr(" · chunk %1").arg(say.chunkOf(row));
    text.facts += place;
    if (const auto other = otherOfPair(*timeline.program, row))
        text.facts += Text::tr("runs as one with %1, stage %2")
                          .arg(say.name(*other))
                          .arg(say.number(timeline.program->modelStage(say.op(*other).stage()).value));
    if (isFetch) text.facts += Text::tr("weights from %1").arg(say.storePlaceOf(row));
    if (say.scheme() && !isFetch) text.facts += schemeFacts(run, say, row, cause);
    text.lead = isFetch ? fetchWaitOf(say, cause) : waitOf(say, cause);
    text.conclusion =
        cause.slack > 0 ? html(Text::tr("Could take %1 longer without moving any other op.").arg(say.time(cause.slack)))
                        : html(Text::tr("No slack: taking longer, it would move another op or the end."));
    text.chain = {row};
    if (const auto blocking = blockingOf(cause, isFetch)) text.chain.insert(text.chain.begin(), *blocking);
    return text;
}

OpText textOfIdle(const Run& run, const WhyIdle& why, int firstNumber) {
    const Timeline& timeline = *run.timeline;
    const Writer say(run, firstNumber);
    const IdleReason& reason = why.reason;
    const IdleGap& gap = reason.gap;
    OpText text;
    text.headline = Text::tr("Idle on %1").arg(say.nameOfWorker(timeline.program->workerOf(gap.lane).value));
    text.title = QStringLiteral("%1 · %2").arg(say.title(), say.spanAndLength(gap.begin, gap.end));
    const QStringList reasons = reasonsOf(say, why);
    const QStringList levers = reason.place == IdlePlace::NoWork ? QStringList() : richLines(leverSentences(say, why));
    text.conclusion = (reasons + levers).join(QStringLiteral("<br>"));
    if (reason.place == IdlePlace::CoolDown) {
        const Row last = reason.causes.front().row;
        text.lead = Text::tr("Done here. %1 on %2 ends last, at %3.")
                        .arg(say.link(last), say.placeOf(last), say.clock(timeline.latestEnd));
        text.chain = {last};
    } else if (!reason.causes.empty()) {
        const Row waitedFor = reason.causes.front().row;
        text.lead =
            say.isFetch(waitedFor)
                ? Text::tr("%1 waits for its weights from %2:").arg(say.link(*gap.after), say.storePlaceOf(waitedFor))
                : Text::tr("%1 waits for %2 from %3:")
                      .arg(say.link(*gap.after), say.link(waitedFor), say.placeOf(waitedFor));
        text.steps = stepTexts(say, reason);
        for (const IdleStep& step : reason.causes) text.chain.insert(text.chain.begin(), step.row);
        text.chain.push_back(*gap.after);
        text.dependent = gap.after;
    }
    QString waits = text.lead;
    if (waits.endsWith(QLatin1Char(':'))) waits.back() = QLatin1Char('.');
    text.caption = (QStringList{waits} + reasons).join(QLatin1Char(' ')).trimmed();
    return text;
}

}  // namespace bubblescope
