#include "widgets/inspector/op_text.h"

#include "engine/core/text.h"
#include "engine/schemes/run_scheme.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/shown/outcome.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

// Of more causes than this, only the first ones and the last are shown.
constexpr std::size_t kToldCauses = 5;

/// Formats the values that sentences about one run need.
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
    QString span(Time begin, Time end) const { return formatSpan(begin, end, m_unit); }
    /// "404 – 820 ms · 416 ms", each kept on one line.
    QString spanAndLength(Time begin, Time end) const {
        return QStringLiteral("%1 · %2").arg(span(begin, end).replace(' ', QChar::Nbsp), time(end - begin));
    }
    QString spanOf(Row row) const { return span(m_timeline.startOf(row), m_timeline.end[row]); }
    /// Whether its lane waited until the previous op had been sent.
    bool isSentBefore(const OpCause& cause) const {
        return cause.before && cause.laneFree > m_timeline.end[*cause.before];
    }
    int workerOf(Row row) const { return m_program.workerOfRow(row).value; }
    /// "device 3".
    QString placeOf(Row row) const { return nameOfWorker(workerOf(row)); }
    QString nameOfWorker(int worker) const { return m_words.nameOf(WorkerId(worker)); }
    bool isFetch(Row row) const { return m_program.lanes[m_program.laneOf(row).index()].role == Role::Fetch; }
    /// The placement scheme, if the run is one: its devices are workers, its microbatches are batches.
    const SchemeRun* scheme() const { return m_run.scheme.get(); }
    int storeOf(Row row) const { return scheme()->storeWorker[m_program.stepOf(op(row))]; }
    QString storePlaceOf(Row row) const { return nameOfWorker(storeOf(row)); }
    Op op(Row row) const { return m_program.ops[row]; }
    bool isFirst(MicrobatchId microbatch) const { return microbatch.value % m_program.microbatchesALine() == 0; }
    bool knowsNeeds() const { return m_program.needs.isRegular() || m_program.needs.isExplicit(); }
    long long ops() const { return opsOf(m_run.schedule); }
    /// Whether hops take different times.
    bool hasLinks() const { return m_run.durations.nodes.size > 0 || !m_run.durations.commMatrix.empty(); }
    int number(std::int32_t index) const { return index + m_firstNumber; }
    int chunks() const { return m_program.shades(); }
    int chunkOf(Row row) const { return number(m_program.chunkOf(op(row).stage())); }

    QString plainName(Row row) const { return m_words.nameOf(op(row), m_firstNumber); }
    /// "B3", with its chunk if the device may have another B3: "B3 (chunk 1)"; of a scheme "f3 (batch 1)".
    QString name(Row row) const {
        const QString plain = plainName(row);
        if (scheme()) return Text::tr("%1 (batch %2)").arg(plain).arg(number(op(row).microbatch().value));
        return chunks() > 1 ? Text::tr("%1 (chunk %2)").arg(plain).arg(chunkOf(row)) : plain;
    }
    /// A link to an op; of a fused pair to both: "F3 + B0".
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

/// How an op waited that starts when its weights arrive.
QString waitForWeights(const Writer& say, const OpCause& cause) {
    const Row fetch = *cause.fetch;
    const Time computing = cause.input ? std::clamp<Time>(cause.arrival() - cause.laneFree, 0, cause.waited) : 0;
    const QString weights = say.time(cause.waited - computing), from = say.storePlaceOf(fetch);
    const QString fetched = say.spanOf(fetch);
    if (computing == 0) return Text::tr("Waits %1 for its weights, fetched from %2 (%3).").arg(weights, from, fetched);
    return Text::tr("Waits %1 for %2 from %3, then %4 for its weights, fetched from %5 (%6).")
        .arg(say.time(computing), say.link(*cause.input), say.placeOf(*cause.input), weights, from, fetched);
}

