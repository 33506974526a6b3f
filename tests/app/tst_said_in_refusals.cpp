// Why a schedule cannot run and what could, and what an experiment uses instead of lists.

#include "app/console/result_table.h"
#include "engine/results/nearest_fits.h"
#include "engine/study/experiment_plan.h"
#include "tests/app/said.h"
#include "widgets/shown/outcome.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_said_in_refusals {

class TestSaidInRefusals : public QObject, private Said {
    Q_OBJECT

private slots:
    void refusals();
    void replacedLists();
};

/// Numbers of a refusal are those at hand, what it asks for helps, and the nearest values that are offered are.
void TestSaidInRefusals::refusals() {
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
            if (message.startsWith("deadlock: ")) {  // tst_orders goes round the circle
                if (!met("refusal: deadlock") || !kindOf(scenario.schedules[i])->parameter("group")) return false;
            } else if (const auto it = said(message, "needs a multiple of <N> microbatches, one per device, has <N>")) {
                if (!met("refusal: microbatches") || (*it)[0].toInt() != workload.devices ||
                    (*it)[1].toInt() != workload.microbatches || workload.microbatches % workload.devices == 0 ||
                    !runs([](Workload& w, ScheduleEntry&) { w.microbatches = 2 * w.devices; }))
                    return false;
            } else if (const auto of = said(message, "needs an even number of chunks, has <N>")) {
                const auto even = [](Workload& w, ScheduleEntry&) { ++w.chunks, w.microbatches = w.devices; };
                if (!met("refusal: chunks") || (*of)[0].toInt() != workload.chunks || workload.chunks % 2 == 0 ||
                    !runs(even))
                    return false;
            } else if (const auto none = said(message, "<S> has no chunks; omit \"chunks\" or set it to 1, not <N>")) {
                if (!met("refusal: no chunks") || (*none)[1].toInt() != scenario.schedules[i].own.chunks ||
                    !runs([](Workload&, ScheduleEntry& entry) { entry.own.chunks = 1; }) ||
                    !runs([](Workload&, ScheduleEntry& entry) { entry.own.chunks.reset(); }))
                    return false;
            } else {
                qWarning("not known: %s", qPrintable(message));
                return false;
            }
            // The window and the console say the same, and what is nearest in the same words.
            QStringList nearest;
            for (const int value : nearestFits(scenario, i, result.error())) nearest += QString::number(value);
            QString text = message;
            if (nearest.size() == 1) text += "; nearest: " + nearest[0];
            if (nearest.size() == 2) text += "; nearest: " + nearest.join(" and ");
            const Outcome outcome = outcomeOf(scenario, i, result);
            const QString line = QString("%1 cannot run: %2\n").arg(outcome.title, text);
            if (outcome.refusal != text || !table.text().replace("\n  ", " ").contains(line)) return false;
            // What is offered in its place, by the key that it names, its own or the workload's.
            const std::string key = result.error().field.substr(result.error().field.find('.') + 1);
            const WorkloadKey* number = findNumberKey(key);
            if (!number && nearest.isEmpty()) continue;
            const int now = int(*number->get(workload));
            const auto isWell = [&](int value) {
                return runs([&](Workload& changed, ScheduleEntry&) { number->set(changed, value); });
            };
            for (const QString& offered : nearest) {
                const int value = offered.toInt();
                if (!isWell(value) || !met(hasKey(scenario.schedules[i].own, key) ? "offer of its own" : "offer"))
                    return false;
                for (int nearer = value; nearer != now; nearer += value < now ? 1 : -1)
                    if (nearer != value && isWell(nearer)) return false;
            }
        }
        return true;
    });
    verifyMet({"refusal: microbatches", "refusal: chunks", "refusal: no chunks", "refusal: deadlock", "offer",
               "offer of its own"},
              10);
}

/// Where an experiment says that one number takes the place of many, it does, and nowhere else.
void TestSaidInRefusals::replacedLists() {
    m_met.clear();
    Random random(saidSeed());
    const auto isIn = [&](int of) { return randomInt(random, 1, of) == 1; };
    const auto holdsMany = [](const Workload& workload, std::string_view key) {
        if (key == "comm") return workload.comm.index() != 0;
        return (key == "forward" ? workload.forward : workload.backward).index() != 0;
    };
    for (int n = 0; n < rounds(kScenarios); ++n) {
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

QTEST_MAIN(TestSaidInRefusals)

}  // namespace tst_said_in_refusals
#include "tst_said_in_refusals.moc"
