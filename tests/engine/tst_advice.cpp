#include "engine/results/advice.h"

#include "engine/results/verdict.h"

#include "tests/engine/random_scenario.h"
#include "tests/engine/scenarios.h"
#include "tests/rounds.h"

#include <QTest>

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_advice {

namespace {

std::vector<Advice> adviceFor(const Scenario& scenario, std::size_t index) {
    const RunResult now = run(scenario, index);
    return now ? advise(scenario, index, **now) : std::vector<Advice>{};
}

const Advice* find(const std::vector<Advice>& advices, const std::string& change) {
    for (const Advice& advice : advices)
        if (advice.change.name == change) return &advice;
    return nullptr;
}

std::vector<std::shared_ptr<const Run>> runsOf(const Scenario& scenario) {
    std::vector<std::shared_ptr<const Run>> runs;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        const RunResult result = run(scenario, i);
        runs.push_back(result ? *result : nullptr);
    }
    return runs;
}

}  // namespace

class TestAdvice : public QObject {
    Q_OBJECT

    static constexpr int kApplied = 10;
    int m_applications = 0;

private slots:
    void adviceOfTheDefaultScenario_data();
    void adviceOfTheDefaultScenario();
    void sortedByGain();
    void oneMoreWarmupForward();
    void onlyWhatAppliesIsOffered();
    void recomputeAndUnevenEnds();
    void lessRecomputingKeepsWithinTheLimit();
    void whatBringsItWithinTheLimit();
    void otherKindsTakeTheNearestChunks();
    void ownKeysAreChangedToo();
    void evenStagesAreTheBiggestLever();
    void activationsAreThePrice();
    void whatIsOverTheLimitIsNotOffered();
    void whatIsAppliedRunsAsPromised_data();
    void whatIsAppliedRunsAsPromised();
    void bigRunsAndCancelledOnesAreLeftOut();
    void verdictOfTheDefaultScenario();
    void whatHoldsTooMuchDoesNotWin();
    void differentWorkIsNoFairComparison();
    void tiesAreTies();
    void differentMicrobatchesCompareEach();
    void schemesHaveChangesOfTheirOwn_data();
    void schemesHaveChangesOfTheirOwn();
    void nothingHelpsASchemeWithoutIdleTime();
};

void TestAdvice::adviceOfTheDefaultScenario_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("change");
    QTest::addColumn<double>("time");
    QTest::addColumn<double>("before");
    QTest::addColumn<QString>("note");
    // Closed forms of model.md §7. GPipe: (8+3)300 + 6*4 = 3324. 1F1B: 3300 + 4(10+6) = 3364; with 16
    // microbatches (16+3)300 + 4(10+18) = 5812. Interleaved, v = 2: (16+3)150 = 2850 if communication is free.
    // Hanayo, 1 wave, T_F/2 = 50: 50(3*2*8 + 5*2 + 7) = 3250. ZB-H1: 8*300 + 3*100 = 2700.
    QTest::newRow("GPipe, free communication") << 0 << "free transfers" << 3300.0 << 3324.0 << "";
    QTest::newRow("GPipe, more microbatches")
        << 0 << "16 microbatches" << (19 * 300 + 24) / 16.0 << 3324.0 / 8 << "each";
    QTest::newRow("1F1B, free communication") << 1 << "free transfers" << 3300.0 << 3364.0 << "";
    QTest::newRow("1F1B, more microbatches") << 1 << "16 microbatches" << 5812.0 / 16 << 3364.0 / 8 << "each";
    QTest::newRow("1F1B, split") << 1 << "split backward" << 2748.0 << 3364.0 << "ZB-H1";
    QTest::newRow("interleaved, free communication") << 2 << "free transfers" << 2850.0 << 2906.0 << "";
    QTest::newRow("Hanayo, free communication") << 3 << "free transfers" << 3250.0 << 3354.0 << "";
    QTest::newRow("ZB-H1, free communication") << 4 << "free transfers" << 2700.0 << 2748.0 << "";
}

