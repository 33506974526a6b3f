#pragma once

#include "engine/entries/resolve.h"

#include <QString>

namespace bubblescope {

/// "needs 8 activations, limit 5 (device 0)": what a device of a schedule, or a worker of a scheme, needs.
///
/// Units  activations of one microbatch on one device
QString heldText(const ResolvedSchedule& schedule, double held, std::size_t worker);

/// "stores 2 copies of the parameters" if the schedule's microbatches pass its devices in two directions; else empty.
QString copiesText(const Program& program);

/// "needs 197 GB on rank 0": a model's step that does not fit in the memory of its devices.
QString keptText(double bytes, std::size_t rank);

}  // namespace bubblescope
