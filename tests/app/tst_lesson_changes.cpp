// Lessons in the window while someone changes or points at something: words that are no longer true, highlights, the
// axis, and what pictures show of it.

#include "app/window/presenter.h"
#include "tests/app/exported_options.h"
#include "tests/app/lesson_desk.h"

#include <QLabel>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_lesson_changes {

class TestLessonChanges : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = newHome(); }

    /// Totals of 96, 60, 42 and 33 are drawn as 96 to 33.
    void stepsShareOneAxis() {
        LessonDesk desk(fileOf(*m_home, R"({"format": "bubblescope-lesson", "version": 1, "title": "T",
            "document": {"workload": {"devices": 4, "microbatches": 1, "forward": 8, "backward": 16},
                         "schedules": [{"kind": "gpipe"}]},
            "steps": [{"caption": "One."}, {"caption": "Two.", "set": {"workload.microbatches": 2,
                       "workload.forward": 4, "workload.backward": 8}}]})"));
        QCOMPARE(desk.player().scale().end, 96.0 * kMicroUnits);
        const TimeRange first = desk.gantt().timeView().visible();
        const double total = desk.gantt().ganttLayout().tracks[0].x1 - desk.gantt().ganttLayout().plotLeft;
        desk.player().forward();
        desk.settle();
        QCOMPARE(desk.gantt().timeView().visible(), first);
        QVERIFY(desk.gantt().ganttLayout().tracks[0].x1 - desk.gantt().ganttLayout().plotLeft < 0.8 * total);
        desk.player().back();
        desk.settle();
        QCOMPARE(desk.gantt().timeView().visible(), first);
        desk.player().end();
        desk.settle();
        QVERIFY(desk.gantt().isFitted());
    }

    void whatHoldsNoLongerIsSaid() {
        LessonDesk desk(QStringLiteral("lesson-8-cost-of-communication"));
        desk.player().go(1);
        desk.settle();
        QVERIFY(desk.bar().words().note.isEmpty());
        Scenario asked = desk.document().scenario();
        asked.workload.comm = 0.0;
        desk.document().apply({asked, "Change T_C", 0});
        desk.settle();
        QVERIFY(desk.bar().words().isFalse);
        QVERIFY(desk.bar().words().note.contains("GPipe 33"));
    }

    /// A schedule fewer: there is no number to put in.
    void whatCannotBeSaidStaysWithANote() {
        LessonDesk desk(QStringLiteral("lesson-8-cost-of-communication"));
        desk.player().go(1);
        desk.settle();
        const QString own = desk.bar().words().caption;
        QVERIFY(own.contains("1F1B 49") && desk.bar().words().note.isEmpty());
        Scenario asked = desk.document().scenario();
        asked.schedules.pop_back();
        desk.document().apply({asked, "Remove", 0});
        desk.settle();
        QCOMPARE(desk.bar().words().caption, own);
        QVERIFY(!desk.bar().words().note.isEmpty());
        desk.document().undoStack().undo();
        desk.settle();
        QVERIFY(desk.bar().words().note.isEmpty());
    }

    /// What was pinned is no measure for a lesson, and is there again after it.
    void aPinStaysWithItsDocument() {
        Desk desk;
        desk.results().setPinned(true);
        const auto hasPin = [&] { return schedulesOf(desk.window).gantt().shown().front().pinned != nullptr; };
        Scenario asked = desk.document().scenario();
        asked.workload.comm = 8.0;
        desk.document().apply({asked, "Change", 0});
        desk.settle();
        QVERIFY(hasPin());
        QVERIFY(desk.window.controller().files().open(QStringLiteral("preset:lesson-3-1f1b")));
        desk.settle();
        QVERIFY(!hasPin() && !desk.results().references().pinned());
        desk.window.controller().lesson().end();
        desk.settle();
        QVERIFY(hasPin());
    }

    /// A click in a lesson moves nothing: why a gap is idle covers the words until Esc.
    void whyCoversTheWords() {
        LessonDesk desk(QStringLiteral("lesson-3-1f1b"));
        desk.actions().present->setChecked(true);
        desk.window.showNormal();
        desk.window.resize(1024, 768);
        desk.player().go(1);
        desk.settle();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const auto* why = desk.bar().findChild<QLabel*>(QStringLiteral("lessonWhy"));
        const QRect gantt = desk.gantt().geometry(), bar = desk.bar().geometry();
        QVERIFY(!why->isVisible());
        desk.gantt().pick({0, desk.gantt().shown()[0].timeline->program->computeLane(WorkerId(3)), {}, 0});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY(why->isVisible() && !why->text().isEmpty());
        QVERIFY(why->heightForWidth(why->width()) <= why->height());
        QCOMPARE(desk.gantt().geometry(), gantt);
        QCOMPARE(desk.bar().geometry(), bar);
        desk.gantt().clearPick();
        QVERIFY(!why->isVisible());
    }

    /// A caption is never false: it is struck, and what is so stands beside it.
    void whatAChangeMadeUntrueIsStruck() {
        LessonDesk desk(QStringLiteral("lesson-3-1f1b"));
        desk.player().go(3);
        desk.settle();
        const QString own = desk.bar().words().caption;
        QVERIFY(own.contains("33") && !desk.bar().words().isFalse);
        Scenario asked = desk.document().scenario();
        asked.workload.comm = 1.0;
        desk.document().apply({asked, "Change", 0});
        desk.settle();
        QVERIFY(desk.bar().words().isFalse);
        QCOMPARE(desk.bar().words().caption, own);
        QCOMPARE(desk.bar().words().note,
                 QString("With T_C\u00a0=\u00a01, total time: GPipe 39, 1F1B 49; bubble, of total: GPipe 38.5%, 1F1B "
                         "51%. Press R to restore the step."));
        const auto isStruck = [&] {
            for (const QLabel* label : desk.bar().findChildren<QLabel*>())
                if (label->isVisible() && label->font().strikeOut()) return true;
            return false;
        };
        QVERIFY(isStruck());
        desk.click(Qt::Key_R);
        QVERIFY(desk.document().scenario() == std::get<Scenario>(desk.player().step()->scene));
        QVERIFY(!desk.bar().words().isFalse && !isStruck() && desk.bar().words().note.isEmpty());
    }

    /// "device 0 starts with D forwards" frames as many as there are.
    void highlightsFollowTheValues() {
        LessonDesk desk(fileOf(*m_home, R"({"format": "bubblescope-lesson", "version": 1, "title": "T",
            "document": {"workload": {"devices": 4, "microbatches": 8}, "schedules": [{"kind": "1f1b"}]},
            "steps": [{"highlight": ["0F{D - 1}"], "caption": "Look."}]})"));
        const auto rowOf = [&] { return desk.gantt().highlights().front().rows; };
        const auto first = rowOf();
        Scenario asked = desk.document().scenario();
        asked.workload.devices = 3;
        desk.document().apply({asked, "Change", 0});
        desk.settle();
        const Timeline& timeline = *desk.gantt().shown().front().timeline;
        QCOMPARE(rowOf().size(), std::size_t(1));
        QCOMPARE(timeline.program->ops[rowOf().front()].microbatch().value, 2);
        QVERIFY(first != rowOf());
    }

    void aChangedCollectiveIsSpokenOf() {
        LessonDesk desk(fileOf(*m_home, R"({"format": "bubblescope-lesson", "version": 1, "title": "T",
            "document": {"collective": "all-reduce", "algorithms": ["ring"], "ranks": 4, "bytes": 1000000},
            "steps": [{"caption": "{ranks} ranks."},
                      {"caption": "{steps_1} steps.", "claims": ["steps_1 == 6"]}]})"));
        CollectiveDocument& document = desk.window.controller().collective();
        const auto change = [&] {
            CollectiveSetup asked = document.setup();
            asked.ranks = 8;
            document.apply({asked, "Change ranks", 0});
        };
        change();
        QTRY_COMPARE_WITH_TIMEOUT(desk.bar().words().caption, QString("8 ranks."), kHangAfterMs);
        desk.player().go(1);
        QCOMPARE(desk.bar().words().caption, QString("6 steps."));
        change();
        QTRY_VERIFY_WITH_TIMEOUT(desk.bar().words().isFalse, kHangAfterMs);
        QCOMPARE(desk.bar().words().caption, QString("6 steps."));
        QCOMPARE(desk.bar().words().note,
                 QStringLiteral("With ranks\u00a0=\u00a08, steps: ring 14. Press R to restore the step."));
        desk.player().restore();
        QVERIFY(!desk.bar().words().isFalse);
    }

    /// In pictures as on screen: an op without a schedule is the first one's. And they end where the screen does.
    void picturesShowWhatALessonPointsOut() {
        LessonDesk desk(fileOf(*m_home, kTwoSchedules));
        const PictureOptions options = exportedOptions(desk);
        QCOMPARE(options.seen.size(), std::size_t(2));
        for (int i = 0; i < 2; ++i) {
            const Highlight& seen = options.seen[std::size_t(i)];
            QVERIFY(seen.as == Highlight::As::Lit && seen.track == i && seen.rows.size() == 1);
        }
        QCOMPARE(options.caption, "Look.");
        QVERIFY(options.end);  // as on screen, the axis is that of all steps
        desk.player().setSpotlit(true);
        QVERIFY(exportedOptions(desk).seen.front().as == Highlight::As::Spot);
        desk.player().setSpotlit(false);
        desk.player().forward();
        desk.settle();
        QCOMPARE(exportedOptions(desk).until, 10.0 * kMicroUnits);
        QCOMPARE(exportedOptions(desk).end, options.end);
        QVERIFY(exportedOptions(desk).seen.empty());
        QCOMPARE(exportedOptions(desk).caption, "Now?");
    }

    /// A device in a spotlight stands out with all of its time; where nothing is found nothing stands back.
    void picturesHaveDevicesInTheSpotlight() {
        LessonDesk desk(fileOf(*m_home, R"({"format": "bubblescope-lesson", "version": 1, "title": "T",
            "document": {"workload": {"devices": 4, "microbatches": 8}, "schedules": [{"kind": "gpipe"}]},
            "steps": [{"highlight": ["device 1"], "spotlight": true, "caption": "Look."}]})"));
        const PictureOptions options = exportedOptions(desk);
        QCOMPARE(options.seen.size(), std::size_t(1));
        QVERIFY(options.seen[0].as == Highlight::As::Spot);
        QCOMPARE(options.seen[0].spans.size(), std::size_t(1));
        QCOMPARE(options.seen[0].spans[0].lane, LaneId(1));
        Scenario smaller = desk.document().scenario();
        smaller.workload.devices = 1;
        desk.document().apply({smaller, "Change devices", 0});
        desk.settle();
        QVERIFY(exportedOptions(desk).seen.empty());
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(TestLessonChanges)

}  // namespace tst_lesson_changes
#include "tst_lesson_changes.moc"
