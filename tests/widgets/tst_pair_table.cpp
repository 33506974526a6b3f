#include "widgets/panels/pair_table.h"

#include "tests/widgets/outcomes.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/references.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_pair_table {

namespace {

/// D 4, MBS 8, T_F 100, T_B 200, T_C 4; some devices more for single schedules.
std::vector<Outcome> aligned(std::size_t upper, std::size_t lower, std::optional<int> devicesOfLower = {}) {
    Scenario scenario = foundingScenario();
    scenario.schedules[lower].own.devices = devicesOfLower;
    std::vector<Outcome> outcomes = outcomesOf(scenario);
    References references;
    references.align(scenario, upper, lower);
    references.apply(scenario, outcomes);
    return outcomes;
}

constexpr std::size_t kGPipe = 0, k1f1b = 1;

QStringList row(const PairTable& table, int row) {
    QStringList cells;
    for (int column = 0; column < table.model()->columnCount(); ++column)
        cells << table.model()->index(row, column).data().toString();
    return cells;
}

}  // namespace

class TestPairTable : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    // GPipe: 11 * 300 + 6 hops of 4 = 3324; 1F1B: 3364 (model.md §6). Device 0 of both ends the run; GPipe holds 8
    // microbatches, 1F1B as many as there are devices.
    void linesOfADevice() {
        PairTable table;
        QVERIFY(table.isEmpty());
        table.setOutcomes(aligned(kGPipe, k1f1b));
        QCOMPARE(table.model()->rowCount(), 12);
        const QString same = QString::fromUtf8("±0"), less = QString::fromUtf8("−40");
        QCOMPARE(row(table, 0), QStringList({"device 0", "GPipe", "3324", "2400", "924", "0", "924", "0", "8"}));
        QCOMPARE(row(table, 1), QStringList({"", "1F1B", "3364", "2400", "964", "0", "964", "0", "4"}));
        QCOMPARE(row(table, 2), QStringList({"", "difference", less, same, less, same, less, same, "+4"}));
        table.setOutcomes({});
        QVERIFY(table.isEmpty());
    }

    void differencesAddUp() {
        PairTable table;
        const auto outcomes = aligned(4, 2);
        table.setOutcomes(outcomes);
        const QStringList lines = table.toCsv().trimmed().split('\n');
        QCOMPARE(lines[0], "device,label,end,busy,idle,idle_warmup,idle_waiting,idle_cooldown,peak_activations");
        QCOMPARE(lines.size(), 1 + 12);
        for (int device = 0; device < 4; ++device) {
            const QStringList upper = lines[1 + 3 * device].split(',');
            QString rest = lines[2 + 3 * device];
            const QStringList lower = rest.replace("\"Interleaved 1F1B, v = 2\"", "x").split(',');
            const QStringList difference = lines[3 + 3 * device].split(',');
            QCOMPARE(difference[0], QString::number(device));
            for (int i = 2; i < difference.size(); ++i)
                QVERIFY(std::abs(upper[i].toDouble() - lower[i].toDouble() - difference[i].toDouble()) < 1e-9);
            QVERIFY(std::abs(difference[4].toDouble() - difference[5].toDouble() - difference[6].toDouble() -
                             difference[7].toDouble()) < 1e-9);
        }
    }

    void aDeviceThatOneLacksHasNoDifference() {
        PairTable table;
        table.setOutcomes(aligned(kGPipe, k1f1b, 5));
        QCOMPARE(table.model()->rowCount(), 15);
        QCOMPARE(row(table, 12).mid(2), QStringList({"", "", "", "", "", "", ""}));
        QVERIFY(!row(table, 13)[2].isEmpty());
        QCOMPARE(row(table, 14).mid(2), QStringList({"", "", "", "", "", "", ""}));
    }

    void copiesWhatIsChosen() {
        PairTable table;
        table.setOutcomes(aligned(kGPipe, k1f1b));
        QCOMPARE(table.toText().count('\n'), 13);
        QVERIFY(table.toText().startsWith("Device\tSchedule\tEnd, ms\tBusy, ms\t"));
        table.selectionModel()->select(table.model()->index(4, 0),
                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
        table.copy();
        const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[1].startsWith("device 1\t1F1B\t"));
    }
};

QTEST_MAIN(TestPairTable)

}  // namespace tst_pair_table
#include "tst_pair_table.moc"
