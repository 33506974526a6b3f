#include <QTest>

#include "engine/schedules/resolve.h"
#include "widgets/gantt/lane_coverage.h"
#include "widgets/shown/format.h"
#include "widgets/shown/op_palette.h"

#include <array>
#include <cmath>
#include <set>

using namespace bubblescope;

namespace {

constexpr std::array kKinds = {OpKind::Forward, OpKind::Backward, OpKind::BackwardInput, OpKind::BackwardWeight};
constexpr std::array kScreens = {ThemeId::Light, ThemeId::Dark};

/// CIELAB, D65.
std::array<double, 3> lab(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const double r = linear(color.redF()), g = linear(color.greenF()), b = linear(color.blueF());
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// CIE 1976; 2 is just seen, 20 cannot be missed.
double difference(const QColor& a, const QColor& b) {
    const auto p = lab(a), q = lab(b);
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

}  // namespace

class TestOpPalette : public QObject {
    Q_OBJECT

private slots:
    void contrastIsWcags_data();
    void contrastIsWcags();
    void textReadsOnEveryCell();
    void kindsDiffer();
    void chunksDifferAndAreNoIdleTime();
    void communicationIsNoKind();
    void kindsOfNoPipelineLookLikeTheirClass();
    void microbatchesNextToEachOtherDiffer();
    void printKindsDifferByHatch();
    void themesRead();
    void seriesColorsStayWithTheirKind();
    void twentyFourSeriesDiffer();
    void colorClassesAgreeWithColors();
};

void TestOpPalette::contrastIsWcags_data() {
    QTest::addColumn<QColor>("a");
    QTest::addColumn<QColor>("b");
    QTest::addColumn<double>("ratio");
    QTest::newRow("black on white: 21") << QColor(Qt::black) << QColor(Qt::white) << 21.0;
    QTest::newRow("a colour on itself: 1") << QColor(Qt::red) << QColor(Qt::red) << 1.0;
    QTest::newRow("#767676 on white: the grey that just passes") << QColor("#767676") << QColor(Qt::white) << 4.54;
}

void TestOpPalette::contrastIsWcags() {
    QFETCH(QColor, a);
    QFETCH(QColor, b);
    QFETCH(double, ratio);
    QVERIFY(std::abs(contrast(a, b) - ratio) < 0.005);
    QCOMPARE(contrast(a, b), contrast(b, a));
}

void TestOpPalette::textReadsOnEveryCell() {
    for (const OpPalette& palette : opPalettes())
        for (const ThemeId theme : kScreens)
            for (const OpKind kind : kKinds)
                for (const int chunks : {1, 2, 4, 16})
                    for (int chunk = 0; chunk < chunks; ++chunk) {
                        const QColor cell = kindColor(palette, theme, kind, chunk, chunks);
                        QVERIFY2(contrast(textOn(cell), cell) >= 4.5, palette.id);
                    }
    for (const ThemeId theme : kScreens)
        for (const OpKind kind : kKinds)
            for (int microbatch = 0; microbatch < 2 * kMicrobatchHues; ++microbatch) {
                const QColor cell = microbatchColor(theme, kind, microbatch);
                QVERIFY(contrast(textOn(cell), cell) >= 4.5);
            }
}

void TestOpPalette::kindsDiffer() {
    constexpr std::array<std::pair<OpKind, OpKind>, 5> kTogether = {{
        {OpKind::Forward, OpKind::Backward},
        {OpKind::Forward, OpKind::BackwardInput},
        {OpKind::Forward, OpKind::BackwardWeight},
        {OpKind::BackwardInput, OpKind::BackwardWeight},
        {OpKind::Backward, OpKind::BackwardWeight},
    }};
    for (const OpPalette& palette : opPalettes()) {
        if (palette.hatched) continue;
        for (const ThemeId theme : kScreens)
            for (const auto& [a, b] : kTogether) {
                const double apart = difference(kindColor(palette, theme, a, 0, 1), kindColor(palette, theme, b, 0, 1));
                QVERIFY2(apart >= 20, qPrintable(QStringLiteral("%1: %2 and %3 are %4 apart")
                                                     .arg(QLatin1String(palette.id))
                                                     .arg(toQString(letter(a)))
                                                     .arg(toQString(letter(b)))
                                                     .arg(apart)));
            }
    }
}

void TestOpPalette::communicationIsNoKind() {
    for (const OpPalette& palette : opPalettes())
        for (const ThemeId theme : kScreens) {
            const QColor color = classColor(palette, theme, OpClass::Communication);
            QVERIFY2(contrast(textOn(color), color) >= 4.5, palette.id);
            for (const OpKind kind : kKinds) {
                QVERIFY(kindHatch(kind) != kCommunicationHatch);
                if (palette.hatched) continue;
                const double apart = difference(color, kindColor(palette, theme, kind, 0, 1));
                QVERIFY2(apart >= 20, qPrintable(QStringLiteral("%1: %2 from %3")
                                                     .arg(QLatin1String(palette.id))
                                                     .arg(apart)
                                                     .arg(toQString(letter(kind)))));
            }
        }
    for (const ThemeId theme : kScreens)
        for (int microbatch = 0; microbatch < kMicrobatchHues; ++microbatch) {
            const QColor color = microbatchColor(theme, OpKind::FetchForward, microbatch);
            QVERIFY(contrast(textOn(color), color) >= 4.5);
            for (const OpKind kind : {OpKind::Forward, OpKind::Backward})
                QVERIFY(difference(color, microbatchColor(theme, kind, microbatch)) >= 8);
        }
}

void TestOpPalette::kindsOfNoPipelineLookLikeTheirClass() {
    constexpr std::array kClasses = {OpClass::Forward, OpClass::Backward, OpClass::Weight, OpClass::Communication,
                                     OpClass::Nearby,  OpClass::Gather,   OpClass::Host,   OpClass::Optimizer};
    for (const OpPalette& palette : opPalettes())
        for (const ThemeId theme : kScreens)
            for (const OpClass a : kClasses) {
                const QColor color = classColor(palette, theme, a);
                QVERIFY2(contrast(textOn(color), color) >= 4.5, palette.id);
                if (palette.hatched) continue;
                QVERIFY(difference(color, themeOf(theme).idle) >= 10);
                for (const OpClass b : kClasses)
                    QVERIFY2(a == b || difference(color, classColor(palette, theme, b)) >= 20, palette.id);
            }
    for (std::size_t i = 0; i < kOpKinds; ++i) {
        const auto kind = static_cast<OpKind>(i);
        const QColor color = kindColor(opPalettes().front(), ThemeId::Light, kind, 0, 1);
        const bool isOwn = i < kPipelineKinds;
        const bool isOffload = classOf(kind) == OpClass::Host && isOfSteps(kind);
        QVERIFY(isOwn || color == (isOffload ? offloadColor(opPalettes().front(), ThemeId::Light)
                                             : classColor(opPalettes().front(), ThemeId::Light, classOf(kind))));
        QVERIFY(microbatchColor(ThemeId::Light, kind, 3).isValid());
    }
}

void TestOpPalette::chunksDifferAndAreNoIdleTime() {
    for (const OpPalette& palette : opPalettes()) {
        if (palette.hatched) continue;
        for (const ThemeId theme : kScreens)
            for (const OpKind kind : kKinds) {
                const auto shade = [&](int chunk, int chunks) {
                    return kindColor(palette, theme, kind, chunk, chunks);
                };
                QCOMPARE(shade(0, 2), shade(0, 1));
                QVERIFY2(difference(shade(0, 2), shade(1, 2)) >= 8, palette.id);
                for (int chunk = 1; chunk < 4; ++chunk)
                    QVERIFY2(difference(shade(chunk, 4), shade(chunk - 1, 4)) >= 3, palette.id);
                for (const int chunks : {2, 4, 8})
                    QVERIFY2(difference(shade(chunks - 1, chunks), themeOf(theme).idle) >= 12, palette.id);
            }
    }
}

void TestOpPalette::microbatchesNextToEachOtherDiffer() {
    for (const ThemeId theme : kScreens)
        for (const OpKind kind : {OpKind::Forward, OpKind::Backward})
            for (int m = 0; m < 100; ++m)
                for (int step = 1; step <= 4; ++step)
                    QVERIFY(difference(microbatchColor(theme, kind, m), microbatchColor(theme, kind, m + step)) >= 10);
    QVERIFY(microbatchColor(ThemeId::Light, OpKind::Forward, 3) !=
            microbatchColor(ThemeId::Light, OpKind::Backward, 3));
}

void TestOpPalette::printKindsDifferByHatch() {
    std::set<int> hatches;
    for (const OpKind kind : kKinds) hatches.insert(kindHatch(kind));
    QCOMPARE(hatches.size(), kKinds.size());
    QVERIFY(opPalette(QStringLiteral("print")).hatched);
    QCOMPARE(QString::fromLatin1(opPalette(QStringLiteral("no such palette")).id), QStringLiteral("default"));
}

void TestOpPalette::themesRead() {
    for (const ThemeId id : {ThemeId::Light, ThemeId::Dark, ThemeId::Print}) {
        const Theme& theme = themeOf(id);
        for (const QColor& ground : {theme.window, theme.canvas, theme.field})
            for (const QColor& ink : {theme.text, theme.mutedText, theme.error})
                QVERIFY2(contrast(ink, ground) >= 4.5, qPrintable(ink.name() + QStringLiteral(" on ") + ground.name()));
        QVERIFY(contrast(theme.onAccent, theme.accent) >= 4.5);
        QVERIFY(contrast(theme.onCursor, theme.cursor) >= 4.5);
    }
}

void TestOpPalette::seriesColorsStayWithTheirKind() {
    std::vector<ScheduleEntry> all = foundingSchedules();
    const std::vector<QColor> colors = seriesColors(all, ThemeId::Light);
    for (std::size_t i = 0; i < all.size(); ++i) {
        QCOMPARE(seriesColors({all[i]}, ThemeId::Light).front(), colors[i]);
        for (std::size_t j = 0; j < i; ++j) QVERIFY(difference(colors[i], colors[j]) >= 20);
    }
    all.push_back(all[1]);
    const std::vector<QColor> twice = seriesColors(all, ThemeId::Light);
    QVERIFY(std::count(twice.begin(), twice.end(), twice.back()) == 1);

    std::vector<ScheduleEntry> moved = foundingSchedules();
    moved.push_back(moved[2]);
    moved.back().own.chunks = 4;
    const std::vector<QColor> before = seriesColors(moved, ThemeId::Light);
    std::swap(moved[2], moved.back());
    std::vector<QColor> after = seriesColors(moved, ThemeId::Light);
    std::swap(after[2], after.back());
    QCOMPARE(after, before);
}

/// As well as the first ten do, and on either ground.
void TestOpPalette::twentyFourSeriesDiffer() {
    std::vector<ScheduleEntry> many = foundingSchedules();
    for (int chunks = 2; many.size() < 24; ++chunks) {
        many.push_back(many[2]);
        many.back().own.chunks = chunks;
    }
    for (const ThemeId theme : kScreens) {
        const std::vector<QColor> colors = seriesColors(many, theme);
        for (std::size_t i = 0; i < many.size(); ++i) {
            QVERIFY2(contrast(colors[i], themeOf(theme).window) >= 3, qPrintable(colors[i].name()));
            // A dot is seen to have a colour: none is nearly black, or in the dark nearly white.
            QVERIFY2(contrast(colors[i], themeOf(theme).text) >= 1.25, qPrintable(colors[i].name()));
            QVERIFY2(theme == ThemeId::Dark || contrast(colors[i], themeOf(theme).text) >= 2,
                     qPrintable(colors[i].name()));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(difference(colors[i], colors[j]) >= 15, qPrintable(colors[i].name() + colors[j].name()));
        }
    }
    // One more has to share.
    many.push_back(many[2]);
    std::set<QRgb> shared;
    for (const QColor& color : seriesColors(many, ThemeId::Light)) shared.insert(color.rgb());
    QCOMPARE(shared.size(), std::size_t(24));
}

/// What the Gantt fills is what a legend and a test ask for.
void TestOpPalette::colorClassesAgreeWithColors() {
    for (const ThemeId theme : kScreens)
        for (const auto& [colorBy, isSplit] :
             {std::pair{ColorBy::Kind, true}, {ColorBy::Kind, false}, {ColorBy::Microbatch, true}}) {
            const Program program = emptyProgram(Placement::Wave, 4, 2, 8, isSplit);
            GanttStyle style;
            style.theme = theme;
            style.colorBy = colorBy;
            const ColorClasses classes(program, style);
            for (const OpKind kind : kKinds)
                for (int stage = 0; program.kinds.has(kind) && stage < program.stages; ++stage)
                    for (int microbatch = 0; microbatch < 50; ++microbatch) {
                        const int index = classes.of(Op(kind, stage, microbatch));
                        QVERIFY(index >= 0 && index < classes.count());
                        const QColor expected = colorBy == ColorBy::Kind
                                                    ? kindColor(*style.palette, theme, kind, stage / 4, 2)
                                                    : microbatchColor(theme, kind, microbatch);
                        QCOMPARE(classes.colorOf(index), expected);
                    }
        }
}

namespace tst_op_palette {
QTEST_GUILESS_MAIN(TestOpPalette)
}
#include "tst_op_palette.moc"
