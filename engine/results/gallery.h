#pragma once

#include "engine/core/result.h"
#include "engine/kinds/kind.h"
#include "engine/scenario/scenario.h"

#include <span>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// Larger kinds are not run for the gallery, as their pictures would take too long.
inline constexpr long long kMostGalleryOps = 1'000'000;

/// The published schedules, each as a new entry, and once more for each additional `placement`.
std::vector<ScheduleEntry> galleryEntries();

/// Those entries on the workload of a scenario; schedules that search for their order do so with little effort.
///
/// Shapes  schedules[i] is galleryEntries()[i]
Scenario galleryOf(const Scenario& scenario);

/// The schedule of a scenario that equals this entry of the gallery, whatever its label.
std::optional<std::size_t> entryOfGallery(const Scenario& scenario, const ScheduleEntry& entry);

/// Where the stages of such an entry are placed, in the words of placementName().
std::string placementOf(const ScheduleEntry& entry);

/// A workload size that differs from the present one in some whole keys.
///
/// Shapes  one value per key, in the order of workloadKeys()
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

/// The workload at that size; lists adapt to the number of devices.
Workload atSize(Workload workload, const OtherSize& size);

/// Sizes at which `schedules[index]`, which was refused, has an order: the nearest by the value that was refused, or,
/// if no value of it helps, the nearest of all.
///
/// Cost  72 D times the cost of the kind's `fits`; after a request on `stop`, returns what it has
std::vector<OtherSize> nearestSizes(const Scenario& scenario, std::size_t index, const Error& refusal,
                                    const std::stop_token& stop = {});

}  // namespace bubblescope
