// Annotations and row labels of pictures: inside the picture, next to the numbers, and on the right target.

#include "engine/style/style.h"
#include "tests/contents.h"
#include "tests/widgets/gantt_svg.h"
#include "tests/widgets/placed_items.h"
#include "widgets/gantt/highlights.h"
#include "widgets/picture/picture_style.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_picture_notes {

namespace {

/// 1F1B, ZB-H1 and ZB-H2 of four devices and eight microbatches, in which F, I and W take 1 and B takes 2.
const Scenario& figure() {
    static const Scenario kFigure = *readScenario(
        contents(QStringLiteral(SOURCE_DIR "/presets/figures/zero-bubble-fig-3.bubble.json")).toStdString());
    return kFigure;
}

/// In the style of its paper, across a column.
PictureOptions column(const std::vector<const char*>& notes = {}, const std::vector<int>& schedules = {1}) {
    PictureOptions options = *pictureOptionsOf(figure().style, figure());
    options.width = lengthOf(3.3, LengthUnit::Inch);
    options.schedules = schedules;
    for (const char* note : notes) options.notes.push_back(*noteIn(note));
    return options;
}

Result<Picture> pictureOf(const PictureOptions& options, const Scenario& scenario = figure()) {
    return ganttPicture(shownOf(outcomesOf(scenario, options.theme)), options);
}

DisplayList drawn(const PictureOptions& options, const Scenario& scenario = figure()) {
    return pageOf(*pictureOf(options, scenario));
}

std::vector<PlacedText> textsOf(const DisplayList& list, const QByteArray& names) {
    std::vector<PlacedText> some = test::textsOf(list);
    std::erase_if(some, [&](const PlacedText& text) { return text.names != names; });
    return some;
}

std::vector<PlacedShape> shapesOf(const DisplayList& list, const QByteArray& names) {
    std::vector<PlacedShape> some = test::shapesOf(list);
    std::erase_if(some, [&](const PlacedShape& shape) { return shape.names != names; });
    return some;
}

/// Of the ops of a kind, by "microbatch stage".
QRectF cellOf(const DisplayList& list, const QByteArray& kind, const QString& op) {
    for (const PlacedShape& shape : shapesOf(list, kind))
        if (shape.op == op) return shape.box();
    return {};
}

std::vector<PlacedText> numbersOf(const DisplayList& list) {
    std::vector<PlacedText> some = test::textsOf(list);
    std::erase_if(some, [](const PlacedText& text) { return !text.names.startsWith("label-"); });
    return some;
}

}  // namespace

class TestPictureNotes : public QObject {
    Q_OBJECT

private slots:
    void namesOfRowsAreWhole_data() {
        QTest::addColumn<QString>("workers");
        QTest::addColumn<double>("most");  // of the width
        QTest::newRow("long") << "Worker number #" << 0.4;
        QTest::newRow("wide letters") << "MMMMMMM #" << 0.4;
        QTest::newRow("signs") << "GPU_# & 50%" << 0.4;
        QTest::newRow("a third in small type") << "Worker of the pipeline #" << 0.4;
        QTest::newRow("as wide as the picture") << "The worker of the whole pipeline with the number #" << 0.7;
    }
    void namesOfRowsAreWhole() {
        QFETCH(const QString, workers);
        QFETCH(const double, most);
        PictureOptions options = column();
        options.workers = workers;
        const DisplayList list = drawn(options);
        const auto names = textsOf(list, "device-label");
        QCOMPARE(names.size(), std::size_t(4));
        const double plot = shapesOf(list, "row-ground").front().box().left();
        QVERIFY2(plot < list.size.width() * most, "the plot keeps most of the width");
        for (std::size_t i = 0; i < names.size(); ++i) {
            QVERIFY(names[i].box.left() >= 0 && names[i].box.right() < plot);
            const QString whole = QString(workers).replace('#', QString::number(i + 1));
            QCOMPARE(names[i].words, whole);
        }
    }

