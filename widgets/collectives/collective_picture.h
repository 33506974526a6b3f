#pragma once

#include "engine/collectives/playback.h"
#include "widgets/picture/exportable.h"

#include <memory>

namespace bubblescope {

/// The storyboard of a collective: what every rank holds after each step, side by side, with the arrows of the step.
/// `options.figures` says after which steps; none: from the start to the end.
///
/// Errors  a size past the limits or too low, and more steps than a picture should have; the field is the option's
Result<Picture> storyboard(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup,
                           const PictureOptions& options);

/// How it is exported; `step` is the one on screen.
Exportable exportedCollective(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup, std::size_t step);

/// The algorithms of a setup as a CSV table: steps, time, bus bandwidth, bytes a rank, or why they are refused.
std::string collectiveTable(const CollectiveSetup& setup);
/// The same as that or as JSON.
std::string collectiveValues(const CollectiveSetup& setup, RowsForm form);

/// "All-reduce of 1 GB among 8 ranks, by ring".
QString collectiveTitle(const CollectiveSetup& setup, std::string_view algorithm);

}  // namespace bubblescope
