#pragma once

#include "widgets/drawing/hatch.h"
#include "widgets/kit/theme.h"

#include "engine/analysis/op_classes.h"
#include "engine/scenario/scenario.h"
#include "engine/steps/step_builder.h"

#include <QString>

#include <span>
#include <vector>

namespace bubblescope {

/// Colours of ops. Kinds that pipelines do not have use the colour of their class.
///
/// Invariants  text on every colour, and on the lines of a hatch over it, has a contrast of at least 4.5:1. Any two
///             kinds are at least 12 apart by CIEDE2000 for every kind of colour vision and in grey, or their hatches
///             differ
struct OpPalette {
    const char* id;  // never changes: files and settings use it
    const char* title;
    std::array<QRgb, kPipelineKinds> light;
    std::array<QRgb, kPipelineKinds> dark;
    bool hatchesBackward = false;  // its colours are too similar: backward has a hatch too, and all hatches are strong
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
/// The palette for cells without hatches. Forward, backward with its halves, and optimizer are at least 9.5 of L* apart
/// from each other and from idle time, so that print in grey tells them apart; other kinds are told by a letter.
const OpPalette& solidPalette(const OpPalette& palette);

/// The colour of transfers from and to the host, and of ops that run there.
QColor offloadColor(const OpPalette& palette, ThemeId theme);

/// The colour of a class of kinds.
QColor classColor(const OpPalette& palette, ThemeId theme, OpClass opClass);

/// The colour of an op by kind. Chunks have shades: chunk 0 the full colour, later ones towards the background, or away
/// from it if chunk 0 is white. Transfers have no shades.
QColor kindColor(const OpPalette& palette, ThemeId theme, OpKind kind, int chunk, int chunks);

/// The colour of an op by microbatch: one hue per microbatch, far from its neighbours'; forwards solid, backwards and
/// their halves tinted, transfers tinted more.
QColor microbatchColor(ThemeId theme, OpKind kind, int microbatch);

/// A dimmed colour, half way to that of idle time.
QColor mutedColor(const QColor& color, ThemeId theme);

/// The hatch that tells a kind from others without colour, in cells wide enough for it.
HatchLines kindHatch(const OpPalette& palette, OpKind kind);
/// The hatches of idle time, and of waiting for communication or offload, which are those of these transfers.
inline constexpr HatchLines kIdleHatch = HatchLines::Rising;
inline constexpr HatchLines kExposedHatch = HatchLines::Level, kExposedOffloadHatch = HatchLines::Diamonds;
/// The colour of hatch lines on a colour: visible, but distinct from text.
QColor hatchInk(const OpPalette& palette, const QColor& ground);

/// The colour of a part of memory on a ground.
QColor memoryColor(const OpPalette& palette, ThemeId theme, MemoryPart part, const QColor& ground);

/// Mixes a share of `b` into `a`.
QColor mixed(const QColor& a, const QColor& b, double shareOfB);

/// Black or white, whichever has more contrast with `ground`.
QColor textOn(const QColor& ground);

/// WCAG contrast ratio of two opaque colours, 1..21.
double contrast(const QColor& a, const QColor& b);

/// The colour of each schedule in lists, titles and charts. The first entry of a kind always has the kind's colour;
/// further entries of the kind have colours that no other kind of the list has. With the palette "safe", schedules
/// have safeColor() by their place.
///
/// Shapes  one per entry
std::vector<QColor> seriesColors(const std::vector<ScheduleEntry>& schedules, ThemeId theme,
                                 const QString& palette = {});

/// The same as numbers like ScheduleKind::color. Entries that have a colour keep it.
std::vector<int> seriesInks(const std::vector<ScheduleEntry>& schedules);

/// Colours for the series of a chart that differ for every kind of colour vision; after kSafeColors they begin again.
inline constexpr std::size_t kSafeColors = 7;
inline constexpr char kSafePalette[] = "safe";
QColor safeColor(std::size_t series, ThemeId theme);

/// Whether colour-blind people may take one of these colours for the other.
bool lookAlike(const QColor& a, const QColor& b);

/// Colours for `count` increasing values: lightness changes in one direction, so that the order shows for every kind of
/// colour vision.
std::vector<QColor> orderedColors(std::size_t count, ThemeId theme);

}  // namespace bubblescope
