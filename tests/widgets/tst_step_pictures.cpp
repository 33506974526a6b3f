// Steps of a collective as pictures: storyboards, slides and pages.

#include "tests/widgets/collective_desk.h"
#include "tests/widgets/parsed_svg.h"
#include "widgets/collectives/collective_picture.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/story_frames.h"
#include "widgets/picture/embedded_document.h"

#include <QBuffer>
#include <QDir>
#include <QImage>
#include <QImageReader>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_step_pictures {

class TestStepPictures : public QObject {
    Q_OBJECT

private slots:
    /// All steps fill a slide, narrower where they must be.
    void allStepsFillASlide() {
        const CollectiveSetup setup = setupOfEight();
        PictureOptions options;
        options.width = 1280, options.height = 720;
        const auto picture = storyboard(playbackOf(setup), setup, options);
        QVERIFY2(picture, picture ? "" : picture.error().text().c_str());
        QCOMPARE(picture->size, QSizeF(1280, 720));
        QCOMPARE(textsOf(pageOf(*picture), "caption").size(), 15);
    }

    void aStoryboardHasEveryStep() {
        const CollectiveSetup setup = setupOfEight(Collective::Broadcast, "binomial");
        const Exportable thing = exportedCollective(playbackOf(setup), setup, 2);
        QCOMPARE(thing.figures, std::size_t(4));
        PictureOptions options;
        const auto all = thing.picture(options);
        QVERIFY2(all, all ? "" : all.error().text().c_str());
        const DisplayList list = pageOf(*all);
        QCOMPARE(textsOf(list, "caption"),
                 QStringList({"at the start", "after step 1", "after step 2", "after step 3"}));
        options.figures = {2};
        QCOMPARE(textsOf(pageOf(*thing.picture(options)), "caption"), QStringList("after step 2 of 3"));
        options.height = 30;
        QCOMPARE(thing.picture(options).error().field, std::string("height"));
        const auto inside = readCollective(thing.json);
        QVERIFY(inside && *inside == setup);
        QVERIFY(thing.values(RowsForm::Csv, 10).find("broadcast,binomial,8,") != std::string::npos);
    }

    /// A step for a slide: all of its size, nothing smaller than 20 pixels of 720.
    void aStepFillsASlide() {
        for (const char* id : {"ring", "binomial", "hierarchical", "direct"}) {
            const CollectiveSetup setup = setupOfEight(Collective::AllReduce, id);
            PictureOptions options;
            options.width = 1280, options.height = 720, options.figures = {1};
            const auto picture = storyboard(playbackOf(setup), setup, options);
            QVERIFY(picture);
            QCOMPARE(picture->size, QSizeF(1280, 720));
            const DisplayList list = pageOf(*picture);
            double lowest = 0;
            for (const DisplayItem& item : list.items) {
                if (const auto* text = std::get_if<DisplayText>(&item)) {
                    const Look& look = list.looks[std::size_t(text->look)];
                    const double pixels = text->pixels > 0 ? text->pixels : look.lettering->font.pixelSize();
                    // Letters and tags are as large as their places.
                    if (look.names != "part" && look.names != "sent-slot" && look.names != "chip-letter")
                        QVERIFY2(pixels >= 20, look.names + ' ' + QByteArray::number(pixels));
                    QVERIFY(QRectF(0, 0, 1280, 720).contains(text->at));
                }
                if (const auto* rects = std::get_if<DisplayRects>(&item))
                    for (const QRectF& rect : rects->rects) lowest = std::max(lowest, rect.bottom());
            }
            QVERIFY2(lowest > 600, qPrintable(QString::number(lowest)));
            QCOMPARE(textsOf(list, "half"), QStringList(id == std::string("direct") ? "reduce-scatter, step 1 of 1"
                                                        : id == std::string("ring") ? "reduce-scatter, step 1 of 7"
                                                                                    : textsOf(list, "half").value(0)));
            QVERIFY(textsOf(list, "sentence").value(0).endsWith('.'));
            QVERIFY(textsOf(list, "legend").last().startsWith("ranks done"));
        }
    }

