// The form, the clock and the explanation of a collective.

#include "tests/widgets/collective_desk.h"
#include "tests/widgets/recorded_list.h"
#include "widgets/collectives/arrival_editor.h"
#include "widgets/collectives/collective_form.h"
#include "widgets/collectives/explain_panel.h"
#include "widgets/collectives/history_tree.h"
#include "widgets/collectives/step_clock.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/number_field.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/parameter_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_collective_form {

namespace {

/// A form whose edits come back to it, as a document brings them.
struct Desk {
    CollectiveForm form;
    CollectiveSetup setup = setupOfEight();
    std::vector<CollectiveEdit> edits;

    Desk() {
        form.resize(286, 900);
        form.setSetup(setup);
        QObject::connect(&form, &CollectiveForm::edited, &form, [this](const CollectiveEdit& edit) {
            QVERIFY(checkCollective(edit.after));
            edits.push_back(edit);
            setup = edit.after;
            form.setSetup(setup);
        });
    }
    ParamSlider& bytes() { return *form.size()->slider("bytes"); }
    NumberField* number(const char* key) { return qobject_cast<NumberField*>(form.size()->control(key)); }
    QAbstractButton* rootOutside() { return qobject_cast<QAbstractButton*>(form.size()->control("labels")); }
    static void type(NumberField* field, const QString& text) {
        field->setText(text);
        emit field->typed(text);
    }
};

}  // namespace

class TestCollectiveForm : public QObject {
    Q_OBJECT

private slots:
    void anotherCollectiveTakesItsAlgorithms() {
        Desk desk;
        desk.setup.algorithms = {"ring", "halving-doubling"};
        desk.form.setSetup(desk.setup);
        QVERIFY(desk.form.algorithm("halving-doubling")->isChecked());
        emit desk.form.collective()->activated(static_cast<int>(Collective::AllGather));
        QCOMPARE(desk.edits.size(), std::size_t(1));
        QVERIFY(desk.setup.algorithms == std::vector<std::string>{"ring"});
        QVERIFY(!desk.form.algorithm("halving-doubling"));
        emit desk.form.collective()->activated(static_cast<int>(Collective::Barrier));
        QVERIFY(desk.setup.algorithms == std::vector<std::string>{"dissemination"});
        emit desk.form.collective()->activated(static_cast<int>(Collective::AllReduce));
        QVERIFY(desk.setup.algorithms == std::vector<std::string>({"ring", "halving-doubling"}));
    }

    void ranksTakeRootAndArrivalWithThem() {
        Desk desk;
        desk.setup.collective = Collective::Broadcast;
        desk.setup.root = 7;
        desk.setup.arrival = {0, 0, 0, 5, 0, 0, 0, 9};
        desk.form.setSetup(desk.setup);
        emit desk.form.ranks()->valueEdited(4, 3);
        QCOMPARE(desk.setup.root, 3);
        QVERIFY(desk.setup.arrival == std::vector<double>({0, 0, 0, 5}));
        QCOMPARE(desk.edits.back().gesture, 3);
    }

    void bytesAreTypedAsPeopleWriteThem() {
        Desk desk;
        QCOMPARE(desk.bytes().field()->text().replace(QChar(0x202f), ' '), QString("1 GB"));
        Desk::type(desk.bytes().field(), "64 MB");
        QCOMPARE(desk.setup.bytes, 64e6);
        Desk::type(desk.bytes().field(), "2 TB");
        QCOMPARE(desk.setup.bytes, 64e6);
        QVERIFY(desk.bytes().error().contains("1"));
        QCOMPARE(parseBytes("1.5 kB"), std::optional(1500.0));
        QCOMPARE(parseBytes("1e9"), std::optional(1e9));
        QVERIFY(!parseBytes("a lot"));
    }

