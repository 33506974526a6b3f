#pragma once

#include "engine/scenario/parameters.h"

namespace bubblescope {

// When parameters of steps have an effect: the `use` of their lines.

/// Whether the bytes of each layer are known: given, or from a model.
bool knowsLayerBytes(const EntryValues& entry);
/// The choice that an entry makes for a parameter, or the default.
std::string_view choiceHeld(const EntryValues& entry, const Parameter& parameter);

// Of a mesh, parameters of an axis that it lacks are not there.
ParameterUse withTp(const EntryValues& entry);
ParameterUse withCp(const EntryValues& entry);
ParameterUse withEp(const EntryValues& entry);
ParameterUse withStages(const EntryValues& entry);
/// Ranks that shard parameters, without a pipeline.
ParameterUse withShards(const EntryValues& entry);
/// Both of them.
ParameterUse withShardedStages(const EntryValues& entry);

ParameterUse whenResharding(const EntryValues& entry);
ParameterUse whenSummedEarly(const EntryValues& entry);
ParameterUse whenActing(const EntryValues& entry);
ParameterUse whenMasked(const EntryValues& entry);
ParameterUse whenSized(const EntryValues& entry);
ParameterUse inBytes(const EntryValues& entry);
ParameterUse inMebibytes(const EntryValues& entry);
ParameterUse firstInBytes(const EntryValues& entry);
ParameterUse firstInMebibytes(const EntryValues& entry);
ParameterUse whenSeveral(const EntryValues& entry);
ParameterUse whenUpdating(const EntryValues& entry);

}  // namespace bubblescope
