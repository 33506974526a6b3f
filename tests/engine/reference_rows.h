#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

namespace bubblescope::test {

/// The rows of a file in tests/data/reference.
inline nlohmann::json referenceRows(const char* name) {
    std::ifstream file(std::string(SOURCE_DIR) + "/tests/data/reference/" + name);
    nlohmann::json all = nlohmann::json::parse(file);
    return all.is_object() ? all.at("rows") : all;
}

/// A number, which may be in quotes and may be a fraction: "429/4".
inline double numberOf(const nlohmann::json& value) {
    if (value.is_number()) return value.get<double>();
    const std::string text = value;
    const auto slash = text.find('/');
    const double over = std::stod(text.substr(0, slash));
    return slash == std::string::npos ? over : over / std::stod(text.substr(slash + 1));
}

}  // namespace bubblescope::test
