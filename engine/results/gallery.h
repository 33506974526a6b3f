#pragma once

#include "engine/core/result.h"
#include "engine/kinds/kind.h"
#include "engine/scenario/scenario.h"

#include <span>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// A kind of more ops is not run for the gallery: its picture would take longer than people wait for it.
inline constexpr long long kMostGalleryOps = 1'000'000;

/// The published schedules, each as a new entry has it, and once more for each further `placement` that it can have.
std::vector<ScheduleEntry> galleryEntries();

/// They on the workload of a scenario, those that seek their orders with little effort.
///
/// Shapes  schedules[i] is galleryEntries()[i]
Scenario galleryOf(const Scenario& scenario);

/// The schedule of a scenario that is this entry of the gallery, whatever it is called.
std::optional<std::size_t> entryOfGallery(const Scenario& scenario, const ScheduleEntry& entry);

/// Where the stages of such an entry stand, in the words of placementName().
std::string placementOf(const ScheduleEntry& entry);

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
/// Cost  72 D times what a kind's `fits` takes; a request on `stop` ends it with what there is
std::vector<OtherSize> nearestSizes(const Scenario& scenario, std::size_t index, const Error& refusal,
                                    const std::stop_token& stop = {});

}  // namespace bubblescope
