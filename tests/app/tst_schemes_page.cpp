// The page Schemes in the real window: what a user does there, and what appears on screen.

#include "tests/app/desk.h"

#include "app/documents/load_scenario.h"
#include "engine/io/scenario_file.h"
#include "engine/schemes/scheme.h"
#include "tests/widgets/gantt_pictures.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/kit/formula_edit.h"
#include "widgets/schemes/scheme_form.h"
#include "widgets/schemes/scheme_functions.h"
#include "widgets/schemes/scheme_table.h"
#include "widgets/schemes/walk_chart.h"

#include <QComboBox>
#include <QMenu>

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_schemes_page {

namespace {

constexpr int kPlaceOfSchemes = 2;

/// A window on its page of schemes.
class Drawing : public Desk {
public:
    explicit Drawing(const QString& file = {}) : Desk(file) {
        turnTo(kPlaceOfSchemes);
        settle();
    }
    void turnTo(int page) { actions().pages->actions().at(page)->trigger(); }
    ScenarioPage& page() { return schemesOf(window); }
    SchemesFacet& facet() { return schemesFacetOf(window); }
    const Scenario& scenario() { return document().scenario(); }
    Scheme scheme() { return schemeOf(scenario().schedules.at(*page().current())); }
    const GanttLayout& layout() { return page().gantt().ganttLayout(); }
    /// As the form does it.
    void edit(const Scheme& scheme) {
        Scenario after = scenario();
        setScheme(after.schedules[*page().current()], scheme);
        emit facet().form().edited({after, QStringLiteral("Change"), 0});
        settle();
    }
    /// As a file does that holds one scheme.
    void startWith(const Scheme& scheme) {
        Scenario scenario = *loadScenario("preset:placement-schemes");
        scenario.schedules.resize(1);
        setScheme(scenario.schedules.front(), scheme);
        document().start(scenario, {QStringLiteral("scheme")});
        settle();
    }
    /// Waits until the whole walk is there.
    void awaitWalk() {
        QTRY_VERIFY(!facet().walker().isBusy() && facet().walker().result() && facet().walker().result()->isComplete());
    }
};

Scheme custom(const char* compute, const char* store) {
    Scheme scheme;
    scheme.kind = "custom";
    scheme.compute = compute;
    scheme.store = store;
    return scheme;
}

}  // namespace

class TestSchemesPage : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    void aScenarioWithoutSchemesIsOfferedTheGallery() {
        Drawing desk;
        QVERIFY(!desk.page().current());
        QVERIFY(desk.facet().gallery().isVisible());
        QVERIFY(!desk.page().gantt().isVisible());
        QVERIFY(!desk.facet().form().isVisible());
        emit desk.facet().gallery().chosen(0);
        desk.settle();
        QCOMPARE(desk.scenario().schedules.size(), std::size_t(1));
        QCOMPARE(desk.scheme().kind, std::string("ddp"));
        QCOMPARE(desk.layout().tracks.front().total, QStringLiteral("18"));
        QVERIFY(desk.page().gantt().isVisible() && desk.facet().form().isVisible());
        QVERIFY2(desk.answer().contains(QLatin1String("latency 18")), qPrintable(desk.answer()));
        // What is added to it on the other page is drawn on the same scale.
        QCOMPARE(std::get<double>(desk.scenario().workload.forward), 1.0);
        QCOMPARE(desk.scenario().workload.devices, 6);

        desk.actions().undo->trigger();
        desk.settle();
        QCOMPARE(desk.scenario().schedules.size(), std::size_t(5));
        QVERIFY(!desk.page().current());
        QVERIFY(!desk.page().gantt().isVisible());
    }

    void aCardTakesThePlaceOfTheSchemeAtHand() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(0));
        const double latencies[] = {18, 18, 51, 51, 59, 46, 46};
        for (std::size_t card = 0; card < std::size(latencies); ++card) {
            emit desk.facet().gallery().chosen(card);
            desk.settle();
            QCOMPARE(desk.layout().tracks.front().total, QString::number(latencies[card]));
        }
        QCOMPARE(desk.scenario().schedules.size(), std::size_t(7));
    }

    void aScenarioThatIsNoFileIsNamedAfterItsOnlyScheme() {
        Drawing desk;
        emit desk.facet().gallery().chosen(2);
        desk.settle();
        emit desk.facet().gallery().chosen(5);
        desk.settle();
        QCOMPARE(desk.document().name(), QString("Looped PP"));
        emit desk.facet().gallery().chosen(5);  // which it is already
        QCOMPARE(desk.document().undoStack().count(), 2);
        desk.actions().undo->trigger();
        desk.settle();
        QCOMPARE(desk.scheme().kind, std::string("gpipe-placement"));
        QVERIFY2(desk.document().name().startsWith("GPipe"), qPrintable(desk.document().name()));

        const QString path = m_home->filePath("kept.bubble.json");
        QVERIFY(desk.document().saveAs(path));
        emit desk.facet().gallery().chosen(0);
        desk.settle();
        QCOMPARE(desk.document().name(), QString("kept"));
        QCOMPARE(desk.document().path(), QFileInfo(path).absoluteFilePath());
        QVERIFY(!desk.document().isClean());
    }

    void theSchemeAtHandIsAdvised() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        const auto isAdvised = [&desk](std::size_t schedule) { return desk.results().advised() == schedule; };
        QTRY_VERIFY(isAdvised(0));
        emit desk.facet().form().chosen(4);  // none of the fastest
        QTRY_VERIFY(isAdvised(4));
        // Nor does a schedule that stands on another page take its place.
        Scenario after = desk.scenario();
        after.schedules = {after.schedules[4], ScheduleEntry{"gpipe", {}, {}}};
        emit desk.facet().form().edited({after, QStringLiteral("Change"), 0});
        desk.settle();
        QTRY_VERIFY(isAdvised(0));
        desk.turnTo(0);
        QTRY_VERIFY(isAdvised(1));
        desk.turnTo(kPlaceOfSchemes);
        QTRY_VERIFY(isAdvised(0));
    }

    void whatIsOpenedGoesToThePageThatSuitsIt() {
        Desk desk(QStringLiteral("preset:placement-schemes"));
        QVERIFY2(schemesOf(desk.window).isVisible(), "a file of schemes alone");
        desk.window.controller().files().open(QStringLiteral("preset:default"));
        QVERIFY2(schedulesOf(desk.window).isVisible(), "a file without schemes");
        desk.window.controller().files().open(QStringLiteral("preset:chunks"));
        QVERIFY(experimentsOf(desk.window).isVisible());
    }

    void aMistakeKeepsTheLastGoodPicture() {
        Drawing desk;
        emit desk.facet().gallery().chosen(5);
        desk.settle();
        Scheme bad = custom("stage + 1", "stage");
        desk.edit(bad);
        QVERIFY(schemeOf(desk.document().scenario().schedules.front()) == bad);
        QCOMPARE(desk.layout().tracks.size(), std::size_t(1));
        QCOMPARE(desk.layout().tracks.front().total, QStringLiteral("46"));
        QVERIFY(desk.layout().tracks.front().refusal.isEmpty());
        QVERIFY2(
            desk.answer().contains(QLatin1String("worker 6 for (stage 5, batch 0, forward), but there are only 6")),
            qPrintable(desk.answer()));
        desk.edit(custom("stage mod workers", "stage mod workers"));
        QCOMPARE(desk.layout().tracks.front().total, QStringLiteral("51"));
        QVERIFY(!desk.answer().contains(QLatin1String("but there are")));
    }

    void aPictureThatStaysKeepsItsName() {
        Drawing desk;
        emit desk.facet().gallery().chosen(5);
        desk.settle();
        desk.edit(custom("stage + 1", "stage"));
        emit desk.facet().gallery().chosen(0);
        desk.settle();
        desk.actions().undo->trigger();
        desk.settle();
        QCOMPARE(desk.layout().tracks.front().title, QStringLiteral("DDP"));
        QCOMPARE(desk.layout().tracks.front().total, QStringLiteral("18"));
        QVERIFY2(desk.answer().startsWith(QLatin1String("Custom: worker 6")), qPrintable(desk.answer()));
    }

    /// What is said is about what stands in the field, not about the last formula that could be read.
    void whatCannotBeReadIsSaidEverywhere() {
        Drawing desk;
        desk.startWith(custom("stage + 100", "stage"));
        QVERIFY(desk.answer().contains(QLatin1String("but there are only 6")));
        QTRY_VERIFY(desk.facet().walkChart().notice().contains(QLatin1String("but there are")));
        FormulaEdit* edit = desk.facet().form().functions()->formula(SchemeFunction::Compute);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, "stage +");
        const auto says = [](const QString& text) {
            return text.contains(QLatin1String("Invalid formula")) && !text.contains(QLatin1String("but there are"));
        };
        QTRY_VERIFY2(says(desk.answer()), qPrintable(desk.answer()));
        QVERIFY2(says(desk.facet().walkChart().notice()), qPrintable(desk.facet().walkChart().notice()));
        QVERIFY(says(desk.layout().tracks.front().refusal));
        QTest::keyClicks(edit, " 100");
        QTRY_VERIFY(desk.answer().contains(QLatin1String("but there are only 6")));
        QTRY_VERIFY(desk.layout().tracks.front().refusal.contains(QLatin1String("but there are only 6")));
    }

    void theWalkLeavesANumberThatNoFormulaUses() {
        Drawing desk;
        emit desk.facet().gallery().chosen(5);
        desk.settle();
        desk.awaitWalk();
        QCOMPARE(desk.facet().walker().result()->path.text, std::string("schedules[0].group_size"));
        Scheme own = custom("stage mod workers", "stage mod workers");
        own.parameters = {{"group_size", 3}};
        own.workers = desk.scheme().workers;
        desk.edit(own);
        QTRY_COMPARE(desk.facet().walker().result()->path.text, std::string("schedules[0].batches"));
        const auto* along = desk.facet().walkChart().findChild<QComboBox*>();
        QTRY_COMPARE(along->currentText(), QStringLiteral("batches"));
        QCOMPARE(along->findText(QStringLiteral("group_size")), -1);
        own.compute = "stage mod workers + 0 * group_size";
        desk.edit(own);
        QVERIFY(along->findText(QStringLiteral("group_size")) >= 0);
    }

    void aFirstMistakeIsSaidInThePicture() {
        Drawing desk;
        desk.startWith(custom("stage + 1", "stage"));
        QVERIFY(desk.layout().tracks.front().refusal.contains(QLatin1String("but there are only 6")));
    }

    /// Each picture under the title of its own scheme, whatever became of the list.
    void lastGoodPicturesGoWithTheirSchemes() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        emit desk.facet().form().chosen(1);
        desk.edit(custom("stage + 1", "stage"));
        const auto totals = [&] {
            QStringList all;
            for (const GanttTrack& track : desk.layout().tracks) all += track.total;
            return all.join(' ');
        };
        QCOMPARE(totals(), QStringLiteral("18 18 51 51 59 46 46"));
        Scenario after = desk.scenario();
        const auto apply = [&] {
            desk.document().apply({after, QStringLiteral("Change"), 0});
            desk.settle();
            after = desk.scenario();  // what is published of its schedules has moved with them
        };
        std::swap(after.schedules[1], after.schedules[4]);
        apply();
        QCOMPARE(totals(), QStringLiteral("18 59 51 51 18 46 46"));
        after.schedules.erase(after.schedules.begin());
        apply();
        QCOMPARE(totals(), QStringLiteral("59 51 51 18 46 46"));
        after.schedules.insert(after.schedules.begin(), after.schedules.back());
        apply();
        QCOMPARE(totals(), QStringLiteral("46 59 51 51 18 46 46"));
        desk.actions().undo->trigger();
        desk.settle();
        QCOMPARE(totals(), QStringLiteral("59 51 51 18 46 46"));
        // Another document has none of these pictures.
        after.schedules = {after.schedules[4]};
        desk.document().start(after, {QStringLiteral("another")});
        desk.settle();
        QVERIFY(desk.layout().tracks.front().refusal.contains(QLatin1String("but there are only 6")));
    }

    void theSchemeAtHandStaysTheSame() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        emit desk.facet().form().chosen(4);
        Scenario after = desk.scenario();
        after.schedules.erase(after.schedules.begin());
        desk.document().apply({after, QStringLiteral("Remove"), 0});
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(3));
        QCOMPARE(desk.scheme().kind, std::string("cuckoo"));
        desk.actions().undo->trigger();
        QCOMPARE(desk.scheme().kind, std::string("cuckoo"));
        // What goes leaves its place to the one before it.
        after = desk.scenario();
        after.schedules.resize(4);
        desk.document().apply({after, QStringLiteral("Remove"), 0});
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(3));
    }

    void allSchemesMayGo() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        Scenario after = desk.scenario();
        after.schedules.clear();
        desk.document().apply({after, QStringLiteral("Remove all"), 0});
        QVERIFY(!desk.page().current());
        QVERIFY(desk.facet().gallery().isVisible());
        desk.actions().undo->trigger();
        desk.settle();
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(0));
    }

    void aPickInAnOldPictureIsOfWhatIsStillThere() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        GanttWidget& gantt = desk.page().gantt();
        const auto pick = [&](int track) {
            const Program& program = *gantt.shown()[static_cast<std::size_t>(track)].timeline->program;
            gantt.pick({track, LaneId(0), program.lanes[0].begin, 0});
        };
        Scenario after = desk.scenario();
        after.schedules.erase(after.schedules.begin());
        after.schedules.pop_back();
        desk.document().apply({after, QStringLiteral("Remove"), 0});
        QVERIFY2(gantt.shown().size() == 7, "the new ones have not landed yet");
        pick(4);
        QCOMPARE(desk.scheme().kind, std::string("cuckoo"));
        pick(6);
        QCOMPARE(desk.scheme().kind, std::string("cuckoo"));
        desk.settle();
        QCOMPARE(gantt.shown().size(), std::size_t(5));
    }

    /// What is typed in the scheme of one file never stands over the scheme of the next.
    void aDraftGoesWithItsDocument() {
        Drawing desk;
        desk.startWith(custom("stage", "stage"));
        const SchemeFunctions& functions = *desk.facet().form().functions();
        FormulaEdit* edit = functions.formula(SchemeFunction::Compute);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, "stage +");
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(!functions.draftReason().isEmpty());
        desk.startWith(custom("batch mod workers", "stage"));
        QCOMPARE(functions.draftReason(), QString());
        QCOMPARE(edit->text(), QStringLiteral("batch mod workers"));
        QCOMPARE(desk.scheme().compute, std::string("batch mod workers"));
    }

    void statisticsAreOfTheSchemeAtHand() {
        Scenario scenario = *loadScenario("preset:placement-schemes");
        scenario.schedules.resize(2);
        setScheme(scenario.schedules[1], custom("stage + 1", "stage"));
        Drawing desk;
        desk.document().start(scenario, {QStringLiteral("two")});
        desk.settle();
        desk.actions().table->setChecked(true);
        QCOMPARE(desk.page().table().count('\n'), 7);
        emit desk.facet().form().chosen(1);
        QVERIFY2(desk.page().table().count('\n') == 1, "it never ran");
        desk.edit(custom("stage", "stage"));
        QCOMPARE(desk.page().table().count('\n'), 7);
        const QString ran = desk.page().table();
        desk.edit(custom("stage + 1", "stage"));
        QCOMPARE(desk.page().table(), ran);
    }

    void nothingIsHeldThatIsShownNowhere() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        GanttWidget& gantt = desk.page().gantt();
        gantt.pick({4, LaneId(0), gantt.shown()[4].timeline->program->lanes[0].begin, 0});
        desk.awaitWalk();
        const std::weak_ptr<const SchemeRun> before = desk.results().outcomes()[4].run->scheme;
        desk.turnTo(0);
        Scenario after = desk.scenario();
        editScheme(after.schedules[4], [&](Scheme& scheme) { scheme.batches = 24; });
        desk.document().apply({after, QStringLiteral("Change"), 0});
        desk.settle();
        QTRY_VERIFY2(before.expired(), "the hidden page has let go of it");
    }

    void aStoppedWalkBeginsAgainWhenItIsWanted() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        emit desk.facet().walkChart().numberChosen("batches");
        Scenario after = desk.scenario();
        after.schedules = {after.schedules[5]};
        editScheme(after.schedules[0],
                   [&](Scheme& scheme) { scheme.batches = 100'000; });  // thirty runs of up to 2.4 million ops
        desk.document().apply({after, QStringLiteral("Large"), 0});
        QTRY_VERIFY_WITH_TIMEOUT(desk.results().isCurrent() && desk.results().isWhole(), 300'000);
        QVERIFY(desk.facet().walker().isBusy());
        desk.page().stop();
        QVERIFY2(desk.results().isCurrent() && !desk.results().isCancelled(), "its schemes were done");
        QTRY_VERIFY(!desk.facet().walker().isBusy());
        QVERIFY(!desk.page().progress());
        QVERIFY(desk.page().isStopped());
        desk.page().goOn();
        QVERIFY(desk.facet().walker().isBusy() && !desk.page().isStopped());
        desk.page().stop();
        QTRY_VERIFY(!desk.facet().walker().isBusy());
        desk.turnTo(0);
        desk.turnTo(kPlaceOfSchemes);
        QVERIFY(desk.facet().walker().isBusy());
        // A quick machine is done before there is progress to tell.
        QTRY_VERIFY_WITH_TIMEOUT(desk.page().progress() || !desk.facet().walker().isBusy(), 300'000);
        desk.page().stop();
    }

    void theWalkFollowsTheSchemeAndIsAControl() {
        Drawing desk;
        emit desk.facet().gallery().chosen(5);
        desk.settle();
        desk.awaitWalk();
        const Study& walk = *desk.facet().walker().result();
        QCOMPARE(walk.path, std::string("schedules[0].group_size"));
        for (std::size_t i = 0; i < walk.values.size(); ++i) {
            Scenario at = desk.scenario();
            setScheme(at.schedules[0], withNumber(schemeOf(at.schedules[0]), "group_size", int(walk.values[i])));
            const RunResult expected = run(at, 0);
            QCOMPARE((walk.ran(0, i) != nullptr), expected.has_value());
            if (expected) QCOMPARE(*walk.ran(0, i), pointOf(**expected));
        }
        emit desk.facet().walkChart().valueDragged("schedules[0].group_size", 6, 0);
        desk.settle();
        QCOMPARE(numberOf(desk.scheme(), "group_size"), 6);
        QCOMPARE(desk.layout().tracks.front().total, QStringLiteral("51"));
        emit desk.facet().walkChart().numberChosen("batches");
        QTRY_COMPARE(desk.facet().walker().result()->path.text, std::string("schedules[0].batches"));
        // A kind without that number is walked along one that it has.
        emit desk.facet().walkChart().numberChosen("group_size");
        emit desk.facet().gallery().chosen(0);
        desk.settle();
        const auto walked = [&] { return *desk.facet().walker().result(); };
        QTRY_COMPARE(schemeOf(walked().scenario.schedules[0]).kind, std::string("ddp"));
        QCOMPARE(walked().path, std::string("schedules[0].batches"));
    }

    void aPickInTheGanttsIsWhatTheFormEdits() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        GanttWidget& gantt = desk.page().gantt();
        gantt.pick({4, LaneId(0), gantt.shown()[4].timeline->program->lanes[0].begin, 0});
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(4));
        QCOMPARE(desk.scheme().kind, std::string("cuckoo"));
        QVERIFY(desk.page().table().isEmpty() == false);
        desk.actions().table->setChecked(true);
        QCOMPARE(desk.page().table(), desk.facet().statistics().toCsv());
    }

    void aChosenSchemeIsScrolledTo() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        QVERIFY2(desk.layout().rowHeight >= 15, "labels can be read");
        QCOMPARE(desk.page().gantt().scroll(), 0.0);
        emit desk.facet().form().chosen(6);
        QVERIFY(desk.page().gantt().scroll() > 0);
        QVERIFY(desk.layout().tracks[6].top <= desk.page().gantt().scroll() + desk.page().gantt().height());
    }

    void schemesStandBesideSchedules() {
        Scenario mixed = *loadScenario("preset:default");
        mixed.schedules.insert(mixed.schedules.begin() + 1, loadScenario("preset:placement-schemes")->schedules[6]);
        Drawing desk;
        desk.document().start(mixed, {QStringLiteral("mixed")});
        desk.settle();
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(1));
        QCOMPARE(desk.layout().tracks.size(), std::size_t(1));
        QCOMPARE(desk.layout().tracks.front().title, QStringLiteral("FS Looped PP"));
        emit desk.facet().gallery().chosen(1);
        desk.settle();
        QCOMPARE(desk.scenario().schedules.size(), std::size_t(6));
        QCOMPARE(desk.scheme().kind, std::string("fsdp"));
        desk.turnTo(0);
        QCOMPARE(schedulesOf(desk.window).gantt().shown().size(), std::size_t(6));
    }

    void pagesHaveLooksOfTheirOwn() {
        Drawing desk(QStringLiteral("preset:placement-schemes"));
        QCOMPARE(desk.layout().style.colorBy, ColorBy::Microbatch);
        QCOMPARE(desk.layout().style.labels, CellLabel::Operation);
        QVERIFY(desk.layout().style.marks.held);
        QVERIFY(!desk.layout().style.marks.fetches);
        desk.actions().markFetches->trigger();
        QVERIFY(desk.layout().style.marks.fetches);
        const auto& schedules = schedulesOf(desk.window).gantt().ganttLayout();
        desk.turnTo(0);
        QCOMPARE(schedules.style.colorBy, ColorBy::Kind);
        QVERIFY(schedules.style.marks == SchemeMarks{});
        QVERIFY(desk.actions().markHeld->isEnabled() && !desk.actions().markHeld->isChecked());
        QVERIFY(!desk.actions().markFetches->isEnabled() && !desk.actions().markTransfers->isEnabled());
        QCOMPARE(desk.actions().colorBy->current(), 0);
        desk.turnTo(kPlaceOfSchemes);
        QCOMPARE(desk.actions().colorBy->current(), 1);
        QVERIFY(desk.actions().markFetches->isEnabled() && desk.actions().markFetches->isChecked());
        desk.actions().colorBy->menu()->actions().at(0)->trigger();
        QCOMPARE(desk.layout().style.colorBy, ColorBy::Kind);
        QCOMPARE(desk.window.controller().settings().schedulesLook, GanttLook{});
    }

    void anInventedSchemeSurvivesItsPicture() {
        const QString picture = m_home->filePath(QStringLiteral("mine.svg"));
        Scheme mine = custom("(shift * stage + batch) mod workers", "stage mod workers");
        mine.parameters = {{"shift", 2}};
        {
            Drawing desk;
            emit desk.facet().gallery().ownAsked();
            desk.settle();
            QCOMPARE(desk.scheme().kind, std::string("custom"));
            desk.edit(mine);
            const auto file = ganttFile(kSvg, desk.results().outcomes(), {}, writeScenario(desk.scenario()));
            QVERIFY(file.has_value());
            QFile out(picture);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(*file);
        }
        const auto elsewhere = newHome();  // or it would go on with what the other left unsaved, and ask
        Desk again;
        again.drop(picture);
        again.settle();
        QVERIFY(schemesOf(again.window).isVisible());
        QVERIFY(schemeOf(again.document().scenario().schedules.front()) == mine);
        emit schemesFacetOf(again.window).walkChart().valueDragged("schedules[0].shift", 1, 0);
        again.settle();
        QCOMPARE(numberOf(schemeOf(again.document().scenario().schedules.front()), "shift"), 1);
    }
};

QTEST_MAIN(TestSchemesPage)

}  // namespace tst_schemes_page
#include "tst_schemes_page.moc"
