// A worker's way back to the interface thread: order, what is dropped, and what is said.

#include "widgets/kit/worker.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

using namespace bubblescope;

namespace {

void untilIdle(Worker& worker) { worker.awaitIdle({}); }

}  // namespace

class TestWorker : public QObject {
    Q_OBJECT

private slots:
    void tasksAreDoneInOrderOnTheInterfaceThread() {
        Worker worker(0);
        std::string done;
        worker.start([&](const std::stop_token& stop) {
            for (const char c : std::string("abc"))
                worker.leave(
                    stop,
                    [&done, c] {
                        done += QThread::currentThread() == QCoreApplication::instance()->thread() ? c : '?';
                    },
                    Worker::Before::Done);
        });
        untilIdle(worker);
        QCOMPARE(done, std::string());
        QTRY_COMPARE(done, std::string("abc"));
    }

    void theNewestTakesThePlaceOfWhatWaits() {
        Worker worker(0);
        std::string done;
        worker.start([&](const std::stop_token& stop) {
            for (const char c : std::string("abc")) worker.leave(stop, [&done, c] { done += c; });
        });
        untilIdle(worker);
        QTRY_COMPARE(done, std::string("c"));
    }

    void nothingComesOfWhatWasStopped() {
        Worker worker(0);
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
        Worker worker(0);
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
        Worker worker(0);
        QSignalSpy failed(&worker, &Worker::failed);
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
        Worker worker(0);
        QSignalSpy ticked(&worker, &Worker::ticked);
        worker.start([](const std::stop_token&) {});
        untilIdle(worker);
        QVERIFY(ticked.wait());
        QVERIFY(!worker.isBusy());
        QVERIFY(!ticked.wait(300));
    }
};

namespace tst_worker {
QTEST_GUILESS_MAIN(TestWorker)
}
#include "tst_worker.moc"
