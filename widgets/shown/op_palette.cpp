#include "widgets/shown/op_palette.h"

#include "engine/schedules/schedule.h"
#include "engine/schemes/scheme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

namespace bubblescope {

std::span<const OpPalette> opPalettes() {
    // In the order of OpKind: forward, backward, grad input, grad weight.
    static constexpr QRgb kLight = 0xffe6e6e6, kPale = 0xffd2d2d2, kDim = 0xffb0b0b0, kDeep = 0xff6a6a6a;
    static constexpr OpPalette kOwn{"default",
                                    "Bubblescope",
                                    {0xff265ad2, 0xffebb041, 0xff7a2b10, 0xff27a689},
                                    {0xff3662d7, 0xfff8c954, 0xff86300f, 0xff2bb694}};
    static constexpr OpPalette kPalettes[] = {
        kOwn,
        {kSafePalette, "Colour-blind safe", kOwn.light, kOwn.dark},  // kinds of ops are safe already, schedules are not
        {"megatron",
         "Megatron",
         {0xff3c6fb5, 0xff79bd86, 0xff4f9e6c, 0xffcfdf86},
         {0xff4a7cc4, 0xff82c68e, 0xff4f9e6c, 0xffd6e592},
         true},
        {"zero-bubble",
         "Zero Bubble",
         {0xff4a6fd4, 0xff45a9b8, 0xff45c4d4, 0xff3e9b4f},
         {0xff5578dc, 0xff45a9b8, 0xff4cccdc, 0xff46a958},
         true},
        {"pytorch",
         "PyTorch",
         {0xff649bdd, 0xffee9378, 0xfff0b868, 0xffa3d180},
         {0xff6a9fdd, 0xffe8987f, 0xffe8b97f, 0xffa9d38a},
         true},
        {"deepseek",
         "DeepSeek",
         {0xfff29a4b, 0xff58a55c, 0xff6fb6d9, 0xff3f6fb0},
         {0xfff5a65f, 0xff5fb164, 0xff79c0e2, 0xff4a7bbd},
         true},
        {"print",
         "Print",
         {0xffffffff, 0xff969696, 0xff565656, 0xffc4c4c4},
         {0xffffffff, 0xff969696, 0xff565656, 0xffc4c4c4},
         true,
         true,
         kPale,
         kPale,
         kDim,
         kDim,
         kDeep,
         kDeep,
         kLight,
         kLight,
         kDim,
         kDim},
    };
    return kPalettes;
}

const OpPalette& opPalette(const QString& id) {
    for (const OpPalette& palette : opPalettes())
        if (id == QLatin1String(palette.id)) return palette;
    return opPalettes().front();
}

const OpPalette& solidPalette(const OpPalette& palette) {
    // The same hues in other lightnesses.
    static constexpr OpPalette kOwn{.id = "default",
                                    .title = "Bubblescope",
                                    .light = {0xff265ad2, 0xffebb041, 0xff7a2b10, 0xff27a689},
                                    .dark = {0xff3662d7, 0xfff8c954, 0xff86300f, 0xff2bb694},
                                    .lightOptimizer = 0xff272a30,
                                    .darkOptimizer = 0xff78889b};
    static constexpr OpPalette kSolid[] = {
        kOwn,
        {.id = kSafePalette,
         .title = "Colour-blind safe",
         .light = kOwn.light,
         .dark = kOwn.dark,
         .lightOptimizer = kOwn.lightOptimizer,
         .darkOptimizer = kOwn.darkOptimizer},
        {.id = "megatron",
         .title = "Megatron",
         .light = {0xff3c6fb5, 0xff79bd86, 0xff4f9d6c, 0xffc7d781},
         .dark = {0xff4778bd, 0xff82c58e, 0xff5ba576, 0xffd3e290},
         .lightOptimizer = 0xff4c535d,
         .darkOptimizer = 0xff4e5b6a},
        {.id = "zero-bubble",
         .title = "Zero Bubble",
         .light = {0xff4061b9, 0xff54b0be, 0xff79d4e0, 0xff3b954c},
         .dark = {0xff4e6dc9, 0xff6fbcc8, 0xff8ddfe9, 0xff44a355},
         .lightOptimizer = 0xff444952,
         .darkOptimizer = 0xff4a5664},
        {.id = "pytorch",
         .title = "PyTorch",
         .light = {0xff5481b9, 0xffd6846c, 0xffe0ac61, 0xffb8dc9d},
         .dark = {0xff5884b7, 0xffd58c75, 0xffe1b47b, 0xffc7e2b3},
         .lightOptimizer = 0xff5c6470,
         .darkOptimizer = 0xff576476},
        {.id = "deepseek",
         .title = "DeepSeek",
         .light = {0xfff29a4b, 0xff539c57, 0xffabd5e9, 0xff3e6eaf},
         .dark = {0xfff3a55e, 0xff59a55d, 0xffb7ddef, 0xff4776b5},
         .lightOptimizer = 0xff4a515a,
         .darkOptimizer = 0xff4c5868},
        {.id = "print",
         .title = "Print",
         .light = {0xffffffff, 0xff969696, 0xff565656, 0xffc4c4c4},
         .dark = {0xffffffff, 0xff969696, 0xff565656, 0xffc4c4c4},
         .isPrint = true,
         .lightCommunication = 0xffd2d2d2,
         .darkCommunication = 0xffd2d2d2,
         .lightHost = 0xffb0b0b0,
         .darkHost = 0xffb0b0b0,
         .lightOptimizer = 0xff777777,
         .darkOptimizer = 0xff777777,
         .lightGather = 0xffe6e6e6,
         .darkGather = 0xffe6e6e6,
         .lightOffload = 0xffb0b0b0,
         .darkOffload = 0xffb0b0b0},
    };
    for (const OpPalette& solid : kSolid)
        if (QLatin1String(solid.id) == QLatin1String(palette.id)) return solid;
    return palette;
}

QColor mixed(const QColor& a, const QColor& b, double shareOfB) {
    const auto mix = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * shareOfB)); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

