#include "app/pages/schedule_places.h"

namespace bubblescope {

std::vector<std::optional<std::size_t>> placesBefore(const std::vector<ScheduleEntry>& now,
                                                     const std::vector<ScheduleEntry>& before) {
    std::vector<std::optional<std::size_t>> places(now.size());
    std::vector<bool> taken(before.size(), false);
    const auto take = [&](std::size_t i, std::size_t j, bool isChanged) {
        if (places[i] || j >= before.size() || taken[j] || !(isChanged || now[i] == before[j])) return;
        places[i] = j;
        taken[j] = true;
    };
    for (std::size_t i = 0; i < now.size(); ++i) take(i, i, false);
    // After an added or removed schedule, compare places counted from the end. Places before the first wrap around to
    // large numbers, which take() rejects.
    for (std::size_t i = 0; i < now.size(); ++i) take(i, i + before.size() - now.size(), false);
    for (std::size_t i = 0; i < now.size(); ++i)
        for (std::size_t j = 0; !places[i] && j < before.size(); ++j) take(i, j, false);
    if (now.size() == before.size())
        for (std::size_t i = 0; i < now.size(); ++i) take(i, i, true);
    return places;
}

}  // namespace bubblescope
