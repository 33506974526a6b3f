#pragma once

#include "engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A number inside a workload key with several numbers, as paths name it: `head[0]` and `embedding[1]`, the forward and
/// the backward; `comm.node_size`, `comm.inside` and `comm.between` of links by node; `forward[3]`, one time of a list.
struct KeyNumber {
    std::string key;
    std::size_t index = 0;  // for links by node, in that order

    /// True only for "node_size".
    bool isWhole() const;
    /// The name that the user sees: "head forward", "T_C between nodes", "T_F of device 3".
    std::string title() const;

    friend bool operator==(const KeyNumber&, const KeyNumber&) = default;
};
std::optional<KeyNumber> keyNumberIn(std::string_view path);

/// Sets the number, or returns why the workload does not have it.
Result<void> setPart(Workload& workload, const KeyNumber& part, double value);

/// The paths of the numbers of stages, and of links by node if the workload has them.
std::vector<std::string> partsOf(const Workload& workload);

}  // namespace bubblescope
