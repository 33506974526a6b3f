#pragma once

#include "engine/results/verdict.h"

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bubblescope {

/// The quantities of runs, followed by those that only workers have.
enum class Quantity {
#define QUANTITY(name, ...) name,
#define WORKER_QUANTITY(name, ...)
#include "engine/results/quantities.def"
#undef QUANTITY
#undef WORKER_QUANTITY
#define QUANTITY(name, ...)
#define WORKER_QUANTITY(name, ...) name,
#include "engine/results/quantities.def"
#undef QUANTITY
#undef WORKER_QUANTITY
};

/// The number of quantities that runs have.
inline constexpr std::size_t kRunQuantities = 0
#define QUANTITY(name, ...) +1
#define WORKER_QUANTITY(name, ...)
#include "engine/results/quantities.def"
#undef QUANTITY
#undef WORKER_QUANTITY
    ;

enum class QuantityUnit { Duration, Ratio, Activations, Count, OpsPerTime };
enum class Better { Neither, Lower, Higher };

/// Where a quantity is offered.
enum Offered : unsigned {
    kInResult = 1,       // of a run in `simulate --json`
    kInWorkers = 2,      // of a worker in `simulate --json`
    kInRow = 4,          // rows of `sweep`
    kInTable = 8,        // the table of schedules
    kInExperiment = 16,  // `metrics` of an experiment, and its form
    kInWalk = 32,        // the walk of a placement scheme
    kIsBubble = 64,      // the definitions of the bubble; the first is the default
    kInChart = 128,      // bars and live curves; bubbles come first
};

/// A measured value: times in micro-units and counts are whole, others are not; nothing if a run does not have it, as
/// schedules have no latency.
using QuantityValue = std::variant<std::monostate, std::int64_t, double>;

/// Which runs have a quantity. Pipelines: schedules, schemes, and steps that run a schedule. Schedules: the same
/// without steps.
enum class QuantityOf { All, Pipelines, Schedules, Steps };

/// The names of a quantity in files, tables and charts, and how to read it from a finished run.
///
/// Invariants  an id never changes, and names one quantity of a run
struct QuantityInfo {
    Quantity quantity;
    std::string_view id;            // in files and output
    std::string_view title;         // "bubble, of total"
    std::string_view sort{};        // what distinguishes it among several of a kind: "of total"
    std::string_view heading{};     // of a column
    std::string_view formula{};     // "1 − work / (D · T_tot)"
    std::string_view tip{};         // short
    std::string_view definition{};  // in full
    QuantityUnit unit;
    Better better = Better::Neither;
    unsigned offered = 0;
    QuantityOf of = QuantityOf::All;
    QuantityValue (*ofRun)(const Run& run) = nullptr;  // null: only workers have it
    QuantityValue (*ofWorker)(const Run& run, std::size_t worker) = nullptr;
};

/// All quantities, in the order of quantities.def.
std::span<const QuantityInfo> quantities();
const QuantityInfo& infoOf(Quantity quantity);
/// The quantities offered in a view.
std::vector<Quantity> quantitiesIn(Offered view);
/// The index of a quantity in quantitiesIn(view); it must be there.
std::size_t placeIn(Offered view, Quantity quantity);
/// The quantity of a view with this id, if any.
std::optional<Quantity> findQuantity(std::string_view id, Offered view);

/// Whether runs of an entry may have it.
bool mayHave(const ScheduleEntry& entry, const QuantityInfo& info);

/// The value as the user sees it: times in the user's unit. NaN for none.
double numberOf(const QuantityValue& value, QuantityUnit unit);
/// A run's value of a quantity, as the user sees it; NaN for none.
double valueOf(Quantity quantity, const Run& run);

/// A measured run at one point of a study; or why there is none.
///
/// Units  as numberOf()
struct StudyPoint {
    std::array<double, kRunQuantities> values = noValues();  // by Quantity; NaN if the run does not have it
    std::string refusal;                                     // not empty: nothing ran, and there are no values
    bool isTooLarge = false;  // too many ops for a curve, although the schedule itself may run
    // The worker that keeps most, if that exceeds the memory limit; for a model's step the rank that keeps most, if
    // that exceeds its device's memory.
    std::optional<std::uint32_t> overLimit;
    Work work;

    double& of(Quantity quantity) { return values[static_cast<std::size_t>(quantity)]; }
    double of(Quantity quantity) const { return values[static_cast<std::size_t>(quantity)]; }
    /// Whether it can be the best of several: it ran and is within its memory limit.
    bool canWin() const { return refusal.empty() && !overLimit; }
    friend bool operator==(const StudyPoint& a, const StudyPoint& b);

private:
    static constexpr std::array<double, kRunQuantities> noValues() {
        std::array<double, kRunQuantities> values{};
        values.fill(std::numeric_limits<double>::quiet_NaN());
        return values;
    }
};

StudyPoint pointOf(const Run& run);
StudyPoint refusedPoint(std::string why);

}  // namespace bubblescope
