// Steps along times, ranks and slowdowns in the real window: curves, their crossings, and the map of the fastest step.

#include "tests/app/steps_desk.h"

#include "app/documents/load_scenario.h"
#include "app/pages/step_study.h"
#include "engine/entries/model_edits.h"
#include "engine/entries/step_edits.h"
#include "engine/results/run.h"
#include "engine/steps/run_step.h"
#include "engine/study/study_axes.h"
#include "widgets/charts/curves_view.h"
#include "widgets/steps/crossings.h"
#include "widgets/study/winners/winner_map_view.h"

#include <QRegularExpression>
#include <QSignalSpy>

#include <algorithm>
#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_steps_study {

class TestStepsStudy : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    /// The value in the sentence is the one from which the other wins, as runs say on either side of it.
    void curvesFindTheirCrossings() {
        Stepping desk(kCompared);
        const QRegularExpression sentence(
            "^Up to ([0-9.]+), DDP and FSDP, split are equally fast; beyond that, FSDP, split is faster\\.$");
        QTRY_VERIFY2_WITH_TIMEOUT(sentence.match(desk.facet().study().crossings()).hasMatch(),
                                  qPrintable(desk.facet().study().crossings()), 300'000);
        const double x = sentence.match(desk.facet().study().crossings()).captured(1).toDouble();
        const auto isFaster = [&](double at) {
            const Scenario scenario = withStepTime(desk.scenario(), "all_reduce", at);
            return (*run(scenario, 2))->metrics.totalTime < (*run(scenario, 0))->metrics.totalTime;
        };
        QVERIFY(!isFaster(x * 0.999) && isFaster(x * 1.001));
        QTRY_VERIFY_WITH_TIMEOUT(
            csvText(tableOf(desk.facet().study().live())).startsWith("times.all_reduce,\"DDP (total time, ms)\""),
            300'000);
    }

    /// With all ranks alike DDP and FSDP are equal up to c = b = 20: no order of the list hides where they part.
    void curvesTellWhereEqualsPart() {
        Scenario scenario = *readScenario(kCompared);
        scenario.schedules.erase(scenario.schedules.begin() + 1);
        scenario = withSlowdown(scenario, 2, 1);
        for (const bool isTurned : {false, true}) {
            if (isTurned) std::swap(scenario.schedules[0], scenario.schedules[1]);
            Study study = liveStudy(scenario, "times.all_reduce", true);
            fillStudy(study, [](std::size_t) {});
            QCOMPARE(crossingText(study, fastestChanges(study)),
                     "Up to 20, DDP and FSDP, split are equally fast; beyond that, FSDP, split is faster.");
        }
        scenario.schedules[1] = scenario.schedules[0];
        Study study = liveStudy(scenario, "times.backward", true);
        fillStudy(study, [](std::size_t) {});
        QVERIFY(crossingText(study, fastestChanges(study)).endsWith("are equally fast over the whole range."));
    }

    /// What does not fit is not the fastest: with long sequences no recompute does not fit, and at last nothing does.
    void whatDoesNotFitIsNotTheFastest() {
        const auto scenario = readScenario(R"({"format": "bubblescope-scenario", "version": 1,
            "model": {"preset": "llama-3-8b", "global_batch": 8}, "mesh": {"fsdp": 8},
            "schedules": [{"step": "fsdp", "label": "kept", "model": {"recompute": "none"}},
                          {"step": "fsdp", "label": "full", "model": {"recompute": "full"}}]})");
        QVERIFY(scenario);
        Study study = liveStudy(*scenario, "model.sequence", true);
        fillStudy(study, [](std::size_t) {});
        const QString text = crossingText(study, fastestChanges(study), lastThatRuns(study));
        const QRegularExpression sentence(
            "^From ([0-9.,]+) on, full is the fastest that fits\\. Above ([0-9,]+), no step fits\\.$");
        const auto found = sentence.match(text);
        QVERIFY2(found.hasMatch(), qPrintable(text));
        const auto fits = [&](std::size_t step, double sequence) {
            return !(*run(atValue(*scenario, "model.sequence", sequence, true), step))->step->isOverMemory();
        };
        const double x = found.captured(1).remove(',').toDouble(), last = found.captured(2).remove(',').toDouble();
        QVERIFY(fits(0, std::floor(x * 0.999)) && !fits(0, std::ceil(x * 1.001)));
        QVERIFY(fits(1, last) && !fits(1, last + 1));
    }

    /// Two changes between the same two values of the study name the fastest at each, not all that run.
    void theFastestBetweenTwoValues() {
        const auto scenario = loadScenario("preset:llama-3-8b-on-8");
        QVERIFY(scenario);
        Study study = liveStudy(*scenario, "model.sequence", true);
        fillStudy(study, [](std::size_t) {});
        const auto changes = fastestChanges(study);
        const QString text = crossingText(study, changes, lastThatRuns(study));
        QVERIFY(changes.size() >= 2);
        for (const FastestChange& change : changes)
            QVERIFY(std::ranges::find(change.fastest, change.to) != change.fastest.end() && change.fastest.size() == 1);
        QVERIFY2(!text.contains(" are the fastest") && text.contains("FSDP (ZeRO-3) is the fastest that fits."),
                 qPrintable(text));
    }

    /// Times of a step are of its batch; by themselves curves of models are of their MFU, until another is chosen.
    void curvesOfModelsAreOfTheirMfu() {
        Stepping desk;
        desk.document().start(*loadScenario("preset:llama-3-8b-on-8"), {QStringLiteral("models")});
        QTRY_COMPARE_WITH_TIMEOUT(desk.facet().study().quantity(), Quantity::Mfu, 300'000);
        desk.document().start(*readScenario(kCompared), {QStringLiteral("steps")});
        QTRY_COMPARE_WITH_TIMEOUT(desk.facet().study().quantity(), Quantity::TotalTime, 300'000);
    }

    void curvesAreOfAnyQuantity() {
        Stepping desk(kCompared);
        StepStudy& study = desk.facet().study();
        study.setQuantity(Quantity::ExposedComm);
        QTRY_VERIFY_WITH_TIMEOUT(csvText(tableOf(study.live())).contains("DDP (exposed communication, ms)"), 300'000);
        study.setView(StepStudy::View::Map);
        study.setQuantity(Quantity::Overlap);
        QCOMPARE(study.view(), StepStudy::View::Curves);
        QTRY_VERIFY_WITH_TIMEOUT(csvText(tableOf(study.live())).contains("DDP (overlap"), 300'000);
    }

    /// "What does one slow rank of 8 cost me in each, and what do more ranks?" is a curve too.
    void curvesGoAlongRanksAndSlowdowns() {
        Stepping desk(kCompared);
        StepStudy& study = desk.facet().study();
        for (const char* path : {"slowdown[2]", "ranks"}) {
            study.setAlong(path);
            const QString head = QString(path) + ",\"DDP (total time, ms)\"";
            QTRY_VERIFY_WITH_TIMEOUT(csvText(tableOf(study.live())).startsWith(head), 300'000);
        }
        study.setAlong("slowdown[2]");
        QTRY_VERIFY_WITH_TIMEOUT(csvText(tableOf(study.live())).startsWith("slowdown[2]"), 300'000);
        int lines = 0;
        QTRY_VERIFY_WITH_TIMEOUT(!csvText(tableOf(study.live())).contains(",,"), 300'000);
        for (const QString& line : csvText(tableOf(study.live())).split('\n', Qt::SkipEmptyParts).mid(1)) {
            const double factor = line.section(',', 0, 0).toDouble(), total = line.section(',', 1, 1).toDouble();
            const Scenario slowed = withSlowdown(desk.scenario(), 2, factor);
            QCOMPARE(total, toUnits((*run(slowed, 0))->metrics.totalTime));
            ++lines;
        }
        QVERIFY(lines > 5);
        // The marker sets the factor in all steps.
        emit study.curves().valueDragged(1.6, 0);
        desk.settle();
        QCOMPARE(slowdownOf(desk.scenario()), (std::vector<double>{1, 1, 1.6, 1}));
        emit study.numbersWanted({{"ranks", 6}}, {}, 0);
        desk.settle();
        QCOMPARE(ranksOf(desk.scenario()), std::optional(6));
        // Maps stay with times.
        study.setView(StepStudy::View::Map);
        QTRY_VERIFY_WITH_TIMEOUT(!study.map().geometryOfMaps().maps.empty(), 300'000);
        QVERIFY(study.map().geometryOfMaps().xCaption.startsWith("T_c all-reduce"));
    }

    /// Steps of a model have curves along its sequence, its devices, its links; each value is a run of its own.
    void modelsHaveCurvesOfTheirOwn() {
        Stepping desk;
        desk.document().start(*loadScenario("preset:llama-3-8b-on-8"), {QStringLiteral("models")});
        desk.settle();
        StepStudy& study = desk.facet().study();
        const auto awaitCurves = [&](const char* path) {
            QTRY_VERIFY2_WITH_TIMEOUT(
                csvText(tableOf(study.live())).startsWith(path) && noticeOf(study.live()).isEmpty(),
                qPrintable(csvText(tableOf(study.live()))), 300'000);
        };
        study.setQuantity(Quantity::TotalTime);
        awaitCurves("model.sequence,");
        for (const char* path : {"model.sequence", "mesh.devices", "cluster.intra.bandwidth_gbs"}) {
            study.setAlong(path);
            awaitCurves((std::string(path) + ',').c_str());
            const auto told = [&] {
                std::set<QString> totals;
                for (const QString& line : csvText(tableOf(study.live())).split('\n', Qt::SkipEmptyParts).mid(1))
                    totals.insert(line.section(',', 1, 1));
                return totals.size();
            };
            QTRY_VERIFY2_WITH_TIMEOUT(told() > 3, qPrintable(csvText(tableOf(study.live()))), 300'000);
            const auto present = presentValue(desk.scenario(), path);
            QVERIFY(present);
            const auto hasPresent = [&] {
                const QStringList lines = csvText(tableOf(study.live())).split('\n', Qt::SkipEmptyParts).mid(1);
                return std::any_of(lines.begin(), lines.end(), [&](const QString& line) {
                    return line.section(',', 0, 0).toDouble() == *present && !line.section(',', 1, 1).isEmpty();
                });
            };
            QTRY_VERIFY2_WITH_TIMEOUT(hasPresent(), qPrintable(csvText(tableOf(study.live()))), 300'000);
            for (const QString& line : csvText(tableOf(study.live())).split('\n', Qt::SkipEmptyParts).mid(1)) {
                const double x = line.section(',', 0, 0).toDouble();
                const QString total = line.section(',', 1, 1);
                if (total.isEmpty()) continue;
                const auto result = run(atValue(desk.scenario(), path, x, true), 0);
                QVERIFY2(result.has_value(), qPrintable(line));
                QCOMPARE(total.toDouble(), toUnits((*result)->metrics.totalTime));
            }
        }
        emit study.numbersWanted({{"model.sequence", 4096}}, {}, 0);
        desk.settle();
        for (const std::size_t step : modelStepsOf(desk.scenario()))
            QCOMPARE(trainingValue(desk.scenario(), step, "model.sequence"), std::optional(ParameterValue{4096}));
        emit study.numbersWanted({{"mesh.devices", 16}}, {}, 0);
        desk.settle();
        QCOMPARE(devicesOf(desk.scenario()), 16);
    }

    void aMapSaysWhoIsFastest() {
        Stepping desk(kCompared);
        StepStudy& study = desk.facet().study();
        study.setView(StepStudy::View::Map);
        WinnerMapView& map = study.map();
        QTRY_VERIFY_WITH_TIMEOUT(!map.geometryOfMaps().maps.empty() && map.geometryOfMaps().notice.isEmpty(), 300'000);
        QVERIFY(map.geometryOfMaps().xCaption.startsWith("T_c all-reduce"));
        QVERIFY(map.geometryOfMaps().yCaption.startsWith("T_b backward"));
        // A click on a cell makes its times those of all steps, and leaves what is no step.
        QSignalSpy times(&study, &StepStudy::numbersWanted);
        const QRectF cell = map.geometryOfMaps().cellRect({0, 3, 4});
        QTRY_VERIFY_WITH_TIMEOUT(
            (QTest::mouseClick(&map, Qt::LeftButton, {}, cell.center().toPoint()), times.count() > 0), 300'000);
        desk.settle();
        QCOMPARE(desk.scenario().schedules.size(), std::size_t(3));
        const auto wanted = times[0][0].value<std::vector<std::pair<std::string, double>>>();
        QCOMPARE(wanted.size(), std::size_t(2));
        for (const StepTime& time : stepTimesOf(desk.scenario()))
            for (const auto& [key, value] : wanted)
                if (pathOfStepTime(time.key) == key) QVERIFY(time.isOne() && time.least == value);
        QVERIFY(desk.document().undoStack().canUndo());
    }
};

QTEST_MAIN(TestStepsStudy)

}  // namespace tst_steps_study
#include "tst_steps_study.moc"