void TestAdvice::adviceOfTheDefaultScenario() {
    QFETCH(int, index);
    QFETCH(QString, change);
    QFETCH(double, time);
    QFETCH(double, before);
    QFETCH(QString, note);
    const std::vector<Advice> advices = adviceFor(foundingScenario(), static_cast<std::size_t>(index));
    const bool isOfKind = !note.isEmpty() && note != "each";  // of which there are several
    const auto found = std::find_if(advices.begin(), advices.end(), [&](const Advice& one) {
        return one.change.name == change.toStdString() && (!isOfKind || one.change.note == note.toStdString());
    });
    QVERIFY(found != advices.end());
    const Advice* advice = &*found;
    QCOMPARE(advice->totalTime, time);
    QVERIFY(std::abs(advice->relative - (time / before - 1)) < 1e-12);
    QCOMPARE(QString::fromStdString(advice->isEach ? "each" : advice->change.note), note);
}

void TestAdvice::sortedByGain() {
    // 1F1B takes 3364: -18.3 %, twice -13.6 %, -1.9 %, and with the totals of verdictOfTheDefaultScenario() -1.2 %,
    // -0.3 %.
    const std::vector<Advice> advices = adviceFor(foundingScenario(), 1);
    QStringList names;
    const QStringList wanted{"split backward: ZB-H1", "16 microbatches", "Interleaved 1F1B, v = 2",
                             "free transfers",        "GPipe",           "Hanayo, 1 wave"};
    for (const Advice& advice : advices) {
        QString name = QString::fromStdString(advice.change.name);
        if (name == "split backward") name += ": " + QString::fromStdString(advice.change.note);
        if (wanted.contains(name)) names += name;  // other kinds stand between
    }
    QCOMPARE(names, wanted);
    QVERIFY(std::is_sorted(advices.begin(), advices.end(),
                           [](const Advice& a, const Advice& b) { return a.relative < b.relative; }));
    for (std::size_t i = 0; i < 5; ++i)
        for (const Advice& advice : adviceFor(foundingScenario(), i)) QVERIFY(advice.relative < 0);
}

/// By hand, for D = 2, MBS = 3, T_F = 1, T_B = 2: 12 + 4 T_C, and with three forwards first on device 0 and two on
/// device 1 12 + 2 T_C, for an activation more on each.
void TestAdvice::oneMoreWarmupForward() {
    Scenario scenario = scenarioOf("1f1b", 2, 3, 1, 1);
    scenario.workload.forward = 1.0;
    scenario.workload.backward = 2.0;
    const std::vector<Advice> advices = adviceFor(scenario, 0);
    const Advice* const more = find(advices, "one more warm-up forward");
    QVERIFY(more);
    QCOMPARE(more->totalTime, 14.0);
    QCOMPARE(more->relative, 14.0 / 16 - 1);
    QCOMPARE(more->peakBefore, 2.0);
    QCOMPARE(more->peakAfter, 3.0);
    const Scenario after = applied(scenario, 0, more->change.trial);
    QVERIFY(after.workload == scenario.workload);
    QCOMPARE(displayTitle(after, 0), "1F1B, warm-up +1");
    QCOMPARE((*run(after, 0))->metrics.totalTime, toTime(14));
    // It is no gain where transfers are free, nor where all forwards run first.
    scenario.workload.comm = 0.0;
    QVERIFY(!find(adviceFor(scenario, 0), "one more warm-up forward"));
    scenario.workload.comm = 1.0;
    scenario.schedules[0].values = {{"warmup", {3}}};
    QVERIFY(!find(adviceFor(scenario, 0), "one more warm-up forward"));
    Scenario gpipe = scenario;
    gpipe.schedules = {entry("gpipe")};
    const RunResult all = run(scenario, 0), first = run(gpipe, 0);
    for (int d = 0; d < 2; ++d)
        QVERIFY(std::ranges::equal((*all)->timeline->program->lane(LaneId(d)),
                                   (*first)->timeline->program->lane(LaneId(d))));
}

