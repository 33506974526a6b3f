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

/// What a run can be measured by, and behind that what only its workers can.
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

/// How many of them a run has.
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
    kInWorkers = 2,      // of a worker there
    kInRow = 4,          // rows of `sweep`
    kInTable = 8,        // the table of schedules
    kInExperiment = 16,  // `metrics` of an experiment, and its form
    kInWalk = 32,        // the walk of a placement scheme
    kIsBubble = 64,      // the definitions of the bubble; the first is the usual one
};

/// A measured value: times in micro-units and counts are whole, others are not; nothing where a run has none, as
/// schedules have no latency.
using QuantityValue = std::variant<std::monostate, std::int64_t, double>;

/// Which runs have a quantity: with Pipelines schedules, schemes, and steps that run a schedule; with Schedules no
/// steps.
enum class QuantityOf { All, Pipelines, Schedules, Steps };

/// A quantity as files, tables and charts call it, and how it is read from a finished run.
///
/// Invariants  an id is forever; one names one quantity of a run
struct QuantityInfo {
    Quantity quantity;
    std::string_view id;            // in files and output
    std::string_view title;         // "bubble, of total"
    std::string_view sort{};        // of several of a kind, what sets it apart: "of total"
    std::string_view heading{};     // of a column
    std::string_view formula{};     // "1 − work / (D · T_tot)"
    std::string_view tip{};         // in a few words
    std::string_view definition{};  // for who asks
    QuantityUnit unit;
    Better better = Better::Neither;
    unsigned offered = 0;
    QuantityOf of = QuantityOf::All;
    QuantityValue (*ofRun)(const Run& run) = nullptr;  // null: of workers alone
    QuantityValue (*ofWorker)(const Run& run, std::size_t worker) = nullptr;
};

/// All of them, in the order of quantities.def.
std::span<const QuantityInfo> quantities();
const QuantityInfo& infoOf(Quantity quantity);
/// Those that are offered in a view.
std::vector<Quantity> quantitiesIn(Offered view);
/// Which of those a quantity is, from 0; it must be one of them.
std::size_t placeIn(Offered view, Quantity quantity);
/// The one of a view with this id, if any.
std::optional<Quantity> findQuantity(std::string_view id, Offered view);

/// Whether runs of an entry may have it.
bool mayHave(const ScheduleEntry& entry, const QuantityInfo& info);

/// The value as people know it: times in the user's unit. NaN for none.
double numberOf(const QuantityValue& value, QuantityUnit unit);
/// What a run has of a quantity, as people know it; NaN for none.
double valueOf(Quantity quantity, const Run& run);

/// A run at one point of a study, measured; or why there is none.
///
/// Units  as numberOf()
struct StudyPoint {
    std::array<double, kRunQuantities> values = noValues();  // by Quantity; NaN where the run has none
    std::string refusal;                                     // not empty: nothing ran, and there are no values
    bool isTooLarge = false;  // refused for more ops than a curve may have: the schedule itself may well run
    // The worker that holds most, where that is more than the memory limit; of a model's step the rank that keeps most,
    // where that is more than its device has.
    std::optional<std::uint32_t> overLimit;
    Work work;

    double& of(Quantity quantity) { return values[static_cast<std::size_t>(quantity)]; }
    double of(Quantity quantity) const { return values[static_cast<std::size_t>(quantity)]; }
    /// Whether it can be the best of several: it ran, and keeps within its memory limit.
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
