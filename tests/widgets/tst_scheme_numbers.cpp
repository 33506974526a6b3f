// The numbers of a scheme: its sizes, its own parameters and its options.

#include "tests/widgets/scheme_desk.h"

#include "widgets/kit/link_button.h"
#include "widgets/kit/segmented_control.h"

#include <QCheckBox>
#include <QLineEdit>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_scheme_numbers {

class TestSchemeNumbers : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void groupsKeepToDivisors() {
        SchemeDesk desk;
        ParamSlider* group = desk.form.numbers()->row("group_size");
        SlimSlider* slider = group->slider();
        emit slider->dragged(0.62, 7, false);  // 4.1 of 1..6
        QCOMPARE(numberOf(desk.scheme(), "group_size"), 3);
        emit slider->dragged(0.85, 7, false);
        QCOMPARE(numberOf(desk.scheme(), "group_size"), 6);
        emit slider->dragged(0.62, 7, true);
        QCOMPARE(numberOf(desk.scheme(), "group_size"), 4);
        QCOMPARE(desk.before.size(), std::size_t(1));
        emit slider->stepped(SlimSlider::Step::Up, 8);
        QCOMPARE(numberOf(desk.scheme(), "group_size"), 6);
        emit slider->stepped(SlimSlider::Step::Down, 8);
        QCOMPARE(numberOf(desk.scheme(), "group_size"), 3);
        emit slider->stepped(SlimSlider::Step::ToMinimum, 8);
        QCOMPARE(numberOf(desk.scheme(), "group_size"), 1);
        emit slider->stepped(SlimSlider::Step::PageDown, 8);
        QCOMPARE(numberOf(desk.scheme(), "group_size"), 1);
        group->field()->setText("5");
        emit group->field()->typed("5");
        QCOMPARE(numberOf(desk.scheme(), "group_size"), 5);
        QCOMPARE(desk.edits.back().what, QString("Change group_size"));
    }

    void workersTakeTheGroupAlong() {
        SchemeDesk desk;
        emit desk.form.numbers()->row("workers")->valueEdited(8, 0);
        QCOMPARE(desk.scheme().workers, 8);
        QCOMPARE(desk.form.numbers()->row("group_size")->value(), 2.0);
        QCOMPARE(desk.edits.back().what, QString("Change workers"));
    }

    void pastTheLimitNothingIsAsked() {
        SchemeDesk desk;
        desk.form.numbers()->row("stages")->field()->setText("200000");
        emit desk.form.numbers()->row("stages")->field()->typed("200000");
        const std::size_t edits = desk.edits.size();
        emit desk.form.numbers()->row("batches")->field()->typed("999999");
        QCOMPARE(desk.edits.size(), edits);
        QVERIFY(desk.form.numbers()->row("batches")->error().contains("exceed the limit of 200,000,000"));
        QCOMPARE(desk.scheme().batches, 12);
        desk.undo();
        QCOMPARE(desk.form.numbers()->row("batches")->value(), 12.0);
        QCOMPARE(desk.form.numbers()->row("batches")->error(), QString());
    }

    void parametersOfACustomScheme() {
        SchemeDesk desk;
        QVERIFY(!desk.form.numbers()->addButton()->isVisible());
        desk.pick(desk.form.functions()->kind(), "Custom");
        QVERIFY(desk.form.numbers()->addButton()->isVisible());
        desk.form.numbers()->addButton()->click();
        QCOMPARE(numberOf(desk.scheme(), "n"), 1);
        QLineEdit* name = desk.form.numbers()->nameEdit("n");
        QVERIFY(name);
        for (const char* bad : {"stage", "group_size", "2x", "div", "min", "a b"}) {
            const std::size_t edits = desk.edits.size();
            name->setText(bad);
            QTest::keyClick(name, Qt::Key_Return);
            QCOMPARE(desk.edits.size(), edits);
            QVERIFY2(!desk.form.numbers()->row("n")->error().isEmpty(), bad);
        }
        name->setText("shift");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(numberOf(desk.scheme(), "shift"), 1);
        QCOMPARE(desk.edits.back().what, QString("Rename parameter"));
        emit desk.form.numbers()->row("shift")->field()->typed("-3");
        desk.enter(kCompute, "(stage + shift) mod workers");
        QCOMPARE(desk.scheme().compute, std::string("(stage + shift) mod workers"));
        QTest::keyClick(desk.form.numbers()->nameEdit("shift"), Qt::Key_Return);  // unchanged
        desk.form.numbers()->nameEdit("shift")->setText("turn");
        QTest::keyClick(desk.form.numbers()->nameEdit("shift"), Qt::Key_Return);
        QCOMPARE(desk.formula(kCompute)->text(), QString("(stage + turn) mod workers"));
        for (auto* button : desk.form.numbers()->row("turn")->findChildren<QAbstractButton*>()) button->click();
        QCOMPARE(desk.scheme().compute, std::string("(stage + (-3)) mod workers"));
        QVERIFY(!desk.form.numbers()->row("turn"));
    }

    void optionsOfAScheme() {
        SchemeDesk desk;
        SchemeOptions* options = desk.form.options();
        ParameterForm& rows = *options->rows();
        const auto times = [&] { return static_cast<SegmentedControl*>(rows.control("times")); };
        QVERIFY(!options->isVisible());
        desk.form.optionsFold()->setOpen(true);
        emit rows.slider("fetch")->valueEdited(1.5, 0);
        QCOMPARE(desk.scheme().fetch, 1.5);
        QVERIFY(rows.slider("activation_cap")->isDetermined());
        rows.check("activation_cap")->click();
        QCOMPARE(desk.scheme().activationCap, std::optional<int>(6));
        QVERIFY(!rows.slider("activation_cap")->isDetermined());
        emit rows.slider("activation_cap")->valueEdited(9, 0);
        QCOMPARE(desk.scheme().activationCap, std::optional<int>(9));
        QCOMPARE(options->summary(), QString("fetch 1.5, cap 9"));
        rows.check("activation_cap")->click();
        QVERIFY(!desk.scheme().activationCap);
        desk.undo();
        QVERIFY(rows.check("activation_cap")->isChecked());
        times()->button(1)->click();
        QVERIFY(desk.scheme().workloadTimes);
        times()->button(0)->click();
        QVERIFY(!desk.scheme().workloadTimes);
    }

    void listsForOtherWorkersAreRefusedWhereTheyAreAskedFor() {
        Scenario lists = sevenSchemes();
        lists.workload.devices = 4;
        lists.workload.forward = std::vector<double>{1, 2, 3, 4};
        SchemeDesk desk(kLooped, lists);
        desk.form.optionsFold()->setOpen(true);
        static_cast<SegmentedControl*>(desk.form.options()->rows()->control("times"))->button(1)->click();
        QVERIFY(desk.edits.empty());
        QCOMPARE(static_cast<SegmentedControl*>(desk.form.options()->rows()->control("times"))->chosen(), 0);
        QCOMPARE(desk.form.options()->rows()->error("times"),
                 QString("T<sub>F</sub>: needs 6 entries, one per device, has 4"));
        emit desk.form.numbers()->row("workers")->valueEdited(4, 0);
        QCOMPARE(desk.form.options()->rows()->error("times"), QString());
        static_cast<SegmentedControl*>(desk.form.options()->rows()->control("times"))->button(1)->click();
        QVERIFY(desk.scheme().workloadTimes);
        const std::size_t edits = desk.edits.size();
        emit desk.form.numbers()->row("workers")->valueEdited(5, 0);
        QCOMPARE(desk.edits.size(), edits);
        QVERIFY(!desk.form.numbers()->row("workers")->error().isEmpty());
    }
};

QTEST_MAIN(TestSchemeNumbers)

}  // namespace tst_scheme_numbers
#include "tst_scheme_numbers.moc"
#include "widgets/panels/param_slider.h"