void TestAdvice::onlyWhatAppliesIsOffered() {
    Scenario scenario = foundingScenario();
    scenario.workload.comm = 0.0;
    for (std::size_t i = 0; i < 5; ++i) {
        const std::vector<Advice> advices = adviceFor(scenario, i);
        QVERIFY(!find(advices, "free transfers") && !find(advices, "r = 0") && !find(advices, "x = 0"));
        // Interleaved, v = 4, free communication: (4*8+3)75 = 2625.
        if (const Advice* more = find(advices, "v = 4")) QCOMPARE(more->totalTime, 2625.0);
        QCOMPARE(find(advices, "v = 4") != nullptr, i == 2);
    }
    QVERIFY(!find(adviceFor(scenario, 4), "split backward"));
    // One device: nothing waits for anything, and nothing helps.
    scenario.workload.devices = 1;
    QVERIFY(adviceFor(scenario, 1).empty());
    // Times of one op: other chunks would be other work.
    scenario = foundingScenario();
    scenario.workload.timeBasis = TimeBasis::Chunk;
    QVERIFY(!find(adviceFor(scenario, 2), "v = 4"));
    for (const Advice& advice : adviceFor(scenario, 2))  // which has two
        if (advice.change.name == "split backward") QCOMPARE(advice.change.trial.workload.chunks, 2);
    QVERIFY(find(adviceFor(scenario, 1), "split backward"));
    // Free work takes no time: there is nothing to gain.
    scenario.workload.forward = scenario.workload.backward = 0.0;
    scenario.workload.comm = 0.0;
    QVERIFY(adviceFor(scenario, 0).empty());
}

void TestAdvice::recomputeAndUnevenEnds() {
    Scenario scenario = foundingScenario();
    scenario.workload.recompute = 0.5;  // B = 250: 11*350 + 24
    const std::vector<Advice> advices = adviceFor(scenario, 0);
    QVERIFY(find(advices, "r = 0"));
    QCOMPARE(find(advices, "r = 0")->totalTime, 3324.0);
    QVERIFY(std::abs(find(advices, "r = 0")->relative - (3324.0 / (11 * 350 + 24) - 1)) < 1e-12);
    QCOMPARE(find(advices, "r = 0.25")->totalTime, 11 * 325 + 24.0);
    // Longer ends are spread, which is the same work: 4.5 / 4 of it on each device. Without them it is less.
    scenario.workload.recompute = 0;
    scenario.workload.imbalance = 0.25;
    const std::vector<Advice> ofEnds = adviceFor(scenario, 0);
    QVERIFY(!find(ofEnds, "x = 0"));
    QCOMPARE(find(ofEnds, "balanced stages")->totalTime, 11 * 337.5 + 24);
}

// 1F1B on 4 devices holds 4 (1 - q) + q on device 0, q = r(1 - 0.06): under a limit of 3 that asks for r of 0.355.
void TestAdvice::lessRecomputingKeepsWithinTheLimit() {
    Scenario scenario = scenarioOf("1f1b");
    scenario.workload.recompute = 1;
    QVERIFY(find(adviceFor(scenario, 0), "r = 0") && find(adviceFor(scenario, 0), "r = 0.5"));
    scenario.workload.memoryLimit = 3;
    const std::vector<Advice> advices = adviceFor(scenario, 0);
    QVERIFY(!find(advices, "r = 0"));
    const Advice* least = find(advices, "r = 0.36");
    QVERIFY(least && find(advices, "r = 0.5"));
    QCOMPARE(least->change.note, std::string("smallest within the limit"));
    QVERIFY(std::abs(least->peakAfter - (4 - 3 * 0.36 * 0.94)) < 1e-9);
    QVERIFY(std::abs(least->peakBefore - (4 - 3 * 0.94)) < 1e-9);
    scenario.workload.recompute = 0.36;  // it is that already
    for (const Advice& advice : adviceFor(scenario, 0)) QVERIFY(advice.change.kind != ChangeKind::LessRecompute);
}

/// 1F1B on 4 devices holds 4: what keeps within 3 is offered, though it takes longer, and nothing else.
void TestAdvice::whatBringsItWithinTheLimit() {
    Scenario scenario = scenarioOf("1f1b");
    scenario.workload.memoryLimit = 3;
    const std::vector<Advice> advices = adviceFor(scenario, 0);
    const Advice* more = find(advices, "r = 0.36");
    QVERIFY(more && more->change.kind == ChangeKind::MoreRecompute && more->relative > 0);
    for (const Advice& advice : advices) QVERIFY(advice.peakBefore == 4 && advice.peakAfter <= 3);
    QVERIFY(!find(advices, "free transfers"));
    scenario.workload.memoryLimit = 0.5;  // not even with everything computed again
    QVERIFY(adviceFor(scenario, 0).empty());
}

