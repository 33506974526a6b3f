#pragma once

#include "engine/collectives/playback.h"
#include "widgets/shown/op_palette.h"

#include <QStringList>

namespace bubblescope {

// Colours and words of collectives, the same wherever they are shown.

/// The colour of each rank's data. Neighbouring ranks on a node share a hue and differ in shade; a palette without
/// colours uses greys that get lighter.
std::vector<QColor> rankColors(int ranks, int nodeSize, const OpPalette& palette);

/// "c" for rank 2 as long as letters suffice, otherwise the number.
QString rankLetter(int rank, int ranks);

/// Why an algorithm costs what it does, in numbers: "14 × S/8 = 1.75 S = 2 (n − 1) / n · S".
QString costSum(const Algorithm& algorithm, const ClosedForm& form);

/// "rank 3", or "the root" if the root is drawn next to the ranks.
QString rankName(const Playback& playback, int rank);
/// "rank 3"; or "the switch", "switch 1".
QString placeName(const Plan& plan, int place);
/// What of a collective is drawn: "one of 8 rings is drawn"; empty if everything is.
QString sectionText(const Playback& drawn);

/// The colour of an algorithm in lists and charts; the same for every collective.
QColor algorithmColor(const Theme& theme, const Algorithm& algorithm);

/// A value in a slot: "a1+b1"; "t3" or "0.3" if nothing is summed; the number of parts if there are many.
QString valueText(const States& states, States::VersionId value);

/// "rank 2 sends slot 1 (now a1+b1+c1) to rank 3".
QString transferText(const Playback& playback, std::size_t step, std::size_t transfer);

/// What happened in the last step, or happens in the step in flight, in one sentence.
QString momentText(const Playback& playback, const Moment& moment);
/// One message of the step that ended last: "Rank 2 sends slot 1 (now a1+b1+c1) to rank 3.". Empty before the first
/// step has ended, and if all messages are sent at once.
QString exampleText(const Playback& playback, const Moment& moment);

/// "after step 5 of 14, reduce-scatter phase".
QString placeText(const Playback& playback, const Moment& moment);
/// The same in ever fewer words; every version names the phase.
QStringList placeTexts(const Playback& playback, const Moment& moment);
/// "reduce-scatter, step 5 of 7"; empty without phases and before the first step.
QString halfText(const Playback& playback, std::size_t step);
/// "reduce-scatter"; empty if it has no halves, or none has begun.
QString halfName(const Playback& playback, std::size_t step);

}  // namespace bubblescope
