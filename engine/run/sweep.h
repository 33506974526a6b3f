#pragma once

#include "engine/run/run.h"

#include <array>
#include <string>
#include <vector>

namespace bubblescope {

/// A workload parameter that charts sweep.
enum class SweepAxis { Devices, Microbatches, Comm, Chunks, Recompute };

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

/// At most 30 values over [from, to], sorted: whole numbers for D, MBS and v; for MBS multiples of D where
/// there are any, so that no schedule refuses for that reason alone. The present value is among them.
std::vector<double> sweepValues(const Scenario& scenario, SweepAxis axis, double from, double to);

/// The present value of the swept parameter; nothing where T_C is a matrix.
std::optional<double> presentValue(const Scenario& scenario, SweepAxis axis);

/// One schedule at one value.
///
/// Units  the user's time; ratios; activations of one microbatch on one device
struct SweepPoint {
    double totalTime = 0;
    std::array<double, 4> bubble{};  // by BubbleKind
    double peakActivations = 0;
    std::string refusal;  // not empty: the schedule refused, and the numbers mean nothing

    friend bool operator==(const SweepPoint&, const SweepPoint&) = default;
};

/// Runs `schedules[index]` at one value of the axis.
///
/// Errors  only cancelled(); what the schedule or a limit refuses is the point's refusal
Result<SweepPoint> sweepPoint(const Scenario& scenario, std::size_t index, SweepAxis axis, double x, bool keepRatio,
                              std::stop_token stop = {});

}  // namespace bubblescope