/// A kind that does not take as many chunks as the others have is offered with those that it takes.
void TestAdvice::otherKindsTakeTheNearestChunks() {
    Scenario scenario = scenarioOf("1f1b", 4, 8, 4, 3);
    const std::vector<Advice> advices = adviceFor(scenario, 0);
    QCOMPARE(find(advices, "Hanayo, 1 wave")->change.note, std::string("v = 2, as 3 is not possible"));
    QCOMPARE(find(advices, "Hanayo, 2 waves")->change.note, std::string("v = 4, as 3 is not possible"));
    QCOMPARE(find(advices, "Interleaved 1F1B, v = 3")->change.note, std::string());
    const Scenario after = applied(scenario, 0, find(advices, "Hanayo, 2 waves")->change.trial);
    QCOMPARE(after.schedules[0].own.chunks, std::optional(4));
    QCOMPARE(after.workload.chunks, 3);
    QCOMPARE(toUnits((*run(after, 0))->metrics.totalTime), find(advices, "Hanayo, 2 waves")->totalTime);
}

void TestAdvice::ownKeysAreChangedToo() {
    Scenario scenario = foundingScenario();
    scenario.workload.comm = 0.0;
    scenario.schedules[0].own.comm = 4.0;
    scenario.schedules[0].own.microbatches = 12;
    const std::vector<Advice> advices = adviceFor(scenario, 0);
    QVERIFY(find(advices, "free transfers") && find(advices, "24 microbatches"));
    QCOMPARE(find(advices, "free transfers")->totalTime, 15 * 300.0);
    QCOMPARE(find(advices, "24 microbatches")->totalTime, (27 * 300 + 24) / 24.0);
}

// 16 stages of 20, the first of 24, the last of 28: 1F1B is as fast as the last, 64 times 84 and the way in and out.
void TestAdvice::evenStagesAreTheBiggestLever() {
    Scenario scenario;
    scenario.workload.devices = 16;
    scenario.workload.microbatches = 64;
    std::vector<double> forward(16, 20.0), backward;
    forward.front() = 24;
    forward.back() = 28;
    for (const double time : forward) backward.push_back(2 * time);
    scenario.workload.forward = forward;
    scenario.workload.backward = backward;
    scenario.workload.comm = 1.0;
    scenario.schedules = {{"1f1b", {}, {}}};
    const std::vector<Advice> advices = adviceFor(scenario, 0);
    QVERIFY(!advices.empty());
    QVERIFY(advices[0].change.kind == ChangeKind::EvenStages);
    QVERIFY2(std::abs(advices[0].relative + 0.2) < 0.005, QByteArray::number(advices[0].relative).constData());
    // The same work: 332 over 16 stages.
    QVERIFY(advices[0].change.trial.workload.forward == PerDevice(20.75));
    QVERIFY(advices[0].change.trial.workload.backward == PerDevice(41.5));
    QVERIFY(find(advices, "free transfers"));
    // So does what the ends of the model take: 24 and 48 more.
    Scenario ends = scenario;
    ends.workload.forward = 20.0;
    ends.workload.backward = 40.0;
    ends.workload.embedding = {4, 8};
    ends.workload.head = {8, 16};
    const std::vector<Advice> ofEnds = adviceFor(ends, 0);
    const auto evenEnds = std::find_if(ofEnds.begin(), ofEnds.end(), [](const Advice& advice) {
        return advice.change.kind == ChangeKind::EvenStages;
    });
    QVERIFY(evenEnds != ofEnds.end());  // in two directions each device has both ends, which is yet better
    QCOMPARE(evenEnds->totalTime, advices[0].totalTime);
    QVERIFY(evenEnds->change.trial.workload.forward == PerDevice(20.75));
    QVERIFY(evenEnds->change.trial.workload.head == StageTimes());
    // And an imbalance of both ends.
    scenario.workload.forward = 20.0;
    scenario.workload.backward = 40.0;
    scenario.workload.imbalance = 0.4;
    const std::vector<Advice> ofImbalance = adviceFor(scenario, 0);
    const Advice* even = find(ofImbalance, "balanced stages");
    QVERIFY(even && even->change.trial.workload.forward == PerDevice(21.0));
    QCOMPARE(even->change.trial.workload.imbalance, 0.0);
}

