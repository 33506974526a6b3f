// The contents of the clipboard after a picture was copied.

#include "tests/widgets/gantt_svg.h"
#include "widgets/picture/copied_picture.h"
#include "widgets/picture/embedded_document.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_copied_picture {

class TestCopiedPicture : public QObject {
    Q_OBJECT

private slots:
    void vectorsAndPixelsOfTheSameSize() {
        const Scenario scenario = foundingScenario();
        const auto picture = ganttPicture(shownOf(outcomesOf(scenario)), {});
        const auto data = copyOf(*picture, 2, writeScenario(scenario));
        QVERIFY(data);
        QVERIFY((*data)->hasFormat("image/svg+xml") && (*data)->hasFormat("image/png") && (*data)->hasImage());
        const QByteArray svg = (*data)->data("image/svg+xml"), png = (*data)->data("image/png");
        QCOMPARE(parsed(svg).size, picture->size);
        for (const QImage& image : {QImage::fromData(png), qvariant_cast<QImage>((*data)->imageData())}) {
            QCOMPARE(image.size(), picture->size * 2);
            // 2 pixels of 1/96 inch: 192 dots an inch.
            QCOMPARE(qRound(image.dotsPerMeterX() * 0.0254), 192);
            QCOMPARE(qRound(image.dotsPerMeterY() * 0.0254), 192);
        }
        for (const QByteArray& file : {svg, png}) QVERIFY(*readScenario(*embeddedDocument(file)) == scenario);
    }

    void itIsPutThere() {
        const auto picture = ganttPicture(shownOf(outcomesOf(foundingScenario())), {});
        QVERIFY(copyPicture(picture, "{}"));
        const QMimeData* const there = QGuiApplication::clipboard()->mimeData();
        QVERIFY(there->hasFormat("image/svg+xml") && there->hasImage());
        QCOMPARE(QGuiApplication::clipboard()->image().size(), picture->size * kCopyScale);
    }

    void whatIsTooLargeIsRefused() {
        const Picture large{QSize(30'000, 30'000), {}, {[](bool) { return DisplayList(); }}};
        QGuiApplication::clipboard()->setText("before");
        QVERIFY(!copyPicture(large, "{}"));
        QVERIFY(!copyPicture(Error{"no picture", {}}, "{}"));
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
    }
};

QTEST_MAIN(TestCopiedPicture)

}  // namespace tst_copied_picture
#include "tst_copied_picture.moc"
