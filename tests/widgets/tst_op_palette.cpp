#include <QTest>

#include "engine/entries/resolve.h"
#include "widgets/gantt/column_mixer.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/kit/format.h"
#include "widgets/shown/op_palette.h"

#include <array>
#include <cmath>
#include <numeric>
#include <set>

using namespace bubblescope;

namespace tst_op_palette {

namespace {

constexpr std::array kKinds = {OpKind::Forward, OpKind::Backward, OpKind::BackwardInput, OpKind::BackwardWeight};
constexpr std::array kScreens = {ThemeId::Light, ThemeId::Dark};

/// Red, green and blue as light, 0..1.
using Light = std::array<double, 3>;

Light lightOf(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
}

/// CIELAB, D65.
std::array<double, 3> labOf(const Light& light) {
    const auto [r, g, b] = light;
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// CIE 1976; 2 is just seen, 20 cannot be missed.
double difference(const QColor& a, const QColor& b) {
    const auto p = labOf(lightOf(a)), q = labOf(lightOf(b));
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// CIEDE2000, after Sharma, Wu, Dalal 2005.
double ciede2000(const std::array<double, 3>& p, const std::array<double, 3>& q) {
    constexpr double kDegree = M_PI / 180;
    const auto seventh = [](double c) { return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25, 7))); };
    const double g = 0.5 * (1 - seventh((std::hypot(p[1], p[2]) + std::hypot(q[1], q[2])) / 2));
    const double a1 = p[1] * (1 + g), a2 = q[1] * (1 + g);
    const double c1 = std::hypot(a1, p[2]), c2 = std::hypot(a2, q[2]), mean = (c1 + c2) / 2;
    const auto hue = [&](double a, double b) {
        const double h = a == 0 && b == 0 ? 0 : std::atan2(b, a) / kDegree;
        return h < 0 ? h + 360 : h;
    };
    const double h1 = hue(a1, p[2]), h2 = hue(a2, q[2]);
    double turn = c1 * c2 == 0 ? 0 : h2 - h1;
    if (turn > 180) turn -= 360;
    if (turn < -180) turn += 360;
    double h = c1 * c2 == 0 ? h1 + h2 : (h1 + h2) / 2;
    if (c1 * c2 != 0 && std::abs(h1 - h2) > 180) h += h1 + h2 < 360 ? 180 : -180;
    const auto cosine = [&](double degrees) { return std::cos(degrees * kDegree); };
    const double t =
        1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) - 0.20 * cosine(4 * h - 63);
    const double middle = std::pow((p[0] + q[0]) / 2 - 50, 2);
    const double l = (q[0] - p[0]) / (1 + 0.015 * middle / std::sqrt(20 + middle));
    const double c = (c2 - c1) / (1 + 0.045 * mean);
    const double dh = 2 * std::sqrt(c1 * c2) * std::sin(turn / 2 * kDegree) / (1 + 0.015 * mean * t);
    const double rotation = -std::sin(60 * std::exp(-std::pow((h - 275) / 25, 2)) * kDegree) * 2 * seventh(mean);
    return std::sqrt(l * l + c * c + dh * dh + rotation * c * dh);
}

