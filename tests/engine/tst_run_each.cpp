// Several runs at the same time: equal results for any number of threads, refusals for memory, and the time left.

#include "engine/analysis/lane_sums.h"
#include "engine/core/column.h"
#include "engine/entries/registry.h"
#include "engine/results/run_each.h"
#include "engine/schemes/scheme.h"
#include "tests/engine/same_run.h"
#include "tests/engine/scenarios.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_run_each {

namespace {

using Clock = RunProgress::Clock;

Scenario founding(int devices, int microbatches) { return foundingScenario(devices, microbatches, 3); }

/// Two schemes with times of their own and one with the workload's.
Scenario schemes() {
    Scenario out;
    out.workload.devices = 6;
    for (const char* kind : {"fs-looped-pp", "gpipe-placement", "gpipe-placement"}) {
        Scheme scheme;
        scheme.kind = kind;
        scheme.workloadTimes = out.schedules.size() == 2;
        out.schedules.push_back(entryOf(scheme));
    }
    return out;
}

struct Taken {
    std::vector<std::size_t> order;
    std::vector<RunResult> results;
};

Taken takeAll(const Scenario& scenario, const RunPlan& plan, std::stop_token stop = {}) {
    Taken out;
    runEach(
        scenario, plan,
        [&](std::size_t index, RunResult result) {
            out.order.push_back(index);
            out.results.push_back(std::move(result));
            return true;
        },
        stop);
    return out;
}

std::string messageOf(const RunResult& result) { return result ? std::string() : result.error().message; }

}  // namespace

class TestRunEach : public QObject {
    Q_OBJECT

private slots:
    void nobodyKnowsHowLongFromTheBegin() {
        QCOMPARE(estimateAt(0, 1), (Estimate{0, 0}));
        QCOMPARE(estimateAt(0.001, 0.5), (Estimate{0.001, 0}));  // not "about 8 min left"
        QCOMPARE(estimateAt(0.25, 1), (Estimate{0.25, 3}));
        QCOMPARE(estimateAt(0.01, 10), (Estimate{0.01, 990}));
    }

    void resultsAreThoseOfRun_data() {
        QTest::addColumn<int>("threads");
        QTest::addColumn<bool>("keepsAll");
        for (int threads : {1, 2, 8})
            for (bool keepsAll : {true, false})
                QTest::addRow("%d threads, %s", threads, keepsAll ? "kept" : "one by one") << threads << keepsAll;
    }

    void resultsAreThoseOfRun() {
        QFETCH(int, threads);
        QFETCH(bool, keepsAll);
        Scenario scenario = founding(6, 18);
        scenario.schedules[3].own.chunks = 3;  // Hanayo refuses an odd number
        RunPlan plan = planAll(scenario);
        plan.schedules = {4, 3, 0, 1, 2};
        plan.threads = static_cast<std::size_t>(threads);
        plan.keepsAll = keepsAll;
        const Taken taken = takeAll(scenario, plan);
        QCOMPARE(taken.order, plan.schedules);
        for (std::size_t n = 0; n < taken.order.size(); ++n) {
            const RunResult expected = run(scenario, taken.order[n]);
            const RunResult& got = taken.results[n];
            QVERIFY(isSame(got, expected));
        }
    }

    void takingNoMoreEndsIt() {
        const Scenario scenario = founding(4, 8);
        int taken = 0;
        runEach(scenario, planAll(scenario), [&](std::size_t, const RunResult&) { return ++taken < 2; });
        QCOMPARE(taken, 2);
    }

    void aStopEndsEveryRun() {
        std::stop_source stop;
        stop.request_stop();
        const Taken taken = takeAll(founding(64, 512), planAll(founding(64, 512)), stop.get_token());
        QCOMPARE(taken.results.size(), std::size_t{5});
        for (const RunResult& result : taken.results) QCOMPARE(messageOf(result), std::string("cancelled"));
    }

