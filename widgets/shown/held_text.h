#pragma once

#include "engine/entries/resolve.h"

#include <QString>

namespace bubblescope {

/// "holds 8 of 5 on device 0": what a worker of a schedule or scheme holds, of its memory limit.
///
/// Units  activations of one microbatch on one device
QString heldText(const ResolvedSchedule& schedule, double held, std::size_t worker);

/// "keeps 2 copies of the parameters", of a schedule whose microbatches pass its devices in two directions; else empty.
QString copiesText(const Program& program);

/// "keeps 197 GB on rank 0": of a model's step that does not fit into its devices.
QString keptText(double bytes, std::size_t rank);

}  // namespace bubblescope