    /// What is longer than its line goes on in another, and a schedule's name is smaller.
    void titlesAreWhole() {
        PictureOptions options = column();
        options.title =
            QStringLiteral("Zero bubble: what a backward in two halves does for the time that devices wait");
        options.caption = QStringLiteral(
            "With T_B = 2 the input half and the weight half take one forward each, and the "
            "weight half fills what was idle.");
        Scenario scenario = figure();
        scenario.schedules[1].label = "ZB-H1, whose weight halves are put off until devices would wait";
        const DisplayList list = drawn(options, scenario), bare = drawn(column(), scenario);
        for (const auto& [names, whole] :
             {std::pair("title", options.title), std::pair("caption", options.caption),
              std::pair("schedule-title", QString::fromStdString(*scenario.schedules[1].label))}) {
            QStringList lines;
            double last = -1;
            for (const PlacedText& text : textsOf(list, names)) {
                lines += text.words;
                QVERIFY2(text.box.left() >= 0 && text.box.right() <= list.size.width(), names);
                QVERIFY2(text.box.top() > last && text.box.bottom() <= list.size.height(), names);
                last = text.box.top() + 1;
            }
            QCOMPARE(lines.join(' '), whole);
            QVERIFY2(lines.size() > 1 || QByteArray(names) == "schedule-title", names);
        }
        QVERIFY(textsOf(list, "title").back().box.bottom() < textsOf(list, "schedule-title").front().box.top());
        QVERIFY(textsOf(list, "caption").front().box.top() > shapesOf(list, "row-ground").back().box().bottom());
        QVERIFY(textsOf(bare, "caption").empty() && bare.size.height() < list.size.height());
    }

    /// Words without spaces, too, and beside aligned rows the plot keeps its room.
    void longWordsAreWhole() {
        PictureOptions options = column();
        options.caption = QString(60, QChar(0x6f22)) + QChar(0x3002) + QString(60, QChar(0x5b57));
        QString lines;
        for (const PlacedText& text : textsOf(drawn(options), "caption")) lines += text.words;
        QCOMPARE(lines, options.caption);
        auto shown = shownOf(outcomesOf(figure()));
        shown.resize(2);
        options = column({}, {});
        options.workers = QStringLiteral("The worker of the whole pipeline with the number #");
        shown[0].aligned = shown[1].timeline;
        const auto rows = shapesOf(pageOf(*ganttPicture(shown, options)), "row-ground");
        QVERIFY2(rows.front().box().width() > 40, qPrintable(QString::number(rows.front().box().width())));
    }

    /// The border of a pair takes a part of both halves, and numbers stand beside it.
    void numbersStandBesideBordersOfPairs() {
        const Scenario dualpipe = scenarioOf("dualpipe", 8, 20);
        PictureOptions options = *pictureOptionsOf(findStyle("print")->values, dualpipe);
        options.width = lengthOf(7, LengthUnit::Inch);
        const DisplayList list = drawn(options, dualpipe);
        const auto pairs = shapesOf(list, "pair");
        std::size_t within = 0;
        for (const PlacedText& number : numbersOf(list))
            for (const PlacedShape& pair : pairs) {
                const QRectF border = pair.box();
                if (!border.contains(number.box.center())) continue;
                ++within;
                QVERIFY(number.box.left() > border.left() + 0.5 && number.box.right() < border.right() - 0.5);
            }
        QVERIFY2(within > 20, qPrintable(QString::number(within)));
    }

    /// As pixels, too, with the border of what ends last right of the plot; and of what a range cuts at its edges.
    void bordersAreClosedAsPixels_data() {
        QTest::addColumn<double>("begin");
        QTest::addColumn<double>("end");
        QTest::newRow("whole") << -1.0 << -1.0;
        QTest::newRow("cut") << 0.5 << 3.5;  // within forwards of the first device
    }
    void bordersAreClosedAsPixels() {
        QFETCH(const double, begin);
        QFETCH(const double, end);
        PictureOptions options = *pictureOptionsOf(findStyle("print")->values, figure());
        options.schedules = {0};
        if (begin >= 0) options.begin = begin, options.end = end;
        const Picture picture = *pictureOf(options);
        const QRectF ground = shapesOf(pageOf(picture), "row-ground").front().box();
        for (const double ratio : {1.0, 2.0, 3.125}) {
            const QImage image = imageOf(pageOf(picture, 0, ratio), ratio);
            for (const double edge : {ground.left(), ground.right()}) {
                int darkest = 255;
                const int middle = qRound(edge * ratio), y = qRound((ground.top() + 4) * ratio);
                for (int x = middle - qCeil(ratio); x <= middle + qCeil(ratio); ++x)
                    darkest = std::min(darkest, qGray(image.pixel(x, y)));
                QVERIFY2(darkest < 120, qPrintable(QStringLiteral("%1 at %2").arg(darkest).arg(ratio)));
            }
        }
    }

