#pragma once

#include "engine/core/progress.h"
#include "engine/scenario/scenario.h"
#include "engine/transformers/hardware.h"

#include <array>

namespace bubblescope {

struct ModelStep;
struct StepSetup;

/// The numbers of a machine that measured runs are fitted with, in the order in which they are tried.
inline constexpr std::string_view kFittedNumbers[] = {"gemm", "attention", "memory", "links"};
inline constexpr double ReachedShares::*kFittedShares[] = {&ReachedShares::gemm, &ReachedShares::attention,
                                                           &ReachedShares::memory, &ReachedShares::links};

/// The device and links of a step of a model; nothing if it cannot run.
std::optional<Hardware> machineOf(const Scenario& scenario, std::size_t step);
/// Whether two devices and their links are the same but for the numbers that are fitted.
bool isSameMachine(const Hardware& one, const Hardware& other);

/// The seconds that a step was measured to take, in whichever way its key `measured` says so; nothing without that key.
///
/// Errors  none of the ways, or several
Result<std::optional<double>> measuredSeconds(const StepSetup& setup);
/// Tokens per second of a device, of a step that takes so many seconds; or the seconds, of so many tokens.
double tokensOrSeconds(const ModelStep& step, double of);

/// A step of a model that somebody has measured: an entry with the key `measured`.
///
/// Units  seconds; GiB
struct MeasuredStep {
    Scenario scenario;
    std::size_t step = 0;
    std::string title;
    double seconds = 0;
    std::optional<double> allocatedGib;
};
/// Those of a scenario.
///
/// Errors  a step that cannot run; a measure that is missing or contradicts another, placed at `schedules[2].measured`
Result<std::vector<MeasuredStep>> measuredSteps(const Scenario& scenario);

/// What a step took, and what is predicted of it before and after.
///
/// Units  seconds; GiB
struct CalibratedStep {
    std::string title;
    double measured = 0, before = 0, predicted = 0;
    std::optional<double> allocatedGib;
    double peakGib = 0;

    double error() const { return predicted / measured - 1; }
    double errorBefore() const { return before / measured - 1; }
};

struct Calibration {
    Hardware machine;
    ReachedShares start, numbers;
    std::vector<CalibratedStep> steps;

    double meanError() const;
};

/// Finds the numbers of a machine with which its measured steps are predicted best, without leaving their start values
/// by more than the steps tell. `fits[i]`: whether kFittedNumbers[i] may change.
///
/// Source  docs/models.md
/// Errors  steps on different machines, or without any
/// Cost    some 100 simulations of each step
Result<Calibration> calibrate(std::span<const MeasuredStep> steps, const std::array<bool, 4>& fits,
                              const std::stop_token& stop = {}, const Progress& progress = {});

/// The scenario with the numbers of a calibration, and the runs that they come from, for all steps on that machine.
Scenario withCalibration(Scenario scenario, const Calibration& calibration);
/// The scenario with the start values of a step's machine.
Scenario withoutCalibration(Scenario scenario, std::size_t step);
/// The scenario in which a step has the start values of its own device, not what it shares with others.
Scenario withStartValues(Scenario scenario, std::size_t step);

}  // namespace bubblescope