/// What is seen of light with a kind of sight; that of colour-blind people after Machado, Oliveira, Fernandes 2009.
struct Sight {
    const char* name;
    std::array<Light, 3> seen;
};
constexpr Light kGrey{0.2126, 0.7152, 0.0722};
constexpr std::array kSights{
    Sight{"usual", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    Sight{"protanopia",
          {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    Sight{"deuteranopia",
          {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    Sight{"tritanopia",
          {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
    Sight{"grey", {{kGrey, kGrey, kGrey}}},
};

double seenDifference(const Sight& sight, const QColor& a, const QColor& b) {
    const auto seen = [&](const QColor& color) {
        const Light light = lightOf(color);
        Light out{};
        for (std::size_t i = 0; i < 3; ++i)
            out[i] = std::clamp(std::inner_product(light.begin(), light.end(), sight.seen[i].begin(), 0.0), 0.0, 1.0);
        return labOf(out);
    };
    return ciede2000(seen(a), seen(b));
}

/// A kind of each class, offload too, and all that pipelines have.
constexpr std::array kOneOfEach{OpKind::Forward,   OpKind::Backward, OpKind::BackwardInput, OpKind::BackwardWeight,
                                OpKind::AllReduce, OpKind::HopKeys,  OpKind::AllGather,     OpKind::Late,
                                OpKind::Optimizer, OpKind::Download};

}  // namespace

class TestOpPalette : public QObject {
    Q_OBJECT

private slots:
    void contrastIsWcags_data();
    void contrastIsWcags();
    void textReadsOnEveryCell();
    void differencesAreCiede2000();
    void kindsDiffer();
    void defaultKindsDifferByColour();
    void papersTellKindsApartInGrey();
    void greyTellsSolidKindsApart_data();
    void greyTellsSolidKindsApart();
    void chunksDifferAndAreNoIdleTime();
    void communicationIsNoKind();
    void kindsOfNoPipelineLookLikeTheirClass();
    void microbatchesNextToEachOtherDiffer();
    void printKindsDifferByHatch();
    void themesRead();
    void seriesColorsStayWithTheirKind();
    void twentyFourSeriesDiffer();
    void colorClassesAgreeWithColors();
    void safeSeriesDifferForEverySight();
    void coincidingColorsAreKnown();
};

/// Okabe and Ito's colours, of which none coincide for the colour-blind, as the usual colours of schedules do.
void TestOpPalette::safeSeriesDifferForEverySight() {
    const auto leastApart = [](const std::vector<QColor>& colors) {
        double least = 100;
        for (const Sight& sight : kSights)
            for (std::size_t a = 0; a < colors.size() && sight.seen[0] != kGrey; ++a)
                for (std::size_t b = 0; b < a; ++b)
                    least = std::min(least, seenDifference(sight, colors[a], colors[b]));
        return least;
    };
    const std::vector<ScheduleEntry> schedules(kSafeColors, ScheduleEntry{"1f1b", {}, {}});
    for (const ThemeId theme : kScreens) {
        QVERIFY2(leastApart(seriesColors(schedules, theme, kSafePalette)) >= 10,
                 qPrintable(QString::number(int(theme))));
        QVERIFY(leastApart(seriesColors(schedules, theme)) < 5);
        for (std::size_t i = 0; i < kSafeColors; ++i)
            QVERIFY(contrast(safeColor(i, theme), themeOf(theme).window) >= 2);
    }
}

void TestOpPalette::coincidingColorsAreKnown() {
    QVERIFY(lookAlike(QColor("#7a828e"), QColor("#27a689")));  // grey and teal
    QVERIFY(!lookAlike(QColor("#265ad2"), QColor("#b0881c")));
    for (std::size_t a = 0; a < kSafeColors; ++a)
        for (std::size_t b = 0; b < a; ++b)
            QVERIFY(!lookAlike(safeColor(a, ThemeId::Light), safeColor(b, ThemeId::Light)));
}

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
                        QVERIFY2(contrast(textOn(cell), hatchInk(palette, cell)) >= 4.5, palette.id);
                    }
    for (const ThemeId theme : kScreens)
        for (const OpKind kind : kKinds)
            for (int microbatch = 0; microbatch < 2 * kMicrobatchHues; ++microbatch) {
                const QColor cell = microbatchColor(theme, kind, microbatch);
                QVERIFY(contrast(textOn(cell), cell) >= 4.5);
            }
}

void TestOpPalette::differencesAreCiede2000() {
    // Of the test data of Sharma, Wu, Dalal 2005: pairs 1, 7, 17 and 25.
    const auto compare = [](double got, double expected) { return std::abs(got - expected) < 5e-5; };
    QVERIFY(compare(ciede2000({50, 2.6772, -79.7751}, {50, 0, -82.7485}), 2.0425));
    QVERIFY(compare(ciede2000({50, 0, 0}, {50, -1, 2}), 2.3669));
    QVERIFY(compare(ciede2000({50, 2.5, 0}, {73, 25, -18}), 27.1492));
    QVERIFY(compare(ciede2000({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}), 1.2644));
}

/// Seen with any sight, and in grey: by colour, or by a hatch that is seen.
void TestOpPalette::kindsDiffer() {
    constexpr double kApart = 12, kLinesApart = 6;
    for (const OpPalette& palette : opPalettes())
        for (const ThemeId theme : kScreens) {
            const auto color = [&](OpKind kind) { return kindColor(palette, theme, kind, 0, 1); };
            // Of whichever chunks they are.
            for (const Sight& sight : kSights)
                for (const int chunks : {2, 3, 4, 8})
                    for (int chunk = 0; chunk < chunks * chunks; ++chunk) {
                        const QColor a = kindColor(palette, theme, OpKind::Forward, chunk % chunks, chunks);
                        const QColor b = kindColor(palette, theme, OpKind::Backward, chunk / chunks, chunks);
                        const double apart = seenDifference(sight, a, b);
                        QVERIFY2(apart >= kApart || kindHatch(palette, OpKind::Backward) != HatchLines::None,
                                 qPrintable(QStringLiteral("%1, %2: chunks are %3 apart")
                                                .arg(QLatin1String(palette.id), QLatin1String(sight.name))
                                                .arg(apart)));
                    }
            for (const Sight& sight : kSights)
                for (const OpKind a : kOneOfEach) {
                    const QString name = QStringLiteral("%1, %2, %3: %4")
                                             .arg(QLatin1String(palette.id))
                                             .arg(int(theme))
                                             .arg(QLatin1String(sight.name), toQString(infoOf(a).id));
                    if (kindHatch(palette, a) != HatchLines::None) {
                        const double lines = seenDifference(sight, color(a), hatchInk(palette, color(a)));
                        QVERIFY2(lines >= kLinesApart,
                                 qPrintable(QStringLiteral("%1 has lines %2").arg(name).arg(lines)));
                    }
                    for (const OpKind b : kOneOfEach) {
                        if (a == b || kindHatch(palette, a) != kindHatch(palette, b)) continue;
                        if (classOf(a) == OpClass::Host && classOf(b) == OpClass::Host)
                            continue;  // never in one picture
                        const double apart = seenDifference(sight, color(a), color(b));
                        QVERIFY2(apart >= kApart, qPrintable(QStringLiteral("%1 and %2 are %3 apart")
                                                                 .arg(name, toQString(infoOf(b).id))
                                                                 .arg(apart)));
                    }
                }
        }
}

/// The default palette needs no hatch for the colour-blind, and in grey its kinds have lightnesses of their own.
void TestOpPalette::defaultKindsDifferByColour() {
    constexpr std::array kOfPipelines{OpKind::Forward, OpKind::Backward, OpKind::BackwardInput, OpKind::BackwardWeight,
                                      OpKind::FetchForward};
    const OpPalette& palette = opPalettes().front();
    for (const ThemeId theme : kScreens)
        for (const Sight& sight : kSights) {
            if (sight.seen[0] == kGrey) {
                for (const OpKind a : kKinds)
                    for (const OpKind b : kKinds) {
                        const auto lightness = [&](OpKind kind) {
                            return labOf(lightOf(kindColor(palette, theme, kind, 0, 1)))[0];
                        };
                        const double apart = std::abs(lightness(a) - lightness(b));
                        QVERIFY2(a == b || apart >= 12, qPrintable(QStringLiteral("L* is %1 apart").arg(apart)));
                    }
                continue;
            }
            for (const OpKind a : kOfPipelines)
                for (const OpKind b : kOfPipelines) {
                    const double apart =
                        seenDifference(sight, kindColor(palette, theme, a, 0, 1), kindColor(palette, theme, b, 0, 1));
                    QVERIFY2(a == b || apart >= 19,
                             qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(sight.name)).arg(apart)));
                }
        }
}

/// As printers and copiers have them: by lightness, or by lines that are as clear.
void TestOpPalette::papersTellKindsApartInGrey() {
    constexpr double kApart = 10, kLinesApart = 16;  // of L*
    for (const OpPalette& palette : opPalettes())
        for (const ThemeId theme : kScreens) {
            const auto lightness = [](const QColor& color) { return labOf(lightOf(color))[0]; };
            const auto color = [&](OpKind kind) { return kindColor(palette, theme, kind, 0, 1); };
            const auto lines = [&](OpKind kind) {
                if (kindHatch(palette, kind) == HatchLines::None) return 0.0;
                return std::abs(lightness(color(kind)) - lightness(hatchInk(palette, color(kind))));
            };
            for (const OpKind a : kKinds)
                for (const OpKind b : kKinds) {
                    if (a == b) continue;
                    const double apart = std::abs(lightness(color(a)) - lightness(color(b)));
                    const double ofLines =
                        kindHatch(palette, a) == kindHatch(palette, b) ? 0 : std::max(lines(a), lines(b));
                    QVERIFY2(apart >= kApart || ofLines >= kLinesApart,
                             qPrintable(QStringLiteral("%1, %2: %3 and %4 are %5 apart, lines %6")
                                            .arg(QLatin1String(palette.id))
                                            .arg(int(theme))
                                            .arg(toQString(letter(a)), toQString(letter(b)))
                                            .arg(apart)
                                            .arg(ofLines)));
                }
        }
}

void TestOpPalette::greyTellsSolidKindsApart_data() {
    QTest::addColumn<QByteArray>("palette");
    QTest::addColumn<int>("theme");
    for (const OpPalette& palette : opPalettes())
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark, ThemeId::Print})
            QTest::addRow("%s, theme %d", palette.id, int(theme)) << QByteArray(palette.id) << int(theme);
}

