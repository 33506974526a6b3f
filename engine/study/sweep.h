#pragma once

#include "engine/core/parallel.h"
#include "engine/run/memory.h"
#include "engine/run/quantities.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// A workload parameter that charts sweep.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // GCC 12 holds Comm for the type's, though an enum class has its own scope
enum class SweepAxis { Devices, Microbatches, Comm, Chunks, Recompute };
#pragma GCC diagnostic pop

struct SweepAxisInfo {
    SweepAxis axis;
    std::string_view id;      // the scenario key
    std::string_view symbol;  // "T_C"
    std::string_view title;   // "communication"
};

/// All axes, in the order in which they are offered.
std::span<const SweepAxisInfo> sweepAxes();

/// The scenario with the swept parameter set to `x`. A swept v, r or T_C replaces a schedule's own; T_C
/// also replaces a matrix. With `keepRatio` a new D keeps MBS/D.
Scenario atValue(Scenario scenario, SweepAxis axis, double x, bool keepRatio);

/// How far an axis reaches: D 1-64, MBS 1-512, T_C 0-2 T_F, v 1-16, r 0-1, widened to the present value.
struct SweepRange {
    double from = 0, to = 0;
    friend bool operator==(const SweepRange&, const SweepRange&) = default;
};
SweepRange sweepRange(const Scenario& scenario, SweepAxis axis);

inline constexpr std::size_t kMaxSweepValues = 30;
/// A point with more ops is refused: a curve is no reason to fill the memory.
inline constexpr long long kMaxSweepOps = 20'000'000;

/// At most kMaxSweepValues values over [from, to], sorted: whole numbers for D, MBS and v, closer together where
/// they are small; for MBS multiples of D where there are any, so that no schedule refuses for that reason
/// alone. The present value is among them if it is in the range.
std::vector<double> sweepValues(const Scenario& scenario, SweepAxis axis, double from, double to);

/// The present value of the swept parameter; nothing where T_C is a matrix.
std::optional<double> presentValue(const Scenario& scenario, SweepAxis axis);

/// Runs `schedules[index]` at one value of the axis. Limits are checked before anything large is allocated.
///
/// Errors  only cancelled(); what the schedule, a limit or `memory` refuses is the point's refusal
/// Cost    if `latest` is given and has the point's program, that of a replay; it becomes the point's run
Result<StudyPoint> sweepPoint(const Scenario& scenario, std::size_t index, SweepAxis axis, double x, bool keepRatio,
                              std::stop_token stop = {}, std::shared_ptr<const Run>* latest = nullptr,
                              SharedMemory* memory = nullptr);

/// The curves of all schedules along one axis, as far as they are computed.
///
/// Shapes  series[schedule][value]; nothing where a point is still awaited
struct SweepData {
    SweepAxis axis = SweepAxis::Comm;
    bool keepRatio = true;
    std::vector<double> values;
    std::vector<std::vector<std::optional<StudyPoint>>> series;
    bool complete = false;

    friend bool operator==(const SweepData&, const SweepData&) = default;
};

/// The values of a sweep with every point awaited.
SweepData emptySweep(const Scenario& scenario, SweepAxis axis, SweepRange range, bool keepRatio);

/// How to fill a sweep.
struct SweepPlan {
    std::size_t threads = coreCount();
    SharedMemory* memory = nullptr;  // for points, and an eighth more for runs to replay; null: what is available
    std::vector<std::shared_ptr<const Run>> before;  // of the scenario's schedules, null where there is none
};

/// Computes the points of `data` that are still awaited, value by value in sweepOrder(). Calls filled(values), on
/// the caller's thread, whenever one more value has the points of all schedules: `values` of them are there.
///
/// Shapes      `data` is emptySweep() of the scenario, and changes between calls of filled() alone
/// Invariants  points do not depend on the number of threads
/// Errors      those of sweepPoint(); what goes wrong in a point is its refusal
/// Cost        where only times change, along T_C and r, a schedule's order is generated once a thread, or taken from
///             `before`; so is all of a placement scheme that the axis does not touch
void fillSweep(const Scenario& scenario, SweepData& data, const std::function<void(std::size_t values)>& filled,
               std::stop_token stop = {}, const SweepPlan& plan = {});

/// The order in which the values of a sweep are best computed: both ends, then halves, then quarters, so that an
/// unfinished curve already has its shape.
///
/// Shapes  a permutation of 0..count-1
std::vector<std::size_t> sweepOrder(std::size_t count);

}  // namespace bubblescope
