// Annotating: from the context menus of Gantts and of the preview of an export, and by dragging.

#include "tests/widgets/dialog_parts.h"
#include "tests/widgets/gantt_desk.h"
#include "tests/widgets/gantt_pictures.h"
#include "tests/widgets/placed_items.h"
#include "widgets/gantt/annotator.h"
#include "widgets/kit/text_edit.h"
#include "widgets/picture/export_dialog.h"
#include "widgets/picture/gantt_picture_layout.h"
#include "widgets/picture/picture_preview.h"
#include "widgets/picture/picture_style.h"

#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_annotations {

namespace {

QStringList wordsOf(const QMenu& menu) {
    QStringList words;
    for (const QAction* action : menu.actions()) words += action->text();
    return words;
}

bool choose(QMenu& menu, const QString& start) {
    for (QAction* action : menu.actions())
        if (action->isEnabled() && action->text().startsWith(start)) return action->trigger(), true;
    return false;
}

bool answer(QWidget& window, const QString& text) {
    auto* const dialog = window.findChild<QInputDialog*>();
    if (!dialog) return false;
    dialog->setTextValue(text);
    dialog->accept();
    QCoreApplication::sendPostedEvents(dialog, QEvent::DeferredDelete);
    return true;
}

QStringList linesOf(const Annotations& annotations) {
    QStringList lines;
    for (const PictureNote& note : annotations.notes) lines += QString::fromStdString(textOf(note));
    return lines;
}

Annotations withNotes(const QList<const char*>& lines) {
    Annotations annotations;
    for (const char* line : lines) annotations.notes.push_back(*noteIn(line));
    return annotations;
}

}  // namespace

class TestAnnotations : public QObject, private GanttDesk {
    Q_OBJECT

    /// The menu at a place of the Gantts, with what an annotator adds to it.
    std::unique_ptr<QMenu> menuAt(const QPointF& at) {
        const GanttLayout& layout = m_gantt->ganttLayout();
        const GanttHit hit = layout.hitAt(at.x(), at.y() + m_gantt->scroll(), m_gantt->scroll());
        const auto place = placeIn(*m_gantt->shown()[std::size_t(hit.track)].timeline, hit, layout.timeAt(at.x()));
        return std::unique_ptr<QMenu>(m_gantt->newPlaceMenu(hit.track, place));
    }

    std::unique_ptr<Annotator> m_annotator;
    Annotations m_now;
    QStringList m_steps;

private slots:
    void init() {
        start();
        m_now = {};
        m_steps.clear();
        m_annotator = std::make_unique<Annotator>(m_gantt.get());
        connect(m_gantt.get(), &GanttWidget::menuAsked, this,
                [this](QMenu& menu, const NoteTarget& target) { m_annotator->addTo(menu, target, m_now); });
        connect(m_annotator.get(), &Annotator::changed, this, [this](const Annotations& after, const QString& what) {
            m_now = after;
            m_steps += what;
            m_gantt->setAnnotations(after, {});
        });
    }
    void cleanup() {
        m_annotator.reset();
        m_gantt.reset();
    }

    void aMenuNamesItsPlace() {
        auto menu = menuAt(centreOf(k1f1bTrack, OpKind::Backward, 2, 3));
        QCOMPARE(wordsOf(*menu).first(), QStringLiteral("B3, device 2"));
        for (const char* word : {"Bracket from here", "Arrow from here", "Note…", "Highlight", "Dim"})
            QVERIFY2(wordsOf(*menu).contains(QString::fromUtf8(word)), word);
        QVERIFY(!wordsOf(*menu).filter("Align").isEmpty());
        GanttStyle style = m_gantt->ganttLayout().style;
        style.firstNumber = 1;
        m_gantt->setGanttStyle(style);
        QCOMPARE(wordsOf(*menuAt(centreOf(k1f1bTrack, OpKind::Backward, 2, 3))).first(),
                 QStringLiteral("B4, device 2"));
        menu = menuAt(pointAt(k1f1bTrack, 1, 600));  // idle from 404 to 820
        QCOMPARE(wordsOf(*menu).first(), QStringLiteral("404 to 820, device 1"));
        QVERIFY(wordsOf(*menu).contains(QStringLiteral("Bracket over this time…")));
        QVERIFY(!wordsOf(*menu).contains(QStringLiteral("Dim")));
    }

