// When results on screen count as old while newer ones are awaited, and when they do not.

#include "app/documents/scenario_document.h"
#include "app/jobs/results.h"
#include "tests/engine/scenarios.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <thread>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_age {

namespace {

std::atomic<bool> runsWait = false, curvesWait = false;
std::atomic<int> withHeldAsked = 0;

void await(const std::atomic<bool>& gate, const std::stop_token& stop) {
    while (gate && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// As soon as they may.
BackgroundWork gatedWork() {
    return {[](const Scenario& scenario, const RunPlan& plan, const std::function<bool(std::size_t, RunResult)>& take,
               std::stop_token stop) {
                withHeldAsked += plan.mostHeldOps > 0;
                await(runsWait, stop);
                runEach(scenario, plan, take, stop);
            },
            [](Study& study, const std::function<void(std::size_t)>& show, std::stop_token stop,
               const StudyResources& resources) {
                await(curvesWait, stop);
                fillStudy(study, show, stop, resources);
            },
            [](auto...) { return std::vector<Advice>(); }};
}

/// A document on its way through the background.
struct Followed {
    ScenarioDocument document;
    Background background{nullptr, gatedWork()};
    Results results{document, background};

    Followed() {
        document.start(foundingScenario(), {});
        settle();
    }
    void settle() { QTRY_VERIFY(results.isCurrent() && results.isWhole() && !background.isBusy()); }
    void setMicrobatches(int microbatches) {
        Scenario after = document.scenario();
        after.workload.microbatches = microbatches;
        document.apply({after, QStringLiteral("Change")});
    }
};

constexpr int kLonger = 2 * static_cast<int>(Staleness::kSilence.count());

}  // namespace

class TestAge : public QObject {
    Q_OBJECT

private slots:
    void init() {
        runsWait = curvesWait = false;
        withHeldAsked = 0;
    }

    void silenceMakesOld() {
        Staleness age;
        QSignalSpy changed(&age, &Staleness::changed);
        age.await();
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(age.isOld());
        age.come(false);
        QVERIFY2(age.isOld(), "what came is not the newest either");
        age.await();
        QTest::qWait(kLonger);
        QCOMPARE(changed.count(), 1);
        age.come(true);
        QVERIFY(!age.isOld());
        QCOMPARE(changed.count(), 2);
    }

    void whatFollowsStepByStepIsNotOld() {
        Staleness age;
        QSignalSpy changed(&age, &Staleness::changed);
        for (int step = 0; step < 12; ++step) {
            age.await();
            QTest::qWait(static_cast<int>(Staleness::kSilence.count()) / 4);
            age.come(false);
        }
        age.come(true);
        QTest::qWait(kLonger);
        QCOMPARE(changed.count(), 0);
    }

    void resultsThatAreAwaitedForLongMakeOld() {
        Followed shown;
        runsWait = true;
        shown.setMicrobatches(16);
        QVERIFY(!shown.results.isOld());
        QTRY_VERIFY(shown.results.isOld());
        QVERIFY(!shown.results.isCurrent());
        runsWait = false;
        shown.settle();
        QVERIFY(!shown.results.isOld());
    }

    void fastEditsDoNotFlicker() {
        Followed shown;
        int old = 0;
        connect(&shown.results, &Results::ageChanged, this, [&] { old += shown.results.isOld(); });
        for (int microbatches = 9; microbatches < 40; ++microbatches) {
            shown.setMicrobatches(microbatches);
            QTest::qWait(20);
        }
        shown.settle();
        QTest::qWait(kLonger);
        QCOMPARE(old, 0);
    }

    void whatIsTakenBackIsNotAwaited() {
        Followed shown;
        runsWait = true;
        shown.setMicrobatches(16);
        shown.document.undoStack().undo();
        QTest::qWait(kLonger);
        QVERIFY(!shown.results.isOld());
        runsWait = false;
        shown.settle();
    }

    void curvesHaveAnAgeOfTheirOwn() {
        Followed shown;
        curvesWait = true;
        Scenario after = shown.document.scenario();
        after.workload.comm = 40.0;
        shown.document.apply({after, QStringLiteral("Change")});
        QTRY_VERIFY(shown.results.isCurrent() && shown.results.isWhole());
        QTRY_VERIFY(shown.results.areCurvesOld());
        QVERIFY(shown.results.isCurrent() && !shown.results.isOld());
        curvesWait = false;
        QTRY_VERIFY(!shown.results.areCurvesOld());
    }

    void whatDevicesHoldIsMadeWhereItIsSeen() {
        Followed shown;
        QCOMPARE(withHeldAsked.load(), 0);
        QVERIFY(!shown.results.outcomes()[0].run->held);
        shown.results.setWithHeld(true);
        QTRY_VERIFY(shown.results.outcomes()[0].run->held);
        const int asked = withHeldAsked;
        QVERIFY(asked > 0);
        shown.results.setWithHeld(false);
        shown.setMicrobatches(16);
        shown.settle();
        QCOMPARE(withHeldAsked.load(), asked);
        QVERIFY(!shown.results.outcomes()[0].run->held);
    }
};

QTEST_GUILESS_MAIN(TestAge)

}  // namespace tst_age
#include "tst_age.moc"
