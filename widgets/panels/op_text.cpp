#include "widgets/panels/op_text.h"

#include "widgets/basics/format.h"
#include "widgets/basics/symbol.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/gantt/gantt_overlay.h"

#include <QCoreApplication>

namespace bubblescope {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(OpText)
};

// More causes than this are told by the first ones and the last.
constexpr std::size_t kToldCauses = 5;

/// Writes the parts of sentences about one run.
class Writer {
public:
    Writer(const Run& run, int firstNumber)
        : m_run(run),
          m_timeline(*run.timeline),
          m_program(*run.timeline->program),
          m_firstNumber(firstNumber),
          m_unit(QString::fromStdString(run.schedule.workload.timeUnit)) {}

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
    int deviceOf(Row row) const { return m_program.laneWorker[m_program.laneOf(row).index()].value; }
    Op op(Row row) const { return m_program.ops[row]; }
    int number(std::int32_t index) const { return index + m_firstNumber; }
    int chunks() const { return m_program.chunks(); }
    int chunkOf(Row row) const { return number(m_program.chunkOf(op(row).stage())); }

    /// "B3", with its chunk where that tells it apart from another B3 of the device.
    QString name(Row row) const {
        const QString plain = opName(op(row), m_firstNumber);
        return chunks() > 1 ? Text::tr("%1 of chunk %2").arg(plain).arg(chunkOf(row)) : plain;
    }
    QString link(Row row) const {
        return QStringLiteral("<a href=\"row:%1\" style=\"text-decoration:none\">%2</a>").arg(row).arg(name(row));
    }

private:
    const Run& m_run;
    const Timeline& m_timeline;
    const Program& m_program;
    int m_firstNumber;
    QString m_unit;
};

QString html(const QString& text) { return symbolHtml(text); }

QString waitOf(const Writer& say, const OpCause& cause) {
    if (!cause.input && !cause.before) return html(Text::tr("Starts at once: it needs nothing."));
    if (!cause.isByInput()) {
        if (!cause.before) return html(Text::tr("Starts at once."));
        QString text = Text::tr("Starts as soon as %1 before it ends.").arg(say.link(*cause.before));
        if (cause.input && cause.input != cause.before && cause.arrival() < cause.laneFree)
            text += ' ' + Text::tr("What it needs, %1 from device %2, was there %3 earlier.")
                              .arg(say.link(*cause.input))
                              .arg(say.deviceOf(*cause.input))
                              .arg(say.time(cause.laneFree - cause.arrival()));
        return text;
    }
    const QString input = say.link(*cause.input);
    const int device = say.deviceOf(*cause.input);
    const Time computing = std::max<Time>(0, cause.inputEnd - cause.laneFree);
    const Time sending = cause.waited - computing;
    if (computing == 0)
        return Text::tr("Waits %1 for the transfer of %2 from device %3, which ended at %4.")
            .arg(say.time(sending), input)
            .arg(device)
            .arg(say.clock(cause.inputEnd));
    if (sending == 0) return Text::tr("Waits %1 for %2 from device %3.").arg(say.time(computing), input).arg(device);
    return Text::tr("Waits %1 for %2 from device %3, then %4 for the transfer.")
        .arg(say.time(computing), input)
        .arg(device)
        .arg(say.time(sending));
}

QString stepText(const Writer& say, const IdleStep& step, bool isFirst) {
    const QString span = say.spanOf(step.row);
    if (!step.isInput) return Text::tr("before it on the same device, %1 runs %2").arg(say.link(step.row), span);
    const QString runs =
        Text::tr("%1 on device %2 runs %3").arg(say.link(step.row)).arg(say.deviceOf(step.row)).arg(span);
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

QString conclusionOf(const Writer& say, const IdleReason& reason) {
    switch (reason.kind) {
        case IdleKind::NoWork: return Text::tr("This device runs nothing.");
        case IdleKind::WarmUp:
            return Text::tr(
                "Warm-up: the first microbatch is on its way down. More microbatches make it a smaller "
                "share of the whole.");
        case IdleKind::CoolDown:
            return Text::tr(
                "Cool-down: the work of this device is done. More microbatches make it a smaller share "
                "of the whole.");
        case IdleKind::Transfer:
            return Text::tr("Transfer: all was computed before the idle time began. A smaller T_C makes it shorter.");
        case IdleKind::Turn:
            return Text::tr(
                "Turn: the way down to the last stage and back. More microbatches make it a smaller share "
                "of the whole.");
        case IdleKind::Neighbour:
            return Text::tr(
                       "Busy device: device %1 was at work on it, or on the way there, all the while. Steps of "
                       "more equal length make it shorter.")
                .arg(say.deviceOf(reason.causes.front().row));
        case IdleKind::WayDown:
            return Text::tr("Late forward: what it waits for was held up itself, on the devices before.");
        case IdleKind::WayBack:
            return Text::tr("Late backward: what it waits for was held up itself, on the devices after.");
    }
    return {};
}

}  // namespace

OpText textOfOp(const Run& run, Row row, int firstNumber) {
    const Writer say(run, firstNumber);
    const Timeline& timeline = *run.timeline;
    const Op op = say.op(row);
    const OpCause cause = explainOp(timeline, run.durations, row);
    OpText text;
    text.headline = Text::tr("Op on device %1").arg(say.deviceOf(row));
    text.title = QStringLiteral("%1 · %2").arg(opName(op, firstNumber), kindName(op.kind()));
    text.facts += QStringLiteral("%1 · %2").arg(say.title(), say.spanAndLength(timeline.startOf(row), timeline.end[row]));
    QString place =
        Text::tr("microbatch %1 · stage %2").arg(say.number(op.microbatch().value)).arg(say.number(op.stage().value));
    if (say.chunks() > 1) place += Text::tr(" · chunk %1").arg(say.chunkOf(row));
    text.facts += place;
    text.lead = waitOf(say, cause);
    text.conclusion =
        cause.slack > 0 ? html(Text::tr("Could take %1 longer without moving any other op.").arg(say.time(cause.slack)))
                        : html(Text::tr("No slack: taking longer, it would move another op or the end."));
    text.shown = row;
    text.hasShown = true;
    return text;
}

OpText textOfIdle(const Run& run, LaneId lane, Time at, int firstNumber) {
    const Timeline& timeline = *run.timeline;
    const auto gap = gapAt(timeline, lane, at);
    if (!gap) return {};
    const Writer say(run, firstNumber);
    const IdleReason reason = explainGap(timeline, run.durations, *gap);
    OpText text;
    text.headline = Text::tr("Idle on device %1").arg(timeline.program->laneWorker[lane.index()].value);
    text.title = QStringLiteral("%1 · %2").arg(say.title(), say.spanAndLength(gap->begin, gap->end));
    text.conclusion = html(conclusionOf(say, reason));
    if (reason.kind == IdleKind::CoolDown) {
        const Row last = reason.causes.front().row;
        text.lead = Text::tr("Done here. %1 on device %2 ends last, at %3.")
                        .arg(say.link(last))
                        .arg(say.deviceOf(last))
                        .arg(say.clock(timeline.latestEnd));
        text.shown = last;
        text.hasShown = true;
    } else if (!reason.causes.empty()) {
        const Row waitedFor = reason.causes.front().row;
        text.lead = Text::tr("%1 waits for %2 from device %3:")
                        .arg(say.link(*gap->after), say.link(waitedFor))
                        .arg(say.deviceOf(waitedFor));
        text.steps = stepTexts(say, reason);
        text.shown = *gap->after;
        text.hasShown = true;
    }
    return text;
}

}  // namespace bubblescope
