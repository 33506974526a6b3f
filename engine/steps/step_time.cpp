#include "engine/steps/step_time.h"

#include <algorithm>
#include <cctype>

namespace bubblescope {

std::string_view stepTimeSymbol(std::string_view key) {
    struct Symbol {
        std::string_view key, symbol;
    };
    static constexpr Symbol kSymbols[] = {{"layers", "L"},       {"forward", "T_f"},    {"backward", "T_b"},
                                          {"all_reduce", "T_c"}, {"all_gather", "T_g"}, {"reduce_scatter", "T_r"},
                                          {"optimizer", "T_o"},  {"block", "T_a"},      {"hop", "T_c"},
                                          {"grad_sync", "T_s"},  {"all_to_all", "T_c"}};
    for (const Symbol& one : kSymbols)
        if (one.key == key) return one.symbol;
    return {};
}

bool isCountOfLayers(std::string_view key) { return key.starts_with("layers"); }

std::string titleOfStepTime(std::string_view key) {
    if (key.starts_with("mlp")) return "MLP" + titleOfStepTime(key.substr(3));
    constexpr std::string_view kHyphened[] = {"all_reduce", "all_gather", "reduce_scatter", "all_to_all"};
    if (key.size() > 2 && key[key.size() - 2] == '_')  // of a matrix
        return titleOfStepTime(key.substr(0, key.size() - 2)) + ' ' + static_cast<char>(std::toupper(key.back()));
    std::string title(key);
    const char between = std::find(std::begin(kHyphened), std::end(kHyphened), key) == std::end(kHyphened) ? ' ' : '-';
    std::replace(title.begin(), title.end(), '_', between);
    return title;
}

}  // namespace bubblescope
