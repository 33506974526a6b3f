#pragma once

#include "engine/core/time.h"
#include "engine/program/op_ref.h"
#include "engine/scenario/parameters.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace bubblescope {

/// A place in a Gantt chart that does not belong to an op.
///
/// Units  time: the scenario's; `device` counts from 0, `schedule` from 1; nothing: the first with such a device
struct DeviceTime {
    int device = 0;
    double time = 0;
    std::optional<int> schedule = {};
    friend bool operator==(const DeviceTime&, const DeviceTime&) = default;
};

/// What an annotation is attached to: ops by name, or a device and a time.
using NoteAnchor = std::variant<OpRef, DeviceTime>;

/// The place of an annotation's text: its middle, from what it is attached to, which is the top of an op, the middle of
/// a bracket, or the middle of an arrow.
///
/// Units  type sizes, to the right and down
struct TextPlace {
    double right = 0, down = 0;
    friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

/// The numbers that a figure gives to what files count from 0.
struct Numbering {
    int ops = 0;      // of the first stage and the first microbatch
    int devices = 0;  // of the first device
    friend bool operator==(const Numbering&, const Numbering&) = default;
};

/// An annotation of a picture: a bracket above the rows from the start of `from` to the end of `to`, an arrow from
/// `from` to `to`, or text with a line to `from`.
///
/// Invariants  a Note has no `to`, the others have one; only an arrow may have no text
struct PictureNote {
    enum class Kind { Bracket, Arrow, Note };  // as in style_keys::kNotes

    Kind kind = Kind::Note;
    NoteAnchor from, to;
    std::string text;
    std::optional<TextPlace> at = {};  // nothing: above the rows, where there is space

    friend bool operator==(const PictureNote&, const PictureNote&) = default;
};

inline constexpr std::size_t kLongestStyleText = 200, kLongestCaption = 1'000;  // bytes

/// Refuses a text that is too long for a picture: of an annotation, a title, a legend.
Result<void> checkStyleText(std::string_view text, std::string place, std::size_t most = kLongestStyleText);

/// Reads "2B7", "2@35.5" or "#2:2@35.5".
///
/// Errors  quotes the text and shows the expected form
Result<NoteAnchor> noteAnchorIn(std::string_view text, const Numbering& numbers = {});
/// noteAnchorIn() of the result returns the same place.
std::string textOf(const NoteAnchor& anchor, const Numbering& numbers = {});

/// Reads an annotation from one line: "bracket 0F0 0F7 warm-up", "arrow 0F3 1F3", "note 2@35.5 at:2,-1.5 idle here".
///
/// Errors  what is wrong, and the expected form
Result<PictureNote> noteIn(std::string_view line, const Numbering& numbers = {});
/// noteIn() of the result returns the same annotation.
std::string textOf(const PictureNote& note, const Numbering& numbers = {});

/// Converts an annotation from the form in files, and back.
///
/// Errors  at its key: ".from"
Result<PictureNote> noteOf(const ParameterValue::Object& values, const Numbering& numbers = {});
ParameterValue::Object valuesOf(const PictureNote& note);

}  // namespace bubblescope
