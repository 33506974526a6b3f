#include "engine/results/why_idle.h"

#include "engine/results/trial.h"
#include "engine/schemes/scheme.h"

#include "tests/engine/random_scenario.h"
#include "tests/engine/random_scheme.h"
#include "tests/rounds.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_why_idle {

namespace {

/// One entry alone, run.
struct Case {
    explicit Case(Scenario given) : scenario(std::move(given)) {
        const RunResult result = run(scenario, 0);
        if (!result) return;
        now = *result;
    }
    IdleGap gap(int lane, double at) const { return *gapAt(*now->timeline, LaneId(lane), toTime(at)); }
    WhyIdle why(int lane, double at) const { return why(gap(lane, at)); }
    WhyIdle why(const IdleGap& gap) const { return whyIdle(scenario, 0, *now, gap); }

    /// All idle stretches of lanes that are work.
    std::vector<IdleGap> gaps() const {
        std::vector<IdleGap> all;
        const Timeline& timeline = *now->timeline;
        for (std::size_t i = 0; i < timeline.program->lanes.size(); ++i) {
            const Lane& lane = timeline.program->lanes[i];
            if (!lane.isWork()) continue;
            Time free = timeline.earliestStart;
            const auto add = [&](Time at) {
                if (at > free) all.push_back(*gapAt(timeline, LaneId(std::int64_t(i)), free));
            };
            for (Row row = lane.begin; row < lane.end; ++row) {
                add(timeline.startOf(row));
                free = timeline.freeAfter(row);
            }
            add(timeline.latestEnd);
        }
        return all;
    }

    Scenario scenario;
    std::shared_ptr<const Run> now;
};

Scenario scenarioOf(const Workload& workload, const char* kind) {
    Scenario scenario;
    scenario.workload = workload;
    scenario.schedules = {{kind, {}, {}}};
    return scenario;
}

/// 8 devices on two nodes, as the preset has them.
Workload twoNodes() {
    Workload workload;
    workload.devices = 8;
    workload.microbatches = 32;
    workload.forward = 36.0;
    workload.backward = 72.0;
    std::vector<std::vector<double>> matrix(8, std::vector<double>(8, 0));
    for (std::size_t from = 0; from < 8; ++from)
        for (std::size_t to = 0; to < 8; ++to)
            if (from != to) matrix[from][to] = from / 4 == to / 4 ? 1 : 16;
    workload.comm = matrix;
    return workload;
}

/// 16 stages with longer ends.
Workload heavyEnds() {
    Workload workload;
    workload.devices = 16;
    workload.microbatches = 64;
    std::vector<double> forward(16, 20.0), backward;
    forward.front() = 24;
    forward.back() = 28;
    for (const double time : forward) backward.push_back(2 * time);
    workload.forward = forward;
    workload.backward = backward;
    return workload;
}

}  // namespace

class TestWhyIdle : public QObject {
    Q_OBJECT

private slots:
    // Preset two-nodes, 1F1B: all stages are equal, and the gaps are the way over the slow link and back, less what
    // links of the own node take.
    void aSlowLinkIsNamed() {
        const Case one(scenarioOf(twoNodes(), "1f1b"));
        int seen = 0;
        for (const IdleGap& gap : one.gaps()) {
            if (gap.end - gap.begin != toTime(30)) continue;
            ++seen;
            const WhyIdle why = one.why(gap);
            QVERIFY(why.cause == IdleCause::Transfer);
            QCOMPARE(*why.withFreeTransfers, Time(0));
            QVERIFY(!why.withEvenStages);
            QCOMPARE(why.reason.parts, (IdleParts{.transfer = toTime(30)}));
            const auto [from, to] = *why.reason.slowest;
            QVERIFY((from == WorkerId(3) && to == WorkerId(4)) || (from == WorkerId(4) && to == WorkerId(3)));
        }
        QVERIFY2(seen >= 4, qPrintable(QString::number(seen)));
    }

    // D 4, MBS 8, T_F 100, T_B 200, T_C 4, 1F1B: between rounds each device waits 8 for what comes back.
    void theGapOfTheDefaultJob() {
        Workload workload;
        workload.comm = 4.0;
        const Case one(scenarioOf(workload, "1f1b"));
        int seen = 0;
        for (const IdleGap& gap : one.gaps()) {
            if (gap.end - gap.begin != toTime(8) || !gap.before || !gap.after) continue;
            ++seen;
            const WhyIdle why = one.why(gap);
            QVERIFY(why.cause == IdleCause::Transfer);
            QCOMPARE(*why.withFreeTransfers, Time(0));
            QCOMPARE(why.reason.parts, (IdleParts{.transfer = toTime(8)}));
        }
        QVERIFY(seen > 0);
    }

