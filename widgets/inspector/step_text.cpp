#include "widgets/inspector/step_text.h"

#include "engine/analysis/links.h"
#include "engine/analysis/spending.h"
#include "engine/entries/step_edits.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/outcome.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope {

namespace {

/// At most this many causes of a wait are listed.
constexpr std::size_t kMostCauses = 6;

class StepWriter {
public:
    explicit StepWriter(const Run& run)
        : m_run(run),
          m_timeline(*run.timeline),
          m_words(wordsOf(run)),
          m_unit(unitText(run.schedule.workload.timeUnit)) {}

    const Timeline& timeline() const { return m_timeline; }
    const Program& program() const { return *m_timeline.program; }
    QString time(Time time) const { return formatTime(time, m_unit); }
    QString name(Row row) const { return m_words.nameOf(program().ops[row], 0); }
    QString link(Row row) const {
        return QStringLiteral("<a href=\"row:%1\" style=\"text-decoration:none\">%2</a>").arg(row).arg(name(row));
    }
    QString place(WorkerId worker) const { return m_words.nameOf(worker); }
    QString placeOf(Row row) const { return place(program().workerOfRow(row)); }
    /// The number of ranks that run a collective together.
    int ranksOf(Row row) const {
        const StepRun& step = *m_run.step;
        const Group group = step.groupOfKind[static_cast<std::size_t>(program().ops[row].kind())];
        const int rank = step.ranks.firstRank[program().workerOfRow(row).index()];
        return static_cast<int>(step.ranks.mesh.groupOf(rank, group).size());
    }
    /// The ranks that these workers stand for; both lists are ascending.
    std::vector<int> ranksOf(const std::vector<WorkerId>& workers) const {
        const std::vector<int>& workerOfRank = m_run.step->ranks.workerOfRank;
        std::vector<int> ranks;
        for (std::size_t rank = 0; rank < workerOfRank.size(); ++rank)
            if (std::binary_search(workers.begin(), workers.end(), WorkerId(workerOfRank[rank])))
                ranks.push_back(static_cast<int>(rank));
        return ranks;
    }
    double factorOf(WorkerId worker) const {
        const auto rank = static_cast<std::size_t>(m_run.step->ranks.firstRank[worker.index()]);
        const std::vector<double>& factors = m_run.step->setup.factors;
        return rank < factors.size() ? factors[rank] : 1;
    }
    QString span(Time begin, Time end) const {
        return QStringLiteral("%1 · %2 · %3")
            .arg(QString::fromStdString(m_run.title), formatSpan(begin, end, m_unit), time(end - begin))
            .replace(QStringLiteral(" – "), QStringLiteral("\u00a0–\u00a0"));
    }

private:
    const Run& m_run;
    const Timeline& m_timeline;
    Words m_words;
    QString m_unit;
};

/// Something that had to happen before an op could start.
struct Cause {
    QString words;  // what, and when
    Time at;
    Row row;
};

std::vector<Cause> causesOf(const StepWriter& say, Row row) {
    const Timeline& timeline = say.timeline();
    const Program& program = say.program();
    std::vector<Cause> causes;
    std::set<Row> told;
    const auto nameOn = [&](Row other) {  // a collective belongs to all of its members
        const std::vector<Row> of = membersOf(program, other);
        const bool isHere = std::any_of(
            of.begin(), of.end(), [&](Row member) { return program.workerOfRow(member) == program.workerOfRow(row); });
        return isHere ? say.link(other) : Text::tr("%1 on %2").arg(say.link(other), say.placeOf(other));
    };
    for (const Row member : membersOf(program, row)) {
        if (program.lanes[program.laneOf(member).index()].begin == member) continue;
        const Row before = member - 1;
        if (!told.insert(membersOf(program, before).front()).second) continue;
        const Time end = timeline.end[before];
        causes.push_back(
            {Text::tr("the op before it, %1, ended at %2").arg(nameOn(before), say.time(end)), end, before});
    }
    for (const Link& link : needsOf(timeline, row)) {
        if (!told.insert(membersOf(program, link.row).front()).second) continue;
        const Time at = link.isStart ? timeline.startOf(link.row) : timeline.end[link.row];
        const bool isGather = classOf(program.ops[link.row].kind()) == OpClass::Gather;
        QString words;
        if (link.lag > 0)
            words = (link.isStart ? Text::tr("%1 started, then a delay of %2 until %3")
                     : isGather   ? Text::tr("its gather, %1, ended, then a delay of %2 until %3")
                                  : Text::tr("%1 ended, then a delay of %2 until %3"))
                        .arg(nameOn(link.row), say.time(link.lag), say.time(at + link.lag));
        else
            words = (link.isStart ? Text::tr("%1 started at %2")
                     : isGather   ? Text::tr("its gather, %1, ended at %2")
                                  : Text::tr("%1 ended at %2"))
                        .arg(nameOn(link.row), say.time(at));
        causes.push_back({words, at + link.lag, link.row});
    }
    std::stable_sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) { return a.at > b.at; });
    if (causes.size() > kMostCauses) causes.resize(kMostCauses);
    std::reverse(causes.begin(), causes.end());
    return causes;
}

