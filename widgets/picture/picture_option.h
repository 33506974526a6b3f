#pragma once

#include "widgets/picture/picture_format.h"
#include "widgets/picture/picture_options.h"

#include <span>

namespace bubblescope {

/// What of a picture its options mean something for.
struct Drawn {
    bool areGantts = true;
    bool hasSchemes = false;
    bool areSteps = false;   // all of them
    bool hasChunks = false;  // several on a device
    OpKindSet kinds = {};    // of ops
    const PictureFormat* format = nullptr;
};

/// An option of pictures: a key of styles, an option of the command line and a field of the dialog, all at once. To add
/// one, add a part to kStyleParameter, a member to PictureOptions, a line to pictureOptions() and a field to the
/// dialog's panel.
///
/// Shapes  `get` gives what `set` takes: a value as the parameter has it, checked
struct PictureOption {
    std::string_view key;    // a part of kStyleParameter
    const char* option;      // "--color-by"
    const char* value;       // in words of the help; null: those of its choices, or on|off
    bool isOfAll = false;    // of experiments and collectives too, not of Gantts alone
    bool isContent = false;  // what is shown and how large, which another style leaves as it is
    ParameterValue (*get)(const PictureOptions& options);
    void (*set)(PictureOptions& options, const ParameterValue& value);
    /// Why it means nothing for what is drawn, a sentence; null: it does mean something.
    const char* (*idle)(const PictureOptions& options, const Drawn& drawn);

    const Parameter& parameter() const;
};

/// All of them, in the order in which they are offered. Which schedules are drawn is one that only a scenario can tell:
/// there `set` takes places, "#2".
std::span<const PictureOption> pictureOptions();
const PictureOption* findPictureOption(std::string_view key);

/// Whether an option has a value at all: pictures need not have a height, a size of type, a begin and an end.
bool isSet(const PictureOption& option, const PictureOptions& options);

/// A text as options have it.
ParameterValue textValue(const QString& text);

}  // namespace bubblescope
