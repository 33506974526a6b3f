#pragma once

#include "engine/scenario/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A number of one of a scenario's schedules: a parameter or a size of a placement scheme, or a workload key that the
/// schedule then has for itself. In a path it is `schedules[1].group_size`; all other paths are workload keys, or times
/// of steps.
struct ScheduleNumber {
    std::size_t schedule;
    std::string name;

    friend bool operator==(const ScheduleNumber&, const ScheduleNumber&) = default;
};
std::optional<ScheduleNumber> scheduleNumberIn(std::string_view path);
std::string pathOf(const ScheduleNumber& number);

/// In a path `times.all_reduce` is a time that all steps share (engine/steps/step_edits.h): its key, else nothing.
std::optional<std::string_view> stepTimeIn(std::string_view path);
std::string pathOfStepTime(std::string_view key);
/// In a path `ranks` is how many ranks steps have, `slowdown[2]` by how much rank 2 is slower: its number, else
/// nothing. Live curves alone go along them.
inline constexpr std::string_view kRanksPath = "ranks";
/// And `mesh.devices` how many devices steps of a model have.
inline constexpr std::string_view kMeshDevicesPath = "mesh.devices";
std::optional<int> slowedRankIn(std::string_view path);
std::string pathOfSlowdown(int rank);
/// Numbers of model, cluster and mesh that curves and maps go along, in the order in which they are offered.
std::span<const std::string_view> modelAxes();
/// Whether a path leads to a number that all steps share: times, ranks, those of a model.
bool isOfSteps(std::string_view path);

/// Whether a path leads to whole numbers alone: a workload key, a time of steps, their ranks, a model's sequence.
bool isWholePath(std::string_view path);

/// A schedule with another value of one of its numbers.
ScheduleEntry withNumber(ScheduleEntry entry, std::string_view name, double value);

/// The workload keys that live curves go along, in the order in which they are offered.
std::span<const WorkloadKey* const> liveAxes();
inline constexpr std::string_view kUsualAxis = "comm";
/// Whether the values of an axis lie by their ratios: those of D and MBS do.
bool isLogarithmic(std::string_view key);

/// The scenario with another value at a path. That of a key replaces a matrix, and what schedules have for themselves;
/// but their own D and MBS are what tells them from the others, and stay. With `keepRatio` a new D keeps MBS/D.
Scenario atValue(Scenario scenario, std::string_view path, double x, bool keepRatio);

/// The present value of a workload key; nothing where it is a list or a matrix.
std::optional<double> presentValue(const Scenario& scenario, std::string_view key);

/// How far an axis reaches: as far as the slider of its key, T_C 0-2 T_F, widened to the present value.
struct AxisRange {
    double from = 0, to = 0;
    friend bool operator==(const AxisRange&, const AxisRange&) = default;
};
AxisRange axisRange(const Scenario& scenario, std::string_view key);

inline constexpr std::size_t kMaxStudyValues = 30;

/// At most kMaxStudyValues values of a live axis over [from, to], sorted: whole numbers for whole keys, closer together
/// where they are small; for MBS multiples of D where there are any, so that no schedule refuses for that reason
/// alone. The present value is among them if it is in the range.
std::vector<double> liveValues(const Scenario& scenario, std::string_view key, double from, double to);

/// At most kMaxStudyValues values of a number of a scheme, sorted, the present one among them: of a parameter from 1 to
/// the number of workers, of a size from 1 to twice its value, at least 16. Where there are more, those that divide the
/// workers come first where groups divide them; the rest lies closer together where values are small.
std::vector<double> walkValues(const Scheme& scheme, std::string_view number);

/// The order in which values are best computed: both ends, then halves, then quarters, so that an unfinished curve
/// already has its shape.
///
/// Shapes  a permutation of 0..count-1
std::vector<std::size_t> spreadOrder(std::size_t count);
/// The indexes of values, ascending by value; equal ones as they come.
std::vector<std::size_t> ascendingOrder(const std::vector<double>& values);

}  // namespace bubblescope