    /// D 4, MBS 8: 64 ops, 64, 128, 128 and 96, each with 40 bytes.
    void memoryIsSharedInOrder_data() {
        QTest::addColumn<bool>("keepsAll");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<QString>("runs");
        QTest::newRow("all fit") << true << (64 + 64 + 128 + 128 + 96) * 40 << "xxxxx";
        QTest::newRow("all but the last") << true << (64 + 64 + 128 + 128 + 96) * 40 - 1 << "xxxx-";
        QTest::newRow("a smaller one still fits") << true << (64 + 64 + 96) * 40 << "xx--x";
        QTest::newRow("one at a time") << false << 128 * 40 << "xxxxx";
        QTest::newRow("the large ones never") << false << 128 * 40 - 1 << "xx--x";
        QTest::newRow("nothing") << true << 0 << "-----";
    }

    void memoryIsSharedInOrder() {
        QFETCH(bool, keepsAll);
        QFETCH(int, bytes);
        QFETCH(QString, runs);
        const Scenario scenario = founding(4, 8);
        for (const std::size_t threads : {std::size_t{1}, std::size_t{4}}) {
            RunPlan plan = planAll(scenario);
            plan.keepsAll = keepsAll;
            plan.threads = threads;
            plan.memory = static_cast<std::uint64_t>(bytes);
            const Taken taken = takeAll(scenario, plan);
            for (std::size_t n = 0; n < 5; ++n) {
                QCOMPARE(taken.results[n].has_value(), runs[static_cast<qsizetype>(n)] == QLatin1Char('x'));
                if (taken.results[n]) continue;
                QCOMPARE(taken.results[n].error().field, "schedules[" + std::to_string(n) + "]");
                QVERIFY(messageOf(taken.results[n]).find(" of memory, ") != std::string::npos);
            }
        }
    }

