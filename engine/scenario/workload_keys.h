#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

struct Workload;

/// What values a workload key takes; of numbers also the least and the most.
enum class WorkloadValue {
    Whole,   // a whole number
    Number,  // a ratio, or a number of 0 or more
    Times,   // PerDevice: a time, or one for each device
    Links,   // Comm: a time, or one for each pair of devices
    Stage,   // StageTimes: what a stage's forwards and backwards take beside the rest
    Choice   // one of some words
};

/// A key of the workload: all that files, checks, formulas, sliders and documents have to know of it. A line of
/// workload_keys.def.
///
/// Invariants  `key` is forever; of keys that take a stage's times or words `get` and `set` are null
struct WorkloadKey {
    static constexpr double kNoLimit = std::numeric_limits<double>::max();

    /// What its slider covers before more is typed.
    struct Slider {
        int place = 0;  // among the sliders, from 1; 0: it has none
        double least = 0, most = 1;
        double step = 0;
        bool isLogarithmic = false;
        double usual = 0;     // what a double-click goes back to
        bool isRare = false;  // folded away until asked for
    };

    std::string_view key;              // in files: "forward"
    std::string_view symbol = {};      // in formulas: "T_F"; empty if they have no word for it
    std::string_view mark = {};        // before the word, where that is not the symbol
    std::string_view word = {};        // beside its slider: "forward"
    std::string_view name = {};        // as undo calls it: "forward time"
    std::string_view meaning = {};     // a sentence for documents
    std::string_view definition = {};  // a sentence or two for tooltips
    double least = 0, most = kNoLimit;
    bool shapesOrder = false;  // whether the order of a schedule's ops depends on it
    Slider slider = {};
    std::span<const std::string_view> choices = {};
    /// Nothing where the workload holds a list or a matrix. `weight` follows from `weight_fraction` where it is unset,
    /// and `forward_backward` from both.
    std::optional<double> (*get)(const Workload& workload) = nullptr;
    void (*set)(Workload& workload, double value) = nullptr;
    WorkloadValue value = WorkloadValue::Number;  // follows from the type of the member

    bool isWhole() const { return value == WorkloadValue::Whole; }
    bool isTime() const { return value == WorkloadValue::Times || value == WorkloadValue::Links; }
};

/// All keys, in the order of workload_keys.def.
std::span<const WorkloadKey> workloadKeys();
/// Those that are numbers: what axes vary and formulas give.
std::span<const WorkloadKey> numberKeys();
/// The one of numberKeys() with this name, or null.
const WorkloadKey* findNumberKey(std::string_view key);

/// "\"microbatch\" or \"chunk\"": words to choose from, for people.
std::string choicesText(std::span<const std::string_view> choices);

/// Whether schedules of one kind on both workloads have the same order of ops, by the keys that shape it.
bool haveSameShape(const Workload& a, const Workload& b);

}  // namespace bubblescope
