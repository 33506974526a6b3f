#include "widgets/inspector/writer.h"

#include "engine/schemes/run_scheme.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace bubblescope {

namespace {

/// At most this many causes of a wait are listed.
constexpr std::size_t kMostCauses = 6;

constexpr FamilyWords kScheduleWords{
    QT_TRANSLATE_NOOP("Text", "microbatch %1"),
    QT_TRANSLATE_NOOP("Text", "%1, earlier on the same device, %2"),
    QT_TRANSLATE_NOOP("Text", "This device runs nothing."),
    QT_TRANSLATE_NOOP("Text", "Warm-up: waiting for the first microbatch."),
    QT_TRANSLATE_NOOP("Text", "Cool-down: this device has finished."),
    QT_TRANSLATE_NOOP("Text", "Round trip: waiting for a microbatch to reach the last stage and come back."),
    QT_TRANSLATE_NOOP("Text", "communication"),
    QT_TRANSLATE_NOOP("Text", "Doubling microbatches shrinks its share.")};
constexpr FamilyWords kSchemeWords{
    QT_TRANSLATE_NOOP("Text", "batch %1"),
    QT_TRANSLATE_NOOP("Text", "%1, earlier on the same worker, %2"),
    QT_TRANSLATE_NOOP("Text", "This worker runs nothing."),
    QT_TRANSLATE_NOOP("Text", "Warm-up: waiting for the first batch."),
    QT_TRANSLATE_NOOP("Text", "Cool-down: this worker has finished."),
    QT_TRANSLATE_NOOP("Text", "Round trip: waiting for a batch to reach the last stage and come back."),
    QT_TRANSLATE_NOOP("Text", "fetches"),
    QT_TRANSLATE_NOOP("Text", "Doubling batches shrinks its share.")};

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

}  // namespace

Writer::Writer(const Run& of, int firstNumber)
    : run(of),
      timeline(*of.timeline),
      program(*timeline.program),
      words(of.scheme ? kSchemeWords : kScheduleWords),
      m_names(wordsOf(of)),
      m_firstNumber(firstNumber),
      m_unit(unitText(of.schedule.workload.timeUnit)) {}

QString Writer::titleAndSpan(Time begin, Time end) const {
    const QString span = formatSpan(begin, end, m_unit).replace(' ', QChar::Nbsp);
    return QStringLiteral("%1 · %2 · %3").arg(title(), span, time(end - begin));
}

WorkerId Writer::storeOf(Row row) const { return WorkerId(run.scheme->storeWorker[program.stepOf(op(row))]); }

QString Writer::name(Row row) const {
    const QString plain = plainName(row);
    if (run.scheme) return Text::tr("%1 (batch %2)").arg(plain).arg(number(op(row).microbatch().value));
    return program.shades() > 1 ? Text::tr("%1 (chunk %2)").arg(plain).arg(chunkOf(row)) : plain;
}

QString Writer::link(Row row) const {
    const RowRange pair = pairOf(program, row);
    const QString text = pair.size() > 1 ? name(pair.begin) + QStringLiteral(" + ") + name(pair.begin + 1) : name(row);
    return QStringLiteral("<a href=\"row:%1\" style=\"text-decoration:none\">%2</a>").arg(row).arg(text);
}

QStringList Writer::causes(Row row, std::vector<Row>& chain) const {
    std::vector<Link> causes = causesOf(timeline, run.durations, row);
    std::set<Row> told;
    std::erase_if(causes, [&](const Link& one) { return !told.insert(firstRowOf(program, one.row)).second; });
    std::stable_sort(causes.begin(), causes.end(), [](const Link& a, const Link& b) { return a.at() > b.at(); });
    if (causes.size() > kMostCauses) causes.resize(kMostCauses);
    chain = causes.empty() ? std::vector{row} : std::vector{causes.front().row, row};
    QStringList lines;
    for (const Link& cause : causes) lines.prepend(causeText(cause, row));
    return lines;
}

QString Writer::causeText(const Link& cause, Row row) const {
    const std::vector<Row> members = membersOf(program, cause.row);  // a collective belongs to all of them
    const bool isHere = std::any_of(members.begin(), members.end(), [&](Row member) {
        return program.workerOfRow(member) == program.workerOfRow(row);
    });
    const QString name = isHere ? link(cause.row) : Text::tr("%1 on %2").arg(link(cause.row), placeOf(cause.row));
    const bool isGather = classOf(op(cause.row).kind()) == OpClass::Gather;
    if (cause.isTurn) return Text::tr("the op before it, %1, ended at %2").arg(name, time(cause.from));
    if (cause.lag > 0)
        return (cause.isStart ? Text::tr("%1 started, and the delay of %2 after that lasted until %3")
                : isGather    ? Text::tr("its gather %1 ended, and the delay of %2 after it lasted until %3")
                              : Text::tr("%1 ended, and the delay of %2 after it lasted until %3"))
            .arg(name, time(cause.lag), time(cause.at()));
    return (cause.isStart ? Text::tr("%1 started at %2")
            : isGather    ? Text::tr("its gather %1 ended at %2")
                          : Text::tr("%1 ended at %2"))
        .arg(name, time(cause.from));
}

