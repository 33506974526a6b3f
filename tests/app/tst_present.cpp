// Presenting: type for a projector on every page, a caption, changing a parameter by keys, and what Esc ends first.

#include "tests/app/desk.h"
#include "tests/app/exported_options.h"

#include "app/window/presenter.h"
#include "tests/widgets/recorded_type.h"
#include "widgets/charts/curves_view.h"
#include "widgets/gallery/schedule_gallery.h"
#include "widgets/gantt/find_bar.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/kit/caption_bar.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/projector_type.h"
#include "widgets/picture/export_dialog.h"
#include "widgets/study/curves/experiment_chart.h"
#include "widgets/study/winners/winner_map_view.h"

#include <QFileDialog>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextBrowser>
#include <QToolTip>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_present {

namespace {

constexpr QSize kScreens[] = {{1920, 1080}, {1024, 768}};

/// Presents on a screen of some size.
void present(Desk& desk, const QSize& size) {
    desk.actions().present->setChecked(true);
    desk.window.showNormal();
    desk.window.resize(size);
    QTRY_COMPARE(desk.window.size(), size);
}

}  // namespace

class TestPresent : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    void typeIsForARoom_data() {
        QTest::addColumn<QSize>("screen");
        QTest::addColumn<int>("page");
        for (const QSize& size : kScreens)
            for (std::size_t page = 0; page < pageKinds().size(); ++page)
                QTest::addRow("%s %dx%d", pageKinds()[page]->id, size.width(), size.height()) << size << int(page);
    }
    void typeIsForARoom() {
        QFETCH(const QSize, screen);
        QFETCH(const int, page);
        Desk desk;
        desk.actions().pages->actions()[page]->trigger();
        present(desk, screen);
        desk.rest();
        QCoreApplication::processEvents();
        const double least = kProjectorType * screen.height() - 0.5;  // fonts have whole pixels
        const auto small = smallType(desk.window, least);
        QVERIFY2(small.isEmpty(), qPrintable(small.join(QStringLiteral(", "))));
        QVERIFY(QToolTip::font().pixelSize() >= least);
        QMenu menu;
        menu.ensurePolished();
        QVERIFY(menu.font().pixelSize() >= least);
        desk.actions().present->setChecked(false);
        QVERIFY(QToolTip::font().pixelSize() < least);
    }

    void theGalleryHasTypeForARoom() {
        for (const QSize& size : kScreens) {
            Desk desk;
            present(desk, size);
            desk.actions().gallery->setChecked(true);
            QTRY_VERIFY_WITH_TIMEOUT(!schedulesFacetOf(desk.window).gallery().shown().empty(), 300'000);
            QCoreApplication::processEvents();
            const auto small = smallType(desk.window, kProjectorType * size.height() - 0.5);
            QVERIFY2(small.isEmpty(), qPrintable(small.join(QStringLiteral(", "))));
            QCOMPARE(desk.window.width(), size.width());
        }
    }

    /// What Gantts draw into their picture is recorded nowhere: all of it follows from their style.
    void ganttsHaveTypeForARoom() {
        for (const QSize& size : kScreens) {
            Desk desk;
            present(desk, size);
            const GanttStyle& style = schedulesOf(desk.window).gantt().ganttLayout().style;
            const double least = kProjectorType * size.height() - 0.5;
            QVERIFY(noteFont(style).pixelSize() >= least);
            QVERIFY(smallFont(style).pixelSize() >= least);
            QVERIFY(leastCellFontPixels(style) >= least);
            QVERIFY(style.isForRoom);
            desk.actions().present->setChecked(false);
            QVERIFY(!schedulesOf(desk.window).gantt().ganttLayout().style.isForRoom);
        }
    }

    /// Nor is what plots draw: their layout is made for less room, and enlarged.
    void experimentsHaveTypeForARoom() {
        for (const QSize& size : kScreens) {
            Desk desk;
            desk.actions().pages->actions()[1]->trigger();
            ExperimentsPage& page = experimentsOf(desk.window);
            present(desk, size);
            const double scale = projectorScale(desk.window);
            QVERIFY(scale * kLeastType >= kProjectorType * size.height() - 0.5);
            QTRY_VERIFY(page.chart().view().layout());
            QTRY_COMPARE(page.chart().view().layout()->size.width(),
                         qFloor(page.chart().view().canvas().width() / scale));
            QCOMPARE(page.map().geometryOfMaps().size, QSizeF(page.map().size() / scale));
        }
    }

    /// Nor are dialogs smaller that are opened meanwhile, and none of their options is cut.
    void dialogsHaveTypeForARoom() {
        for (const QSize& size : kScreens) {
            Desk desk;
            present(desk, size);
            desk.actions().exportPicture->trigger();
            desk.actions().help->trigger();
            const double least = kProjectorType * size.height() - 0.5;
            const auto* exported = desk.window.findChild<ExportDialog*>();
            const auto* help = desk.window.findChild<QTextBrowser*>();
            QVERIFY(exported && help && help->font().pixelSize() >= least);
            int words = 0;
            const auto verifyType = [&](const QWidget& part, const QString& text) {
                QVERIFY2(part.font().pixelSize() >= least, qPrintable(text));
                ++words;
            };
            for (const auto* button : exported->findChildren<QAbstractButton*>()) verifyType(*button, button->text());
            for (const auto* label : exported->findChildren<QLabel*>()) verifyType(*label, label->text());
            QVERIFY(words > 20);
            const auto* options = exported->findChild<QScrollArea*>();
            QVERIFY(options->widget()->minimumSizeHint().width() <= options->viewport()->width());
            delete exported;
        }
    }

    /// Dialogs of Qt's own have room for type that is larger.
    void dialogsAreNoLargerThanTheScreen() {
        for (const QSize& size : kScreens) {
            Desk desk;
            present(desk, size);
            QFileDialog dialog(&desk.window, "Save", "x.pdf");
            dialog.setOption(QFileDialog::DontUseNativeDialog);
            dialog.setAcceptMode(QFileDialog::AcceptSave);
            dialog.show();
            QVERIFY(QTest::qWaitForWindowExposed(&dialog));
            QVERIFY(dialog.width() <= size.width() && dialog.height() <= size.height() * 0.95);
        }
    }

    /// Up to three schedules have digits of half a row, as far as their cells are wide enough; one fills the height.
    void fewSchedulesFillTheScreen_data() {
        QTest::addColumn<QSize>("screen");
        QTest::addColumn<int>("schedules");
        for (const QSize& size : kScreens)
            for (const int count : {3, 2, 1})
                QTest::addRow("%d at %dx%d", count, size.width(), size.height()) << size << count;
    }
    void fewSchedulesFillTheScreen() {
        QFETCH(const QSize, screen);
        QFETCH(const int, schedules);
        Desk desk;
        present(desk, screen);
        Scenario few = desk.document().scenario();
        few.schedules.resize(static_cast<std::size_t>(schedules));
        desk.document().apply({few, "Change", 0});
        desk.settle();
        const GanttWidget& gantt = schedulesOf(desk.window).gantt();
        const GanttLayout& layout = gantt.ganttLayout();
        for (std::size_t i = 0; i < few.schedules.size(); ++i) {
            const Timeline& timeline = *gantt.shown()[i].timeline;
            std::vector<LaneId> lanes;
            for (int device = 0; device < timeline.program->workers; ++device)
                lanes.push_back(timeline.program->computeLane(WorkerId(device)));
            const LabelView view{layout.range, (layout.plotRight - layout.plotLeft) / layout.range.span(), 1};
            const LabelRooms rooms = labelRooms(layout.style, timeline, lanes, view);
            const RowLabels labels(layout.style, layout.cellHeight, *timeline.program, rooms);
            for (const OpKind kind : {OpKind::Forward, OpKind::Backward}) {
                const double room = rooms[static_cast<std::size_t>(kind)];
                const auto label = labels.of(Op(kind, 0, 0), room);
                QVERIFY(label && label->width <= room);
                // Half of the row, unless the cell is too narrow for digits that are not squeezed.
                const double share = RowLabels::roomOf(label).height() / layout.cellHeight;
                QVERIFY2(share >= 0.5 || label->width >= 0.6 * room, qPrintable(QString::number(share)));
                QVERIFY(label->type.narrowing >= 0.85);
            }
        }
        QCOMPARE(gantt.verticalScrollBar()->maximum(), 0);
        // What is left is less than a pixel for each row, and what stands between schedules.
        const double free = layout.size.height() - layout.footerHeight - layout.contentHeight;
        QVERIFY2(free >= 0 && free <= 5 * schedules, qPrintable(QString::number(free)));
    }

    /// A projector of 1920 x 1080 whose desktop doubles all has less than a window on a desk needs.
    void theWindowIsNoLargerThanTheScreen() {
        Desk desk;
        const QSize screen(960, 540);
        present(desk, screen);
        QCOMPARE(desk.window.size(), screen);
        desk.actions().present->setChecked(false);
        QVERIFY(desk.window.minimumHeight() > screen.height());
    }

    void theCaptionTellsTheFirstThing() {
        CaptionBar bar;
        using Source = CaptionBar::Source;
        QVERIFY(bar.isHidden());
        bar.setCaption(Source::Meaning, "bubble = ...");
        bar.setCaption(Source::Why, "waits 4 for B3");
        QVERIFY2(bar.isHidden(), "the panels say it");
        bar.setPresenting(true);
        QCOMPARE(bar.caption(), "waits 4 for B3");
        QVERIFY(!bar.isHidden());
        bar.setCaption(Source::Why, {});
        QCOMPARE(bar.caption(), "bubble = ...");
        bar.setBesideLesson(true);
        QVERIFY2(bar.isHidden(), "a lesson has a bar of its own");
        bar.setCaption(Source::Why, "waits 4 for B3");
        QCOMPARE(bar.why(), "waits 4 for B3");
        bar.setBesideLesson(false);
        QVERIFY(!bar.isHidden());
        bar.setPresenting(false);
        QVERIFY(bar.why().isEmpty());
        QVERIFY(bar.isHidden());
    }

    void theCaptionSaysWhyAndWhat() {
        Desk desk;
        CaptionBar& caption = desk.window.caption();
        QVERIFY(!caption.isVisible());
        present(desk, {1024, 768});
        QVERIFY(caption.isVisible());
        QVERIFY2(caption.caption().contains("bubble"), qPrintable(caption.caption()));
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        const Timeline& timeline = *gantt.shown()[1].timeline;
        // The first op of the second device waits for the forward of the first, 100 and the transfer, 4.
        const Row row = timeline.program->lanes[1].begin;
        gantt.pick({1, LaneId(1), row, timeline.startOf(row)});
        QVERIFY2(caption.caption().contains("Waits 100"), qPrintable(caption.caption()));
        // And idle time, whose sentences are a list elsewhere.
        gantt.pick({1, LaneId(1), {}, timeline.startOf(row) / 2});
        QVERIFY2(caption.caption().contains("from device 0."), qPrintable(caption.caption()));
        QVERIFY2(caption.caption().contains("upstream compute + 4"), qPrintable(caption.caption()));
        gantt.clearPick();
        QVERIFY(caption.caption().contains("bubble"));
        desk.actions().present->setChecked(false);
        QVERIFY(!caption.isVisible());
    }

    /// Without its status line, the window says over the picture that it copied one.
    void aCopyIsConfirmed() {
        Desk desk;
        desk.actions().present->setChecked(true);
        desk.settle();
        desk.actions().copyImage->trigger();
        QTRY_VERIFY(QToolTip::text().startsWith("Copied"));
        QToolTip::hideText();
        desk.actions().present->setChecked(false);
    }

    /// What a room sees can be handed out: the stretch of time, and the chain of what is picked.
    void picturesAreAsTheRoomSeesThem() {
        Desk desk;
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        const auto look = [&] {
            gantt.showRange({0, 1'000 * kMicroUnits});
            const Timeline& timeline = *gantt.shown()[1].timeline;
            const Row row = timeline.program->lanes[1].begin;
            gantt.pick({1, LaneId(1), {}, timeline.startOf(row) / 2});
        };
        look();
        QVERIFY2(exportedOptions(desk).seen.empty() && !exportedOptions(desk).begin,
                 "on a desk it is a look of the moment");
        QVERIFY(exportedOptions(desk).caption.isEmpty());
        present(desk, {1024, 768});
        look();
        const PictureOptions options = exportedOptions(desk);
        QVERIFY(options.begin == 0.0 && options.end == 1'000.0);
        // The chain, and the idle time that was picked.
        QCOMPARE(options.seen.size(), std::size_t(2));
        QVERIFY(options.seen[0].as == Highlight::As::Chain && options.seen[0].track == 1);
        QCOMPARE(options.seen[0].rows.size(), std::size_t(2));
        QVERIFY(options.seen[1].as == Highlight::As::Lit && options.seen[1].spans.size() == 1);
        QVERIFY2(options.caption.contains("from device 0."), qPrintable(options.caption));
        gantt.clearPick();
        QVERIFY(exportedOptions(desk).seen.empty());
        QVERIFY(exportedOptions(desk).caption.startsWith("bubble = "));
        // Words that an author gave are not those of the moment.
        Scenario own = desk.document().scenario();
        setNamed(own.style, "caption", {std::string("As in the paper.")});
        desk.document().apply({own, "Caption", 0});
        desk.settle();
        QCOMPARE(exportedOptions(desk).caption, "As in the paper.");
    }

    void aParameterByItsName() {
        Desk desk;
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        present(desk, {1024, 768});
        desk.window.activateWindow();
        QTRY_VERIFY(desk.window.isActiveWindow());
        QTest::keyClick(&gantt, Qt::Key_P);
        QTest::keyClicks(&gantt, "t_c");
        QCOMPARE(desk.window.presenter().chosen()->key(), "comm");
        QTest::keyClicks(&gantt, "q");  // no such parameter
        QCOMPARE(desk.window.presenter().typed(), "t_c");
        QTest::keyClicks(&gantt, "=30");
        QVERIFY(desk.window.caption().note().contains("t_c=30"));
        QTest::keyClick(&gantt, Qt::Key_Return);
        QVERIFY(desk.document().scenario().workload.comm == Comm(30.0));
        QVERIFY(desk.window.presenter().typed().isEmpty());
        // A name that no parameter has changes nothing, and is told.
        QTest::keyClicks(&gantt, "zz=4");
        QVERIFY(desk.window.caption().note().contains("No parameter is named"));
        QTest::keyClick(&gantt, Qt::Key_Return);
        QVERIFY(desk.document().scenario().workload.comm == Comm(30.0));
        QTest::keyClicks(&gantt, "micro=999999999");
        QTest::keyClick(&gantt, Qt::Key_Return);
        QVERIFY(desk.window.caption().note().contains("must be"));  // as the field says it
        QTest::keyClicks(&gantt, "d");
        QCOMPARE(desk.window.presenter().chosen()->key(), "devices");
        QTest::keyClick(&gantt, Qt::Key_Escape);
        QVERIFY(desk.window.presenter().typed().isEmpty() && desk.window.presenter().chosen());
        QTest::keyClick(&gantt, Qt::Key_Escape);
        QVERIFY(!desk.window.presenter().chosen());
    }

    /// A click moves nothing that is shown: the caption's room is there before.
    void aClickMovesNothing() {
        Desk desk;
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        present(desk, {1024, 768});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const QRect before = gantt.geometry();
        const double row = gantt.ganttLayout().rowHeight;
        const GanttTrack& track = gantt.ganttLayout().tracks[1];
        gantt.pick({1, gantt.shown()[1].timeline->program->computeLane(WorkerId(3)), {}, 0});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY(!desk.window.caption().caption().isEmpty());
        QCOMPARE(gantt.geometry(), before);
        QCOMPARE(gantt.ganttLayout().rowHeight, row);
        QVERIFY(track.rows > 0);
    }

    void aParameterByKeys() {
        Desk desk;
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        QTest::keyClick(&gantt, Qt::Key_P);
        QVERIFY2(!desk.window.presenter().chosen(), "only while presenting");
        present(desk, {1024, 768});
        const double zoom = gantt.timeView().visible().span();
        desk.window.activateWindow();
        QTRY_VERIFY(desk.window.isActiveWindow());
        QTest::keyClick(&gantt, Qt::Key_P);
        QVERIFY(desk.window.presenter().chosen());
        QCOMPARE(desk.window.presenter().chosen()->key(), "devices");
        QCOMPARE(desk.window.caption().note(), "D = 4");
        QTest::keyClick(&gantt, Qt::Key_Plus);
        QCOMPARE(desk.document().scenario().workload.devices, 5);
        QCOMPARE(desk.window.caption().note(), "D = 5, MBS = 10");  // what moved with it is told
        verifyTotals(desk);
        QCOMPARE(gantt.timeView().isFitted(), true);
        QTest::keyClick(&gantt, Qt::Key_Minus);
        QTest::keyClick(&gantt, Qt::Key_Minus);
        QCOMPARE(desk.document().scenario().workload.devices, 3);
        QVERIFY2(desk.document().undoStack().count() < 3, "a burst of keys is one step");
        while (desk.actions().undo->isEnabled()) desk.actions().undo->trigger();
        QCOMPARE(desk.document().scenario().workload.devices, 4);
        QTRY_COMPARE(desk.window.caption().note(), "D = 4, MBS = 8");
        QTest::keyClick(&gantt, Qt::Key_P);
        QCOMPARE(desk.window.presenter().chosen()->key(), "microbatches");
        QTest::keyClick(&gantt, Qt::Key_P, Qt::ShiftModifier);
        QCOMPARE(desk.window.presenter().chosen()->key(), "devices");
        QTest::keyClick(&gantt, Qt::Key_Escape);
        QVERIFY(!desk.window.presenter().chosen() && desk.window.caption().note().isEmpty());
        QVERIFY(desk.actions().present->isChecked());
        QTRY_VERIFY(gantt.timeView().visible().span() > zoom);  // the axis holds the length that D = 5 needed
        desk.settle();
        QTest::keyClick(&gantt, Qt::Key_F);
        QCOMPARE(gantt.timeView().visible().span(), zoom);
        QTest::keyClick(&gantt, Qt::Key_Plus);
        QVERIFY2(gantt.timeView().visible().span() < zoom, "it zooms again");
    }

    /// Each Esc ends one thing, the innermost first.
    void escapeEndsTheInnermostFirst() {
        Desk desk;
        desk.rest();
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        present(desk, {1024, 768});
        desk.window.activateWindow();
        QTRY_VERIFY(desk.window.isActiveWindow());
        gantt.setFocus();
        desk.results().align(0, 1);
        QTest::keyClick(&gantt, Qt::Key_P);
        gantt.playback().setTime(400 * kMicroUnits);
        gantt.pick({0, LaneId(0), gantt.shown()[0].timeline->program->lanes[0].begin, 0});
        gantt.openFind();
        const auto state = [&] {
            QStringList there;
            if (gantt.findBar()->isVisible()) there += "find";
            if (gantt.currentPick()) there += "pick";
            if (gantt.playback().isOpen()) there += "play";
            for (const TrackData& one : gantt.shown())
                if (one.aligned) there += "align";
            if (desk.window.presenter().chosen()) there += "parameter";
            if (desk.actions().present->isChecked()) there += "present";
            return there;
        };
        QStringList expected{"find", "pick", "play", "align", "parameter", "present"};
        QCOMPARE(state(), expected);
        while (!expected.isEmpty()) {
            expected.removeFirst();
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            QTRY_COMPARE(state(), expected);
        }
    }
};

QTEST_MAIN(TestPresent)

}  // namespace tst_present
#include "tst_present.moc"
