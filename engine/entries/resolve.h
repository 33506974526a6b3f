#pragma once

#include "engine/entries/registry.h"
#include "engine/scenario/scenario.h"
#include "engine/schedules/resolved_schedule.h"

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

struct StepSetup;

/// Fills in `schedules[index]`. Requires a scenario that has passed checkScenario(), or at least a known kind.
ResolvedSchedule resolve(const Scenario& scenario, std::size_t index);

/// The number of ops of its program; for a step a lower bound.
long long opsOf(const ResolvedSchedule& schedule);

/// Refuses what a run refuses before it makes an order.
///
/// Errors  at a workload key, e.g. at `chunks`: needs an even number of chunks, has 3
Result<void> checkOrder(const ResolvedSchedule& schedule, const ScheduleEntry& entry);

/// The setup of a step, or why checkOrder() refuses it.
Result<StepSetup> setUp(const ResolvedSchedule& schedule, const ScheduleEntry& entry);

/// The label, or else the kind's title, for people: one line of bounded length, whatever a file contains.
std::string displayLabel(const ScheduleEntry& entry);

/// "1 wave", "v = 2": the variant of its kind that an entry is on a workload; empty if there is only one.
std::string variantOf(const ScheduleEntry& entry, const Workload& workload);

/// "Hanayo, 1 wave": the displayLabel() if the entry has a label, otherwise the kind's title with the variant.
std::string displayTitle(const Scenario& scenario, std::size_t index);

/// What results call schedules, one for each: the label as the file has it, or else the displayTitle(). Entries that
/// would have the same name also show their own values: "1F1B, microbatches = 16".
std::vector<std::string> labelsOf(const Scenario& scenario);

/// The same for any entries and their titles; titles that are labels stay.
void tellApart(std::span<const ScheduleEntry* const> entries, std::vector<std::string>& titles);

/// Five founding schedules, which a scenario without `schedules` compares.
std::vector<ScheduleEntry> foundingSchedules();

/// Refuses a list of schedules that is empty or longer than kMaxSchedules.
Result<void> checkScheduleCount(std::size_t count);

/// Refuses a scenario that no reader may accept: a bad workload, an unknown kind, more ops than the limit, times that
/// could overflow. What a single schedule refuses is not checked here; it becomes the result of that schedule.
///
/// Errors  at the first offending place in the file
Result<void> checkScenario(const Scenario& scenario);

}  // namespace bubblescope
