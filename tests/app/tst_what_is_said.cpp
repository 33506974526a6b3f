// Every sentence that the window and the command line say of runs is so: on 2,000 random scenarios the words are taken
// apart, and what they claim is computed anew by other means.

#include "app/result_table.h"
#include "engine/run/advice.h"
#include "engine/run/nearest_fit.h"
#include "engine/run/why_idle.h"
#include "engine/study/experiment_plan.h"
#include "tests/engine/plain_run.h"
#include "tests/engine/random_scheme.h"
#include "widgets/panels/op_panel.h"
#include "widgets/panels/op_text.h"
#include "widgets/panels/verdict_text.h"
#include "widgets/shown/format.h"
#include "widgets/shown/outcome.h"

#include <QLabel>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr int kScenarios = 2000;
constexpr std::uint64_t kSeed = 12;

/// What labels show, spaces made plain; a link to an op as {row:name}.
QString plain(QString text) {
    static const QRegularExpression kRow("<a href=\"row:(\\d+)\"[^>]*>([^<]*)</a>"), kTag("<[^>]*>");
    text.replace(kRow, "{\\1:\\2}").replace("<br>", "\n").remove(kTag);
    text.replace(QChar(0x202f), ' ').replace(QChar::Nbsp, ' ');
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
}

/// What a sentence says where it matches the words of a form, in which O stands for an op, T for a time, P for a place,
/// N for a number and S for anything.
std::optional<QStringList> said(const QString& sentence, const char* form) {
    static std::map<QByteArray, QRegularExpression> forms;
    auto& expression = forms[form];
    if (expression.pattern().isEmpty()) {
        QString pattern = QRegularExpression::escape(QString::fromUtf8(form));
        pattern.replace("\\<O\\>", "\\{(\\d+:[^}]*)\\}");
        pattern.replace("\\<T\\>", "(\\d[\\d.]*(?: ms)?)");
        pattern.replace("\\<P\\>", "((?:device|worker) \\d+)");
        pattern.replace("\\<N\\>", "([\\d.,]+)");
        pattern.replace("\\<S\\>", "(.*)");
        expression.setPattern("^" + pattern + "$");
    }
    const auto match = expression.match(sentence);
    return match.hasMatch() ? std::optional(match.capturedTexts().mid(1)) : std::nullopt;
}

/// Five kinds and perhaps a scheme, small, some with values of their own, some without labels.
Scenario randomComparison(Random& random) {
    const auto isIn = [&](int of) { return randomInt(random, 1, of) == 1; };
    for (;;) {
        Scenario scenario = randomScenario(random);
        Workload& workload = scenario.workload;
        workload = withDevices(workload, randomInt(random, 1, 6));
        workload.microbatches = isIn(2) ? workload.devices * randomInt(random, 1, 3) : randomInt(random, 1, 12);
        workload.chunks = randomInt(random, 1, 4);
        if (isIn(3)) workload.memoryLimit = randomInt(random, 1, 12) / 2.0;
        if (isIn(3)) workload.comm = 0.0;
        if (isIn(3)) workload.forward = 10.0, workload.backward = 20.0, workload.weight.reset();
        if (isIn(4)) workload.imbalance = 0;
        for (ScheduleEntry& entry : scenario.schedules) {
            if (isIn(8)) entry.own.recompute = randomInt(random, 0, 4) / 4.0;
            if (isIn(8)) entry.own.comm = randomTime(random);
            if (isIn(8)) entry.own.microbatches = randomInt(random, 1, 12);
            if (isIn(8)) entry.own.weightHold = randomInt(random, 0, 4) / 4.0;
            if (isIn(8)) entry.own.memoryLimit = randomInt(random, 1, 12) / 2.0;
            if (isIn(12)) entry.own.timeBasis = TimeBasis::Chunk;
        }
        if (isIn(3)) {
            Scheme scheme = randomCustom(random);
            scheme.workers = workload.devices;
            scheme.workloadTimes = isIn(2);
            if (isIn(2)) scheme.fetch = randomInt(random, 1, 40) / 4.0;
            scenario.schedules.push_back({"custom", {}, {}, scheme});
        }
        std::shuffle(scenario.schedules.begin(), scenario.schedules.end(), random);
        scenario.schedules.resize(std::size_t(randomInt(random, 1, int(scenario.schedules.size()))));
        if (isIn(2))
            for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
                scenario.schedules[i].label = "S" + std::to_string(i);
        if (checkScenario(scenario)) return scenario;
    }
}

/// One schedule of a scenario alone, changed, run; null if refused.
std::shared_ptr<const Run> runWith(const Scenario& scenario, std::size_t index,
                                   const std::function<void(Workload&, ScheduleEntry&)>& edit) {
    const ResolvedSchedule now = resolve(scenario, index);
    Scenario alone;
    alone.workload = patched(scenario.workload, scenario.schedules[index].own);
    alone.schedules = {scenario.schedules[index]};
    ScheduleEntry& entry = alone.schedules[0];
    entry.own = {};
    if (entry.scheme) alone.workload = withDevices(alone.workload, entry.scheme->workers);
    edit(alone.workload, entry);
    if (!checkScenario(alone)) return nullptr;
    const RunResult result = run(alone, 0);
    return result ? *result : nullptr;
}

void freeTransfers(Workload& workload, ScheduleEntry&) { workload.comm = 0.0; }
void freeFetches(Workload&, ScheduleEntry& entry) {
    if (entry.scheme) entry.scheme->fetch = 0;
}
/// The same work in equal stages, from what all devices and both ends of the model take together.
void evenStages(Workload& workload, ScheduleEntry& entry) {
    const double D = workload.devices, x = workload.imbalance;
    const double parts = workload.timeBasis == TimeBasis::Chunk ? (kindOf(entry)->hasChunks ? workload.chunks : 1) : 1;
    double forward = 0, backward = 0, unscaled = 0, weight = 0;
    for (std::size_t d = 0; d < std::size_t(workload.devices); ++d) {
        const double stretch = d == 0 || d + 1 == std::size_t(workload.devices) ? 1 + x : 1;
        forward += at(workload.forward, d) * stretch;
        backward += at(workload.backward, d) * stretch;
        unscaled += at(workload.backward, d);
        if (workload.weight) weight += at(*workload.weight, d);
    }
    const double ends = workload.embedding.backward + workload.head.backward;
    if (!workload.weight) weight = workload.weightFraction * unscaled;
    workload.forward = (forward + (workload.embedding.forward + workload.head.forward) / parts) / D;
    workload.backward = (backward + ends / parts) / D;
    workload.weight = (weight + workload.weightFraction * ends / parts) / D;
    workload.imbalance = 0;
    workload.embedding = workload.head = {};
}