QString capitalised(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

/// The row of a worker that runs the same op on a lane of the same role, if there is one.
std::optional<Row> counterpartOf(const Program& program, Row row, WorkerId worker) {
    const Role role = program.lanes[program.laneOf(row).index()].role;
    for (const Lane& lane : program.lanes)
        if (lane.worker == worker && lane.role == role)
            for (Row other = lane.begin; other < lane.end; ++other)
                if (program.ops[other] == program.ops[row]) return other;
    return std::nullopt;
}

/// Why the last member of a collective is late, compared with the first: "It takes 1.3 times as long to compute, so its
/// B3 ended at 99; on ranks 0, 1 and 3 it ended at 90." Empty if no op that both run shows it.
QString whyLast(const StepWriter& say, Row last, Row first, Time arrival) {
    const Timeline& timeline = say.timeline();
    const Program& program = say.program();
    const WorkerId late = program.workerOfRow(last), early = program.workerOfRow(first);
    std::vector<Link> causes;
    if (program.lanes[program.laneOf(last).index()].begin < last) causes.push_back({.row = last - 1});
    for (const Link& link : needsOf(timeline, last))
        if (link.lag == 0 && program.workerOfRow(link.row) == late) causes.push_back(link);
    for (const Link& cause : causes) {
        const auto at = [&](Row row) { return cause.isStart ? timeline.startOf(row) : timeline.end[row]; };
        if (at(cause.row) != arrival) continue;
        const auto other = counterpartOf(program, cause.row, early);
        if (!other || at(*other) >= arrival) continue;
        const double factor = say.factorOf(late) / say.factorOf(early);
        QString text;
        if (factor <= 1)
            text = cause.isStart ? Text::tr("Its %1 started at %2; on %3 it started at %4.")
                                 : Text::tr("Its %1 ended at %2; on %3 it ended at %4.");
        else
            text =
                (cause.isStart
                     ? Text::tr(
                           "It takes %5 times as long to compute, so its %1 started at %2; on %3 it started at %4.")
                     : Text::tr("It takes %5 times as long to compute, so its %1 ended at %2; on %3 it ended at %4."));
        text = text.arg(say.link(cause.row), say.time(arrival), say.place(early), say.time(at(*other)));
        return factor <= 1 ? text : text.arg(formatNumber(factor, 3));
    }
    return {};
}

/// The cause that an op waited for longest, and the op.
std::vector<Row> chainOf(const std::vector<Cause>& causes, Row row) {
    return causes.empty() ? std::vector{row} : std::vector{causes.back().row, row};
}

/// "Rank 2 arrives last, at 99; ranks 0, 1 and 3 wait 9 ms for it.", and the reason. Empty unless several ranks run it.
QString lastOf(const StepWriter& say, Row row) {
    const std::vector<Row> members = membersOf(say.program(), row);
    const int ranks = say.ranksOf(row);
    if (ranks == 1) return {};
    const std::vector<Time> arrivals = arrivalsOf(say.timeline(), row);
    const auto [first, last] = std::minmax_element(arrivals.begin(), arrivals.end());
    if (*first == *last) return Text::tr("All %1 ranks arrive at the same time.").arg(ranks);
    std::vector<WorkerId> late, waiting;
    bool areAlike = true;
    for (std::size_t i = 0; i < members.size(); ++i) {
        (arrivals[i] < *last ? waiting : late).push_back(say.program().workerOfRow(members[i]));
        areAlike &= arrivals[i] == *last || arrivals[i] == *first;
    }
    const std::vector<int> lastRanks = say.ranksOf(late), others = say.ranksOf(waiting);
    QString text;
    if (lastRanks.size() == 1)
        text = others.size() == 1 ? Text::tr("%1 arrives last, at %2; %3 waits %4 for it.")
               : areAlike         ? Text::tr("%1 arrives last, at %2; %3 wait %4 for it.")
                                  : Text::tr("%1 arrives last, at %2; %3 wait up to %4 for it.");
    else
        text = others.size() == 1 ? Text::tr("%1 arrive last, at %2; %3 waits %4 for them.")
               : areAlike         ? Text::tr("%1 arrive last, at %2; %3 wait %4 for them.")
                                  : Text::tr("%1 arrive last, at %2; %3 wait up to %4 for them.");
    text =
        text.arg(capitalised(formatRanks(lastRanks)), say.time(*last), formatRanks(others), say.time(*last - *first));
    const auto memberAt = [&](auto arrival) { return members[std::size_t(arrival - arrivals.begin())]; };
    const QString why = lastRanks.size() == 1 ? whyLast(say, memberAt(last), memberAt(first), *last) : QString();
    return why.isEmpty() ? text : text + QLatin1Char(' ') + why;
}

/// A number of the formula as it is written, without rounding noise.
QString number(double microUnits) { return formatNumber(microUnits / kMicroUnits); }

}  // namespace

