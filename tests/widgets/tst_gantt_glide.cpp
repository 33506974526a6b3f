// Animated changes: which old op becomes which new one, where they are during the animation, and when it ends.

#include "tests/widgets/gantt_desk.h"
#include "widgets/gantt/gantt_glide.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_glide {

namespace {

GlidePlace place(OpKind kind, int stage, int microbatch, const QRectF& rect, const QColor& color = Qt::red) {
    GlidePlace made;
    made.key = {0, -1, Op(kind, stage, microbatch), 0};
    made.rect = rect;
    made.color = color;
    return made;
}

TrackData named(const char* kind, const char* title) {
    TrackData shown;
    shown.kind = QLatin1String(kind);
    shown.title = QLatin1String(title);
    return shown;
}

}  // namespace

class TestGanttGlide : public QObject, private GanttDesk {
    Q_OBJECT
private slots:
    void cleanup() { m_gantt.reset(); }

    void endsAndMiddle() {
        const auto from = place(OpKind::Forward, 0, 3, {10, 20, 30, 8}, QColor(0, 0, 0));
        const auto to = place(OpKind::Forward, 0, 3, {50, 60, 10, 8}, QColor(200, 100, 50));
        const auto cells = glideBetween({from}, {to});
        QCOMPARE(cells.size(), std::size_t(1));
        QCOMPARE(cells[0].at(0).rect, from.rect);
        QCOMPARE(cells[0].at(0).color, from.color);
        QCOMPARE(cells[0].at(0.5).rect, QRectF(30, 40, 20, 8));
        QCOMPARE(cells[0].at(0.5).color, QColor(100, 50, 25));
        QCOMPARE(cells[0].at(1).rect, to.rect);
        QCOMPARE(cells[0].at(1).color, to.color);
    }

    /// What is only there before fades where it was, below the rest; what is new comes where it will be.
    void vanishesAndAppears() {
        const auto gone = place(OpKind::Forward, 0, 9, {0, 0, 5, 5}),
                   stays = place(OpKind::Forward, 0, 1, {5, 0, 5, 5});
        const auto comes = place(OpKind::Backward, 0, 1, {9, 0, 5, 5});
        const auto cells = glideBetween({gone, stays}, {stays, comes});
        QCOMPARE(cells.size(), std::size_t(3));
        QVERIFY(cells[0].vanishes && cells[2].appears && !cells[1].vanishes && !cells[1].appears);
        QCOMPARE(cells[0].at(0).color.alphaF(), 1.0f);
        QCOMPARE(cells[0].at(1).color.alphaF(), 0.0f);
        QCOMPARE(cells[0].at(1).rect, gone.rect);
        QCOMPARE(cells[2].at(0).color.alphaF(), 0.0f);
        QCOMPARE(cells[2].at(1).color.alphaF(), 1.0f);
        QCOMPARE(cells[2].at(0).rect, comes.rect);
    }

    void tracksKeepTheirKind() {
        const std::vector<TrackData> before{named("gpipe", "GPipe"), named("1f1b", "1F1B"), named("zb-h1", "ZB-H1")};
        QCOMPARE(tracksBefore(before, before), (std::vector<int>{0, 1, 2}));
        QCOMPARE(tracksBefore(before, {before[2], before[0]}), (std::vector<int>{2, 0}));
        // Another one in the place of 1F1B takes that place over.
        QCOMPARE(tracksBefore(before, {before[0], named("hanayo", "Hanayo"), before[2]}), (std::vector<int>{0, 1, 2}));
        QCOMPARE(tracksBefore({}, before), (std::vector<int>{-1, -1, -1}));
        // Of two of one kind each has its own.
        QCOMPARE(tracksBefore({before[1], before[1]}, {before[1], before[1]}), (std::vector<int>{0, 1}));
    }

    /// Every op of GPipe is an op of 1F1B: all find their places, and the places are those of the layouts.
    void opsKeepWhoTheyAre() {
        const auto gpipe = shownOf(outcomesOf(scenarioOf("gpipe"))), oneF = shownOf(outcomesOf(scenarioOf("1f1b")));
        const auto laid = [](const std::vector<TrackData>& shown) {
            return layoutGantt(shown, {}, {}, fittingRange(shown), {800, 400});
        };
        const auto placesOf = [&](const std::vector<TrackData>& shown, std::size_t most = 1000) {
            return glidePlaces(laid(shown), shown, {0}, 0, 340, most);
        };
        const auto from = placesOf(gpipe), to = placesOf(oneF);
        QVERIFY(from && to);
        QCOMPARE(from->size(), std::size_t(4 * 8 * 2));
        const auto cells = glideBetween(*from, *to);
        QCOMPARE(cells.size(), to->size());
        const Timeline &before = *gpipe[0].timeline, &after = *oneF[0].timeline;
        const GanttLayout one = laid(gpipe), other = laid(oneF);
        for (const GlideCell& cell : cells) {
            QVERIFY(!cell.vanishes && !cell.appears);
            QVERIFY(cell.from.key.op == cell.to.key.op);
            const Row then = *findOp(*before.program, cell.to.key.op), now = *findOp(*after.program, cell.to.key.op);
            QCOMPARE(cell.from.rect.left(), one.xOf(double(before.startOf(then))));
            QCOMPARE(cell.to.rect.left(), other.xOf(double(after.startOf(now))));
            QCOMPARE(cell.to.rect.top(), other.laneRect(0, after.program->laneOf(now)).top());
        }
        QVERIFY2(!placesOf(gpipe, 63), "there are more than may glide");
    }

    /// In a window: on the way the picture is neither the old nor the new one, then it is the new one.
    void itComesToRest() {
        start();
        m_gantt->setGlide(120);
        const QImage before = shot();
        m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 12))));
        const QImage onTheWay = shot();
        QVERIFY(onTheWay != before);
        m_gantt->setGlide(0);
        GanttWidget still;
        still.resize(m_gantt->size());
        still.setShown(m_gantt->shown());
        still.show();
        const QImage after = still.viewport()->grab().toImage();
        QVERIFY(onTheWay != after);
        QTRY_COMPARE(shot(), after);
    }

    /// Without a wish for it, and for what follows at once, as under a slider, the new picture is there at once.
    void nothingLagsBehind() {
        start();
        GanttWidget still;
        still.resize(m_gantt->size());
        still.show();
        m_gantt->setGlide(100'000);
        for (const int microbatches : {12, 16}) {
            m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, microbatches))));
            still.setShown(m_gantt->shown());
        }
        QCOMPARE(shot(), still.viewport()->grab().toImage());
    }
};

QTEST_MAIN(TestGanttGlide)

}  // namespace tst_gantt_glide
#include "tst_gantt_glide.moc"
