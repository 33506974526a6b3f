// Typing the formulas of a scheme, and the kinds that have fixed ones.

#include "tests/widgets/scheme_desk.h"

#include "engine/entries/registry.h"
#include "engine/schemes/scheme.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/link_button.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_scheme_functions {

class TestSchemeFunctions : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void typingMakesAKindCustomInOneStep() {
        SchemeDesk desk;
        desk.type(kStore, "stage");
        QVERIFY(desk.edits.empty());
        QTRY_COMPARE(desk.edits.size(), std::size_t(1));  // after a pause
        QCOMPARE(desk.edits[0].what, QString("Change store formula"));
        QCOMPARE(desk.scheme().kind, std::string("custom"));
        QCOMPARE(desk.scheme().store, std::string("stage"));
        QCOMPARE(desk.scheme().compute, std::string(findKind(Family::Scheme, "looped-pp")->compute));
        QVERIFY(desk.scheme().parameters == (std::vector<SchemeParameter>{{"group_size", 3}}));
        QCOMPARE(desk.entry().label, std::optional<std::string>("Looped PP, changed"));
        QCOMPARE(desk.form.functions()->kind()->currentText(), QString("Custom"));
        QTest::keyClicks(desk.formula(kStore), " mod workers");
        QTest::keyClick(desk.formula(kStore), Qt::Key_Return);
        QCOMPARE(desk.scheme().store, std::string("stage mod workers"));
        QCOMPARE(desk.before.size(), std::size_t(1));
        desk.undo();
        QCOMPARE(desk.form.functions()->kind()->currentText(), QString("Looped PP"));
        QVERIFY(desk.formula(kStore)->text().startsWith("(group_size * batch"));
    }

    void whatCannotBeReadStaysADraft_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("marked");
        QTest::addColumn<QString>("reason");
        QTest::newRow("a sign") << "stage + $ batch"
                                << "$"
                                << "column 9: expected a number, a name or (";
        QTest::newRow("a name") << "stge mod workers"
                                << "stge"
                                << "column 1: unknown name \"stge\"";
        QTest::newRow("behind letters of several bytes")
            << QString::fromUtf8("stage ä") << QString::fromUtf8("ä") << "column 7: expected an operator or )";
        QTest::newRow("the end is missing") << "stage +"
                                            << ""
                                            << "column 8: expected a number, a name or ( at the end";
        QTest::newRow("nothing") << " "
                                 << " "
                                 << "the formula is empty";
        QTest::newRow("assignment") << "stage = 3"
                                    << "="
                                    << "column 7: = is not allowed; use == to compare";
    }

    void whatCannotBeReadStaysADraft() {
        QFETCH(QString, text);
        QFETCH(QString, marked);
        QFETCH(QString, reason);
        SchemeDesk desk;
        const QString usual = desk.formula(kCompute)->text();
        desk.enter(kCompute, text);
        QVERIFY(desk.edits.empty());
        QCOMPARE(desk.formula(kCompute)->text(), text);
        QVERIFY(isMarked(desk.formula(kCompute)));
        QCOMPARE(desk.formula(kCompute)->markedText(), marked);
        QVERIFY2(desk.form.functions()->reason(kCompute).startsWith(reason),
                 qPrintable(desk.form.functions()->reason(kCompute)));
        QVERIFY(!isMarked(desk.formula(kStore)));
        QTest::keyClick(desk.formula(kCompute), Qt::Key_Escape);
        QCOMPARE(desk.formula(kCompute)->text(), usual);
        QVERIFY(!isMarked(desk.formula(kCompute)));
        QCOMPARE(desk.form.functions()->reason(kCompute), QString());
        QVERIFY(desk.edits.empty());
    }

    void draftsOutliveOtherEdits() {
        SchemeDesk desk;
        desk.enter(kCompute, "stage +");
        emit desk.form.numbers()->row("batches")->valueEdited(24, 0);
        QCOMPARE(desk.scheme().batches, 24);
        QCOMPARE(desk.formula(kCompute)->text(), QString("stage +"));
        QVERIFY(isMarked(desk.formula(kCompute)));
        desk.undo();
        QCOMPARE(desk.formula(kCompute)->text(), QString("stage +"));
        // Looped PP and FS Looped PP compute alike: the text that the document holds is the same.
        QTest::mouseClick(desk.view()->viewport(), Qt::LeftButton, {}, desk.rowAt(6));
        QCOMPARE(desk.current, std::optional<std::size_t>(6));
        QVERIFY(desk.formula(kCompute)->text().startsWith("(group_size * batch"));
        QVERIFY(!isMarked(desk.formula(kCompute)));
    }

    void draftsGoWhereAnotherSchemeTakesThePlace() {
        SchemeDesk desk(kCuckoo);
        desk.enter(kStore, "stage +");
        Scenario other = desk.scenario;
        other.schedules[kCuckoo] = other.schedules[3];  // a pipeline, which stores alike
        desk.form.setScenario(other, kCuckoo);
        QCOMPARE(desk.formula(kStore)->text(), QString("stage"));
        QVERIFY(!isMarked(desk.formula(kStore)));
    }

    void aPauseChangesNothingThatIsTyped() {
        SchemeDesk desk;
        desk.type(kCompute, "stage  mod workers ");
        QTRY_COMPARE(desk.edits.size(), std::size_t(1));
        QCOMPARE(desk.formula(kCompute)->text(), QString("stage  mod workers "));
        QCOMPARE(desk.formula(kCompute)->textCursor().position(), 19);
    }

    void whatTheHelpNamesCanBeUsed() {
        SchemeDesk desk;
        desk.enter(kCompute,
                   "min(stage, 1) + max(0, batch) * 0 + abs(forward) * 0 + sign(backward) * 0 + rint(0.2) "
                   "+ (stage >= stages div 2 && batch != batches || workers == 1 ? 1 mod 2 : 0)");
        QVERIFY2(!isMarked(desk.formula(kCompute)), qPrintable(desk.form.functions()->reason(kCompute)));
        QCOMPARE(desk.edits.size(), std::size_t(1));
    }

    /// A file may end its lines as it likes: looking at a formula changes nothing.
    void linesOfAFileAreNoEdit() {
        Scenario lines = sevenSchemes();
        editScheme(lines.schedules[kLooped], [](Scheme& scheme) {
            scheme.kind = "custom";
            scheme.compute = "stage mod\r\n\tworkers";
            scheme.store = "stage\r mod workers";
        });
        SchemeDesk desk(kLooped, lines);
        for (const SchemeFunction function : {kCompute, kStore, kCompute}) {
            desk.formula(function)->setFocus();
            QTest::keyClick(desk.formula(function), Qt::Key_Return);
        }
        QVERIFY(desk.edits.empty());
        QTest::keyClick(desk.formula(kCompute), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClick(desk.formula(kCompute), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(desk.formula(kCompute), "+ batch - batch");
        QTest::keyClick(desk.formula(kCompute), Qt::Key_Return);
        QCOMPARE(desk.scheme().compute, std::string("stage mod\n\tworkers\n+ batch - batch"));
    }

    void anUnknownNameCanBecomeAParameter() {
        SchemeDesk desk;
        desk.enter(kCompute, "(stage + shift) mod workers");
        LinkButton* offer = desk.form.functions()->offer(kCompute);
        QVERIFY(offer->isVisible());
        QCOMPARE(offer->text(), QString("+ Parameter shift"));
        offer->click();
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QCOMPARE(desk.edits[0].what, QString("Add parameter shift"));
        QCOMPARE(desk.scheme().compute, std::string("(stage + shift) mod workers"));
        QCOMPARE(numberOf(desk.scheme(), "shift"), 1);
        QVERIFY(!offer->isVisible());
        QVERIFY(!isMarked(desk.formula(kCompute)));
        QVERIFY(desk.form.numbers()->row("shift"));
        desk.enter(kCompute, "(stage + div) mod workers");
        QVERIFY(!offer->isVisible());
    }

    void aDraftIsTakenOnceItsNameIsThere() {
        SchemeDesk desk;
        desk.pick(desk.form.functions()->kind(), "Custom");
        desk.enter(kStore, "stage mod width");
        desk.form.numbers()->addButton()->click();
        QVERIFY(isMarked(desk.formula(kStore)));
        desk.form.numbers()->nameEdit("n")->setText("width");
        QTest::keyClick(desk.form.numbers()->nameEdit("n"), Qt::Key_Return);
        QCOMPARE(desk.scheme().store, std::string("stage mod width"));
        QVERIFY(!isMarked(desk.formula(kStore)));
    }

    void theFormDoesNotJumpWhereAMistakeIs() {
        SchemeDesk desk;
        const auto below = [&] { return desk.formula(kStore)->mapTo(&desk.form, QPoint()).y(); };
        desk.enter(kCompute, "(group_size * batch mod workers) + stage");
        const int before = below();
        desk.enter(kCompute, "(group_size * batch mod workers) + stge");
        QVERIFY(desk.form.functions()->offer(kCompute)->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(below(), before);
    }

    void editsAreAsHighAsTheirText() {
        SchemeDesk desk;
        const int oneLine = [&] {
            desk.type(kStore, "stage");
            return desk.formula(kStore)->height();
        }();
        desk.type(kStore, QString("stage + ").repeated(8) + "1");
        const int more = desk.formula(kStore)->height();
        QVERIFY(more > oneLine);
        desk.type(kStore, QString("stage + ").repeated(60) + "1");
        QVERIFY(desk.formula(kStore)->height() > more);
        QVERIFY(desk.formula(kStore)->height() < FormulaEdit::kMostLines * 25);
    }

    void namesAreCompleted() {
        SchemeDesk desk;
        FormulaEdit* edit = desk.formula(kCompute);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, "group_size + wo");
        QAbstractItemView* popup = edit->completer()->popup();
        QVERIFY(popup->isVisible());
        QTest::keyClick(popup, Qt::Key_Return);
        QCOMPARE(edit->text(), QString("group_size + workers"));
        QVERIFY(!popup->isVisible());
        QTest::keyClicks(edit, " + group");
        QVERIFY(popup->isVisible());
        QTest::keyClick(popup, Qt::Key_Escape);
        QVERIFY(!popup->isVisible());
        QCOMPARE(edit->text(), QString("group_size + workers + group"));
        QTest::keyClicks(edit, "_siz");
        QVERIFY(popup->isVisible());
        QTest::keyClicks(edit, "e");
        QVERIFY(!popup->isVisible());
    }

    void kindsAreChosen() {
        SchemeDesk desk(1);
        desk.pick(desk.form.functions()->kind(), "Looped PP");
        QCOMPARE(desk.edits.back().what, QString("Change kind of scheme"));
        QCOMPARE(desk.entry().kind, std::string("looped-pp"));
        QCOMPARE(desk.scheme().batches, 6);
        QCOMPARE(desk.form.numbers()->row("group_size")->value(), 3.0);
        desk.enter(kCompute, "stage +");
        desk.pick(desk.form.functions()->kind(), "FS Looped PP");
        QVERIFY(!isMarked(desk.formula(kCompute)));
        QVERIFY(desk.formula(kCompute)->text().startsWith("(group_size"));
    }

    void prioritiesAreNamesOrAFormula() {
        SchemeDesk desk;
        PickCombo* priority = desk.form.functions()->priority();
        desk.pick(priority, "oldest stage first");
        QCOMPARE(desk.scheme().priority, std::string(kOldestStageFirst));
        QCOMPARE(desk.entry().kind, std::string("looped-pp"));
        desk.pick(priority, QString::fromUtf8("formula…"));
        QCOMPARE(desk.entry().kind, std::string("custom"));
        QCOMPARE(desk.formula(kPriority)->text(), QString("(2 * stage + backward) * batches + batch"));
        QVERIFY(desk.formula(kPriority)->isVisible());
        desk.enter(kPriority, "-batch");
        QCOMPARE(desk.scheme().priority, std::string("-batch"));
        QCOMPARE(desk.edits.back().what, QString("Change priority formula"));
        desk.enter(kPriority, "-batch -");
        desk.pick(priority, "oldest batch first");
        QCOMPARE(desk.scheme().priority, std::string(kOldestBatchFirst));
        QVERIFY(!desk.formula(kPriority)->isVisible());
        desk.undo();
        QCOMPARE(desk.formula(kPriority)->text(), QString("-batch"));
        QVERIFY(!isMarked(desk.formula(kPriority)));
    }
};

QTEST_MAIN(TestSchemeFunctions)

}  // namespace tst_scheme_functions
#include "tst_scheme_functions.moc"