/// The idle time before the same op, on the lane of the same role; before the first, or after the last.
std::optional<Time> gapIn(const Run& run, const Op* after, bool isFirst, WorkerId worker, Role role) {
    const Timeline& timeline = *run.timeline;
    for (const Lane& lane : timeline.program->lanes) {
        if (lane.worker != worker || lane.role != role || lane.size() == 0) continue;
        if (isFirst) return timeline.startOf(lane.begin) - timeline.earliestStart;
        if (!after) return timeline.latestEnd - timeline.end[lane.end - 1];
        for (Row row = lane.begin; row < lane.end; ++row)
            if (timeline.program->ops[row] == *after)
                return timeline.startOf(row) - (row == lane.begin ? timeline.earliestStart : timeline.end[row - 1]);
    }
    return std::nullopt;
}

}  // namespace

class TestWhatIsSaid : public QObject {
    Q_OBJECT

private:
    std::map<QByteArray, int> m_met;

    /// Calls `f` with every scenario; it returns false after a failed check.
    void forEachScenario(const std::function<bool(Random&, const Scenario&, int)>& f) {
        m_met.clear();
        for (int n = 0; n < kScenarios; ++n) {
            Random random(kSeed * kScenarios + std::uint64_t(n));
            const Scenario scenario = randomComparison(random);
            if (!f(random, scenario, n) || QTest::currentTestFailed()) {
                qWarning("scenario %d: %s", n, words(scenario.workload).constData());
                return;
            }
        }
    }
    /// So that no kind of sentence is checked on nothing.
    void verifyMet(std::initializer_list<const char*> kinds, int least) {
        for (const char* kind : kinds)
            QVERIFY2(m_met[kind] >= least, qPrintable(QString("\"%1\": %2").arg(kind).arg(m_met[kind])));
    }
    bool met(const char* form) { return ++m_met[form]; }

    struct Told {
        const Run& run;
        const PlainRun& plain;
        QString unit() const { return QString::fromStdString(run.schedule.workload.timeUnit); }
        QString time(Time time) const { return test_plain(formatTime(time, unit())); }
        static QString test_plain(QString text) { return text.replace(QChar(0x202f), ' '); }
        QString place(Row row) const { return placeOf(plain.workerOf(row).value); }
        QString placeOf(int worker) const { return QString(run.scheme ? "worker %1" : "device %1").arg(worker); }
        QString span(Row row) const {
            return QString("%1 – %2").arg(formatMoment(plain.startOf(row)), formatMoment(plain.endOf(row)));
        }
        /// "F3 of chunk 1", "f3 of batch 1".
        QString name(Row row) const {
            const Op op = plain.program.ops[row];
            if (run.scheme)
                return QString("%1%2 of batch %3")
                    .arg(QChar(infoOf(op.kind()).sign))
                    .arg(op.stage().value)
                    .arg(op.microbatch().value);
            const QString name = toQString(letter(op.kind())) + QString::number(op.microbatch().value);
            const int chunks = plain.program.stages / plain.program.workers;
            return chunks > 1 ? QString("%1 of chunk %2").arg(name).arg(op.stage().value / plain.program.workers)
                              : name;
        }
        /// The op that "12:B3" means; nothing if it is called otherwise.
        std::optional<Row> op(const QString& link) const {
            const Row row = link.section(':', 0, 0).toULongLong();
            return link.section(':', 1) == name(row) ? std::optional(row) : std::nullopt;
        }
        /// That `waiting` needs, if it does.
        const PlainRun::Need* need(Row waiting, const QString& link) const {
            const auto row = op(link);
            for (const PlainRun::Need& need : plain.needs[waiting])
                if (row && need.row == *row) return &need;
            return nullptr;
        }
        /// When all but its weights and its turn was there.
        Time arrival(Row row) const {
            Time at = plain.timeline.earliestStart;
            for (const PlainRun::Need& need : plain.needs[row])
                if (!need.isFetch) at = std::max(at, plain.endOf(need.row) + need.hop);
            return at;
        }
        Time freeAt(Row row) const {
            return plain.before[row] ? plain.endOf(*plain.before[row]) : plain.timeline.earliestStart;
        }
        std::optional<Row> fetch(Row row) const {
            for (const PlainRun::Need& need : plain.needs[row])
                if (need.isFetch) return need.row;
            return std::nullopt;
        }
    };

    bool isSoOfOp(const Told& told, Row row, const OpText& text);
    bool isSoOfLead(const Told& told, Row row, const QString& lead);
    bool isSoOfGap(const Told& told, const Scenario& scenario, std::size_t index, const IdleGap& gap,
                   const OpText& text);
    bool isSoOfSteps(const Told& told, const IdleGap& gap, const QStringList& steps);
    bool isSoOfParts(const Told& told, const QString& sentence, const PlainRun::Parts& parts, Time length);

private slots:
    void ops();
    void idleTimes();
    void advices();
    void winnersAndLimits();
    void refusals();
    void replacedLists();
};