    void whatIsNotUsedSaysWhy() {
        Desk desk;
        QVERIFY(!desk.number("root")->isEnabled() && desk.number("root")->toolTip().startsWith("Not used"));
        QVERIFY(!desk.number("pieces")->isEnabled());
        desk.setup = setupOfEight(Collective::Broadcast);
        desk.form.setSetup(desk.setup);
        QVERIFY(desk.number("root")->isEnabled() && desk.number("pieces")->isEnabled());
        Desk::type(desk.number("pieces"), "16");
        QCOMPARE(desk.setup.pieces, std::optional(16));
        Desk::type(desk.number("root"), "");  // a root is needed
        QCOMPARE(desk.setup.pieces, std::optional(16));
        QCOMPARE(desk.number("root")->text(), QString("0"));
        Desk::type(desk.number("pieces"), "");
        QVERIFY(!desk.setup.pieces);
        QCOMPARE(desk.number("pieces")->text(), QString("8"));
        Desk::type(desk.number("root"), "9");
        QVERIFY(isMarked(desk.number("root")));
        QCOMPARE(desk.setup.root, 0);
        Desk::type(desk.number("root"), "2");
        QCOMPARE(desk.setup.root, 2);
        QVERIFY(!isMarked(desk.number("root")));
    }

    void tabGoesDownTheForm() {
        Desk desk;
        desk.form.show();
        desk.form.setSetup(setupOfEight(Collective::Scatter, "binomial"));  // with other algorithms
        QCoreApplication::processEvents();                                  // they are shown
        QStringList names;
        int last = -1;
        const auto isStop = [&](QWidget* at) {
            return at->isVisible() && (at->focusPolicy() & Qt::TabFocus) && desk.form.widget()->isAncestorOf(at);
        };
        for (QWidget* at = desk.form.collective(); names.isEmpty() || at != desk.form.collective();
             at = at->nextInFocusChain()) {
            if (!isStop(at)) continue;
            const int y = at->mapTo(desk.form.widget(), at->rect().center()).y();
            names += at->accessibleName();
            QVERIFY2(y >= last - 20, qPrintable(names.join(", ")));
            last = y;
        }
        QVERIFY2(names.size() >= 20, qPrintable(names.join(", ")));
        QVERIFY(names.indexOf("Root") + 1 == names.indexOf("Pieces"));
    }

    /// Only where a root sends to all or gets from all.
    void theRootStandsBesideTheRanks() {
        Desk desk;
        QVERIFY(!desk.rootOutside());
        desk.setup = setupOfEight(Collective::Broadcast);
        desk.form.setSetup(desk.setup);
        QVERIFY(!desk.rootOutside());
        desk.setup = setupOfEight(Collective::Scatter);
        desk.form.setSetup(desk.setup);
        QVERIFY(desk.rootOutside());
        desk.rootOutside()->click();
        QVERIFY(desk.setup.isRootOutside);
        QCOMPARE(desk.edits.back().what, QString("Draw root next to ranks"));
        QVERIFY(desk.rootOutside()->isChecked());
        desk.rootOutside()->click();
        QVERIFY(!desk.setup.isRootOutside);
    }

    void refusalsOfferWhatWouldDo() {
        Desk desk;
        desk.setup = setupOfEight(Collective::AllGather, "recursive-doubling");
        desk.setup.ranks = 6;
        desk.form.setSetup(desk.setup);
        QCOMPARE(desk.form.ranks()->error(),
                 QString("recursive-doubling needs a power of two, has 6; nearest: 4 and 8"));
        QCOMPARE(desk.form.ranks()->offered(), QList<double>({4, 8}));
        desk.form.algorithm("ring")->click();
        QVERIFY(desk.setup.algorithms == std::vector<std::string>({"recursive-doubling", "ring"}));
        desk.form.algorithm("recursive-doubling")->click();
        QVERIFY(desk.form.ranks()->error().isEmpty());
        desk.form.algorithm("ring")->click();  // the last one stays
        QVERIFY(desk.setup.algorithms == std::vector<std::string>{"ring"});
        QVERIFY(desk.form.algorithm("ring")->isChecked());
    }

