#pragma once

#include "engine/core/result.h"
#include "engine/kinds/kind.h"
#include "engine/model/scenario.h"

#include <span>
#include <vector>

namespace bubblescope {

/// A kind of more ops is not run for the gallery: its picture would take longer than people wait for it.
inline constexpr long long kMostGalleryOps = 1'000'000;

/// The published schedules, each as a new entry has it but for its effort, on the workload of a scenario.
Scenario galleryOf(const Scenario& scenario);

/// The entry of a scenario that is the one which the gallery has of a kind: with nothing of its own but a label.
std::optional<std::size_t> entryOfGallery(const Scenario& scenario, std::string_view kind);

/// A size of work that differs from the present one in some whole keys of the workload.
///
/// Shapes  one value a key, in the order of workloadKeys()
struct OtherSize {
    struct Value {
        const WorkloadKey* key = nullptr;
        int value = 0;

        friend bool operator==(const Value&, const Value&) = default;
    };
    std::vector<Value> values;

    friend bool operator==(const OtherSize&, const OtherSize&) = default;
};

/// "MBS 32", "D 4, MBS 8".
std::string textOf(const OtherSize& size);

/// The workload at that size; lists of devices follow their number.
Workload atSize(Workload workload, const OtherSize& size);

/// Sizes at which `schedules[index]`, which was refused, has an order: those nearest by the value that was refused, or
/// where no value of that helps, the nearest of all.
///
/// Cost  some thousand times what a kind's `fits` takes
std::vector<OtherSize> nearestSizes(const Scenario& scenario, std::size_t index, const Error& refusal);

}  // namespace bubblescope
