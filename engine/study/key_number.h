#pragma once

#include "engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A number inside a workload key that holds several, as paths name it: `head[0]` and `embedding[1]`, the forward and
/// the backward; `comm.node_size`, `comm.inside` and `comm.between` of links by node; `forward[3]`, one time of a list.
struct KeyNumber {
    std::string key;
    std::size_t index = 0;  // of links by node in that order

    /// "node_size" alone.
    bool isWhole() const;
    /// How a person calls it: "head forward", "T_C between nodes", "T_F of device 3".
    std::string title() const;

    friend bool operator==(const KeyNumber&, const KeyNumber&) = default;
};
std::optional<KeyNumber> keyNumberIn(std::string_view path);

/// Gives the number another value, or says why the workload does not have it.
Result<void> setPart(Workload& workload, const KeyNumber& part, double value);

/// The paths of the numbers of stages, and of links by node where the workload has those.
std::vector<std::string> partsOf(const Workload& workload);

}  // namespace bubblescope