namespace {

double luminance(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

}  // namespace

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor textOn(const QColor& ground) {
    return contrast(ground, Qt::white) >= contrast(ground, Qt::black) ? QColor(Qt::white) : QColor(Qt::black);
}

namespace {

/// The colour that others are mixed with to dim them.
QColor backOf(const OpPalette& palette, ThemeId theme) {
    return theme == ThemeId::Dark && !palette.isPrint ? QColor(0x1c, 0x1f, 0x24) : QColor(Qt::white);
}

}  // namespace

QColor classColor(const OpPalette& palette, ThemeId theme, OpClass opClass) {
    const bool isDark = theme == ThemeId::Dark;
    const auto own = [&](OpKind kind) {
        return (isDark ? palette.dark : palette.light)[static_cast<std::size_t>(kind)];
    };
    switch (opClass) {
        case OpClass::Forward: return own(OpKind::Forward);
        case OpClass::Backward: return own(OpKind::Backward);
        case OpClass::Weight: return own(OpKind::BackwardWeight);
        case OpClass::Communication: return isDark ? palette.darkCommunication : palette.lightCommunication;
        case OpClass::Gather: return isDark ? palette.darkGather : palette.lightGather;
        case OpClass::Nearby:
            return mixed(classColor(palette, theme, OpClass::Communication), backOf(palette, theme), 0.6);
        case OpClass::Host: return isDark ? palette.darkHost : palette.lightHost;
        case OpClass::Optimizer: break;
    }
    return isDark ? palette.darkOptimizer : palette.lightOptimizer;
}

QColor offloadColor(const OpPalette& palette, ThemeId theme) {
    return theme == ThemeId::Dark ? palette.darkOffload : palette.lightOffload;
}

QColor memoryColor(const OpPalette& palette, ThemeId themeId, MemoryPart part, const QColor& ground) {
    const Theme& theme = themeOf(themeId);
    const auto of = [&](OpClass opClass, double away) {
        return mixed(classColor(palette, themeId, opClass), ground, away);
    };
    switch (part) {
        case MemoryPart::Parameters: return mixed(theme.text, theme.mutedText, 0.6);
        case MemoryPart::Gradients: return of(OpClass::Backward, 0.35);
        case MemoryPart::Optimizer: return mixed(theme.mutedText, ground, 0.55);
        case MemoryPart::Activations: return of(OpClass::Forward, 0.55);
        case MemoryPart::Gathered: break;
    }
    return of(OpClass::Communication, 0.2);
}

QColor kindColor(const OpPalette& palette, ThemeId theme, OpKind kind, int chunk, int chunks) {
    const bool isDark = theme == ThemeId::Dark;
    const auto place = static_cast<std::size_t>(kind);
    // In a step, ops of the host's class are offload; only collectives have late ranks.
    if (classOf(kind) == OpClass::Host && isOfSteps(kind)) return offloadColor(palette, theme);
    const QColor base = place < kPipelineKinds ? QColor::fromRgb((isDark ? palette.dark : palette.light)[place])
                                               : classColor(palette, theme, classOf(kind));
    if (isTransfer(classOf(kind)) || chunk <= 0 || chunks <= 1) return base;
    // In equal steps; the last shade of a kind is still distinct from the first of another, in grey too.
    constexpr double kLightestShare = 0.32;
    const double share = kLightestShare * chunk / (chunks - 1);
    const QColor back = backOf(palette, theme);
    return mixed(base, base == back ? QColor(0x70, 0x70, 0x70) : back, share);
}

namespace {

/// The hue of a microbatch, with a share of the background mixed in.
QColor microbatchHue(ThemeId theme, int microbatch, double tint) {
    // Steps of 13 in 21, near the golden angle, keep neighbours and their neighbours apart.
    const double hue = std::fmod(0.61 + microbatch % kMicrobatchHues * (13.0 / kMicrobatchHues), 1.0);
    const bool isDark = theme == ThemeId::Dark;
    const QColor solid = QColor::fromHslF(static_cast<float>(hue), 0.62f, isDark ? 0.56f : 0.52f);
    return mixed(solid, isDark ? QColor(0x1c, 0x1f, 0x24) : QColor(Qt::white), tint);
}

}  // namespace

QColor microbatchColor(ThemeId theme, OpKind kind, int microbatch) {
    switch (classOf(kind)) {
        case OpClass::Forward: return microbatchHue(theme, microbatch, 0);
        case OpClass::Communication:
        case OpClass::Nearby:
        case OpClass::Gather: return microbatchHue(theme, microbatch, theme == ThemeId::Dark ? 0.6 : 0.72);
        case OpClass::Weight: return microbatchHue(theme, microbatch, 0.62);
        default: return microbatchHue(theme, microbatch, 0.38);
    }
}

QColor mutedColor(const QColor& color, ThemeId theme) {
    constexpr double kShareOfIdle = 0.5;
    return mixed(color, themeOf(theme).idle, kShareOfIdle);
}

HatchLines kindHatch(const OpPalette& palette, OpKind kind) {
    if (kind == OpKind::BackwardInput) return HatchLines::Upright;
    switch (classOf(kind)) {
        case OpClass::Forward: return HatchLines::None;
        case OpClass::Backward: return palette.hatchesBackward ? HatchLines::Falling : HatchLines::None;
        case OpClass::Weight: return HatchLines::Dots;
        case OpClass::Communication: return HatchLines::Level;
        case OpClass::Gather: return HatchLines::Grid;
        case OpClass::Nearby: return HatchLines::Dashes;
        case OpClass::Host: return HatchLines::Diamonds;
        case OpClass::Optimizer: break;
    }
    return HatchLines::Checks;
}

QColor hatchInk(const OpPalette& palette, const QColor& ground) {
    constexpr double kPale = 0.45;  // from this luminance on, black text is readable on dark lines
    const bool isTextWhite = textOn(ground) == QColor(Qt::white);
    if (!palette.hatchesBackward) {
        if (!isTextWhite && luminance(ground) <= kPale) return mixed(ground, Qt::white, 0.4);
        return mixed(ground, Qt::black, isTextWhite ? 0.3 : 0.17);
    }
    // White lines would look like the gaps between ops: use lines as dark as readable black text allows.
    if (isTextWhite) return mixed(ground, Qt::black, 0.5);
    for (double share = palette.isPrint ? 0.3 : 0.45; share > 0.29; share -= 0.05)
        if (const QColor ink = mixed(ground, Qt::black, share); contrast(ink, Qt::black) >= 4.5) return ink;
    return mixed(ground, Qt::white, 0.8);
}

namespace {

struct Ink {
    QRgb light, dark;
};
constexpr Ink kInks[] = {
    {0xff7a828e, 0xff7f8792}, {0xff265ad2, 0xff6d93ff}, {0xff27a689, 0xff2bb694}, {0xffb0881c, 0xfff8c954},
    {0xffc05330, 0xffe8764c}, {0xff8a4fc4, 0xffb98cf0}, {0xffc2417f, 0xfff07fb4}, {0xff3b8fb0, 0xff63c1e2},
    {0xff6b8e23, 0xffa9cc5c}, {0xff7a5230, 0xffc79a6f}, {0xff0a5a28, 0xff008200}, {0xffa00032, 0xffc83250},
    {0xff5a4678, 0xff7850d2}, {0xffbe78be, 0xffb43caa}, {0xfffa5a78, 0xfffaaaa0}, {0xff960a82, 0xff8c5a82},
    {0xff788cf0, 0xff286eaa}, {0xff146e6e, 0xff3c7864}, {0xff007800, 0xff5abe32}, {0xffbe8278, 0xff966400},
    {0xfff06400, 0xff969600}, {0xff8c506e, 0xffe6c8f0}, {0xff005096, 0xffaadcc8}, {0xff00aa32, 0xff00f0a0},
};

}  // namespace

std::vector<int> seriesInks(const std::vector<ScheduleEntry>& schedules) {
    constexpr std::size_t kCount = std::size(kInks);
    constexpr std::size_t kFirst = 10;
    // Further entries use the first ten from the end, which kinds use last, then the others.
    const auto spare = [](std::size_t turn) { return turn < kFirst ? kFirst - 1 - turn : turn; };
    std::vector<std::size_t> inks(schedules.size(), kCount), turns;
    std::set<std::size_t> taken;
    for (std::size_t i = 0; i < schedules.size(); ++i) {
        if (schedules[i].color == kNoColor)
            turns.push_back(i);
        else
            taken.insert(inks[i] = static_cast<std::size_t>(schedules[i].color) % kCount);
    }
    // Entries of one kind are ordered by content, not by position, so that moving one changes no colours.
    std::stable_sort(turns.begin(), turns.end(), [&](std::size_t a, std::size_t b) {
        const auto key = [&](std::size_t i) {
            const ScheduleEntry& entry = schedules[i];
            return std::tuple(entry.kind, entry.own.chunks.value_or(0), entry.label.value_or(std::string()));
        };
        return key(a) < key(b);
    });
    std::set<const ScheduleKind*> seen;
    for (const FamilyInfo& family : families()) {  // a kind whose colour is taken uses a free one later
        for (std::size_t i : turns) {
            const ScheduleKind* kind = kindOf(schedules[i]);
            if (!kind || kind->family != family.family || !seen.insert(kind).second) continue;
            const std::size_t ink = static_cast<std::size_t>(kind->color) % kCount;
            if (taken.insert(ink).second) inks[i] = ink;
        }
    }
    std::size_t turn = 0;
    for (std::size_t i : turns) {
        std::size_t& ink = inks[i];
        if (ink != kCount) continue;
        for (std::size_t tried = 0; tried + 1 < kCount && taken.count(spare(turn % kCount)); ++tried) ++turn;
        ink = spare(turn++ % kCount);
        taken.insert(ink);
    }
    return {inks.begin(), inks.end()};
}

std::vector<QColor> seriesColors(const std::vector<ScheduleEntry>& schedules, ThemeId theme, const QString& palette) {
    std::vector<QColor> colors;
    if (palette == QLatin1String(kSafePalette)) {
        for (std::size_t i = 0; i < schedules.size(); ++i) colors.push_back(safeColor(i, theme));
        return colors;
    }
    for (const int ink : seriesInks(schedules)) {
        const Ink& of = kInks[static_cast<std::size_t>(ink)];
        colors.push_back(QColor::fromRgb(theme == ThemeId::Dark ? of.dark : of.light));
    }
    return colors;
}

QColor safeColor(std::size_t series, ThemeId theme) {
    // Okabe and Ito 2008; black is white on dark grounds.
    static constexpr QRgb kColors[kSafeColors] = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xff56b4e9,
                                                  0xffcc79a7, 0xffe69f00, 0xff000000};
    const QRgb color = kColors[series % kSafeColors];
    return QColor::fromRgb(color == 0xff000000 && theme == ThemeId::Dark ? 0xfff2f2f2 : color);
}

