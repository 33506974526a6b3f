#include "engine/results/gallery.h"

#include "engine/entries/resolve.h"
#include "engine/results/nearest_fits.h"
#include "engine/schedules/efforts.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::string_view kSizes[] = {"devices", "microbatches", "chunks"};

int valueOf(const Workload& workload, std::string_view key) {
    return static_cast<int>(findNumberKey(key)->get(workload).value_or(1));
}

OtherSize sizeBetween(const Workload& now, const Workload& then) {
    OtherSize size;
    for (const std::string_view key : kSizes)
        if (const int value = valueOf(then, key); value != valueOf(now, key))
            size.values.push_back({findNumberKey(key), value});
    return size;
}

/// The distance between two sizes: the ratios of D, MBS and v.
double distance(const Workload& a, const Workload& b) {
    double sum = 0;
    for (const std::string_view key : kSizes)
        sum += std::abs(std::log(static_cast<double>(valueOf(a, key)) / valueOf(b, key)));
    return sum;
}

/// The nearest size with D and v at most one off.
std::vector<OtherSize> nearestOfAll(const Scenario& scenario, std::size_t index, const std::stop_token& stop) {
    const Workload& now = scenario.workload;
    const bool hasChunks = kindOf(scenario.schedules[index])->hasChunks;
    Scenario tried{{}, now, {scenario.schedules[index]}, scenario.training};
    tried.workload.comm = largest(now.comm);
    std::optional<Workload> nearest;
    const auto consider = [&](int devices, int microbatches, int chunks) {
        Workload& size = tried.workload;
        size.devices = devices, size.microbatches = microbatches, size.chunks = chunks;
        if (stop.stop_requested()) return;
        if (nearest && distance(size, now) >= distance(*nearest, now)) return;
        if (checkOrder(resolve(tried, 0), tried.schedules[0])) nearest = size;
    };
    for (int devices = std::max(1, now.devices - 1); devices <= std::min(kMaxDevices, now.devices + 1); ++devices)
        for (int chunks = std::max(1, now.chunks - hasChunks); chunks <= std::min(kMaxChunks, now.chunks + hasChunks);
             ++chunks) {
            const int reach = 2 * devices;
            const int most = std::min(kMaxMicrobatches, std::max(now.microbatches, reach) + reach);
            for (int microbatches = std::max(1, now.microbatches - reach); microbatches <= most; ++microbatches)
                consider(devices, microbatches, chunks);
        }
    return nearest ? std::vector{sizeBetween(now, *nearest)} : std::vector<OtherSize>();
}

}  // namespace

std::vector<ScheduleEntry> galleryEntries() {
    std::vector<ScheduleEntry> entries;
    for (const ScheduleKind* kind : kindsOf(Family::Schedule)) {
        if (kind->published.year == 0) continue;
        entries.push_back(entryOf(Family::Schedule, std::string(kind->id)));
        const Parameter* const placement = kind->parameter("placement");
        for (std::size_t other = 1; placement && other < placement->choices.size(); ++other) {
            entries.push_back(entryOf(Family::Schedule, std::string(kind->id)));
            setNamed(entries.back().values, placement->key, {std::string(placement->choices[other])});
        }
    }
    return entries;
}

Scenario galleryOf(const Scenario& scenario) {
    Scenario gallery{{}, scenario.workload, galleryEntries(), scenario.training};
    for (ScheduleEntry& entry : gallery.schedules) limitEffort(entry, kGalleryEffort);
    return gallery;
}

std::optional<std::size_t> entryOfGallery(const Scenario& scenario, const ScheduleEntry& entry) {
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        ScheduleEntry unlabelled = scenario.schedules[i];
        unlabelled.label.reset();
        if (unlabelled == entry) return i;
    }
    return std::nullopt;
}

std::string placementOf(const ScheduleEntry& entry) {
    const auto own = valueNamed(entry.values, "placement");
    return own ? std::get<std::string>(own->held) : std::string(placementName(*kindOf(entry)));
}

std::string textOf(const OtherSize& size) {
    std::string text;
    for (const auto& [key, value] : size.values)
        text += (text.empty() ? "" : ", ") + std::string(key->symbol) + " " + std::to_string(value);
    return text;
}

Workload atSize(Workload workload, const OtherSize& size) {
    for (const auto& [key, value] : size.values)
        if (key->key == "devices")
            workload = withDevices(std::move(workload), value);
        else
            key->set(workload, value);
    return workload;
}

std::vector<OtherSize> nearestSizes(const Scenario& scenario, std::size_t index, const Error& refusal,
                                    const std::stop_token& stop) {
    const std::string key = keyOf(refusal.field);
    if (std::find(std::begin(kSizes), std::end(kSizes), key) == std::end(kSizes)) return {};
    std::vector<OtherSize> sizes;
    for (const int value : nearestFits(scenario, index, refusal)) sizes.push_back({{{findNumberKey(key), value}}});
    return sizes.empty() ? nearestOfAll(scenario, index, stop) : sizes;
}

}  // namespace bubblescope
