// Delivery from a job's thread to the interface thread: order, what is dropped, and error messages.

#include "widgets/kit/background_job.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

using namespace bubblescope;

namespace tst_background_job {

namespace {

void untilIdle(BackgroundJob& worker) { worker.awaitIdle({}); }

}  // namespace

class TestWorker : public QObject {
    Q_OBJECT

private slots:
    void tasksAreDoneInOrderOnTheInterfaceThread() {
        BackgroundJob worker(0);
        std::string done;
        worker.start([&](const std::stop_token& stop) {
            for (const char c : std::string("abc"))
                worker.leave(
                    stop,
                    [&done, c] {
                        done += QThread::currentThread() == QCoreApplication::instance()->thread() ? c : '?';
                    },
                    BackgroundJob::Before::Done);
        });
        untilIdle(worker);
        QCOMPARE(done, std::string());
        QTRY_COMPARE(done, std::string("abc"));
    }

    void theNewestTakesThePlaceOfWhatWaits() {
        BackgroundJob worker(0);
        std::string done;
        worker.start([&](const std::stop_token& stop) {
            for (const char c : std::string("abc")) worker.leave(stop, [&done, c] { done += c; });
        });
        untilIdle(worker);
        QTRY_COMPARE(done, std::string("c"));
    }

    void nothingComesOfWhatWasStopped() {
        BackgroundJob worker(0);
        QVERIFY(!worker.stop());
        bool isDone = false;
        worker.start([&](const std::stop_token& stop) { worker.leave(stop, [&] { isDone = true; }); });
        untilIdle(worker);
        QVERIFY(worker.stop());
        QVERIFY(!worker.stop());
        std::atomic<bool> began = false;
        worker.start([&](const std::stop_token& stop) {
            began = true;
            while (!stop.stop_requested()) std::this_thread::yield();
            worker.leave(stop, [&] { isDone = true; });
        });
        while (!began) std::this_thread::yield();
        QVERIFY(worker.stop());
        untilIdle(worker);
        QCoreApplication::processEvents();
        QVERIFY(!isDone);
    }

    void jobsCanAwaitWhatTheyLeft() {
        BackgroundJob worker(0);
        std::atomic<bool> isDone = false, wasDone = false;
        worker.start([&](const std::stop_token& stop) {
            worker.leave(stop, [&] { isDone = true; });
            worker.awaitDone(stop);
            wasDone = isDone.load();
        });
        QTRY_VERIFY(wasDone);
        worker.start([&](const std::stop_token& stop) {
            worker.leave(stop, [] {});
            worker.awaitDone(stop);
        });
        worker.stop();  // drops it, and ends the wait
        untilIdle(worker);
    }

    void whatIsThrownIsSaidAfterWhatWasLeft() {
        BackgroundJob worker(0);
        QSignalSpy failed(&worker, &BackgroundJob::failed);
        std::string done;
        worker.start([&](const std::stop_token& stop) {
            worker.leave(stop, [&] { done = failed.isEmpty() ? "before" : "after"; });
            throw std::runtime_error("thrown in a job");
        });
        QVERIFY(failed.wait());
        QCOMPARE(failed.first().first().toString(), QString("thrown in a job"));
        QCOMPARE(done, std::string("before"));
    }

    void ticksUntilItIsIdle() {
        BackgroundJob worker(0);
        QSignalSpy ticked(&worker, &BackgroundJob::ticked);
        worker.start([](const std::stop_token&) {});
        untilIdle(worker);
        QVERIFY(ticked.wait());
        QVERIFY(!worker.isBusy());
        QVERIFY(!ticked.wait(300));
    }
};

QTEST_GUILESS_MAIN(TestWorker)

}  // namespace tst_background_job
#include "tst_background_job.moc"
