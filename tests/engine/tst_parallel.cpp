// Values computed in parallel are delivered in order, each once, for any number of threads.

#include "engine/core/newest_wins.h"
#include "engine/core/parallel.h"

#include <QTest>

#include <atomic>
#include <numeric>
#include <stdexcept>

using namespace bubblescope;

namespace tst_parallel {

class TestParallel : public QObject {
    Q_OBJECT

private slots:
    void everyValueIsTakenInOrder_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("ahead");
        for (int count : {0, 1, 2, 7, 60})
            for (int threads : {0, 1, 2, 3, 16})
                for (int ahead : {0, 1, 60})
                    QTest::addRow("%d on %d, %d ahead", count, threads, ahead) << count << threads << ahead;
    }

    void everyValueIsTakenInOrder() {
        QFETCH(int, count);
        QFETCH(int, threads);
        QFETCH(int, ahead);
        const auto n = static_cast<std::size_t>(count);
        std::vector<std::atomic<int>> makes(n);
        std::atomic<std::size_t> unmade = n;
        std::vector<std::size_t> taken;
        std::size_t most = 0;
        inOrder(
            n, static_cast<std::size_t>(threads), static_cast<std::size_t>(ahead),
            [&](std::size_t i) {
                // The later, the sooner: the first of a batch is the last to be made.
                for (std::size_t spin = 0; spin < (n - i) * 5 && threads > 1; ++spin) std::this_thread::yield();
                ++makes[i];
                --unmade;
                return i * i;
            },
            [&](std::size_t i, std::size_t value) {
                most = std::max(most, n - unmade - taken.size());
                taken.push_back(i);
                return value == i * i;
            });
        std::vector<std::size_t> expected(n);
        std::iota(expected.begin(), expected.end(), std::size_t{0});
        QCOMPARE(taken, expected);
        for (const auto& times : makes) QCOMPARE(times.load(), 1);
        QVERIFY2(most <= static_cast<std::size_t>(std::max({1, threads, ahead})), "more were made than may wait");
    }

    void noMoreIsBegunAfterTheEnd_data() {
        QTest::addColumn<int>("threads");
        for (int threads : {1, 2, 8}) QTest::addRow("%d threads", threads) << threads;
    }

    void noMoreIsBegunAfterTheEnd() {
        QFETCH(int, threads);
        std::atomic<int> begun = 0;
        int taken = 0;
        inOrder(
            1000, static_cast<std::size_t>(threads), 0, [&](std::size_t) { return ++begun; },
            [&](std::size_t, int) { return ++taken < 10; });
        QCOMPARE(taken, 10);
        QVERIFY2(begun <= 10 + threads, qPrintable(QString::number(begun)));
    }

    void whatIsThrownComesAtItsTurn_data() { noMoreIsBegunAfterTheEnd_data(); }

    void whatIsThrownComesAtItsTurn() {
        QFETCH(int, threads);
        std::vector<std::size_t> taken;
        const auto run = [&] {
            inOrder(
                100, static_cast<std::size_t>(threads), 100,
                [](std::size_t i) -> std::size_t {
                    if (i >= 3) throw std::runtime_error(std::to_string(i));
                    return i;
                },
                [&](std::size_t i, std::size_t) {
                    taken.push_back(i);
                    return true;
                });
        };
        try {
            run();
            QFAIL("nothing was thrown");
        } catch (const std::runtime_error& thrown) {
            QCOMPARE(thrown.what(), "3");
        }
        QCOMPARE(taken, (std::vector<std::size_t>{0, 1, 2}));
    }

    void valuesNeedNotBeCopied() {
        std::size_t sum = 0;
        inOrder(
            50, 4, 50, [](std::size_t i) { return std::make_unique<std::size_t>(i); },
            [&](std::size_t, std::unique_ptr<std::size_t> value) {
                sum += *value;
                return true;
            });
        QCOMPARE(sum, std::size_t{49 * 50 / 2});
    }

    /// A job that throws has ended and says why; the next one runs.
    void aJobMayThrow() {
        std::atomic<int> ran = 0;
        std::vector<std::string> told;
        {
            NewestWins runner(0, [&](const Error& why) { told.push_back(why.text()); });
            runner.start([&](const std::stop_token&) {
                ++ran;
                throw std::runtime_error("no memory");
            });
            while (runner.isBusy()) std::this_thread::yield();
            runner.start([&](const std::stop_token&) { ++ran; });
            while (runner.isBusy()) std::this_thread::yield();
        }
        QCOMPARE(ran.load(), 2);
        QVERIFY(told == std::vector<std::string>{"no memory"});
    }
};

QTEST_APPLESS_MAIN(TestParallel)

}  // namespace tst_parallel
#include "tst_parallel.moc"
