// The background runner: complete and exact results, the newest request wins, cancelling, and waiting at the end.

#include "app/jobs/background.h"

#include "tests/engine/same_run.h"
#include "tests/engine/scenarios.h"
#include "tests/engine/study_points.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_background {

namespace {

/// Seconds of work, so that what follows always finds it unfinished.
Scenario large() { return foundingScenario(512, 8192); }

/// However quick the machine: of what is large the first schedule runs, and the others never end.
BackgroundWork slowWork() {
    BackgroundWork work;
    work.run = [](const Scenario& scenario, const RunPlan& plan,
                  const std::function<bool(std::size_t, RunResult)>& take, std::stop_token stop) {
        if (!(scenario == large())) return runEach(scenario, plan, take, stop);
        take(0, run(scenario, plan.schedules[0]));
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    return work;
}

}  // namespace

class TestBackground : public QObject {
    Q_OBJECT

private slots:
    void resultsAreThoseOfRun() {
        Scenario asked = foundingScenario();
        asked.schedules[3].own.chunks = 3;  // Hanayo refuses an odd number
        Background background;
        QSignalSpy ready(&background, &Background::runsReady);
        background.requestRuns(asked);
        QVERIFY(ready.wait());
        const auto generation = background.generation();
        QVERIFY(generation->scenario == asked);
        QCOMPARE(generation->runs.size(), asked.schedules.size());
        for (std::size_t i = 0; i < asked.schedules.size(); ++i) {
            const RunResult expected = run(asked, i);
            const RunResult& got = generation->runs[i];
            QVERIFY(isSame(got, expected));
        }
        QVERIFY(!generation->runs[3]);
    }

    void newestWins() {
        Background background;
        QSignalSpy ready(&background, &Background::runsReady);
        for (int microbatches = 512; microbatches <= 2048; microbatches += 64)
            background.requestRuns(foundingScenario(64, microbatches));
        background.requestRuns(foundingScenario(4, 12));
        QTRY_VERIFY(background.generation() && background.generation()->scenario == foundingScenario(4, 12));
        QVERIFY2(ready.count() <= 2, "those that waited were replaced, not run");
        QTRY_VERIFY(!background.isBusy());
        QVERIFY(background.generation()->scenario == foundingScenario(4, 12));
    }

    void aSmallRequestDoesNotWaitForALargeOne() {
        Background background;
        background.requestRuns(large());
        background.requestRuns(foundingScenario());
        QTRY_VERIFY(background.generation());
        QVERIFY(background.generation()->scenario == foundingScenario());
    }

    void cancelKeepsWhatWasDelivered() {
        Background background;
        background.requestRuns(foundingScenario());
        QTRY_VERIFY(background.generation());
        const auto before = background.generation();
        QSignalSpy ready(&background, &Background::runsReady);
        background.requestRuns(large());
        QTRY_VERIFY(background.isBusy());
        background.cancel();
        QTRY_VERIFY(!background.isBusy());
        QCoreApplication::processEvents();
        QCOMPARE(ready.count(), 0);
        QCOMPARE(background.generation(), before);

        background.requestRuns(foundingScenario(4, 16));  // and it goes on afterwards
        QVERIFY(ready.wait());
        QVERIFY(background.generation()->scenario == foundingScenario(4, 16));
    }