    /// As on a screen, in the track of its schedule: what another picture leaves out is not there.
    void whatIsSeenIsDrawn() {
        const auto outcomes = outcomesOf(figure());
        const Timeline& timeline = *outcomes[1].run->timeline;
        const Row first = timeline.program->lanes[1].begin;
        const TimeSpan idle{0, timeline.startOf(first)};
        PictureOptions options = column({}, {2, 1});
        options.seen = {{Highlight::As::Spot, 1, {first}, {{LaneId(1), idle.begin, idle.end}}},
                        {Highlight::As::Chain, 1, {timeline.program->lanes[0].begin, first}},
                        {Highlight::As::Lit, 0, {first}}};
        const DisplayList list = drawn(options);
        QVERIFY(shapesOf(list, "chain-op").size() == 1 && !shapesOf(list, "chain").empty());
        QVERIFY2(shapesOf(list, "lit-op").empty(), "its schedule is not drawn");
        const auto dark = shapesOf(list, "dark");
        QCOMPARE(dark.size(), std::size_t(1));
        const QRectF cell = cellOf(list, "F", "0 1");
        const auto rows = shapesOf(list, "row-ground");
        QCOMPARE(rows.size(), std::size_t(8));
        const QPointF waiting(cell.left() / 2 + rows[5].box().left() / 2, rows[5].box().center().y());
        QVERIFY2(!dark[0].path.contains(waiting), "idle time that is lit stays as it is");
        QVERIFY2(dark[0].path.contains(QPointF(waiting.x(), rows[6].box().center().y())), "and other stands back");
        QVERIFY2(!dark[0].path.contains(QPointF(waiting.x(), rows[2].box().center().y())), "in its schedule alone");
    }

    /// Words go to as many lines as they need, and none stands outside.
    void wordsAreWithinThePicture_data() {
        QTest::addColumn<QString>("note");
        for (const char* note :
             {"note 0F0 a note at the left edge", "note 0W7 a note at the right edge",
              "note 2W3 a note whose words are much longer than the picture is wide, so that they must go to more than "
              "one line above the rows, and to even more",
              "bracket 0F0 0F3 a bracket with words that are much longer than itself and the picture, as some are",
              "arrow 0F3 1F3 an arrow whose words are again far too long to stand on one line above all rows of it"})
            QTest::newRow(note) << note;
    }
    void wordsAreWithinThePicture() {
        QFETCH(const QString, note);
        const DisplayList list = drawn(column({note.toUtf8().constData()}));
        QStringList words;
        const double rows = shapesOf(list, "row-ground").front().box().top();
        for (const PlacedText& text : textsOf(list, "note")) {
            words += text.words;
            QVERIFY(text.box.left() >= 0 && text.box.right() <= list.size.width());
            QVERIFY(text.box.top() >= 0 && text.box.bottom() < rows);
        }
        QVERIFY(note.endsWith(words.join(' ')));
        QVERIFY(words.join(' ').startsWith("a"));
    }

    /// A word without an end goes on in other lines.
    void aWordWithoutAnEnd() {
        const QByteArray word(150, 'x');
        const DisplayList list = drawn(column({("note 0F0 " + word).constData()}));
        QByteArray words;
        for (const PlacedText& text : textsOf(list, "note")) {
            words += text.words.toUtf8();
            QVERIFY(text.box.left() >= 0 && text.box.right() <= list.size.width());
        }
        QCOMPARE(words, word);
    }

    /// An arrow's words stand above the rows, with a line to it.
    void wordsOfArrowsHideNoOp() {
        const DisplayList list = drawn(column({"arrow 0F3 1F3 send"}));
        const double rows = shapesOf(list, "row-ground").front().box().top();
        QCOMPARE(textsOf(list, "note").size(), std::size_t(1));
        QVERIFY(textsOf(list, "note").front().box.bottom() < rows);
        QVERIFY(shapesOf(list, "note-plate").empty());
        const QRectF line = shapesOf(list, "note-line").front().box(), arrow = shapesOf(list, "arrow").front().box();
        QVERIFY2(std::abs(line.left() - arrow.left()) < 0.5 && line.bottom() >= arrow.top() - 0.5,
                 "the line leads to where the arrow starts");
    }

