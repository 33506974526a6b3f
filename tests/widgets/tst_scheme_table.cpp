// The statistics of a placement scheme: the numbers of model.md §8, by worker and as a whole.

#include "widgets/schemes/scheme_table.h"

#include <QTest>

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include "widgets/kit/column_table.h"

#include "tests/widgets/scheme_runs.h"
#include "widgets/kit/theme.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_scheme_table {

namespace {

enum Column { BackgroundJob, Busy, Idle, WeightTransmissions, WeightStorage, ActivationTransmissions, Peak };

QString plain(const QModelIndex& index) { return index.data().toString().replace(QChar(0x202f), ' '); }

/// The cells of a column from top to bottom: sum, mean, then the workers as they stand.
QStringList column(SchemeTable& table, int at) {
    QStringList cells;
    for (int row = 0; row < table.view().model()->rowCount(); ++row)
        cells += plain(table.view().model()->index(row, at));
    return cells;
}

}  // namespace

class TestSchemeTable : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        applyTheme(ThemeId::Light);
        m_seven = outcomesOf(sevenSchemes());
    }

    void loopedPipeline() {
        SchemeTable table;
        table.setRun(m_seven[5].run);
        QCOMPARE(table.summary(), QString::fromUtf8("Looped PP · latency 46 · throughput 0.5217 · bound 1.111"));
        QCOMPARE(column(table, BackgroundJob), QStringList({"sum", "mean", "0", "1", "2", "3", "4", "5"}));
        QCOMPARE(column(table, Peak), QStringList({"40", "6.667", "9", "7", "4", "9", "7", "4"}));
        // Two batches of three stages each on a worker: 12 ops of 1 and 12 of 2.
        QCOMPARE(column(table, Busy), QStringList({"216", "36", "36", "36", "36", "36", "36", "36"}));
        QCOMPARE(column(table, Idle).mid(0, 3), QStringList({"", "21.7%", "21.7%"}));  // 1 - 36/46
        QCOMPARE(column(table, WeightTransmissions), QStringList({"0", "0", "0", "0", "0", "0", "0", "0"}));
        // Every worker has its group's stages s and s + 3.
        QCOMPARE(column(table, WeightStorage), QStringList({"12", "2", "2", "2", "2", "2", "2", "2"}));
    }

    void fetchedWeightsAreTransmissions() {
        SchemeTable table;
        table.setRun(m_seven[6].run);
        QCOMPARE(column(table, WeightTransmissions), QStringList({"72", "12", "12", "12", "12", "12", "12", "12"}));
        table.setRun(m_seven[1].run);  // FSDP: ten of a worker's twelve ops need another one's weights
        QCOMPARE(column(table, WeightTransmissions), QStringList({"60", "10", "10", "10", "10", "10", "10", "10"}));
        QCOMPARE(column(table, ActivationTransmissions).first(), "0");
    }

    void theUnitIsTheScenarios() {
        Scenario scenario = sevenSchemes();
        scenario.workload.timeUnit = "us";
        SchemeTable table;
        table.setRun(outcomesOf(scenario)[0].run);
        QVERIFY(table.summary().replace(QChar(0x202f), ' ').contains(QString::fromUtf8("latency 18 µs")));
        QCOMPARE(table.view().model()->headerData(Busy, Qt::Horizontal).toString(), QString::fromUtf8("Busy, µs"));
    }

    void wholeRowsStayOnTop() {
        SchemeTable table;
        table.setRun(m_seven[3].run);  // peaks 12, 12, 10, 7, 4, 1
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            table.view().sortByColumn(Peak, order);
            const QStringList workers = column(table, BackgroundJob);
            QCOMPARE(workers.mid(0, 2), QStringList({"sum", "mean"}));
            QCOMPARE(workers[2] == "5", order == Qt::AscendingOrder);
            QCOMPARE(workers[7] == "5", order == Qt::DescendingOrder);
        }
    }

    void csvHasAllDigits() {
        SchemeTable table;
        table.setRun(m_seven[5].run);
        const QStringList lines = table.toCsv().split('\n');
        QCOMPARE(lines.size(), 8);
        QCOMPARE(lines[0],
                 "worker,busy,idle_share,weight_transmissions,weight_storage,activation_transmissions,"
                 "peak_activations");
        const QStringList cells = lines[1].split(',');
        QCOMPARE(cells.size(), 7);
        QCOMPARE(cells[Busy], "36");
        QCOMPARE(cells[Idle].toDouble(), 1 - 36.0 / 46);
        QCOMPARE(cells[Peak], "9");
    }

    void copiesAllOrWhatIsChosen() {
        SchemeTable table;
        table.setRun(m_seven[5].run);
        table.copy();
        QStringList lines = QGuiApplication::clipboard()->text().split('\n');
        QCOMPARE(lines[0], table.summary());
        QVERIFY(lines[1].startsWith("Worker\tBusy\tIdle share\t"));
        QCOMPARE(lines[3].split('\t').mid(0, 3), QStringList({"mean", "36", "21.7%"}));
        table.view().setCurrentIndex(table.view().model()->index(2, 0));
        QTest::keyClick(&table.view(), Qt::Key_C, Qt::ControlModifier);
        lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[1].startsWith("0\t36\t"));
        QTest::keyClick(&table.view(), Qt::Key_Escape);
        QVERIFY(!table.view().selectionModel()->hasSelection());
    }

    void rowsStayChosenWhileNumbersChange() {
        SchemeTable table;
        table.setRun(m_seven[3].run);
        table.view().setCurrentIndex(table.view().model()->index(4, 0));
        table.setRun(m_seven[5].run);
        QVERIFY(table.view().selectionModel()->isSelected(table.view().model()->index(4, 0)));
    }

    void withoutARunItSaysWhatToDo() {
        SchemeTable table;
        table.resize(600, 200);
        table.show();
        const auto notice = [&] {
            for (const QLabel* label : table.findChildren<QLabel*>())
                if (label->isVisible()) return label->text();
            return QString();
        };
        QVERIFY(notice().contains("Choose"));
        QVERIFY(!table.view().isVisible());
        table.setRun(m_seven[0].run);
        QVERIFY(table.view().isVisible());
        Scenario other;
        other.schedules = {ScheduleEntry{"1f1b", {}, {}}};
        table.setRun(*run(other, 0));  // not a scheme
        QVERIFY(!table.view().isVisible());
        QCOMPARE(table.toCsv().count('\n'), 1);
    }

    void headersAreReadWhole() {
        SchemeTable table;
        table.resize(900, 240);
        table.setRun(m_seven[5].run);
        table.show();
        const QHeaderView& header = *table.view().header();
        for (int at = 0; at < header.count(); ++at) {
            QVERIFY(header.sectionSize(at) >= header.sectionSizeHint(at));
            QVERIFY(!table.view().model()->headerData(at, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        }
    }

private:
    std::vector<Outcome> m_seven;
};

QTEST_MAIN(TestSchemeTable)

}  // namespace tst_scheme_table
#include "tst_scheme_table.moc"
