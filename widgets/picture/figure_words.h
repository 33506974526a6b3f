#pragma once

#include "widgets/picture/picture_option.h"

namespace bubblescope {

// Options of pictures as people write them: on a command line, in fields of a dialog.

/// A value in words, as the command line and fields of the dialog have it: on or off; a word; a number; lists apart by
/// commas, notes a line each; "F=Forward; B=Backward".
///
/// Errors  what it says, and what would do
Result<ParameterValue> valueIn(const PictureOption& option, const QString& text);
/// The other way round.
QString wordsOf(const PictureOption& option, const ParameterValue& value);
/// What the command line takes: "light|dark|print".
QString helpOf(const PictureOption& option);

/// The entries that a text names: all of a kind, or one by its place, counted from 1.
///
/// Errors  the nearest that there is
Result<std::vector<int>> entriesOf(const Scenario& scenario, const QString& text);

}  // namespace bubblescope
