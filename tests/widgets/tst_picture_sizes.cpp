// The size of a picture of Gantts, and which sizes are refused.

#include "tests/widgets/gantt_svg.h"

#include <QImage>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_picture_sizes {

class TestPictureSizes : public QObject {
    Q_OBJECT
private slots:
    void sizesAreAsAsked() {
        const auto outcomes = outcomesOf(foundingScenario());
        PictureOptions options;
        options.width = 640;
        const QSize natural = *ganttSize(outcomes, options);
        QCOMPARE(natural.width(), 640);
        options.scale = 2;
        QCOMPARE(QImage::fromData(*ganttFile(kPng, outcomes, options, "{}")).size(), natural * 2);
        QCOMPARE(svgOf(foundingScenario(), options).size, natural);
        for (const int height : {400, 1500}) {
            options.height = height;
            const Drawing svg = svgOf(foundingScenario(), options);
            QCOMPARE(svg.size, QSize(640, height));
            QVERIFY(svg.cells.back().rect.bottom() < height - 50);
        }
        // Rows take up what a given height leaves.
        QVERIFY(svgOf(foundingScenario(), options).cells.back().rect.bottom() > 1350);
    }

    void badSizesAreRefused_data() {
        QTest::addColumn<const PictureFormat*>("format");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("scale");
        QTest::addColumn<QString>("message");
        QTest::newRow("too narrow") << &kSvg << 199 << 0 << 1 << "width: must be from 200 to 32,768 pixels, not 199";
        QTest::newRow("too wide") << &kSvg << 40'000 << 0 << 1
                                  << "width: must be from 200 to 32,768 pixels, not 40,000";
        QTest::newRow("too high") << &kSvg << 1200 << 40'000 << 1
                                  << "height: must be from 1 to 32,768 pixels, not 40,000";
        QTest::newRow("PNG of more pixels than memory should hold")
            << &kPng << 30'000 << 30'000 << 1
            << "30,000 x 30,000 is too large for a PNG: at most 32,768 pixels per side and 64,000,000 in total";
        QTest::newRow("PNG too large by its scale")
            << &kPng << 20'000 << 1000 << 3
            << "60,000 x 3,000 is too large for a PNG: at most 32,768 pixels per side and 64,000,000 in total";
        QTest::newRow("PDF past its largest page")
            << &kPdf << 20'000 << 1000 << 1
            << "a PDF page can be at most 19,200 pixels wide and high; this picture is 20,000 x 1,000";
    }

    void badSizesAreRefused() {
        QFETCH(const PictureFormat*, format);
        QFETCH(const int, width);
        QFETCH(const int, height);
        QFETCH(const int, scale);
        QFETCH(const QString, message);
        PictureOptions options;
        options.width = width;
        if (height > 0) options.height = height;
        options.scale = scale;
        const auto file = ganttFile(*format, outcomesOf(foundingScenario()), options, "{}");
        QVERIFY(!file);
        QCOMPARE(QString::fromStdString(file.error().text()), message);
    }

    /// In the unit in which the size was given, so that the least that is told will do.
    void badSizesAreToldInTheirUnit() {
        const auto outcomes = outcomesOf(foundingScenario());
        PictureOptions options;
        const auto refusal = [&] { return QString::fromStdString(ganttSize(outcomes, options).error().text()); };
        options.width = lengthOf(1.5, LengthUnit::Inch);
        QCOMPARE(refusal(), QStringLiteral("width: must be from 2.09 to 341.33 in, not 1.5"));
        options.width = lengthOf(2.09, LengthUnit::Inch);
        QVERIFY(checkPictureSides(options.width, {}));
        options.width = lengthOf(40, LengthUnit::Millimetre);
        QCOMPARE(refusal(), QStringLiteral("width: must be from 52.92 to 8669.86 mm, not 40"));
        options.width = 1200;
        options.height = lengthOf(400, LengthUnit::Inch);
        QCOMPARE(refusal(), QStringLiteral("height: must be from 0.02 to 341.33 in, not 400"));
    }

    void tooLowForItsRowsIsRefused() {
        PictureOptions options;
        options.height = 100;
        const auto low = ganttSize(outcomesOf(foundingScenario()), options);
        QVERIFY(!low);
        QCOMPARE(low.error().field, std::string("height"));
        // The height that the refusal names is enough.
        options.height = QString::fromStdString(low.error().message).section(' ', -1).toInt();
        QVERIFY(ganttSize(outcomesOf(foundingScenario()), options));
        options.height = *options.height - 1;
        QVERIFY(!ganttSize(outcomesOf(foundingScenario()), options));
    }

    void manyDevicesGetLowerRowsBeforeTheyAreRefused() {
        QVERIFY(ganttSize(outcomesOf(scenarioOf("gpipe", 4096, 1)), {}));
        Scenario two = scenarioOf("gpipe", 4096, 1);
        two.schedules.assign(2, two.schedules.front());
        const auto size = ganttSize(outcomesOf(two), {});
        QVERIFY(!size);
        QVERIFY(size.error().message.find("choose fewer schedules") != std::string::npos);
    }
};

QTEST_MAIN(TestPictureSizes)

}  // namespace tst_picture_sizes
#include "tst_picture_sizes.moc"