    void refusalSaysWhatWouldFit() {
        QVERIFY(checkMemory(200'000'000, 8'000'000'000).has_value());
        QCOMPARE(checkMemory(200'000'000, 3'210'000'000).error().message,
                 std::string("200,000,000 ops need 8.0 GB of memory, only 3.2 GB is free; 80,000,000 ops would fit"));
        QCOMPARE(checkMemory(200'000'000, 1'000'000).error().message,
                 std::string("200,000,000 ops need 8.0 GB of memory, only 0.0 GB is free"));
        QVERIFY(availableMemory() > 1'000'000);
    }

    void threadsAreThoseThatFit() {
        QCOMPARE(threadsThatFit(8, 1'000'000, 120'000'000), std::size_t{3});
        QCOMPARE(threadsThatFit(2, 1'000'000, 120'000'000), std::size_t{2});
        QCOMPARE(threadsThatFit(8, 1'000'000, 0), std::size_t{1});
        QCOMPARE(threadsThatFit(0, 0, std::numeric_limits<std::uint64_t>::max()), std::size_t{1});
    }

    void availableMemoryIsTheLeastOfAllLimits() {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        const auto write = [&](const std::filesystem::path& path, const char* text) {
            std::filesystem::create_directories((root / path).parent_path());
            std::ofstream(root / path) << text;
        };
        const auto available = [&] { return availableMemory(root) - columnBytes().kept; };
        QCOMPARE(availableMemory(root), std::numeric_limits<std::uint64_t>::max());
        write("proc/meminfo", "MemTotal:       9000 kB\nMemAvailable:       4000 kB\n");
        QCOMPARE(available(), std::uint64_t{4'096'000});
        write("proc/self/cgroup", "0::/user/app\n");
        write("sys/fs/cgroup/user/app/memory.max", "max\n");
        QCOMPARE(available(), std::uint64_t{4'096'000});
        write("sys/fs/cgroup/user/memory.max", "3000000\n");
        write("sys/fs/cgroup/user/memory.current", "1000000\n");
        QCOMPARE(available(), std::uint64_t{2'000'000});
        write("sys/fs/cgroup/user/memory.stat", "anon 600000\ninactive_file 400000\n");
        QCOMPARE(available(), std::uint64_t{2'400'000});
        write("sys/fs/cgroup/user/app/memory.max", "500000\n");
        write("sys/fs/cgroup/user/app/memory.current", "700000\n");
        QCOMPARE(available(), std::uint64_t{0});
    }

    void sharedMemoryIsWaitedFor() {
        SharedMemory memory(100);
        std::stop_source stop;
        QVERIFY(!memory.take(101, stop.get_token()));
        auto first = memory.take(60, stop.get_token());
        QVERIFY(first && memory.take(40, stop.get_token()));  // given back at once
        std::atomic<bool> hasSecond = false;
        std::jthread waits([&] { hasSecond = memory.take(41, stop.get_token()) != nullptr; });
        QVERIFY(!hasSecond);
        first.reset();
        waits.join();
        QVERIFY(hasSecond);
        memory.setLimit(40);
        QVERIFY(!memory.take(41, stop.get_token()));
        memory.setLimit(100);
        first = memory.take(100, stop.get_token());
        std::jthread stopped([&] { hasSecond = memory.take(1, stop.get_token()) != nullptr; });
        stop.request_stop();
        stopped.join();
        QVERIFY(!hasSecond);
    }

    void bytesFollowWhatIsThere() {
        const Scenario scenario = founding(4, 8);
        const auto bytes = [&](const Run* before) { return bytesOfRun(scenario, 1, before); };
        const auto first = *run(scenario, 1);
        QCOMPARE(bytes(nullptr), std::uint64_t{64 * 20});
        QCOMPARE(bytes(first.get()), std::uint64_t{64 * 28});
        const auto second = *run(scenario, 1, {}, first.get());
        QVERIFY(second->order);
        QCOMPARE(bytes(second.get()), std::uint64_t{64 * 8});
        const Run simulates = withoutNewOrder(*first);
        QCOMPARE(bytes(&simulates), std::uint64_t{64 * 12});
        const auto third = *run(scenario, 1, {}, &simulates);
        QVERIFY(!third->order);
        QVERIFY(isSame(third, first));
        QVERIFY(withoutNewOrder(*second).order && !withoutNewOrder(*second).hasNoOrder);
    }

    /// A search for an order holds more than a run does, the more the more orders it has time for.
    void bytesOfSearches() {
        Scenario scenario = founding(4, 8);
        const auto seek = [&](double effort) {
            ScheduleEntry entry = entryOf(Family::Schedule, "zb-auto");
            entry.values = {{"effort", {effort}}};
            scenario.schedules = {entry};
        };
        seek(0.1);
        QCOMPARE(bytesOfRun(scenario, 0), std::uint64_t{96 * 56});
        QCOMPARE(bytesPerOp(scenario, 0), std::uint64_t{40 + 56});
        seek(0);
        QCOMPARE(bytesOfRun(scenario, 0), std::uint64_t{96 * 24});
        QCOMPARE(bytesPerOp(scenario, 0), std::uint64_t{40 + 24});
    }

    void timeLeftFollowsTheSpeedSoFar() {
        using namespace std::chrono_literals;
        const Clock::time_point begin{};
        RunProgress progress;
        QCOMPARE(progress.estimate(begin), (Estimate{1, 0}));
        progress.begin({10'000'000, 10'000'000, 20'000'000, 0}, 1);
        auto* ran = progress.started(0, begin);
        QCOMPARE(progress.estimate(begin).share, 0.0);
        QVERIFY(progress.estimate(begin).secondsLeft > 0);  // nobody knows better
        *ran = 5'000'000;
        QCOMPARE(progress.estimate(begin + 1s), (Estimate{0.125, 7}));
        *ran = 10'000'000;
        progress.finished(0, begin + 2s);
        ran = progress.started(1, begin + 2s);
        QCOMPARE(progress.estimate(begin + 2s), (Estimate{0.25, 6}));
        *ran = 2'000'000;  // slower than the one before
        QCOMPARE(progress.estimate(begin + 4s), (Estimate{0.3, 28 / 3.0}));
        progress.finished(1, begin + 4s);  // refused: done all the same
        QCOMPARE(progress.estimate(begin + 4s).share, 0.5);
        for (const std::size_t run : {2u, 3u}) {
            progress.started(run, begin + 4s);
            progress.finished(run, begin + 4s);
        }
        QCOMPARE(progress.estimate(begin + 4s), (Estimate{1, 0}));
        // The next list starts with what is known, and two at a time take half as long.
        progress.begin({9'000'000, 9'000'000}, 2);
        QCOMPARE(progress.estimate(begin), (Estimate{0, 3}));
        progress.begin({9'000'000}, 2);
        QCOMPARE(progress.estimate(begin), (Estimate{0, 3}));
    }

    void timeLeftFallsWithTheClock() {
        using namespace std::chrono_literals;
        const Clock::time_point begin{};
        RunProgress progress;
        progress.begin({10'000'000, 10'000'000}, 1);
        auto* ran = progress.started(0, begin);
        *ran = 5'000'000;
        QCOMPARE(progress.estimate(begin + 1s), (Estimate{0.25, 3}));
        QCOMPARE(progress.estimate(begin + 2s), (Estimate{0.25, 2}));
        QCOMPARE(progress.estimate(begin + 9s), (Estimate{0.25, 0}));  // nobody knows
        *ran = 10'000'000;
        QCOMPARE(progress.estimate(begin + 10s), (Estimate{0.5, 10}));
        progress.finished(0, begin + 20s);  // what came after its ops took its time too
        progress.started(1, begin + 20s);
        QCOMPARE(progress.estimate(begin + 20s), (Estimate{0.5, 20}));
    }

    void progressGoesUpToItsEnd_data() {
        QTest::addColumn<std::size_t>("steps");
        for (const std::size_t steps : {1u, 7u, 1'000'003u, 200'000'000u}) QTest::addRow("%zu steps", steps) << steps;
    }

    void progressGoesUpToItsEnd() {
        QFETCH(const std::size_t, steps);
        std::atomic<std::size_t> counter = 0;
        std::size_t last = 0;
        const auto doAll = [&](const Progress& part, std::size_t of) {
            for (std::size_t done = 0; done <= of; ++done) {
                part.note(done, of);
                QVERIFY(counter >= last && counter <= steps);
                last = counter;
            }
        };
        const Progress whole(&counter, steps), rest = whole.part(1 / 6.0, 1);
        doAll(whole.part(0, 1 / 6.0), 11);
        QCOMPARE(last, steps / 6);
        doAll(rest.part(0, 1 / 15.0), 3);
        doAll(rest.part(1 / 15.0, 0.2), 1);
        doAll(rest.part(0.2, 1), 1000);
        QCOMPARE(last, steps);
        Progress().part(0.5, 1).note(1, 1);  // nowhere
    }

    /// Orders and pages are work, too, before the first op runs.
    void progressBeginsWithTheOrder() {
        for (const ScheduleKind* kind : generatedSchedules()) {
            std::atomic<std::size_t> counter = 0;
            ScheduleInput input{10, 40, kind->hasChunks ? 2 : kind->fixedChunks};
            input.progress = Progress(&counter, 1000);
            QVERIFY(kind->generate(input).has_value());
            QVERIFY(counter >= 900 && counter < 1000);  // nine of ten lanes, and then the last; or all ops but one
        }
        std::atomic<std::size_t> counter = 0;
        QCOMPARE(touchedColumn<Time>(5120, {}, Progress(&counter, 1000)).size(), std::size_t{5120});
        QCOMPARE(counter.load(), std::size_t{900});  // likewise of pages
    }

    void progressOfRunsNeverFalls() {
        Scenario scenario = founding(64, 4096);
        for (std::size_t index = 0; index < scenario.schedules.size(); ++index) {
            std::shared_ptr<const Run> before;
            for (int time = 0; time < 3; ++time) {  // simulated, its order found, replayed
                scenario.workload.comm = 3.0 + time;
                std::atomic<std::size_t> ran = 0;
                bool falls = false;
                std::jthread watcher([&](const std::stop_token& stop) {
                    for (std::size_t last = 0; !stop.stop_requested();) {
                        const std::size_t now = ran;
                        falls |= now < last;
                        last = now;
                    }
                });
                before = *run(scenario, index, {}, before.get(), &ran);
                watcher.request_stop();
                watcher.join();
                QVERIFY(!falls);
                QCOMPARE(ran.load(), static_cast<std::size_t>(opsOf(before->schedule)));
            }
        }
    }

    void shareOfAllNeverFalls() {
        const Scenario scenario = founding(64, 4096);
        RunProgress progress;
        progress.begin({1}, 1);
        RunPlan plan = planAll(scenario);
        plan.progress = &progress;
        bool falls = false;
        std::jthread watcher([&](const std::stop_token& stop) {
            for (double last = 0; !stop.stop_requested();) {
                const double now = progress.estimate().share;
                falls |= now < last || now > 1;
                last = now;
            }
        });
        runEach(scenario, plan, [](std::size_t, const RunResult& result) { return result.has_value(); });
        watcher.request_stop();
        watcher.join();
        QVERIFY(!falls);
        QCOMPARE(progress.estimate(), (Estimate{1, 0}));
    }

    void replaysCountTheirOps() {
        Scenario scenario = founding(64, 4096);
        const std::size_t ops = std::size_t{2} * 64 * 4096;
        std::shared_ptr<const Run> before;
        for (int time = 0; time < 3; ++time) {  // simulated, its order found, replayed
            scenario.workload.comm = 3.0 + time;
            std::atomic<std::size_t> ran = 0;
            before = *run(scenario, 1, {}, before.get(), &ran);
            QCOMPARE(ran.load(), ops);
            QCOMPARE(before->order != nullptr, time > 0);
        }
    }

    void runsCountTheirOps() {
        const Scenario scenario = founding(64, 4096);
        RunProgress progress;
        RunPlan plan = planAll(scenario);
        plan.schedules = {1};
        plan.progress = &progress;
        std::atomic<std::size_t> ran = 0;
        QVERIFY(run(scenario, 1, {}, nullptr, &ran).has_value());
        QVERIFY(ran > 0 && ran <= std::size_t{2} * 64 * 4096);
        runEach(scenario, plan, [&](std::size_t, const RunResult&) { return true; });
        QCOMPARE(progress.estimate(), (Estimate{1, 0}));
    }

    void ordersOfBeforeAreReplayed() {
        Scenario scenario = founding(6, 18);
        RunPlan plan = planAll(scenario);
        for (const RunResult& result : takeAll(scenario, plan).results) plan.before.push_back(*result);
        std::swap(scenario.schedules[0], scenario.schedules[4]);  // found by its program, not by its place
        scenario.workload.comm = 11.0;
        const Taken taken = takeAll(scenario, plan);
        for (std::size_t n = 0; n < 5; ++n) {
            const RunResult fresh = run(scenario, n);
            const std::size_t was = n == 0 ? 4 : n == 4 ? 0 : n;
            QCOMPARE((*taken.results[n])->timeline->program, plan.before[was]->timeline->program);
            QVERIFY((*taken.results[n])->metrics == (*fresh)->metrics);
        }
    }

    /// The same scheme is not run again, whatever happens around it.
    void schemesOfBeforeAreShared() {
        Scenario scenario = schemes();
        RunPlan plan = planAll(scenario);
        plan.forDrawing = true;
        for (const RunResult& result : takeAll(scenario, plan).results) plan.before.push_back(*result);
        scenario.schedules[0].label = "another";
        scenario.workload.comm = 11.0;
        std::swap(scenario.schedules[0], scenario.schedules[1]);
        plan.memory = 2 * static_cast<std::uint64_t>(opsOf(resolve(scenario, 2))) * kBytesPerOp;
        const Taken taken = takeAll(scenario, plan);
        for (const std::size_t n : {0u, 1u}) {
            const Run &now = **taken.results[n], &before = *plan.before[1 - n];
            QCOMPARE(now.scheme, before.scheme);
            QCOMPARE(now.timeline, before.timeline);
            QCOMPARE(now.load, before.load);
            QVERIFY(now.metrics == before.metrics && now.durations == before.durations);
            QCOMPARE(bytesOfRun(scenario, n, &before), std::uint64_t{0});
        }
        QCOMPARE((*taken.results[1])->title, std::string("another"));
        // The workload's times are others now.
        QVERIFY((*taken.results[2])->scheme != plan.before[2]->scheme);
        QVERIFY(isSame(taken.results[2], run(scenario, 2)));
        QVERIFY((*taken.results[2])->metrics != plan.before[2]->metrics);
    }

    /// Those of a scheme are kept as long as its result is.
    void schemesOfManyOpsHaveSums() {
        Scenario scenario = schemes();
        scenario.schedules.resize(1);
        editScheme(scenario.schedules[0], [&](Scheme& scheme) { scheme.batches = 30'000; });
        QVERIFY(static_cast<std::size_t>(opsOf(resolve(scenario, 0))) >= kLeastSummedOps);
        RunPlan plan = planAll(scenario);
        plan.forDrawing = true;
        const auto first = *takeAll(scenario, plan).results[0];
        QVERIFY(first->sums && first->sums->program == first->timeline->program);
        QVERIFY(isSame(RunResult(first), run(scenario, 0)));
        QVERIFY(first->bytes() <= bytesOfRun(scenario, 0) + 24 * 6 * 16);  // room between lanes
        plan.before = {first};
        QCOMPARE((*takeAll(scenario, plan).results[0])->sums, first->sums);
        editScheme(scenario.schedules[0], [&](Scheme& scheme) { scheme.priority = kOldestStageFirst; });
        const auto other = *takeAll(scenario, plan).results[0];
        QVERIFY(other->sums && other->sums->program == other->timeline->program);
    }

    void otherSchemesRunAnew() {
        const Scenario scenario = schemes();
        const auto before = *run(scenario, 0);
        const auto isShared = [&](auto edit) {
            Scenario changed = scenario;
            editScheme(changed.schedules[0], edit);
            const RunResult now = run(changed, 0, {}, before.get());
            return now && (*now)->scheme == before->scheme && sharesProgram(*before, resolve(changed, 0));
        };
        QVERIFY(isShared([](Scheme&) {}));
        QVERIFY(!isShared([](Scheme& scheme) { scheme.fetch = 1; }));
        QVERIFY(!isShared([](Scheme& scheme) { scheme.activationCap = 99; }));
        QVERIFY(!isShared([](Scheme& scheme) { scheme.batches = 3; }));
        QVERIFY(!isShared([](Scheme& scheme) { scheme.priority = kOldestStageFirst; }));
        QVERIFY(!isShared([](Scheme& scheme) { scheme.workloadTimes = true; }));
    }

    /// With fetches ops have rows of their own, and a formula gives each a priority.
    void bytesOfSchemes() {
        Scenario scenario = schemes();
        ScheduleEntry& entry = scenario.schedules[0];
        const auto eachOp = [&] { return bytesOfRun(scenario, 0) / static_cast<std::uint64_t>(schemeOf(entry).ops()); };
        QVERIFY(eachOp() >= 40 && eachOp() < 48);
        setNamed(entry.values, "fetch", {1.0});
        QVERIFY(eachOp() >= 64 && eachOp() < 72);
        setNamed(entry.values, "priority", {std::string("batch")});
        QVERIFY(eachOp() >= 72 && eachOp() < 80);
        const auto result = *run(schemes(), 0);
        QVERIFY(result->bytes() > static_cast<std::uint64_t>(opsOf(result->schedule)) * (24 + 4));
        QVERIFY(result->bytes() <= bytesOfRun(schemes(), 0) + 24 * 6 * 16);  // room between lanes
    }
};

QTEST_APPLESS_MAIN(TestRunEach)

}  // namespace tst_run_each
#include "tst_run_each.moc"
