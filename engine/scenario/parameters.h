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

/// The value that an entry gives to a parameter of its kind: a flag, a number, a text, a list, or values by name.
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

/// What values a parameter accepts.
enum class ParameterType {
    Whole,    // int
    Number,   // double
    Flag,     // bool
    Text,     // std::string
    Choice,   // one of its choices, as std::string
    List,     // of elements as described by parts[0]
    Numbers,  // one double for all, or a list with one for each
    Object,   // the keys are those of `parts`
    Names,    // any names, each with a value as described by parts[0]
    Order     // a schedule of the registry: its id, or an object with its "kind" and its parameters
};

/// A parameter of a kind of entry: everything that files, `--set`, forms and documents need to know about it. To give a
/// kind another parameter, add a line to its `parameters`.
///
/// Units       a Number without a largest value is in the user's time unit; others have none
/// Invariants  `key` never changes, and differs from all workload keys of entries that have the parameter
struct Parameter {
    static constexpr double kNoLimit = std::numeric_limits<double>::max();

    std::string_view key;
    ParameterType type = ParameterType::Whole;
    std::string_view meaning = {};              // a sentence for documents and tooltips
    double least = -kNoLimit, most = kNoLimit;  // of numbers; `most` of a List and of Names is the number of elements
    /// The value if the key is left out. A Choice then has its first choice, an Object what its parts say, others
    /// nothing.
    std::optional<double> usual = {};
    std::string_view usualText = {};
    std::span<const std::string_view> choices = {};  // for a Text, the choices that forms offer
    std::span<const Parameter> parts = {};
    std::string_view needed = {};   // why it cannot be left out; empty if it can
    std::string_view without = {};  // for a Choice, what applies if it is left out: "times 1 and 2"
    bool shapesOrder = true;        // whether the order of ops depends on it
};

/// The value with this name, or nothing.
std::optional<ParameterValue> valueNamed(const std::vector<NamedValue>& values, std::string_view name);
/// Inserts or replaces a value; the others are ascending by name.
void setNamed(std::vector<NamedValue>& values, std::string_view name, ParameterValue value);
void removeNamed(std::vector<NamedValue>& values, std::string_view name);

/// Refuses a value beyond the limits of its parameter.
///
/// Errors  `field` is what follows the key: "", "[2]" or ".pp"
Result<void> checkValue(const ParameterValue& value, const Parameter& parameter);

}  // namespace bubblescope
