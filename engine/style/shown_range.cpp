#include "engine/style/shown_range.h"

#include "engine/core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::string_view kDots = "..";

std::string_view stripped(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

Error notARange(std::string_view text) {
    return {"must be FROM..TO, such as 0..30, ..30 or 0%..50%, not \"" + shortened(text) + '"', {}};
}

/// A number, or a percentage as a share; nothing if the text is neither.
std::optional<double> endIn(std::string_view text) {
    const bool isPercentage = !text.empty() && text.back() == '%';
    if (isPercentage) text = stripped(text.substr(0, text.size() - 1));
    double number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
    return isPercentage ? number / 100 : number;
}

Result<ShownRange> shownRangeIn(std::string_view text) {
    ShownRange range;
    if (text.empty()) return range;
    const std::size_t dots = text.find(kDots);
    if (dots == std::string_view::npos) return notARange(text);
    const std::string_view from = stripped(text.substr(0, dots)), to = stripped(text.substr(dots + kDots.size()));
    if (!from.empty() && !(range.from = endIn(from))) return notARange(text);
    if (!to.empty() && !(range.to = endIn(to))) return notARange(text);
    if (!range.from && !range.to) return notARange(text);
    if (range.from && range.to && *range.from >= *range.to)
        return Error{"must end above its start, is \"" + shortened(text) + '"', {}};
    return range;
}

}  // namespace

Result<ShownRanges> shownRangesIn(std::string_view text) {
    ShownRanges ranges;
    if (stripped(text).empty()) return ranges;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        auto range = shownRangeIn(stripped(text.substr(begin, end - begin)));
        if (!range) return range.error();
        ranges.push_back(*range);
        begin = end + 1;
    }
    return ranges;
}

std::string textOf(const ShownRanges& ranges) {
    std::string text;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto& [from, to] = ranges[i];
        if (i > 0) text += "; ";
        if (!from && !to) continue;
        text += (from ? numberText(*from) : "") + std::string(kDots) + (to ? numberText(*to) : "");
    }
    return text;
}

}  // namespace bubblescope
