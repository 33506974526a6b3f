#pragma once

#include "engine/collectives/playback.h"
#include "widgets/picture/exportable.h"

#include <memory>

namespace bubblescope {

/// The storyboard of a collective: the data of every rank after each step, side by side, with the arrows of the step.
/// `options.figures` lists the steps; if it is empty, all steps are shown.
///
/// Errors  a size outside the limits or too low, or too many steps for one picture; the field is that of the option
Result<Picture> storyboard(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup,
                           const PictureOptions& options);

/// How a collective is exported; `step` is the one on screen.
Exportable exportedCollective(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup, std::size_t step);

/// The algorithms of a setup as a CSV table: steps, time, bus bandwidth, bytes per rank, or why one is refused.
std::string collectiveTable(const CollectiveSetup& setup);
/// The same as CSV or JSON.
std::string collectiveValues(const CollectiveSetup& setup, RowsForm form);

/// "Ring all-reduce of 1 GB over 8 ranks".
QString collectiveTitle(const CollectiveSetup& setup, std::string_view algorithm);

}  // namespace bubblescope
