#include "engine/scenario/parameters.h"

#include "engine/core/text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

auto placeOf(std::vector<NamedValue>& values, std::string_view name) {
    return std::lower_bound(values.begin(), values.end(), name,
                            [](const NamedValue& value, std::string_view key) { return value.name < key; });
}

Result<void> checkWhole(int value, const Parameter& parameter) {
    if (value >= parameter.least && value <= parameter.most) return {};
    const auto limit = [](double number) { return withThousands(static_cast<long long>(number)); };
    const std::string is = ", is " + wholeText(value);
    if (parameter.most == Parameter::kNoLimit) return Error{"must be " + limit(parameter.least) + " or more" + is, {}};
    return Error{"must be from " + limit(parameter.least) + " to " + limit(parameter.most) + is, {}};
}

Result<void> checkNumber(double value, const Parameter& parameter) {
    const bool isLarge = parameter.isAboveLeast ? value > parameter.least : value >= parameter.least;
    if (std::isfinite(value) && isLarge && value <= parameter.most) return {};
    if (parameter.most == Parameter::kNoLimit)
        return Error{"must be a finite time, 0 or more, is " + numberText(value), {}};
    return Error{(parameter.isAboveLeast ? "must be greater than " : "must be from ") +
                     withThousands(static_cast<long long>(parameter.least)) +
                     (parameter.isAboveLeast ? " and at most " : " to ") +
                     withThousands(static_cast<long long>(parameter.most)) + ", is " + numberText(value),
                 {}};
}

Result<void> checkList(const ParameterValue::List& list, const Parameter& element) {
    for (std::size_t i = 0; i < list.size(); ++i)
        if (auto ok = checkValue(list[i], element); !ok)
            return Error{ok.error().message, "[" + std::to_string(i) + "]" + ok.error().field};
    return {};
}

Result<void> checkNumbers(const ParameterValue::List& list, const Parameter& parameter) {
    for (std::size_t i = 0; i < list.size(); ++i)
        if (auto ok = checkNumber(std::get<double>(list[i].held), parameter); !ok)
            return Error{ok.error().message, "[" + std::to_string(i) + "]"};
    return {};
}

Result<void> checkObject(const ParameterValue::Object& object, const Parameter& parameter) {
    for (const auto& [name, value] : object) {
        const bool isAnyName = parameter.type == ParameterType::Names;
        const auto part = std::find_if(parameter.parts.begin(), parameter.parts.end(),
                                       [&](const Parameter& known) { return isAnyName || known.key == name; });
        if (part == parameter.parts.end()) continue;
        if (auto ok = checkValue(value, *part); !ok) return Error{ok.error().message, "." + name + ok.error().field};
    }
    return {};
}

}  // namespace

std::string Parameter::wordText() const {
    std::string text(word.empty() ? key : word);
    if (word.empty()) std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

bool operator==(const ParameterValue& a, const ParameterValue& b) { return a.held == b.held; }

std::optional<ParameterValue> valueNamed(const std::vector<NamedValue>& values, std::string_view name) {
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const NamedValue& value) { return value.name == name; });
    return found == values.end() ? std::nullopt : std::optional(found->value);
}

void removeNamed(std::vector<NamedValue>& values, std::string_view name) {
    std::erase_if(values, [&](const NamedValue& one) { return one.name == name; });
}

void setNamed(std::vector<NamedValue>& values, std::string_view name, ParameterValue value) {
    const auto at = placeOf(values, name);
    if (at != values.end() && at->name == name)
        at->value = std::move(value);
    else
        values.insert(at, {std::string(name), std::move(value)});
}

Result<void> checkValue(const ParameterValue& value, const Parameter& parameter) {
    switch (parameter.type) {
        case ParameterType::Whole: return checkWhole(std::get<int>(value.held), parameter);
        case ParameterType::Number: return checkNumber(std::get<double>(value.held), parameter);
        case ParameterType::Numbers:
            if (const auto* number = std::get_if<double>(&value.held)) return checkNumber(*number, parameter);
            return checkNumbers(std::get<ParameterValue::List>(value.held), parameter);
        case ParameterType::List: return checkList(std::get<ParameterValue::List>(value.held), parameter.parts.front());
        case ParameterType::Object:
        case ParameterType::Names: return checkObject(std::get<ParameterValue::Object>(value.held), parameter);
        default: return {};  // the reader accepts only valid values of the other types
    }
}

}  // namespace bubblescope
