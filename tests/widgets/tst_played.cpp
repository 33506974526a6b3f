// Animated pictures: GIF, read by ImageMagick, and PDF with one page per end of an op, read by poppler.

#include "tests/contents.h"
#include "tests/widgets/gantt_svg.h"
#include "widgets/picture/color_table.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/gantt_instants.h"
#include "widgets/picture/save_file.h"

#include <QImage>
#include <QImageReader>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_played {

namespace {

/// Of ops of 1 and 2 without waits between: on two devices 1F1B then ends ops at 1, 2, 3 and so on.
Scenario small() {
    Scenario scenario = scenarioOf("1f1b", 2, 2, 0);
    scenario.workload.forward = 1.0, scenario.workload.backward = 2.0;
    return scenario;
}

std::set<Time> endsOf(const Scenario& scenario) {
    std::set<Time> ends;
    for (const Outcome& outcome : outcomesOf(scenario))
        for (const RowRange& lane : outcome.run->timeline->program->lanes)
            for (Row row = lane.begin; row < lane.end; ++row) ends.insert(outcome.run->timeline->end[row]);
    return ends;
}

QStringList lines(const QByteArray& text) { return QString::fromUtf8(text).split('\n', Qt::SkipEmptyParts); }

}  // namespace

class TestPlayed : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

