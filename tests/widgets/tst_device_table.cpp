#include "widgets/panels/device_table.h"

#include "widgets/kit/theme.h"
#include "widgets/panels/times_model.h"
#include "widgets/panels/workload_panel.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace bubblescope;

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
        QVERIFY(table.state().contains("longer than the whole backward"));
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
        QTest::newRow("more than there is room for") << "10\t20\n11\t21\n12\t22\n13\t23\n14\t24\n15\t25";
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
        QVERIFY(table.isOneComm()->isChecked());
        type(table.commView(), 0, 3, "5");
        QVERIFY(table.workload().comm == Comm(5.0));
        table.isOneComm()->click();
        type(table.commView(), 1, 2, "9");
        const auto matrix = std::get<1>(table.workload().comm);
        QCOMPARE(matrix[1][2], 9.0);
        QCOMPARE(matrix[2][1], 5.0);
        QVERIFY(!(table.commView()->model()->index(1, 1).flags() & Qt::ItemIsEditable));
        table.isOneComm()->click();  // the slowest link stands for all
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
        QVERIFY(table.workload().comm == Comm(511.0));  // the last one
        model->paste(model->index(0, 0), "0\t2\tfast\n4\t0\t5\n6\tslow");
        QVERIFY(table.workload().comm == Comm(6.0));
        QCOMPARE(model->badCells(), 1);  // a time after a bad cell mends it, as typing one does
        QCOMPARE(model->index(2, 1).data().toString(), QString("slow"));
    }

    void noMatrixWhereThereIsNone() {
        for (int devices : {1, 600}) {
            Workload workload;
            workload.devices = devices;
            DeviceTable table(workload, DeviceTable::Page::Communication);
            QVERIFY(!table.commView());
            QVERIFY(table.workload() == workload);
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
        QTest::mouseClick(panel.param("forward")->field(), Qt::LeftButton);  // "per device…"
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

namespace tst_device_table {
QTEST_MAIN(TestDeviceTable)
}
#include "tst_device_table.moc"