OpText textOfStepOp(const Run& run, Row row) {
    const StepWriter say(run);
    const Timeline& timeline = say.timeline();
    const Op op = say.program().ops[row];
    OpText text;
    text.headline = Text::tr("%1 on %2").arg(say.name(row), say.placeOf(row));
    text.title = say.span(timeline.startOf(row), timeline.end[row]);
    text.facts += kindName(op.kind());
    if (const QString bucket = bucketText(*run.step, op); !bucket.isEmpty()) text.facts += bucket;
    const std::vector<Cause> causes = causesOf(say, row);
    text.chain = chainOf(causes, row);
    if (causes.empty()) {
        text.lead = Text::tr("Starts immediately: it depends on nothing.");
    } else {
        QStringList lines;
        for (const Cause& cause : causes) lines += cause.words;
        lines += QStringLiteral("<b>%1</b>").arg(Text::tr("so it starts at %1").arg(say.time(timeline.startOf(row))));
        text.lead = lines.join(QStringLiteral("<br>"));
    }
    text.conclusion = lastOf(say, row);
    return text;
}

OpText textOfStepIdle(const Run& run, LaneId lane, Time at) {
    const StepWriter say(run);
    const Timeline& timeline = say.timeline();
    const Program& program = say.program();
    const auto idle = idleAt(timeline, lane, static_cast<double>(at));
    if (!idle) return {};
    const WorkerId worker = program.workerOf(lane);
    OpText text;
    text.headline = Text::tr("Idle on %1").arg(say.place(worker));
    text.title = say.span(idle->first, idle->second);
    Time exposed = 0, offload = 0;
    if (program.isWork(lane))
        for (const SpendingSpan& span : spendingOf(timeline, worker).spans) {
            const Time part = std::min(span.end, idle->second) - std::max(span.begin, idle->first);
            if (part <= 0) continue;
            if (span.on == Spending::ExposedCommunication) exposed += part;
            if (span.on == Spending::ExposedOffload) offload += part;
        }
    if (exposed > 0) text.facts += Text::tr("%1 of this is exposed communication").arg(say.time(exposed));
    if (offload > 0) text.facts += Text::tr("%1 of this is exposed offload").arg(say.time(offload));
    const RowRange rows = program.lanes[lane.index()];
    const Row next = firstStartingAfter(timeline, rows, idle->first - 1);
    if (next == rows.end) {
        text.lead = Text::tr("Nothing left to run here; the step ends at %1.").arg(say.time(timeline.latestEnd));
        return text;
    }
    QStringList lines{Text::tr("%1 runs next:").arg(say.link(next))};
    const std::vector<Cause> causes = causesOf(say, next);
    for (const Cause& cause : causes) lines += cause.words;
    text.lead = lines.join(QStringLiteral("<br>"));
    text.conclusion = lastOf(say, next);
    text.chain = chainOf(causes, next);
    text.dependent = next;
    return text;
}