    /// Lines from words go down beside the numbers.
    /// Whatever the order of several.
    void linesCrossNoWords() {
        const char *narrow = "note #2:1F3 hi",
                   *wide = "arrow #2:0F3 1F3 words that take several lines of a narrow picture";
        for (const auto& notes : {std::vector{narrow, wide}, std::vector{wide, narrow}}) {
            const DisplayList list = drawn(column(notes));
            for (const PlacedShape& line : shapesOf(list, "note-line"))
                for (const PlacedText& words : textsOf(list, "note")) {
                    const QRectF inside = words.box.adjusted(1, 1, -1, -1);
                    QVERIFY2(!inside.intersects(QRectF(line.box().left(), line.box().top(), 0.1, line.box().height())),
                             qPrintable(words.words));
                }
        }
    }

    void linesCrossNoNumber_data() {
        QTest::addColumn<QString>("note");
        for (const char* note : {"note 2I1 words", "note 3W7 end", "note 3F4 words", "note 1I5 words", "note 3I0 words",
                                 "arrow 2F1 3F1 words", "arrow 3I2 2I2 words"})
            QTest::newRow(note) << note;
    }
    void linesCrossNoNumber() {
        QFETCH(const QString, note);
        const DisplayList list = drawn(column({note.toUtf8().constData()}));
        const QPainterPath line = shapesOf(list, "note-line").front().path;
        for (int i = 1; i < line.elementCount(); ++i) {
            const QPointF from = line.elementAt(i - 1), to = line.elementAt(i);
            const QRectF stretch = QRectF(from, to).normalized().adjusted(-0.4, 0, 0.4, 0);
            for (const PlacedText& number : numbersOf(list))
                QVERIFY2(!stretch.intersects(number.box), qPrintable("crosses " + number.words));
        }
    }

    void severalOpsAreMeantByTheirFirst() {
        const DisplayList list = drawn(column({"note *F0 all of them"}));
        const QRectF first = cellOf(list, "F", "0 0"), dot = shapesOf(list, "note-dot").front().box();
        QVERIFY(std::abs(dot.center().x() - first.center().x()) < 0.5);
        QVERIFY(std::abs(dot.center().y() - first.top()) < 0.5);
    }

    /// Words beside a bracket leave it at its rows.
    void bracketsStandAtTheirRows() {
        const char* const bracket = "bracket 0F0 0F3 warm-up";
        const DisplayList alone = drawn(column({bracket})), both = drawn(column({"note 0W1 words beside", bracket}));
        const auto above = [](const DisplayList& list) {
            return shapesOf(list, "row-ground").front().box().top() - shapesOf(list, "bracket").front().box().bottom();
        };
        QVERIFY(std::abs(above(alone) - above(both)) < 0.01);
        // The words go aside, too, rather than above.
        const DisplayList close = drawn(column({"note 0I0 words of some length", bracket}));
        QVERIFY(std::abs(above(alone) - above(close)) < 0.01);
        QCOMPARE(close.size.height(), alone.size.height());
    }

    void withinOneSchedule() {
        for (const char* note : {"arrow #3:0F0 #2:0F0", "bracket #3:0F0 #2:0F3 words"}) {
            const auto picture = pictureOf(column({note}, {}));
            QVERIFY(!picture);
            QCOMPARE(QString::fromStdString(picture.error().message),
                     QStringLiteral("\"%1\" connects two schedules; both ends must be in the same one").arg(note));
        }
    }

    /// Papers call the input half B.
    void anInputHalfIsNoBackward() {
        PictureOptions options = column();
        options.highlighted = {*opRefIn("#2:1B2")};
        QCOMPARE(
            QString::fromStdString(pictureOf(options).error().message),
            QStringLiteral("#2:1B2 matches no op in this picture; its backward is split: use #2:1I2 for grad input"));
        options.highlighted = {*opRefIn("9B2")};
        QCOMPARE(QString::fromStdString(pictureOf(options).error().message),
                 QStringLiteral("9B2 matches no op in this picture"));
    }

