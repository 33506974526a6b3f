#pragma once

#include "engine/scenario/scheme.h"
#include "engine/study/scenario_path.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Numbers of model, cluster and mesh that curves and maps can use, in the order in which they are offered.
std::span<const std::string_view> modelAxes();
/// The paths of those that experiments vary most often.
std::span<const std::string_view> usualTrainingNumbers();
/// The workload keys that live curves can use, in the order in which they are offered.
std::span<const WorkloadKey* const> liveAxes();
inline constexpr std::string_view kUsualAxis = "comm";
/// A number as a count: rounded, and 0 for less.
int toCount(double x);

inline constexpr std::size_t kMaxStudyValues = 30;

/// At most kMaxStudyValues values of a live axis over [from, to], sorted: whole numbers for whole keys, closer together
/// where they are small; for MBS, multiples of D if there are any, so that no schedule refuses for that reason.
/// Includes the present value if it is in the range.
std::vector<double> liveValues(const Scenario& scenario, const ScenarioPath& path, double from, double to);

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