namespace {

/// "f 13 and b 26 are the times of rank 2, the slowest; the others wait.", or that faster ranks save some of it.
QString slowestText(const StepRun& step, Time total, const QString& unit) {
    const StepFormula& form = step.form;
    if (form.slowed.empty()) return {};
    const std::vector<int> slowest = slowestRanks(step.setup);
    QStringList times;
    for (const StepFormula::Term& time : form.slowed) {
        const std::string_view symbol = stepTimeSymbol(time.text);
        times += toQString(symbol.empty() ? titleOfStepTime(time.text) : symbol) + QChar(0xa0) + number(time.value);
    }
    const Time saved = static_cast<Time>(std::llround(form.value())) - total;
    if (saved != 0)
        return Text::tr("The formula assumes that all ranks are as slow as %1: %2. Faster ranks save %3 here.")
            .arg(formatRanks(slowest), formatList(times), formatTime(saved, unit));
    const QString text = times.size() == 1 ? Text::tr("%1 is the time of %2, the slowest; the others wait.")
                                           : Text::tr("%1 are the times of %2, the slowest; the others wait.");
    return text.arg(formatList(times), formatRanks(slowest));
}

}  // namespace

QString closedFormText(const StepRun& step, const QString& unit, const QColor& quiet) {
    const StepFormula& form = step.form;
    const Time total = step.timeline->totalTime();
    const QString why = toQString(form.why).toHtmlEscaped();
    if (form.formula.empty()) return why.isEmpty() ? QString() : Text::tr("No closed form: %1.").arg(why);
    const auto said = [&](const QString& text) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(quiet.name(), text.toHtmlEscaped());
    };
    QString html = QStringLiteral("<b>%1</b>").arg(toQString(form.formula).toHtmlEscaped());
    for (const std::string& line : form.where) html += QStringLiteral("<br>") + said(toQString(line));
    if (!form.holds()) return html + QStringLiteral("<br>") + Text::tr("✗ Does not apply here: %1.").arg(why);
    html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\">");
    for (const StepFormula::Term& term : form.terms)
        html += QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td></tr>")
                    .arg(toQString(term.text).toHtmlEscaped(), number(term.value));
    const bool agrees = std::llround(form.value()) == total;
    const QString other = Text::tr("✗ simulated %1").arg(formatTime(total, unit));
    const QString verdict = agrees ? Text::tr("✓ as simulated") : other;
    html += QStringLiteral("<tr><td><b>%1</b></td><td align=\"right\"><b>%2</b></td></tr></table>")
                .arg(verdict, formatTime(static_cast<Time>(std::llround(form.value())), unit));
    const QString whose = slowestText(step, total, unit);
    if (!whose.isEmpty()) html += said(whose);
    return html;
}

}  // namespace bubblescope
