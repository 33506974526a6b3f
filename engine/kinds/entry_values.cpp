#include "engine/kinds/entry_values.h"

namespace bubblescope {

double EntryValues::number(std::string_view key) const {
    const auto value = valueNamed(m_entry.values, key);
    const Parameter* const parameter = m_kind.parameter(key);
    const double usual = parameter ? parameter->usual.value_or(0) : 0;
    if (!value) return usual;
    if (const bool* const flag = std::get_if<bool>(&value->held)) return *flag ? 1 : 0;
    if (const int* const whole = std::get_if<int>(&value->held)) return *whole;
    const double* const held = std::get_if<double>(&value->held);
    return held ? *held : usual;
}

bool EntryValues::isChoice(std::string_view key, std::string_view choice) const {
    const Parameter* const parameter = m_kind.parameter(key);
    if (!parameter) return false;
    const auto value = valueNamed(m_entry.values, key);
    const std::string* const held = value ? std::get_if<std::string>(&value->held) : nullptr;
    return (held ? std::string_view(*held) : parameter->choices.front()) == choice;
}

int EntryValues::ranksAlong(std::string_view axis) const {
    const auto mesh = valueNamed(m_entry.values, "mesh");
    const auto* const object = mesh ? std::get_if<ParameterValue::Object>(&mesh->held) : nullptr;
    const auto size = object ? valueNamed(*object, axis) : std::nullopt;
    const int* const held = size ? std::get_if<int>(&size->held) : nullptr;
    return held ? *held : 1;
}

}  // namespace bubblescope
