#include <QTest>

#include "tests/widgets/outcomes.h"
#include "widgets/shown/entry_ids.h"
#include "widgets/shown/references.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_references {

namespace {

/// The kinds of the runs that outcomes are held against; "-" where there is none.
QStringList referencesOf(const std::vector<Outcome>& outcomes, Reference::Kind kind) {
    QStringList kinds;
    for (const Outcome& outcome : outcomes) {
        const bool is = outcome.reference && outcome.reference->kind == kind;
        const std::string_view id = is ? outcome.reference->run->schedule.kind->id : "-";
        kinds << QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
    }
    return kinds;
}

/// The scenario as a document holds it.
Scenario opened(Scenario scenario) {
    giveIds(scenario.schedules, {});
    return scenario;
}

}  // namespace

class TestReferences : public QObject {
    Q_OBJECT

private slots:
    void pinFollowsItsSchedules() {
        Scenario scenario = opened(foundingScenario());
        References references;
        const std::vector<Outcome> then = outcomesOf(scenario);
        references.pin(scenario, then);
        scenario.workload.comm = 8.0;
        std::rotate(scenario.schedules.begin(), scenario.schedules.begin() + 2, scenario.schedules.end());
        scenario.schedules.erase(scenario.schedules.begin() + 1);
        std::vector<Outcome> now = outcomesOf(scenario);
        references.apply(scenario, now);
        QCOMPARE(referencesOf(now, Reference::Kind::Pinned),
                 QStringList({"interleaved-1f1b", "zb-h1", "gpipe", "1f1b"}));
        QVERIFY2(now[2].reference->run == then[0].run, "shared, not copied");
        references.unpin();
        references.apply(scenario, now);
        QVERIFY(!now[2].reference);
    }

    void onlyWhatRanOnBothSidesIsHeldAgainst() {
        Scenario scenario = opened(foundingScenario());
        scenario.workload.microbatches = 7;  // Hanayo refuses
        References references;
        references.pin(scenario, outcomesOf(scenario));
        scenario.workload.microbatches = 8;
        std::vector<Outcome> now = outcomesOf(scenario);
        now[0].run = nullptr;  // awaited
        references.apply(scenario, now);
        QCOMPARE(referencesOf(now, Reference::Kind::Pinned),
                 QStringList({"-", "1f1b", "interleaved-1f1b", "-", "zb-h1"}));
    }

    void curvesMustBeOfThePinnedScenario() {
        const Scenario scenario = opened(foundingScenario());
        const Study curves = liveStudy(scenario, "comm", true);
        References references;
        QVERIFY(!references.pinCurves(curves));
        references.pin(scenario, outcomesOf(scenario));
        QVERIFY(references.pinCurves(curves));
        QVERIFY(references.pinned()->curves == curves);
        Scenario other = scenario;
        other.workload.comm = 1.0;
        QVERIFY(!references.pinCurves(liveStudy(other, "chunks", true)));
        QVERIFY(references.pinned()->curves == curves);
    }

    void alignedAreHeldAgainstEachOther() {
        Scenario scenario = opened(foundingScenario());
        References references;
        std::vector<Outcome> outcomes = outcomesOf(scenario);
        references.pin(scenario, outcomes);
        references.align(scenario, 1, 4);
        references.apply(scenario, outcomes);
        QCOMPARE(referencesOf(outcomes, Reference::Kind::Aligned), QStringList({"-", "zb-h1", "-", "-", "-"}));
        QCOMPARE(referencesOf(outcomes, Reference::Kind::Pinned),
                 QStringList({"gpipe", "-", "interleaved-1f1b", "hanayo", "-"}));
        QVERIFY(outcomes[1].reference->run == outcomes[4].run);
        QCOMPARE(outcomes[1].reference->title, "ZB-H1");
        QCOMPARE(outcomes[1].reference->versus(), "vs ZB-H1");
    }

    void alignmentFollowsItsSchedules() {
        Scenario scenario;
        scenario.schedules = {entry("gpipe"), entry("hanayo", 2), entry("hanayo", 4)};
        scenario = opened(scenario);
        References references;
        references.align(scenario, 2, 1);
        const auto apply = [&] {
            std::vector<Outcome> outcomes = outcomesOf(scenario);
            references.apply(scenario, outcomes);
            return outcomes;
        };
        apply();
        scenario.schedules[2].own.chunks = 8;
        apply();
        scenario.schedules[1].own.chunks = 4;  // what the other one was
        std::vector<Outcome> outcomes = apply();
        QVERIFY(outcomes[2].aligned() == outcomes[1].run.get());
        std::swap(scenario.schedules[0], scenario.schedules[2]);
        outcomes = apply();
        QVERIFY(outcomes[0].aligned() == outcomes[1].run.get());

        const ScheduleEntry unticked = scenario.schedules[1];
        scenario.schedules.erase(scenario.schedules.begin() + 1);
        QVERIFY(!apply()[0].reference);
        scenario.schedules.push_back(unticked);
        QVERIFY2(apply()[0].aligned(), "it waits for both");
        references.endAlignment();
        QVERIFY(!apply()[0].reference);
    }
};

QTEST_MAIN(TestReferences)

}  // namespace tst_references
#include "tst_references.moc"