    /// A frame leaves its cell and its neighbours their numbers.
    void framesHideNoNumber() {
        PictureOptions options = column();
        options.highlighted = {*opRefIn("1I2")};
        const DisplayList narrow = drawn(options);
        QVERIFY(shapesOf(narrow, "lit-op-edge").empty());
        const auto frames = shapesOf(narrow, "lit-op");
        QCOMPARE(frames.size(), std::size_t(1));
        const double half = 1 * options.type->pixels / 13;  // of its line
        const QRectF frame = frames.front().box();
        for (const PlacedText& number : numbersOf(narrow)) {
            // A digit is narrower than the room that it takes.
            const QRectF ink = number.box.adjusted(0.4, 0, -0.4, 0);
            const bool isInside = frame.adjusted(half, half, -half, -half).contains(ink);
            QVERIFY2(isInside || !frame.adjusted(-half, -half, half, half).intersects(ink), qPrintable(number.words));
        }
        options.width = lengthOf(14, LengthUnit::Inch);
        QCOMPARE(shapesOf(drawn(options), "lit-op-edge").size(), std::size_t(1));
    }

    /// However many ops are framed, a picture has few frames, all in one shape.
    void manyFramesAreFew() {
        Scenario scenario = scenarioOf("1f1b", 8, 512, 0);
        const auto shown = shownOf(outcomesOf(scenario));
        const auto frames = [&](double from, double to) {
            const TimeRange all = fittingRange(shown);
            const TimeRange range{all.begin + from * all.span(), all.begin + to * all.span()};
            const GanttLayout layout = layoutGantt(shown, {}, {}, range, {900, 400});
            Highlight lit{Highlight::As::Lit, 0};
            for (const Lane& lane : shown[0].timeline->program->lanes)
                for (Row row = lane.begin; row < lane.end; ++row)
                    if (shown[0].timeline->program->ops[row].kind() == OpKind::Forward) lit.rows.push_back(row);
            DisplayList list;
            addHighlight(list, layout, shown, lit);
            const auto shapes = shapesOf(list, "lit-op");
            return shapes.size() == 1 ? shapes.front().path.elementCount() / 5 : -1;
        };
        QVERIFY(frames(0, 1) > 0);
        QVERIFY2(frames(0, 1) <= 8 * 900 / 4, "those between which nothing would be seen share one");
        const int some = frames(0.4, 0.41);
        QVERIFY2(some > 8 && some < 8 * 10, "those out of sight have none");
    }

