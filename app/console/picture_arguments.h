#pragma once

#include "app/console/arguments.h"
#include "widgets/picture/picture_option.h"

#include <optional>

namespace bubblescope {

/// What `-o OUT` and the options of pictures ask for; the same for every verb that draws.
///
/// Shapes  style: what the options say, by their keys, checked
struct PictureArguments {
    QString output;
    const PictureFormat* format = &kPng;
    ParameterValue::Object style;
};

/// The options of what pictures can be of, for parseArguments(); `output` says whether -o is needed, `formats` what it
/// accepts.
std::vector<Option> pictureOptions(PictureFormats formats, PictureOf of, Option::Use output = Option::Use::Maybe);

/// Whether any of them is given.
bool wantsPicture(const Arguments& arguments);

/// Errors  no output, an unknown suffix, an invalid value; the field is the option
Result<PictureArguments> readPictureArguments(const Arguments& arguments, PictureFormats formats);

/// The style that --style names, by name or as a file. From the scenario's own style it keeps what is content rather
/// than look.
///
/// Errors  an unknown style, and whatever is wrong with the file; the field is --style, or the file's
Result<ParameterValue::Object> namedStyle(const Arguments& arguments, const ParameterValue::Object& ofFile);

/// A style with the given options put over it.
///
/// Errors  an empty list where the style has none to remove; the field is the option
Result<ParameterValue::Object> givenOver(ParameterValue::Object style, const PictureArguments& given);

/// Refuses a given option that does not apply to what is drawn.
///
/// Errors  one sentence that says why; the field is the option
Result<void> checkIdle(const PictureArguments& given, const PictureOptions& options, const Drawn& drawn);

/// An error about a picture, placed where the value is from: the given option, the scenario's style, or a style file.
Error asOption(Error error, const Arguments& arguments, const ParameterValue::Object& ofScenario = {});

}  // namespace bubblescope
