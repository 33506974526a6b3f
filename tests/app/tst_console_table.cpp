// A table of values as lines of the console.

#include "app/console/console.h"

#include <QTest>

using namespace bubblescope;

namespace tst_console_table {

class TestConsoleTable : public QObject {
    Q_OBJECT

private slots:
    /// Titles end on one line, text is on the left where the column says so, and a refused row has only its name.
    void linesUp() {
        std::vector<TableColumn> columns{{.title = "step", .isLeft = true},
                                         {.title = "peak\nmemory\nof all"},
                                         {.title = "said", .isLeft = true, .isSaidOnce = true},
                                         {.title = "total\ntime", .isTime = true}};
        columns[1].written = [](const TablePlace&, double value) {
            return QString::number(value) + QString(QChar(0x202f)) + "GB";
        };
        Table table = valueTable(
            std::move(columns),
            {{"a", 1.5, "here", 12'000.0}, {"b", TableValue(), "here", 8'050.0}, {"no"}, {"c, long", 20.0, "there"}});
        scaleTimes(table, "ms");
        QCOMPARE(alignedRows(table), QString("               peak\n"
                                             "             memory           total\n"
                                             "step         of all  said   time, s\n"
                                             "a            1.5 GB  here     12.00\n"
                                             "b                 –            8.05\n"
                                             "no       cannot run\n"
                                             "c, long       20 GB  there        –\n"));
    }

    void withoutRows() {
        QCOMPARE(alignedRows(valueTable({{.title = "x"}, {.title = "of\ny"}}, {})), QString("   of\nx   y\n"));
    }

    void linesBreakBetweenWords() {
        const QString text = QStringLiteral("ZeRO-1 needs 81\u202fGB of 80\u202fGB");
        QCOMPARE(wrapped(text, 15, 2), "ZeRO-1 needs\n  81 GB of\n  80 GB");
        QCOMPARE(wrapped(text, 100, 2), "ZeRO-1 needs 81 GB of 80 GB");
    }

    void aSeriesOfNumbersAlone() {
        QCOMPARE(alignedRows(valueTable({{.title = "n"}}, {{1.0}, {12.0}})), QString(" n\n 1\n12\n"));
    }
};

QTEST_APPLESS_MAIN(TestConsoleTable)

}  // namespace tst_console_table
#include "tst_console_table.moc"