    /// Numbers of ops that stand back are still read, in pixels as in shapes.
    void numbersThatStandBack_data() {
        QTest::addColumn<QString>("palette");
        QTest::addColumn<ThemeId>("theme");
        for (const OpPalette& palette : opPalettes())
            for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark, ThemeId::Print})
                QTest::addRow("%s %d", palette.id, static_cast<int>(theme)) << QString(palette.id) << theme;
    }
    void numbersThatStandBack() {
        QFETCH(const QString, palette);
        QFETCH(const ThemeId, theme);
        PictureOptions options = column({}, {0, 1});
        options.palette = palette, options.theme = theme;
        options.dimmed = {*opRefIn("***")};
        const DisplayList list = drawn(options);
        const QColor ground = themeOf(theme).window;
        const auto numbers = numbersOf(list);
        QVERIFY(numbers.size() >= 100);
        for (const PlacedText& number : numbers) QCOMPARE(number.names, QByteArray("label-dimmed"));
        for (const char* kind : {"F", "B", "I", "W"}) {
            const QColor cell = shapesOf(list, kind).front().fill;
            QVERIFY(cell.isValid());
            const auto veiled = [&](float (QColor::*part)() const) {
                return 0.28f * (cell.*part)() + 0.72f * (ground.*part)();
            };
            const QColor seen =
                QColor::fromRgbF(veiled(&QColor::redF), veiled(&QColor::greenF), veiled(&QColor::blueF));
            QVERIFY2(contrast(seen, numbers.front().ink) >= 4.5,
                     qPrintable(QStringLiteral("%1: %2").arg(kind).arg(contrast(seen, numbers.front().ink))));
        }
        // Over pixels as well.
        QCOMPARE(numbersOf(pageOf(*pictureOf(options), 0, 1)).size(), numbers.size());
        // Idle time has its hatch there, too.
        const QRect idle = shapesOf(list, "idle").front().box().toRect().adjusted(2, 2, -2, -2);
        const QImage image = *pictureImage(*pictureOf(options), 1);
        std::set<QRgb> colors;
        for (int y = idle.top(); y < idle.bottom(); ++y)
            for (int x = idle.left(); x < idle.right(); ++x) colors.insert(image.pixel(x, y));
        QVERIFY(colors.size() > 2);
    }

    /// What has not begun is not told either.
    void nothingIsToldBeforeItRuns() {
        PictureOptions options = column({"note 0W7 the last", "bracket 0F0 0F3 warm-up"});
        options.highlighted = {*opRefIn("0I2")};
        for (const bool isLater : {false, true}) {
            options.until = (isLater ? 26.5 : 3) * kMicroUnits;
            const DisplayList list = drawn(options);
            QCOMPARE(textsOf(list, "note").size(), std::size_t(isLater ? 2 : 1));
            QCOMPARE(shapesOf(list, "lit-op").size(), std::size_t(isLater));
            // Nor at the edge of its row, where half a pixel of it would be left.
            const auto hidden = shapesOf(list, "later");
            QCOMPARE(hidden.size(), std::size_t(1));
            for (const PlacedShape& row : shapesOf(list, "row-ground"))
                QVERIFY(row.box().top() > hidden.front().box().top() + 0.5 &&
                        row.box().bottom() < hidden.front().box().bottom() - 0.5);
        }
    }

    /// The clock goes along the axis, and the legend stands free.
    void theClockHidesNoKey() {
        for (const TimeAxis axis : {TimeAxis::Arrow, TimeAxis::Ticks, TimeAxis::None})
            for (const double at : {1.0, 5.0, 12.0, 20.0}) {
                PictureOptions options = column();
                options.axis = axis;
                options.until = at * kMicroUnits;
                const DisplayList list = drawn(options);
                const auto clocks = shapesOf(list, "bubble");
                QCOMPARE(clocks.empty(), axis == TimeAxis::None);
                for (const PlacedShape& clock : clocks)
                    for (const PlacedText& key : textsOf(list, "key"))
                        QVERIFY2(!clock.box().intersects(key.box), qPrintable(key.words));
            }
    }

    /// Whatever is drawn has a key, and nothing else.
    void keysOfPairsAndCriticalPaths() {
        const auto keys = [](const char* kind, int microbatches, bool isCritical) {
            PictureOptions options;
            options.marks.critical = isCritical;
            QStringList words;
            for (const PlacedText& key : textsOf(drawn(options, scenarioOf(kind, 4, microbatches, 0)), "key"))
                words += key.words;
            return words;
        };
        const QString pair = QStringLiteral("fused F+B"), path = QStringLiteral("critical path");
        QVERIFY(keys("dualpipe", 8, false).contains(pair) && !keys("dualpipe", 8, false).contains(path));
        QVERIFY(!keys("1f1b", 8, true).contains(pair) && keys("1f1b", 8, true).contains(path));
        QVERIFY2(!keys("dualpipe", 2000, false).contains(pair), "too narrow for frames");
        // At every width where there is a frame, and where there is none.
        int framed = 0, bare = 0;
        for (int width = 500; width <= 1000; width += 20) {
            PictureOptions options;
            options.width = width;
            const DisplayList list = drawn(options, scenarioOf("dualpipe", 4, 100, 0));
            const bool hasFrame = !shapesOf(list, "pair").empty();
            const bool hasKey =
                std::ranges::any_of(textsOf(list, "key"), [&](const auto& t) { return t.words == pair; });
            QVERIFY2(hasFrame == hasKey, qPrintable(QString::number(width)));
            ++(hasFrame ? framed : bare);
        }
        QVERIFY(framed > 3 && bare > 3);
        // On screens, too, where a frame may come with a zoom.
        const auto shown = shownOf(outcomesOf(scenarioOf("dualpipe", 4, 8, 0)));
        QVERIFY(std::ranges::any_of(layoutGantt(shown, {}, {}, fittingRange(shown), {900, 400}).legend,
                                    [&](const LegendEntry& entry) { return entry.text == pair; }));
    }
};

QTEST_MAIN(TestPictureNotes)

}  // namespace tst_picture_notes
#include "tst_picture_notes.moc"
