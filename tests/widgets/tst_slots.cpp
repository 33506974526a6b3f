// The slots of all ranks: their places, drawing and texts.

#include "engine/io/collective_file.h"
#include "tests/widgets/collective_desk.h"
#include "tests/widgets/parsed_svg.h"
#include "widgets/collectives/collective_picture.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/message_routes.h"
#include "widgets/collectives/message_shapes.h"
#include "widgets/collectives/slots_shapes.h"
#include "widgets/collectives/slots_view.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/shown/op_palette.h"

#include <QImage>
#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_slots {

namespace {

QString plain(QString text) { return text.replace(QChar(0x202f), ' '); }

std::size_t rectsOf(const DisplayList& list, const char* name) {
    std::size_t count = 0;
    for (const DisplayItem& item : list.items)
        if (const auto* rects = std::get_if<DisplayRects>(&item))
            if (list.looks[static_cast<std::size_t>(rects->look)].names == name) count += rects->rects.size();
    return count;
}

DisplayList drawn(const Playback& playback, const Moment& moment, const CollectiveSetup& setup, const QSizeF& size) {
    DisplayList list;
    addSlots(list, layoutSlots(size, playback.states.ranks(), playback.states.rows(), setup.cluster.nodeSize),
             {playback, moment, setup.cluster});
    return list;
}

}  // namespace

class TestSlots : public QObject {
    Q_OBJECT

private slots:
    void cellsStandInColumnsAndRows() {
        const SlotsLayout layout = layoutSlots({800, 320}, 8, 8, 4);
        QCOMPARE(layout.nodes(), 2);
        for (int rank = 0; rank < 8; ++rank)
            for (int row = 0; row < 8; ++row) {
                const QRectF cell = layout.cellRect(rank, row);
                QVERIFY(layout.nodeRect(rank / 4).contains(cell));
                QVERIFY(QRectF({}, layout.size).contains(cell));
                QVERIFY(layout.cellAt(cell.center()) == std::pair(rank, row));
                if (rank > 0) QVERIFY(cell.left() > layout.cellRect(rank - 1, row).right());
            }
        QVERIFY(!layout.nodeRect(0).intersects(layout.nodeRect(1)));
        QVERIFY(!layout.cellAt({1, 1}));
        const QRectF first = layout.cellRect(0, 0);
        QVERIFY(!layout.cellAt({first.right() + 1, first.center().y()}));
        QVERIFY(layoutSlots({900, 350}, 64, 64, 8).isReadable());
        QVERIFY(!layoutSlots({300, 40}, 64, 64, 8).isReadable());
    }

    void whoseDataItIs() {
        const CollectiveSetup setup = setupOfEight();
        const auto playback = playbackOf(setup);
        const DisplayList list = drawn(*playback, playback->after(5), setup, {800, 320});
        // Rank 1 has a+b+e+f+g+h of slot 3: every part is drawn once.
        QCOMPARE(rectsOf(list, "empty") + rectsOf(list, "left-over"), std::size_t(64));
        std::size_t parts = 0, expected = 0;
        for (int source = 0; source < 8; ++source) {
            const QByteArray name = "of-" + QByteArray::number(source);
            parts += rectsOf(list, name) + rectsOf(list, name + " left-over");
        }
        for (int rank = 0; rank < 8; ++rank)
            for (int row = 0; row < 8; ++row) expected += playback->states.countOf(*playback->states.at(rank, row, 5));
        QCOMPARE(parts, expected);
        QVERIFY(rectsOf(list, "left-over") == 8 * 5);
        QCOMPARE(textsOf(list, "sent-slot").size(), 9);  // that from 7 to 0 at both edges
        QCOMPARE(textsOf(list, "rank").size(), 8);
        QVERIFY(textsOf(list, "part").contains("h"));
        QCOMPARE(textsOf(list, "row"), QStringList({"0", "1", "2", "3", "4", "5", "6", "7"}));
    }

