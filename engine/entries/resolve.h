#pragma once

#include "engine/entries/registry.h"
#include "engine/scenario/scenario.h"
#include "engine/schedules/resolved_schedule.h"

#include <string>

namespace bubblescope {

/// Fills in `schedules[index]`. The scenario has passed checkScenario(), or the kind at least is known.
ResolvedSchedule resolve(const Scenario& scenario, std::size_t index);

/// How many ops its program has; of a step at least so many.
long long opsOf(const ResolvedSchedule& schedule);

/// What a run refuses before it makes an order.
///
/// Errors  `chunks`: needs an even number...
Result<void> checkOrder(const ResolvedSchedule& schedule, const ScheduleEntry& entry);

/// The label, or the kind's title, for people: on one line and of bounded length, whatever a file says.
std::string displayLabel(const ScheduleEntry& entry);

/// "1 wave", "v = 2": which variant of its kind an entry is on a workload; empty where there is one alone.
std::string variantOf(const ScheduleEntry& entry, const Workload& workload);

/// "Hanayo, 1 wave": the displayLabel() if the entry has one, else the kind's title with the variant it runs.
std::string displayTitle(const Scenario& scenario, std::size_t index);

/// Five founding schedules: what a scenario without `schedules` compares.
std::vector<ScheduleEntry> foundingSchedules();

/// Refuses a list of schedules that is empty or longer than kMaxSchedules.
Result<void> checkScheduleCount(std::size_t count);

/// Refuses a scenario that no reader may let in: a bad workload, an unknown kind, more ops than the limit,
/// times that could overflow. What a single schedule refuses is not checked here but is its own result.
///
/// Errors  the first offending place in the file
Result<void> checkScenario(const Scenario& scenario);

}  // namespace bubblescope
