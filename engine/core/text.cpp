#include "engine/core/text.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace bubblescope {

namespace {

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string nearestName(std::string_view name, std::span<const std::string_view> names) {
    constexpr std::size_t kLongestCompared = 64;  // a hostile name may be megabytes long
    name = name.substr(0, kLongestCompared);
    const auto nearest = std::min_element(names.begin(), names.end(), [&](std::string_view a, std::string_view b) {
        return editDistance(name, a) < editDistance(name, b);
    });
    return nearest == names.end() ? std::string() : std::string(*nearest);
}

std::string withThousands(long long number) {
    const std::string digits = std::to_string(number < 0 ? -number : number);
    std::string text = number < 0 ? "-" : "";
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

}  // namespace bubblescope
