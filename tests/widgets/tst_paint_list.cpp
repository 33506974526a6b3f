// A paint list looks the same on every device: in files, which draw everything that looks alike at once, and in pixels,
// which are drawn one item after another.

#include "widgets/drawing/display_list.h"
#include "widgets/kit/theme.h"

#include <QImage>
#include <QPainter>
#include <QPicture>
#include <QTest>

#include <cstdlib>

using namespace bubblescope;

namespace tst_paint_list {

namespace {

constexpr QSize kSize(400, 120);

QImage pixelsOf(const DisplayList& list, bool areRecorded) {
    QImage image(kSize, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!areRecorded) {
        paintList(painter, list);
        return image;
    }
    QPicture picture;
    QPainter recorder(&picture);
    paintList(recorder, list);
    recorder.end();
    painter.drawPicture(0, 0, picture);
    return image;
}

/// Pixels that differ by more than their edges do.
int differences(const QImage& one, const QImage& other) {
    constexpr int kEdge = 90;
    int count = 0;
    for (int y = 0; y < one.height(); ++y)
        for (int x = 0; x < one.width(); ++x) {
            const QRgb a = one.pixel(x, y), b = other.pixel(x, y);
            count += std::abs(qRed(a) - qRed(b)) > kEdge || std::abs(qGreen(a) - qGreen(b)) > kEdge ||
                     std::abs(qBlue(a) - qBlue(b)) > kEdge;
        }
    return count;
}

Look hatched(const char* names, HatchLines lines, double scale = 1) {
    return {.names = names, .hatch = Hatch{names, lines, QColor(0xd0, 0xe0, 0xf0), QColor(0x10, 0x20, 0x80), scale}};
}

Look bordered(Look look, const QColor& color, double width) {
    look.stroke = Stroke{color, width};
    return look;
}

}  // namespace

class TestPaintList : public QObject {
    Q_OBJECT

private slots:
    /// Side by side, with gaps narrow and wide, and two that cover others.
    void rowsAreDrawnAsTheyStand() {
        DisplayList list;
        const LookId plain = list.use(filled("plain", QColor(0xf0, 0x90, 0x20)));
        const LookId black = list.use(bordered(filled("black", Qt::white), Qt::black, 2));
        const LookId red = list.use(bordered(hatched("red", HatchLines::Falling), Qt::red, 4));
        const LookId rising = list.use(hatched("rising", HatchLines::Rising, 1.5));
        const LookId glass = list.use(filled("glass", QColor(0, 160, 0, 120)));
        Look dashed = filled("dashed", QColor(0xc0, 0xc0, 0xff));
        dashed.stroke = Stroke{.color = Qt::black, .width = 2, .dashes = {4, 3}};
        const LookId broken = list.use(dashed);
        double x = 10;
        for (const LookId look : {plain, black, rising, red, plain, rising, black, broken, red, rising}) {
            list.add(DisplayRect{look, QRectF(x, 20, 24, 40)});
            x += look == red ? 70 : 30;
        }
        list.add(DisplayRect{glass, QRectF(20, 40, 300, 40)});
        list.add(DisplayRect{plain, QRectF(30, 50, 20, 20), qRgb(200, 0, 200)});
        QVERIFY2(differences(pixelsOf(list, true), pixelsOf(list, false)) < 40,
                 qPrintable(QString::number(differences(pixelsOf(list, true), pixelsOf(list, false)))));
        list.items.erase(list.items.begin());
        QVERIFY2(differences(pixelsOf(list, true), pixelsOf(DisplayList(), false)) > 8'000, "it is drawn");
    }

    /// Texts of a line in two inks, and what covers one of them.
    void linesAreDrawnAsTheyStand() {
        DisplayList list;
        const QFont font = uiFont(20);
        const LookId ground = list.use(filled("ground", QColor(0x30, 0x50, 0xa0)));
        const LookId light = list.use(lettered("light", font, Qt::white)),
                     dark = list.use(lettered("dark", font, Qt::black));
        list.add(DisplayRect{ground, QRectF(0, 0, 200, 60)});
        for (int i = 0; i < 8; ++i)
            list.add(DisplayText{i % 3 ? dark : light, {10.0 + 24 * i, 40}, QString::number(i)});
        list.add(DisplayRect{ground, QRectF(100, 10, 30, 45)});
        list.add(DisplayText{light, {104, 40}, "x"});
        QCOMPARE(differences(pixelsOf(list, true), pixelsOf(list, false)), 0);
    }

    /// Every hatch, in a row and alone.
    void hatchesAreDrawnAlike_data() {
        QTest::addColumn<HatchLines>("lines");
        for (int i = 1; i <= static_cast<int>(HatchLines::Checks); ++i)
            QTest::addRow("%d", i) << static_cast<HatchLines>(i);
    }
    void hatchesAreDrawnAlike() {
        QFETCH(const HatchLines, lines);
        DisplayList row, alone;
        for (int i = 0; i < 12; ++i) {
            const QRectF rect(10 + 28 * i, 20, i % 2 ? 26 : 20, 60);
            row.add(DisplayRect{row.use(hatched("h", lines)), rect});
            alone.begin("g");
            alone.add(DisplayRect{alone.use(hatched("h", lines)), rect});
            alone.end();
        }
        QCOMPARE(differences(pixelsOf(row, true), pixelsOf(alone, true)), 0);
        QVERIFY(differences(pixelsOf(row, true), pixelsOf(row, false)) < 40);
    }
};

QTEST_MAIN(TestPaintList)

}  // namespace tst_paint_list
#include "tst_paint_list.moc"
