#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

struct Workload;

/// What values a workload key accepts.
enum class WorkloadValue {
    Whole,   // a whole number
    Number,  // a ratio, or a number of 0 or more
    Times,   // PerDevice: a time, or one per device
    Links,   // Comm: a time, or one for each pair of devices
    Stage,   // StageTimes: extra times of a stage's forwards and backwards
    Choice   // one of several words
};

/// A key of the workload: everything that files, checks, formulas, sliders and documents need to know about it. Each is
/// a line of workload_keys.def.
///
/// Invariants  `key` never changes; `get` and `set` are null for keys whose values are stage times or words
struct WorkloadKey {
    static constexpr double kNoLimit = std::numeric_limits<double>::max();

    /// The range and steps of its slider; larger values can be typed.
    struct Slider {
        int place = 0;  // position among the sliders, from 1; 0: no slider
        double least = 0, most = 1;
        double step = 0;
        bool isLogarithmic = false;
        double usual = 0;     // the value that a double-click restores
        bool isRare = false;  // hidden until the person asks for more
    };

    std::string_view key;              // in files: "forward"
    std::string_view symbol = {};      // in formulas: "T_F"; empty if formulas do not use it
    std::string_view mark = {};        // before the word in forms, if it is not the symbol; may be empty
    std::string_view word = {};        // beside its slider: "forward"
    std::string_view name = {};        // in undo texts: "forward time"
    std::string_view meaning = {};     // a phrase for documents
    std::string_view definition = {};  // a sentence or two for tooltips
    double least = 0, most = kNoLimit;
    bool shapesOrder = false;  // whether the order of a schedule's ops depends on it
    Slider slider = {};
    std::span<const std::string_view> choices = {};
    /// Nothing where the workload has a list or a matrix. An unset `weight` follows from `weight_fraction`, and an
    /// unset `forward_backward` from the times of both.
    std::optional<double> (*get)(const Workload& workload) = nullptr;
    void (*set)(Workload& workload, double value) = nullptr;
    WorkloadValue value = WorkloadValue::Number;  // follows from the type of the member

    bool isWhole() const { return value == WorkloadValue::Whole; }
    bool isTime() const { return value == WorkloadValue::Times || value == WorkloadValue::Links; }
};

/// All keys, in the order of workload_keys.def.
std::span<const WorkloadKey> workloadKeys();
/// The keys that are numbers: axes can vary them and formulas can use them.
std::span<const WorkloadKey> numberKeys();
/// The key of numberKeys() with this name, or null.
const WorkloadKey* findNumberKey(std::string_view key);

/// "\"microbatch\" or \"chunk\"": the possible words, for messages.
std::string choicesText(std::span<const std::string_view> choices);

/// Whether schedules of one kind have the same order of ops on both workloads, judged by the keys that shape the order.
bool haveSameShape(const Workload& a, const Workload& b);

}  // namespace bubblescope
