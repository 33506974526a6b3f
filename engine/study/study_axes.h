#pragma once

#include "engine/scenario/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A number of one of a scenario's schedules: a parameter or a size of a placement scheme, or a workload key that the
/// schedule then overrides. Its path is `schedules[1].group_size`; all other paths are workload keys or times of steps.
struct ScheduleNumber {
    std::size_t schedule;
    std::string name;

    friend bool operator==(const ScheduleNumber&, const ScheduleNumber&) = default;
};
std::optional<ScheduleNumber> scheduleNumberIn(std::string_view path);
std::string pathOf(const ScheduleNumber& number);

/// For the path `times.all_reduce`, a time that all steps share (engine/steps/step_edits.h): its key; else nothing.
std::optional<std::string_view> stepTimeIn(std::string_view path);
std::string pathOfStepTime(std::string_view key);
/// For the path `ranks`, the number of ranks of steps; for `slowdown[2]`, the slowdown factor of rank 2: the number;
/// else nothing. Only live curves use these paths.
inline constexpr std::string_view kRanksPath = "ranks";
/// The path of the number of devices that steps of a model use.
inline constexpr std::string_view kMeshDevicesPath = "mesh.devices";
std::optional<int> slowedRankIn(std::string_view path);
std::string pathOfSlowdown(int rank);
/// Numbers of model, cluster and mesh that curves and maps can use, in the order in which they are offered.
std::span<const std::string_view> modelAxes();
/// Whether a path names a number that all steps share: times, ranks, numbers of a model.
bool isOfSteps(std::string_view path);

/// Whether a path allows only whole numbers: a workload key, a time of steps, their ranks, a model's sequence.
bool isWholePath(std::string_view path);

/// A schedule with another value of one of its numbers.
ScheduleEntry withNumber(ScheduleEntry entry, std::string_view name, double value);

/// The workload keys that live curves can use, in the order in which they are offered.
std::span<const WorkloadKey* const> liveAxes();
inline constexpr std::string_view kUsualAxis = "comm";
/// Whether the values of an axis are spaced by ratio; true for D and MBS.
bool isLogarithmic(std::string_view key);

/// The scenario with another value at a path. A key's value replaces a matrix and the schedules' own values; but their
/// own D and MBS distinguish them and stay. With `keepRatio`, a new D keeps MBS/D.
Scenario atValue(Scenario scenario, std::string_view path, double x, bool keepRatio);

/// The present value of a workload key; nothing if it is a list or a matrix.
std::optional<double> presentValue(const Scenario& scenario, std::string_view key);

/// The range of an axis: that of the key's slider, T_C 0-2 T_F, extended to the present value.
struct AxisRange {
    double from = 0, to = 0;
    friend bool operator==(const AxisRange&, const AxisRange&) = default;
};
AxisRange axisRange(const Scenario& scenario, std::string_view key);

inline constexpr std::size_t kMaxStudyValues = 30;

/// At most kMaxStudyValues values of a live axis over [from, to], sorted: whole numbers for whole keys, closer together
/// where they are small; for MBS, multiples of D if there are any, so that no schedule refuses for that reason.
/// Includes the present value if it is in the range.
std::vector<double> liveValues(const Scenario& scenario, std::string_view key, double from, double to);

/// At most kMaxStudyValues values of a number of a scheme, sorted, including the present one: a parameter from 1 to the
/// number of workers, a size from 1 to twice its value but at least 16. If there are more, values that divide the
/// workers come first where groups divide them; the rest are closer together where values are small.
std::vector<double> walkValues(const Scheme& scheme, std::string_view number);

/// The order in which to compute values: both ends, then halves, then quarters, so that an unfinished curve already has
/// its shape.
///
/// Shapes  a permutation of 0..count-1
std::vector<std::size_t> spreadOrder(std::size_t count);
/// The indexes of values, ascending by value; equal values keep their order.
std::vector<std::size_t> ascendingOrder(const std::vector<double>& values);

}  // namespace bubblescope