/// Why it starts when it does.
bool TestWhatIsSaid::isSoOfLead(const Told& told, Row row, const QString& lead) {
    const PlainRun& plain = told.plain;
    const Time start = plain.startOf(row), free = told.freeAt(row), waited = start - free;
    const auto endsAt = [&](const PlainRun::Need* need, Time at) { return need && plain.endOf(need->row) == at; };
    if (lead == "Starts at once: it needs nothing.")
        return met("starts, needing nothing") && plain.needs[row].empty() && !plain.before[row] &&
               start == plain.timeline.earliestStart;
    if (lead == "Starts at once.")
        return met("starts at once") && !plain.before[row] && start == plain.timeline.earliestStart;
    if (lead == "Begins at once.")
        return met("fetch begins at once") && !plain.before[row] && start == plain.timeline.earliestStart;
    if (const auto it = said(lead, "Starts as soon as <O> before it ends."))
        return met("starts after its lane") && told.op((*it)[0]) == plain.before[row] && waited == 0;
    if (const auto it =
            said(lead, "Starts as soon as <O> before it ends. What it needs, <O> from <P>, was there <T> earlier.")) {
        const auto* need = told.need(row, (*it)[1]);
        return met("starts after its lane, what it needs being there") && told.op((*it)[0]) == plain.before[row] &&
               waited == 0 && need && (*it)[2] == told.place(need->row) &&
               told.arrival(row) == plain.endOf(need->row) + need->hop &&
               (*it)[3] == told.time(start - told.arrival(row));
    }
    if (const auto it = said(lead, "Waits <T> for <O> from <P>, then <T> for the transfer.")) {
        const auto* need = told.need(row, (*it)[1]);
        return met("waits for work and transfer") && need && (*it)[2] == told.place(need->row) &&
               (*it)[0] == told.time(plain.endOf(need->row) - free) && (*it)[3] == told.time(need->hop) &&
               plain.endOf(need->row) + need->hop == start;
    }
    if (const auto it = said(lead, "Waits <T> for the transfer of <O> from <P>, which ended at <T>.")) {
        const auto* need = told.need(row, (*it)[1]);
        return met("waits for a transfer") && need && (*it)[2] == told.place(need->row) &&
               (*it)[0] == told.time(waited) && (*it)[3] == formatMoment(plain.endOf(need->row)) &&
               plain.endOf(need->row) <= free && plain.endOf(need->row) + need->hop == start;
    }
    if (const auto it =
            said(lead, "Waits <T> for <O> from <P>, then <T> for its weights from <P>. They are fetched <S>.")) {
        const auto* need = told.need(row, (*it)[1]);
        const auto fetch = told.fetch(row);
        return met("waits for work and weights") && need && fetch && (*it)[2] == told.place(need->row) &&
               (*it)[0] == told.time(told.arrival(row) - free) && (*it)[3] == told.time(start - told.arrival(row)) &&
               (*it)[5] == told.span(*fetch) + "" && plain.endOf(*fetch) == start;
    }
    if (const auto it = said(lead, "Waits <T> for its weights from <P>. They are fetched <S>.")) {
        const auto fetch = told.fetch(row);
        return met("waits for weights") && fetch && (*it)[0] == told.time(waited) && (*it)[2] == told.span(*fetch) &&
               plain.endOf(*fetch) == start && told.arrival(row) <= free;
    }
    if (const auto it = said(lead, "Waits <T> for <O> from <P>.")) {
        const auto* need = told.need(row, (*it)[1]);
        return met("waits for work") && endsAt(need, start) && (*it)[2] == told.place(need->row) &&
               (*it)[0] == told.time(waited);
    }
    if (const auto it = said(lead, "Begins as soon as <O> ends on <P>.")) {
        const auto* need = told.need(row, (*it)[0]);
        return met("fetch begins after work") && endsAt(need, start) && (*it)[1] == told.place(need->row);
    }
    if (const auto it = said(lead, "Begins as soon as the weights for <O> have come."))
        return met("fetch begins after another") && plain.before[row] && waited == 0 &&
               told.op((*it)[0]) == plain.before[row];
    return false;
}

bool TestWhatIsSaid::isSoOfOp(const Told& told, Row row, const OpText& text) {
    const PlainRun& plain = told.plain;
    const Op op = plain.program.ops[row];
    const bool isFetch = plain.isFetch(row);
    if (text.headline != QString(isFetch ? "Fetch on %1" : "Op on %1").arg(told.place(row))) return false;
    const QString length = told.time(plain.endOf(row) - plain.startOf(row));
    if (::plain(text.facts[0]) != QString::fromStdString(told.run.title) + " · " + told.span(row) + " · " + length)
        return false;
    const QString place = QString(told.run.scheme ? "batch %1 · stage %2" : "microbatch %1 · stage %2")
                              .arg(op.microbatch().value)
                              .arg(op.stage().value);
    if (text.facts[1].section(" · chunk", 0, 0) != place) return false;
    if (!isSoOfLead(told, row, ::plain(text.lead))) return false;
    const QString conclusion = ::plain(text.conclusion);
    if (const auto it = said(conclusion, "Could take <T> longer without moving any other op.")) {
        // The text rounds; exactly that much is told.
        const Time slack = explainOp(plain.timeline, told.run.durations, row).slack;
        return met("has slack") && (*it)[0] == told.time(slack) && slack > 0 && plain.isHarmless(row, slack) &&
               !plain.isHarmless(row, slack + 1);
    }
    return met("has no slack") && conclusion == "No slack: taking longer, it would move another op or the end." &&
           !plain.isHarmless(row, 1);
}

void TestWhatIsSaid::ops() {
    forEachScenario([&](Random& random, const Scenario& scenario, int n) {
        const std::size_t index = std::size_t(n) % scenario.schedules.size();
        const RunResult now = run(scenario, index);
        if (!now) return true;
        const PlainRun plain(**now);
        const Told told{**now, plain};
        const auto starts = plain.startsWith(0, 0);
        for (const Row row : plain.rows)
            if (starts[row] != plain.startOf(row)) return false;
        for (int i = 0; i < 6; ++i) {
            const Row row = plain.rows[std::size_t(randomInt(random, 0, int(plain.rows.size()) - 1))];
            const OpText text = textOfOp(**now, row, 0);
            if (isSoOfOp(told, row, text)) continue;
            QTest::qFail(qPrintable(text.headline + " " + text.facts.join(", ") + ": " + ::plain(text.lead) + " / " +
                                    ::plain(text.conclusion)),
                         __FILE__, __LINE__);
            return false;
        }
        return true;
    });
    verifyMet({"starts, needing nothing", "starts after its lane", "starts after its lane, what it needs being there",
               "waits for work and transfer", "waits for a transfer", "waits for work", "waits for weights",
               "waits for work and weights", "fetch begins at once", "fetch begins after work",
               "fetch begins after another", "has slack", "has no slack"},
              5);
}

bool TestWhatIsSaid::isSoOfSteps(const Told& told, const IdleGap& gap, const QStringList& steps) {
    const PlainRun& plain = told.plain;
    Row waiting = *gap.after;
    bool isKnown = true;
    for (qsizetype i = 0; i < steps.size(); ++i) {
        QString step = ::plain(steps[i]);
        const bool isLast = i + 1 == steps.size();
        if (said(step, "and so on (ops left out here: <N>), back to") ||
            said(step, "and so on, over more than <N> ops, back to")) {
            met("steps left out");
            isKnown = false;
            continue;
        }
        if (!step.endsWith(isLast ? '.' : ';')) return false;
        step.chop(1);
        std::optional<Row> row;
        Time wait = 0;
        if (const auto it = said(step, "weights for <O> come from <P> <S>")) {
            row = told.op((*it)[0]);
            if (!row || !plain.isFetch(*row) || (*it)[2] != told.span(*row)) return false;
            if (isKnown && told.fetch(waiting) != row && plain.before[waiting] != row) return false;
            met("step: weights");
        } else if (const auto before = said(step, "before it on the same device, <O> runs <S>")
                                           ? said(step, "before it on the same device, <O> runs <S>")
                                           : said(step, "before it on the same worker, <O> runs <S>")) {
            row = told.op((*before)[0]);
            if (!row || (*before)[1] != told.span(*row) || (isKnown && plain.before[waiting] != row)) return false;
            met("step: turn");
        } else if (const auto it = said(step, "<O> on <P> runs <S>")) {
            row = told.op((*it)[0]);
            if (!row || (*it)[1] != told.place(*row)) return false;
            const auto hop =
                said(steps[i].isEmpty() ? step : step, i == 0 ? "<S>, then <T> on the way" : "<S>, then <T>");
            const auto needed = std::find_if(plain.needs[waiting].begin(), plain.needs[waiting].end(),
                                             [&](const auto& need) { return need.row == *row; });
            if (isKnown && needed == plain.needs[waiting].end()) return false;
            if (isKnown) {
                wait = needed->hop;
                if (hop.has_value() != (wait > 0) || (hop && (*hop)[1] != told.time(wait))) return false;
            }
            if (!(*it)[2].startsWith(told.span(*row))) return false;
            met("step: work");
        } else {
            return false;
        }
        if (isKnown && plain.endOf(*row) + wait != plain.startOf(waiting)) return false;
        waiting = *row;
        isKnown = true;
    }
    return true;
}

