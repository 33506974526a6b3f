#include "engine/steps/step_time.h"

#include <algorithm>
#include <cctype>

namespace bubblescope {

std::string_view stepTimeSymbol(std::string_view key) {
    struct Symbol {
        std::string_view key, symbol;
    };
    static constexpr Symbol kSymbols[] = {{"layers", "L"},     {"forward", "f"},    {"backward", "b"},
                                          {"all_reduce", "c"}, {"all_gather", "g"}, {"reduce_scatter", "r"},
                                          {"optimizer", "o"},  {"block", "a"},      {"hop", "c"},
                                          {"grad_sync", "s"},  {"all_to_all", "c"}};
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
