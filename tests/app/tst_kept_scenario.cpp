// The scenarios of the undo history: equal to those that were stored, with equal parts shared.

#include "app/documents/kept_scenario.h"

#include <QTest>

using namespace bubblescope;

namespace tst_kept_scenario {

namespace {

Scenario withMatrix(std::size_t devices) {
    Scenario scenario;
    scenario.workload.devices = static_cast<int>(devices);
    scenario.workload.forward = std::vector<double>(devices, 100.0);
    scenario.workload.weight = std::vector<double>(devices, 50.0);
    scenario.workload.comm = std::vector<std::vector<double>>(devices, std::vector<double>(devices, 4.0));
    scenario.schedules = {{"gpipe", {}, {}}, {"1f1b", {}, {}}};
    return scenario;
}

}  // namespace

class TestKeptScenario : public QObject {
    Q_OBJECT

private slots:
    void isWhatWentIn() {
        Scenario scenario = withMatrix(6);
        scenario.title = "title";
        scenario.workload.timeUnit = "us";
        scenario.schedules[1].own.backward = std::vector<double>(6, 3.0);
        QVERIFY(KeptScenario(scenario).scenario() == scenario);
        QVERIFY(KeptScenario({}).scenario() == Scenario{});
        Scenario other = scenario;
        std::get<1>(other.workload.comm)[2][3] = 5;
        other.workload.forward = 7.0;  // one list fewer, so that the others stand elsewhere
        const KeptScenario before(scenario), after(other, &before);
        QVERIFY(after.scenario() == other);
        QVERIFY(before.scenario() == scenario);
        QVERIFY(!(before == after));
        QVERIFY(KeptScenario(scenario, &after) == before);
    }

    void sharesWhatStays_data() {
        QTest::addColumn<int>("change");
        QTest::addColumn<int>("own");
        QTest::newRow("nothing") << 0 << 0;
        QTest::newRow("a number") << 1 << 0;
        QTest::newRow("a cell of the matrix") << 2 << 1;
        QTest::newRow("a time of a device") << 3 << 1;
        QTest::newRow("a schedule's own key") << 4 << 1;
        QTest::newRow("one schedule more") << 5 << 1;
    }

    void sharesWhatStays() {
        QFETCH(int, change);
        QFETCH(int, own);
        const Scenario scenario = withMatrix(512);
        Scenario changed = scenario;
        switch (change) {
            case 1: changed.workload.recompute = 0.5; break;
            case 2: std::get<1>(changed.workload.comm)[100][200] = 9; break;
            case 3: std::get<1>(changed.workload.forward)[7] = 9; break;
            case 4: changed.schedules[0].own.microbatches = 9; break;
            case 5: changed.schedules.push_back({"zb-h1", {}, {}}); break;
            default: break;
        }
        const KeptScenario before(scenario), after(changed, &before);
        QVERIFY(after.scenario() == changed);
        QCOMPARE(after.ownParts(before), static_cast<std::size_t>(own));
    }
};

QTEST_APPLESS_MAIN(TestKeptScenario)

}  // namespace tst_kept_scenario
#include "tst_kept_scenario.moc"
