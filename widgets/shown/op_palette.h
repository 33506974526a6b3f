#pragma once

#include "widgets/drawing/hatch.h"
#include "widgets/kit/theme.h"

#include "engine/analysis/op_classes.h"
#include "engine/scenario/scenario.h"

#include <QString>

#include <span>
#include <vector>

namespace bubblescope {

/// Colours for ops. Kinds that are none of those of pipelines have the colour of their class.
///
/// Invariants  text on every colour it returns, and on the lines of a hatch over it, has a contrast of at least 4.5:1.
///             Any two kinds are at least 12 apart by CIEDE2000 for every kind of sight and in grey, or their hatches
///             differ
struct OpPalette {
    const char* id;  // forever: files and settings name it
    const char* title;
    std::array<QRgb, kPipelineKinds> light;
    std::array<QRgb, kPipelineKinds> dark;
    bool hatchesBackward = false;  // colours are too near: backward has a hatch too, and all are strong
    bool isPrint = false;          // greys, and a border around each cell
    QRgb lightCommunication = 0xffba9ce8;
    QRgb darkCommunication = 0xffbd9df1;
    QRgb lightHost = 0xffa9a49c;
    QRgb darkHost = 0xff9a958d;
    QRgb lightOptimizer = 0xff6b7482;
    QRgb darkOptimizer = 0xff6a7b90;
    QRgb lightGather = 0xffe3a9cf;
    QRgb darkGather = 0xff96578f;
    QRgb lightOffload = 0xff5fb3c4;
    QRgb darkOffload = 0xff62b9ca;
};

/// All palettes; the first is the default.
std::span<const OpPalette> opPalettes();
/// The palette with this id, or the default.
const OpPalette& opPalette(const QString& id);

/// The colour of what moves from or to the host, or runs there.
QColor offloadColor(const OpPalette& palette, ThemeId theme);

/// The colour of a class of kinds.
QColor classColor(const OpPalette& palette, ThemeId theme, OpClass opClass);

/// The colour of an op by kind. Chunks are shades: chunk 0 full, later ones towards the background, or away from it
/// where chunk 0 is white; what is transferred has none.
QColor kindColor(const OpPalette& palette, ThemeId theme, OpKind kind, int chunk, int chunks);

/// The colour of an op by microbatch: one hue each, neighbours far apart, forward solid, backward and its halves
/// tinted, and what is transferred further than these.
QColor microbatchColor(ThemeId theme, OpKind kind, int microbatch);

/// The colour of what stands back behind others, half way to idle time.
QColor mutedColor(const QColor& color, ThemeId theme);

/// What tells kinds apart without colour, in cells wide enough for it.
HatchLines kindHatch(const OpPalette& palette, OpKind kind);
/// The lines of time in which nothing runs, and of that which is spent waiting for transfers: as these have them.
inline constexpr HatchLines kIdleHatch = HatchLines::Rising;
inline constexpr HatchLines kExposedHatch = HatchLines::Level, kExposedOffloadHatch = HatchLines::Diamonds;
/// The lines of a hatch on a colour: seen, and away from the text.
QColor hatchInk(const OpPalette& palette, const QColor& ground);

/// `a` with a share of `b` in it.
QColor mixed(const QColor& a, const QColor& b, double shareOfB);

/// Black or white, whichever reads better on `ground`.
QColor textOn(const QColor& ground);

/// WCAG contrast ratio of two opaque colours, 1..21.
double contrast(const QColor& a, const QColor& b);

/// The colour of each schedule in lists, titles and charts. A kind keeps its colour whatever else is
/// chosen; the same kind again takes one that no other kind of the list has.
///
/// Shapes  one per entry
std::vector<QColor> seriesColors(const std::vector<ScheduleEntry>& schedules, ThemeId theme);

/// Colours for one thing at `count` values that grow: each differs from the one before in lightness, the same way all
/// along, so that their order shows for every kind of sight.
std::vector<QColor> orderedColors(std::size_t count, ThemeId theme);

}  // namespace bubblescope