    void draggingARankDownLetsItComeLate() {
        Desk desk;
        ArrivalEditor& arrival = *desk.form.arrival();
        arrival.resize(250, 112);
        const QPoint knob = arrival.knobAt(3).toPoint();
        QTest::mousePress(&arrival, Qt::LeftButton, {}, knob);
        for (int y = 10; y <= 40; y += 10) QTest::mouseMove(&arrival, knob + QPoint(0, y));
        QTest::mouseRelease(&arrival, Qt::LeftButton, {}, knob + QPoint(0, 40));
        QVERIFY(desk.setup.arrival.size() == 8 && desk.setup.arrival[3] > 0 && desk.setup.arrival[2] == 0);
        QVERIFY(desk.edits.size() >= 2 && desk.edits.front().gesture == desk.edits.back().gesture);
        QTest::keyClick(&arrival, Qt::Key_Delete);
        QVERIFY(desk.setup.arrival.empty());
    }

    void theClockStopsWhereNobodySeesIt() {
        StepClock clock;
        const CollectiveSetup setup = setupOfEight();
        clock.setPlayback(playbackOf(setup), setup, false);
        clock.show();
        clock.go(StepKey::Play);
        QVERIFY(clock.isPlaying());
        clock.hide();
        QVERIFY(!clock.isPlaying());
    }

    void theClockGoesByStepsAndStopsAtTheSeam() {
        StepClock clock;
        const CollectiveSetup setup = setupOfEight();
        const auto playback = playbackOf(setup);
        clock.resize(800, 90);
        clock.setPlayback(playback, setup, false);
        QCOMPARE(clock.time(), 0.0);
        for (int i = 0; i < 5; ++i) QTest::keyClick(&clock, Qt::Key_Right);
        QCOMPARE(clock.time(), playback->endOf(5));
        QTest::keyClick(&clock, Qt::Key_Left);
        QCOMPARE(clock.time(), playback->endOf(4));
        QTest::keyClick(&clock, Qt::Key_End);
        QCOMPARE(clock.time(), playback->duration);
        QTest::keyClick(&clock, Qt::Key_Home);
        QVERIFY(clock.stopsAtSeam()->isChecked());
        clock.setTime(playback->endOf(7) - 1);
        QTest::keyClick(&clock, Qt::Key_Space);
        QVERIFY(clock.isPlaying());
        QTRY_VERIFY(!clock.isPlaying());
        QCOMPARE(clock.time(), playback->endOf(7));
        // Dragging near the end of a step holds there.
        const double x = clock.bar()->xOf(playback->endOf(9));
        QTest::mousePress(clock.bar(), Qt::LeftButton, {}, QPoint(qRound(x) + 1, 30));
        QCOMPARE(clock.time(), playback->endOf(9));
        QTest::mouseRelease(clock.bar(), Qt::LeftButton, {}, QPoint(qRound(x) + 1, 30));
        // A click on a step goes to its end, a drag anywhere, and so does a click with Shift.
        const QPoint inThird(qRound((clock.bar()->xOf(playback->endOf(2)) + clock.bar()->xOf(playback->endOf(3))) / 2),
                             30);
        QTest::mouseClick(clock.bar(), Qt::LeftButton, {}, inThird);
        QCOMPARE(clock.time(), playback->endOf(3));
        QTest::mousePress(clock.bar(), Qt::LeftButton, {}, inThird + QPoint(120, 0));
        const double fifth = (clock.bar()->xOf(playback->endOf(4)) + clock.bar()->xOf(playback->endOf(5))) / 2;
        const QPoint to(qRound(fifth), 30);  // away from the ends of steps, where it holds
        QMouseEvent move(QEvent::MouseMove, to, clock.bar()->mapToGlobal(QPointF(to)), Qt::NoButton, Qt::LeftButton,
                         {});
        QApplication::sendEvent(clock.bar(), &move);
        QVERIFY2(std::abs(clock.bar()->xOf(clock.time()) - to.x()) < 1e-3,
                 qPrintable(QString::number(clock.bar()->xOf(clock.time()) - to.x())));
        QTest::mouseRelease(clock.bar(), Qt::LeftButton, {}, to);
        QVERIFY(std::abs(clock.bar()->xOf(clock.time()) - to.x()) < 1e-3);
        QTest::mouseClick(clock.bar(), Qt::LeftButton, Qt::ShiftModifier, inThird);
        QVERIFY(std::abs(clock.bar()->xOf(clock.time()) - inThird.x()) < 1e-3);
        clock.setTime(playback->endOf(9));
        // With other numbers it stays at the step that people look at.
        CollectiveSetup other = setup;
        other.bytes = 1e6;
        const auto smaller = playbackOf(other);
        clock.setPlayback(smaller, other, true);
        QCOMPARE(clock.time(), smaller->endOf(9));
        clock.setPlayback(nullptr, other, true);
        QTest::keyClick(&clock, Qt::Key_Right);
        QCOMPARE(clock.time(), 0.0);
    }

