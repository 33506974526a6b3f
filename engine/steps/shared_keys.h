#pragma once

#include "engine/scenario/scenario.h"

#include <span>

namespace bubblescope {

/// A key of a scenario that its steps share, and that an entry may override key by key.
struct SharedKey {
    const Parameter& parameter;
    ParameterValue::Object Training::*member;
};
/// model, cluster, mesh.
std::span<const SharedKey> sharedKeys();
/// The one with this key, or null.
const SharedKey* findSharedKey(std::string_view key);

/// `over` in place of what `base` says under the same keys.
ParameterValue::Object merged(ParameterValue::Object base, const ParameterValue::Object& over);

/// What of `all` a base does not say already: merged() of both is `all`.
ParameterValue::Object beside(const ParameterValue::Object& base, const ParameterValue::Object& all);

/// Refuses values past the limits of their keys, and a model or cluster that nothing can be made of.
///
/// Errors  placed at their key: `model.heads`, `cluster.device.preset`
Result<void> checkTraining(const Training& training);

}  // namespace bubblescope