void TestAdvice::activationsAreThePrice() {
    const std::vector<Advice> advices = adviceFor(foundingScenario(), 1);  // 1F1B holds 4 on device 0
    QCOMPARE(find(advices, "GPipe")->peakBefore, 4.0);
    QCOMPARE(find(advices, "GPipe")->peakAfter, 8.0);
    QCOMPARE(find(advices, "free transfers")->peakAfter, 4.0);
    // GPipe holds all microbatches.
    const std::vector<Advice> ofGpipe = adviceFor(foundingScenario(), 0);
    QCOMPARE(find(ofGpipe, "16 microbatches")->peakAfter, 16.0);
}

/// What needs more than there is helps nobody.
void TestAdvice::whatIsOverTheLimitIsNotOffered() {
    Scenario scenario = foundingScenario();
    scenario.workload.memoryLimit = 4;
    const std::vector<Advice> advices = adviceFor(scenario, 1);
    QVERIFY(find(advices, "split backward") && find(advices, "free transfers"));
    QVERIFY(!find(advices, "GPipe") && !find(advices, "Interleaved 1F1B, v = 2"));
    for (const Advice& advice : advices) QVERIFY(advice.peakAfter <= 4);
}

/// Whoever follows an advice gets what it says, whether the schedule has keys of its own or not.
void TestAdvice::whatIsAppliedRunsAsPromised_data() {
    QTest::addColumn<int>("place");
    for (int n = 0; n < fewer(kApplied); ++n) QTest::addRow("%d", n) << n;
}

/// A row a scenario: what runs with the sanitizers may take minutes.
void TestAdvice::whatIsAppliedRunsAsPromised() {
    QFETCH(const int, place);
    Random random(propertySeed());
    for (int n = 0; n < place; ++n) randomScenario(random);
    const Scenario scenario = randomScenario(random);
    for (std::size_t i = 0; i < scenario.schedules.size(); i += kIsSecondRun ? 4 : 1) {
        const RunResult now = run(scenario, i);
        if (!now) continue;
        for (const Advice& advice : advise(scenario, i, **now)) {
            const Scenario after = applied(scenario, i, advice.change.trial);
            QCOMPARE(after.schedules.size(), scenario.schedules.size());
            const RunResult then = run(after, i);
            QVERIFY2(then, advice.change.name.c_str());
            const double time = toUnits((*then)->metrics.totalTime);
            const int each = advice.isEach ? (*then)->schedule.workload.microbatches : 1;
            QCOMPARE(time / each, advice.totalTime);
            QCOMPARE((*then)->metrics.peakActivations(), advice.peakAfter);
            QCOMPARE((*now)->metrics.peakActivations(), advice.peakBefore);
            // No other schedule stops running, and what concerns the order of one leaves the others alone.
            const ChangeKind kind = advice.change.kind;
            const bool isOfOne = kind == ChangeKind::MoreChunks || kind == ChangeKind::FewerChunks ||
                                 kind == ChangeKind::SplitBackward || kind == ChangeKind::OtherKind;
            for (std::size_t other = 0; other < scenario.schedules.size(); ++other) {
                const RunResult before = other == i ? RunResult(Error{}) : run(scenario, other);
                if (!before) continue;
                const RunResult afterwards = run(after, other);
                // Groups that are not whole may run, and deadlock with twice as many microbatches.
                const bool isPicky = scenario.schedules[other].kind.starts_with("interleaved");
                if (isPicky && kind == ChangeKind::TwiceMicrobatches && !afterwards) continue;
                QVERIFY2(afterwards,
                         (advice.change.name + ": " + (afterwards ? "" : afterwards.error().text())).c_str());
                if (isOfOne) QCOMPARE((*afterwards)->metrics, (*before)->metrics);
            }
            ++m_applications;
        }
    }
    if (!kIsSecondRun && place + 1 == kApplied) QVERIFY(m_applications > 150);
}

void TestAdvice::bigRunsAndCancelledOnesAreLeftOut() {
    const RunResult gpipe = run(foundingScenario(), 0);  // 64 ops, 74 when some are split, 128 when doubled
    const std::vector<Advice> advices = advise(foundingScenario(), 0, **gpipe, {}, 100);
    QVERIFY(find(advices, "free transfers") && find(advices, "split backward") && !find(advices, "16 microbatches"));
    QVERIFY(!find(advise(foundingScenario(), 0, **gpipe, {}, 73), "split backward"));
    QVERIFY(advise(foundingScenario(), 0, **gpipe, {}, 63).empty());
    std::stop_source stop;
    stop.request_stop();
    const RunResult now = run(foundingScenario(), 1);
    QVERIFY(advise(foundingScenario(), 1, **now, stop.get_token()).empty());
}

