#pragma once

#include "widgets/picture/picture_format.h"
#include "widgets/picture/picture_options.h"

#include <span>

namespace bubblescope {

/// What pictures can be of, as far as options depend on it: curves of experiments, and live ones with a present value.
using PictureOf = unsigned;
inline constexpr PictureOf kOfGantts = 1, kOfStudies = 2, kOfLive = 4, kOfPoints = 8, kOfBars = 16, kOfMemory = 32,
                           kOfOthers = 64;
inline constexpr PictureOf kOfCurves = kOfStudies | kOfLive, kOfLines = kOfCurves | kOfMemory;
inline constexpr PictureOf kOfAxes = kOfLines | kOfPoints, kOfCharts = kOfAxes | kOfBars;
inline constexpr PictureOf kOfAll = kOfGantts | kOfCharts | kOfOthers;

/// The properties of a picture that decide which options have an effect.
struct Drawn {
    PictureOf what = kOfGantts;  // one of them
    bool hasSchemes = false;
    bool areSteps = false;   // every track is a training step
    bool hasChunks = false;  // more than one per device
    OpKindSet kinds = {};    // the kinds of op that occur
    const PictureFormat* format = nullptr;
};

/// The sections of the export dialog, in their order.
enum class PictureSection { File, Size, Look, Axes, Around, Content, Entries };

/// A picture option: a key of styles, an option of the command line and a field of the export dialog. To add one, add a
/// part to kStyleParameter, with its words, and a line to picture_options.def.
///
/// Shapes      `get` returns what `set` accepts: a checked value of the parameter
/// Invariants  `get` is called only for options that are set
struct PictureOption {
    std::string_view key = {};     // a part of kStyleParameter
    const char* option = nullptr;  // "--color-by"
    const char* value = nullptr;   // the value as shown in the help; null: its choices, or on|off
    const char* usage = nullptr;   // what the help says, if that is not the meaning of the key
    PictureSection section = PictureSection::Around;
    PictureOf of = kOfGantts;  // what it is for
    bool isContent = false;    // decides what is shown and how large; another style does not change it
    /// Why the option has no effect for what is drawn, as a sentence; null if it has one.
    const char* (*idle)(const PictureOptions& options, const Drawn& drawn) =
        [](const PictureOptions&, const Drawn&) -> const char* { return nullptr; };
    bool isOfStills = false;  // has no effect on a web page, which fills its window and zooms
    /// Whether the option has a value to get: a picture may have no height, type size, start or end.
    bool (*isSet)(const PictureOptions& options) = nullptr;
    ParameterValue (*get)(const PictureOptions& options) = nullptr;
    void (*set)(PictureOptions& options, const ParameterValue& value) = nullptr;

    const Parameter& parameter() const;
    bool isOf(PictureOf what) const { return (of & what) != 0; }
    /// As `idle`, for any option of a format.
    const char* whyIdle(const PictureOptions& options, const Drawn& drawn) const;
};

/// All options, in the order in which they are offered. For `schedules`, `set` accepts positions such as "#2", because
/// only a scenario knows its schedules.
std::span<const PictureOption> pictureOptions();
const PictureOption* findPictureOption(std::string_view key);

/// A text as an option value, and back.
ParameterValue textValue(const QString& text);
QString toText(const ParameterValue& value);

}  // namespace bubblescope
