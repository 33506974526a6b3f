#pragma once

#include "app/arguments.h"
#include "widgets/picture/gantt_picture.h"

#include <optional>

namespace bubblescope {

/// What `-o OUT --width W --height H --theme NAME` ask of a picture, the same for every verb that draws.
struct PictureArguments {
    QString output;
    const PictureFormat* format = &kPng;
    std::optional<int> width, height;
    ThemeId theme = ThemeId::Light;
};

/// The options that parseArguments() is to know for it; `output` says whether there must be one, `formats` what it may
/// be.
std::vector<Option> pictureOptions(PictureFormats formats, Option::Use output = Option::Use::Maybe);

/// Whether any of them is given.
bool wantsPicture(const Arguments& arguments);

/// Errors  no output, a suffix that is no format, a size that is no number, an unknown theme; the field is the option
Result<PictureArguments> readPictureArguments(const Arguments& arguments, PictureFormats formats);

/// What `--color-by NAME --labels NAME --marks NAME,NAME` ask of stacked Gantts.
struct GanttArguments {
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    SchemeMarks marks;
};

/// The options that parseArguments() is to know for it.
std::vector<Option> ganttOptions();

/// Errors  a name that is none; the field is the option
Result<GanttArguments> readGanttArguments(const Arguments& arguments);

/// An error about a picture's size or steps with the option's name.
Error asOption(Error error);

}  // namespace bubblescope
