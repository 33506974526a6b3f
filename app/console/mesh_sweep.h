#pragma once

#include "app/console/arguments.h"
#include "engine/io/sweep_shards.h"

namespace bubblescope {

/// `sweep FILE --meshes`: runs the first step of a model in a scenario on every mesh, with three recompute settings and
/// three schedules; prints rows, or a table of the best for people. Returns the exit status.
int sweepMeshes(const Arguments& arguments, const std::optional<RowsForm>& form, const std::optional<Shard>& shard);

}  // namespace bubblescope
