// Drawing a Gantt up to an instant: cells that have begun, a curtain over the rest, a cursor between them.

#include "tests/widgets/gantt_svg.h"
#include "widgets/gantt/time_cut.h"

#include <QImage>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_time_cut {

namespace {

/// GPipe, two devices, two microbatches, a forward of 1 and a backward of 2, no transfers:
///   0 | F0 F1 .. .. .. B0 B0 B1 B1
///   1 | .. F0 F1 B0 B0 B1 B1 .. ..
Scenario small() {
    Scenario scenario = scenarioOf("gpipe", 2, 2, 0);
    scenario.workload.forward = 1.0;
    scenario.workload.backward = 2.0;
    return scenario;
}

PictureOptions until(double units) {
    PictureOptions options;
    options.until = units * kMicroUnits;
    return options;
}

}  // namespace

class TestTimeCut : public QObject {
    Q_OBJECT
private slots:
    void cellsThatHaveBegun_data() {
        QTest::addColumn<double>("at");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::newRow("nothing yet") << 0.0 << QString() << QString();
        QTest::newRow("one runs") << 0.5 << "F0" << QString();
        QTest::newRow("what begins then has not begun") << 1.0 << "F0" << QString();
        QTest::newRow("a forward on each") << 1.5 << "F0 F1"
                                           << "F0";
        QTest::newRow("the first backward") << 3.5 << "F0 F1"
                                            << "F0 F1 B0";
        QTest::newRow("all") << 9.0 << "F0 F1 B0 B1"
                             << "F0 F1 B0 B1";
    }
    void cellsThatHaveBegun() {
        QFETCH(const double, at);
        const Drawing svg = svgOf(small(), until(at));
        QStringList rows[2];
        for (const Shape& cell : svg.cells)
            rows[cell.device] += cell.name.section(' ', 0, 0) + cell.op.section(' ', 0, 0);
        QTEST(rows[0].join(' '), "first");
        QTEST(rows[1].join(' '), "second");
    }

    /// In pixels and in shapes: ground from the cursor on, cells before it, the cursor's time on the axis.
    void aCurtainHidesTheRest() {
        const auto outcomes = outcomesOf(small());
        PictureOptions options = until(3.5);
        const auto laid = layoutGantt(shownOf(outcomes), {}, {}, fittingRange(shownOf(outcomes)), {1200, 0});
        const QImage whole = *ganttImage(outcomes, {}, 1), cut = *ganttImage(outcomes, options, 1);
        QCOMPARE(cut.size(), whole.size());
        const auto x = [&](double units) { return static_cast<int>(laid.xOf(units * kMicroUnits)); };
        const QColor ground = themeOf(ThemeId::Light).window;
        int changed = 0;
        for (int y = 0; y < whole.height(); ++y) {
            for (int left = 0; left < x(3.5) - 40; ++left) QCOMPARE(cut.pixel(left, y), whole.pixel(left, y));
            changed += cut.pixel(x(6), y) != whole.pixel(x(6), y);
        }
        QVERIFY2(changed >= 2 * laid.cellHeight, "both rows are hidden");
        const int row = [&] {  // within the first row
            for (int y = 0; y < whole.height(); ++y)
                if (cut.pixel(x(6), y) != whole.pixel(x(6), y)) return y + 3;
            return 0;
        }();
        QCOMPARE(cut.pixelColor(x(6), row), ground);
        const QString svg = QString::fromUtf8(*ganttFile(kSvg, outcomes, options, "{}"));
        QVERIFY(svg.contains(QStringLiteral(">3.5")));
    }

    void withoutAnEndAllIsAsItWas() {
        const auto outcomes = outcomesOf(small());
        const QByteArray svg = *ganttFile(kSvg, outcomes, {}, "{}");
        QVERIFY(!svg.contains("class=\"until\"") && !svg.contains("later"));
    }

    /// Of two aligned tracks, whose rows alternate, one curtain is over both.
    void curtainsOfTracks() {
        GanttLayout layout;
        layout.range = {0, 10};
        layout.plotLeft = 50, layout.plotRight = 150;
        layout.tracks.resize(3);
        const auto place = [](GanttTrack& track, double top, double bottom, int rows) {
            track.rowsTop = top;
            track.bottom = bottom;
            track.rows = rows;
        };
        place(layout.tracks[0], 20, 60, 2);
        place(layout.tracks[1], 90, 90, 0);
        place(layout.tracks[2], 100, 160, 3);
        QVERIFY(curtainRect(layout, 0).isEmpty());
        layout.until = 4;
        QCOMPARE(curtainRect(layout, 0), QRectF(90, 20, 62, 40));
        QVERIFY2(curtainRect(layout, 1).isEmpty(), "without rows there is nothing to hide");
        QCOMPARE(curtainRect(layout, 2), QRectF(90, 100, 62, 60));
        layout.until = -1;
        QCOMPARE(curtainRect(layout, 0).left(), 50.0);
        layout.until = 10;
        QVERIFY(curtainRect(layout, 0).isEmpty());
    }
};

QTEST_MAIN(TestTimeCut)

}  // namespace tst_time_cut
#include "tst_time_cut.moc"
