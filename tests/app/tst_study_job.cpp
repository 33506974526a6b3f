// Studies in the background: what is shown, and when.

#include "app/jobs/study_job.h"
#include "tests/engine/scenarios.h"

#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_study_job {

namespace {

/// Seconds of work.
Study slow() { return liveStudy(foundingScenario(256, 4096, 0), "comm", true); }
Study quick(double comm = 4) { return liveStudy(foundingScenario(4, 8, comm), "comm", true); }

}  // namespace

class TestStudyJob : public QObject {
    Q_OBJECT

private slots:
    void studiesAreThoseOfTheEngine() {
        StudyJob job({});
        QVERIFY(!job.result());
        requestStudy(job, quick(), {});
        QTRY_VERIFY(job.result() && job.result()->isComplete());
        Study expected = quick();
        fillStudy(expected, [](std::size_t) {});
        QVERIFY(*job.result() == expected);
        QTRY_VERIFY(!job.isBusy());
        QVERIFY(!job.progress());
    }

    void whatDiffersInTheValueAloneIsTheSame() {
        StudyJob job({});
        QVERIFY(!job.isOf({quick()}));
        requestStudy(job, quick(), {});
        QVERIFY(job.isOf({quick()}));
        QVERIFY(!job.isOf({quick(1e6)}));  // reaches further
        Study other = quick();
        other.scenario.workload.microbatches = 12;
        QVERIFY(!job.isOf({other}));
        job.cancel();
        QVERIFY(!job.isOf({quick()}));
    }

    /// A study that takes long is shown as it fills, and stays as it is when it is stopped.
    void longWorkFillsAndStops() {
        StudyJob job({});
        QSignalSpy changed(&job, &JobSignals::changed);
        requestStudy(job, slow(), {}, 2);
        QTRY_VERIFY_WITH_TIMEOUT(job.result(), 300'000);
        const auto isKnown = [](const auto& point) { return point.has_value(); };
        const auto& points = job.result()->series.back();
        QVERIFY(std::count_if(points.begin(), points.end(), isKnown) >= 2);
        QVERIFY(!job.result()->isComplete());
        QTRY_VERIFY(job.progress());
        job.cancel();
        const auto shown = job.result();
        QTRY_VERIFY(!job.isBusy());
        QCoreApplication::processEvents();
        QCOMPARE(job.result(), shown);
        requestStudy(job, quick(), {});
        QTRY_VERIFY(job.result()->isComplete());
        QVERIFY(job.result()->scenario == quick().scenario);
    }
};

QTEST_GUILESS_MAIN(TestStudyJob)

}  // namespace tst_study_job
#include "tst_study_job.moc"