    /// The numbers of many short steps stand evenly; a name that is too long for its half is cut.
    void numbersOfStepsStandEvenly() {
        const auto textsAt = [](int ranks, int width) {
            CollectiveSetup setup = setupOfEight();
            setup.ranks = ranks;
            StepBar bar;
            bar.setPlayback(playbackOf(setup), true);
            bar.resize(width, 74);
            const DisplayList list =
                recordedList(bar.size(), [&](QPaintDevice& device) { bar.render(&device, {}, {}, {}); });
            QStringList texts;
            for (const DisplayItem& item : list.items)
                if (const auto* text = std::get_if<DisplayText>(&item)) texts += text->words;
            return texts;
        };
        const QStringList all = textsAt(8, 420), few = textsAt(16, 420), narrow = textsAt(8, 160);
        for (int step = 1; step <= 14; ++step) QVERIFY(all.contains(QString::number(step)));
        QVERIFY(!few.contains("1") && !few.contains("9"));
        for (int step = 2; step <= 30; step += 2)
            QVERIFY2(few.contains(QString::number(step)), qPrintable(few.join(' ')));
        QVERIFY2(!narrow.filter(QRegularExpression("^reduce")).isEmpty(), qPrintable(narrow.join(' ')));
    }

    /// Of a gather the root gets more than anyone sends.
    void theBusiestPortIsCounted() {
        StepClock clock;
        const auto textWith = [&](Collective collective, const char* start) {
            const CollectiveSetup setup = setupOfEight(collective, "binomial");
            clock.setPlayback(playbackOf(setup), setup, false);
            for (const QLabel* label : clock.findChildren<QLabel*>())
                if (label->text().contains(QLatin1String(start))) return label->text();
            return QString();
        };
        QCOMPARE(textWith(Collective::Gather, "busiest"), QString("received by rank 0 (busiest)"));
        QCOMPARE(textWith(Collective::Gather, "S in total"), QString("0.875 S in total"));
        QCOMPARE(textWith(Collective::Scatter, "busiest"), QString("sent by rank 0 (busiest)"));
        QCOMPARE(textWith(Collective::Scatter, "S in total"), QString("0.875 S in total"));
    }

    /// In a window of 1450 by 920 all of it is seen, for the collective with the most algorithms.
    void itFitsAUsualWindow() {
        Desk desk;
        QVERIFY2(desk.form.widget()->minimumSizeHint().height() <= 780,
                 qPrintable(QString::number(desk.form.widget()->minimumSizeHint().height())));
    }

