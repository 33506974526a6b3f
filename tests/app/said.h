#pragma once

#include "engine/schemes/scheme.h"
#include "engine/study/experiment_plan.h"
#include "tests/engine/plain_run.h"
#include "tests/engine/random_scheme.h"
#include "tests/rounds.h"
#include "widgets/kit/format.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

/// Every sentence about runs in the window and on the command line is true: on 200 random scenarios (2,000 in the slow
/// set), the sentences are parsed, and their claims are computed again by other means. Each tst_said_... checks the
/// sentences of one part.
namespace bubblescope::test {

constexpr int kScenarios = 2000;  // in the slow set
/// BUBBLESCOPE_SEED, or the same in every run.
inline std::uint64_t saidSeed() {
    constexpr std::uint64_t kSeed = 12;
    bool isGiven = false;
    const std::uint64_t given = qEnvironmentVariable("BUBBLESCOPE_SEED").toULongLong(&isGiven);
    return isGiven ? given : kSeed;
}

/// The text of a label without markup, with plain spaces; a link to an op becomes {row:name}.
inline QString plainText(QString text) {
    static const QRegularExpression kRow("<a href=\"row:(\\d+)\"[^>]*>([^<]*)</a>"), kTag("<[^>]*>");
    text.replace(kRow, "{\\1:\\2}").replace("<br>", "\n").remove(kTag);
    text.replace(QChar(0x202f), ' ').replace(QChar::Nbsp, ' ');
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
}

/// A time as sentences give it: "3364 ms", "43.14 s", "7 min 45 s", "76.2 µs", "10,240".
inline const QString kSaidTime =
    QStringLiteral("\\d[\\d,]*(?:\\.\\d+)?(?: (?:ns|µs|ms|s|min(?: \\d+ s)?|h(?: \\d+ min)?))?");

/// Matches a sentence with a form and returns the values of its placeholders; empty if it does not match. In forms, <O>
/// stands for an op, <T> for a time, <P> for a place, <N> for a number and <S> for any text.
inline std::optional<QStringList> said(const QString& sentence, const char* form) {
    static std::map<QByteArray, QRegularExpression> forms;
    auto& expression = forms[form];
    if (expression.pattern().isEmpty()) {
        QString pattern = QRegularExpression::escape(QString::fromUtf8(form));
        pattern.replace("\\<O\\>", "\\{(\\d+:[^}]*)\\}");
        pattern.replace("\\<T\\>", "(" + kSaidTime + ")");
        pattern.replace("\\<P\\>", "((?:device|worker) \\d+)");
        pattern.replace("\\<N\\>", "([\\d.,]+)");
        pattern.replace("\\<S\\>", "(.*)");
        expression.setPattern("^" + pattern + "$");
    }
    const auto match = expression.match(sentence);
    return match.hasMatch() ? std::optional(match.capturedTexts().mid(1)) : std::nullopt;
}

/// A small random scenario of five kinds and perhaps a scheme; some schedules override values, some have no label.
inline Scenario randomComparison(Random& random) {
    const auto isIn = [&](int of) { return randomInt(random, 1, of) == 1; };
    for (;;) {
        Scenario scenario = randomScenario(random, foundingSchedules().size());
        Workload& workload = scenario.workload;
        workload = withDevices(workload, randomInt(random, 1, 6));
        workload.microbatches = isIn(2) ? workload.devices * randomInt(random, 1, 3) : randomInt(random, 1, 12);
        workload.chunks = randomInt(random, 1, 4);
        if (isIn(3)) workload.memoryLimit = randomInt(random, 1, 12) / 2.0;
        if (isIn(3)) workload.comm = 0.0;
        if (isIn(3)) workload.forward = 10.0, workload.backward = 20.0, workload.weight.reset();
        if (isIn(4)) workload.imbalance = 0;
        workload.send = Send::Async;  // the plain rules of these tests support only this
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
            scenario.schedules.push_back(entryOf(scheme));
        }
        std::shuffle(scenario.schedules.begin(), scenario.schedules.end(), random);
        scenario.schedules.resize(std::size_t(randomInt(random, 1, int(scenario.schedules.size()))));
        if (isIn(2))
            for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
                scenario.schedules[i].label = "S" + std::to_string(i);
        if (checkScenario(scenario)) return scenario;
    }
}

/// Runs one schedule of a scenario alone after a change; null if it is refused.
inline std::shared_ptr<const Run> runWith(const Scenario& scenario, std::size_t index,
                                          const std::function<void(Workload&, ScheduleEntry&)>& edit) {
    const ResolvedSchedule now = resolve(scenario, index);
    Scenario alone;
    alone.workload = patched(scenario.workload, scenario.schedules[index].own);
    alone.schedules = {scenario.schedules[index]};
    ScheduleEntry& entry = alone.schedules[0];
    entry.own = {};
    if (entry.family == Family::Scheme) alone.workload = withDevices(alone.workload, schemeOf(entry).workers);
    edit(alone.workload, entry);
    if (!checkScenario(alone)) return nullptr;
    const RunResult result = run(alone, 0);
    return result ? *result : nullptr;
}