private slots:
    void instantsAreEvenOrEnds() {
        const Scenario scenario = small();
        const std::vector<TrackData> shown = shownOf(outcomesOf(scenario));
        const TimeRange range = fittingRange(shown);
        GanttLayout layout = layoutGantt(shown, {}, {}, range, QSizeF(800, 0));
        const auto even = *instantsOf(layout, shown, Pace::Even);
        QCOMPARE(even.size(), std::size_t(kFrames));
        QCOMPARE(even.front(), range.begin + range.span() / kFrames);
        QVERIFY(std::isinf(even.back()));
        const auto steps = *instantsOf(layout, shown, Pace::Steps);
        const auto ends = endsOf(scenario);
        QCOMPARE(steps.size(), ends.size());
        QVERIFY(std::equal(steps.begin(), steps.end() - 1, ends.begin(),
                           [](double at, Time end) { return at == static_cast<double>(end); }));
        layout.until = range.begin + range.span() / 2;
        QCOMPARE(instantsOf(layout, shown, Pace::Even)->back(), layout.until);
        const auto early = *instantsOf(layout, shown, Pace::Steps);
        QVERIFY(early.size() < steps.size());
        for (const double at : early) QVERIFY(at <= layout.until);
    }

    void tooManyStepsAreRefused() {
        const Scenario scenario = scenarioOf("1f1b", 4, 400, 1);
        QVERIFY(endsOf(scenario).size() > kMostInstants);
        const auto refused = ganttFile(kStepsPdf, outcomesOf(scenario), {}, {});
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("more than 499 times") != std::string::npos,
                 refused.error().message.c_str());
        QVERIFY(ganttFile(kGif, outcomesOf(scenario), {}, {}));
    }

    void whatDoesNotPlayIsRefused() {
        const Picture still{QSize(10, 10), {}, {[](bool) { return DisplayList(); }}};
        for (const PictureFormat* format : {&kGif, &kStepsPdf}) QVERIFY(!pictureFile(*format, still, 1, {}));
    }

    /// To find when something happens takes longer than to say it.
    void instantsAreFoundOnce() {
        int times = 0;
        Picture picture{QSizeF(300, 200), {}, {[](bool) { return DisplayList(); }}};
        picture.played = [&times, still = picture](Pace) -> Result<Picture> { return ++times, still; };
        for (const PictureFormat* format : {&kGif, &kStepsPdf}) {
            times = 0;
            QVERIFY(savePicture(m_dir.filePath(QStringLiteral("once.") + QLatin1String(format->suffix)), *format,
                                picture, 1, {}));
            QCOMPARE(times, 1);
        }
    }

    void namesSayWhichFormat() {
        QCOMPARE(pictureFormatOf("a-steps.pdf"), &kStepsPdf);
        QCOMPARE(pictureFormatOf("a.steps.pdf"), &kStepsPdf);
        QCOMPARE(pictureFormatOf("steps.pdf"), &kPdf);
        QCOMPARE(pictureFormatOf("a-ops.csv"), pictureFormatOf("a.csv"));
        QCOMPARE(pictureFormatOf("a.GIF"), &kGif);
        QVERIFY(!pictureFormatOf("a.gif", PictureFormats::Drawn) && pictureFormatOf("a.gif", PictureFormats::Played));
        QVERIFY(!pictureFormatOf("a.ops.csv", PictureFormats::Played));
    }

    /// Of the numbers of ops there are on each page those that have begun, and on the last all.
    void pagesShowWhatHasRun() {
        const Scenario scenario = small();
        PictureOptions options;
        options.labels = CellLabel::Operation;
        const auto outcomes = outcomesOf(scenario);
        const auto file = ganttFile(kStepsPdf, outcomes, options, writeScenario(scenario));
        QVERIFY(file);
        const QString path = m_dir.filePath("a-steps.pdf");
        QVERIFY(writeFile(path, *file));
        const auto info = output("pdfinfo", {path});
        if (!info) QSKIP("pdfinfo (poppler-utils) is not installed");
        const std::set<Time> ends = endsOf(scenario);
        QVERIFY(info->contains("Pages:           " + QByteArray::number(qsizetype(ends.size()))));
        const Timeline& timeline = *outcomes.front().run->timeline;
        int page = 0;
        for (const Time end : ends) {
            ++page;
            qsizetype begun = 0;
            for (const RowRange& lane : timeline.program->lanes)
                for (Row row = lane.begin; row < lane.end; ++row) begun += timeline.startOf(row) < end;
            const QString number = QString::number(page);
            const QString text =
                QString::fromUtf8(*output("pdftotext", {"-f", number, "-l", number, "-layout", path, "-"}));
            static const QRegularExpression kOp(QString::fromUtf8("[f∇]\\d"));
            qsizetype told = 0;
            for (auto it = kOp.globalMatch(text); it.hasNext(); it.next()) ++told;
            QCOMPARE(told, begun);
        }
        QVERIFY(readScenario(*embeddedDocument(*file)));
    }

    void otherProgramsReadTheGif() {
        const Scenario scenario = foundingScenario();
        const auto outcomes = outcomesOf(scenario);
        const auto file = ganttFile(kGif, outcomes, {}, writeScenario(scenario));
        QVERIFY(file);
        const QString path = m_dir.filePath("a.gif");
        QVERIFY(writeFile(path, *file));
        const auto identified = output("identify", {"-format", "%wx%h %W/%H %T %[colorspace]\n", path});
        if (!identified) QSKIP("identify (imagemagick) is not installed");
        const QStringList frames = lines(*identified);
        QCOMPARE(frames.size(), kFrames);
        const QSize size = *ganttSize(outcomes, {});
        const QString whole = QString("%1x%2 ").arg(size.width()).arg(size.height());
        QVERIFY2(frames.first().startsWith(whole), qPrintable(frames.first()));
        for (const QString& frame : frames.mid(1)) QVERIFY2(!frame.startsWith(whole), "what changed alone");
        QVERIFY2(frames.first().contains(" 200 ") && frames.last().contains(" 8 "), "the end is shown first, and held");
        QVERIFY(output("identify", {"-format", "%c\n", path + "[0]"})->contains("bubblescope-scenario:{"));
        QVERIFY(*readScenario(*embeddedDocument(*file)) == scenario);
        QVERIFY2(file->contains("NETSCAPE2.0"), "it begins anew");
        // The first frame, which is all that some programs show, is the picture.
        const QString first = m_dir.filePath("first.png");
        QVERIFY(output("convert", {path + "[0]", first}));
        const QImage shown = QImage(first).convertToFormat(QImage::Format_RGB32);
        const QImage still = ganttImage(outcomes, {}, 1)->convertToFormat(QImage::Format_RGB32);
        QCOMPARE(shown.size(), still.size());
        qint64 same = 0, far = 0;
        for (int y = 0; y < still.height(); ++y)
            for (int x = 0; x < still.width(); ++x) {
                const QColor a = shown.pixelColor(x, y), b = still.pixelColor(x, y);
                const int off =
                    std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
                same += off == 0;
                far += off > 72;  // of 765: 256 colours for all edges
            }
        const qint64 all = qint64(still.width()) * still.height();
        QVERIFY2(same > all * 95 / 100, "areas of one colour are as they were");
        QCOMPARE(far, qint64(0));
    }

    void damagedGifsHaveNoDocument() {
        const Scenario scenario = small();
        const QByteArray gif = *ganttFile(kGif, outcomesOf(scenario), {}, writeScenario(scenario));
        const auto whole = embeddedDocument(gif);
        QVERIFY(whole && *whole == writeScenario(scenario));
        for (qsizetype size = 0; size < 2'000; ++size) {
            const auto text = embeddedDocument(gif.first(size));
            QVERIFY(!text || *text == *whole);
        }
        QVERIFY(!embeddedDocument("GIF89a" + QByteArray(7, '\xff') + QByteArray(4'000, '!')));
        QVERIFY(!embeddedDocument(*ganttFile(kGif, outcomesOf(scenario), {}, {})));
    }

    void fewColoursStayAsTheyAre() {
        ColorTable table;
        std::vector<QRgb> pixels;
        for (int i = 0; i < 256; ++i) pixels.push_back(qRgb(i, 255 - i, i / 2));
        table.count(pixels);
        table.choose();
        QCOMPARE(table.colors().size(), std::size_t(256));
        std::vector<unsigned char> places(pixels.size());
        table.placesOf(pixels, places.data());
        for (std::size_t i = 0; i < pixels.size(); ++i) QCOMPARE(table.colors()[places[i]], pixels[i]);
    }

    void ofManyColoursAreasKeepTheirs() {
        const QRgb areas[] = {qRgb(38, 90, 210), qRgb(235, 176, 65), qRgb(192, 83, 48), qRgb(255, 255, 255)};
        std::vector<QRgb> pixels;
        for (int i = 0; i < 4'096; ++i) pixels.push_back(qRgb(i % 16 * 17, i / 16 % 16 * 17, i / 256 * 17));
        for (const QRgb area : areas) pixels.insert(pixels.end(), 2'000, area);
        const auto tableOf = [](const std::vector<QRgb>& of) {
            ColorTable table;
            table.count(of);
            table.choose();
            return table;
        };
        const ColorTable table = tableOf(pixels);
        QCOMPARE(table.colors().size(), ColorTable::kMost);
        for (const QRgb area : areas) {
            unsigned char place = 0;
            table.placesOf({&area, 1}, &place);
            QCOMPARE(table.colors()[place], area);
        }
        std::reverse(pixels.begin(), pixels.end());
        QVERIFY2(tableOf(pixels).colors() == table.colors(), "in whatever order they come");
    }
};

QTEST_MAIN(TestPlayed)

}  // namespace tst_played
#include "tst_played.moc"
