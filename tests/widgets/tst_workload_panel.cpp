#include "widgets/panels/workload_panel.h"

#include "widgets/kit/flat_style.h"
#include "widgets/kit/fold.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/param_slider.h"

#include "engine/entries/resolve.h"
#include "engine/schemes/scheme.h"
#include "tests/widgets/reasons.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_workload_panel {

namespace {

/// A panel wired to itself as a document would: an edit is applied and shown.
struct Desk {
    explicit Desk(Workload workload = {}) {
        scenario.workload = std::move(workload);
        scenario.schedules = foundingSchedules();
        panel.resize(275, 560);
        panel.show();
        panel.setScenario(scenario);
        QObject::connect(&panel, &WorkloadPanel::edited, &panel, [this](const ScenarioEdit& edit) {
            edits.push_back(edit);
            scenario = edit.after;
            panel.setScenario(scenario);
        });
    }
    void type(const QString& key, const QString& text) {
        NumberField* field = panel.param(key)->field();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    const Workload& workload() const { return scenario.workload; }

    Scenario scenario;
    std::vector<ScenarioEdit> edits;
    WorkloadPanel panel;
};

}  // namespace

class TestWorkloadPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void typingSetsTheKey_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("value");
        QTest::newRow("MBS") << "microbatches"
                             << "24" << 24.0;
        QTest::newRow("T_F") << "forward"
                             << "120.5" << 120.5;
        QTest::newRow("T_B") << "backward"
                             << "180" << 180.0;
        QTest::newRow("T_W / T_B") << "weight_fraction"
                                   << "0.4" << 0.4;
        QTest::newRow("T_C") << "comm"
                             << "16" << 16.0;
        QTest::newRow("v") << "chunks"
                           << "4" << 4.0;
        QTest::newRow("r") << "recompute"
                           << "0.25" << 0.25;
        QTest::newRow("x") << "imbalance"
                           << "0.3" << 0.3;
    }
    void typingSetsTheKey() {
        QFETCH(QString, key);
        QFETCH(QString, typed);
        QFETCH(double, value);
        Desk desk;
        Workload expected = withNumber(Workload{}, Workload{}, key, value);
        desk.type(key, typed);
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QVERIFY(desk.workload() == expected);
        QCOMPARE(numberOf(desk.workload(), key), value);
        QVERIFY(!desk.edits[0].what.isEmpty());
        QCOMPARE(desk.edits[0].gesture, 0);
        QVERIFY(desk.edits[0].after.schedules == foundingSchedules());
    }

    void movingDevicesKeepsTheRatio() {
        Desk desk;
        QVERIFY(desk.panel.keepsRatio());
        desk.type("devices", "8");
        QCOMPARE(desk.edits.size(), std::size_t(1));  // both keys in one edit
        QCOMPARE(desk.workload().devices, 8);
        QCOMPARE(desk.workload().microbatches, 16);
        desk.panel.setKeepsRatio(false);
        desk.type("devices", "4");
        QCOMPARE(desk.workload().microbatches, 16);
    }

    void aRatioSurvivesRounding() {
        Workload workload;
        workload.devices = 3;
        workload.microbatches = 8;
        Desk desk(workload);
        // 8/3 a device: 2.67 and 10.67 round to 3 and 11, and back at 3 devices it is 8 again.
        for (const auto& [devices, microbatches] : {std::pair{1, 3}, {4, 11}, {3, 8}}) {
            desk.type("devices", QString::number(devices));
            QCOMPARE(desk.workload().microbatches, microbatches);
        }
    }

    void movingDevicesResizesLists() {
        Workload workload;
        workload.forward = std::vector<double>{90, 100, 110, 120};
        workload.comm = std::vector<std::vector<double>>(4, std::vector<double>(4, 3));
        Desk desk(workload);
        desk.type("devices", "6");
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QVERIFY(desk.workload().forward == PerDevice(std::vector<double>{90, 100, 100, 100, 110, 120}));
        QCOMPARE(std::get<1>(desk.workload().comm).size(), std::size_t(6));
        QVERIFY(checkScenario(desk.scenario).has_value());
    }

    void aSliderScalesAList() {
        Workload workload;
        workload.forward = std::vector<double>{50, 100, 25, 100};
        Desk desk(workload);
        ParamSlider* row = desk.panel.param("forward");
        QVERIFY(row->field()->isReadOnly());
        QCOMPARE(row->value(), 100.0);
        QTest::keyClick(row->slider(), Qt::Key_PageUp);
        QVERIFY(desk.workload().forward == PerDevice(std::vector<double>{100, 200, 50, 200}));
        QTest::keyClick(row->slider(), Qt::Key_PageDown);
        QVERIFY(desk.workload().forward == PerDevice(std::vector<double>{50, 100, 25, 100}));
        QCOMPARE(desk.edits[0].gesture, desk.edits[1].gesture);
    }

    void aDragThroughZeroKeepsAMatrix() {
        Workload workload;
        workload.comm = std::vector<std::vector<double>>{{0, 2, 8, 8}, {2, 0, 8, 8}, {8, 8, 0, 2}, {8, 8, 2, 0}};
        Desk desk(workload);
        SlimSlider* slider = desk.panel.param("comm")->slider();
        const double home = slider->position();
        const QPoint knob(qRound(slider->xOf(home)), 8);
        const auto drag = [&](double x) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x, 8), slider->mapToGlobal(QPointF(x, 8)), Qt::NoButton,
                             Qt::LeftButton, {});
            QCoreApplication::sendEvent(slider, &move);
        };
        QTest::mousePress(slider, Qt::LeftButton, {}, knob);
        drag(-50);
        QCOMPARE(numberOf(desk.workload(), "comm"), 0.0);
        drag(knob.x());
        QTest::mouseRelease(slider, Qt::LeftButton, {}, knob);
        const auto& matrix = std::get<1>(desk.workload().comm);
        const double largest = numberOf(desk.workload(), "comm");
        QVERIFY(std::abs(largest - 8) < 0.3);
        QVERIFY(std::abs(matrix[0][1] / largest - 0.25) < 1e-5);  // 2 of 8, as before
        QCOMPARE(desk.edits.front().gesture, desk.edits.back().gesture);
    }

    void commReachesTwiceTheForward() {
        Desk desk;
        QTest::keyClick(desk.panel.param("comm")->slider(), Qt::Key_End);
        QVERIFY(desk.workload().comm == Comm(200.0));
        desk.type("forward", "50");
        desk.type("comm", "0");
        QTest::keyClick(desk.panel.param("comm")->slider(), Qt::Key_End);
        QVERIFY(desk.workload().comm == Comm(100.0));
    }

    void anAbsoluteWeightHasItsOwnRow() {
        Desk desk;
        QVERIFY(desk.panel.param("weight")->isHidden());
        QVERIFY(!desk.panel.param("weight_fraction")->isHidden());
        Workload workload;
        workload.weight = 90.0;
        Desk other(workload);
        QVERIFY(!other.panel.param("weight")->isHidden());
        QVERIFY(other.panel.param("weight_fraction")->isHidden());
        other.type("weight", "80");
        QVERIFY(other.workload().weight == PerDevice(80.0));
        QCOMPARE(other.workload().weightFraction, 0.5);
    }

    void basisAndUnit() {
        Desk desk;
        auto* basis = desk.panel.findChild<SegmentedControl*>();
        QTest::mouseClick(basis->button(1), Qt::LeftButton);
        QVERIFY(desk.workload().timeBasis == TimeBasis::Chunk);
        auto* unit = static_cast<QComboBox*>(desk.panel.usual()->control("time_unit"));
        QCOMPARE(unit->currentText(), "ms");
        emit unit->activated(unit->findText("s"));
        QCOMPARE(desk.workload().timeUnit, std::string("s"));
        QVERIFY(desk.panel.param("forward")->field()->text().endsWith("s"));
        QCOMPARE(desk.edits.size(), std::size_t(2));
    }

    void showingAsksForNothing() {
        Desk desk;
        Scenario other = desk.scenario;
        other.workload = withDevices(other.workload, 16);
        other.workload.timeBasis = TimeBasis::Chunk;
        other.workload.timeUnit = "";
        other.workload.microbatches = 2048;
        other.workload.forward = std::vector<double>(16, 3.5);
        desk.panel.setScenario(other);
        QCOMPARE(desk.edits.size(), std::size_t(0));
        QCOMPARE(desk.panel.param("microbatches")->value(), 2048.0);
        QCOMPARE(desk.panel.param("devices")->field()->text(), QString("16"));
    }

    void whatDeterminesAKeyStandsInItsPlace() {
        Desk desk;
        desk.panel.setDetermined({{"microbatches", "= 2*D"}, {"weight", "= T_B/3"}});
        const ParamSlider* row = desk.panel.param("microbatches");
        QVERIFY(row->isDetermined() && row->slider()->isHidden() && row->field()->isHidden());
        for (QAbstractButton* button : row->findChildren<QAbstractButton*>()) QVERIFY(button->isHidden());
        QVERIFY(desk.panel.param("weight")->isVisible() && desk.panel.param("weight_fraction")->isHidden());
        desk.type("devices", "8");
        QCOMPARE(desk.workload().microbatches, 8);  // the lock is out of reach, and out of force
        desk.panel.setDetermined({});
        QVERIFY(!row->isDetermined() && row->slider()->isVisible() && row->field()->isVisible());
        QVERIFY(desk.panel.param("weight")->isHidden());
        desk.type("devices", "4");
        QCOMPARE(desk.workload().microbatches, 4);
        QCOMPARE(desk.edits.size(), std::size_t(2));
    }

    void theMemoryLimitIsOptional() {
        Desk desk;
        ParamSlider* limit = desk.panel.param("memory_limit");
        QVERIFY(!desk.panel.usual()->check("memory_limit")->isChecked() && limit->isDetermined());
        desk.panel.usual()->check("memory_limit")->click();
        QCOMPARE(desk.workload().memoryLimit, std::optional(4.0));  // D
        QVERIFY(!limit->isDetermined());
        desk.type("memory_limit", "6.5");
        QCOMPARE(desk.workload().memoryLimit, std::optional(6.5));
        desk.panel.usual()->check("memory_limit")->click();
        QCOMPARE(desk.workload().memoryLimit, std::nullopt);
        QCOMPARE(desk.edits.size(), std::size_t(3));
    }

    void theTimeOfPairsIsOptional() {
        Desk desk;
        desk.panel.more()->setOpen(true);
        ParamSlider* pair = desk.panel.param("forward_backward");
        QVERIFY(!desk.panel.rare()->check("forward_backward")->isChecked() && pair->isDetermined());
        desk.panel.rare()->check("forward_backward")->click();
        QVERIFY(desk.workload().forwardBackward == std::optional(PerDevice(300.0)));  // T_F + T_B
        QVERIFY(!pair->isDetermined());
        desk.type("forward_backward", "240");
        QVERIFY(desk.workload().forwardBackward == std::optional(PerDevice(240.0)));
        desk.panel.rare()->check("forward_backward")->click();
        QVERIFY(!desk.workload().forwardBackward);
        QCOMPARE(desk.edits.size(), std::size_t(3));
    }

    void sendsBlockAtATick() {
        Desk desk;
        desk.panel.more()->setOpen(true);
        QVERIFY(desk.panel.sendsBlock()->isVisible() && !desk.panel.sendsBlock()->isChecked());
        desk.panel.sendsBlock()->click();
        QVERIFY(desk.workload().send == Send::Blocking);
        desk.panel.sendsBlock()->click();
        QVERIFY(desk.workload().send == Send::Async);
        QCOMPARE(desk.edits.size(), std::size_t(2));
    }

    void rareKeysAreFoldedAway() {
        Desk desk;
        QVERIFY(!desk.panel.more()->isOpen());
        QVERIFY(!desk.panel.param("recompute_keep")->isVisible());
        desk.panel.more()->setOpen(true);
        QVERIFY(desk.panel.param("recompute_keep")->isVisible());
        desk.type("recompute_keep", "0.25");
        QCOMPARE(desk.workload().recomputeKeep, 0.25);
    }

    /// What a split backward keeps stands beside its weight half.
    void heldShareStandsBelowTheWeightHalf() {
        Desk desk;
        ParamSlider *held = desk.panel.param("weight_hold"), *share = desk.panel.param("weight_fraction");
        QVERIFY(held->isVisible());
        QVERIFY(held->y() > share->y() && held->y() < desk.panel.param("comm")->y());
        desk.type("weight_hold", "0.5");
        QCOMPARE(desk.workload().weightHold, 0.5);
    }

    void movingDevicesTakesOwnListsAlong() {
        Desk desk;
        desk.scenario.schedules[1].own.forward = std::vector<double>{90, 100, 110, 120};
        desk.panel.setScenario(desk.scenario);
        desk.type("devices", "6");
        QVERIFY(checkScenario(desk.scenario));
        QVERIFY(desk.scenario.schedules[1].own.forward == PerDevice(std::vector<double>{90, 100, 100, 100, 110, 120}));
        QCOMPARE(desk.edits.size(), std::size_t(1));
    }

    void endsOfTheModel() {
        Desk desk;
        desk.panel.more()->setOpen(true);
        const ParameterForm& rare = *desk.panel.rare();
        const auto field = [&](int which) { return qobject_cast<NumberField*>(rare.control("head", which)); };
        const auto type = [&](int which, const QString& text) {
            field(which)->setFocus();
            field(which)->selectAll();
            QTest::keyClicks(field(which), text);
            QTest::keyClick(field(which), Qt::Key_Return);
        };
        type(0, "40");
        type(1, "80");
        QVERIFY(desk.workload().head == (StageTimes{40, 80}));
        QVERIFY(desk.workload().embedding == StageTimes());
        type(1, "much");
        QVERIFY(!rare.error("head").isEmpty() && isMarked(field(1)));
        QVERIFY(desk.workload().head == (StageTimes{40, 80}));
        type(1, "60");
        QVERIFY(rare.error("head").isEmpty() && desk.workload().head == (StageTimes{40, 60}));
        QCOMPARE(desk.edits.size(), std::size_t(3));
    }

    void listsShowTheirLeastAndMost() {
        Workload workload;
        workload.forward = std::vector<double>{90, 100, 110.5, 100};
        workload.comm = NodeLinks{2, 1, 9};
        Desk desk(workload);
        QCOMPARE(desk.panel.param("forward")->field()->text(), QString::fromUtf8("90–110.5"));
        QCOMPARE(desk.panel.param("comm")->field()->text(), QString::fromUtf8("1–9"));
        desk.panel.param("comm")->slider()->setFocus();
        emit desk.panel.param("comm")->valueEdited(18, 0);  // scales both
        QVERIFY(desk.workload().comm == Comm(NodeLinks{2, 2, 18}));
    }

    void whatSchemesDoNotUseIsSaid() {
        Desk desk;
        QVERIFY(desk.panel.note().isEmpty());
        Scheme scheme;
        scheme.kind = "ddp";
        desk.scenario.schedules = {entryOf(scheme)};
        desk.panel.setScenario(desk.scenario);
        QVERIFY(desk.panel.note().contains("Placement schemes ignore these values"));
        scheme.workloadTimes = true;
        desk.scenario.schedules = {entryOf(scheme)};
        desk.panel.setScenario(desk.scenario);
        QVERIFY(desk.panel.note().contains("use only the times"));
        desk.scenario.schedules.push_back({"gpipe", {}, {}});
        desk.panel.setScenario(desk.scenario);
        QVERIFY(desk.panel.note().isEmpty());
    }

    void valuesThatWouldDoAreOffered() {
        Desk desk;
        desk.panel.setErrors({{"microbatches", "needs a multiple of 8"}}, {{"microbatches", {16, 24}}});
        const ParamSlider* row = desk.panel.param("microbatches");
        desk.panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&desk.panel));
        row->field()->setFocus();
        ReasonBalloon* label = nullptr;
        for (ReasonBalloon* each : desk.panel.findChildren<ReasonBalloon*>())
            if (&each->field() == row) label = each;
        QTRY_VERIFY(label && label->isVisible());
        QVERIFY2(label->text().contains(">16</a> or <a href=\"24\">24</a>"), qPrintable(label->text()));
        emit label->linkActivated("24");
        QCOMPARE(desk.workload().microbatches, 24);
        QCOMPARE(desk.edits.size(), std::size_t(1));
    }

    void anErrorMovesNoField() {
        Desk desk;
        desk.panel.more()->setOpen(true);
        QCoreApplication::processEvents();
        const auto places = placesOfFields(desk.panel);
        QVERIFY(places.size() > 15);
        desk.panel.setErrors({{"microbatches", "needs a multiple of 8, of which there are\nmore than one line"},
                              {"chunks", "Hanayo needs an even number"}},
                             {{"microbatches", {16, 24}}});
        desk.type("forward", "-");
        auto* const head = qobject_cast<NumberField*>(desk.panel.rare()->control("head"));
        head->setFocus();
        QTest::keyClicks(head, "x");
        QTest::keyClick(head, Qt::Key_Return);
        QCoreApplication::processEvents();
        QVERIFY(placesOfFields(desk.panel) == places);
        QVERIFY(!desk.panel.rare()->error("head").isEmpty());
        QVERIFY(!desk.panel.param("forward")->error().isEmpty());
    }

    void errorsStandAtTheirFields() {
        Desk desk;
        desk.panel.setErrors({{"chunks", "Hanayo needs an even number"}});
        QCOMPARE(desk.panel.param("chunks")->error(), QString("Hanayo needs an even number"));
        QVERIFY(desk.panel.param("devices")->error().isEmpty());
        desk.panel.setErrors({});
        QVERIFY(desk.panel.param("chunks")->error().isEmpty());
    }
};

QTEST_MAIN(TestWorkloadPanel)

}  // namespace tst_workload_panel
#include "tst_workload_panel.moc"
