// Studies in the background: what is shown, and when.

#include "app/jobs/study_runner.h"
#include "tests/engine/scenarios.h"

#include <QSignalSpy>
#include <QTest>

#include <stdexcept>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_study_runner {

namespace {

/// Seconds of work.
Study slow() { return liveStudy(foundingScenario(256, 4096, 0), "comm", true); }
Study quick(double comm = 4) { return liveStudy(foundingScenario(4, 8, comm), "comm", true); }

}  // namespace

class TestStudyRunner : public QObject {
    Q_OBJECT

private slots:
    void studiesAreThoseOfTheEngine() {
        StudyRunner runner({});
        QVERIFY(!runner.study());
        runner.request(quick(), {});
        QTRY_VERIFY(runner.study() && runner.study()->isComplete());
        Study expected = quick();
        fillStudy(expected, [](std::size_t) {});
        QVERIFY(*runner.study() == expected);
        QTRY_VERIFY(!runner.isBusy());
        QVERIFY(!runner.progress());
    }

    void whatDiffersInTheValueAloneIsTheSame() {
        StudyRunner runner({});
        QVERIFY(!runner.isOf(quick()));
        runner.request(quick(), {});
        QVERIFY(runner.isOf(quick()));
        QVERIFY(!runner.isOf(quick(1e6)));  // reaches further
        Study other = quick();
        other.scenario.workload.microbatches = 12;
        QVERIFY(!runner.isOf(other));
        runner.cancel();
        QVERIFY(!runner.isOf(quick()));
    }

    /// A study that takes long is shown as it fills, and stays as it is when it is stopped.
    void longWorkFillsAndStops() {
        StudyRunner runner({.leastValues = 2});
        QSignalSpy changed(&runner, &StudyRunner::changed);
        runner.request(slow(), {});
        QTRY_VERIFY_WITH_TIMEOUT(runner.study(), 300'000);
        const auto isKnown = [](const auto& point) { return point.has_value(); };
        const auto& points = runner.study()->series.back();
        QVERIFY(std::count_if(points.begin(), points.end(), isKnown) >= 2);
        QVERIFY(!runner.study()->isComplete());
        QTRY_VERIFY(runner.progress());
        runner.cancel();
        const auto shown = runner.study();
        QTRY_VERIFY(!runner.isBusy());
        QCoreApplication::processEvents();
        QCOMPARE(runner.study(), shown);
        runner.request(quick(), {});
        QTRY_VERIFY(runner.study()->isComplete());
        QVERIFY(runner.study()->scenario == quick().scenario);
    }

    void patienceAwaitsMore() {
        StudyRunner runner({.patience = std::chrono::hours(1)});
        QSignalSpy changed(&runner, &StudyRunner::changed);
        runner.request(quick(), {});
        QTRY_VERIFY(runner.study() && runner.study()->isComplete());
        QCOMPARE(changed.count(), 1);
    }

    void whatIsThrownIsSaid() {
        StudyRunner runner({}, nullptr, [](auto...) { throw std::runtime_error("thrown in a study"); });
        QSignalSpy failed(&runner, &StudyRunner::failed);
        runner.request(quick(), {});
        QVERIFY(failed.wait());
        QCOMPARE(failed.first().first().toString(), QString("thrown in a study"));
        QTRY_VERIFY(!runner.isBusy());
        QVERIFY(!runner.study());
    }
};

QTEST_GUILESS_MAIN(TestStudyRunner)

}  // namespace tst_study_runner
#include "tst_study_runner.moc"
