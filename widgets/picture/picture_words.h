#pragma once

#include "widgets/picture/picture_option.h"

namespace bubblescope {

// Picture options as people write them: on a command line and in the fields of a dialog.

/// Reads a value as written on the command line and in fields of the dialog: on or off, a word, a number, a list
/// separated by commas, notes with one line each, or "F=Forward; B=Backward". Names of ops and devices
/// are read as `numbers` says; values count from 0.
///
/// Errors  what was written, and what would work
Result<ParameterValue> valueIn(const PictureOption& option, const QString& text, const Numbering& numbers = {});
/// The inverse of valueIn().
QString wordsOf(const PictureOption& option, const ParameterValue& value, const Numbering& numbers = {});
/// The values that the command line accepts: "light|dark|print".
/// What a pair of an option of type Names is: "a kind and its text, such as F=Forward".
QString pairHelp(const Parameter& parameter);

QString helpOf(const PictureOption& option);

/// The entries that a text names: all of a kind, or one by its position, counted from 1.
///
/// Errors  names the nearest that exists
Result<std::vector<int>> entriesOf(const Scenario& scenario, const QString& text);

}  // namespace bubblescope