    void aBracketHasTwoEnds() {
        QVERIFY(choose(*menuAt(centreOf(k1f1bTrack, OpKind::Forward, 0, 3)), "Bracket from here"));
        QVERIFY(m_steps.isEmpty());
        auto other = menuAt(centreOf(k1f1bTrack - 1, OpKind::Forward, 0, 0));
        QVERIFY2(wordsOf(*other).filter("to here").isEmpty(), "both ends are in one schedule");
        auto menu = menuAt(centreOf(k1f1bTrack, OpKind::Forward, 0, 0));
        QVERIFY(wordsOf(*menu).contains(QString::fromUtf8("Bracket to here, from F3, device 0…")));
        QVERIFY(choose(*menu, "Bracket to here"));
        QVERIFY(answer(*m_gantt, "warm-up"));
        QCOMPARE(linesOf(m_now), QStringList{"bracket #2:0F0 #2:0F3 warm-up"});
        QCOMPARE(m_steps, QStringList{"Add bracket"});
        QVERIFY(choose(*menuAt(centreOf(k1f1bTrack, OpKind::Forward, 0, 3)), "Remove \"warm-up\""));
        QVERIFY(m_now.isEmpty());
        QCOMPARE(m_steps.last(), QStringLiteral("Remove annotation"));
    }

    void anArrowMayHaveNoText() {
        QVERIFY(choose(*menuAt(centreOf(k1f1bTrack, OpKind::Forward, 0, 3)), "Arrow from here"));
        QVERIFY(choose(*menuAt(centreOf(k1f1bTrack, OpKind::Forward, 1, 3)), "Arrow to here"));
        QVERIFY(answer(*m_gantt, ""));
        QVERIFY(choose(*menuAt(centreOf(k1f1bTrack, OpKind::Forward, 2, 1)), "Note"));
        QVERIFY(answer(*m_gantt, ""));  // nothing to say
        QVERIFY(choose(*menuAt(pointAt(k1f1bTrack, 1, 600)), "Note"));
        QVERIFY(answer(*m_gantt, "idle"));
        QCOMPARE(linesOf(m_now), (QStringList{"arrow #2:0F3 #2:1F3", "note #2:1@612 idle"}));
    }

    void opsAreHighlightedAndDimmed() {
        const QPointF at = centreOf(k1f1bTrack, OpKind::Backward, 2, 3);
        const QImage before = shot();
        QVERIFY(choose(*menuAt(at), "Highlight"));
        QVERIFY((m_now.highlighted == std::vector{*opRefIn("#2:2B3")}));
        QVERIFY(shot() != before);
        QVERIFY(choose(*menuAt(at), "Highlight"));
        QVERIFY(m_now.isEmpty());
        QCOMPARE(shot(), before);
        QVERIFY(choose(*menuAt(at), "Dim"));
        QVERIFY((m_now.dimmed == std::vector{*opRefIn("#2:2B3")}));
        QVERIFY(shot() != before);
    }

    void aMeasuredTimeIsBracketed() {
        drag(pointAt(k1f1bTrack, 1, 410), pointAt(k1f1bTrack, 1, 815), Qt::ShiftModifier);
        QVERIFY(choose(*menuAt(pointAt(k1f1bTrack, 1, 600)), "Bracket over this time"));
        QVERIFY(answer(*m_gantt, "waiting"));
        QCOMPARE(linesOf(m_now), QStringList{"bracket #2:1@404 #2:1@820 waiting"});  // at the edges of its ops
    }