    /// Letters name their slot as long as there is room, and vanish before they overlap.
    void lettersWhileTheyFit() {
        CollectiveSetup setup = setupOfEight();
        setup.ranks = 4;
        const auto four = playbackOf(setup);
        QVERIFY(textsOf(drawn(*four, four->after(1), setup, {900, 250}), "part").contains("a3"));
        setup.ranks = 64;
        const auto many = playbackOf(setup);
        const DisplayList list = drawn(*many, many->after(40), setup, {900, 350});
        QVERIFY(textsOf(list, "part").isEmpty());
        std::size_t rects = 0;
        for (const DisplayItem& item : list.items)
            if (const auto* all = std::get_if<DisplayRects>(&item)) rects += all->rects.size();
        QVERIFY2(rects < 64 * 64 * 12, qPrintable(QString::number(rects)));  // a share is a pixel wide at least
    }

    /// 64 ranks have 4,096 cells of up to 64 parts: on the screen they are one image and a few hundred shapes, which is
    /// what keeps a frame within 16 ms; in every step, and whatever moves.
    void manyCellsArePixels() {
        CollectiveSetup setup = setupOfEight();
        setup.ranks = 64;
        setup.cluster.nodeSize = 8;
        for (const char* id : {"ring", "halving-doubling", "one-shot"}) {
            setup.algorithms = {id};
            const auto playback = playbackOf(setup);
            for (const double share : {0.0, 0.3, 0.5, 0.77, 1.0}) {
                const Moment moment = playback->at(share * playback->duration);
                DisplayList list;
                addSlots(list, layoutSlots({815, 480}, 64, playback->states.rows(), 8),
                         {*playback, moment, setup.cluster, ThemeId::Light, opPalettes().front(), {}, true});
                QVERIFY2(list.items.size() < 800, qPrintable(QString::number(list.items.size())));
                std::size_t shapes = 0;
                for (const DisplayItem& item : list.items) {
                    if (const auto* path = std::get_if<DisplayPath>(&item))
                        QVERIFY(path->path.elementCount() < 200);  // one with thousands takes a second to fill
                    if (const auto* rects = std::get_if<DisplayRects>(&item)) shapes += rects->rects.size();
                }
                QVERIFY2(shapes < 1'600 * 2, qPrintable(QString::number(shapes)));
            }
        }
        SlotsView view;
        view.resize(815, 480);
        view.setPlayback(playbackOf(setup), setup, {});
        const QImage start = view.grab().toImage();
        view.setTime(1e9);
        QVERIFY(view.grab().toImage() != start);
    }

    /// As course notes draw it: the root stands apart, has no slot of its own, and is in no sum; plan and ends stay.
    void theRootStandsApart() {
        for (const Collective collective : {Collective::Scatter, Collective::Gather, Collective::Reduce}) {
            CollectiveSetup setup = setupOfEight(collective, "binomial");
            setup.root = 2;
            const auto torch = playbackOf(setup);
            setup.isRootOutside = true;
            const auto beside = playbackOf(setup);
            QVERIFY(planText(torch->plan()) == planText(beside->plan()));
            QVERIFY(torch->ends == beside->ends);
            const SlotsLayout layout = layoutSlots({900, 320}, *beside, 4);
            for (int rank = 0; rank < 8; ++rank) {
                if (rank != 2) QVERIFY(layout.columnLeft(rank) > layout.columnLeft(2) + layout.pitch);
                if (rank != 2) QVERIFY(!layout.outsiderRect().intersects(layout.cellRect(rank, 0)));
                const QRectF cell = layout.cellRect(rank, 7);
                QVERIFY(layout.cellAt(cell.center()) == std::pair(rank, 7));
                QVERIFY(QRectF({}, layout.size).contains(cell));
            }
            QVERIFY(!layout.outsiderRect().intersects(layout.nodeRect(0)));
            DisplayList list;
            const Moment end = beside->after(3);
            addSlots(list, layout, {*beside, end, setup.cluster});
            QStringList names = textsOf(list, "rank");
            QVERIFY(names.contains("root") && !names.contains("rank 2") && names.contains("rank 7"));
            const bool hasRows = collective != Collective::Reduce;
            QCOMPARE(textsOf(list, "row").contains("2"), !hasRows);
            QCOMPARE(textsOf(list, "part").filter("c").size(), 0);
            QCOMPARE(rectsOf(list, "of-2") > 0, collective == Collective::Scatter);  // there all is the root's
        }
        CollectiveSetup setup = setupOfEight(Collective::Reduce, "binomial");
        setup.ranks = 4;
        setup.isRootOutside = true;
        const auto playback = playbackOf(setup);
        QCOMPARE(valueText(playback->states, *playback->states.at(0, 1, 0)), QString("nothing yet"));
        QCOMPARE(valueText(playback->states, *playback->states.at(0, 1, 2)), QString("b1+c1+d1"));
        QCOMPARE(momentText(*playback, playback->after(1)),
                 QString("2 ranks have each sent all 4 slots to ranks that added the values to their own."));
        QVERIFY(transferText(*playback, 1, playback->plan().beginOf(1)).endsWith("to the root"));
        QVERIFY(!playback->states.doneAfter(1) && playback->states.doneAfter(0) == std::size_t{2});
        setup.collective = Collective::Scatter;
        QVERIFY(!playbackOf(setup)->states.doneAfter(0));  // it is to end with nothing
        setup.collective = Collective::Broadcast;
        QVERIFY(!playbackOf(setup)->outsider);
    }

    void allToAllGoesByWays() {
        const CollectiveSetup setup = setupOfEight(Collective::AllToAll, "bruck");
        const auto playback = playbackOf(setup);
        const DisplayList start = drawn(*playback, playback->after(0), setup, {900, 320});
        QCOMPARE(textsOf(start, "row").front(), QString("+0"));
        QVERIFY(textsOf(start, "part").contains("0.3"));
        QCOMPARE(textsOf(drawn(*playback, playback->after(3), setup, {900, 320}), "part").size(), 64);
    }

    void everyRankHasAColourOfItsOwn() {
        for (const OpPalette& palette : opPalettes())
            for (const int ranks : {2, 8, 16, 32}) {
                const auto colors = rankColors(ranks, 8, palette);
                for (int a = 0; a < ranks; ++a)
                    for (int b = 0; b < a; ++b) QVERIFY2(colors[std::size_t(a)] != colors[std::size_t(b)], palette.id);
                for (const QColor& color : colors) QVERIFY(contrast(color, textOn(color)) >= 4.5);
            }
    }

    void wordsOfAMoment() {
        const CollectiveSetup setup = setupOfEight();
        const auto playback = playbackOf(setup);
        QCOMPARE(placeText(*playback, playback->after(0)), QString("before step 1 of 14, reduce-scatter phase"));
        QCOMPARE(placeText(*playback, playback->after(5)), QString("after step 5 of 14, reduce-scatter phase"));
        QCOMPARE(placeText(*playback, playback->after(7)),
                 QString("after step 7 of 14, between reduce-scatter and all-gather"));
        QCOMPARE(momentText(*playback, playback->after(5)),
                 QString("Every rank has sent 1 slot to the next rank and added what it received."));
        // A step in flight is not done yet, and is the step that people look at.
        const Moment midway = playback->at((playback->endOf(4) + playback->endOf(5)) / 2);
        QCOMPARE(momentText(*playback, midway),
                 QString("Every rank is sending 1 slot to the next rank and adding what it receives."));
        QCOMPARE(midway.currentStep(), std::size_t(5));
        QCOMPARE(playback->after(5).currentStep(), std::size_t(5));
        QCOMPARE(playback->at(0).currentStep(), std::size_t(0));
        const std::size_t first = playback->plan().beginOf(2);
        QCOMPARE(transferText(*playback, 2, first), QString("rank 0 sends slot 5 (now a5+g5+h5) to rank 1"));
    }

    /// Of rings side by side with many rows one is drawn and told of; with few, all of them.
    void ringsSideBySide() {
        CollectiveSetup setup = setupOfEight();
        setup.cluster.usesAllPorts = true;
        const auto whole = playbackOf(setup);
        QCOMPARE(whole->states.rows(), 32);
        const auto playback = *drawnOf(whole);
        QVERIFY(*toldOf(whole) != whole && *drawnOf(playback) == playback);
        QCOMPARE(sectionText(*playback), QString("one of 4 rings is drawn"));
        const DisplayList list = drawn(*playback, playback->after(5), setup, {900, 320});
        QCOMPARE(rectsOf(list, "empty") + rectsOf(list, "left-over"), std::size_t(64));
        QCOMPARE(textsOf(list, "row"), QStringList({"0", "1", "2", "3", "4", "5", "6", "7"}));
        QCOMPARE(momentText(*playback, playback->after(5)),
                 QString("In all 4 rings, each rank has sent a piece to the next rank, which added it."));
        QCOMPARE(exampleText(*playback, playback->after(3)), QString("Rank 2 sends slot 7 (now a7+b7+c7) to rank 3."));
        // A part may have steps without messages of its own.
        setup.algorithms = {"double-tree"};
        setup.ranks = 16, setup.cluster.nodeSize = 8, setup.bytes = 1e11;
        const auto trees = *toldOf(playbackOf(setup));
        bool isAnyEmpty = false;
        for (std::size_t step = 0; step <= trees->steps(); ++step) {
            QVERIFY(!momentText(*trees, trees->after(step)).isEmpty());
            QVERIFY(exampleText(*trees, trees->after(step)).isEmpty());
            isAnyEmpty = isAnyEmpty || (step > 0 && trees->plan().transfersOf(step - 1).empty());
        }
        QVERIFY(isAnyEmpty);
        setup.algorithms = {"ring"};
        setup.bytes = 1e9;
        setup.ranks = 4;
        setup.cluster.nodeSize = 2;
        const auto few = playbackOf(setup);
        QVERIFY(few->states.rows() == 8 && *drawnOf(few) == few && sectionText(*few).isEmpty());
    }

    void lateRanksAreTold() {
        CollectiveSetup setup = setupOfEight();
        setup.arrival = {0, 0, 0, 20'000, 0, 0, 0, 0};
        const auto playback = playbackOf(setup);
        const Moment moment = playback->at(19'000);
        QCOMPARE(plain(momentText(*playback, moment)),
                 QString("Rank 3 arrives at 20 ms; ranks that exchange data with it wait."));
        const QStringList states = textsOf(drawn(*playback, moment, setup, {900, 320}), "rank-waits");
        QVERIFY2(!states.filter("late").isEmpty() && !states.filter("waits").isEmpty(), qPrintable(states.join(',')));
        QVERIFY(textsOf(drawn(*playback, playback->after(3), setupOfEight(), {900, 320}), "rank-waits").size() <= 1);
    }

    /// Who has nothing left to do waits for nobody.
    void whoIsDoneDoesNotWait() {
        const CollectiveSetup setup = setupOfEight(Collective::Gather, "binomial");
        const auto playback = playbackOf(setup);
        const Moment moment = playback->at((playback->endOf(2) + playback->endOf(3)) / 2);
        QVERIFY(moment.isMoving());
        QVERIFY2(textsOf(drawn(*playback, moment, setup, {900, 320}), "rank-waits").isEmpty(),
                 "of ranks 1 to 3, 5 to 7");
    }

    /// What the step before changed is not outlined while the next one runs.
    void onlyThisStepIsOutlined() {
        const CollectiveSetup setup = setupOfEight();
        const auto playback = playbackOf(setup);
        const auto outlines = [&](const Moment& moment) {
            const DisplayList list = drawn(*playback, moment, setup, {900, 320});
            return std::count_if(list.items.begin(), list.items.end(), [&](const DisplayItem& item) {
                const auto* rect = std::get_if<DisplayRect>(&item);
                return rect && rect->look != kNoLook && list.looks[std::size_t(rect->look)].names == "changed";
            });
        };
        QVERIFY(outlines(playback->after(3)) > 0);
        QCOMPARE(outlines(playback->at((playback->endOf(3) + playback->endOf(4)) / 2)), 0);
    }

    void sentencesHaveAnExample() {
        const auto playback = playbackOf(setupOfEight());
        QCOMPARE(exampleText(*playback, playback->after(3)), QString("Rank 2 sends slot 7 (now a7+b7+c7) to rank 3."));
        QVERIFY(exampleText(*playback, playback->after(0)).isEmpty());
        const Algorithm& ring = *findAlgorithm(Collective::AllReduce, "ring");
        QCOMPARE(plain(costSum(ring, closedFormOf(ring, teamOf(setupOfEight())))),
                 QString("14 × S/8 = 1.75 S = 2 (n − 1) / n · S"));
    }

    /// The rules of the style sheet win over attributes: what a thing has of its own must be a style.
    void whatAThingHasOfItsOwnIsSeenInSvg() {
        const CollectiveSetup setup = setupOfEight();
        PictureOptions options;
        options.figures = {3};
        const auto picture = storyboard(playbackOf(setup), setup, options);
        const auto svg = pictureFile(kSvg, *picture, 1, {});
        QVERIFY(svg);
        QXmlStreamReader xml(*svg);
        int chips = 0, letters = 0;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement || !xml.attributes().hasAttribute("class")) continue;
            for (const char* name : {"fill", "stroke", "stroke-width", "font-size"})
                QVERIFY2(!xml.attributes().hasAttribute(name), qPrintable(xml.attributes().value("class").toString()));
            // What many have alike is a class of its own.
            const QStringList classes = xml.attributes().value("class").toString().split(' ');
            const bool hasInk = xml.attributes().value("style").contains(QLatin1String("fill:#")) ||
                                svg->contains('.' + classes.last().toUtf8() + "{fill:#");
            chips += classes.first() == QLatin1String("chip") && hasInk;
            letters += classes.first() == QLatin1String("part") && hasInk;
        }
        QCOMPARE(chips, 8 + 2);  // with the ends of the message around the edge
        QVERIFY(letters > 64);
    }

    /// In type of any size.
    void whereARingClosesThereIsRoom() {
        const auto ring = playbackOf(setupOfEight());
        for (const double scale : {1.0, 1.5, 2.0, 3.0})
            for (const double width : {800.0, 1024.0, 3000.0}) {
                const SlotsLayout layout = layoutSlots({width, 500}, *ring, 8, scale);
                if (layout.edge == 0) continue;
                const double end = layout.columnLeft(7) + layout.cell.width() + layout.gutter + layout.edge;
                QVERIFY2(end <= width, qPrintable(QStringLiteral("%1 of %2").arg(end).arg(width)));
            }
    }

    /// One arrow a message: beside the columns next door, on an arc to others, around the edge where a ring closes.
    void routesOfMessages() {
        const auto count = [](const Playback& playback, std::size_t step, Route route) {
            const auto routes = routesOf(playback, step);
            return std::count(routes.begin(), routes.end(), route);
        };
        const auto ring = playbackOf(setupOfEight());
        QCOMPARE(count(*ring, 3, Route::Beside), 7);
        QCOMPARE(count(*ring, 3, Route::Around), 1);
        QVERIFY(roomFor(*ring).isRing && !roomFor(*ring).hasArcs);
        const auto tree = playbackOf(setupOfEight(Collective::AllReduce, "binomial"));
        QCOMPARE(count(*tree, 0, Route::Over), 4);
        QCOMPARE(count(*tree, 2, Route::Over), 1);  // from 1 to 0, but all slots
        QVERIFY(roomFor(*tree).hasArcs && !roomFor(*tree).isRing);
        const auto direct = playbackOf(setupOfEight(Collective::Broadcast, "direct"));
        QCOMPARE(count(*direct, 0, Route::Over), 7);
        // 0 and 1 send each other something in the same step; 7 to 0 is no ring of bruck's.
        const auto doubling = playbackOf(setupOfEight(Collective::AllReduce, "recursive-doubling"));
        for (std::size_t step = 0; step < 3; ++step) QCOMPARE(count(*doubling, step, Route::Over), 8);
        const auto bruck = playbackOf(setupOfEight(Collective::AllGather, "bruck"));
        QCOMPARE(count(*bruck, 0, Route::Over), 1);
        const auto nodes = playbackOf(setupOfEight(Collective::AllReduce, "hierarchical"));
        QCOMPARE(count(*nodes, 0, Route::Over), 2);  // 3 to 0, 7 to 4
        QCOMPARE(count(*nodes, 3, Route::Over), 8);
    }

    void messagesSayTheirSlots() {
        const auto plain = playbackOf(setupOfEight());
        QCOMPARE(slotTexts(plain->states, {3}), QStringList("3"));
        QCOMPARE(slotTexts(plain->states, {0, 1, 2, 3}), QStringList({"0–3", "×4"}));
        QCOMPARE(slotTexts(plain->states, {0, 1, 2, 3, 4, 5, 6, 7}), QStringList({"all 8", "all", "8"}));
        QCOMPARE(slotTexts(plain->states, {0, 3}), QStringList({"2 slots", "×2"}));
        const CollectiveSetup setup = setupOfEight(Collective::AllReduce, "binomial");
        const auto tree = playbackOf(setup);
        DisplayList list;
        addSlots(list, layoutSlots({800, 320}, 8, 8, 4, 1, roomFor(*tree)), {*tree, tree->after(1), setup.cluster});
        QCOMPARE(textsOf(list, "sent-slot"), QStringList({"all 8", "all 8", "all 8", "all 8"}));
        int arcs = 0;
        for (const DisplayItem& item : list.items)
            if (const auto* path = std::get_if<DisplayPath>(&item))
                arcs += list.looks[std::size_t(path->look)].names == "arc between-nodes";
        QCOMPARE(arcs, 4);
    }

    /// Whatever flies keeps off the letters: arcs stay above the heads, tags between the columns.
    void nothingStrikesLettersThrough() {
        for (const char* id : {"ring", "binomial", "halving-doubling", "hierarchical", "direct"}) {
            const CollectiveSetup setup = setupOfEight(Collective::AllReduce, id);
            const auto playback = playbackOf(setup);
            const SlotsLayout layout = layoutSlots({800, 340}, 8, 8, 4, 1, roomFor(*playback));
            for (std::size_t step = 1; step <= playback->steps(); ++step) {
                DisplayList list;
                addMessagesBeside(list, layout, {*playback, playback->after(step), setup.cluster},
                                  rankColors(8, 4, opPalettes().front()));
                addMessagesOver(list, layout, {*playback, playback->after(step), setup.cluster});
                for (const DisplayItem& item : list.items)
                    if (const auto* path = std::get_if<DisplayPath>(&item))
                        for (int rank = 0; rank < 8; ++rank)
                            for (int row = 0; row < 8; ++row)
                                QVERIFY2(!path->path.boundingRect().intersects(layout.cellRect(rank, row)), id);
            }
        }
    }

    /// As pixels the ground of a node is drawn apart from its line, which fills nothing.
    void nodesHaveTheGroundOfTheTheme() {
        const CollectiveSetup setup = setupOfEight();
        const auto playback = playbackOf(setup);
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark}) {
            DisplayList list;
            addSlots(list, layoutSlots({800, 340}, 8, 8, 4, 1, roomFor(*playback)),
                     {*playback, playback->after(3), setup.cluster, theme, opPalettes().front(), {}, true});
            const auto lookOf = [&](const char* names) {
                return *std::find_if(list.looks.begin(), list.looks.end(),
                                     [&](const Look& look) { return look.names == names; });
            };
            QCOMPARE(lookOf("node-ground").fill, themeOf(theme).window);
            QVERIFY(!lookOf("node-line").fill.isValid());
        }
    }

    void clicksPickSlots() {
        SlotsView view;
        view.resize(800, 320);
        const CollectiveSetup setup = setupOfEight();
        view.setPlayback(playbackOf(setup), setup, {});
        QSignalSpy picked(&view, &SlotsView::pickedChanged), keys(&view, &SlotsView::stepAsked);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.slotsLayout().cellRect(1, 3).center().toPoint());
        QCOMPARE(picked.size(), 1);
        QVERIFY(view.picked() == std::pair(1, 3));
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End})
            QTest::keyClick(&view, key);
        QCOMPARE(keys.size(), 5);
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!view.picked());
        view.setPlayback(nullptr, setup, "too many");
        QTest::mouseClick(&view, Qt::LeftButton, {}, {400, 160});
        QVERIFY(!view.picked());
    }
};

QTEST_MAIN(TestSlots)

}  // namespace tst_slots
#include "tst_slots.moc"
