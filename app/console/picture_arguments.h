#pragma once

#include "app/console/arguments.h"
#include "widgets/picture/picture_option.h"

#include <optional>

namespace bubblescope {

/// What `-o OUT` and the options of pictures ask of one, the same for every verb that draws.
///
/// Shapes  style: what the options say, by their keys, checked
struct PictureArguments {
    QString output;
    const PictureFormat* format = &kPng;
    ParameterValue::Object style;
};

/// Whose options: those of Gantts, or those that all pictures have.
enum class OptionsOf { Gantts, All };

/// The options that parseArguments() is to know for it; `output` says whether there must be one, `formats` what it may
/// be.
std::vector<Option> pictureOptions(PictureFormats formats, OptionsOf of, Option::Use output = Option::Use::Maybe);

/// Whether any of them is given.
bool wantsPicture(const Arguments& arguments);

/// Errors  no output, a suffix that is no format, a value that is none; the field is the option
Result<PictureArguments> readPictureArguments(const Arguments& arguments, PictureFormats formats);

/// The style that --style names, over which that of a file keeps what is no look: a name, or a file.
///
/// Errors  no such style, and whatever is wrong with the file; the field is --style, or the file's
Result<ParameterValue::Object> namedStyle(const Arguments& arguments, const ParameterValue::Object& ofFile);

/// A style with the options that were given over it.
///
/// Errors  a list that is empty where the style has none to leave out; the field is the option
Result<ParameterValue::Object> givenOver(ParameterValue::Object style, const PictureArguments& given);

/// Refuses an option that was given and means nothing for what is drawn.
///
/// Errors  one sentence that says why; the field is the option
Result<void> checkIdle(const PictureArguments& given, const PictureOptions& options, const Drawn& drawn);

/// An error about a picture with the name of the option that was given, or where else the value is from: the style of
/// the scenario, or a style file.
Error asOption(Error error, const Arguments& arguments, const ParameterValue::Object& ofScenario = {});

}  // namespace bubblescope
