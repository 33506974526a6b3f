#pragma once

#include "engine/results/run.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The symbols of closed forms (engine/kinds/kind.h): sizes, and what a microbatch takes on a whole device.
///
/// Units  of the workload
struct FormSymbols {
    double D = 1, MBS = 1, v = 1, N = 1, k = 1;
    double F = 0, B = 0, I = 0, W = 0, FB = 0;
};

/// The value of a closed form; of a condition 1 or 0. The form is one of the registry: another ends the program.
double valueOf(std::string_view form, const FormSymbols& symbols);

/// The form with numbers in place of its symbols: "(4-1)(100+200)/2".
std::string withNumbers(std::string_view form, const FormSymbols& symbols);

/// A form and the condition under which it holds, "1" for one that always does.
struct ConditionedForm {
    std::string_view form, condition;
};
ConditionedForm parted(std::string_view form);

/// What a closed form takes for granted.
enum class Assumption {
    FreeTransfers,     // T_C is 0
    EvenStages,        // every stage takes the same
    WholeRounds,       // MBS is a multiple of D, and at least 2D; D is 2 or more
    ItsCondition,      // what the form itself says
    PairsTakeTheSum,   // FB = F + B
    WholeActivations,  // nothing is recomputed, and a split backward keeps all for its weight half
    UsualGroups,       // no `group` of its own
    UsualWarmup,       // no further forwards first
};

/// A closed form of a schedule beside what was simulated.
///
/// Units  of the workload; activations of one microbatch on one device
struct ScheduleForm {
    enum class Of { Bubble, TotalTime, Peak };

    Of of = Of::Bubble;     // what the device with the longest span idles in it; the total time; the fullest device
    std::string form;       // "(D-1)(F+B)/v"
    std::string condition;  // "F = I = W"; empty where it always holds
    std::string numbers;    // withNumbers() of the form
    double value = 0, simulated = 0;
    bool agrees = false;
    std::vector<Assumption> broken;  // where it does not agree: what it takes for granted that is not so
};

/// The closed forms that are known of a run's schedule, each with the present numbers.
std::vector<ScheduleForm> closedFormsOf(const Run& run);

/// What the terms of closed forms count: stretches of the device with the longest span, or the forwards whose
/// activations the fullest device holds when it holds the most.
///
/// Cost  follows the ops of one device
std::vector<TimeSpan> workCounted(const Run& run);
std::vector<TimeSpan> bubbleCounted(const Run& run);
std::vector<Row> heldAtPeak(const Run& run);

/// The device with the longest span, from its first op to its last, that idles in it longest.
WorkerId longestSpan(const Metrics& metrics);

}  // namespace bubblescope