inline void freeTransfers(Workload& workload, ScheduleEntry&) { workload.comm = 0.0; }
inline void freeFetches(Workload&, ScheduleEntry& entry) {
    if (entry.family == Family::Scheme) editScheme(entry, [&](Scheme& scheme) { scheme.fetch = 0; });
}
inline void moreWarmup(Workload&, ScheduleEntry& entry) {
    const auto now = valueNamed(entry.values, "warmup");
    setNamed(entry.values, "warmup", {now ? std::get<int>(now->held) + 1 : 1});
}
/// Changes a workload to equal stages with the same total work, including both ends of the model.
inline void evenStages(Workload& workload, ScheduleEntry& entry) {
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

/// Names and facts of ops as the sentences give them, from a run computed by plain means.
struct Told {
    const Run& run;
    const PlainRun& plain;
    QString unit() const { return unitText(run.schedule.workload.timeUnit); }
    QString time(Time time) const { return withPlainSpaces(formatTime(time, unit())); }
    static QString withPlainSpaces(QString text) { return text.replace(QChar(0x202f), ' ').replace(QChar::Nbsp, ' '); }
    QString place(Row row) const { return placeOf(plain.workerOf(row).value); }
    QString placeOf(int worker) const { return QString(run.scheme ? "worker %1" : "device %1").arg(worker); }
    QString span(Time begin, Time end) const { return withPlainSpaces(formatSpan(begin, end, unit())); }
    QString spanOf(Row row) const { return span(plain.startOf(row), plain.endOf(row)); }
    /// "F3 (chunk 1)", "f3 (batch 1)".
    QString name(Row row) const {
        const Op op = plain.program.ops[row];
        if (run.scheme)
            return QString("%1%2 (batch %3)")
                .arg(QChar(infoOf(op.kind()).sign))
                .arg(op.stage().value)
                .arg(op.microbatch().value);
        const QString name = toQString(letter(op.kind())) + QString::number(op.microbatch().value);
        const int chunks = plain.program.stages / plain.program.workers;
        return chunks > 1 ? QString("%1 (chunk %2)").arg(name).arg(op.stage().value / plain.program.workers) : name;
    }
    /// The op of the link "12:B3"; empty if that op has another name.
    std::optional<Row> op(const QString& link) const {
        const Row row = link.section(':', 0, 0).toULongLong();
        return link.section(':', 1) == name(row) ? std::optional(row) : std::nullopt;
    }
    /// The need of `waiting` for the op of the link; null if it does not need that op.
    const PlainRun::Need* need(Row waiting, const QString& link) const {
        const auto row = op(link);
        for (const PlainRun::Need& need : plain.needs[waiting])
            if (row && need.row == *row) return &need;
        return nullptr;
    }
    /// When the inputs of an op had arrived, except its weights.
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

/// Iterates over the scenarios, and counts how often each form of sentence occurred.
class Said {
protected:
    /// Calls `f` with every scenario; it returns false after a failed check.
    void forEachScenario(const std::function<bool(Random&, const Scenario&, int)>& f) {
        m_met.clear();
        qInfo("replay with BUBBLESCOPE_SEED=%llu", static_cast<unsigned long long>(saidSeed()));
        for (int n = 0; n < rounds(kScenarios); ++n) {
            Random random(saidSeed() * kScenarios + std::uint64_t(n));
            const Scenario scenario = randomComparison(random);
            if (!f(random, scenario, n) || QTest::currentTestFailed()) {
                qWarning("scenario %d: %s", n, words(scenario.workload).constData());
                return;
            }
        }
    }
    /// Calls `f` with one run per scenario, of each schedule in turn; skips refused ones.
    void forEachRun(const std::function<bool(Random&, const Scenario&, std::size_t, const Told&)>& f) {
        forEachScenario([&](Random& random, const Scenario& scenario, int n) {
            const std::size_t index = std::size_t(n) % scenario.schedules.size();
            const RunResult result = run(scenario, index);
            if (!result) return true;
            const PlainRun plain(**result);
            return f(random, scenario, index, Told{**result, plain});
        });
    }
    /// Verifies that each kind of sentence occurred at least `least` times.
    void verifyMet(std::initializer_list<const char*> kinds, int least) {
        for (const char* kind : kinds)
            QVERIFY2(m_met[kind] >= metIn(kScenarios, least),
                     qPrintable(QString("\"%1\": %2").arg(kind).arg(m_met[kind])));
    }
    bool met(const char* form) { return ++m_met[form]; }

    std::map<QByteArray, int> m_met;
};

}  // namespace bubblescope::test