    void rowsOfFramesAreEven() {
        QCOMPARE(storyRows(7, 3), (std::vector{3, 2, 2}));  // not 3, 3, 1
        QCOMPARE(storyRows(8, 3), (std::vector{3, 3, 2}));
        QCOMPARE(storyRows(9, 4), (std::vector{3, 3, 3}));
        QCOMPARE(storyRows(3, 3), std::vector{3});
        QCOMPARE(storyRows(1, 3), std::vector{1});
        QCOMPARE(storyRows(3, 2), (std::vector{2, 1}));
    }

    /// What belongs to all frames is named once: nodes in the first row of a page, slots beside the first frame of a
    /// row, halves where they begin.
    void framesNameNothingTwice() {
        const CollectiveSetup setup = setupOfEight();
        PictureOptions options;
        options.width = lengthOf(6.75, LengthUnit::Inch);
        const auto picture = storyboard(playbackOf(setup), setup, options);
        const DisplayList list = pageOf(*picture);
        QCOMPARE(textsOf(list, "half"), (QStringList{"reduce-scatter", "all-gather"}));
        QCOMPARE(textsOf(list, "row-head").size(), 8);  // 15 frames in rows of 2
        QCOMPARE(textsOf(list, "node-name").size(), 4);
        for (const QString& caption : textsOf(list, "caption")) QVERIFY(!caption.endsWith(QChar(0x2026)));
        CollectiveSetup one = setup;
        one.ranks = 4;
        QCOMPARE(textsOf(pageOf(*storyboard(playbackOf(one), one, options)), "node-name"), QStringList());
    }

    /// A PDF has pages that fit on paper, or are as high as was asked for.
    void storyboardsHavePages() {
        const CollectiveSetup setup = setupOfEight();
        PictureOptions options;
        options.width = lengthOf(6.75, LengthUnit::Inch);
        const auto picture = storyboard(playbackOf(setup), setup, options);
        QCOMPARE(picture->pages.size(), std::size_t(1));
        const auto divided = pacedFor(kPdf, *picture);
        QVERIFY(divided->pages.size() > 1 && divided->size.height() <= 864);
        QCOMPARE(pacedFor(kSvg, *picture)->pages.size(), std::size_t(1));
        std::size_t frames = 0;
        for (std::size_t page = 0; page < divided->pages.size(); ++page) {
            frames += std::size_t(textsOf(pageOf(*divided, page), "caption").size());
            QCOMPARE(textsOf(pageOf(*divided, page), "title").size(), page == 0 ? 1 : 0);
        }
        QCOMPARE(frames, std::size_t(15));
        options.height = lengthOf(4, LengthUnit::Inch);
        const auto low = storyboard(playbackOf(setup), setup, options);
        QVERIFY(low->pages.size() > 2 && std::abs(low->size.height() - 384) < 0.5);
        options.height = 60;
        QCOMPARE(storyboard(playbackOf(setup), setup, options).error().field, std::string("height"));
    }

