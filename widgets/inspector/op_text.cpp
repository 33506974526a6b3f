#include "widgets/inspector/op_text.h"

#include "engine/schemes/run_scheme.h"
#include "widgets/inspector/writer.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

/// How an op waited that starts when its weights arrive.
QString waitForWeights(const Writer& say, const OpCause& cause) {
    const Time computing = cause.input ? std::clamp<Time>(cause.input->at() - cause.laneFree, 0, cause.waited) : 0;
    const QString weights = say.time(cause.waited - computing), from = say.storePlaceOf(cause.fetch->row);
    const QString fetched = say.spanOf(cause.fetch->row);
    if (computing == 0) return Text::tr("Waits %1 for its weights, fetched from %2 (%3).").arg(weights, from, fetched);
    return Text::tr("Waits %1 for %2 from %3, then %4 for its weights, fetched from %5 (%6).")
        .arg(say.time(computing), say.link(cause.input->row), say.placeOf(cause.input->row), weights, from, fetched);
}

QString waitOf(const Writer& say, const OpCause& cause) {
    const auto last = cause.last();
    if (last && last->isFetch) return waitForWeights(say, cause);
    if (!cause.input && !cause.before) return symbolHtml(Text::tr("Starts immediately: it depends on nothing."));
    const QString input = cause.input ? say.link(cause.input->row) : QString();
    const QString place = cause.input ? say.placeOf(cause.input->row) : QString();
    if (cause.waited == 0 || last != cause.input) {
        if (!cause.before) return symbolHtml(Text::tr("Starts immediately."));
        const QString form = cause.before->lag > 0 ? Text::tr("Starts right after %1 has been sent.")
                                                   : Text::tr("Starts right after %1.");
        const QString text = form.arg(say.link(cause.before->row));
        if (!cause.input || cause.input->row == cause.before->row || cause.input->at() >= cause.laneFree) return text;
        return text + ' ' +
               Text::tr("Its input, %1 from %2, arrived %3 earlier.")
                   .arg(input, place, say.time(cause.laneFree - cause.input->at()));
    }
    const Time computing = std::max<Time>(0, cause.input->from - cause.laneFree);
    const Time sending = cause.waited - computing;
    if (computing == 0)
        return Text::tr("Waits %1 for the transfer of %2 from %3, where it ended at %4.")
            .arg(say.time(sending), input, place, say.time(cause.input->from));
    if (sending == 0) return Text::tr("Waits %1 for %2 from %3.").arg(say.time(computing), input, place);
    return Text::tr("Waits %1 for %2 from %3, then %4 for the transfer.")
        .arg(say.time(computing), input, place, say.time(sending));
}

/// How a fetch waited that `last` delayed.
QString fetchWaitOf(const Writer& say, const std::optional<Link>& last) {
    if (!last) return symbolHtml(Text::tr("Starts immediately."));
    return last->isTurn ? Text::tr("Starts right after the weights for %1 arrive.").arg(say.link(last->row))
                        : Text::tr("Starts right after %1 on %2.").arg(say.link(last->row), say.placeOf(last->row));
}

/// The facts of an op of a placement scheme: where its weights are stored, where its activation comes from and is
/// stored, and how many activations its worker then stores.
QStringList schemeFacts(const Writer& say, Row row, const OpCause& cause) {
    const WorkerId worker = say.program.workerOfRow(row), store = say.storeOf(row);
    QStringList facts{store == worker ? Text::tr("own weights") : Text::tr("weights from %1").arg(say.place(store))};
    if (cause.input && say.program.workerOfRow(cause.input->row) != worker)
        facts += Text::tr("activation from %1").arg(say.placeOf(cause.input->row));
    const Op op = say.op(row);
    const Row backward = *findOp(say.program, Op(OpKind::Backward, op.stage().value, op.microbatch().value));
    if (say.program.workerOfRow(backward) != worker)
        facts += Text::tr("activation stored on %1 for the backward").arg(say.placeOf(backward));
    const double held = say.run.scheme->held[worker.index()].heldAt(say.timeline.startOf(row));
    return facts += (held == 1 ? Text::tr("%1 then stores %2 activation") : Text::tr("%1 then stores %2 activations"))
                        .arg(say.place(worker), formatNumber(held, 4));
}

OpText textOfStepOp(const Writer& say, Row row) {
    const Time start = say.timeline.startOf(row);
    OpText text;
    text.headline = Text::tr("%1 on %2").arg(say.name(row), say.placeOf(row));
    text.title = say.titleAndSpan(start, say.timeline.end[row]);
    text.facts += kindName(say.op(row).kind());
    if (const QString bucket = bucketText(*say.run.step, say.op(row)); !bucket.isEmpty()) text.facts += bucket;
    QStringList lines = say.causes(row, text.chain);
    if (lines.isEmpty())
        lines += Text::tr("Starts immediately: it depends on nothing.");
    else
        lines += QStringLiteral("<b>%1</b>").arg(Text::tr("so it starts at %1").arg(say.time(start)));
    text.lead = lines.join(QStringLiteral("<br>"));
    text.conclusion = say.lastToArrive(row);
    return text;
}

}  // namespace

OpText textOfOp(const Run& run, Row row, int firstNumber) {
    const Writer say(run, firstNumber);
    if (run.step) return textOfStepOp(say, row);
    const Op op = say.op(row);
    const OpCause cause = explainOp(say.timeline, run.durations, row);
    const bool isFetch = say.isFetch(row);
    OpText text;
    text.headline = (isFetch ? Text::tr("Fetch on %1") : Text::tr("Op on %1")).arg(say.placeOf(row));
    text.title = isFetch ? Text::tr("weights for %1").arg(say.name(row))
                         : QStringLiteral("%1 · %2").arg(say.plainName(row), kindName(op.kind()));
    text.facts += say.titleAndSpan(say.timeline.startOf(row), say.timeline.end[row]);
    QStringList place{Text::tr(say.words.microbatch).arg(microbatchText(op, say.program.pieces, say.number(0))),
                      Text::tr("stage %1").arg(say.stageOf(row))};
    if (say.program.shades() > 1) place += Text::tr("chunk %1").arg(say.chunkOf(row));
    text.facts += place.join(QStringLiteral(" · "));
    if (const auto other = otherOfPair(say.program, row))
        text.facts += Text::tr("fused with %1, stage %2").arg(say.name(*other), say.stageOf(*other));
    if (isFetch) text.facts += Text::tr("weights from %1").arg(say.storePlaceOf(row));
    if (run.scheme && !isFetch) text.facts += schemeFacts(say, row, cause);
    const bool isAtOnce = isFetch && cause.input && cause.input->from == cause.laneFree;
    const std::optional<Link> last = isAtOnce ? cause.input : cause.last();
    text.lead = isFetch ? fetchWaitOf(say, last) : waitOf(say, cause);
    text.conclusion = symbolHtml(
        cause.slack > 0 ? Text::tr("Could take %1 longer without delaying any other op.").arg(say.time(cause.slack))
                        : Text::tr("No slack: any delay pushes a later op or the finish."));
    if (last) text.chain.push_back(last->row);
    text.chain.push_back(row);
    return text;
}

}  // namespace bubblescope