    void theExplanationTellsWhereASumCameFrom() {
        ExplainPanel panel;
        const CollectiveSetup setup = setupOfEight();
        const auto playback = playbackOf(setup);
        const auto run = runCollective(setup, "ring");
        panel.setRun(playback, setup, &*run);
        QVERIFY(panel.text().contains("Click a slot"));
        QVERIFY2(panel.text().contains("14 × S/8 = 1.75 S"), qPrintable(panel.text()));
        panel.setPick(std::nullopt, playback->after(3));
        QVERIFY2(panel.text().contains("Step 3: Rank 2 sends slot 7 (now a7+b7+c7) to rank 3."),
                 qPrintable(panel.text()));
        QVERIFY2(panel.text().contains(QChar(0x202f) + QString("MB, latency dominates and fewer steps win.")),
                 qPrintable(panel.text()));
        panel.setPick(std::pair(1, 3), playback->after(5));
        QVERIFY2(panel.text().contains("After step 5: six of eight parts"), qPrintable(panel.text()));
        QVERIFY2(panel.text().contains(
                     "Step 5: rank 0 sends slot 3 (now a3+e3+f3+g3+h3) to rank 1.\nRank 1 adds its own b3."),
                 qPrintable(panel.text()));
        QVERIFY(panel.text().contains("Still missing: c3 and d3."));
        QVERIFY(panel.text().contains("The thick line is the message from node 1 to node 0."));
        QStringList rows;
        for (std::size_t row = 0; row < panel.history()->history().size(); ++row) rows += panel.history()->textOf(row);
        QCOMPARE(rows, QStringList({"step 5: rank 1 adds b", "step 4: rank 0 adds a", "step 3: rank 7 adds h",
                                    "step 2: rank 6 adds g", "step 1: rank 5 adds f", "start: rank 4 has e"}));
        QSignalSpy chosen(&panel, &ExplainPanel::originChosen);
        panel.history()->resize(200, 200);
        QTest::mouseClick(panel.history(), Qt::LeftButton, {}, {30, 14 + 2 * 28});
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toInt(), 7);
        QCOMPARE(chosen[0][1].toInt(), 3);
        QVERIFY(panel.reverse()->isEnabled());
        const CollectiveSetup oneShot = setupOfEight(Collective::AllReduce, "one-shot");
        const auto other = runCollective(oneShot, "one-shot");
        panel.setRun(playbackOf(oneShot), oneShot, &*other);
        QVERIFY(!panel.reverse()->isEnabled());
        panel.setRun(nullptr, oneShot, nullptr);
        QVERIFY(!panel.text().contains("Why"));
    }

    /// What was there and was sent on has not yet to come.
    void whatWasGivenAwayIsNoMoreToCome() {
        ExplainPanel panel;
        const CollectiveSetup setup = setupOfEight(Collective::AllReduce, "binomial");
        const auto playback = playbackOf(setup);
        const auto run = runCollective(setup, "binomial");
        panel.setRun(playback, setup, &*run);
        panel.setPick(std::pair(7, 4), playback->after(1));
        QVERIFY2(panel.text().contains("sent on\nRank 7 sent it on in step 1 without keeping a copy."),
                 qPrintable(panel.text()));
        const CollectiveSetup tree = setupOfEight(Collective::Broadcast, "binomial");
        const auto broadcast = runCollective(tree, "binomial");
        panel.setRun(playbackOf(tree), tree, &*broadcast);
        panel.setPick(std::pair(7, 4), playbackOf(tree)->after(1));
        QVERIFY(panel.text().contains("After step 1: empty"));
    }

    /// Whatever the algorithm: a sentence, and the sum that its closed form gives.
    void everyAlgorithmHasAReason() {
        ExplainPanel panel;
        for (const CollectiveInfo& info : collectives())
            for (const Algorithm& algorithm : algorithmsOf(info.collective)) {
                const CollectiveSetup setup = setupOfEight(info.collective, std::string(algorithm.id));
                const auto run = runCollective(setup, algorithm.id);
                panel.setRun(playbackOf(setup), setup, &*run);
                QVERIFY(panel.text().contains("The total time is "));
            }
        const auto tells = [&](Collective collective, const char* id, const char* words) {
            const CollectiveSetup setup = setupOfEight(collective, id);
            const auto run = runCollective(setup, id);
            panel.setRun(playbackOf(setup), setup, &*run);
            return panel.text().contains(QLatin1String(words));
        };
        QVERIFY(tells(Collective::AllToAll, "ring", "all-to-all is its own reverse"));
        QVERIFY(tells(Collective::Barrier, "dissemination", "A reversed barrier is a barrier again"));
        QVERIFY(tells(Collective::AllReduce, "one-shot", "its reverse is not an algorithm"));
        QVERIFY(tells(Collective::Broadcast, "binomial", "Near ranks receive first"));
        QVERIFY(tells(Collective::Scatter, "binomial", "Far ranks come first"));
        QVERIFY(!tells(Collective::Scatter, "ring", "come first"));
    }
};

QTEST_MAIN(TestCollectiveForm)

}  // namespace tst_collective_form
#include "tst_collective_form.moc"
