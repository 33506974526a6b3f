// Ops by their names: 2B7.

#include "engine/program/op_ref.h"
#include "engine/results/run.h"
#include "tests/engine/scenarios.h"

#include <QTest>

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_op_ref {

namespace {

/// How many ops of the first schedule a text names; -1 where it is none.
int named(const Scenario& scenario, const char* text) {
    const auto ref = opRefIn(text);
    return ref ? static_cast<int>(rowsOf({&*ref, 1}, *run(scenario, 0).value()->timeline->program).size()) : -1;
}

}  // namespace

class TestOpRef : public QObject {
    Q_OBJECT

private slots:
    void namesAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("schedule");
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("letter");
        QTest::addColumn<int>("microbatch");
        QTest::newRow("an op") << "2B7" << -1 << 2 << "B" << 7;
        QTest::newRow("of the second schedule") << "#2:2B7" << 2 << 2 << "B" << 7;
        QTest::newRow("all kinds of a microbatch") << "**7" << -1 << -1 << "" << 7;
        QTest::newRow("a kind") << "*F*" << -1 << -1 << "F" << -1;
        QTest::newRow("a stage") << "13**" << -1 << 13 << "" << -1;
        QTest::newRow("of a step") << "0AGF2" << -1 << 0 << "AGF" << 2;
        QTest::newRow("a digit in its letters") << "0A2A3" << -1 << 0 << "A2A" << 3;
    }
    void namesAreRead() {
        QFETCH(const QString, text);
        const auto ref = opRefIn(text.toStdString());
        QVERIFY(ref);
        QTEST(ref->schedule.value_or(-1), "schedule");
        QTEST(ref->stage.value_or(-1), "stage");
        QTEST(QString::fromStdString(ref->letter), "letter");
        QTEST(ref->microbatch.value_or(-1), "microbatch");
        QCOMPARE(QString::fromStdString(textOf(*ref)), text);
    }

    void allElseIsRefused_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"",    "F",      "2",     "2B",     "B7",    "2B7 ", " 2B7",          "2X7", "-2B7", "2B-7",
              "2b7", "#0:2B7", "#:2B7", "#*:2B7", "2:2B7", "#2",   "2B99999999999", "**",  "****", "(0F1;0B2)"})
            QTest::newRow(text) << text;
    }
    void allElseIsRefused() {
        QFETCH(const QString, text);
        const auto ref = opRefIn(text.toStdString());
        QVERIFY(!ref);
        QVERIFY(ref.error().message.find("e.g. 2B7") != std::string::npos);
    }

    /// D stages of which each runs MBS forwards and as many backwards, v times where it has chunks.
    void opsAreFound() {
        const Scenario gpipe = scenarioOf("gpipe", 4, 8), interleaved = scenarioOf("interleaved-1f1b", 4, 8);
        QCOMPARE(named(gpipe, "2B7"), 1);
        QCOMPARE(named(gpipe, "2W7"), 0);
        QCOMPARE(named(gpipe, "4B7"), 0);
        QCOMPARE(named(gpipe, "**7"), 4 * 2);
        QCOMPARE(named(gpipe, "*F*"), 4 * 8);
        QCOMPARE(named(gpipe, "***"), 4 * 8 * 2);
        QCOMPARE(named(interleaved, "7F0"), 1);
        QCOMPARE(named(interleaved, "*F*"), 4 * 8 * 2);
        QCOMPARE(named(scenarioOf("zb-h1", 4, 8), "0W*"), 8);
    }

    /// However many names an op has, it is found once, and in order.
    void opsAreFoundOnce() {
        const auto done = run(scenarioOf("gpipe", 4, 8), 0);
        const Program& program = *(*done)->timeline->program;
        const std::vector<OpRef> refs{*opRefIn("2B7"), *opRefIn("*F*"), *opRefIn("2B7"), *opRefIn("0F0")};
        const std::vector<Row> rows = rowsOf(refs, program);
        QCOMPARE(rows.size(), std::size_t(4 * 8 + 1));
        QVERIFY(std::ranges::is_sorted(rows));
        const std::vector<OpRef> some{*opRefIn("2W7"), *opRefIn("2B7"), *opRefIn("9F*"), *opRefIn("2B7")};
        QVERIFY(findOps(some, program).isFound == std::vector<bool>({false, true, false, true}));
        QVERIFY(namesAny(refs[0], program) && !namesAny(*opRefIn("2W7"), program));
    }

    /// Stages are the model's where lines cross, and a microbatch is all of its pieces.
    void numbersAreTheModels() {
        QCOMPARE(named(scenarioOf("chimera", 4, 8), "0F*"), 8);
        QCOMPARE(named(scenarioOf("seq-1f1b", 4, 8), "0F3"), 2);
    }

    /// What fetches weights has the letter of the op that it is for.
    void fetchesAreNotNamed() {
        const Scenario scheme = schemeScenario("fsdp", 6, 1);
        const auto done = run(scheme, 0);
        QVERIFY(done);
        const OpRef forwards = *opRefIn("*F*");
        for (const Row row : rowsOf({&forwards, 1}, *(*done)->timeline->program))
            QVERIFY((*done)->timeline->program->ops[row].kind() == OpKind::Forward);
    }
};

QTEST_APPLESS_MAIN(TestOpRef)

}  // namespace tst_op_ref
#include "tst_op_ref.moc"