namespace {

using Lab = std::array<double, 3>;

/// CIELAB, D65, of light that passed a matrix of what is seen of red, green and blue.
Lab labSeen(const QColor& color, const std::array<std::array<double, 3>, 3>& seen) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const std::array<double, 3> light{linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
    std::array<double, 3> out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = std::clamp(std::inner_product(light.begin(), light.end(), seen[i].begin(), 0.0), 0.0, 1.0);
    const auto [r, g, b] = out;
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

}  // namespace

bool lookAlike(const QColor& a, const QColor& b) {
    // Protanopia and deuteranopia after Machado, Oliveira and Fernandes 2009.
    static constexpr std::array<std::array<double, 3>, 3> kSights[] = {
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}};
    constexpr double kApart = 15;  // CIE 1976
    return std::ranges::any_of(kSights, [&](const auto& sight) {
        const Lab p = labSeen(a, sight), q = labSeen(b, sight);
        return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) < kApart;
    });
}

std::vector<QColor> orderedColors(std::size_t count, ThemeId theme) {
    // Viridis in equal steps, without the part that is too similar to the theme's background.
    static constexpr QRgb kStops[] = {0xff440154, 0xff482878, 0xff3e4989, 0xff31688e, 0xff26828e,
                                      0xff1f9e89, 0xff35b779, 0xff6ece58, 0xffb5de2b, 0xfffde725};
    constexpr double kSteps = std::size(kStops) - 1;
    const bool isDark = theme == ThemeId::Dark;
    const double from = isDark ? 0.33 : 0, to = isDark ? 1 : 0.75;
    std::vector<QColor> colors;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = count == 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(count - 1);
        const double at = (from + (to - from) * share) * kSteps;
        const auto stop = static_cast<std::size_t>(std::min(std::floor(at), kSteps - 1));
        colors.push_back(mixed(kStops[stop], kStops[stop + 1], at - static_cast<double>(stop)));
    }
    return colors;
}

}  // namespace bubblescope