    /// Notes have room above the rows, also while they are outside a zoomed view; names without an op are left out.
    void gantttsShowTheirNotes() {
        const double before = m_gantt->ganttLayout().tracks[k1f1bTrack].noteHeight;
        m_gantt->setAnnotations(withNotes({"bracket #2:0F0 #2:0F3 warm-up", "note #2:9F9 nowhere"}), {});
        const double height = m_gantt->ganttLayout().tracks[k1f1bTrack].noteHeight;
        QVERIFY(height > before);
        QCOMPARE(m_gantt->ganttLayout().tracks[0].noteHeight, 0.0);
        m_gantt->showRange({double(toTime(2000)), double(toTime(2400))});
        QCOMPARE(m_gantt->ganttLayout().tracks[k1f1bTrack].noteHeight, height);
        shot();
        m_gantt->setShown(shownOf(outcomesOf(foundingScenario(2, 1))));  // without 0F3
        QCOMPARE(m_gantt->ganttLayout().tracks[k1f1bTrack].noteHeight, 0.0);
        m_gantt->setShown({});
        shot();
    }

    /// A text with a place of its own is there, counted from its op in type sizes.
    void textsHavePlaces() {
        PictureOptions options;
        options.schedules = {1};
        options.notes = {*noteIn("note 1F0 at:4,-3 the first")};
        const auto picture = ganttPicture(shownOf(outcomesOf(foundingScenario(4, 8))), options);
        const GanttPictureLayout& layout = *picture->gantts;
        const Timeline& timeline = *layout.shown[0].timeline;
        const Row row = *findOp(*timeline.program, Op(OpKind::Forward, 1, 0));
        const QPointF top(
            (layout.gantt.xOf(double(timeline.startOf(row))) + layout.gantt.xOf(double(timeline.end[row]))) / 2,
            layout.gantt.laneRect(0, LaneId(1)).top());
        const PlacedNote& note = layout.pointedOut.notes[0];
        const QPointF middle = noteTextRect(layout.gantt, note).center();
        const double type = layout.gantt.style.fontPixelSize;
        QVERIFY(QLineF(middle, top + QPointF(4 * type, -3 * type)).length() < 0.01);
        QVERIFY((textPlaceOf(layout.gantt, note) == TextPlace{4, -3}));
        QVERIFY((textPlaceOf(layout.gantt, note, {type, type}) == TextPlace{5, -2}));
        bool isDrawn = false;
        for (const PlacedText& text : textsOf(pageOf(*picture)))
            if (text.names == "note")
                isDrawn = QLineF(text.box.center(), middle + QPointF(0, layout.ganttTop)).length() < type / 2;
        QVERIFY(isDrawn);
        options.notes = {*noteIn("note 0F0 at:0,-9 far above")};  // has room
        const auto high = ganttPicture(shownOf(outcomesOf(foundingScenario(4, 8))), options);
        QVERIFY(noteTextRect(high->gantts->gantt, high->gantts->pointedOut.notes[0]).top() >
                high->gantts->gantt.tracks[0].top);
    }

    /// In the fields of the dialog, names have the numbers that the picture shows.
    void fieldsCountAsThePictureDoes() {
        const Scenario scenario = foundingScenario();
        PictureOptions options;
        options.schedules = {1};
        options.firstNumber = 1, options.firstWorker = 1;
        options.highlighted = {*opRefIn("2B7")};
        options.notes = {*noteIn("bracket 0F0 0F3 warm-up"), *noteIn("note 1@600 idle")};
        ExportDialog dialog(exportedGantts(scenario, outcomesOf(scenario)), options);
        QVERIFY(dialog.options() == options);
        auto* const notes = named<TextEdit>(dialog, "Annotations");
        QCOMPARE(notes->text(), QStringLiteral("bracket 1F1 1F4 warm-up\nnote 2@600 idle"));
        notes->setPlainText("arrow 1F4 2F4");
        QVERIFY((dialog.options().notes == std::vector{*noteIn("arrow 0F3 1F3")}));
        QVERIFY(dialog.message().isEmpty());
        notes->setPlainText("arrow 0F4 1F4");
        QVERIFY2(dialog.message().contains("count from 1 here"), qPrintable(dialog.message()));
        notes->setPlainText("arrow 9F1 1F4");
        QVERIFY2(dialog.message().contains("9F1 matches no op"), qPrintable(dialog.message()));
        notes->setPlainText("arrow 1F4 2F4");
        auto* const fromZero = button(dialog, "from 0");
        if (fromZero) fromZero->click();
        PictureOptions other = dialog.options();
        QVERIFY((other.notes == std::vector{*noteIn("arrow 0F3 1F3")}));
        if (fromZero) QCOMPARE(notes->text(), QStringLiteral("arrow 0F3 1F3"));
    }

