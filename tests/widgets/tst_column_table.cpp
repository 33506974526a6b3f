// The table that all pages use: how rows are arranged, sorted, copied and written, for any columns.

#include "widgets/kit/column_table.h"
#include "widgets/kit/theme.h"

#include <QHeaderView>
#include <QTest>

using namespace bubblescope;

namespace tst_column_table {

namespace {

/// Mean, then three rows in two groups: "b" of 12 opens to two rows, "a" of 2.5, and one that is refused.
Table someTable() {
    static const QString kNames[] = {"mean", "b", "a", "c, why"};
    TableColumn name{"name", "Name", {}, [](const TablePlace& place) -> TableValue {
                         if (place.isBeneath()) return static_cast<double>(place.beneath);
                         return kNames[place.row];
                     }};
    name.isLeft = name.grows = true;
    TableColumn group{"group", "Group", "why",
                      [](const TablePlace& place) -> TableValue { return QString(place.row < 3 ? "first" : "last"); }};
    group.isSaidOnce = true;
    TableColumn number{"number", "A\nnumber", {}, [](const TablePlace& place) -> TableValue {
                           if (place.row == 3) return {};
                           return place.isBeneath() ? 1.0 : place.row == 0 ? 7.25 : place.row == 1 ? 12 : 2.5;
                       }};
    number.written = [](const TablePlace&, double value) { return QString::number(value) + QChar(0x202f) + "%"; };
    Table table{{name, group, number}, std::vector<TableRow>(4)};
    table.rows[0].isOfAll = table.rows[0].isBold = true;
    table.rows[1].beneath = 2;
    table.rows[3].isRefused = true;
    return table;
}

QStringList column(const ColumnTable& view, int at) {
    QStringList cells;
    for (int row = 0; row < view.model()->rowCount(); ++row) cells += view.model()->index(row, at).data().toString();
    return cells;
}

}  // namespace

class TestColumnTable : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void filesHoldRowsInFull() {
        QCOMPARE(csvText(someTable()), QString("name,group,number\nb,first,12\na,first,2.5\n\"c, why\",last,\n"));
    }

    /// A unit that comes later makes a heading longer, an emphasis wider.
    void headingsAreReadable() {
        ColumnTable view("some");
        view.resize(600, 200);
        view.show();
        Table table = someTable();
        view.setTable(table);
        table.columns[2].title = "A longer\nnumber, ms";
        table.columns[2].isEmphasised = true;
        view.setTable(table);
        for (int section = 0; section < 3; ++section)
            QVERIFY(view.columnWidth(section) >= view.header()->sectionSizeHint(section));
    }

    void copiedTextIsOnOneLineARow() {
        ColumnTable view("some");
        view.setTable(someTable());
        view.setCaption("all of it");
        QCOMPARE(view.toText(), QString("all of it\nName\tGroup\tA number\nmean\tfirst\t7.25 %\nb\tfirst\t12 %\n"
                                        "a\tfirst\t2.5 %\nc, why\n"));
        view.expand(view.model()->index(1, 0));
        view.selectionModel()->select(view.model()->index(1, 0),
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QCOMPARE(view.toText(), QString("Name\tGroup\tA number\nb\tfirst\t12 %\n"));
        view.clearSelection();
        QVERIFY(view.toText().contains("b\tfirst\t12 %\n0\tfirst\t1 %\n1\tfirst\t1 %\na\t"));
    }

    void aTextIsSaidOnce() {
        ColumnTable view("some");
        view.setTable(someTable());
        QCOMPARE(column(view, 1), QStringList({"first", "", "", "last"}));
    }

    void rowsThatStandApartStayThere() {
        ColumnTable view("some");
        view.setTable(someTable());
        view.sortByColumn(2, Qt::AscendingOrder);
        QCOMPARE(column(view, 0), QStringList({"mean", "a", "b", "c, why"}));
        view.sortByColumn(2, Qt::DescendingOrder);
        QCOMPARE(column(view, 0), QStringList({"mean", "b", "a", "c, why"}));
        QVERIFY(view.isFirstColumnSpanned(3, {}));
        view.sortByColumn(-1, Qt::AscendingOrder);
        QCOMPARE(column(view, 0), QStringList({"mean", "b", "a", "c, why"}));
    }

    void rowsStayOpenUnlessTheShapeChanges() {
        ColumnTable view("some");
        view.setTable(someTable());
        view.expand(view.model()->index(1, 0));
        view.setTable(someTable());
        QVERIFY(view.isExpanded(view.model()->index(1, 0)));
        Table other = someTable();
        other.rows[1].beneath = 3;
        view.setTable(std::move(other));
        QVERIFY(!view.isExpanded(view.model()->index(1, 0)));
        QCOMPARE(view.model()->rowCount(view.model()->index(1, 0)), 3);
    }

    void aUnitStandsBehindTheTitle() {
        QCOMPARE(titleWithUnit("Busy", "ms"), QString("Busy, ms"));
        QCOMPARE(titleWithUnit("Busy", {}), QString("Busy"));
    }
};

QTEST_MAIN(TestColumnTable)

}  // namespace tst_column_table
#include "tst_column_table.moc"