QString waitOf(const Writer& say, const OpCause& cause) {
    if (cause.isByFetch()) return waitForWeights(say, cause);
    if (!cause.input && !cause.before) return html(Text::tr("Starts immediately: it depends on nothing."));
    if (!cause.isByInput()) {
        if (!cause.before) return html(Text::tr("Starts immediately."));
        const QString form = say.isSentBefore(cause) ? Text::tr("Starts right after %1 has been sent.")
                                                     : Text::tr("Starts right after %1.");
        QString text = form.arg(say.link(*cause.before));
        if (cause.input && cause.input != cause.before && cause.arrival() < cause.laneFree)
            text += ' ' + Text::tr("Its input, %1 from %2, arrived %3 earlier.")
                              .arg(say.link(*cause.input), say.placeOf(*cause.input),
                                   say.time(cause.laneFree - cause.arrival()));
        return text;
    }
    const QString input = say.link(*cause.input), place = say.placeOf(*cause.input);
    const Time computing = std::max<Time>(0, cause.inputEnd - cause.laneFree);
    const Time sending = cause.waited - computing;
    if (computing == 0)
        return Text::tr("Waits %1 for the transfer of %2 from %3, where it ended at %4.")
            .arg(say.time(sending), input, place, say.time(cause.inputEnd));
    if (sending == 0) return Text::tr("Waits %1 for %2 from %3.").arg(say.time(computing), input, place);
    return Text::tr("Waits %1 for %2 from %3, then %4 for the transfer.")
        .arg(say.time(computing), input, place, say.time(sending));
}

/// How a fetch waited.
QString fetchWaitOf(const Writer& say, const OpCause& cause) {
    if (cause.isByInput() || (cause.input && cause.inputEnd == cause.laneFree))
        return Text::tr("Starts right after %1 on %2.").arg(say.link(*cause.input), say.placeOf(*cause.input));
    if (!cause.before) return html(Text::tr("Starts immediately."));
    return Text::tr("Starts right after the weights for %1 arrive.").arg(say.link(*cause.before));
}

/// The op after which these sentences say that an op started.
std::optional<Row> blockingOf(const OpCause& cause, bool isFetch) {
    if (cause.isByFetch()) return cause.fetch;
    if (cause.isByMember()) return *cause.lastMember - 1;
    const bool isByInput = cause.isByInput() || (isFetch && cause.input && cause.inputEnd == cause.laneFree);
    return isByInput ? cause.input : cause.before;
}

