#pragma once

#include "engine/collectives/collective_setup.h"
#include "engine/scenario/parameters.h"

namespace bubblescope {

/// A key of a collective's file that sets a member of the setup; each is a line of collective_keys.def. A value that is
/// the parameter's usual one, or for a choice the first, is left out of files.
struct CollectiveKey {
    std::string_view place;  // the object that has the key: "cluster.intra"; empty: the file
    Parameter parameter;
    std::optional<ParameterValue> (*get)(const Parameter& parameter, const CollectiveSetup& setup);
    void (*set)(const Parameter& parameter, CollectiveSetup& setup, const ParameterValue& value);

    /// "cluster.intra.latency_us".
    std::string path() const;
    /// The value; nothing if the setup has none.
    std::optional<ParameterValue> in(const CollectiveSetup& setup) const;
    /// Sets a value of the parameter's type; checkCollective() checks its limits.
    void put(CollectiveSetup& setup, const ParameterValue& value) const;
};

/// In the order in which files have them. A default for several keys is after them.
std::span<const CollectiveKey> collectiveKeys();
/// The key with this path; null if there is none.
const CollectiveKey* findCollectiveKey(std::string_view path);

/// All keys, as the parts of an object.
const Parameter& collectiveParameter();

}  // namespace bubblescope