/// The ranks that these workers stand for; both lists are ascending.
std::vector<int> Writer::ranksOf(const std::vector<WorkerId>& workers) const {
    const std::vector<int>& workerOfRank = run.step->ranks.workerOfRank;
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < workerOfRank.size(); ++rank)
        if (std::binary_search(workers.begin(), workers.end(), WorkerId(workerOfRank[rank])))
            ranks.push_back(static_cast<int>(rank));
    return ranks;
}

double Writer::factorOf(WorkerId worker) const {
    const auto rank = static_cast<std::size_t>(run.step->ranks.firstRank[worker.index()]);
    const std::vector<double>& factors = run.step->setup.factors;
    return rank < factors.size() ? factors[rank] : 1;
}

/// Why the last member of a collective is late, compared with the first: "It takes 1.3 times as long to compute, so its
/// B3 ended at 99; on ranks 0, 1 and 3 it ended at 90." Empty if no op that both run shows it.
QString Writer::whyLast(Row last, Row first, Time arrival) const {
    const WorkerId late = program.workerOfRow(last), early = program.workerOfRow(first);
    for (const Link& cause : causesOf(timeline, run.durations, last)) {
        const bool isOwn = cause.isTurn ? cause.row + 1 == last : program.workerOfRow(cause.row) == late;
        if (!isOwn || cause.lag > 0 || cause.from != arrival) continue;
        const auto other = counterpartOf(program, cause.row, early);
        if (!other) continue;
        const Time there = cause.isStart ? timeline.startOf(*other) : timeline.end[*other];
        if (there >= arrival) continue;
        const double factor = factorOf(late) / factorOf(early);
        QString text = cause.isStart ? Text::tr("Its %1 started at %2; on %3 it started at %4.")
                                     : Text::tr("Its %1 ended at %2; on %3 it ended at %4.");
        if (factor > 1)
            text = cause.isStart ? Text::tr(
                                       "It takes %5 times as long to compute, so its %1 started at %2; on %3 it "
                                       "started at %4.")
                                 : Text::tr(
                                       "It takes %5 times as long to compute, so its %1 ended at %2; on %3 it "
                                       "ended at %4.");
        text = text.arg(link(cause.row), time(arrival), place(early), time(there));
        return factor <= 1 ? text : text.arg(formatNumber(factor, 3));
    }
    return {};
}

QString Writer::lastToArrive(Row row) const {
    const std::vector<Row> members = membersOf(program, row);
    const Group group = run.step->groupOfKind[static_cast<std::size_t>(op(row).kind())];
    const RankClasses& classes = run.step->ranks;
    const std::size_t ranks = classes.mesh.groupOf(classes.firstRank[program.workerOfRow(row).index()], group).size();
    if (ranks == 1) return {};
    const std::vector<Time> arrivals = arrivalsOf(timeline, row);
    const auto [first, last] = std::minmax_element(arrivals.begin(), arrivals.end());
    if (*first == *last) return Text::tr("All %1 ranks arrive at the same time.").arg(ranks);
    std::vector<WorkerId> late, waiting;
    bool areAlike = true;
    for (std::size_t i = 0; i < members.size(); ++i) {
        (arrivals[i] < *last ? waiting : late).push_back(program.workerOfRow(members[i]));
        areAlike &= arrivals[i] == *last || arrivals[i] == *first;
    }
    const std::vector<int> lastRanks = ranksOf(late), others = ranksOf(waiting);
    QString text;
    if (lastRanks.size() == 1)
        text = others.size() == 1 ? Text::tr("%1 arrives last, at %2; %3 waits %4 for it.")
               : areAlike         ? Text::tr("%1 arrives last, at %2; %3 wait %4 for it.")
                                  : Text::tr("%1 arrives last, at %2; %3 wait up to %4 for it.");
    else
        text = others.size() == 1 ? Text::tr("%1 arrive last, at %2; %3 waits %4 for them.")
               : areAlike         ? Text::tr("%1 arrive last, at %2; %3 wait %4 for them.")
                                  : Text::tr("%1 arrive last, at %2; %3 wait up to %4 for them.");
    text = text.arg(capitalised(formatRanks(lastRanks)), time(*last), formatRanks(others), time(*last - *first));
    const auto memberAt = [&](auto arrival) { return members[std::size_t(arrival - arrivals.begin())]; };
    const QString why = lastRanks.size() == 1 ? whyLast(memberAt(last), memberAt(first), *last) : QString();
    return why.isEmpty() ? text : text + QLatin1Char(' ') + why;
}

}  // namespace bubblescope
