#include "widgets/schemes/scheme_form.h"

#include "widgets/kit/entry_list.h"
#include "widgets/kit/fold.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/param_slider.h"
#include "widgets/schemes/formula_edit.h"
#include "widgets/schemes/scheme_functions.h"
#include "widgets/schemes/scheme_numbers.h"
#include "widgets/schemes/scheme_options.h"

#include "engine/io/scenario_file.h"
#include "engine/schedules/resolve.h"
#include "engine/schemes/scheme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <algorithm>

using namespace bubblescope;

namespace {

constexpr auto kCompute = SchemeFunction::Compute;
constexpr auto kStore = SchemeFunction::Store;
constexpr auto kPriority = SchemeFunction::Priority;

Scenario notebook() {
    QFile file(QStringLiteral(SOURCE_DIR "/presets/placement-schemes.bubble.json"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray bytes = file.readAll();
    return *readScenario({bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

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

constexpr std::size_t kCuckoo = 4, kLooped = 5;

/// A form and what a page does with it: a document with undo, in which edits of a gesture are one step.
struct Desk {
    explicit Desk(std::size_t first = kLooped, Scenario with = notebook()) : scenario(std::move(with)), current(first) {
        form.resize(275, 860);
        form.setScenario(scenario, current);
        form.show();
        QObject::connect(&form, &SchemeForm::edited, &form, [this](const ScenarioEdit& edit) {
            edits.push_back(edit);
            if (!edit.after.schedules.empty() && !checkScenario(edit.after)) areAllGood = false;
            const bool joins = edit.gesture != 0 && edit.gesture == lastGesture;
            lastGesture = edit.gesture;
            if (!joins) before.push_back(scenario);
            scenario = edit.after;
            form.setScenario(scenario, current);
        });
        QObject::connect(&form, &SchemeForm::chosen, &form, [this](std::size_t schedule) {
            current = schedule;
            form.setScenario(scenario, current);
        });
    }
    ~Desk() {
        if (!areAllGood) qFatal("an edit does not pass checkScenario()");
    }

    void undo() {
        scenario = before.back();
        before.pop_back();
        form.setScenario(scenario, current);
    }
    const ScheduleEntry& entry() const { return scenario.schedules[*current]; }
    const Scheme& scheme() const { return *entry().scheme; }
    FormulaEdit* formula(SchemeFunction function) { return form.functions()->formula(function); }
    /// Puts a text in place of a formula, without Return.
    void type(SchemeFunction function, const QString& text) {
        FormulaEdit* edit = formula(function);
        edit->setFocus();
        edit->selectAll();
        const bool canBeKeys = std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x80; });
        if (canBeKeys)
            QTest::keyClicks(edit, text);
        else
            edit->insertPlainText(text);
        edit->completer()->popup()->hide();
    }
    void enter(SchemeFunction function, const QString& text) {
        type(function, text);
        QTest::keyClick(formula(function), Qt::Key_Return);
    }
    void pick(PickCombo* combo, const QString& text) {
        combo->setCurrentIndex(combo->findText(text));
        emit combo->activated(combo->currentIndex());
    }
    EntryView* view() { return form.list()->view(); }
    QPoint rowAt(int row) { return view()->visualRect(view()->model()->index(row, 0)).center(); }
    QString titles() const {
        QStringList titles;
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
            titles += QString::fromStdString(displayTitle(scenario, i));
        return titles.join(QStringLiteral(" | "));
    }

    Scenario scenario;
    std::optional<std::size_t> current;
    std::vector<Scenario> before;
    std::vector<ScenarioEdit> edits;
    int lastGesture = 0;
    bool areAllGood = true;
    SchemeForm form;
};

}  // namespace

class TestSchemeForm : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void showsWhatRuns() {
        Desk desk(kCuckoo);
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

    void typingMakesAKindCustomInOneStep() {
        Desk desk;
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
                                << "column 9: here must stand";
        QTest::newRow("a name") << "stge mod workers"
                                << "stge"
                                << "column 1: unknown name \"stge\"";
        QTest::newRow("behind letters of several bytes")
            << QString::fromUtf8("stage ä") << QString::fromUtf8("ä") << "column 7: here must stand";
        QTest::newRow("the end is missing") << "stage +"
                                            << ""
                                            << "column 8: ends where";
        QTest::newRow("nothing") << " "
                                 << ""
                                 << "column 2: is empty";
        QTest::newRow("assignment") << "stage = 3"
                                    << "="
                                    << "column 7: nothing can be assigned";
    }

    void whatCannotBeReadStaysADraft() {
        QFETCH(QString, text);
        QFETCH(QString, marked);
        QFETCH(QString, reason);
        Desk desk;
        const QString usual = desk.formula(kCompute)->text();
        desk.enter(kCompute, text);
        QVERIFY(desk.edits.empty());
        QCOMPARE(desk.formula(kCompute)->text(), text);
        QVERIFY(desk.formula(kCompute)->isMarked());
        QCOMPARE(desk.formula(kCompute)->markedText(), marked);
        QVERIFY2(desk.form.functions()->reason(kCompute).startsWith(reason),
                 qPrintable(desk.form.functions()->reason(kCompute)));
        QVERIFY(!desk.formula(kStore)->isMarked());
        QTest::keyClick(desk.formula(kCompute), Qt::Key_Escape);
        QCOMPARE(desk.formula(kCompute)->text(), usual);
        QVERIFY(!desk.formula(kCompute)->isMarked());
        QCOMPARE(desk.form.functions()->reason(kCompute), QString());
        QVERIFY(desk.edits.empty());
    }

    void draftsOutliveOtherEdits() {
        Desk desk;
        desk.enter(kCompute, "stage +");
        emit desk.form.numbers()->row("batches")->valueEdited(24, 0);
        QCOMPARE(desk.scheme().batches, 24);
        QCOMPARE(desk.formula(kCompute)->text(), QString("stage +"));
        QVERIFY(desk.formula(kCompute)->isMarked());
        desk.undo();
        QCOMPARE(desk.formula(kCompute)->text(), QString("stage +"));
        // Looped PP and FS Looped PP compute alike: the text that the document holds is the same.
        QTest::mouseClick(desk.view()->viewport(), Qt::LeftButton, {}, desk.rowAt(6));
        QCOMPARE(desk.current, std::optional<std::size_t>(6));
        QVERIFY(desk.formula(kCompute)->text().startsWith("(group_size * batch"));
        QVERIFY(!desk.formula(kCompute)->isMarked());
    }

    void draftsGoWhereAnotherSchemeTakesThePlace() {
        Desk desk(kCuckoo);
        desk.enter(kStore, "stage +");
        Scenario other = desk.scenario;
        other.schedules[kCuckoo] = other.schedules[3];  // a pipeline, which stores alike
        desk.form.setScenario(other, kCuckoo);
        QCOMPARE(desk.formula(kStore)->text(), QString("stage"));
        QVERIFY(!desk.formula(kStore)->isMarked());
    }

    void aPauseChangesNothingThatIsTyped() {
        Desk desk;
        desk.type(kCompute, "stage  mod workers ");
        QTRY_COMPARE(desk.edits.size(), std::size_t(1));
        QCOMPARE(desk.formula(kCompute)->text(), QString("stage  mod workers "));
        QCOMPARE(desk.formula(kCompute)->textCursor().position(), 19);
    }

    void whatTheHelpNamesCanBeUsed() {
        Desk desk;
        desk.enter(kCompute,
                   "min(stage, 1) + max(0, batch) * 0 + abs(forward) * 0 + sign(backward) * 0 + rint(0.2) "
                   "+ (stage >= stages div 2 && batch != batches || workers == 1 ? 1 mod 2 : 0)");
        QVERIFY2(!desk.formula(kCompute)->isMarked(), qPrintable(desk.form.functions()->reason(kCompute)));
        QCOMPARE(desk.edits.size(), std::size_t(1));
    }

    /// A file may end its lines as it likes: looking at a formula changes nothing.
    void linesOfAFileAreNoEdit() {
        Scenario lines = notebook();
        Scheme& scheme = *lines.schedules[kLooped].scheme;
        scheme.kind = lines.schedules[kLooped].kind = "custom";
        scheme.compute = "stage mod\r\n\tworkers";
        scheme.store = "stage\r mod workers";
        Desk desk(kLooped, lines);
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
        Desk desk;
        desk.enter(kCompute, "(stage + shift) mod workers");
        LinkButton* offer = desk.form.functions()->offer(kCompute);
        QVERIFY(offer->isVisible());
        QCOMPARE(offer->text(), QString("+ parameter shift"));
        offer->click();
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QCOMPARE(desk.edits[0].what, QString("Add parameter shift"));
        QCOMPARE(desk.scheme().compute, std::string("(stage + shift) mod workers"));
        QCOMPARE(numberOf(desk.scheme(), "shift"), 1);
        QVERIFY(!offer->isVisible());
        QVERIFY(!desk.formula(kCompute)->isMarked());
        QVERIFY(desk.form.numbers()->row("shift"));
        desk.enter(kCompute, "(stage + div) mod workers");
        QVERIFY(!offer->isVisible());
    }

    void theFormDoesNotJumpWhereAMistakeIs() {
        Desk desk;
        const auto below = [&] { return desk.formula(kStore)->mapTo(&desk.form, QPoint()).y(); };
        desk.enter(kCompute, "(group_size * batch mod workers) + stage");
        const int before = below();
        desk.enter(kCompute, "(group_size * batch mod workers) + stge");
        QVERIFY(desk.form.functions()->offer(kCompute)->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(below(), before);
    }

    void editsAreAsHighAsTheirText() {
        Desk desk;
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
        Desk desk;
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

    void refusalsOfTheRunStandAtTheirField() {
        const QString sentence = "worker 7 for (stage 3, batch 1, forward), but there are 6";
        Desk desk;
        desk.form.setRefusal("compute", sentence);
        QCOMPARE(desk.form.functions()->reason(kCompute), QString());
        QCOMPARE(desk.formula(kCompute)->markedText(), desk.formula(kCompute)->text());
        QCOMPARE(desk.form.functions()->lineText(kCompute), sentence);
        QCOMPARE(desk.form.topLine(), QString());
        desk.form.setRefusal({}, "no key");
        QVERIFY(!desk.formula(kCompute)->isMarked());
        QCOMPARE(desk.form.topLine(), QString("no key"));
        desk.form.setRefusal("activation_cap", "held up");
        QCOMPARE(desk.form.topLine(), QString("held up"));  // options are folded away
        desk.form.optionsFold()->setOpen(true);
        QCOMPARE(desk.form.topLine(), QString());
        QCOMPARE(desk.form.options()->cap()->error(), QString("held up"));
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

    void kindsAreChosen() {
        Desk desk(1);
        desk.pick(desk.form.functions()->kind(), "Looped PP");
        QCOMPARE(desk.edits.back().what, QString("Change kind of scheme"));
        QCOMPARE(desk.entry().kind, std::string("looped-pp"));
        QCOMPARE(desk.scheme().batches, 6);
        QCOMPARE(desk.form.numbers()->row("group_size")->value(), 3.0);
        desk.enter(kCompute, "stage +");
        desk.pick(desk.form.functions()->kind(), "FS Looped PP");
        QVERIFY(!desk.formula(kCompute)->isMarked());
        QVERIFY(desk.formula(kCompute)->text().startsWith("(group_size"));
    }

    void prioritiesAreNamesOrAFormula() {
        Desk desk;
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
        QVERIFY(!desk.formula(kPriority)->isMarked());
    }

    void arrowsAndClicksChoose() {
        Desk desk;
        desk.view()->setFocus();
        QTest::keyClick(desk.view(), Qt::Key_Up);
        QCOMPARE(desk.current, std::optional<std::size_t>(4));
        QTest::mouseClick(desk.view()->viewport(), Qt::LeftButton, {}, desk.rowAt(0));
        QCOMPARE(desk.current, std::optional<std::size_t>(0));
        QCOMPARE(desk.form.functions()->kind()->currentText(), QString("DDP"));
        QVERIFY(desk.edits.empty());
    }

    void schemesAreRenamed() {
        Desk desk;
        desk.view()->setFocus();
        QTest::keyClick(desk.view(), Qt::Key_F2);
        auto* edit = desk.view()->findChild<QLineEdit*>();
        QVERIFY(edit);
        edit->setText("  mine ");
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_COMPARE(desk.entry().label, std::optional<std::string>("mine"));
        QCOMPARE(desk.edits.back().what, QString("Rename scheme"));
        emit static_cast<EntryModel*>(desk.view()->model())->renameAsked(5, "");
        QVERIFY(!desk.entry().label);
        QCOMPARE(desk.edits.size(), std::size_t(2));
        emit static_cast<EntryModel*>(desk.view()->model())->renameAsked(5, "Looped PP");
        QCOMPARE(desk.edits.size(), std::size_t(2));
    }

    void schemesAreAddedAndRemoved() {
        Desk desk;
        QTest::mouseClick(desk.form.list()->addButton(), Qt::LeftButton);
        QCOMPARE(desk.edits.back().what, QString("Add scheme"));
        QCOMPARE(desk.current, std::optional<std::size_t>(6));
        QCOMPARE(QString::fromStdString(displayTitle(desk.scenario, 6)), QString("Looped PP (2)"));
        QCOMPARE(desk.view()->currentIndex().row(), 6);
        QTest::mouseClick(desk.view()->viewport(), Qt::LeftButton, {}, desk.view()->crossRect(0).center());
        QCOMPARE(desk.scenario.schedules.size(), std::size_t(7));
        QCOMPARE(desk.current, std::optional<std::size_t>(5));
        QCOMPARE(QString::fromStdString(displayTitle(desk.scenario, 5)), QString("Looped PP (2)"));
        desk.view()->setFocus();
        QTest::keyClick(desk.view(), Qt::Key_Delete);
        QCOMPARE(QString::fromStdString(displayTitle(desk.scenario, *desk.current)), QString("FS Looped PP"));
        for (int i = 0; i < 6; ++i) QTest::keyClick(desk.view(), Qt::Key_Delete);
        QVERIFY(desk.scenario.schedules.empty());
        QVERIFY(!desk.form.functions()->isVisible());
        QTest::mouseClick(desk.form.list()->addButton(), Qt::LeftButton);
        QCOMPARE(desk.titles(), QString("GPipe placement"));
        QVERIFY(desk.form.functions()->isVisible());
    }

    void schemesMoveAmongSchedules() {
        Scenario mixed = notebook();
        mixed.schedules.resize(2);
        mixed.schedules.insert(mixed.schedules.begin() + 1, ScheduleEntry{"gpipe", {}, {}});
        Desk desk(2, mixed);
        QCOMPARE(desk.view()->model()->rowCount(), 2);
        QCOMPARE(desk.view()->currentIndex().row(), 1);
        desk.view()->setFocus();
        QTest::keyClick(desk.view(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(desk.titles(), QString("FSDP | GPipe | DDP"));
        QCOMPARE(desk.current, std::optional<std::size_t>(0));
        QTest::keyClick(desk.view(), Qt::Key_Delete);
        QCOMPARE(desk.titles(), QString("GPipe | DDP"));
        QCOMPARE(desk.current, std::optional<std::size_t>(1));
        QTest::keyClick(desk.view(), Qt::Key_Delete);
        QCOMPARE(desk.titles(), QString("GPipe"));
        QVERIFY(!desk.form.functions()->isVisible());
    }

    void aDraggedSchemePassesSchedules() {
        Scenario mixed = notebook();
        mixed.schedules.resize(3);
        mixed.schedules.insert(mixed.schedules.begin() + 1, ScheduleEntry{"gpipe", {}, {}});
        Desk desk(2, mixed);  // the second of three schemes
        const QStringList before = desk.titles().split(" | ");
        emit desk.form.list()->moveAsked(0, 2);
        QCOMPARE(desk.titles().split(" | "), QStringList({before[2], before[1], before[3], before[0]}));
        QCOMPARE(desk.current, std::optional<std::size_t>(0));
        emit desk.form.list()->moveAsked(2, 0);
        QCOMPARE(desk.titles().split(" | "), before);
        QCOMPARE(desk.edits.back().what, QString("Reorder schemes"));
        QCOMPARE(desk.current, std::optional<std::size_t>(2));
    }

    void groupsKeepToDivisors() {
        Desk desk;
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
        Desk desk;
        emit desk.form.numbers()->row("workers")->valueEdited(8, 0);
        QCOMPARE(desk.scheme().workers, 8);
        QCOMPARE(desk.form.numbers()->row("group_size")->value(), 2.0);
        QCOMPARE(desk.edits.back().what, QString("Change workers"));
    }

    void pastTheLimitNothingIsAsked() {
        Desk desk;
        desk.form.numbers()->row("stages")->field()->setText("200000");
        emit desk.form.numbers()->row("stages")->field()->typed("200000");
        const std::size_t edits = desk.edits.size();
        emit desk.form.numbers()->row("batches")->field()->typed("999999");
        QCOMPARE(desk.edits.size(), edits);
        QVERIFY(desk.form.numbers()->row("batches")->error().contains("the limit is 200,000,000"));
        QCOMPARE(desk.scheme().batches, 12);
        desk.undo();
        QCOMPARE(desk.form.numbers()->row("batches")->value(), 12.0);
        QCOMPARE(desk.form.numbers()->row("batches")->error(), QString());
    }

    void parametersOfACustomScheme() {
        Desk desk;
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
            emit name->editingFinished();
            QCOMPARE(desk.edits.size(), edits);
            QVERIFY2(!desk.form.numbers()->row("n")->error().isEmpty(), bad);
        }
        name->setText("shift");
        emit name->editingFinished();
        QCOMPARE(numberOf(desk.scheme(), "shift"), 1);
        QCOMPARE(desk.edits.back().what, QString("Rename parameter"));
        emit desk.form.numbers()->row("shift")->field()->typed("-3");
        desk.enter(kCompute, "(stage + shift) mod workers");
        QCOMPARE(desk.scheme().compute, std::string("(stage + shift) mod workers"));
        emit desk.form.numbers()->nameEdit("shift")->editingFinished();  // unchanged
        desk.form.numbers()->nameEdit("shift")->setText("turn");
        emit desk.form.numbers()->nameEdit("shift")->editingFinished();
        QCOMPARE(desk.formula(kCompute)->text(), QString("(stage + turn) mod workers"));
        for (auto* button : desk.form.numbers()->row("turn")->findChildren<QAbstractButton*>()) button->click();
        QCOMPARE(desk.scheme().compute, std::string("(stage + (-3)) mod workers"));
        QVERIFY(!desk.form.numbers()->row("turn"));
    }

    void aDraftIsTakenOnceItsNameIsThere() {
        Desk desk;
        desk.pick(desk.form.functions()->kind(), "Custom");
        desk.enter(kStore, "stage mod width");
        desk.form.numbers()->addButton()->click();
        QVERIFY(desk.formula(kStore)->isMarked());
        desk.form.numbers()->nameEdit("n")->setText("width");
        emit desk.form.numbers()->nameEdit("n")->editingFinished();
        QCOMPARE(desk.scheme().store, std::string("stage mod width"));
        QVERIFY(!desk.formula(kStore)->isMarked());
    }

    void optionsComeIntoSightAsTheyUnfold() {
        Desk desk;
        desk.form.resize(275, 300);
        desk.form.optionsFold()->setOpen(true);
        QVERIFY(desk.form.viewport()->rect().contains(
            desk.form.options()->times()->mapTo(desk.form.viewport(), desk.form.options()->times()->rect().center())));
    }

    void framesFollowTheFocus() {
        Desk desk;
        desk.formula(kCompute)->setFocus();
        QCoreApplication::processEvents();
        PaintedPart left, entered;
        desk.formula(kCompute)->viewport()->installEventFilter(&left);
        desk.formula(kStore)->viewport()->installEventFilter(&entered);
        desk.formula(kStore)->setFocus();
        QCoreApplication::processEvents();
        QCOMPARE(left.part.boundingRect(), desk.formula(kCompute)->viewport()->rect());
        QCOMPARE(entered.part.boundingRect(), desk.formula(kStore)->viewport()->rect());
    }

    void optionsOfAScheme() {
        Desk desk;
        SchemeOptions* options = desk.form.options();
        QVERIFY(!options->isVisible());
        desk.form.optionsFold()->setOpen(true);
        emit options->fetch()->valueEdited(1.5, 0);
        QCOMPARE(desk.scheme().fetch, 1.5);
        QVERIFY(options->cap()->isDetermined());
        options->hasCap()->click();
        QCOMPARE(desk.scheme().activationCap, std::optional<int>(6));
        QVERIFY(!options->cap()->isDetermined());
        emit options->cap()->valueEdited(9, 0);
        QCOMPARE(desk.scheme().activationCap, std::optional<int>(9));
        QCOMPARE(options->summary(), QString("fetch 1.5, cap 9"));
        options->hasCap()->click();
        QVERIFY(!desk.scheme().activationCap);
        desk.undo();
        QVERIFY(options->hasCap()->isChecked());
        options->times()->button(1)->click();
        QVERIFY(desk.scheme().workloadTimes);
        options->times()->button(0)->click();
        QVERIFY(!desk.scheme().workloadTimes);
    }

    void listsForOtherWorkersAreRefusedWhereTheyAreAskedFor() {
        Scenario lists = notebook();
        lists.workload.devices = 4;
        lists.workload.forward = std::vector<double>{1, 2, 3, 4};
        Desk desk(kLooped, lists);
        desk.form.optionsFold()->setOpen(true);
        desk.form.options()->times()->button(1)->click();
        QVERIFY(desk.edits.empty());
        QCOMPARE(desk.form.options()->times()->chosen(), 0);
        QCOMPARE(desk.form.options()->timesReason(),
                 QString("T<sub>F</sub>: needs 6 entries, one for each device, has 4"));
        emit desk.form.numbers()->row("workers")->valueEdited(4, 0);
        QCOMPARE(desk.form.options()->timesReason(), QString());
        desk.form.options()->times()->button(1)->click();
        QVERIFY(desk.scheme().workloadTimes);
        const std::size_t edits = desk.edits.size();
        emit desk.form.numbers()->row("workers")->valueEdited(5, 0);
        QCOMPARE(desk.edits.size(), edits);
        QVERIFY(!desk.form.numbers()->row("workers")->error().isEmpty());
    }

    void keyboardReachesAllOfIt() {
        Desk desk;
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
                 desk.form.numbers()->row("group_size")->field(), desk.form.options()->hasCap(),
                 desk.form.options()->times()->button(0)})
            QVERIFY2(std::find(reached.begin(), reached.end(), wanted) != reached.end(),
                     qPrintable(wanted->accessibleName()));
    }

    void nothingIsCut() {
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark}) {
            applyTheme(theme);
            Desk desk;
            desk.pick(desk.form.functions()->kind(), "Custom");
            desk.pick(desk.form.functions()->priority(), QString::fromUtf8("formula…"));
            desk.form.optionsFold()->setOpen(true);
            desk.enter(kCompute, "(stage + shft) mod workers");
            QTRY_COMPARE(cutText(desk.form), QString());
            QVERIFY(desk.form.widget()->width() <= 275);
        }
        applyTheme(ThemeId::Light);
    }
};

namespace tst_scheme_form {
QTEST_MAIN(TestSchemeForm)
}
#include "tst_scheme_form.moc"