void TestAdvice::verdictOfTheDefaultScenario() {
    const Verdict verdict = judge(runsOf(foundingScenario()));  // 3324, 3364, 2906, 3354, 2748; bound of ZB-H1 2712
    QCOMPARE(verdict.fastest, std::vector<std::size_t>{4});
    QCOMPARE(verdict.next, std::optional<std::size_t>(2));
    QVERIFY(std::abs(verdict.lessThanNext - (1 - 2748.0 / 2906)) < 1e-12);
    QVERIFY(std::abs(verdict.overBound - 36.0 / 2712) < 1e-12);
    QVERIFY(!verdict.per);
    QCOMPARE(judge(std::vector<std::optional<Timed>>()), Verdict());
    QCOMPARE(judge({nullptr, nullptr}), Verdict());
}

void TestAdvice::whatHoldsTooMuchDoesNotWin() {
    Scenario scenario = foundingScenario();
    scenario.workload.memoryLimit = 3.9;
    const Verdict none = judge(runsOf(scenario));  // each holds 4 on its first device, or more
    QVERIFY(none.fastest.empty() && none.overLimit.size() == 5);
    scenario.workload.memoryLimit = 4;
    const Verdict four = judge(runsOf(scenario));
    QCOMPARE(four.fastest, std::vector<std::size_t>{4});
    QVERIFY(!four.isOtherWork);
    for (const std::size_t i : four.overLimit) QVERIFY(runsOf(scenario)[i]->metrics.peakActivations() > 4);
    QCOMPARE(four.overLimit.front(), std::size_t(0));  // GPipe holds 8
    QCOMPARE(*runsOf(scenario)[0]->workerOverLimit(), std::size_t(0));
}

/// With times of chunks, more chunks are more work; with their own microbatches schedules do the same for each.
void TestAdvice::differentWorkIsNoFairComparison() {
    Scenario scenario = foundingScenario();
    scenario.schedules = {{"1f1b", {}, {}}, {"interleaved-1f1b", {}, {}}};
    QVERIFY(!judge(runsOf(scenario)).isOtherWork);
    scenario.workload.chunks = 3;  // whose ops are rounded
    QVERIFY(!judge(runsOf(scenario)).isOtherWork);
    scenario.schedules[1].own.recompute = 1;  // which is no work
    QVERIFY(!judge(runsOf(scenario)).isOtherWork);
    scenario.workload.forward = 0.001, scenario.workload.backward = 0.003;  // seconds: 333 micro-units an op
    QVERIFY(!judge(runsOf(scenario)).isOtherWork);
    scenario.workload.forward = 100.0, scenario.workload.backward = 200.0;
    scenario.workload.timeBasis = TimeBasis::Chunk;
    QVERIFY(judge(runsOf(scenario)).isOtherWork);
    scenario.workload.timeBasis = TimeBasis::Microbatch;
    scenario.schedules[1].own.forward = 90.0;
    QVERIFY(judge(runsOf(scenario)).isOtherWork);
}

void TestAdvice::tiesAreTies() {
    Scenario scenario = foundingScenario();
    scenario.workload.comm = 0.0;
    scenario.schedules = {{"gpipe", {}, {}}, {"1f1b", {}, {}}};
    Verdict verdict = judge(runsOf(scenario));  // both 3300, at the bound
    QCOMPARE(verdict.fastest, (std::vector<std::size_t>{0, 1}));
    QVERIFY(!verdict.next);
    QCOMPARE(verdict.overBound, 0.0);
    scenario.schedules.push_back({"hanayo", {}, {}});  // 3250
    scenario.schedules.push_back({"hanayo", {}, {}});
    scenario.schedules.push_back({"hanayo", {}, {}});
    scenario.schedules.back().own.chunks = 3;  // refused
    verdict = judge(runsOf(scenario));
    QCOMPARE(verdict.fastest, (std::vector<std::size_t>{2, 3}));
    QCOMPARE(verdict.next, std::optional<std::size_t>(0));
}

