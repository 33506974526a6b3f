#include "widgets/panels/schedule_panel.h"

#include "widgets/kit/entry_list.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/device_table.h"
#include "widgets/panels/own_values.h"
#include "widgets/panels/param_slider.h"

#include "engine/entries/registry.h"
#include "tests/engine/scenarios.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_schedule_panel {

namespace {

struct Desk {
    Desk() {
        panel.resize(275, 240);
        panel.show();
        panel.setScenario(scenario);
        QObject::connect(&panel, &SchedulePanel::edited, &panel, [this](const ScenarioEdit& edit) {
            edits.push_back(edit);
            before.push_back(scenario);
            show(edit.after);
        });
    }
    void show(const Scenario& wanted) {
        scenario = wanted;
        panel.setScenario(scenario);
    }
    void undo() {
        show(before.back());
        before.pop_back();
    }
    QWidget* viewport() { return panel.view()->viewport(); }
    void clickBox(int row) { QTest::mouseClick(viewport(), Qt::LeftButton, {}, panel.view()->checkRect(row).center()); }
    QPoint nameAt(int row) { return panel.view()->checkRect(row).center() + QPoint(50, 0); }
    void key(int row, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        panel.view()->setCurrentIndex(panel.view()->model()->index(row, 0));
        panel.view()->setFocus();
        QTest::keyClick(panel.view(), key, modifiers);
    }
    /// "gpipe 1f1b (hanayo)": rows that are off in brackets, own chunks behind an equals sign.
    QString rows() const {
        QStringList words;
        for (const ScheduleRow& row : panel.rows()) {
            QString word = QString::fromStdString(row.entry.kind);
            if (row.entry.own.chunks) word += '=' + QString::number(*row.entry.own.chunks);
            words += row.isOn ? word : '(' + word + ')';
        }
        return words.join(' ');
    }
    QString kinds() const {
        QStringList words;
        for (const ScheduleEntry& entry : scenario.schedules) words += QString::fromStdString(entry.kind);
        return words.join(' ');
    }

    Scenario scenario = foundingScenario();
    std::vector<Scenario> before;
    std::vector<ScenarioEdit> edits;
    SchedulePanel panel;
};

}  // namespace

class TestSchedulePanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void uncheckingKeepsTheRow() {
        Desk desk;
        desk.clickBox(1);
        QCOMPARE(desk.kinds(), QString("gpipe interleaved-1f1b hanayo zb-h1"));
        QCOMPARE(desk.rows(), QString("gpipe (1f1b) interleaved-1f1b hanayo zb-h1"));
        desk.clickBox(1);
        QCOMPARE(desk.kinds(), QString("gpipe 1f1b interleaved-1f1b hanayo zb-h1"));
        QCOMPARE(desk.edits.size(), std::size_t(2));
    }

    void spaceChecks() {
        Desk desk;
        desk.key(4, Qt::Key_Space);
        QCOMPARE(desk.kinds(), QString("gpipe 1f1b interleaved-1f1b hanayo"));
    }

    void undoBringsTheRowBack() {
        Desk desk;
        desk.clickBox(2);
        desk.clickBox(3);
        QCOMPARE(desk.rows(), QString("gpipe 1f1b (interleaved-1f1b) (hanayo) zb-h1"));
        desk.undo();
        QCOMPARE(desk.rows(), QString("gpipe 1f1b (interleaved-1f1b) hanayo zb-h1"));
        desk.undo();
        QCOMPARE(desk.rows(), QString("gpipe 1f1b interleaved-1f1b hanayo zb-h1"));
    }

    void rowsThatAreOffStayInPlaceWhenTheListChanges() {
        Desk desk;
        desk.clickBox(1);
        Scenario other = desk.scenario;
        other.schedules.erase(other.schedules.begin() + 1);  // interleaved goes
        desk.show(other);
        QCOMPARE(desk.rows(), QString("gpipe (1f1b) hanayo zb-h1"));
        desk.panel.forgetUnchecked();
        QCOMPARE(desk.rows(), QString("gpipe hanayo zb-h1"));
    }

    void theLastOneMayGo() {
        Desk desk;
        for (int row = 0; row < 5; ++row) desk.clickBox(row);
        QVERIFY(desk.scenario.schedules.empty());
        QCOMPARE(desk.panel.rows().size(), std::size_t(5));
    }

    void reorderByKeys() {
        Desk desk;
        desk.key(3, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(desk.kinds(), QString("gpipe 1f1b hanayo interleaved-1f1b zb-h1"));
        QCOMPARE(desk.panel.view()->currentIndex().row(), 2);
        desk.key(0, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(desk.kinds(), QString("1f1b gpipe hanayo interleaved-1f1b zb-h1"));
        desk.key(0, Qt::Key_Up, Qt::AltModifier);  // at the top already
        QCOMPARE(desk.edits.size(), std::size_t(2));
    }

    void reorderByDragging_data() {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("over");
        QTest::addColumn<int>("below");  // pixels below the middle of `over`
        QTest::addColumn<QString>("kinds");
        QTest::newRow("first to the end") << 0 << 4 << 6 << "1f1b interleaved-1f1b hanayo zb-h1 gpipe";
        QTest::newRow("last to the top") << 4 << 0 << -6 << "zb-h1 gpipe 1f1b interleaved-1f1b hanayo";
        QTest::newRow("one down") << 1 << 2 << 6 << "gpipe interleaved-1f1b 1f1b hanayo zb-h1";
    }
    void reorderByDragging() {
        QFETCH(int, from);
        QFETCH(int, over);
        QFETCH(int, below);
        QFETCH(QString, kinds);
        Desk desk;
        const QPoint start = desk.nameAt(from), end = desk.nameAt(over) + QPoint(0, below);
        QTest::mousePress(desk.viewport(), Qt::LeftButton, {}, start);
        for (int step = 1; step <= 4; ++step) {
            const QPointF at = QPointF(start) + QPointF(end - start) * step / 4;
            QMouseEvent move(QEvent::MouseMove, at, desk.viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(desk.viewport(), &move);
        }
        QTest::mouseRelease(desk.viewport(), Qt::LeftButton, {}, end);
        QCOMPARE(desk.kinds(), kinds);
        QCOMPARE(desk.edits.size(), std::size_t(1));
    }

    void deleteRemoves() {
        Desk desk;
        desk.key(0, Qt::Key_Delete);
        QCOMPARE(desk.rows(), QString("1f1b interleaved-1f1b hanayo zb-h1"));
        desk.clickBox(0);
        const auto edits = desk.edits.size();
        desk.key(0, Qt::Key_Delete);  // off already: the scenario does not change
        QCOMPARE(desk.rows(), QString("interleaved-1f1b hanayo zb-h1"));
        QCOMPARE(desk.edits.size(), edits);
    }

    void rename() {
        Desk desk;
        const auto type = [&](const QString& text) {
            desk.key(3, Qt::Key_F2);
            auto* editor = desk.viewport()->findChild<QLineEdit*>();
            QVERIFY(editor);
            editor->selectAll();
            text.isEmpty() ? editor->clear() : QTest::keyClicks(editor, text);
            QTest::keyClick(editor, Qt::Key_Return);
            QCoreApplication::processEvents();  // the view takes it over in a queued call
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        type("Hanayo wave=1");
        QCOMPARE(QString::fromStdString(desk.scenario.schedules[3].label.value_or("")), QString("Hanayo wave=1"));
        type("");  // nothing: the title again
        QVERIFY(!desk.scenario.schedules[3].label);
        QCOMPARE(desk.edits.size(), std::size_t(2));
    }

    void doubleClickOnTheNameEdits() {
        Desk desk;
        QTest::mouseClick(desk.viewport(), Qt::LeftButton, {}, desk.nameAt(0));
        QTest::mouseDClick(desk.viewport(), Qt::LeftButton, {}, desk.nameAt(0));
        QVERIFY(desk.viewport()->findChild<QLineEdit*>());
    }

    void addMenuOffersEveryKind() {
        Desk desk;
        const auto actions = desk.panel.addMenu()->actions();
        QCOMPARE(std::size_t(actions.size()), generatedSchedules().size());
        for (QAction* action : actions) QVERIFY(!action->toolTip().isEmpty());
        const auto hanayo = std::find_if(actions.begin(), actions.end(),
                                         [](QAction* action) { return action->text() == QLatin1String("Hanayo"); });
        QVERIFY(hanayo != actions.end());
        (*hanayo)->trigger();
        QCOMPARE(desk.rows(), QString("gpipe 1f1b interleaved-1f1b hanayo zb-h1 hanayo=4"));
        (*hanayo)->trigger();
        QCOMPARE(*desk.scenario.schedules.back().own.chunks, 6);
        QVERIFY(checkScenario(desk.scenario).has_value());
    }

    void ownChunks() {
        Desk desk;
        const QPoint at = desk.panel.view()->variantRect(3).center();
        QTest::mouseClick(desk.viewport(), Qt::LeftButton, {}, at);
        OwnValues* own = desk.panel.ownValues();
        QVERIFY(own && own->isVisible());
        own->keys()->check("chunks")->click();
        QCOMPARE(desk.rows(), QString("gpipe 1f1b interleaved-1f1b hanayo=2 zb-h1"));
        QTest::keyClick(own->keys()->slider("chunks")->slider(), Qt::Key_Up);
        QTest::keyClick(own->keys()->slider("chunks")->slider(), Qt::Key_Up);
        QCOMPARE(*desk.scenario.schedules[3].own.chunks, 6);  // waves take two at a time
        QVERIFY(desk.edits[1].gesture > 0);                   // a burst of keys is one step
        QCOMPARE(desk.edits.back().gesture, desk.edits[1].gesture);
        QTest::keyClick(own, Qt::Key_Escape);
        QVERIFY(!own->isVisible());
    }

    /// By its dots, by Return, and from the menu.
    void ownValuesOpenForEverySchedule() {
        Desk desk;
        QTest::mouseClick(desk.viewport(), Qt::LeftButton, {}, desk.panel.view()->dotsRect(0).center());
        QVERIFY(desk.panel.ownValues() && desk.panel.ownValues()->isVisible());
        QCOMPARE(desk.panel.ownValues()->entry().kind, std::string("gpipe"));
        desk.panel.ownValues()->close();
        desk.key(1, Qt::Key_Return);
        QVERIFY(desk.panel.ownValues()->isVisible());
        QCOMPARE(desk.panel.ownValues()->entry().kind, std::string("1f1b"));
        desk.panel.ownValues()->keys()->check("recompute")->click();
        QCOMPARE(desk.scenario.schedules[1].own.recompute, std::optional(0.0));
        desk.undo();  // what is open follows
        QVERIFY(!desk.panel.ownValues()->keys()->check("recompute")->isChecked());
        desk.panel.ownValues()->close();
    }

    /// While a table of times is open the popup is not; it comes back with what was given there.
    void ownTimesOfSingleDevices() {
        Desk desk;
        desk.key(1, Qt::Key_Return);
        OwnValues* own = desk.panel.ownValues();
        own->keys()->check("forward")->click();
        emit own->keys()->slider("forward")->editorAsked();
        auto* table = desk.panel.findChild<DeviceTable*>();
        QVERIFY(table && !own->isVisible());
        table->timesView()->model()->setData(table->timesView()->model()->index(2, 0), "150");
        table->applyButton()->click();
        QVERIFY(desk.scenario.schedules[1].own.forward ==
                std::optional(PerDevice(std::vector<double>{100, 100, 150, 100})));
        QVERIFY(own->isVisible());
        QVERIFY(own->entry() == desk.scenario.schedules[1]);
        own->close();
    }

    /// A row that is off keeps what it is given until it comes back.
    void ownValuesOfARowThatIsOff() {
        Desk desk;
        desk.clickBox(1);
        desk.key(1, Qt::Key_Return);
        desk.panel.ownValues()->keys()->check("recompute")->click();
        QVERIFY(desk.panel.ownValues()->keys()->check("recompute")->isChecked());
        desk.panel.ownValues()->close();
        desk.clickBox(1);
        QCOMPARE(desk.scenario.schedules[1].own.recompute, std::optional(0.0));
    }

    void ownKeysAreShown() {
        Desk desk;
        Scenario scenario = desk.scenario;
        scenario.schedules[0].own.comm = 8.0;
        scenario.schedules[2].own.chunks = 4;
        scenario.schedules[2].own.recompute = 0.5;
        scenario.schedules[4].own.forward = std::vector<double>{1, 2, 3, 4};
        desk.show(scenario);
        const auto* model = static_cast<EntryModel*>(desk.panel.view()->model());
        const char* variants[] = {"", "", "v = 4", "1 wave", ""};
        const char* notes[] = {"T_C = 8\u202fms", "", "r = 0.5", "", "T_F = 1–4\u202fms"};
        for (int row = 0; row < 5; ++row) {
            QCOMPARE(model->item(row).variant, QString(variants[row]));
            QCOMPARE(model->item(row).note, QString::fromUtf8(notes[row]));
        }
        desk.panel.setDetermined({{"chunks", "x axis: 2, 4"}});
        QCOMPARE(model->item(2).variant, QString("v = 4"));
        QCOMPARE(model->item(3).variant, QString("v varies"));
    }

    void refusalsStandAtTheirRows() {
        Desk desk;
        desk.clickBox(0);  // gpipe off: entry 1 is the third row
        desk.panel.setRefusals({{}, "needs a multiple of 4 microbatches, one per device, has 7", {}, {}});
        const auto* model = static_cast<EntryModel*>(desk.panel.view()->model());
        QVERIFY(model->item(1).refusal.isEmpty());
        QVERIFY(model->item(2).refusal.startsWith("needs a multiple of 4 microbatches"));
        QVERIFY(
            model->data(model->index(2), Qt::ToolTipRole).toString().contains("needs a multiple of 4 microbatches"));
    }
};

QTEST_MAIN(TestSchedulePanel)

}  // namespace tst_schedule_panel
#include "tst_schedule_panel.moc"
