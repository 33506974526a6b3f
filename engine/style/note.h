#pragma once

#include "engine/core/time.h"
#include "engine/program/op_ref.h"
#include "engine/scenario/parameters.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace bubblescope {

/// A place in a Gantt that is no op's.
///
/// Units  time: the scenario's; `device` counts from 0
struct DeviceTime {
    int device = 0;
    double time = 0;
    friend bool operator==(const DeviceTime&, const DeviceTime&) = default;
};

/// What a note of a figure holds on to: ops by their names, or a device and a time.
using NoteAnchor = std::variant<OpRef, DeviceTime>;

/// Something that is drawn over a figure: a bracket above the rows from where `from` starts to where `to` ends, an
/// arrow from `from` to `to`, or words with a line to `from`.
///
/// Invariants  a Note has no `to`, the others have one; only an arrow may say nothing
struct FigureNote {
    enum class Kind { Bracket, Arrow, Note };  // as style_keys::kNotes has them

    Kind kind = Kind::Note;
    NoteAnchor from, to;
    std::string text;

    friend bool operator==(const FigureNote&, const FigureNote&) = default;
};

inline constexpr std::size_t kLongestStyleText = 200, kLongestCaption = 1'000;  // bytes

/// Refuses a text that is too long for a figure: of a note, a title, a legend.
Result<void> checkStyleText(std::string_view text, std::string place, std::size_t most = kLongestStyleText);

/// "2B7", or "2@35.5".
///
/// Errors  what else it says, and what one looks like
Result<NoteAnchor> noteAnchorIn(std::string_view text);

/// A note on one line: "bracket 0F0 0F7 warm-up", "arrow 0F3 1F3", "note 2@35.5 idle here".
///
/// Errors  what is wrong with it, and what one looks like
Result<FigureNote> noteIn(std::string_view line);
/// Reading it gives the same.
std::string textOf(const FigureNote& note);

/// A note as files hold it, and back.
///
/// Errors  placed at its key: ".from"
Result<FigureNote> noteOf(const ParameterValue::Object& values);
ParameterValue::Object valuesOf(const FigureNote& note);

}  // namespace bubblescope
