#pragma once

#include "engine/core/result.h"

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bubblescope {

struct NamedValue;
struct ScheduleEntry;

/// What an entry gives a parameter of its kind: a flag, a number, a text, a list, or values by name.
struct ParameterValue {
    using List = std::vector<ParameterValue>;
    using Object = std::vector<NamedValue>;  // ascending by name
    std::variant<bool, int, double, std::string, List, Object> held;

    friend bool operator==(const ParameterValue& a, const ParameterValue& b);
};

struct NamedValue {
    std::string name;
    ParameterValue value;

    friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

/// What a parameter takes.
enum class ParameterType {
    Whole,    // int
    Number,   // double
    Flag,     // bool
    Text,     // std::string
    Choice,   // one of its choices, as std::string
    List,     // of what `parts` has in its first line
    Numbers,  // double for all, or a list of them, one each
    Object,   // of `parts`, each by its key
    Names,    // of any names, each with what `parts` has in its first line
    Order     // a schedule of the registry: its id, or an object of its "kind" and its parameters
};

/// A parameter of a kind of entry: all that files, `--set`, forms and documents have to know of it. To give a kind
/// another one, add a line to its `parameters`.
///
/// Units       of a Number without a largest value the user's time; else none
/// Invariants  `key` is forever, and unlike all workload keys of entries that have it
struct Parameter {
    static constexpr double kNoLimit = std::numeric_limits<double>::max();

    std::string_view key;
    ParameterType type = ParameterType::Whole;
    std::string_view meaning = {};              // a sentence for documents and tooltips
    double least = -kNoLimit, most = kNoLimit;  // of numbers; of a List and of Names most is how many
    /// What holds if it is left out; of a Choice the first, of an Object what its parts say, else nothing.
    std::optional<double> usual = {};
    std::string_view usualText = {};
    std::span<const std::string_view> choices = {};  // of a Text those that forms offer
    std::span<const Parameter> parts = {};
    std::string_view needed = {};   // why it cannot be left out; empty if it can
    std::string_view without = {};  // of a Choice, what holds if it is left out: "times 1 and 2"
    bool shapesOrder = true;        // whether the order of ops depends on it
    /// Where a kind keeps it in a typed member; null: among the values of the entry.
    std::optional<ParameterValue> (*get)(const ScheduleEntry& entry, const Parameter& parameter) = nullptr;
    void (*set)(ScheduleEntry& entry, const Parameter& parameter, ParameterValue value) = nullptr;
};

/// The value with this name, or nothing.
std::optional<ParameterValue> valueNamed(const std::vector<NamedValue>& values, std::string_view name);
/// In its place among others, which are ascending by name.
void setNamed(std::vector<NamedValue>& values, std::string_view name, ParameterValue value);

/// What an entry gives a parameter, or nothing.
std::optional<ParameterValue> valueOf(const ScheduleEntry& entry, const Parameter& parameter);
/// The entry gives a parameter another value.
void setValue(ScheduleEntry& entry, const Parameter& parameter, ParameterValue value);

/// Refuses a value past the limits of its parameter.
///
/// Errors  placed at what follows the key: "", "[2]" or ".pp"
Result<void> checkValue(const ParameterValue& value, const Parameter& parameter);

}  // namespace bubblescope