bool TestWhatIsSaid::isSoOfParts(const Told& told, const QString& sentence, const PlainRun::Parts& parts, Time length) {
    static const QRegularExpression kPart("(− |\\+ )?(\\d[\\d.]*(?: ms)?) ([a-z, ]+?)(?= [−+] |\\.$)");
    const QString sum = sentence.section(" = ", 1);
    std::map<QString, QString> found;
    for (auto it = kPart.globalMatch(sum); it.hasNext();) {
        const auto match = it.next();
        found[match.captured(3)] = (match.captured(1).startsWith(QChar(0x2212)) ? "-" : "") + match.captured(2);
    }
    std::map<QString, QString> expected;
    const auto expect = [&](Time time, const char* name) {
        if (time != 0) expected[name] = (time < 0 ? "-" : "") + told.time(std::abs(time));
    };
    expect(parts.work, parts.work < 0      ? "own work meanwhile"
                       : parts.uneven == 0 ? "work of others"
                                           : "work of others, were it even");
    expect(parts.order, "ops that had their turn first");
    expect(parts.uneven, "uneven stages");
    expect(parts.transfer, "transfers");
    expect(parts.fetch, told.run.scheme ? "fetches" : "communication");
    expect(parts.unknown, "from further back");
    const Time all = parts.work + parts.order + parts.uneven + parts.transfer + parts.fetch + parts.unknown;
    return met("parts") && sentence.section(" = ", 0, 0) == told.time(length) && found == expected && all == length;
}