    // D 2, MBS 3, T_F 1, T_B 2, T_C 1, 1F1B, by hand: device 0 waits from 11 to 14 for the last backward. With three
    // forwards first it is there; the stretch before the first one is as long, and the last op of device 1 no later.
    void oneMoreForwardFirst() {
        Workload workload;
        workload.devices = 2;
        workload.microbatches = 3;
        workload.forward = 1.0;
        workload.backward = 2.0;
        workload.comm = 1.0;
        const Case one(scenarioOf(workload, "1f1b"));
        const WhyIdle last = one.why(0, 12), first = one.why(0, 3);
        QCOMPARE(last.reason.gap.begin, toTime(11));
        QCOMPARE(last.reason.gap.end, toTime(14));
        QVERIFY(last.withMoreWarmup);
        QCOMPARE(*last.withMoreWarmup, Time(0));
        QCOMPARE(first.reason.gap.end, toTime(6));
        QVERIFY(!first.withMoreWarmup);
        workload.comm = 0.0;
        QVERIFY(!Case(scenarioOf(workload, "1f1b")).why(0, 3).withMoreWarmup);
    }

    // In the middle of the run every device waits for the last, which takes 84 a microbatch where others take 60.
    void theLongestStageIsNamed() {
        const Case one(scenarioOf(heavyEnds(), "1f1b"));
        for (const int device : {1, 7, 14}) {
            int seen = 0;
            for (const IdleGap& gap : one.gaps()) {
                if (gap.lane != LaneId(device) || gap.begin < toTime(2000) || gap.end > toTime(4500)) continue;
                const WhyIdle why = one.why(gap);
                QVERIFY(why.cause == IdleCause::Uneven);
                QCOMPARE(*why.reason.longest, WorkerId(15));
                ++seen;
            }
            QVERIFY(seen > 10);
        }
    }

    void nothingIsNamedThatWasNotTried() {
        const Case one(scenarioOf(twoNodes(), "1f1b"));
        for (const IdleGap& gap : one.gaps()) {
            const WhyIdle why = whyIdle(*one.now, gap);
            QVERIFY(why.cause == IdleCause::None || why.cause == IdleCause::Work);
            QVERIFY(why.trials == WhyIdle::Trials::Awaited && !why.withFreeTransfers && !why.withEvenStages &&
                    !why.isLessShareWithMore);
        }
    }

    void manyGapsAreExplainedAsOneByOne() {
        const Case one(scenarioOf(twoNodes(), "zb-h1"));
        const std::vector<IdleGap> gaps = one.gaps();
        const std::vector<WhyIdle> whys = whyIdle(one.scenario, 0, *one.now, gaps);
        QCOMPARE(whys.size(), gaps.size());
        for (std::size_t i = 0; i < gaps.size(); ++i) {
            const WhyIdle alone = one.why(gaps[i]);
            QVERIFY(whys[i].reason.gap == gaps[i] && whys[i].reason.parts == alone.reason.parts);
            QVERIFY(whys[i].cause == alone.cause && whys[i].trials == alone.trials &&
                    whys[i].withFreeTransfers == alone.withFreeTransfers &&
                    whys[i].withEvenStages == alone.withEvenStages && whys[i].withMoreWarmup == alone.withMoreWarmup &&
                    whys[i].isLessShareWithMore == alone.isLessShareWithMore);
        }
    }

    /// The same gap stands on the lane of the same role: without a change it is as long.
    void gapsStayOnTheirLanes() {
        Scheme scheme = customScheme("(stage + batch) mod workers", "0", 3, 6, 5);
        scheme.fetch = 0.5;
        Scenario scenario;
        scenario.schedules = {entryOf(scheme)};
        const Case one(scenario);
        const Timeline& timeline = *one.now->timeline;
        int fetching = 0;
        for (std::size_t i = 0; i < timeline.program->lanes.size(); ++i)
            for (Time at = timeline.earliestStart; at < timeline.latestEnd; at += toTime(0.25)) {
                const auto gap = gapAt(timeline, LaneId(std::int64_t(i)), at);
                if (!gap) continue;
                QCOMPARE(sameGap(*one.now, *gap, *one.now), std::optional(gap->end - gap->begin));
                fetching += !timeline.program->lanes[i].isWork();
            }
        QVERIFY(fetching > 5);
    }