QString stepText(const Writer& say, const IdleStep& step) {
    const QString span = say.spanOf(step.row), link = say.link(step.row);
    if (say.isFetch(step.row))
        return Text::tr("weights for %1, fetched from %2, %3", "an op, a worker, and from when to when")
            .arg(link, say.storePlaceOf(step.row), span);
    if (!step.isInput)
        return (say.scheme() ? Text::tr("%1, earlier on the same worker, %2")
                             : Text::tr("%1, earlier on the same device, %2"))
            .arg(link, span);
    if (step.hop == 0) return Text::tr("%1 on %2, %3").arg(link, say.placeOf(step.row), span);
    return Text::tr("%1 on %2, %3, then %4 for the transfer")
        .arg(link, say.placeOf(step.row), span, say.time(step.hop));
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

/// The facts of an op of a placement scheme: where its weights are stored, where its activation comes from and is
/// stored, and how many activations its worker then stores.
QStringList schemeFacts(const Run& run, const Writer& say, Row row, const OpCause& cause) {
    const Program& program = *run.timeline->program;
    const int worker = say.workerOf(row), store = say.storeOf(row);
    QStringList facts{store == worker ? Text::tr("own weights")
                                      : Text::tr("weights from %1").arg(say.nameOfWorker(store))};
    if (cause.input && say.workerOf(*cause.input) != worker)
        facts += Text::tr("activation from %1").arg(say.placeOf(*cause.input));
    const Op op = say.op(row);
    const int holder =
        program.workerOfRow(*findOp(program, Op(OpKind::Backward, op.stage().value, op.microbatch().value))).value;
    if (holder != worker) facts += Text::tr("activation stored on %1 for the backward").arg(say.nameOfWorker(holder));
    const double held = run.scheme->held[static_cast<std::size_t>(worker)].heldAt(run.timeline->startOf(row));
    return facts += (held == 1 ? Text::tr("%1 then stores %2 activation") : Text::tr("%1 then stores %2 activations"))
                        .arg(say.nameOfWorker(worker), formatNumber(held, 4));
}

QString placeSentence(const Writer& say, const IdleReason& reason) {
    const bool isScheme = say.scheme();
    switch (reason.place) {
        case IdlePlace::NoWork:
            return isScheme ? Text::tr("This worker runs nothing.") : Text::tr("This device runs nothing.");
        case IdlePlace::WarmUp: {
            const Op first = say.op(*reason.gap.after);
            if (first.kind() != OpKind::Forward || !say.isFirst(first.microbatch()))
                return Text::tr("Warm-up: waiting for the input of its first op.");
            return isScheme ? Text::tr("Warm-up: waiting for the first batch.")
                            : Text::tr("Warm-up: waiting for the first microbatch.");
        }
        case IdlePlace::CoolDown:
            return isScheme ? Text::tr("Cool-down: this worker has finished.")
                            : Text::tr("Cool-down: this device has finished.");
        case IdlePlace::Turn:
            return isScheme ? Text::tr("Round trip: waiting for a batch to reach the last stage and come back.")
                            : Text::tr("Round trip: waiting for a microbatch to reach the last stage and come back.");
        case IdlePlace::Between: break;
    }
    return {};
}

QString causeSentence(const Writer& say, const WhyIdle& why) {
    const IdleReason& reason = why.reason;
    switch (why.cause) {
        case IdleCause::None: break;
        case IdleCause::Transfer:
            if (!say.hasLinks() || !reason.slowest) return Text::tr("Waiting for transfers.");
            return Text::tr("Waiting for transfers: on this path, those from %1 to %2 take %3.")
                .arg(say.nameOfWorker(reason.slowest->first.value), say.nameOfWorker(reason.slowest->second.value),
                     say.time(reason.onSlowest));
        case IdleCause::Uneven:
            if (!reason.longest) return Text::tr("Uneven stages: waiting for a longer stage.");
            return Text::tr("Uneven stages: on this path, ops of %1 take longer than average.")
                .arg(say.nameOfWorker(reason.longest->value));
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
    if (parts.work > 0)
        add(parts.work, isEven ? Text::tr("upstream compute") : Text::tr("upstream compute, if stages were even"));
    add(parts.order, Text::tr("queued behind other ops"));
    add(parts.uneven, Text::tr("uneven stages"));
    add(parts.transfer, Text::tr("transfers"));
    add(parts.communication, say.scheme() ? Text::tr("fetches") : Text::tr("communication"));
    add(parts.lag, Text::tr("fixed delays"));
    add(parts.unknown, say.knowsNeeds() ? Text::tr("earlier causes") : Text::tr("unknown cause"));
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
        lines += Text::tr("Not every change was tried: there is no memory for more runs of %1 operations.")
                     .arg(QString::fromStdString(withThousands(say.ops())));
    if (why.isLessShareWithMore && why.reason.place != IdlePlace::Between)
        lines += say.scheme() ? Text::tr("Doubling batches shrinks its share.")
                              : Text::tr("Doubling microbatches shrinks its share.");
    return lines;
}

QStringList richLines(QStringList sentences) {
    sentences.removeAll(QString());
    for (QString& sentence : sentences) sentence = html(sentence);
    return sentences;
}

/// The causes of the gap, a sentence each.
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
    QStringList place{(say.scheme() ? Text::tr("batch %1") : Text::tr("microbatch %1"))
                          .arg(microbatchText(op, timeline.program->pieces, say.number(0))),
                      Text::tr("stage %1").arg(say.number(timeline.program->modelStage(op.stage()).value))};
    if (say.chunks() > 1) place += Text::tr("chunk %1").arg(say.chunkOf(row));
    text.facts += place.join(QStringLiteral(" · "));
    if (const auto other = otherOfPair(*timeline.program, row))
        text.facts += Text::tr("fused with %1, stage %2")
                          .arg(say.name(*other))
                          .arg(say.number(timeline.program->modelStage(say.op(*other).stage()).value));
    if (isFetch) text.facts += Text::tr("weights from %1").arg(say.storePlaceOf(row));
    if (say.scheme() && !isFetch) text.facts += schemeFacts(run, say, row, cause);
    text.lead = isFetch ? fetchWaitOf(say, cause) : waitOf(say, cause);
    text.conclusion =
        cause.slack > 0
            ? html(Text::tr("Could take %1 longer without delaying any other op.").arg(say.time(cause.slack)))
            : html(Text::tr("No slack: any delay pushes a later op or the finish."));
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
        text.lead = Text::tr("Nothing left to run. %1 on %2 ends last, at %3.")
                        .arg(say.link(last), say.placeOf(last), say.time(timeline.latestEnd));
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