bool TestWhatIsSaid::isSoOfGap(const Told& told, const Scenario& scenario, std::size_t index, const IdleGap& gap,
                               const OpText& text) {
    const PlainRun& plain = told.plain;
    const Lane& lane = plain.program.lanes[gap.lane.index()];
    for (Row row = lane.begin; row < lane.end; ++row)
        if (plain.startOf(row) < gap.end && plain.endOf(row) > gap.begin) return false;
    const Time length = gap.end - gap.begin;
    if (text.headline != "Idle on " + told.placeOf(lane.worker.value)) return false;
    if (!::plain(text.title)
             .endsWith(QString("%1 – %2 · %3").arg(formatMoment(gap.begin), formatMoment(gap.end), told.time(length))))
        return false;
    QStringList sentences = ::plain(text.conclusion).split('\n');
    if (lane.size() == 0)
        return met("runs nothing") &&
               sentences == QStringList{told.run.scheme ? "This worker runs nothing." : "This device runs nothing."};
    // What it waits for, step by step.
    Row last = 0;
    if (const auto it = said(::plain(text.lead), "Done here. <O> on <P> ends last, at <T>.")) {
        const auto row = told.op((*it)[0]);
        if (gap.after || !row || plain.endOf(*row) != plain.timeline.latestEnd || (*it)[1] != told.place(*row) ||
            (*it)[2] != formatMoment(plain.timeline.latestEnd))
            return false;
        last = *row;
    } else if (const auto of = said(::plain(text.lead), "<O> waits for <O> from <P>:")) {
        if (told.op((*of)[0]) != gap.after || !told.op((*of)[1]) || (*of)[2] != told.place(*told.op((*of)[1])))
            return false;
    } else if (const auto weights = said(::plain(text.lead), "<O> waits for its weights from <P>:")) {
        if (told.op((*weights)[0]) != gap.after || !told.fetch(*gap.after)) return false;
    } else {
        return false;
    }
    if (gap.after && !isSoOfSteps(told, gap, text.steps)) return false;
    const auto ways = plain.waysTo(gap.begin, gap.end, gap.before, gap.after, last);
    const PlainRun::Parts parts = plain.partsOf(ways, gap.after);
    // What runs make of it.
    const Op* const after = gap.after ? &plain.program.ops[*gap.after] : nullptr;
    const auto gapWith = [&](const auto& edit) {
        const auto with = runWith(scenario, index, edit);
        const auto then = with ? gapIn(*with, after, !gap.before, lane.worker, lane.role) : std::nullopt;
        return then && *then < length ? then : std::nullopt;
    };
    const Workload& workload = told.run.schedule.workload;
    const bool hasTransfers = workload.devices > 1 && largest(workload.comm) > 0;
    const auto noTransfers = hasTransfers ? gapWith(freeTransfers) : std::nullopt;
    const auto even = told.run.scheme && !told.run.schedule.scheme->workloadTimes ? std::nullopt : gapWith(evenStages);
    const auto noFetches = gapWith(freeFetches);
    std::set<QString> levers;
    const auto isHalf = [&](const std::optional<Time>& with) { return with && 2 * *with <= length; };
    for (const QString& sentence : sentences) {
        if (sentence.startsWith("Warm-up: ")) {
            const bool isOnItsWay = sentence.contains("is on its way down");
            if (gap.before || !gap.after || !met(isOnItsWay ? "warm-up: first microbatch" : "warm-up: first op"))
                return false;
            const Op op = plain.program.ops[*gap.after];
            if (isOnItsWay != (op.kind() == OpKind::Forward && op.microbatch().value == 0)) return false;
        } else if (sentence.startsWith("Cool-down: ")) {
            if (gap.after || !met("cool-down")) return false;
        } else if (sentence == "Turn: the way down to the last stage and back.") {
            // Some way of ops, each starting as the one before it ends, goes from the last stage's forward on.
            std::set<Row> seen;
            std::vector<Row> left{*gap.after};
            bool turns = false;
            while (!left.empty()) {
                const Row row = left.back();
                left.pop_back();
                if (!seen.insert(row).second) continue;
                const auto follow = [&](Row from) {
                    const Op there = plain.program.ops[from];
                    left.push_back(from);
                    turns |= plain.program.ops[row].kind() != OpKind::Forward && there.kind() == OpKind::Forward &&
                             there.stage().value + 1 == plain.program.stages;
                };
                for (const PlainRun::Need& need : plain.needs[row])
                    if (plain.endOf(need.row) + need.hop == plain.startOf(row)) follow(need.row);
                if (plain.before[row] && plain.endOf(*plain.before[row]) == plain.startOf(row))
                    follow(*plain.before[row]);
            }
            if (!turns || !met("turn")) return false;
        } else if (const auto it = said(sentence,
                                        "Transfers: what it waits for is late by them; on the way to it those from <P> "
                                        "to <P> take <T>.")) {
            Time most = 0;
            bool isOne = false;
            for (const auto& [link, time] : parts.onLink) most = std::max(most, time);
            for (const auto& [link, time] : parts.onLink)
                isOne |= time == most && (*it)[0] == told.placeOf(link.first) && (*it)[1] == told.placeOf(link.second);
            if (!isOne || (*it)[2] != told.time(most) || !isHalf(noTransfers) || !met("transfers of a link"))
                return false;
        } else if (sentence == "Transfers: what it waits for is late by them.") {
            if (!isHalf(noTransfers) || !met("transfers")) return false;
        } else if (const auto of = said(sentence, "Uneven stages: ops of <P> on the way take longer than the mean.")) {
            const int worker = (*of)[0].section(' ', 1).toInt();
            const bool isLonger = std::any_of(ways.first.steps.begin(), ways.first.steps.end(), [&](const auto& step) {
                return plain.workerOf(step.row).value == worker &&
                       plain.endOf(step.row) - plain.startOf(step.row) > plain.evenOf(step.row);
            });
            if (!isLonger || !isHalf(even) || !met("uneven stages of one")) return false;
        } else if (sentence == "Uneven stages: what it waits for has more to do.") {
            if (!isHalf(even) || !met("uneven stages")) return false;
        } else if (sentence == "Weights: they were on their way, to it or to what it waits for.") {
            if (!isHalf(noFetches) || !met("weights")) return false;
        } else if (sentence == "Order: ops that nothing here needed had their turn first.") {
            if (noTransfers || even || noFetches || parts.order <= 0 || !met("order")) return false;
        } else if (sentence == "Work: what it waits for was being computed.") {
            if (parts.work <= 0 || parts.work < parts.order || !met("work")) return false;
        } else if (said(sentence, "<T> = <S>.")) {
            if (!isSoOfParts(told, sentence, parts, length)) return false;
        } else if (const auto it = said(sentence, "With <S> it is <S>.")) {
            const QString& change = (*it)[0];
            const auto& with = change == "TC = 0" ? noTransfers : change == "even stages" ? even : noFetches;
            if (!with || (*it)[1] != (*with == 0 ? "gone" : told.time(*with))) return false;
            levers.insert(change);
            met("lever");
        } else if (sentence == "Neither free transfers nor even stages make it shorter.") {
            if (noTransfers || even || !met("no lever")) return false;
        } else if (said(sentence, "Twice the <S> make it a smaller share of the whole.")) {
            const auto twice = runWith(scenario, index, [](Workload& w, ScheduleEntry& entry) {
                (entry.scheme ? entry.scheme->batches : w.microbatches) *= 2;
            });
            const auto with = twice ? gapIn(*twice, after, !gap.before, lane.worker, lane.role) : std::nullopt;
            if (!with ||
                double(*with) / double(twice->metrics.totalTime) >=
                    double(length) / double(told.run.metrics.totalTime) ||
                !met("twice the microbatches"))
                return false;
        } else {
            qWarning("not known: %s", qPrintable(sentence));
            return false;
        }
    }
    // Nothing that helps is left out.
    return levers.contains("TC = 0") == noTransfers.has_value() && levers.contains("even stages") == even.has_value() &&
           levers.contains("fetch = 0") == noFetches.has_value();
}

void TestWhatIsSaid::idleTimes() {
    forEachScenario([&](Random& random, const Scenario& scenario, int n) {
        const std::size_t index = std::size_t(n) % scenario.schedules.size();
        const RunResult now = run(scenario, index);
        if (!now) return true;
        const PlainRun plain(**now);
        const Told told{**now, plain};
        for (int i = 0; i < 4; ++i) {
            const LaneId lane(randomInt(random, 0, int(plain.program.lanes.size()) - 1));
            const Time total = (*now)->metrics.totalTime;
            const Time at = plain.timeline.earliestStart +
                            std::uniform_int_distribution<Time>(0, std::max<Time>(total - 1, 0))(random);
            const auto gap = gapAt(plain.timeline, lane, at);
            if (!gap) continue;
            const OpText text = textOfIdle(**now, whyIdle(scenario, index, **now, *gap), 0);
            if (isSoOfGap(told, scenario, index, *gap, text)) continue;
            QTest::qFail(qPrintable(text.headline + " " + ::plain(text.title) + ": " + ::plain(text.lead) + " | " +
                                    ::plain(text.steps.join(" ")) + " | " + ::plain(text.conclusion)),
                         __FILE__, __LINE__);
            return false;
        }
        return true;
    });
    verifyMet({"warm-up: first microbatch", "warm-up: first op", "cool-down", "turn", "transfers of a link",
               "transfers", "uneven stages of one", "weights", "order", "work", "parts", "lever", "no lever",
               "twice the microbatches", "runs nothing", "step: work", "step: turn", "step: weights", "steps left out"},
              5);
}

