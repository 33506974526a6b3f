#pragma once

#include "engine/scenario/scenario.h"

#include <span>

namespace bubblescope {

/// A key of a scenario that its steps share; an entry may override its parts key by key.
struct SharedKey {
    const Parameter& parameter;
    ParameterValue::Object Training::*member;
};
/// model, cluster, mesh.
std::span<const SharedKey> sharedKeys();
/// The shared key with this name, or null.
const SharedKey* findSharedKey(std::string_view key);

/// `base` with the keys of `over` replaced or added.
ParameterValue::Object merged(ParameterValue::Object base, const ParameterValue::Object& over);

/// The part of `all` that `base` does not already say; merged() of both gives `all`.
ParameterValue::Object beside(const ParameterValue::Object& base, const ParameterValue::Object& all);

/// Refuses values outside the limits of their keys, and a model or cluster that cannot be built.
///
/// Errors  placed at their key: `model.heads`, `cluster.device.preset`
Result<void> checkTraining(const Training& training);

}  // namespace bubblescope
