// Algorithms of a collective compared: on one time axis, and over bytes and ranks.

#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "engine/collectives/collective_clock.h"
#include "tests/engine/any_collective.h"
#include "tests/rounds.h"
#include "widgets/charts/curves_items.h"
#include "widgets/charts/curves_view.h"
#include "widgets/collectives/algorithm_clock.h"
#include "widgets/collectives/collective_export.h"
#include "widgets/collectives/collective_shown.h"
#include "widgets/collectives/cost_chart.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/format.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/picture_format.h"

using namespace bubblescope;

namespace tst_collective_charts {

namespace {

CollectiveSetup ofDesign() {
    CollectiveSetup setup;
    setup.ranks = 8;
    setup.cluster.nodeSize = 4;
    setup.algorithms = {"ring", "halving-doubling", "hierarchical"};
    return setup;
}

/// A place in the plot of curves.
QPoint pixelOf(const CurvesView& curves, double x, double yShare = 0.5) {
    const CurvesPanel& panel = curves.layout()->panels[0];
    return {qRound(curves.layout()->xOf(panel, x)), qRound(panel.area.top() + panel.area.height() * yShare)};
}

void choose(CostChart& chart, const char* axis) {
    for (QAbstractButton* button : chart.findChildren<QAbstractButton*>())
        if (button->text() == QLatin1String(axis)) button->click();
}

void show(QWidget& widget, const QSize& size) {
    widget.resize(size);
    widget.show();
    QCoreApplication::processEvents();
}

/// What stands on the title line of a track.
QStringList factsOf(const TrackData& shown) {
    return {shown.title, shown.total, shown.bubble, shown.difference, shown.facts.value(0)};
}

}  // namespace

class TestCollectiveCharts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }
    void cleanup() { applyTheme(ThemeId::Light); }

    void tracksSayWhatAlgorithmsTakeAndSend() {
        CollectiveSetup single = ofDesign();
        single.cluster.usesAllPorts = false;
        const ClockTracks tracks = clockTracks(single, runChosen(single), themeOf(ThemeId::Light));
        const auto thin = [](const char* text) { return QString::fromUtf8(text).replace('_', QChar(0x202f)); };
        const auto expect = [&](std::size_t track, std::initializer_list<const char*> facts) {
            QStringList expected;
            for (const char* fact : facts) expected += thin(fact);
            QCOMPARE(factsOf(tracks.shown[track]), expected);
        };
        // A ring that goes through one port of each node.
        expect(0, {"ring", "35.11_ms", "49.84_GB/s", "3.5_GB", "1.75_GB"});
        expect(1, {"halving-doubling", "35.05_ms", "49.93_GB/s", "8_GB", "1.75_GB"});
        expect(2, {"hierarchical", "8.367_ms", "209.1_GB/s", "2_GB", "1.75_GB"});
        QCOMPARE(tracks.unit.microseconds, 1e3);
        QCOMPARE(tracks.shown[0].timeUnit, QStringLiteral("ms"));
        QVERIFY(std::abs(toUnits(tracks.shown[0].seams.at(0)) - 35.112 / 2) < 1e-3);
        QCOMPARE(tracks.shown[0].heads.total, QStringLiteral("time"));
        // Four rings side by side, each with a quarter.
        QCOMPARE(factsOf(clockTracks(ofDesign(), runChosen(ofDesign()), themeOf(ThemeId::Light)).shown[0]),
                 QStringList({thin("ring"), thin("8.862_ms"), thin("197.5_GB/s"), thin("3.5_GB"), thin("1.75_GB")}));
    }

    void cardsTellMessagesAndWhoIsAwaited() {
        CollectiveSetup setup = ofDesign();
        setup.cluster.usesAllPorts = false;
        setup.bytes = 8000;
        setup.arrival = {0, 0, 0, 500, 0, 0, 0, 0};
        const TrackData ring = clockTracks(setup, runChosen(setup), themeOf(ThemeId::Light)).shown.front();
        const Timeline& timeline = *ring.timeline;
        const Lane& lane = timeline.program->lanes[2];
        QStringList facts = factsOf(ring, {}, {0, LaneId(2), lane.begin, timeline.startOf(lane.begin)});
        QCOMPARE(facts.first(), QStringLiteral("step 1 · inside a node"));
        QCOMPARE(facts.last(), QStringLiteral("sends slot 1 to rank 3, adds slot 0 from rank 1"));
        // Rank 3 is late; until then rank 2 hears of rank 1 alone.
        facts = factsOf(ring, {}, {0, LaneId(2), std::nullopt, toTime(100)});
        QCOMPARE(facts.last(), QStringLiteral("waits for rank 3"));
        const Lane& late = timeline.program->lanes[3];
        facts = factsOf(ring, {}, {0, LaneId(3), late.begin, 0});
        QCOMPARE(facts.first(), QStringLiteral("late · not arrived yet"));
    }

    void whatHasNoPlanSaysWhy() {
        CollectiveSetup setup;
        setup.collective = Collective::AllGather;
        setup.ranks = 6;
        setup.algorithms = {"ring", "recursive-doubling"};
        const ClockTracks tracks = clockTracks(setup, runChosen(setup), themeOf(ThemeId::Light));
        QVERIFY(tracks.shown[0].timeline);
        QCOMPARE(tracks.shown[1].refusal, QStringLiteral("needs a power of two; nearest: 4 or 8 ranks"));
        CollectiveSetup nodes = ofDesign();
        nodes.ranks = 7;
        const ClockTracks ofNodes = clockTracks(nodes, runChosen(nodes), themeOf(ThemeId::Light));
        QCOMPARE(ofNodes.shown[2].refusal, QStringLiteral("needs whole nodes of 4; nearest: 4 or 8 ranks"));
        setup.ranks = 4096;
        const ClockTracks large = clockTracks(setup, runChosen(setup), themeOf(ThemeId::Light));
        QVERIFY(!large.shown[0].timeline && large.shown[0].refusal.contains(QStringLiteral("not drawn")));
        QVERIFY(large.shown[0].refusal.startsWith(formatMicroseconds(toUnits(runCollective(setup, "ring")->time))));
    }

    void clockIsAControl() {
        AlgorithmClock clock;
        clock.setSetup(ofDesign());
        show(clock, {700, 400});
        GanttWidget& gantt = clock.gantt();
        QSignalSpy algorithms(&clock, &AlgorithmClock::algorithmPicked), times(&clock, &AlgorithmClock::timePicked);
        const GanttLayout& layout = gantt.ganttLayout();
        const auto at = [&](int track, double ms) {
            const double y = layout.laneRect(track, LaneId(1)).center().y() - gantt.scroll();
            return QPoint(qRound(layout.xOf(ms * kMicroUnits)), qRound(y));
        };
        QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, at(1, 6));
        QCOMPARE(algorithms.count(), 1);
        QCOMPARE(algorithms[0][0].toString(), QStringLiteral("halving-doubling"));
        QCOMPARE(times.count(), 1);
        // The axis is scrubbed.
        const int axis = qRound(layout.size.height() - layout.footerHeight + 12);
        const auto onAxis = [&](double ms) { return QPoint(at(0, ms).x(), axis); };
        QTest::mousePress(gantt.viewport(), Qt::LeftButton, {}, onAxis(10));
        QTest::mouseMove(gantt.viewport(), onAxis(20));
        QTest::mouseRelease(gantt.viewport(), Qt::LeftButton, {}, onAxis(20));
        QVERIFY(times.count() >= 3);
        QVERIFY(std::abs(times.last()[0].toDouble() - 20'000) < 100);
        QCOMPARE(algorithms.count(), 1);
        const qsizetype told = times.count();
        QTest::mouseMove(gantt.viewport(), onAxis(30));
        QCOMPARE(times.count(), told);
        // And shows the time of whoever else has a clock.
        clock.setChosen("ring", 12'540);
        QCOMPARE(gantt.instant(), std::optional(toTime(12.54)));
    }

    void largeOnesAreRunBeside() {
        AlgorithmClock clock;
        CollectiveSetup setup;
        setup.ranks = 256;
        setup.algorithms = {"ring", "halving-doubling"};
        clock.setSetup(setup);
        QTRY_VERIFY(!clock.isAwaited() && clock.gantt().shown().size() == 2);
        QCOMPARE(clock.gantt().shown()[0].timeline->program->workers, 256);
        QVERIFY(clock.gantt().shown()[0].sums);
    }

    void picturesHaveWhatTheScreenHas() {
        const ClockTracks tracks = clockTracks(ofDesign(), runChosen(ofDesign()), themeOf(ThemeId::Light));
        const auto picture = ganttPicture(tracks.shown, PictureOptions{});
        const QString svg = QString::fromUtf8(*pictureFile(kSvg, *picture, 1, {}));
        for (const char* part : {"class=\"seam\"", "class=\"fact-head\"", "On one time axis", "between nodes",
                                 "inside a node", "sends slot 0 to rank 1", "class=\"group-name\"", "node 1"})
            QVERIFY2(svg.contains(QLatin1String(part)), part);
    }

    void sentencesSayTheDesign() {
        CostChart chart;
        chart.setSetup(ofDesign());
        QCOMPARE(
            chart.sentence(),
            QStringLiteral(
                "Double-tree wins from 21.6 MB up. At 1 GB it takes 0.62 of ring’s time. Below that, the winner "
                "alternates between in-switch and double-tree. Below 469.6 kB, direct wins. Below 76.19 kB, one-shot "
                "wins. Ring, halving-doubling and hierarchical are never best here."));
        choose(chart, "both");
        QCOMPARE(chart.sentence(), QStringLiteral("At 1 GB on 8 ranks, double-tree wins with 5.461 ms, ahead of "
                                                  "in-switch with 5.493 ms."));
        choose(chart, "ranks");
        QVERIFY(chart.sentence().contains(QStringLiteral("double-tree wins")));
    }

    /// Not every switch sums or lets a rank talk to all at once: who is best of the others is said too, with its time.
    void sentencesNameTheBestOfThoseThatNeedLess() {
        for (const Collective collective : {Collective::AllReduce, Collective::AllGather}) {
            CollectiveSetup setup;
            setup.collective = collective;
            setup.ranks = 8;
            setup.algorithms = {"ring"};
            const Algorithm* best = nullptr;
            const auto timeOf = [&](const Algorithm& algorithm) { return timeByForm(setup, algorithm); };
            const bool sums = collective == Collective::AllReduce;
            for (const Algorithm& algorithm : algorithmsOf(collective))
                if (algorithm.id != "in-switch" && (sums || !algorithm.sendsManyAtOnce) &&
                    (!best || timeOf(algorithm) < timeOf(*best)))
                    best = &algorithm;
            const QString wanted =
                (sums ? QStringLiteral("In-switch needs switches that can sum; without them, %1 is the fastest and "
                                       "takes %2.")
                      : QStringLiteral("Direct sends to all 7 others at once, which needs a switch that connects every "
                                       "pair; among algorithms that send to one rank at a time, %1 is the fastest "
                                       "with %2."))
                    .arg(toQString(best->id), formatMicroseconds(timeOf(*best)).replace(QChar(0x202f), QChar(0x20)));
            for (const char* axis : {"bytes", "ranks", "both"}) {
                CostChart chart;
                chart.setSetup(setup);
                choose(chart, axis);
                const QString text = chart.sentence();
                QVERIFY2(text.contains(wanted), qPrintable(text + "\n" + wanted));
            }
        }
    }

    /// Every claim of a sentence is looked up in times told by the closed forms.
    void sentencesHold() {
        std::mt19937 random(11);
        constexpr int kFull = 1000;
        int clauses = 0;
        for (int i = 0; i < rounds(kFull); ++i) {
            const CollectiveSetup setup = test::anySetup(random);
            CostChart chart;
            chart.setSetup(setup);
            const QString text = chart.sentence();
            const auto timeOf = [&](const QString& id, double bytes) {
                CollectiveSetup at = setup;
                at.bytes = bytes;
                return timeByForm(at, *findAlgorithm(setup.collective, id.toStdString()));
            };
            const auto isAnyOther = [&](const QString& id, double bytes, double atMost) {
                return std::ranges::any_of(algorithmsOf(setup.collective), [&](const Algorithm& other) {
                    return other.id != id.toStdString() && isOffered(setup, other) && checkTeam(other, teamOf(setup)) &&
                           timeOf(toQString(other.id), bytes) < timeOf(id, bytes) * atMost;
                });
            };
            const auto isBest = [&](const QString& id, double bytes) { return !isAnyOther(id, bytes, 1 - 1e-9); };
            const auto isMatched = [&](const QString& id, double bytes) { return isAnyOther(id, bytes, 1 + 1e-9); };
            const auto bytesOf = [](const QString& number, const QString& unit) {
                return number.toDouble() * std::pow(1000, QStringList{"B", "kB", "MB", "GB", "TB"}.indexOf(unit));
            };
            static const QRegularExpression kFrom(
                "(?:From (?<n>[0-9.]+) (?<u>\\w+) up, (?<a>[a-z-]+) wins|(?<b>[A-Za-z-]+) wins from (?<m>[0-9.]+) "
                "(?<v>\\w+) (?:up|to))");
            static const QRegularExpression kUpTo(
                "(?:Below (?<n>[0-9.]+) (?<u>\\w+), (?<a>[a-z-]+) wins|(?<b>[A-Za-z-]+) wins up to (?<m>[0-9.]+) "
                "(?<v>\\w+))");
            const auto claimOf = [&](const QRegularExpressionMatch& match) {
                const bool isLater = !match.captured("a").isEmpty();
                return std::pair(isLater ? match.captured("a") : match.captured("b").toLower(),
                                 bytesOf(match.captured(isLater ? "n" : "m"), match.captured(isLater ? "u" : "v")));
            };
            // Numbers have four digits, so a claim holds a little beyond them.
            for (auto it = kFrom.globalMatch(text); it.hasNext(); ++clauses) {
                const auto [id, bytes] = claimOf(it.next());
                QVERIFY2(isBest(id, bytes * 1.001) && isMatched(id, bytes * 0.99), qPrintable(text));
            }
            for (auto it = kUpTo.globalMatch(text); it.hasNext(); ++clauses) {
                const auto [id, bytes] = claimOf(it.next());
                QVERIFY2(isBest(id, bytes * 0.999) && isMatched(id, bytes * 1.01), qPrintable(text));
            }
        }
        QVERIFY2(clauses > metIn(kFull, 330), qPrintable(QString::number(clauses)));
    }

    void markersAreDragged() {
        CostChart chart;
        CollectiveSetup setup = ofDesign();
        chart.setSetup(setup);
        show(chart, {420, 360});
        CurvesView& curves = chart.view();
        QSignalSpy bytes(&chart, &CostChart::bytesPicked), ranks(&chart, &CostChart::ranksPicked);
        connect(&chart, &CostChart::bytesPicked, &chart, [&](double value) {
            setup.bytes = value;
            chart.setSetup(setup);
        });
        QTest::mousePress(&curves.canvas(), Qt::LeftButton, {}, pixelOf(curves, 1e9));
        QTest::mouseMove(&curves.canvas(), pixelOf(curves, 1e8));
        QTest::mouseMove(&curves.canvas(), pixelOf(curves, 1e6));
        QTest::mouseRelease(&curves.canvas(), Qt::LeftButton, {}, pixelOf(curves, 1e6));
        QVERIFY(bytes.count() >= 2);
        QCOMPARE(setup.bytes, 1e6);
        QCOMPARE(bytes.first()[1].toInt(), bytes.last()[1].toInt());
        QTest::keyClick(&curves, Qt::Key_Right);
        QCOMPARE(setup.bytes, 1.2e6);
        QTest::keyClick(&curves, Qt::Key_PageDown);
        QCOMPARE(setup.bytes, 1.2e5);
        QCOMPARE(ranks.count(), 0);
        choose(chart, "ranks");
        QTest::mouseClick(&curves.canvas(), Qt::LeftButton, {}, pixelOf(curves, 64));
        QCOMPARE(ranks.count(), 1);
        QCOMPARE(ranks[0][0].toInt(), 64);
        QTest::keyClick(&curves, Qt::Key_Right);
        QCOMPARE(ranks.last()[0].toInt(), 9);
    }

    /// The names stand above the curves, which go everywhere; where there is no room for both, curves alone. On a map
    /// they stand in their parts too.
    void namesHideNoCurve() {
        CostChart chart;
        chart.setSetup(ofDesign());
        for (const char* axis : {"bytes", "ranks", "both"}) {
            choose(chart, axis);
            for (const QSize size : {QSize(300, 340), QSize(420, 360), QSize(800, 500)}) {
                show(chart, size);
                CurvesView& curves = chart.view();
                const DisplayList list = curvesList(*curves.layout());
                const QRectF area = curves.layout()->panels[0].area;
                QStringList above, inside;
                for (const DisplayItem& item : list.items)
                    if (const auto* text = std::get_if<DisplayText>(&item)) {
                        if (area.contains(text->at)) inside += text->words;
                        if (text->at.y() < area.top()) above += text->words;
                    }
                QVERIFY2(above.contains("hierarchical"), qPrintable(above.join(' ')));
                QCOMPARE(inside.contains("direct"), axis == QLatin1String("both"));
                QVERIFY2(inside.isEmpty() || axis == QLatin1String("both"), qPrintable(inside.join(' ')));
            }
        }
        chart.setMinimumSize(1, 1);  // lower than a window lets it be
        show(chart, {300, 120});
        QVERIFY(chart.view().layout()->panels[0].area.top() < 20);
    }

    /// As large as a slide has room for, and no smaller than what is asked for.
    void slidesHaveLargeType() {
        const CollectiveSetup setup = ofDesign();
        const ClockTracks tracks = clockTracks(setup, runChosen(setup), themeOf(ThemeId::Light));
        const Exportable thing = exportedPage({}, setup, tracks.shown);
        PictureOptions slide;
        slide.width = 1280, slide.height = 720;
        for (const ExportPart& part : thing.parts) {
            const auto picture = part.picture(slide);
            QVERIFY2(picture, qPrintable(part.title));
            QCOMPARE(picture->size, QSizeF(1280, 720));
            const DisplayList list = pageOf(*picture);
            const auto* group = std::get_if<DisplayGroup>(&list.items.front());
            QVERIFY2(group && group->scale > 1.5, qPrintable(part.title));
            const auto svg = pictureFile(kSvg, *picture, 1, {});
            QVERIFY(svg && svg->contains("transform=\"scale(1."));
            PictureOptions low = slide;
            low.height = 60;
            QVERIFY(!part.picture(low));
            PictureOptions free;
            const auto plain = part.picture(free);
            QVERIFY(plain);
            const DisplayList as = pageOf(*plain);
            QVERIFY(!std::get_if<DisplayGroup>(&as.items.front()) ||
                    std::get<DisplayGroup>(as.items.front()).scale == 1);
        }
    }

    void placesOfTheMapArePicked() {
        CostChart chart;
        const CollectiveSetup setup = ofDesign();
        chart.setSetup(setup);
        show(chart, {420, 360});
        choose(chart, "both");
        CurvesView& curves = chart.view();
        QSignalSpy bytes(&chart, &CostChart::bytesPicked), ranks(&chart, &CostChart::ranksPicked);
        const auto& winners = chart.cost().winners;
        const std::size_t row = winners.size() - 2;
        const CurvesLayout& layout = *curves.layout();
        const QPoint at(qRound(layout.xOf(layout.panels[0], 1e5)),
                        qRound(layout.yOf(layout.panels[0], static_cast<double>(row) + 0.5)));
        QTest::mouseMove(&curves.canvas(), at);
        QTest::mouseClick(&curves.canvas(), Qt::LeftButton, {}, at);
        QCOMPARE(bytes.count(), 1);
        QCOMPARE(bytes[0][0].toDouble(), 1e5);
        QCOMPARE(ranks.count(), 1);
        QCOMPARE(ranks[0][0].toInt(), winners[row].ranks);
        QCOMPARE(ranks[0][1].toInt(), bytes[0][1].toInt());
        QTest::keyClick(&curves, Qt::Key_Up);
        QCOMPARE(ranks.last()[0].toInt(), 16);
    }

    /// A line a value, with what the closed forms say.
    void csvHasTheCurves() {
        const CollectiveSetup setup = ofDesign();
        const auto linesOver = [&](CostAxis axis) {
            return csvText(tableOf(CostCurves::of(setup, axis))).split(QLatin1Char('\n'));
        };
        QStringList lines = linesOver(CostAxis::Bytes);
        QVERIFY(lines[0].startsWith(QStringLiteral("bytes,direct (µs),one-shot (µs),ring (µs)")));
        const QStringList cells = lines[1].split(QLatin1Char(','));
        QCOMPARE(cells[0], QStringLiteral("1000"));
        const Algorithm& ring = *findAlgorithm(Collective::AllReduce, "ring");
        QVERIFY(std::abs(cells[3].toDouble() - timeByForm(ring, teamOf(setup), setup.cluster, 1000)) < 1e-6);
        lines = linesOver(CostAxis::Ranks);
        QVERIFY(lines[1].startsWith(QStringLiteral("2,")));
        QVERIFY(linesOver(CostAxis::Map)[0].startsWith(QStringLiteral("ranks,bytes,")));
    }

    void whatIsShownCanBeKept() {
        CostChart chart;
        chart.setSetup(ofDesign());
        show(chart, {420, 360});
        QSignalSpy said(&chart, &CostChart::message);
        for (const char* axis : {"bytes", "ranks", "both"}) {
            choose(chart, axis);
            chart.view().actions()[0]->trigger();
            QCOMPARE(QGuiApplication::clipboard()->text(), csvText(tableOf(chart.cost())));
            const QString words = wordsOf(pageOf(chart.view().picture()));
            QVERIFY2(words.contains("double-tree") && words.contains("best"), qPrintable(words));
        }
        QCOMPARE(said.count(), 3);
    }

    void cardsTellRefusals() {
        CollectiveSetup setup;
        setup.collective = Collective::AllGather;
        setup.cluster.nodeSize = 6;
        const CostCurves curves = CostCurves::of(setup, CostAxis::Ranks);
        const auto& winners = curves.winners;
        for (std::size_t value = 0; value < winners.size(); ++value) {
            const bool isPower = (winners[value].ranks & (winners[value].ranks - 1)) == 0;
            const QString card = linesOf(readingsOf(curves, {.x = value}, ThemeId::Light)).join(QLatin1Char('\n'));
            QCOMPARE(card.contains(QStringLiteral("recursive-doubling: needs a power of two")), !isPower);
        }
    }
};

QTEST_MAIN(TestCollectiveCharts)

}  // namespace tst_collective_charts
#include "tst_collective_charts.moc"