/// What the panel offers is done by its name alone, and run.
void TestWhatIsSaid::advices() {
    OpPanel panel;
    forEachScenario([&](Random&, const Scenario& scenario, int n) {
        const std::size_t index = std::size_t(n) % scenario.schedules.size();
        const RunResult now = run(scenario, index);
        if (!now) return true;
        const std::vector<Advice> advice = advise(scenario, index, **now);
        panel.setAdvice(advice, "it");
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QStringList lines;
        for (const QLabel* label : panel.findChild<QWidget*>("advice")->findChildren<QLabel*>())
            lines += plain(label->text());
        const Workload& own = (*now)->schedule.workload;
        const int batches = own.microbatches;
        const double total = toUnits((*now)->metrics.totalTime);
        std::set<QString> told;
        const auto isSo = [&](QString change, const QString& time, const QString& price) {
            const QString note = change.contains(" (") ? change.section(" (", 1).chopped(1) : QString();
            change = change.section(" (", 0, 0);
            if (!told.insert(change).second) return false;
            const auto edit = [&](Workload& workload, ScheduleEntry& entry) {
                const auto become = [&](const QString& title, int chunks) {
                    for (const ScheduleKind* kind : kindsOf(Family::Schedule))
                        if (toQString(kind->title) == title) entry = {std::string(kind->id), {}, {}};
                    if (kindOf(entry)->hasChunks) workload.chunks = chunks;
                };
                if (change == "TC = 0" && met("advice: transfers")) return freeTransfers(workload, entry);
                if (change == "even stages" && met("advice: even stages")) return evenStages(workload, entry);
                if (change == "fetch = 0" && met("advice: fetches")) return freeFetches(workload, entry);
                if (const auto it = said(change, "r = <N>"); it && met("advice: recompute")) {
                    workload.recompute = (*it)[0].toDouble();
                } else if (const auto it = said(change, "MBS = <N>"); it && met("advice: microbatches")) {
                    workload.microbatches = (*it)[0].toInt();
                } else if (const auto it = said(change, "<N> batches"); it && met("advice: batches")) {
                    entry.scheme->batches = (*it)[0].toInt();
                } else if (const auto it = said(change, "v = <N>"); it && met("advice: chunks")) {
                    workload.chunks = (*it)[0].toInt();
                } else if (const auto it = said(change, "<N> wave<S>"); it && met("advice: waves")) {
                    workload.chunks = 2 * (*it)[0].toInt();
                } else if (change == "split backward" && met("advice: split")) {
                    become(note, 1);
                } else if (change.startsWith("oldest ") && met("advice: priority")) {
                    entry.scheme->priority = change.contains("batch") ? kOldestBatchFirst : kOldestStageFirst;
                } else if (const auto it = said(change, "<S>, v = <N>"); it && met("advice: interleaved")) {
                    become((*it)[0], (*it)[1].toInt());
                } else if (const auto it = said(change, "<S>, <N> wave<S>"); it && met("advice: Hanayo")) {
                    become((*it)[0], 2 * (*it)[1].toInt());
                } else if (met("advice: kind")) {
                    become(change, 1);
                }
            };
            if (note == "the least within the limit") {
                // A hundredth less would hold more than the limit.
                const auto more = runWith(scenario, index, [&](Workload& workload, ScheduleEntry& entry) {
                    edit(workload, entry);
                    workload.recompute -= 0.01;
                });
                if (!met("advice: least recompute") || !more || !more->workerOverLimit()) return false;
            } else if (const auto it = said(note, "v = <N>: it takes no <N>")) {
                ScheduleInput input{own.devices, own.microbatches, (*it)[1].toInt(), {}, {}, {}};
                if (!met("advice: nearest chunks") || kHanayo.fits(input).has_value()) return false;
            }
            const auto then = runWith(scenario, index, edit);
            if (!then) return false;
            const int after = then->schedule.workload.microbatches;
            const double changed = toUnits(then->metrics.totalTime) * batches / after;
            const QString shown =
                after == batches ? formatNumber(changed, 4) : formatNumber(changed / batches, 4) + " each";
            const double share = changed / total - 1;
            if (share >= 0 || time != shown + " · " + plain(formatChange(share))) return false;
            // Its price is what is held on the worker that holds most.
            const auto peakOf = [](const Run& run) {
                if (run.scheme) return run.metrics.peakActivations();
                const std::vector<double> peaks = plainPeaks(run);
                return *std::max_element(peaks.begin(), peaks.end());
            };
            const double before = peakOf(**now), held = peakOf(*then);
            if (own.memoryLimit && held > *own.memoryLimit + 1e-6) return false;
            if (const auto it = said(price, "activations <N>, as now"))
                return met("price: as now") && std::abs(before - held) < 2e-6 &&
                       std::abs((*it)[0].toDouble() - held) < 0.01 * held + 1e-9;
            const auto it = said(price, "activations <N> → <N>");
            return it && met("price") && (*it)[0] != (*it)[1] &&
                   std::abs((*it)[0].toDouble() - before) < 0.01 * before + 1e-9 &&
                   std::abs((*it)[1].toDouble() - held) < 0.01 * held;
        };
        for (qsizetype i = 0; i + 2 < lines.size(); i += 3)
            if (!isSo(lines[i], lines[i + 1], lines[i + 2])) {
                QTest::qFail(qPrintable((*now)->title.c_str() + (": " + lines.mid(i, 3).join(" | "))), __FILE__,
                             __LINE__);
                return false;
            }
        // What helps is told, and what is one and the same only once.
        const auto faster = runWith(scenario, index, freeTransfers);
        if (largest(own.comm) > 0 && faster && faster->metrics.totalTime < (*now)->metrics.totalTime &&
            !faster->workerOverLimit() && (!(*now)->scheme || (*now)->schedule.scheme->workloadTimes) &&
            own.devices > 1 && !told.contains("TC = 0"))
            return false;
        return lines.size() == 3 * qsizetype(advice.size());
    });
    verifyMet({"advice: transfers", "advice: even stages", "advice: fetches", "advice: recompute",
               "advice: microbatches", "advice: batches", "advice: chunks", "advice: waves", "advice: split",
               "advice: priority", "advice: interleaved", "advice: Hanayo", "advice: kind", "advice: least recompute",
               "advice: nearest chunks", "price: as now", "price"},
              5);
}

