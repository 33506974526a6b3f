// The form of a scheme as a whole.

#include "tests/widgets/scheme_desk.h"

#include "widgets/kit/flat_style.h"
#include "widgets/kit/segmented_control.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_scheme_form {

namespace {

/// The first text that has less room than it needs.
QString cutText(const QWidget& form) {
    for (const QLabel* label : form.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty()) continue;
        const QSize needs = label->sizeHint();
        const bool isCut = label->wordWrap() ? label->height() < label->heightForWidth(label->width())
                                             : label->height() < needs.height() || label->width() < needs.width();
        if (isCut) return label->text();
    }
    return {};
}

/// What was painted of a widget.
class PaintedPart : public QObject {
public:
    QRegion part;

    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) part += static_cast<QPaintEvent*>(event)->region();
        return false;
    }
};

}  // namespace

class TestSchemeForm : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void showsWhatRuns() {
        SchemeDesk desk(kCuckoo);
        QCOMPARE(desk.view()->model()->rowCount(), 7);
        QCOMPARE(desk.view()->currentIndex().row(), 4);
        QCOMPARE(desk.form.functions()->kind()->currentText(), QString("Cuckoo"));
        QVERIFY(desk.formula(kCompute)->text().startsWith("backward && stage < stages div 2 + 2"));
        QCOMPARE(desk.formula(kStore)->text(), QString("stage"));
        QVERIFY(!desk.formula(kPriority)->isVisible());
        QCOMPARE(desk.form.numbers()->row("batches")->value(), 12.0);
        QVERIFY(!desk.form.numbers()->row("group_size"));
        desk.form.setScenario(desk.scenario, kLooped);
        QCOMPARE(desk.form.numbers()->row("group_size")->value(), 3.0);
        QVERIFY(desk.edits.empty());
    }

    void refusalsOfTheRunStandAtTheirField() {
        const QString sentence = "worker 7 for (stage 3, batch 1, forward), but there are only 6";
        SchemeDesk desk;
        desk.form.setRefusal("compute", sentence);
        QCOMPARE(desk.form.functions()->reason(kCompute), QString());
        QCOMPARE(desk.formula(kCompute)->markedText(), desk.formula(kCompute)->text());
        QCOMPARE(desk.form.functions()->lineText(kCompute), sentence);
        QCOMPARE(desk.form.topLine(), QString());
        desk.form.setRefusal({}, "no key");
        QVERIFY(!isMarked(desk.formula(kCompute)));
        QCOMPARE(desk.form.topLine(), QString("no key"));
        desk.form.setRefusal("activation_cap", "held up");
        QCOMPARE(desk.form.topLine(), QString("held up"));  // options are folded away
        desk.form.optionsFold()->setOpen(true);
        QCOMPARE(desk.form.topLine(), QString());
        QCOMPARE(desk.form.options()->rows()->slider("activation_cap")->error(), QString("held up"));
        desk.form.setRefusal("priority", "a name has none");
        QCOMPARE(desk.form.topLine(), QString("a name has none"));
        desk.form.setRefusal({}, {});
        QCOMPARE(desk.form.topLine(), QString());
        // A draft's own mistake comes first.
        desk.enter(kStore, "stage +");
        desk.form.setRefusal("store", sentence);
        QVERIFY(desk.form.functions()->lineText(kStore).startsWith("column 8"));
        QTest::keyClick(desk.formula(kStore), Qt::Key_Escape);
        QCOMPARE(desk.form.functions()->lineText(kStore), sentence);
    }

    void optionsComeIntoSightAsTheyUnfold() {
        SchemeDesk desk;
        desk.form.resize(275, 300);
        desk.form.optionsFold()->setOpen(true);
        QVERIFY(desk.form.viewport()->rect().contains(
            static_cast<SegmentedControl*>(desk.form.options()->rows()->control("times"))
                ->mapTo(
                    desk.form.viewport(),
                    static_cast<SegmentedControl*>(desk.form.options()->rows()->control("times"))->rect().center())));
    }

    void framesFollowTheFocus() {
        SchemeDesk desk;
        desk.formula(kCompute)->setFocus();
        QCoreApplication::processEvents();
        PaintedPart left, entered;
        desk.formula(kCompute)->installEventFilter(&left);
        desk.formula(kStore)->installEventFilter(&entered);
        desk.formula(kStore)->setFocus();
        QCoreApplication::processEvents();
        QCOMPARE(left.part.boundingRect(), desk.formula(kCompute)->rect());
        QCOMPARE(entered.part.boundingRect(), desk.formula(kStore)->rect());
    }

    void keyboardReachesAllOfIt() {
        SchemeDesk desk;
        desk.pick(desk.form.functions()->kind(), "Custom");
        desk.pick(desk.form.functions()->priority(), QString::fromUtf8("formula…"));
        desk.form.optionsFold()->setOpen(true);
        for (const QWidget* widget : desk.form.findChildren<QWidget*>()) {
            if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible()) continue;
            const bool isNamed = !widget->accessibleName().isEmpty() || widget->inherits("QAbstractButton");
            QVERIFY2(isNamed, widget->metaObject()->className());
        }
        desk.form.resize(275, 1400);
        QVERIFY(QTest::qWaitForWindowActive(&desk.form));
        desk.form.functions()->setFocus();
        QVERIFY(desk.formula(kCompute)->hasFocus());
        desk.view()->setFocus();
        std::vector<QWidget*> reached;
        int last = -1;
        for (int i = 0; i < 60; ++i) {
            QWidget* now = QApplication::focusWidget();
            if (std::find(reached.begin(), reached.end(), now) != reached.end()) break;
            reached.push_back(now);
            const int y = now->mapTo(desk.form.widget(), QPoint(0, now->height() / 2)).y();
            QVERIFY2(y + 15 >= last, now->metaObject()->className());  // downwards
            last = y;
            QTest::keyClick(now, Qt::Key_Tab);
        }
        for (QWidget* wanted : std::initializer_list<QWidget*>{
                 desk.formula(kCompute), desk.formula(kStore), desk.formula(kPriority), desk.form.functions()->kind(),
                 desk.form.functions()->priority(), desk.form.numbers()->nameEdit("group_size"),
                 desk.form.numbers()->row("group_size")->field(), desk.form.options()->rows()->check("activation_cap"),
                 static_cast<SegmentedControl*>(desk.form.options()->rows()->control("times"))->button(0)})
            QVERIFY2(std::find(reached.begin(), reached.end(), wanted) != reached.end(),
                     qPrintable(wanted->accessibleName()));
    }

    void nothingIsCut() {
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark}) {
            applyTheme(theme);
            SchemeDesk desk;
            desk.pick(desk.form.functions()->kind(), "Custom");
            desk.pick(desk.form.functions()->priority(), QString::fromUtf8("formula…"));
            desk.form.optionsFold()->setOpen(true);
            QTRY_COMPARE(cutText(desk.form), QString());
            desk.enter(kCompute, "(stage + shft) mod workers");
            QTRY_COMPARE(cutText(desk.form), QString());
            QVERIFY(desk.form.widget()->width() <= 275);
        }
        applyTheme(ThemeId::Light);
    }
};

QTEST_MAIN(TestSchemeForm)

}  // namespace tst_scheme_form
#include "tst_scheme_form.moc"