/// Without hatches: what computes, and idle time, by lightness, and by colour for every sight; everything else by a
/// letter in its cells.
void TestOpPalette::greyTellsSolidKindsApart() {
    QFETCH(const QByteArray, palette);
    QFETCH(const int, theme);
    GanttStyle style{.theme = static_cast<ThemeId>(theme), .palette = &opPalette(QLatin1String(palette))};
    style.pattern = Pattern::Off;
    style.palette = &solidPalette(*style.palette);
    QCOMPARE(QByteArray(style.palette->id), palette);
    std::vector<std::pair<QString, QColor>> seen{{"idle", idleLook(style).fill}};
    QVERIFY(!idleLook(style).hatch);
    for (const OpKind kind : kOneOfEach) {
        const QColor color = kindColor(*style.palette, style.theme, kind, 0, 1);
        QVERIFY(contrast(textOn(color), color) >= 4.5);
        QVERIFY(!cellLook(style, "cell", kind, color).hatch);
        if (isOfSteps(kind) && isLettered(style, kind)) continue;
        if (isTransfer(classOf(kind)) || classOf(kind) == OpClass::Host) continue;  // of schemes: in rows with a name
        seen.emplace_back(toQString(infoOf(kind).id), color);
    }
    QCOMPARE(seen.size(), std::size_t(6));
    for (std::size_t a = 0; a < seen.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const double apart = std::abs(labOf(lightOf(seen[a].second))[0] - labOf(lightOf(seen[b].second))[0]);
            QVERIFY2(
                apart >= 9.5,
                qPrintable(QStringLiteral("%1 and %2: L* is %3 apart").arg(seen[a].first, seen[b].first).arg(apart)));
            for (const Sight& sight : kSights) {
                if (sight.seen[0] == kGrey) continue;
                const double colors = seenDifference(sight, seen[a].second, seen[b].second);
                QVERIFY2(colors >= 6, qPrintable(QStringLiteral("%1 and %2, %3: %4 apart")
                                                     .arg(seen[a].first, seen[b].first, QLatin1String(sight.name))
                                                     .arg(colors)));
            }
        }
    for (std::size_t kind = 0; kind < kOpKinds; ++kind) {
        const OpClass of = classOf(static_cast<OpKind>(kind));
        const bool computes =
            of == OpClass::Forward || of == OpClass::Backward || of == OpClass::Weight || of == OpClass::Optimizer;
        QCOMPARE(isLettered(style, static_cast<OpKind>(kind)), isOfSteps(static_cast<OpKind>(kind)) && !computes);
    }
    style.pattern = Pattern::Idle;
    QVERIFY(idleLook(style).hatch);
    QVERIFY(!cellLook(style, "cell", OpKind::BackwardWeight, Qt::red).hatch);
    style.pattern = Pattern::On;
    QVERIFY(cellLook(style, "cell", OpKind::BackwardWeight, Qt::red).hatch);
    QVERIFY(!isLettered(style, OpKind::AllGather));
}

void TestOpPalette::communicationIsNoKind() {
    for (const OpPalette& palette : opPalettes())
        for (const ThemeId theme : kScreens) {
            const QColor color = classColor(palette, theme, OpClass::Communication);
            QVERIFY2(contrast(textOn(color), color) >= 4.5, palette.id);
            for (const OpKind kind : kKinds) {
                QVERIFY(kindHatch(palette, kind) != kExposedHatch);
                if (palette.isPrint) continue;
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
                if (palette.isPrint) continue;
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
        if (palette.isPrint) continue;
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

/// On paper each has lines of its own, and idle time others.
void TestOpPalette::printKindsDifferByHatch() {
    const OpPalette& print = opPalette(QStringLiteral("print"));
    QVERIFY(print.isPrint);
    std::set<HatchLines> hatches{kIdleHatch};
    for (const OpKind kind : kOneOfEach) hatches.insert(kindHatch(print, kind));
    QCOMPARE(hatches.size(), kOneOfEach.size());  // offload is the host's
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

QTEST_GUILESS_MAIN(TestOpPalette)

}  // namespace tst_op_palette
#include "tst_op_palette.moc"