/// Winners, ties, distances, and who holds too much: in the window's line and in the table on the console.
void TestWhatIsSaid::winnersAndLimits() {
    forEachScenario([&](Random&, const Scenario& scenario, int) {
        std::vector<Outcome> outcomes;
        ResultTable table(scenario);
        struct One {
            QString title;
            std::shared_ptr<const Run> run;
            double work = 0;
        };
        std::vector<One> fit;
        std::vector<double> limits;
        QStringList overLimit;
        std::size_t ran = 0;
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            const RunResult result = run(scenario, i);
            outcomes.push_back(outcomeOf(scenario, i, result));
            table.add(i, result);
            if (!result) continue;
            ++ran;
            const Run& one = **result;
            const auto& limit = one.schedule.workload.memoryLimit;
            std::vector<double> peaks;
            if (!one.scheme)
                peaks = plainPeaks(one);
            else
                for (const WorkerMetrics& worker : one.metrics.workers) peaks.push_back(worker.peakActivations);
            const auto most = std::max_element(peaks.begin(), peaks.end());
            const QString over = shownOf(outcomes.back()).overLimit;
            if (over.isEmpty() == (limit && *most > *limit + 1e-6)) return false;
            if (over.isEmpty()) {
                // Work is what ops take with nothing computed twice.
                const auto once =
                    runWith(scenario, i, [](Workload& workload, ScheduleEntry&) { workload.recompute = 0; });
                One fits{outcomes.back().title, *result};
                for (const WorkerMetrics& worker : (once ? *once : one).metrics.workers)
                    fits.work += double(worker.busy - worker.recompute);
                fits.work /= one.schedule.workload.microbatches;
                fit.push_back(fits);
                continue;
            }
            const auto it = said(over, "holds <N> of <N> on <P>");
            if (!it || !met("holds more than the limit") || std::abs((*it)[0].toDouble() - *most) > 0.001 * *most ||
                (*it)[1] != formatNumber(*limit, 4) ||
                peaks[std::size_t((*it)[2].section(' ', 1).toInt())] < *most - 1e-6)
                return false;
            limits.push_back(*limit);
            overLimit += QString("Over the memory limit: %1, %2 of %3 activations on %4.")
                             .arg(outcomes.back().title, formatNumber(one.metrics.peakActivations()),
                                  formatNumber(*limit), (*it)[2]);
        }
        const QString verdict = plain(verdictText(outcomes)), text = table.text();
        for (const QString& line : overLimit)
            if (!text.contains(line)) return false;
        QString limitText = limits.empty() ? QString()
                            : std::set(limits.begin(), limits.end()).size() > 1
                                ? QString("their memory limit")
                                : formatNumber(limits[0], 4) + " activations";
        if (!limits.empty())
            limitText = QString(limits.size() == 1 ? "%1 holds more than %2" : "%1 hold more than %2")
                            .arg(limits.size())
                            .arg(limitText);
        const auto fails = [&](const char* why) {
            QTest::qFail(qPrintable(QString("%1: %2\n%3").arg(why, verdict, text)), __FILE__, __LINE__);
            return false;
        };
        if (fit.empty()) {
            const bool isRefused = ran < scenario.schedules.size();
            if (!limits.empty())
                return (verdict == "No schedule keeps within the memory limit: " + limitText &&
                        (ran < 2 || text.contains("\nNo schedule keeps within the memory limit.\n")) &&
                        met("none within the limit")) ||
                       fails("no one fits");
            return (isRefused && verdict == "No schedule runs with these values" && met("none runs")) ||
                   fails("no one ran");
        }
        // The fastest for each microbatch, as fractions of whole numbers.
        const auto less = [](const One& a, const One& b) {
            return __int128(a.run->metrics.totalTime) * b.run->schedule.workload.microbatches <
                   __int128(b.run->metrics.totalTime) * a.run->schedule.workload.microbatches;
        };
        const One best = *std::min_element(fit.begin(), fit.end(), less);
        QStringList names;
        const One* next = nullptr;
        bool isEach = false, isOther = false;
        double least = 1e9, most = 0;
        for (const One& one : fit) {
            isEach |= one.run->schedule.workload.microbatches != fit[0].run->schedule.workload.microbatches;
            const double rounding =
                4 * double(one.run->timeline->program->opCount() + fit[0].run->timeline->program->opCount());
            isOther |= std::abs(one.work - fit[0].work) > rounding + 1e-9 * one.work;
            if (less(best, one)) {
                if (!next || less(one, *next)) next = &one;
                continue;
            }
            names += one.title;
            const double over =
                double(one.run->metrics.totalTime) / double(std::max<Time>(one.run->metrics.lowerBound, 1)) - 1;
            least = std::min(least, over);
            most = std::max(most, over);
        }
        const QString all =
            names.size() == 1 ? names[0] : names.mid(0, names.size() - 1).join(", ") + " and " + names.back();
        const QString rest = limitText.isEmpty() ? QString() : "; " + limitText;
        if (!verdict.endsWith(rest)) return fails("the limit");
        QString line = verdict.chopped(rest.size());
        // The console says the same.
        if (ran > 1) {
            const QString within = limits.empty() ? "" : " within the memory limit";
            const QString what =
                isOther ? (isEach ? "Least time each, of different work" : "Least time, of different work")
                        : QString(names.size() > 1 ? "Equally fast" : "Fastest") + (isEach ? " per microbatch" : "");
            const double time =
                toUnits(best.run->metrics.totalTime) / (isEach ? best.run->schedule.workload.microbatches : 1);
            const QString expected = QString("\n%1%2: %3, %4 ms.\n")
                                         .arg(what, within, all, formatNumber(double(std::llround(time * 1e6)) / 1e6));
            if (!QString(text).replace(QRegularExpression("\n  "), " ").contains(expected))
                return fails(qPrintable(expected));
            met(names.size() > 1 ? "console: ties" : isOther ? "console: other work" : "console: fastest");
        }
        const QString each = isEach ? " per microbatch" : "";
        const auto isBound = [&](const QString& bound) {
            if (const auto it = said(bound, "at most <N> % over their bounds"))
                return met("bounds of ties") && most > least && (*it)[0].toDouble() / 100 >= most - 0.0005;
            if (bound == "at the bound") return met("at the bound") && most == 0;
            if (bound == "under 0.1 % over the bound") return most < 0.0005 && most > 0;
            const auto it = said(bound, "<N> % over the bound");
            return it && met("over the bound") && std::abs((*it)[0].toDouble() / 100 - least) < 0.00051 &&
                   std::abs(most - least) < 0.00101;
        };
        if (!next) {
            if (names.size() == 1) {
                const QString head =
                    QString("%1 takes %2 ms, ").arg(all, formatNumber(toUnits(best.run->metrics.totalTime)));
                return (line.startsWith(head) && isBound(line.mid(head.size())) && met("one takes")) || fails("alone");
            }
            if (isOther)
                return (line == all + " take the same time" + each + " for different work" &&
                        met("ties of other work")) ||
                       fails("ties of other work");
            const QString head = all + " are equally fast" + each + ", ";
            return (line.startsWith(head) && isBound(line.mid(head.size())) && met("all are ties")) || fails("ties");
        }
        const auto timeOf = [](const One& one) {
            return double(one.run->metrics.totalTime) / one.run->schedule.workload.microbatches;
        };
        const double lessBy = 1 - timeOf(best) / timeOf(*next);
        const QString by = lessBy < 0.0005 ? "under 0.1 %" : QString::number(lessBy * 100, 'f', 1) + " %";
        // Several may be the next.
        QStringList nexts;
        for (const One& one : fit)
            if (!less(one, *next) && !less(*next, one)) nexts += one.title;
        for (const QString& other : nexts) {
            const QString verb = names.size() > 1 ? "take" : "takes";
            if (isOther && line == QString("%1 %2 the least time%3, %4 less than %5, but of different work")
                                       .arg(all, verb, each, by, other))
                return met("least time of different work");
            const QString head = QString("%1 %2%3: %4 less than %5; ")
                                     .arg(all, names.size() > 1 ? "are equally fast" : "is fastest", each, by, other);
            if (!isOther && line.startsWith(head) && isBound(line.mid(head.size())))
                return met(names.size() > 1 ? "several are fastest" : isEach ? "fastest per microbatch" : "fastest");
        }
        return fails("the winner");
    });
    verifyMet({"holds more than the limit", "none within the limit", "none runs", "console: ties",
               "console: other work", "console: fastest", "at the bound", "over the bound", "one takes", "all are ties",
               "least time of different work", "several are fastest", "fastest per microbatch", "fastest"},
              5);
}