    /// Ranks and messages are greys on paper, and the ground is white.
    void storyboardsArePrinted() {
        const CollectiveSetup setup = setupOfEight();
        PictureOptions options;
        options.theme = ThemeId::Print;
        const QImage image = *pictureImage(*storyboard(playbackOf(setup), setup, options), 1);
        QCOMPARE(image.pixelColor(1, 1), QColor(Qt::white));
        options.theme = ThemeId::Light;
        QCOMPARE(pictureImage(*storyboard(playbackOf(setup), setup, options), 1)->pixelColor(1, 1), QColor(Qt::white));
        qint64 coloured = 0;  // but for the ticks of finished ranks
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor pixel = image.pixelColor(x, y);
                coloured += pixel.saturation() > 60 && (pixel.hue() < 120 || pixel.hue() > 200);
            }
        QCOMPARE(coloured, qint64(0));
    }

    /// All steps, whether they are shown side by side or not.
    void aStoryboardPlays() {
        const CollectiveSetup setup = setupOfEight();
        PictureOptions options;
        options.width = 640;
        for (const bool isPaged : {false, true}) {
            options.isPaged = isPaged;
            options.height = isPaged ? 360 : 520;  // all steps side by side need more
            const auto picture = storyboard(playbackOf(setup), setup, options);
            QVERIFY(picture);
            QVERIFY(pictureFile(kStepsPdf, *picture, 1, {})->contains("/Count 15"));
            QByteArray gif = *pictureFile(kGif, *picture, 1, writeCollective(setup));
            QVERIFY(embeddedDocument(gif));
            QBuffer buffer(&gif);
            QImageReader reader(&buffer, "gif");
            QCOMPARE(reader.imageCount(), 15);
            QCOMPARE(reader.size(), QSize(640, qRound(options.height->pixels)));
        }
    }

    /// One step does not play: the step that is on screen is the page of it that a preview shows.
    void oneStepPlaysAsAll() {
        const CollectiveSetup setup = setupOfEight();
        PictureOptions options;
        options.width = 640, options.height = 360, options.figures = {3};
        const auto picture = storyboard(playbackOf(setup), setup, options);
        QVERIFY(picture);
        QCOMPARE(picture->pages.size(), std::size_t(1));
        QVERIFY(pictureFile(kStepsPdf, *picture, 1, {})->contains("/Count 15"));
        options.figures = {3, 5, 7};
        QVERIFY(pictureFile(kStepsPdf, *storyboard(playbackOf(setup), setup, options), 1, {})->contains("/Count 3"));
    }

    /// On paper each of them says so.
    void pagesKeepTheirUnit() {
        const CollectiveSetup setup = setupOfEight();
        PictureOptions options;
        options.width = lengthOf(3, LengthUnit::Inch), options.isPaged = true;
        const QTemporaryDir folder;
        QVERIFY(savePicture(folder.filePath("a.svg"), kSvg, *storyboard(playbackOf(setup), setup, options), 1, {}));
        QFile file(folder.filePath("a-07.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("width=\"216pt\""));
    }

    /// A page a step, each as large as was asked for.
    void pagesOfAStoryboard() {
        const CollectiveSetup setup = setupOfEight();
        PictureOptions options;
        options.width = 1280, options.height = 720, options.isPaged = true;
        const auto picture = storyboard(playbackOf(setup), setup, options);
        QVERIFY(picture);
        QCOMPARE(picture->size, QSizeF(1280, 720));
        QCOMPARE(picture->pages.size(), std::size_t(15));
        QCOMPARE(textsOf(pageOf(*picture, 3), "caption"), QStringList("after step 3 of 14"));
        const auto pdf = pictureFile(kPdf, *picture, 1, {});
        QVERIFY(pdf);
        QVERIFY(pdf->contains("/Count 15"));
        const QTemporaryDir folder;
        for (const PictureFormat* format : {&kPng, &kSvg, &kPdf}) {
            const QString path = folder.filePath(QStringLiteral("ring.") + QLatin1String(format->suffix));
            const QStringList files = filesOf(path, *format, *picture);
            QVERIFY(savePicture(path, *format, *picture, 1, writeCollective(setup)));
            for (const QString& file : files) {
                QFile read(file);
                QVERIFY2(read.open(QIODevice::ReadOnly), qPrintable(file));
                QVERIFY(embeddedDocument(read.readAll()));
            }
            QCOMPARE(files.size(), format->hasPages ? 1 : 15);
            QCOMPARE(files.last(), format->hasPages ? path : QString(path).replace("ring.", "ring-14."));
        }
        QCOMPARE(QImage(folder.filePath("ring-03.png")).size(), QSize(1280, 720));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 31);
    }
};

QTEST_MAIN(TestStepPictures)

}  // namespace tst_step_pictures
#include "tst_step_pictures.moc"
