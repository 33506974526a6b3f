// Jobs: which request a result belongs to, which parts of it are shown, and when it is old.

#include "widgets/kit/job.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <stdexcept>
#include <thread>

using namespace bubblescope;

namespace tst_job {

namespace {

using Doubling = Job<int, int>;

/// Ends only when it is stopped.
void hang(Doubling::Turn& turn) {
    while (!turn.stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

Doubling::Work twice(int number) {
    return [number](Doubling::Turn& turn) { turn.show(std::make_shared<const int>(2 * number)); };
}

constexpr int kLonger = 2 * static_cast<int>(Staleness::kSilence.count());

}  // namespace

class TestJob : public QObject {
    Q_OBJECT

private slots:
    void aResultBelongsToItsRequest() {
        Doubling job({});
        QVERIFY(!job.isNewest() && !job.isOf(3));
        job.request(3, twice(3));
        QVERIFY(job.isOf(3) && !job.isOf(4));
        QTRY_VERIFY(job.isNewest());
        QCOMPARE(*job.result(), 6);
        job.request(4, hang);
        QVERIFY(!job.isNewest());
        QCOMPARE(*job.result(), 6);
        job.request(3, hang);
        QVERIFY2(job.isNewest(), "it has been computed");
        job.stop();
        QVERIFY(!job.isOf(3) && !job.isNewest());
        QCOMPARE(*job.result(), 6);
        job.forget();
        QVERIFY(!job.result());
        QTRY_VERIFY(!job.isBusy());
    }

    void theNewestRequestWins() {
        Doubling job({});
        job.request(1, hang);
        for (int number = 2; number < 20; ++number) job.request(number, twice(number));
        QTRY_VERIFY(job.result() && *job.result() == 38);
        QVERIFY(job.isNewest());
    }

    void whatFailedMayBeRequestedAgain() {
        Doubling job({});
        QSignalSpy failed(&job, &JobSignals::failed);
        job.request(3, [](Doubling::Turn&) { throw std::runtime_error("thrown in a job"); });
        QVERIFY(failed.wait());
        QCOMPARE(failed.first().first().toString(), "thrown in a job");
        QVERIFY(!job.isOf(3) && !job.result());
        job.request(3, twice(3));
        QTRY_VERIFY(job.isNewest());
    }

    void partsAwaitPatience() {
        Doubling job({0, std::chrono::milliseconds(60), std::chrono::hours(1)});
        QSignalSpy changed(&job, &JobSignals::changed);
        job.request(3, [](Doubling::Turn& turn) {
            for (int part = 1; !turn.stop.stop_requested(); ++part) {
                if (turn.isDue()) turn.show(std::make_shared<const int>(part));
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
        });
        QVERIFY(changed.wait());
        QVERIFY2(*job.result() >= 3, "not at once");
        QTest::qWait(100);
        QCOMPARE(changed.count(), 1);
        job.cancel();
        QTRY_VERIFY(!job.isBusy());
    }

    void anOfferIsShownWhenItIsTime() {
        Doubling job({0, std::chrono::milliseconds(60), std::chrono::milliseconds(1)});
        QSignalSpy changed(&job, &JobSignals::changed);
        std::atomic<bool> isShown = false, goesOn = false;
        job.request(3, [&](Doubling::Turn& turn) {
            for (const int part : {1, 2}) turn.offer(std::make_shared<const int>(part));
            while (!goesOn) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            isShown = turn.isShown();
            turn.offer(std::make_shared<const int>(3));
            turn.show(std::make_shared<const int>(6));
            hang(turn);
        });
        QVERIFY2(changed.wait(), "although nothing else came");
        QCOMPARE(*job.result(), 2);
        goesOn = true;
        QVERIFY(changed.wait());
        QCOMPARE(*job.result(), 6);
        QVERIFY(isShown);
        QVERIFY2(!changed.wait(300), "the result took the place of the offer");
        job.cancel();
        QTRY_VERIFY(!job.isBusy());
    }

    void anOfferToAnotherRequestIsNotShown() {
        Doubling job({});
        std::atomic<bool> began = false, wasShown = true;
        job.request(3, [&](Doubling::Turn& turn) {
            turn.offer(std::make_shared<const int>(1));
            began = true;
            hang(turn);
            turn.offer(std::make_shared<const int>(2));
            wasShown = turn.isShown();
        });
        while (!began) std::this_thread::yield();
        job.request(4, hang);
        QTest::qWait(300);
        QVERIFY(!job.result());
        job.cancel();
        QTRY_VERIFY(!job.isBusy());
        QVERIFY(!wasShown);
    }

    void whatGrowsIsChangedInOrder() {
        Doubling job({});
        std::string done;
        job.request(3, [&](Doubling::Turn& turn) {
            for (const char c : std::string("abc"))
                turn.change([&done, c] {
                    done += QThread::currentThread() == QCoreApplication::instance()->thread() ? c : '?';
                });
        });
        QTRY_COMPARE(done, std::string("abc"));
        QVERIFY(!job.result());
    }

    void progressIsShownWhileRequestsNeverRest() {
        Doubling job({});
        QTimer drag;
        int number = 0;
        connect(&drag, &QTimer::timeout, this, [&] { job.request(++number, hang); });
        drag.start(20);
        QTRY_VERIFY(job.progress());
        QVERIFY(number > 3);
        drag.stop();
        job.cancel();
        QTRY_VERIFY(!job.isBusy());
    }

    void whatIsAwaitedForLongIsOld() {
        Doubling job({});
        job.request(3, hang);
        QTest::qWait(kLonger);
        QVERIFY2(!job.age().isOld(), "there is nothing yet");
        job.request(3, twice(3));
        QTRY_VERIFY(job.isNewest());
        job.request(4, hang);
        QTRY_VERIFY(job.age().isOld());
        job.request(5, twice(5));
        QTRY_VERIFY(!job.age().isOld());
        job.await();
        QTRY_VERIFY(job.age().isOld());
        job.cancel();
        QVERIFY(!job.age().isOld());
    }

    void longWorkHasProgress() {
        Doubling job({});
        job.request(3, [](Doubling::Turn& turn) {
            turn.setShare(0.25);
            hang(turn);
        });
        QVERIFY(!job.progress());
        QTRY_VERIFY(job.progress());
        QCOMPARE(job.progress()->share, 0.25);
        job.cancel();
        QTRY_VERIFY(!job.isBusy());
        QVERIFY(!job.progress());
    }
};

QTEST_GUILESS_MAIN(TestJob)

}  // namespace tst_job
#include "tst_job.moc"
