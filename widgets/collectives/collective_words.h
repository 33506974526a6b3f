#pragma once

#include "engine/collectives/playback.h"
#include "widgets/shown/op_palette.h"

#include <QStringList>

namespace bubblescope {

// Colours and words of collectives, the same wherever they are shown.

/// The colour of each rank's data: a hue for some neighbours on a node, a shade for each of them; of a palette that
/// does without colours, greys that grow lighter.
std::vector<QColor> rankColors(int ranks, int nodeSize, const OpPalette& palette);

/// "c" for rank 2, while there are letters; else its number.
QString rankLetter(int rank, int ranks);

/// Why an algorithm costs what it does, with the numbers put in: "14 × S/8 = 1.75 S = 2 (n − 1) / n · S".
QString costSum(const Algorithm& algorithm, const ClosedForm& form);

/// "rank 3"; of one that stands beside the ranks "the root".
QString rankName(const Playback& playback, int rank);

/// The colour of an algorithm in lists and charts, whatever it is an algorithm of.
QColor algorithmColor(const Theme& theme, const Algorithm& algorithm);

/// "a1+b1" of what a rank holds, "t3" or "0.3" where nothing is summed; of many parts their number.
QString valueText(const States& states, States::VersionId value);

/// "rank 2 sends slot 1, which by now holds a1+b1+c1, to rank 3".
QString transferText(const Playback& playback, std::size_t step, std::size_t transfer);

/// What happened in the last step, or happens in the one that is under way, in a sentence.
QString momentText(const Playback& playback, const Moment& moment);
/// One message of the step that ended last: "Rank 2 sends slot 1, which by now holds a1+b1+c1, to rank 3."; empty where
/// none has, and where all are sent at once.
QString exampleText(const Playback& playback, const Moment& moment);

/// "after step 5 of 14, in the reduce-scatter half".
QString placeText(const Playback& playback, const Moment& moment);
/// The same in shorter and shorter words, none of which loses the half.
QStringList placeTexts(const Playback& playback, const Moment& moment);
/// "reduce-scatter, step 5 of 7"; empty where there are no halves, and before the first step.
QString halfText(const Playback& playback, std::size_t step);

}  // namespace bubblescope