void TestAdvice::differentMicrobatchesCompareEach() {
    Scenario scenario = foundingScenario();
    scenario.workload.comm = 0.0;
    scenario.schedules = {{"gpipe", {}, {}}, {"gpipe", {}, {}}};
    scenario.schedules[1].own.microbatches = 16;  // 5700 in all, but 356.25 each against 412.5
    const Verdict verdict = judge(runsOf(scenario));
    QCOMPARE(verdict.per, std::optional(WorkOf::Microbatches));
    QCOMPARE(verdict.fastest, std::vector<std::size_t>{1});
    QVERIFY(std::abs(verdict.lessThanNext - (1 - 356.25 / 412.5)) < 1e-12);
}

void TestAdvice::schemesHaveChangesOfTheirOwn_data() {
    QTest::addColumn<Scheme>("scheme");
    QTest::addColumn<QString>("change");
    QTest::addColumn<double>("time");
    QTest::addColumn<double>("before");
    QTest::addColumn<QString>("note");
    Scheme scheme;
    scheme.kind = "gpipe-placement";
    // A pipeline of 6 stages: (B+5) * 3.
    QTest::newRow("batches") << scheme << "24 batches" << 29 * 3 / 24.0 << 17 * 3 / 12.0 << "each";
    scheme.workloadTimes = true;  // T_F 100, T_B 200
    QTest::newRow("workload") << scheme << "24 batches" << 29 * 300 / 24.0 << 17 * 300 / 12.0 << "each";
    QTest::newRow("hops") << scheme << "free transfers" << 17 * 300.0 << -1.0 << "";
    scheme = {};
    // Two batches of two stages on one worker, whose every op waits for 3: 26 in all, 12 without.
    scheme.kind = "custom";
    scheme.compute = "0";
    scheme.store = "1";
    scheme.workers = scheme.stages = scheme.batches = 2;
    scheme.fetch = 3;
    QTest::newRow("fetch") << scheme << "free fetches" << 12.0 << 26.0 << "";
    scheme = {};
    scheme.kind = "gpipe-placement";
    scheme.priority = kOldestStageFirst;
    scheme.workers = scheme.stages = 2;
    scheme.batches = 4;
    scheme.activationCap = 2;  // 16, and without (4+1) * 3
    QTest::newRow("cap") << scheme << "no activation cap" << 15.0 << 16.0 << "";
}

void TestAdvice::schemesHaveChangesOfTheirOwn() {
    QFETCH(Scheme, scheme);
    QFETCH(QString, change);
    QFETCH(double, time);
    QFETCH(double, before);
    QFETCH(QString, note);
    Scenario scenario = scenarioOf(scheme);
    if (change == "free transfers") scenario.workload.comm = 4.0;
    const RunResult now = run(scenario, 0);
    QVERIFY(now);
    if (before < 0) before = toUnits((*now)->metrics.totalTime);
    const std::vector<Advice> advices = adviceFor(scenario, 0);
    const Advice* advice = find(advices, change.toStdString());
    QVERIFY(advice);
    QCOMPARE(advice->totalTime, time);
    QVERIFY(std::abs(advice->relative - (time / before - 1)) < 1e-12);
    QCOMPARE(QString::fromStdString(advice->isEach ? "each" : advice->change.note), note);
    const bool hasHops = scheme.workloadTimes && scenario.workload.comm != Comm(0.0);
    for (const Advice& one : advices) {
        QVERIFY(one.relative < 0);
        QVERIFY(hasHops || one.change.name != "free transfers");
        QVERIFY(one.change.name != "split backward" && one.change.name.find("microbatches") == std::string::npos);
    }
    // Another priority stands in for one of the two, or for a formula: never what runs already.
    const std::string own = scheme.priority == kOldestBatchFirst ? "oldest batch first" : "oldest stage first";
    QVERIFY(!find(advices, own));
}

void TestAdvice::nothingHelpsASchemeWithoutIdleTime() {
    Scheme scheme;
    scheme.kind = "ddp";
    scheme.batches = 6;
    QVERIFY(adviceFor(scenarioOf(scheme), 0).empty());
    // The workload is not its own.
    Scenario scenario = scenarioOf(scheme);
    scenario.workload.comm = 4.0;
    scenario.workload.recompute = 0.5;
    QVERIFY(adviceFor(scenario, 0).empty());
}

QTEST_GUILESS_MAIN(TestAdvice)

}  // namespace tst_advice
#include "tst_advice.moc"