    void thePreviewIsAnnotated() {
        const Scenario scenario = foundingScenario();
        PictureOptions options;
        options.schedules = {1};
        options.firstNumber = 1;
        ExportDialog dialog(exportedGantts(scenario, outcomesOf(scenario)), options);
        dialog.open();
        const auto picture = ganttPicture(shownOf(outcomesOf(scenario)), options);
        const auto shareOf = [&](int stage, int microbatch) {
            const GanttPictureLayout& layout = *picture->gantts;
            const Timeline& timeline = *layout.shown[0].timeline;
            const Row row = *findOp(*timeline.program, Op(OpKind::Forward, stage, microbatch));
            const double x = layout.gantt.xOf(double(timeline.startOf(row) + timeline.end[row]) / 2);
            const double y = layout.gantt.laneRect(0, LaneId(stage)).center().y() + layout.ganttTop;
            return QPointF(x / layout.size.width(), y / layout.size.height());
        };
        std::unique_ptr<QMenu> menu(dialog.newPlaceMenu(shareOf(1, 2)));
        QCOMPARE(wordsOf(*menu).first(), QStringLiteral("F3, device 1"));
        QVERIFY(choose(*menu, "Note"));
        QVERIFY(answer(dialog, "here"));
        QVERIFY((dialog.options().notes == std::vector{*noteIn("note 1F2 here")}));
        QCOMPARE(named<TextEdit>(dialog, "Annotations")->text(), QStringLiteral("note 2F3 here"));

        QSignalSpy drawn(&dialog.preview(), &PicturePreview::drawn);
        QTRY_VERIFY(!drawn.isEmpty());
        const auto annotated = ganttPicture(shownOf(outcomesOf(scenario)), dialog.options());
        const QRectF text = noteTextRect(annotated->gantts->gantt, annotated->gantts->pointedOut.notes[0]);
        const QSizeF size = annotated->gantts->size;
        const QPointF at(text.center().x() / size.width(),
                         (text.center().y() + annotated->gantts->ganttTop) / size.height());
        emit dialog.preview().pressed(at);
        emit dialog.preview().moved(at + QPointF(0.1, 0));
        emit dialog.preview().released();
        QVERIFY(dialog.options().notes[0].at.has_value());
        QVERIFY(std::abs(dialog.options().notes[0].at->right * 13 - 0.1 * size.width()) < 30);

        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        dialog.preview().setFocus();
        QTest::keyClick(&dialog, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY((dialog.options().notes == std::vector{*noteIn("note 1F2 here")}));
        QTest::keyClick(&dialog, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(dialog.options().notes.empty());
        QTest::keyClick(&dialog, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY((dialog.options().notes == std::vector{*noteIn("note 1F2 here")}));
    }

    void stylesKeepAnnotations() {
        Annotations annotations = withNotes({"note 2B7 at:1,-2 here"});
        annotations.dimmed = {*opRefIn("*W*")};
        const ParameterValue::Object style = annotated({}, annotations);
        QVERIFY(annotationsOf(style) == annotations);
        QVERIFY(!hasLook(style));
        QVERIFY(annotated(style, {}).empty());
        ParameterValue::Object named;
        setNamed(named, "base", {std::string("print")});
        QVERIFY(hasLook(annotated(named, annotations)));
        QVERIFY(annotated(annotated(named, annotations), {}) == named);
    }
};

QTEST_MAIN(TestAnnotations)

}  // namespace tst_annotations
#include "tst_annotations.moc"
