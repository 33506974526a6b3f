#include "widgets/panels/metrics_table.h"

#include "tests/widgets/outcomes.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/references.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_metrics_table {

namespace {

/// D 4, MBS 8, T_F 100, T_B 200, T_C 4, v 2: five schedules of known totals. With `microbatches` 7 Hanayo refuses.
std::vector<Outcome> outcomes(int microbatches = 8) { return outcomesOf(foundingScenario(4, microbatches)); }

QString plain(const QModelIndex& index) { return index.data().toString().replace(QChar(0x202f), ' '); }

int columnOf(const char* key) {
    int column = 1;
    for (const Quantity one : quantitiesIn(kInTable)) {
        if (infoOf(one).id == std::string_view(key)) return column;
        ++column;
    }
    return -1;
}

QStringList titles(const MetricsTable& table) {
    QStringList all;
    for (int row = 0; row < table.model()->rowCount(); ++row) all += plain(table.model()->index(row, 0));
    return all;
}

}  // namespace

class TestMetricsTable : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void namesAreReadWhole() {
        MetricsTable table;
        table.resize(500, 200);
        std::vector<Outcome> all = outcomes();
        table.setOutcomes(all);
        table.show();
        all[2].title = "Interleaved 1F1B with many words, v = 4";
        table.setOutcomes(all);
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const QModelIndex name = table.model()->index(row, 0);
            QVERIFY(table.visualRect(name).width() >= table.sizeHintForIndex(name).width());
        }
    }

    void differencesStandFirst() {
        Scenario scenario = foundingScenario();
        References references;
        references.pin(scenario, outcomes());
        scenario.workload.comm = 30.0;
        std::vector<Outcome> now = outcomesOf(scenario);
        MetricsTable table;
        table.setOutcomes(now);
        const int columns = table.model()->columnCount();
        references.apply(scenario, now);
        table.setOutcomes(now);
        QCOMPARE(table.model()->columnCount(), columns + 4);
        // 1F1B: 3364 with hops of 4, 3780 with 30; 1 - 2400/3780 - (1 - 2400/3364) is 0.0785.
        QStringList cells;
        const QModelIndex row = table.model()->index(1, 0);
        for (int column = 0; column <= 5; ++column) cells << plain(row.siblingAtColumn(column));
        QCOMPARE(cells, QStringList({"1F1B", "pinned", "+416", "+7.9", QString::fromUtf8("±0"), "3780"}));
        const QModelIndex device = table.model()->index(0, 0, row);
        QVERIFY(device.siblingAtColumn(2).data().toString().isEmpty());
        QCOMPARE(device.siblingAtColumn(4).data().toString(), QString::fromUtf8("±0"));
        QVERIFY(device.siblingAtColumn(3).data().toString().isEmpty());
        for (int column = 1; column <= 4; ++column)
            QVERIFY(table.columnWidth(column) >= table.sizeHintForIndex(row.siblingAtColumn(column)).width());

        QVERIFY(table.toText().contains(QString::fromUtf8("1F1B\tpinned\t+416\t+7.9\t±0\t3780\t")));
        const QStringList csv = table.toCsv().split('\n');
        QVERIFY(
            csv[0].endsWith(",held_against,total_time_difference,bubble_difference,peak_activations_difference,error"));
        QVERIFY(csv[2].contains(",pinned,416,0.078"));
        references.unpin();
        references.apply(scenario, now);
        table.setOutcomes(now);
        QCOMPARE(table.model()->columnCount(), columns);
        QVERIFY(!table.toCsv().contains("held_against"));
    }

    void differencesFollowTheDefinition() {
        std::vector<Outcome> now = outcomes();
        Outcome other = now[0];
        now[1].reference = {Reference::Kind::Aligned, other.run, other.title};
        MetricsTable table;
        table.setOutcomes(now);
        const QModelIndex cell = table.model()->index(1, 3);
        QCOMPARE(cell.data().toString(), "+0.9");  // 964/3364 - 924/3324
        table.setBubble(Quantity::BubbleOverIdeal);
        QCOMPARE(cell.data().toString(), "+1.7");  // 964/2400 - 924/2400
        QCOMPARE(plain(cell.siblingAtColumn(1)), "GPipe");
        QVERIFY(table.model()->index(0, 2).data().toString().isEmpty());
    }

    // 1F1B: T = (8+3)*300 + 4*((16-6) + 6*(2-1)) = 3364 by model.md §7, work 2400 a device, bound 3324.
    void cells_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::newRow("total") << "total_time"
                               << "3364";
        QTest::newRow("of total: 1 - 2400/3364") << "bubble_ratio"
                                                 << "28.7%";
        QTest::newRow("over ideal: 964/2400") << "bubble_over_ideal"
                                              << "40.2%";
        QTest::newRow("nothing is recomputed") << "recompute_as_waste"
                                               << "28.7%";
        QTest::newRow("bound") << "lower_bound"
                               << "3324";
        QTest::newRow("over bound: 40/3324") << "over_bound"
                                             << "1.2%";
        QTest::newRow("device 0 holds D microbatches") << "peak_activations"
                                                       << "4";
        // Device d starts at 104 d: (0+104+208+312) / (4*3364).
        QTest::newRow("warm-up") << "idle_warmup"
                                 << "4.6%";
        // Device 0 ends last, device d 204 d earlier: (0+204+408+612) / (4*3364).
        QTest::newRow("cool-down") << "idle_cooldown"
                                   << "9.1%";
        // What is left of the bubble: 28.66 - 4.64 - 9.10.
        QTest::newRow("waiting") << "idle_waiting"
                                 << "14.9%";
    }
    void cells() {
        QFETCH(QString, key);
        QFETCH(QString, text);
        MetricsTable table;
        table.setOutcomes(outcomes());
        QCOMPARE(plain(table.model()->index(1, columnOf(key.toLatin1().constData()))), text);
    }

    /// Beside the number that a paper prints, of a run and of its devices.
    void whatPapersPrintIsTicked() {
        Scenario scenario = foundingScenario(4, 8, 0);
        publish(scenario, 0, "total_time", "3300");
        publish(scenario, 1, "total_time", "3400");
        publish(scenario, 1, "peak_activations", "4, 3, 2, 1");
        MetricsTable table;
        table.setOutcomes(outcomesOf(scenario));
        const auto cell = [&](int row, const char* key) { return plain(table.model()->index(row, columnOf(key))); };
        QCOMPARE(cell(0, "total_time"), "3300 ✓");
        QCOMPARE(cell(1, "total_time"), "3300, paper 3400");
        QCOMPARE(cell(1, "peak_activations"), "4");
        const QModelIndex gpipe = table.model()->index(1, 0);
        QCOMPARE(plain(table.model()->index(2, columnOf("peak_activations"), gpipe)), "2 ✓");
        QCOMPARE(cell(2, "total_time"), "2850");
        QVERIFY(table.toCsv().contains("1F1B,3300,"));
        const Outcome awaited = outcomeOf(scenario, 0, std::shared_ptr<const Run>());
        QVERIFY(awaited.isAwaited() && awaited.published.empty());
    }

    void devicesStandBeneath() {
        MetricsTable table;
        table.setOutcomes(outcomes());
        const QModelIndex schedule = table.model()->index(1, 0);
        QCOMPARE(table.model()->rowCount(schedule), 4);
        const auto cell = [&](int device, const char* key) {
            return plain(table.model()->index(device, columnOf(key), schedule));
        };
        QCOMPARE(plain(table.model()->index(2, 0, schedule)), QString("device 2"));
        QCOMPARE(cell(2, "total_time"), QString());  // that of all
        QCOMPARE(cell(2, "busy"), QString("2400"));
        QCOMPARE(cell(2, "idle_warmup"), QString("6.2%"));    // 208/3364
        QCOMPARE(cell(2, "peak_activations"), QString("2"));  // D - d
        QCOMPARE(cell(2, "longest_span_bubble"), QString());
    }

    void theCurrentDefinitionIsEmphasised() {
        MetricsTable table;
        table.setOutcomes(outcomes());
        const auto isBold = [&](const char* key) {
            return table.model()->index(1, columnOf(key)).data(Qt::FontRole).value<QFont>().weight() == QFont::DemiBold;
        };
        QVERIFY(isBold("bubble_ratio"));
        table.setBubble(Quantity::BubbleOverIdeal);
        QVERIFY(!isBold("bubble_ratio"));
        QVERIFY(isBold("bubble_over_ideal"));
    }

    void sorting() {
        MetricsTable table;
        table.setOutcomes(outcomes(7));
        const QStringList given = titles(table);
        QVERIFY(given[3].startsWith("Hanayo, 1 wave: needs a multiple of 4 microbatches"));
        table.sortByColumn(columnOf("total_time"), Qt::AscendingOrder);
        const QStringList up = titles(table);
        QCOMPARE(up[0], QString("ZB-H1"));
        QVERIFY(up[4].contains("needs"));  // the refused one below
        table.sortByColumn(columnOf("total_time"), Qt::DescendingOrder);
        const QStringList down = titles(table);
        QCOMPARE(down[3], QString("ZB-H1"));
        QVERIFY(down[4].contains("needs"));
        table.sortByColumn(-1, Qt::AscendingOrder);
        QCOMPARE(titles(table), given);
    }

    void clickingAHeaderSorts() {
        MetricsTable table;
        table.resize(1000, 300);
        table.show();
        table.setOutcomes(outcomes());
        QHeaderView* header = table.header();
        const int column = columnOf("total_time");
        const QPoint at(header->sectionViewportPosition(column) + 20, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(titles(table).front(), QString("ZB-H1"));  // 2748 is the least
    }

    void copiesAsText() {
        MetricsTable table;
        table.setOutcomes(outcomes(7));
        table.show();
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
        QCOMPARE(lines.size(), 7);  // header, five schedules, the end
        QVERIFY(lines[0].startsWith("Schedule\tTotal time, ms\tTime per microbatch, ms\tBubble of total\t"));
        QVERIFY(lines[1].startsWith("GPipe\t3024\t"));  // (7+3)*300 + 6*4
        QVERIFY(lines[4].contains("needs a multiple of 4 microbatches"));
        table.selectionModel()->select(table.model()->index(1, 0),
                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text().split('\n').size(), 3);
    }

    void csv() {
        MetricsTable table;
        table.setOutcomes(outcomes(7));
        table.sortByColumn(1, Qt::AscendingOrder);  // the file keeps the scenario's order
        const QStringList lines = table.toCsv().split('\n');
        QCOMPARE(lines.size(), 7);
        QVERIFY(lines[0].startsWith(
            "label,total_time,time_per_microbatch,bubble_ratio,bubble_over_ideal,longest_span_bubble,"
            "recompute_as_waste,lower_bound,"));
        const QStringList gpipe = lines[1].split(',');
        QCOMPARE(gpipe[0], QString("GPipe"));
        QCOMPARE(gpipe[1].toDouble(), 3024.0);
        QCOMPARE(gpipe[2].toDouble(), 3024.0 / 7);
        QCOMPARE(gpipe[3].toDouble(), 1 - 2100.0 / 3024);
        QVERIFY(lines[4].startsWith("\"Hanayo, 1 wave\",,,"));
        QVERIFY(lines[4].contains("needs a multiple of 4 microbatches, one per device"));
    }

    void rowsStayOpenWhileNumbersChange() {
        MetricsTable table;
        table.setOutcomes(outcomes(8));
        table.expand(table.model()->index(1, 0));
        table.setOutcomes(outcomes(16));
        QVERIFY(table.isExpanded(table.model()->index(1, 0)));
        QCOMPARE(plain(table.model()->index(0, 1)), QString("5724"));  // GPipe: (16+3)*300 + 24
    }

    void definitionsHaveSubscripts() {
        MetricsTable table;
        table.setOutcomes(outcomes(8));
        QStringList tips;
        for (int column = 0; column < table.model()->columnCount(); ++column)
            tips += table.model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY(tips.join(' ').contains(QStringLiteral("T<sub>tot</sub>")));
        QVERIFY(!tips.join(' ').contains(QStringLiteral("T_")));
    }
};

QTEST_MAIN(TestMetricsTable)

}  // namespace tst_metrics_table
#include "tst_metrics_table.moc"