    /// What is said of the idle time of random scenarios is so.
    void whatIsSaidIsSo() {
        Random random(propertySeed());
        int transfers = 0, uneven = 0, orders = 0, works = 0, fetches = 0, warmups = 0;
        for (int n = 0; n < rounds(2000); ++n) {
            Scenario scenario = randomScenario(random);
            if (n % 4 == 3) {
                Scheme scheme = randomCustom(random);
                scheme.workloadTimes = randomInt(random, 0, 1);
                if (randomInt(random, 0, 1)) scheme.fetch = randomInt(random, 1, 12) / 4.0;
                scenario = {};
                scenario.workload.devices = scheme.workers;
                scenario.workload.forward = randomPerDevice(random, scheme.workers);
                scenario.workload.backward = randomPerDevice(random, scheme.workers);
                scenario.workload.comm = randomTime(random);
                scenario.schedules = {entryOf(scheme)};
            } else {
                scenario.schedules = {scenario.schedules[std::size_t(n) % scenario.schedules.size()]};
            }
            const Case one(scenario);
            if (!one.now) continue;
            const std::vector<IdleGap> gaps = one.gaps();
            for (const IdleGap& gap : gaps) {
                const IdleReason reason = explainGap(*one.now->timeline, one.now->durations, gap);
                QCOMPARE(reason.parts.sum(), gap.end - gap.begin);
                QVERIFY(reason.parts.order >= 0);
                if (reason.place != IdlePlace::NoWork) QCOMPARE(reason.parts.unknown, Time(0));
            }
            const auto runWith = [&](auto edit) {
                Trial trial = trialOf(scenario, 0);
                edit(trial);
                const RunResult result = run(trial.scenario(), 0);
                return result ? *result : nullptr;
            };
            const auto noTransfers = runWith([](Trial& trial) { trial.workload.comm = 0.0; });
            const auto noFetches = runWith([](Trial& trial) { removeNamed(trial.values, "fetch"); });
            const auto even = runWith([](Trial& trial) {
                for (const Change& change : changesOf(trial))
                    if (change.kind == ChangeKind::EvenStages) trial = Trial(change.trial);
            });
            std::shared_ptr<const Run> moreWarmup;
            if (one.now->schedule.kind->parameter("warmup"))
                moreWarmup = runWith([](Trial& trial) {
                    const auto now = valueNamed(trial.values, "warmup");
                    setNamed(trial.values, "warmup", {now ? std::get<int>(now->held) + 1 : 1});
                });
            for (int i = 0; i < 2 && !gaps.empty(); ++i) {
                const IdleGap& gap = gaps[std::size_t(randomInt(random, 0, int(gaps.size()) - 1))];
                const WhyIdle why = one.why(gap);
                QVERIFY(why.trials == WhyIdle::Trials::Whole);
                const auto shortens = [&](const std::shared_ptr<const Run>& with) {
                    const auto then = sameGap(*one.now, gap, *with);
                    return then && *then < gap.end - gap.begin;
                };
                QCOMPARE(why.withFreeTransfers.has_value(), shortens(noTransfers));
                QCOMPARE(why.withEvenStages.has_value(), shortens(even));
                QCOMPARE(why.withFreeFetches.has_value(), shortens(noFetches));
                QCOMPARE(why.withMoreWarmup.has_value(),
                         moreWarmup != nullptr && shortens(moreWarmup) &&
                             moreWarmup->metrics.totalTime < one.now->metrics.totalTime);
                warmups += why.withMoreWarmup.has_value();
                if (why.cause == IdleCause::Transfer) QVERIFY(++transfers && shortens(noTransfers));
                if (why.cause == IdleCause::Uneven) QVERIFY(++uneven && shortens(even));
                if (why.cause == IdleCause::Fetch) QVERIFY(++fetches && shortens(noFetches));
                if (why.cause == IdleCause::Order)
                    QVERIFY(++orders && !shortens(noTransfers) && !shortens(even) && !shortens(noFetches));
                if (why.cause == IdleCause::Work) QVERIFY(++works && why.reason.parts.work > 0);
            }
        }
        qInfo("transfers %d, uneven %d, fetches %d, orders %d, work %d, warm-up %d", transfers, uneven, fetches, orders,
              works, warmups);
        QVERIFY(kIsSecondRun || (transfers > metIn(2000, 20) && uneven > metIn(2000, 20) && fetches > metIn(2000, 20) &&
                                 orders > metIn(2000, 5) && works > metIn(2000, 5) && warmups > metIn(2000, 5)));
    }
};

QTEST_GUILESS_MAIN(TestWhyIdle)

}  // namespace tst_why_idle
#include "tst_why_idle.moc"
