// Every preset opens, runs without a refusal, and matches its name.

#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "engine/collectives/holdings.h"
#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "engine/results/published.h"
#include "engine/results/run.h"
#include "engine/study/winner_ranking.h"
#include "tests/engine/scenarios.h"
#include "tests/made_file.h"
#include "widgets/kit/format.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <map>
#include <numeric>
#include <set>
#include <utility>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_presets {

namespace {

const PresetShelf& figures() { return kScenarioKind.shelves.front(); }

/// Presets that say what papers print: the figures, and some of the others.
std::vector<Preset> withPublished() {
    std::vector<Preset> all = presets(kScenarioKind, figures());
    for (const Preset& one : presets())
        if (!loadScenario("preset:" + one.name.toStdString())->published.empty()) all.push_back(one);
    return all;
}

Scenario preset(const QString& name) { return *loadScenario("preset:" + name.toStdString()); }

/// What an entry of one that says what papers print is compared with. Each runs once.
const std::vector<ComparedNumber>& comparedOf(const QString& name, std::size_t entry) {
    static std::map<std::pair<QString, std::size_t>, std::vector<ComparedNumber>> known;
    const auto [at, isNew] = known.try_emplace({name, entry});
    if (isNew) {
        const Scenario scenario = preset(name);
        if (const auto result = run(scenario, entry)) at->second = comparedNumbers(scenario, entry, **result);
    }
    return at->second;
}

}  // namespace

class TestPresets : public QObject {
    Q_OBJECT

private slots:
    void namesAreForever() {
        QStringList names;
        for (const Preset& preset : presets()) names += preset.name;
        QCOMPARE(names, QStringList({"default",
                                     "course-data-parallel",
                                     "course-tensor-parallel",
                                     "gpt-3-on-1024",
                                     "llama-3-8b-on-8",
                                     "llama-3-70b-on-64",
                                     "llama-3-70b-on-1024",
                                     "megatron-table-1",
                                     "mesh-fsdp-tp",
                                     "mesh-pp-cp",
                                     "mixtral-on-64",
                                     "notebook-d2",
                                     "notebook-d4",
                                     "notebook-d8",
                                     "notebook-d16",
                                     "notebook-d32",
                                     "one-24-gb-card",
                                     "placement-schemes",
                                     "sharding",
                                     "training-steps",
                                     "two-nodes",
                                     "uneven-stages",
                                     "zero-figure-1"}));
    }

