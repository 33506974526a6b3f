#include "widgets/panels/own_values.h"

#include "widgets/kit/link_button.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/device_table.h"
#include "widgets/panels/param_slider.h"

#include "engine/entries/registry.h"
#include "engine/schemes/scheme.h"
#include "tests/engine/scenarios.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_own_values {

namespace {

/// A popup wired to itself as the list of schedules would.
struct Desk {
    explicit Desk(ScheduleEntry of, Workload shared = foundingScenario().workload)
        : entry(std::move(of)), workload(std::move(shared)) {
        own.setEntry(entry, workload);
        own.openBeside({100, 100, 200, 25});
        QObject::connect(&own, &OwnValues::edited, &own,
                         [this](const ScheduleEntry& after, const QString& what, int gesture) {
                             entry = after;
                             steps += what;
                             gestures.push_back(gesture);
                             own.setEntry(entry, workload);
                         });
    }
    void type(const QString& key, const QString& text) {
        NumberField* field = own.keys()->slider(key.toStdString())->field();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    QString followed(const QString& key) {
        for (const QLabel* label : own.keys()->check(key.toStdString())->parentWidget()->findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty()) return label->text();
        return {};
    }

    ScheduleEntry entry;
    Workload workload;
    QStringList steps;
    std::vector<int> gestures;
    OwnValues own;
};

ScheduleEntry schemeEntry(bool workloadTimes) {
    ScheduleEntry entry = entryOf(Family::Scheme, "looped-pp");
    editScheme(entry, [&](Scheme& scheme) { scheme.workloadTimes = workloadTimes; });
    return entry;
}

}  // namespace

class TestOwnValues : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    /// A new key of the workload appears by itself: ticked it has the value in force, unticked it has none.
    void everyKeyThatFilesAllowCanBeItsOwn_data() {
        QTest::addColumn<QString>("kind");
        for (const ScheduleKind* kind : generatedSchedules())
            QTest::newRow(std::string(kind->id).c_str()) << QString::fromStdString(std::string(kind->id));
    }
    void everyKeyThatFilesAllowCanBeItsOwn() {
        QFETCH(QString, kind);
        Desk desk(entry(kind.toUtf8()));
        forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) {
            const QString name = QString::fromStdString(std::string(key.key));
            QCheckBox* tick = desk.own.keys()->check(std::string(key.key));
            const bool isHere = key.key != "chunks" || kindOf(desk.entry)->hasChunks;
            QVERIFY2((tick != nullptr) == isHere, qPrintable(name));
            if (!tick) return;
            QVERIFY2(tick->isVisible() && !tick->isChecked(), qPrintable(name));
            QVERIFY2(!desk.followed(name).isEmpty(), qPrintable(name));
            tick->click();
            QVERIFY2(hasKey(desk.entry.own, key.key) && tick->isChecked(), qPrintable(name));
            const Workload before = patched(desk.workload, {}), now = patched(desk.workload, desk.entry.own);
            QVERIFY2(checkWorkload(now, [](std::string_view at) { return std::string(at); }).has_value(),
                     qPrintable(name));
            if (key.key != "weight" && key.key != "memory_limit" && key.key != "forward_backward")
                QVERIFY2(before == now, qPrintable(name));
            tick->click();
            QVERIFY2(desk.entry.own == WorkloadPatch{}, qPrintable(name));
        });
        for (const int gesture : desk.gestures) QCOMPARE(gesture, 0);  // a step of undo each
    }

    void aValueIsTypedAndTakenBack() {
        Desk desk(entry("1f1b"));
        QCOMPARE(desk.followed("comm"), QString::fromUtf8("4\u202fms"));
        QVERIFY(desk.own.keys()->slider("comm")->isDetermined());
        desk.own.keys()->check("comm")->click();
        QVERIFY(!desk.own.keys()->slider("comm")->isDetermined());
        desk.type("comm", "16");
        QVERIFY(desk.entry.own.comm == std::optional(Comm(16.0)));
        QVERIFY2(desk.steps.last().contains("1F1B"), qPrintable(desk.steps.last()));
        desk.own.keys()->check("recompute")->click();
        desk.type("recompute", "1");
        QVERIFY(desk.own.reset()->isEnabled());
        desk.own.reset()->click();  // all of it
        QVERIFY(desk.entry.own == WorkloadPatch{});
        QVERIFY(!desk.own.reset()->isEnabled());
    }

    /// What a kind declares beside the workload is edited there too, each edit a step of undo.
    void parametersOfAKind() {
        Desk desk(entry("zb-auto"));
        auto* placement = qobject_cast<SegmentedControl*>(desk.own.parameters()->control("placement"));
        QVERIFY(placement && placement->isVisible());
        emit placement->chosenByUser(1);
        QVERIFY(valueNamed(desk.entry.values, "placement") == ParameterValue{std::string("wave")});
        const auto type = [&](const char* key, const char* text) {
            auto* field = qobject_cast<NumberField*>(desk.own.parameters()->control(key));
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, text);
            QTest::keyClick(field, Qt::Key_Return);
        };
        type("effort", "0.5");
        QVERIFY(valueNamed(desk.entry.values, "effort") == ParameterValue{0.5});
        const int steps = int(desk.steps.size());
        type("effort", "-1");  // stays as it was, and says why
        QVERIFY(desk.own.parameters()->error("effort").contains("0"));
        QCOMPARE(int(desk.steps.size()), steps);
        QVERIFY(desk.steps.last().contains("effort") && desk.steps.last().contains("ZB auto"));
        desk.own.reset();
        QVERIFY(desk.own.keys()->check("comm"));  // the workload's keys are there as ever

        Desk seq(entry("seq-1f1b"));
        QCOMPARE(qobject_cast<NumberField*>(seq.own.parameters()->control("pieces"))->text(), "2");
        QVERIFY(!seq.own.parameters()->control("effort") && !Desk(entry("1f1b")).own.parameters()->control("pieces"));

        Desk grouped(entry("interleaved-1f1b"));  // what has no usual value can be left out again
        auto* group = qobject_cast<NumberField*>(grouped.own.parameters()->control("group"));
        QVERIFY(group->text().isEmpty());
        group->setFocus();
        QTest::keyClicks(group, "8");
        QTest::keyClick(group, Qt::Key_Return);
        QVERIFY(valueNamed(grouped.entry.values, "group") == ParameterValue{8});
        group = qobject_cast<NumberField*>(grouped.own.parameters()->control("group"));
        QVERIFY(group->hasFocus());
        group->selectAll();
        QTest::keyClick(group, Qt::Key_Delete);
        QTest::keyClick(group, Qt::Key_Return);
        QVERIFY(grouped.entry.values.empty());
    }

    void dragsAreOneGesture() {
        Desk desk(entry("1f1b"));
        desk.own.keys()->check("recompute")->click();
        SlimSlider* slider = desk.own.keys()->slider("recompute")->slider();
        const QPoint from(8, slider->height() / 2), to(slider->width() / 2, slider->height() / 2);
        QTest::mousePress(slider, Qt::LeftButton, {}, from);
        QTest::mouseMove(slider, to / 2);
        QTest::mouseMove(slider, to);
        QTest::mouseRelease(slider, Qt::LeftButton, {}, to);
        QVERIFY(desk.gestures.size() >= 3);
        QVERIFY(desk.gestures[1] > 0);
        QCOMPARE(desk.gestures.back(), desk.gestures[1]);
    }

    /// What no file could hold is told at its field, and nothing changes.
    void errorsStandAtTheirFields() {
        Desk desk(entry("zb-h1"));
        desk.own.keys()->check("weight")->click();
        const auto before = desk.entry;
        desk.type("weight", "500");
        QVERIFY(desk.entry == before);
        QVERIFY2(desk.own.keys()->error("weight").contains("exceeds the whole backward"),
                 qPrintable(desk.own.keys()->error("weight")));
        desk.type("weight", "50");
        QVERIFY(desk.own.keys()->error("weight").isEmpty());
        QVERIFY(desk.entry.own.weight == std::optional(PerDevice(50.0)));
        desk.own.keys()->check("recompute")->click();
        desk.type("recompute", "2");
        QCOMPARE(desk.own.keys()->error("recompute"), QString("must be from 0 to 1"));
    }

    /// What has no order is told there too, with the values that would do.
    void aRefusalOffersWhatWouldDo() {
        Desk desk(entry("hanayo", 4));
        desk.type("chunks", "5");
        QCOMPARE(desk.entry.own.chunks, std::optional(5));
        QVERIFY2(desk.own.keys()->error("chunks").contains("even number of chunks"),
                 qPrintable(desk.own.keys()->error("chunks")));
        QCOMPARE(desk.own.keys()->slider("chunks")->offered(), QList<double>({4, 6}));
        Desk rounds(entry("hanayo"));
        rounds.own.keys()->check("microbatches")->click();
        rounds.type("microbatches", "10");
        QCOMPARE(rounds.own.keys()->slider("microbatches")->offered(), QList<double>({8, 12}));
        QCOMPARE(rounds.entry.own.microbatches, std::optional(10));
    }

    void timesOfStagesAndTheirBasis() {
        Desk desk(entry("gpipe"));
        desk.own.keys()->check("head")->click();
        auto* const backward = qobject_cast<NumberField*>(desk.own.keys()->control("head", 1));
        backward->setFocus();
        backward->selectAll();
        QTest::keyClicks(backward, "80");
        QTest::keyClick(backward, Qt::Key_Return);
        QVERIFY(desk.entry.own.head == std::optional(StageTimes{0, 80}));
        desk.own.keys()->check("time_basis")->click();
        emit static_cast<SegmentedControl*>(desk.own.keys()->control("time_basis"))->chosenByUser(1);
        QVERIFY(desk.entry.own.timeBasis == std::optional(TimeBasis::Chunk));
        QCOMPARE(static_cast<SegmentedControl*>(desk.own.keys()->control("time_basis"))->chosen(), 1);
    }

    /// D of its own takes the lists with it, or no other D would be let in.
    void devicesOfItsOwnTakeListsWithThem() {
        Workload workload;
        workload.forward = std::vector<double>{90, 100, 100, 120};
        Desk desk(entry("1f1b"), workload);
        desk.own.keys()->check("devices")->click();
        QVERIFY(!desk.entry.own.forward);
        desk.type("devices", "6");
        QCOMPARE(desk.entry.own.devices, std::optional(6));
        QVERIFY(desk.entry.own.forward == std::optional(PerDevice(std::vector<double>{90, 100, 100, 100, 100, 120})));
        desk.own.keys()->check("forward")->click();  // the workload's would not fit
        QVERIFY(desk.entry.own.forward);
        QVERIFY(desk.own.keys()->check("forward")->isChecked());
        QVERIFY2(desk.own.keys()->error("forward").contains("6 entries"),
                 qPrintable(desk.own.keys()->error("forward")));
    }

    void timesOfSingleDevices() {
        Desk desk(entry("zb-h1"));
        desk.own.keys()->check("forward")->click();
        emit desk.own.keys()->slider("forward")->editorAsked();
        QVERIFY(!desk.own.isVisible());  // it would take the table's keys
        auto* table = qobject_cast<DeviceTable*>(QApplication::activeModalWidget());
        QVERIFY(table);
        table->timesView()->model()->setData(table->timesView()->model()->index(2, 0), "150");
        table->applyButton()->click();
        QVERIFY(desk.entry.own.forward == std::optional(PerDevice(std::vector<double>{100, 100, 150, 100})));
        QVERIFY(!desk.entry.own.backward);
        QVERIFY(desk.own.isVisible());
        QCOMPARE(desk.own.keys()->slider("forward")->field()->text(), QString::fromUtf8("100–150"));
    }

    /// A share without a meaning is not offered.
    void aGivenWeightHalfLeavesNoShare() {
        Desk desk(entry("zb-h1"));
        QVERIFY(desk.own.keys()->check("weight_fraction")->isEnabled());
        desk.own.keys()->check("weight")->click();
        QVERIFY(desk.entry.own.weight == std::optional(PerDevice(100.0)));  // as its share had it
        QVERIFY(!desk.own.keys()->check("weight_fraction")->isEnabled());
    }

    void schemesHaveWhatFilesAllow() {
        Desk none(schemeEntry(false));
        forEachWorkloadKey(
            [&](const WorkloadKey& key, auto, auto) { QVERIFY(!none.own.keys()->check(std::string(key.key))); });
        Desk times(schemeEntry(true));
        QVERIFY(!times.own.keys()->check("devices") && !times.own.keys()->check("microbatches") &&
                !times.own.keys()->check("chunks"));
        times.own.keys()->check("backward")->click();
        times.type("backward", "300");
        QVERIFY(times.entry.own.backward == std::optional(PerDevice(300.0)));
    }

    void whatAnAxisGivesIsSaid() {
        Desk desk(entry("hanayo"));
        desk.own.setEntry(desk.entry, desk.workload, {{"chunks", "x axis: 2, 4"}});
        QCOMPARE(desk.followed("chunks"), QString("x axis: 2, 4"));
    }

    void keyboardReachesEverything() {
        Desk desk(entry("interleaved-1f1b"));
        QVERIFY(desk.own.isAncestorOf(QApplication::focusWidget()));
        for (QWidget* widget : desk.own.findChildren<QWidget*>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy()) continue;
            const auto* button = qobject_cast<QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
        }
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(desk.steps.size(), 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);  // from a tick to what it opened
        QCOMPARE(QApplication::focusWidget()->accessibleName(),
                 desk.own.keys()->slider("devices")->field()->accessibleName());
        QVERIFY(QApplication::focusWidget() == desk.own.keys()->slider("devices")->field());
        desk.own.keys()->check("head")->click();
        desk.own.keys()->check("head")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(QApplication::focusWidget() == desk.own.keys()->control("head"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!desk.own.isVisible());
    }
};

QTEST_MAIN(TestOwnValues)

}  // namespace tst_own_values
#include "tst_own_values.moc"
