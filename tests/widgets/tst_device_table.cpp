#include "widgets/panels/device_table.h"

#include "tests/widgets/reasons.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/times_model.h"
#include "widgets/panels/workload_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_device_table {

namespace {

Workload lists() {
    Workload workload;  // D 4
    workload.forward = std::vector<double>{90, 100, 110, 100};
    return workload;
}

void type(QTableView* view, int row, int column, const QString& text) {
    view->model()->setData(view->model()->index(row, column), text);
}

/// Presses Ctrl and a key in a cell; shortcuts need an active window.
void press(DeviceTable& table, int row, int column, Qt::Key key) {
    table.show();
    table.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&table));
    QTableView* view = table.timesView();
    view->selectionModel()->setCurrentIndex(view->model()->index(row, column), QItemSelectionModel::ClearAndSelect);
    view->setFocus();
    QTest::keyClick(view, key, Qt::ControlModifier);
}

void pasteAtTop(DeviceTable& table, const QString& text) {
    QGuiApplication::clipboard()->setText(text);
    press(table, 0, 0, Qt::Key_V);
}

}  // namespace

class TestDeviceTable : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void nothingChangesByLooking() {
        Workload full = lists();
        full.weight = std::vector<double>{80, 80, 90, 80};
        full.comm = std::vector<std::vector<double>>(4, std::vector<double>(4, 2));
        for (const Workload& workload : {Workload{}, lists(), full}) {
            DeviceTable table(workload);
            QVERIFY(table.workload() == workload);
            QVERIFY(table.applyButton()->isEnabled());
        }
    }

    void aCellOfAList() {
        DeviceTable table(lists());
        type(table.timesView(), 2, 0, "120.5");
        QVERIFY(table.workload().forward == PerDevice(std::vector<double>{90, 100, 120.5, 100}));
    }

    void typingIntoTheTable() {
        DeviceTable table(lists());
        table.show();
        table.timesView()->setCurrentIndex(table.timesView()->model()->index(1, 0));
        table.timesView()->setFocus();
        QTest::keyClick(table.timesView(), Qt::Key_7);
        auto* editor = table.timesView()->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->setText("75");
        QTest::keyClick(editor, Qt::Key_Return);
        QCoreApplication::processEvents();
        QVERIFY(table.workload().forward == PerDevice(std::vector<double>{90, 75, 110, 100}));
    }

    /// What is typed as soon as the dialog is there is the first time of what was asked for.
    void itOpensInTheFirstCell_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("column");
        QTest::newRow("the button beside T_F") << "forward" << 0;
        QTest::newRow("the button beside T_B") << "backward" << 1;
        QTest::newRow("the button beside T_W") << "weight" << 2;
    }

    void itOpensInTheFirstCell() {
        QFETCH(QString, key);
        QFETCH(int, column);
        WorkloadPanel panel;
        panel.show();
        DeviceTable table(Workload{}, DeviceTable::Page::Computation, &panel);
        table.letDiffer(key);
        table.open();
        QVERIFY(QTest::qWaitForWindowActive(&table));
        QTableView* view = table.timesView();
        QVERIFY(view->hasFocus());
        QCOMPARE(view->currentIndex(), view->model()->index(0, column));
        QVERIFY(view->selectionModel()->isSelected(view->currentIndex()));
        for (const char digit : {'9', '0'})
            QTest::keyClick(QApplication::focusWidget(), digit);  // the first opens a field
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCoreApplication::processEvents();
        QVERIFY(table.isVisible());
        QCOMPARE(view->model()->index(0, column).data().toString(), "90");
        QCOMPARE(view->currentIndex(), view->model()->index(1, column));
        QVERIFY(view->hasFocus());
    }

    void aMistakeMovesNothing() {
        DeviceTable table(lists());
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        const auto places = placesOfFields(table);
        QVERIFY(places.size() > 5);
        type(table.timesView(), 1, 0, "fast");
        type(table.timesView(), 2, 1, "a time that nobody has ever seen");
        QCoreApplication::processEvents();
        QVERIFY(!table.state().isEmpty());
        // Apply alone is another: it cannot be pressed.
        QVERIFY(placesOfFields(table) == places);
    }

    void theSameForAll() {
        DeviceTable table(lists());
        QVERIFY(!table.isOne(0)->isChecked());
        table.isOne(0)->click();  // all take the first device's
        QVERIFY(table.workload().forward == PerDevice(90.0));
        type(table.timesView(), 3, 0, "70");  // any cell is the cell of all
        QVERIFY(table.workload().forward == PerDevice(70.0));
        table.isOne(1)->click();
        QVERIFY(table.workload().backward == PerDevice(std::vector<double>(4, 200.0)));
    }

    void aBadCellSaysSo() {
        DeviceTable table(lists());
        type(table.timesView(), 1, 0, "fast");
        QCOMPARE(table.timesView()->model()->index(1, 0).data().toString(), QString("fast"));
        QVERIFY(!table.applyButton()->isEnabled());
        QVERIFY(!table.state().isEmpty());
        type(table.timesView(), 1, 0, "-4");
        QVERIFY(!table.applyButton()->isEnabled());
        type(table.timesView(), 1, 0, "4");
        QVERIFY(table.applyButton()->isEnabled());
    }

    void aWeightHalfLongerThanTheBackwardIsRefused() {
        DeviceTable table(lists());
        table.isShare()->click();
        type(table.timesView(), 0, 2, "900");
        QVERIFY(!table.applyButton()->isEnabled());
        QVERIFY(table.state().contains("exceeds the whole backward"));
    }

    void theShareFollowsTheBackward() {
        DeviceTable table(lists());
        type(table.timesView(), 0, 1, "300");  // one for all
        QCOMPARE(table.timesView()->model()->index(2, 2).data().toString(), QString("150"));
        QVERIFY(!table.workload().weight);
        table.isShare()->click();
        QVERIFY(table.workload().weight.has_value());
        QCOMPARE(at(*table.workload().weight, 2), 150.0);
    }

    void pasting_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("tabs, as spreadsheets give") << "10\t20\n11\t21\n12\t22\n13\t23\n";
        QTest::newRow("commas") << "10,20\r\n11, 21\r\n12,22\r\n13,23";
        QTest::newRow("under headings") << "Forward\tBackward\n10\t20\n11\t21\n12\t22\n13\t23\n";
        QTest::newRow("with headings on both sides")
            << "\tForward\tBackward\ndevice 0\t10\t20\ndevice 1\t11\t21\ndevice 2\t12\t22\ndevice 3\t13\t23\n";
    }
    void pasting() {
        QFETCH(QString, text);
        Workload workload = lists();
        workload.backward = std::vector<double>(4, 200.0);
        DeviceTable table(workload);
        pasteAtTop(table, text);
        QVERIFY(table.workload().forward == PerDevice(std::vector<double>{10, 11, 12, 13}));
        QVERIFY(table.workload().backward == PerDevice(std::vector<double>{20, 21, 22, 23}));
    }

    void whatDoesNotFitIsRefusedWithTheSizes() {
        DeviceTable table(lists());
        pasteAtTop(table, "10\t20\n11\t21\n12\t22\n13\t23\n14\t24");
        QVERIFY(table.workload() == lists());
        QVERIFY2(table.refusal().contains(QString::fromUtf8("5 × 2")) &&
                     table.refusal().contains(QString::fromUtf8("4 × 3")),
                 qPrintable(table.refusal()));
        QVERIFY(table.applyButton()->isEnabled());
        type(table.timesView(), 0, 0, "91");
        QVERIFY(table.refusal().isEmpty());
    }

    /// Different backwards cannot be the same for all.
    void differentTimesEndTheSameForAll() {
        DeviceTable table(lists());
        QVERIFY(table.isOne(1)->isChecked());
        pasteAtTop(table, "10\t20\n11\t21\n12\t22\n13\t23");
        QVERIFY(!table.isOne(1)->isChecked());
        QVERIFY(table.workload().backward == PerDevice(std::vector<double>{20, 21, 22, 23}));
        QVERIFY(!table.workload().weight);
        DeviceTable same(lists());
        pasteAtTop(same, "10\t20\n11\t20\n12\t20\n13\t20");
        QVERIFY(same.isOne(1)->isChecked());
        QVERIFY(same.workload().backward == PerDevice(20.0));
    }

    void pastedWeightsEndTheShare() {
        DeviceTable table(lists());
        pasteAtTop(table, "10\t20\t5\n11\t21\t5\n12\t22\t5\n13\t23\t6");
        QVERIFY(!table.isShare()->isChecked() && table.isOne(2)->isEnabled() && !table.isOne(2)->isChecked());
        QVERIFY(table.workload().weight == std::optional(PerDevice(std::vector<double>{5, 5, 5, 6})));
    }

    void aMatrixLandsWhereItBelongs_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("column");
        const QString whole = "0\t1\t2\t3\n4\t0\t5\t6\n7\t8\t0\t9\n10\t11\t12\t0\n";
        QTest::newRow("from the first cell") << whole << 0;
        QTest::newRow("from the first cell that is edited") << whole << 1;
        QTest::newRow("an empty diagonal") << QString("\t1\t2\t3\n4\t\t5\t6\n7\t8\t\t9\n10\t11\t12\t\n") << 0;
        QTest::newRow("under headings") << "to 0\tto 1\tto 2\tto 3\n" + whole << 0;
        QTest::newRow("as it is copied") << QString("from/to,0,1,2,3\na,0,1,2,3\nb,4,0,5,6\nc,7,8,0,9\nd,10,11,12,0")
                                                .replace("from/to,0,1,2,3", "x,a,b,c,d")
                                         << 0;
    }
    void aMatrixLandsWhereItBelongs() {
        QFETCH(QString, text);
        QFETCH(int, column);
        Workload workload;
        workload.comm = 3.0;
        DeviceTable table(workload, DeviceTable::Page::Communication);
        auto* model = static_cast<TimesModel*>(table.commView()->model());
        QVERIFY(model->index(0, 0).flags() & Qt::ItemIsSelectable);
        QCOMPARE(model->paste(model->index(0, column), text), QString());
        QCOMPARE(table.links()->chosen(), 2);
        const auto pasted = std::get<1>(table.workload().comm);
        QCOMPARE(pasted[0][1], 1.0);
        QCOMPARE(pasted[1][2], 5.0);
        QCOMPARE(pasted[3], (std::vector<double>{10, 11, 12, pasted[3][3]}));
        QVERIFY(!model->paste(model->index(1, 1), "1\t2\t3\t4").isEmpty());
        QVERIFY(std::get<1>(table.workload().comm) == pasted);
    }

    /// A cell that holds no number is no heading.
    void whatIsNoHeadingStays_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("second");  // of the column
        QTest::newRow("a mistyped first cell") << "12x\n10\n11\n12"
                                               << "10";
        QTest::newRow("an empty first cell") << "\n10\n11\n12"
                                             << "10";
        QTest::newRow("a word over as many") << "Forward\n9\n10\n11\n12"
                                             << "10";
    }
    void whatIsNoHeadingStays() {
        QFETCH(QString, text);
        QFETCH(QString, second);
        DeviceTable table(lists());
        auto* model = static_cast<TimesModel*>(table.timesView()->model());
        QCOMPARE(model->paste(model->index(0, 0), text), QString());
        QCOMPARE(model->index(1, 0).data().toString(), second);
        QCOMPARE(model->index(3, 0).data().toString(), QString("12"));
    }

    void aColumnOfTheMatrixComesBackWhereItWas() {
        Workload workload;
        workload.comm = std::vector<std::vector<double>>{{0, 1, 2, 3}, {4, 0, 5, 6}, {7, 8, 0, 9}, {10, 11, 12, 0}};
        DeviceTable table(workload, DeviceTable::Page::Communication);
        auto* model = static_cast<TimesModel*>(table.commView()->model());
        QCOMPARE(model->paste(model->index(0, 0), "\n40\n70\n100"), QString());
        const auto pasted = std::get<1>(table.workload().comm);
        QCOMPARE(pasted[1][0], 40.0);
        QCOMPARE(pasted[3][0], 100.0);
    }

    void enterGoesDown() {
        DeviceTable table(lists());
        table.show();
        table.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&table));
        QTableView* view = table.timesView();
        QVERIFY(view->hasFocus());
        QTest::keyClick(view, Qt::Key_7);
        QTest::keyClick(view->viewport()->findChild<QLineEdit*>(), Qt::Key_Return);
        QCoreApplication::processEvents();
        QCOMPARE(view->currentIndex(), view->model()->index(1, 0));
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(view->currentIndex(), view->model()->index(2, 0));
        QVERIFY(table.isVisible());
        QVERIFY(table.workload().forward == PerDevice(std::vector<double>{7, 100, 110, 100}));
    }

    void anErrorNamesItsCell() {
        DeviceTable table(lists());
        type(table.timesView(), 2, 0, "fast");
        QVERIFY2(table.state().startsWith("Forward of device 2"), qPrintable(table.state()));
        type(table.timesView(), 2, 0, "1");
        table.isShare()->click();
        type(table.timesView(), 3, 2, "900");
        QVERIFY2(table.state().contains("device 3"), qPrintable(table.state()));
    }

    void linksByNodeStayUnlessTheyAreChanged() {
        Workload workload;
        workload.comm = NodeLinks{2, 1, 9};
        DeviceTable table(workload, DeviceTable::Page::Communication);
        QVERIFY(table.workload() == workload);
        const auto* model = table.commView()->model();
        QCOMPARE(model->index(1, 2).data().toString(), QString("9"));
        QVERIFY(!(model->index(1, 2).flags() & Qt::ItemIsEditable));
        table.node(2)->setText("12.5");
        QCOMPARE(model->index(1, 2).data().toString(), QString("12.5"));
        QVERIFY(table.workload().comm == Comm(NodeLinks{2, 1, 12.5}));
        table.node(0)->setText("0");
        QVERIFY2(table.state().contains("Devices per node"), qPrintable(table.state()));
        QVERIFY(isMarked(table.node(0)) && !table.applyButton()->isEnabled());
        table.node(0)->setText("3");
        QVERIFY(table.applyButton()->isEnabled());
        table.links()->button(2)->click();  // begins with what the nodes were
        type(table.commView(), 0, 1, "2");
        QCOMPARE(std::get<1>(table.workload().comm)[0], (std::vector<double>{0, 2, 1, 12.5}));
    }

    void germanColumn() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        DeviceTable table(lists());
        pasteAtTop(table, "10,5\n11,5\n12\n13");
        QLocale::setDefault(QLocale::c());
        QVERIFY(table.workload().forward == PerDevice(std::vector<double>{10.5, 11.5, 12, 13}));
    }

    void fillDownASelection() {
        DeviceTable table(lists());
        press(table, 0, 0, Qt::Key_A);  // Ctrl+A: everything
        QTest::keyClick(table.timesView(), Qt::Key_D, Qt::ControlModifier);
        QVERIFY(table.workload().forward == PerDevice(std::vector<double>(4, 90.0)));
    }

    void fillDown() {
        DeviceTable table(lists());
        press(table, 1, 0, Qt::Key_D);
        QVERIFY(table.workload().forward == PerDevice(std::vector<double>{90, 100, 100, 100}));
    }

    void theMatrix() {
        Workload workload;
        workload.comm = 3.0;
        DeviceTable table(workload, DeviceTable::Page::Communication);
        QCOMPARE(table.links()->chosen(), 0);
        type(table.commView(), 0, 3, "5");
        QVERIFY(table.workload().comm == Comm(5.0));
        table.links()->button(2)->click();
        type(table.commView(), 1, 2, "9");
        const auto matrix = std::get<1>(table.workload().comm);
        QCOMPARE(matrix[1][2], 9.0);
        QCOMPARE(matrix[2][1], 5.0);
        QVERIFY(!(table.commView()->model()->index(1, 1).flags() & Qt::ItemIsEditable));
        table.links()->button(0)->click();  // the slowest link stands for all
        QVERIFY(table.workload().comm == Comm(9.0));
    }

    void pastingAMatrixWhereAllLinksAreTheSame() {
        Workload workload;
        workload.devices = kMaxMatrixDevices;  // 262,144 cells, each of which stands for all
        DeviceTable table(workload, DeviceTable::Page::Communication);
        QString text;
        for (int from = 0; from < workload.devices; ++from) {
            for (int to = 0; to < workload.devices; ++to) text += QString::number(from) + '\t';
            text.back() = '\n';
        }
        auto* model = static_cast<TimesModel*>(table.commView()->model());
        model->paste(model->index(0, 0), text);
        QCOMPARE(std::get<1>(table.workload().comm)[511][0], 511.0);
        table.links()->button(0)->click();
        QVERIFY(table.workload().comm == Comm(511.0));
        model->paste(model->index(0, 0), "0\t6\tfast\n6\t0\t6\n6\tslow");
        QCOMPARE(model->badCells(), 2);
        QCOMPARE(model->index(2, 1).data().toString(), QString("slow"));
    }

    void noMatrixWhereThereIsNone() {
        Workload workload;
        workload.devices = 1;
        DeviceTable one(workload, DeviceTable::Page::Communication);
        QVERIFY(!one.commView());
        QVERIFY(one.workload() == workload);
        workload.devices = 600;
        for (const Comm& comm : {Comm(3.0), Comm(NodeLinks{8, 1, 5})}) {
            workload.comm = comm;
            DeviceTable many(workload, DeviceTable::Page::Communication);
            QVERIFY(many.commView()->isHidden() && !many.links()->button(2));
            QVERIFY(many.workload() == workload);
            many.links()->button(1)->click();
            many.node(2)->setText("9");
            QCOMPARE(std::get<NodeLinks>(many.workload().comm).between, 9.0);
        }
    }

    void singleValuesCanBeTypedAtOnce() {
        Workload workload;
        workload.comm = 4.0;
        for (const char* key : {"forward", "backward", "weight_fraction", "comm"}) {
            DeviceTable table(workload);
            table.letDiffer(key);
            QVERIFY2(table.workload() == workload, "looking changes nothing");
        }
        DeviceTable table(workload);
        table.letDiffer("forward");
        type(table.timesView(), 0, 0, "50");
        QVERIFY(table.workload().forward == PerDevice(std::vector<double>{50, 100, 100, 100}));
        QVERIFY(table.workload().backward == workload.backward);
        DeviceTable weights(workload);
        weights.letDiffer("weight_fraction");
        type(weights.timesView(), 3, 2, "90");
        QVERIFY(weights.workload().weight == std::optional(PerDevice(std::vector<double>{100, 100, 100, 90})));
    }

    void thePanelAppliesItAsOneEdit() {
        WorkloadPanel panel;
        Scenario scenario;
        scenario.workload = lists();
        panel.setScenario(scenario);
        panel.show();
        std::vector<ScenarioEdit> edits;
        connect(&panel, &WorkloadPanel::edited, this, [&](const ScenarioEdit& edit) { edits.push_back(edit); });
        QTest::mouseClick(panel.param("forward")->field(), Qt::LeftButton);  // "90–110"
        auto* table = panel.findChild<DeviceTable*>();
        QVERIFY(table);
        type(table->timesView(), 0, 0, "95");
        type(table->timesView(), 0, 1, "210");
        QTest::mouseClick(table->applyButton(), Qt::LeftButton);
        QCOMPARE(edits.size(), std::size_t(1));
        QVERIFY(edits[0].after.workload.forward == PerDevice(std::vector<double>{95, 100, 110, 100}));
        QVERIFY(edits[0].after.workload.backward == PerDevice(210.0));
    }
};

QTEST_MAIN(TestDeviceTable)

}  // namespace tst_device_table
#include "tst_device_table.moc"