    void theProgramCarriesEveryFile() {
        const QDir folder(QStringLiteral(SOURCE_DIR "/presets"));
        const QStringList files = folder.entryList({"*.bubble.json"}, QDir::Files);
        QCOMPARE(files.size(), qsizetype(presets().size()));
        for (const QString& name : files) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(presetBytes(name.chopped(12)).value_or(QByteArray()), file.readAll());
        }
    }

    void eachOpensAndRuns_data() {
        QTest::addColumn<QString>("title");
        for (const Preset& preset : presets()) QTest::newRow(qPrintable(preset.name)) << preset.title;
    }

    void eachOpensAndRuns() {
        QFETCH(QString, title);
        const auto scenario = loadScenario(std::string("preset:") + QTest::currentDataTag());
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().text().c_str());
        QVERIFY(!title.isEmpty());
        QCOMPARE(QString::fromStdString(scenario->title), title);
        for (std::size_t i = 0; i < scenario->schedules.size(); ++i) {
            const auto result = run(*scenario, i);
            QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
            QVERIFY((*result)->metrics.totalTime >= (*result)->metrics.lowerBound);
        }
        // As the program itself would write it, so that saving one under a new name changes nothing else.
        QCOMPARE(writeScenario(*scenario), presetBytes(QTest::currentDataTag())->toStdString());
    }

    void figureNamesAreForever() {
        QStringList names;
        for (const Preset& preset : presets(kScenarioKind, figures())) names += preset.name;
        QCOMPARE(names, QStringList({"activation-profiles", "breadth-first", "chimera-fig-2", "controllable-memory",
                                     "dualpipe-fig-5", "dualpipe-v", "eager-1f1b", "gpipe-fig-2", "hanayo-waves",
                                     "megatron-fig-3", "megatron-fig-4", "seq-1f1b", "zero-bubble-auto",
                                     "zero-bubble-fig-3", "zero-bubble-table-5"}));
        for (const Preset& preset : presets()) QVERIFY(!names.contains(preset.name));
        const QDir folder(QStringLiteral(SOURCE_DIR "/presets/figures"));
        QCOMPARE(folder.entryList(QDir::Files).size(), names.size());
        QCOMPARE(nearestPreset("megatron-fig4"), "megatron-fig-4");
    }

    void eachFigureIsAsWritten_data() {
        QTest::addColumn<QString>("title");
        for (const Preset& preset : presets(kScenarioKind, figures()))
            QTest::newRow(qPrintable(preset.name)) << preset.title;
    }

    void eachFigureIsAsWritten() {
        QFETCH(QString, title);
        const QString name = QTest::currentDataTag();
        const QString file = QStringLiteral(SOURCE_DIR "/presets/figures/%1.bubble.json").arg(name);
        const auto scenario = readScenario(contents(file).toStdString());
        QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
        QCOMPARE(QString::fromStdString(scenario->title), title);
        compareFile(file, QByteArray::fromStdString(writeScenario(*scenario)));
        QCOMPARE(presetBytes(name).value_or(QByteArray()), contents(file));
    }

    void everyPublishedNumberIsOurs_data() {
        QTest::addColumn<int>("least");
        for (const Preset& preset : withPublished()) QTest::newRow(qPrintable(preset.name)) << 1;
    }

    /// Within the digits that are printed, and of each it is said where.
    void everyPublishedNumberIsOurs() {
        const Scenario scenario = preset(QTest::currentDataTag());
        std::size_t compared = 0;
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            for (const ComparedNumber& one : comparedOf(QTest::currentDataTag(), i)) {
                ++compared;
                QVERIFY2(
                    one.agrees,
                    (displayTitle(scenario, i) + ": paper " + one.published.printed + ", here " + one.here).c_str());
                QVERIFY(!one.published.source.empty());
            }
        }
        QVERIFY(compared > 0);
        QCOMPARE(compared, scenario.published.size());
    }

    /// Those without: programs that print no number, orders of one's own, and one that seeks its order.
    void everyKindThatWasPublishedHasAFigure() {
        // Of which nobody printed a number.
        std::set<std::string> missing, expected{"1f1b-overlap", "interleaved-overlap", "interleaved-zb", "orders"};
        for (const ScheduleKind* kind : kindsOf(Family::Schedule)) missing.insert(std::string(kind->id));
        for (const Preset& one : withPublished()) {
            const Scenario scenario = preset(one.name);
            for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
                if (!comparedOf(one.name, i).empty()) missing.erase(scenario.schedules[i].kind);
        }
        QVERIFY2(missing == expected, missing.begin()->c_str());
    }

    void tableOfFigures() {
        QByteArray rows;
        for (const Preset& one : withPublished()) {
            const Scenario scenario = preset(one.name);
            QString name = QStringLiteral("`%1`").arg(one.name);
            for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
                QStringList printed, here;
                for (const ComparedNumber& number : comparedOf(one.name, i)) {
                    const QString unit = number.published.inChunks ? " chunks" : QString();
                    printed += QStringLiteral("`%1` %2%3")
                                   .arg(toQString(infoOf(number.published.quantity).id),
                                        toQString(number.published.printed), unit);
                    here += toQString(number.here) + unit;
                }
                if (printed.isEmpty()) continue;
                rows += QStringLiteral("| %1 | %2 | %3 | %4 |\n")
                            .arg(std::exchange(name, QString()), toQString(displayTitle(scenario, i)),
                                 printed.join("; "), here.join("; "))
                            .toUtf8();
            }
        }
        const QString path = QStringLiteral(SOURCE_DIR "/docs/figures.md");
        const QByteArray page = contents(path);
        const qsizetype head = page.indexOf("| figure | schedule |"), begin = page.indexOf("\n| `", head) + 1;
        QVERIFY(head > 0 && begin > head);
        compareFile(path, page.left(begin) + rows + page.mid(page.indexOf("\n\n", begin) + 1));
    }

    void experimentNamesAreForever() {
        QStringList names;
        for (const Preset& preset : presets(kExperimentKind)) names += preset.name;
        QStringList expected = {"zb-split", "winner-d-comm", "winner-microbatches-comm", "winner-comm-weight"};
        for (const char* name :
             {"weak-scaling", "strong-scaling", "recompute", "microbatches", "chunks", "comm-sensitivity", "imbalance"})
            expected += {QString(name), QString(name) + "-literal"};
        expected.sort();
        names.sort();
        QCOMPARE(names, expected);
        for (const Preset& preset : presets()) QVERIFY(!names.contains(preset.name));
    }

    void theProgramCarriesEveryExperiment() {
        const QDir folder(QStringLiteral(SOURCE_DIR "/presets/experiments"));
        const QStringList files = folder.entryList(QDir::Files);
        QCOMPARE(files.size(), qsizetype(presets(kExperimentKind).size()));
        for (const QString& name : files) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(presetBytes(name.chopped(5)).value_or(QByteArray()), file.readAll());
        }
    }

    void eachExperimentOpensAndRuns_data() {
        QTest::addColumn<QString>("title");
        for (const Preset& preset : presets(kExperimentKind)) QTest::newRow(qPrintable(preset.name)) << preset.title;
    }

    void eachExperimentOpensAndRuns() {
        QFETCH(QString, title);
        const auto experiment = loadExperiment(std::string("preset:") + QTest::currentDataTag());
        QVERIFY2(experiment, experiment ? "" : experiment.error().text().c_str());
        QVERIFY(!title.isEmpty() && !experiment->note.empty());
        QCOMPARE(QString::fromStdString(experiment->title), title);
        const auto plan = planExperiment(*experiment);
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        std::size_t taken = 0;
        runExperiment(*plan, [&](std::size_t, const StudyPoint& point) {
            ++taken;
            return point.refusal.empty();
        });
        QCOMPARE(taken, plan->size());
        QCOMPARE(writeExperiment(*experiment), presetBytes(QTest::currentDataTag())->toStdString());
    }

    /// As many simulations as the notebook runs, once in each time basis.
    void theExperimentsAreTheNotebooks() {
        std::size_t literal = 0, divided = 0, both = 0;
        for (const Preset& preset : presets(kExperimentKind)) {
            const auto experiment = loadExperiment("preset:" + preset.name.toStdString());
            if (experiment->view == View::WinnerMap) continue;
            const bool isLiteral = preset.name.endsWith("-literal");
            QVERIFY((experiment->workload.timeBasis == TimeBasis::Chunk) == isLiteral);
            const std::size_t points = planExperiment(*experiment)->size();
            (isLiteral ? literal : preset.name == "zb-split" ? both : divided) += points;
        }
        QCOMPARE(literal + both, std::size_t(2418));
        QCOMPARE(divided + both, std::size_t(2418));
    }

    void winnerMapsHaveSeveralLands_data() {
        QTest::addColumn<QStringList>("winners");
        const QString eight = "Interleaved 1F1B, v = 8", four = "Interleaved 1F1B, v = 4",
                      two = "Interleaved 1F1B, v = 2";
        QTest::newRow("winner-d-comm") << QStringList{"GPipe", eight, "ZB-H1", four};
        QTest::newRow("winner-microbatches-comm") << QStringList{"GPipe", eight, "ZB-H1"};
        QTest::newRow("winner-comm-weight") << QStringList{"GPipe", eight, two, four, "ZB-H1"};
    }

    /// A winner map teaches nothing where one schedule has it all: each of these wins at no fewer than 3 % of the
    /// places, and the workload is the notebook's, on fair terms.
    void winnerMapsHaveSeveralLands() {
        QFETCH(QStringList, winners);
        const auto experiment = loadExperiment(std::string("preset:") + QTest::currentDataTag());
        QCOMPARE(experiment->view, View::WinnerMap);
        QCOMPARE(experiment->workload.timeBasis, TimeBasis::Microbatch);
        const auto plan = planExperiment(*experiment);
        std::vector<std::optional<StudyPoint>> points(plan->size());
        runExperiment(*plan,
                      [&](std::size_t point, StudyPoint result) { return points[point] = std::move(result), true; });
        std::vector<std::size_t> all(plan->series.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const auto cells = winnerMap(*plan, points, 0, Quantity::TotalTime, all);
        QVERIFY(cells.size() >= 15 * 13);
        std::map<QString, std::size_t> places;
        for (const WinnerCell& cell : cells) {
            QVERIFY(cell.state == WinnerCell::State::Won);
            ++places[QString::fromStdString(plan->series[cell.winner].title)];
        }
        for (const QString& winner : winners)
            QVERIFY2(places[winner] * 100 >= 3 * cells.size(),
                     qPrintable(winner + QString(" wins %1 of %2 places").arg(places[winner]).arg(cells.size())));
        for (const std::size_t point : {std::size_t{0}, plan->size() - 1}) {
            const Workload workload = scenarioAt(*plan, point).workload;
            QVERIFY(workload.forward == PerDevice(400.0 / workload.devices));
            QVERIFY(workload.backward == PerDevice(800.0 / workload.devices));
            QCOMPARE(workload.microbatches % workload.devices, 0);
        }
    }

    void collectiveNamesAreForever() {
        QStringList names, expected;
        for (const Preset& preset : presets(kCollectiveKind)) names += preset.name;
        for (const CollectiveInfo& info : collectives()) expected += QString::fromUtf8(info.id.data());
        expected += {"ring-against-tree", "late-rank", "experts"};
        expected.sort();
        names.sort();
        QCOMPARE(names, expected);
        QCOMPARE(QDir(QStringLiteral(SOURCE_DIR "/presets/collectives")).entryList(QDir::Files).size(), names.size());
    }

    void eachCollectiveOpensAndIsChecked_data() {
        QTest::addColumn<QString>("title");
        for (const Preset& preset : presets(kCollectiveKind)) QTest::newRow(qPrintable(preset.name)) << preset.title;
    }

    /// Every algorithm that it compares has a plan, which ends in what the collective is defined by.
    void eachCollectiveOpensAndIsChecked() {
        QFETCH(QString, title);
        const QString name = QTest::currentDataTag();
        const auto setup = loadCollective("preset:" + name.toStdString());
        QVERIFY2(setup, setup ? "" : setup.error().text().c_str());
        QCOMPARE(QString::fromStdString(setup->title), title);
        if (const CollectiveInfo* info = findCollective(name.toStdString()))
            QVERIFY(setup->collective == info->collective);
        for (const std::string& id : setup->algorithms) {
            const auto run = runCollective(*setup, id);
            QVERIFY2(run && run->plan, run ? "" : run.error().text().c_str());
            QVERIFY(run->time > 0 && !run->plan->steps.empty());
            const auto proof = checkPlan(*run->algorithm, *run->plan, setup->root);
            QVERIFY2(proof, proof ? "" : proof.error().text().c_str());
        }
        const QString file = QStringLiteral(SOURCE_DIR "/presets/collectives/%1.json").arg(name);
        compareFile(file, QByteArray::fromStdString(writeCollective(*setup)));
        QCOMPARE(contents(file), presetBytes(name).value_or(QByteArray()));
    }

    void theDefaultIsTheFoundingComparison() {
        Scenario expected = foundingScenario();
        expected.title = preset("default").title;
        QVERIFY(preset("default") == expected);
    }

    void notebooks_data() {
        QTest::addColumn<int>("devices");
        for (const int devices : {2, 4, 8, 16, 32}) QTest::addRow("notebook-d%d", devices) << devices;
    }

    void notebooks() {
        QFETCH(int, devices);
        const Scenario scenario = preset(QTest::currentDataTag());
        const Workload& w = scenario.workload;
        QCOMPARE(w.devices, devices);
        QCOMPARE(w.microbatches, 2 * devices);
        QVERIFY(w.forward == PerDevice(400.0 / devices));
        QVERIFY(w.backward == PerDevice(800.0 / devices));
        QVERIFY(w.comm == Comm(4.0));
        QStringList series;
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            const ResolvedSchedule schedule = resolve(scenario, i);
            series += QString("%1 %2").arg(schedule.kind->id.data()).arg(schedule.workload.chunks);
        }
        QCOMPARE(series, QStringList({"gpipe 1", "1f1b 1", "interleaved-1f1b 2", "hanayo 2", "hanayo 4", "zb-h1 1"}));
    }

    void twoNodesHaveASlowLinkBetweenThem() {
        const Scenario scenario = preset("two-nodes");
        const auto& comm = std::get<1>(scenario.workload.comm);
        const std::size_t half = comm.size() / 2;
        for (std::size_t from = 0; from < comm.size(); ++from)
            for (std::size_t to = 0; to < comm.size(); ++to)
                if (from != to) QCOMPARE(comm[from][to], from / half == to / half ? comm[0][1] : comm[0][half]);
        QVERIFY(comm[0][half] > 10 * comm[0][1]);
    }

    void unevenStagesAreLongAtBothEnds() {
        const Scenario scenario = preset("uneven-stages");
        const auto& forward = std::get<1>(scenario.workload.forward);
        for (std::size_t d = 1; d + 1 < forward.size(); ++d)
            QVERIFY(forward[d] < forward.front() && forward.front() < forward.back());
    }

    void unknownPresets() {
        QVERIFY(!presetBytes("nowhere"));
        QVERIFY(!presetBytes(""));
        QVERIFY(!presetBytes("../bubblescope"));
        QCOMPARE(nearestPreset("notebook-16"), "notebook-d16");
        QCOMPARE(nearestPreset("weak-scaling-literl", kExperimentKind), "weak-scaling-literal");
    }
};

QTEST_GUILESS_MAIN(TestPresets)

}  // namespace tst_presets
#include "tst_presets.moc"