    void whatIsDoneOfASlowGenerationLands() {
        Background background(nullptr, slowWork());
        background.requestRuns(foundingScenario());
        QTRY_VERIFY(background.generation());
        for (const RunResult& result : background.generation()->runs) QVERIFY(result && *result);
        background.requestRuns(large());
        QTRY_VERIFY_WITH_TIMEOUT(background.generation()->scenario == large(), 300'000);
        const auto part = background.generation();
        QCOMPARE(part->runs.size(), large().schedules.size());
        QVERIFY(part->runs[0] && *part->runs[0]);
        const RunResult expected = run(large(), 0);
        QVERIFY((*part->runs[0])->metrics == (*expected)->metrics);
        background.cancel();
        QTRY_VERIFY(!background.isBusy());
        QCoreApplication::processEvents();
        for (const RunResult& result : background.generation()->runs)
            QVERIFY(result);  // awaited or run, not "cancelled"
        background.requestRuns(foundingScenario(4, 16));
        QTRY_VERIFY(background.generation()->scenario == foundingScenario(4, 16));
        for (const RunResult& result : background.generation()->runs) QVERIFY(result && *result);
    }

    /// The runs that a part has replaced on the screen go, and those of the part are replayed.
    void aPartThatIsShownTakesThePlaceOfWhatWas() {
        Background background;
        Scenario scenario = foundingScenario(128, 4096);
        const auto isWhole = [&] {
            const auto shown = background.generation();
            return shown && shown->scenario == scenario &&
                   std::all_of(shown->runs.begin(), shown->runs.end(), [](const auto& run) { return run && *run; });
        };
        background.requestRuns(scenario);
        QTRY_VERIFY_WITH_TIMEOUT(isWhole(), 300'000);
        const std::weak_ptr<const Timeline> old = (*background.generation()->runs[0])->timeline;
        scenario.workload.comm = 5.0;
        background.requestRuns(scenario);
        QTRY_VERIFY_WITH_TIMEOUT(background.generation()->scenario == scenario, 300'000);
        const auto program = (*background.generation()->runs[0])->timeline->program;
        background.cancel();
        QTRY_VERIFY(!background.isBusy());
        QVERIFY(old.expired());
        scenario.workload.comm = 6.0;
        background.requestRuns(scenario);
        QTRY_VERIFY_WITH_TIMEOUT(isWhole(), 300'000);
        QCOMPARE((*background.generation()->runs[0])->timeline->program, program);
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            const RunResult fresh = run(scenario, i);
            QVERIFY((*background.generation()->runs[i])->metrics == (*fresh)->metrics);
        }
    }

    void longWorkShowsProgress() {
        Background background(nullptr, slowWork());
        background.requestRuns(foundingScenario());
        QTRY_VERIFY(background.generation());
        QVERIFY(!background.runsProgress());
        background.requestRuns(large());
        QTRY_VERIFY_WITH_TIMEOUT(background.runsProgress(), 300'000);
        QVERIFY(!background.curvesProgress());
        background.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!background.runsProgress(), 300'000);
    }

    void adviceIsOfTheNewestGeneration() {
        Background background;
        background.requestRuns(foundingScenario());
        QTRY_VERIFY(background.generation());
        background.requestAdvice(0);
        QTRY_VERIFY(background.advice());
        const std::weak_ptr<const Generation> before = background.generation();
        QCOMPARE(background.advice()->generation, before.lock());
        background.requestRuns(foundingScenario(4, 12));
        QTRY_VERIFY(background.generation() != before.lock());
        QVERIFY(!background.advice());
        QTRY_VERIFY(before.expired());  // nothing keeps what nobody shows
    }

    /// However many ops there are, some runs tell why one gap is there; those of another scenario say nothing of it.
    void aReasonIsFoundForOneGap() {
        Background background;
        background.setWithHeld(true);
        Scenario many = foundingScenario(32, 16384);
        many.schedules = {entry("1f1b")};
        background.requestRuns(many);
        QTRY_VERIFY_WITH_TIMEOUT(background.generation() && !background.isBusy(), 300'000);
        const auto& run = *background.generation()->runs[0];
        QVERIFY(opsOf(run->schedule) > 1'000'000 && run->held);
        const Timeline& timeline = *run->timeline;
        Row row = timeline.program->lanes[3].begin + 8000;
        while (timeline.startOf(row) == timeline.end[row - 1]) ++row;
        const IdleGap gap = *gapAt(timeline, LaneId(3), timeline.end[row - 1]);
        background.requestWhy(0, gap);
        QTRY_VERIFY_WITH_TIMEOUT(background.why(), 300'000);
        QCOMPARE(background.why()->why.reason.gap, gap);
        QVERIFY(background.why()->why.trials == WhyIdle::Trials::Whole);
        QCOMPARE(background.why()->why.withFreeTransfers, std::optional(Time(0)));
        // It is there already.
        QSignalSpy ready(&background, &Background::whyReady);
        background.requestWhy(0, gap);
        QCOMPARE(ready.count(), 1);
        background.requestRuns(foundingScenario());
        QTRY_VERIFY(background.generation()->scenario == foundingScenario());
        QVERIFY(!background.why());
    }

    void picturesHoldNoOrders() {
        Background background;
        Scenario asked = foundingScenario();
        for (const double comm : {4.0, 5.0, 6.0}) {  // the second time orders are found, the third they are replayed
            asked.workload.comm = comm;
            background.requestRuns(asked);
            QTRY_VERIFY(background.generation() && background.generation()->scenario == asked);
            for (std::size_t i = 0; i < asked.schedules.size(); ++i) {
                const RunResult& got = background.generation()->runs[i];
                QVERIFY(isSame(got, run(asked, i)));
                QVERIFY(!(*got)->order);
            }
        }
    }

    /// Whatever is thrown beside a run itself - in planning, in taking results - refuses what is still awaited.
    void whatIsThrownIsSaid() {
        const BackgroundWork work{[](const Scenario& of, const RunPlan& plan,
                                     const std::function<bool(std::size_t, RunResult)>& take, std::stop_token) {
                                      take(0, run(of, plan.schedules[0]));
                                      throw std::runtime_error("thrown in a run");
                                  },
                                  [](auto...) { throw std::runtime_error("thrown in curves"); },
                                  [](auto...) -> std::vector<Advice> { throw std::bad_alloc(); }};
        Background background(nullptr, work);
        QSignalSpy ready(&background, &Background::runsReady), failed(&background, &Background::failed);
        const Scenario asked = foundingScenario();
        background.requestRuns(asked);
        QVERIFY(ready.wait());
        const auto& runs = background.generation()->runs;
        QVERIFY(isSame(runs[0], run(asked, 0)));
        for (std::size_t i = 1; i < runs.size(); ++i) QCOMPARE(runs[i].error().text(), std::string("thrown in a run"));
        QCOMPARE(failed.count(), 0);
        background.requestCurves(liveStudy(asked, "comm", true));
        QVERIFY(failed.wait());
        QCOMPARE(failed.takeFirst().first().toString(), "The curves could not be computed: thrown in curves");
        background.requestAdvice(0);
        QVERIFY(failed.wait());
        QCOMPARE(failed.takeFirst().first().toString(),
                 "The advice could not be computed: needs more memory than this computer has");
        QTRY_VERIFY(!background.isBusy());
    }

    /// The reason of the same gap is sought again after something was thrown.
    void aReasonThatFailedIsSoughtAgain() {
        static std::atomic<int> asked;
        asked = 0;
        BackgroundWork work;
        work.whyIdle = [](const Scenario& scenario, std::size_t index, const Run& now, const IdleGap& gap,
                          std::stop_token stop, SharedMemory* memory) {
            if (asked++ == 0) throw std::runtime_error("thrown in a reason");
            return whyIdle(scenario, index, now, gap, stop, memory);
        };
        Background background(nullptr, work);
        background.requestRuns(foundingScenario());
        QTRY_VERIFY(background.generation() && !background.isBusy());
        const Timeline& timeline = *(*background.generation()->runs[0])->timeline;
        const IdleGap gap = *gapAt(timeline, LaneId(1), timeline.earliestStart);
        QSignalSpy failed(&background, &Background::failed);
        background.requestWhy(0, gap);
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toString(), "The idle time could not be explained: thrown in a reason");
        background.requestWhy(0, gap);
        QTRY_VERIFY(background.why());
        QCOMPARE(background.why()->why.reason.gap, gap);
        QCOMPARE(asked.load(), 2);
    }

    void whoIsIdleHoldsNothing() {
        NewestWins worker(0);
        worker.awaitIdle({});  // it is from the start
        auto held = std::make_shared<int>();
        const std::weak_ptr<int> watched = held;
        std::atomic<bool> began = false;
        worker.start([held = std::exchange(held, nullptr), &began](std::stop_token stop) {
            began = true;
            while (!stop.stop_requested()) std::this_thread::yield();
        });
        while (!began) std::this_thread::yield();
        std::stop_source impatient;
        impatient.request_stop();
        worker.awaitIdle(impatient.get_token());
        QVERIFY(worker.isBusy());
        worker.stop();
        worker.awaitIdle({});
        QVERIFY(watched.expired());
        QVERIFY(!worker.isBusy());
    }

    void aJobWithoutGraceEndsForTheNext_data() {
        QTest::addColumn<bool>("before");
        QTest::newRow("it gives up its grace, then the next comes") << true;
        QTest::newRow("the next waits, then it gives up its grace") << false;
    }

    void aJobWithoutGraceEndsForTheNext() {
        QFETCH(bool, before);
        std::atomic<bool> began = false, gaveUp = false, nextWaits = false, wasStopped = false, nextRan = false;
        NewestWins worker(0);
        worker.start([&](std::stop_token stop) {
            began = true;
            if (!before)
                while (!nextWaits) std::this_thread::yield();
            worker.endGrace();
            gaveUp = true;
            while (!stop.stop_requested()) std::this_thread::yield();
            wasStopped = true;
        });
        while (!began || (before && !gaveUp)) std::this_thread::yield();
        worker.start([&](std::stop_token stop) { nextRan = !stop.stop_requested(); });
        nextWaits = true;
        QTRY_VERIFY(nextRan);  // without anyone enforcing it
        QVERIFY(wasStopped);
    }

    void curvesMoveWhileRequestsNeverRest() {
        Background background;
        QSignalSpy ready(&background, &Background::curvesReady);
        int microbatches = 64;
        QTimer drag;
        connect(&drag, &QTimer::timeout, this, [&] {
            microbatches = microbatches == 64 ? 128 : 64;
            background.requestCurves(liveStudy(foundingScenario(16, microbatches), "chunks", true));
        });
        drag.start(1);
        QTRY_VERIFY_WITH_TIMEOUT(ready.count() >= 5, 300'000);
        drag.stop();
        QTRY_VERIFY(background.curves()->isComplete() &&
                    background.curves()->scenario == foundingScenario(16, microbatches));
    }

    void theEndWaitsForWorkThatRuns() {
        std::atomic<bool> began = false, ended = false;
        {
            NewestWins worker(0);
            worker.start([&](std::stop_token stop) {
                began = true;
                while (!stop.stop_requested()) std::this_thread::yield();
                ended = true;
            });
            while (!began) std::this_thread::yield();
        }
        QVERIFY(ended);
        {
            Background background;
            background.requestRuns(large());
            background.requestCurves(liveStudy(large(), "comm", true));
        }
    }

    void curvesAreThoseOfPointsAlone_data() {
        QTest::addColumn<QString>("axis");
        for (const WorkloadKey* known : liveAxes()) QTest::newRow(known->key.data()) << QString(known->key.data());
    }

    void curvesAreThoseOfPointsAlone() {
        QFETCH(QString, axis);
        const Study asked = liveStudy(foundingScenario(), axis.toStdString(), true);
        Background background;
        background.requestCurves(asked);
        QTRY_VERIFY(background.curves() && background.curves()->isComplete());
        // A second time, after a change of the swept parameter itself: known points are taken over.
        const Scenario moved = atValue(asked.scenario, asked.path, asked.path == "recompute" ? 0.5 : 8, true);
        background.requestCurves(liveStudy(moved, asked.path, true));
        QTRY_VERIFY(background.curves()->scenario == moved && background.curves()->isComplete());
        const Study& study = *background.curves();
        QVERIFY(!study.values.empty());
        QCOMPARE(study.series.size(), moved.schedules.size());
        for (std::size_t s = 0; s < study.series.size(); ++s)
            for (std::size_t n = 0; n < study.values.size(); ++n)
                QVERIFY(study.series[s][n] == pointAt(study, s, study.values[n]));
    }
};

QTEST_GUILESS_MAIN(TestBackground)

}  // namespace tst_background
#include "tst_background.moc"
