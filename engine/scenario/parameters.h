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
class EntryValues;

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
    Links,    // one double for all, or one for each pair of devices
    Object,   // the keys are those of `parts`
    Names,    // any names, each with a value as described by parts[0]
    Order,    // a schedule of the registry: its id, or an object with its "kind" and its parameters
    // Only in documents, as members that have types of their own.
    Formula,  // a formula in quotes, or a number
    Entry,    // an entry of any family
    Series    // a list of entries, or an object that varies one: its keys are those of `parts`, the last is the entry's
};

/// The range and steps of a number's slider; larger values can be typed.
struct ParameterSlider {
    int place = 0;  // position among the sliders of its list, from 1; 0: no slider
    double least = 0, most = 1;
    double step = 0;
    bool isLogarithmic = false;
    double usual = 0;     // the value that a double-click restores
    bool isRare = false;  // hidden until the person asks for more
};

/// Whether a parameter has an effect, given the other values of its entry.
struct ParameterUse {
    bool isThere = true;         // false: another parameter replaces it, or the entry lacks its axis
    std::string_view idle = {};  // why it has no effect, as a sentence; empty if it has one
};

/// A parameter of a kind of entry, of the workload, a model, a cluster, a style or a document: everything that files,
/// checks, `--set`, forms and documents need to know about it. To give a kind another parameter, add a line to its
/// `parameters`.
///
/// Units       a Number without a largest value is in the user's time unit; others have none
/// Invariants  `key` never changes, and differs from all workload keys of entries that have the parameter
struct Parameter {
    static constexpr double kNoLimit = std::numeric_limits<double>::max();

    std::string_view key;  // in files: "forward"
    ParameterType type = ParameterType::Whole;
    std::string_view symbol = {};               // in formulas: "T_F"; empty if formulas do not use it
    std::string_view mark = {};                 // before the word in forms, if it is not the symbol; may be empty
    std::string_view word = {};                 // beside its control; empty: the key with spaces
    std::string_view name = {};                 // in undo texts: "forward time"; empty: the word
    std::string_view meaning = {};              // a phrase for documents
    std::string_view definition = {};           // a sentence or two for tooltips; empty: the meaning
    double least = -kNoLimit, most = kNoLimit;  // of numbers; `most` of a List and of Names is the number of elements
    bool isAboveLeast = false;                  // of a Number: `least` itself is refused
    /// The value if the key is left out. A Choice then has its first choice, an Object what its parts say, others
    /// nothing.
    std::optional<double> usual = {};
    std::string_view usualText = {};
    std::span<const std::string_view> choices = {};      // for a Text, the choices that forms offer
    std::span<const std::string_view> choiceWords = {};  // one each, for forms; empty: as files spell them
    std::span<const Parameter> parts = {};
    std::string_view needed = {};   // why it cannot be left out; empty if it can
    std::string_view without = {};  // for a Choice, what applies if it is left out: "times 1 and 2"
    bool shapesOrder = true;        // whether the order of ops depends on it
    std::string_view example = {};  // in an empty field
    std::string_view unit = {};     // after a number in forms; "bytes": written as "1 GB"
    ParameterSlider slider = {};
    ParameterUse (*use)(const EntryValues& entry) = nullptr;  // null: it always has an effect

    bool isWhole() const { return type == ParameterType::Whole; }
    /// Whether it is a time, or a list or a matrix of times.
    bool isTime() const { return type == ParameterType::Numbers || type == ParameterType::Links; }
    /// What is beside its control: the word, or the key with spaces.
    std::string wordText() const;
};

/// A number of things, 1 or more, with a logarithmic slider to 64, whose double-click restores the usual number, or
/// `usual` if there is none.
constexpr Parameter countParameter(Parameter parameter, int place = 1, double usual = 4) {
    parameter.least = 1;
    usual = parameter.usual.value_or(usual);
    parameter.slider = {.place = place, .least = 1, .most = 64, .isLogarithmic = true, .usual = usual};
    return parameter;
}

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
