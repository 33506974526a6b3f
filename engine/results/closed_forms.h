#pragma once

#include "engine/results/run.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The symbols of closed forms (engine/kinds/kind.h): sizes, and times of a microbatch on a whole device.
///
/// Units  of the workload
struct FormSymbols {
    double D = 1, MBS = 1, v = 1, N = 1, k = 1;
    double F = 0, B = 0, I = 0, W = 0, FB = 0;
};

/// The value of a closed form; 1 or 0 for a condition. The form must be from the registry, otherwise the program
/// aborts.
double valueOf(std::string_view form, const FormSymbols& symbols);

/// The form with numbers instead of symbols: "(4-1)(100+200)/2".
std::string withNumbers(std::string_view form, const FormSymbols& symbols);

/// The form with the symbols of times as sliders and lessons have them: "(D-1)(T_F+T_B)" for "(D-1)(F+B)".
std::string withTimeSymbols(std::string_view form);

/// A form and the condition under which it holds; "1" if it always holds.
struct ConditionedForm {
    std::string_view form, condition;
};
ConditionedForm parted(std::string_view form);

/// What a closed form assumes.
enum class Assumption {
    FreeTransfers,     // T_C is 0
    EvenStages,        // every stage takes the same time
    WholeRounds,       // MBS is a multiple of D, and at least 2D; D is at least 2
    ItsCondition,      // the form's own condition
    PairsTakeTheSum,   // FB = F + B
    WholeActivations,  // nothing is recomputed, and a split backward keeps all activations for W
    UsualGroups,       // no custom `group`
    UsualWarmup,       // no additional warm-up forwards
};

/// A closed form of a schedule, compared with the simulation.
///
/// Units  of the workload; activations of one microbatch on one device
struct ScheduleForm {
    enum class Of { Bubble, TotalTime, Peak };

    Of of = Of::Bubble;     // idle time of the device with the longest span; total time; fullest device
    std::string form;       // "(D-1)(F+B)/v"
    std::string condition;  // "F = I = W"; empty if it always holds
    std::string numbers;    // withNumbers() of the form
    double value = 0, simulated = 0;
    bool agrees = false;
    std::vector<Assumption> broken;  // if it disagrees: the assumptions that do not hold
};

/// The known closed forms of a run's schedule, each with the present numbers.
std::vector<ScheduleForm> closedFormsOf(const Run& run);

/// What the terms of closed forms count: stretches of the device with the longest span, or the forwards whose
/// activations the fullest device keeps at its peak.
///
/// Cost  grows with the ops of one device
std::vector<TimeSpan> workCounted(const Run& run);
std::vector<TimeSpan> bubbleCounted(const Run& run);
std::vector<Row> heldAtPeak(const Run& run);

/// The device with the longest span from its first op to its last; of equal ones the one with the most idle time.
WorkerId longestSpan(const Metrics& metrics);

}  // namespace bubblescope