/// Numbers of a refusal are those at hand, what it asks for helps, and the nearest values that are offered are.
void TestWhatIsSaid::refusals() {
    forEachScenario([&](Random& random, const Scenario& given, int) {
        Scenario scenario = given;
        if (randomInt(random, 0, 9) == 0) scenario.schedules[0].own.chunks = randomInt(random, 1, 5);
        if (!checkScenario(scenario)) return true;
        ResultTable table(scenario);
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            const RunResult result = run(scenario, i);
            table.add(i, result);
            if (result) continue;
            const QString message = QString::fromStdString(result.error().message);
            const Workload& workload = resolve(scenario, i).workload;
            const auto runs = [&](const auto& edit) { return runWith(scenario, i, edit) != nullptr; };
            if (const auto it = said(message, "needs microbatches in a multiple of the <N> devices, has <N>")) {
                if (!met("refusal: microbatches") || (*it)[0].toInt() != workload.devices ||
                    (*it)[1].toInt() != workload.microbatches || workload.microbatches % workload.devices == 0 ||
                    !runs([](Workload& w, ScheduleEntry&) { w.microbatches = 2 * w.devices; }))
                    return false;
            } else if (const auto of = said(message, "needs an even number of chunks, has <N>")) {
                const auto even = [](Workload& w, ScheduleEntry&) { ++w.chunks, w.microbatches = w.devices; };
                if (!met("refusal: chunks") || (*of)[0].toInt() != workload.chunks || workload.chunks % 2 == 0 ||
                    !runs(even))
                    return false;
            } else if (const auto none =
                           said(message, "<S> has no chunks: leave \"chunks\" out or set it to 1, it is <N>")) {
                if (!met("refusal: no chunks") || (*none)[1].toInt() != scenario.schedules[i].own.chunks ||
                    !runs([](Workload&, ScheduleEntry& entry) { entry.own.chunks = 1; }) ||
                    !runs([](Workload&, ScheduleEntry& entry) { entry.own.chunks.reset(); }))
                    return false;
            } else {
                qWarning("not known: %s", qPrintable(message));
                return false;
            }
            const QString line = QString("%1 refused: %2").arg(outcomeOf(scenario, i, result).title, message);
            if (!table.text().replace("\n  ", " ").contains(line)) return false;
            // What is offered in its place, by the key that it names.
            const std::string key = result.error().field.substr(result.error().field.find('.') + 1);
            if (hasKey(scenario.schedules[i].own, key)) continue;
            const WorkloadKey& number = *findNumberKey(key);
            const int now = int(*number.get(scenario.workload));
            const auto isWell = [&](int value) {
                Scenario tried = scenario;
                number.set(tried.workload, value);
                return checkScenario(tried) && run(tried, i);
            };
            const std::size_t alone[] = {i};
            for (const int value : nearestFits(scenario, alone, key)) {
                if (!isWell(value) || !met("offer")) return false;
                for (int nearer = value; nearer != now; nearer += value < now ? 1 : -1)
                    if (nearer != value && isWell(nearer)) return false;
            }
        }
        return true;
    });
    verifyMet({"refusal: microbatches", "refusal: chunks", "refusal: no chunks", "offer"}, 10);
}

/// Where an experiment says that one number takes the place of many, it does, and nowhere else.
void TestWhatIsSaid::replacedLists() {
    m_met.clear();
    Random random(kSeed);
    const auto isIn = [&](int of) { return randomInt(random, 1, of) == 1; };
    const auto holdsMany = [](const Workload& workload, std::string_view key) {
        if (key == "comm") return workload.comm.index() != 0;
        return (key == "forward" ? workload.forward : workload.backward).index() != 0;
    };
    for (int n = 0; n < kScenarios; ++n) {
        Experiment experiment;
        experiment.workload = randomWorkload(random);
        experiment.workload.weight.reset();
        std::vector<ScheduleEntry> series{{"gpipe", {}, {}}, {"1f1b", {}, {}}};
        for (ScheduleEntry& entry : series)
            if (isIn(3)) entry.own.comm = isIn(2) ? Comm(1.0) : Comm(NodeLinks{1, 1, 2});
        experiment.series = series;
        const char* keys[] = {"comm", "forward", "backward"};
        const std::string key = keys[randomInt(random, 0, 2)];
        const std::size_t of = std::size_t(randomInt(random, 0, 1));
        const bool isOfOne = isIn(2);
        experiment.x = {isOfOne ? "schedules[" + std::to_string(of) + "]." + key : key, {1, 2}};
        const auto plan = planExperiment(experiment);
        if (!plan) continue;
        bool isReplaced = false;
        for (std::size_t i = 0; i < series.size(); ++i)
            isReplaced |= holdsMany(patched(experiment.workload, series[i].own), key) &&
                          !holdsMany(resolve(scenarioAt(*plan, plan->pointAt({0, 0, i, 0})), 0).workload, key);
        const auto told = bubblescope::replacedLists(experiment);
        QCOMPARE(told.size(), std::size_t(isReplaced));
        met(!isReplaced ? "nothing replaced" : isOfOne ? "of a schedule" : "of the workload");
        if (told.empty()) continue;
        QCOMPARE(told[0].key, experiment.x.variable);
        const bool isOwn = isOfOne && hasKey(series[of].own, key);
        QCOMPARE(told[0].field, (isOwn ? "series[" + std::to_string(of) + "]." : "workload.") + key);
        const Workload& holder = isOwn ? patched(experiment.workload, series[of].own) : experiment.workload;
        QCOMPARE(std::string(told[0].held), std::string(key != "comm"              ? "a list"
                                                        : holder.comm.index() == 1 ? "a matrix"
                                                                                   : "links by node"));
    }
    verifyMet({"nothing replaced", "of a schedule", "of the workload"}, 10);
}

namespace tst_what_is_said {
QTEST_MAIN(TestWhatIsSaid)
}
#include "tst_what_is_said.moc"
