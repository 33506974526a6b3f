#include "engine/core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
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

/// "ring, direct or auto".
std::string listed(std::span<const std::string_view> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

/// A UTF-8 character: its code point and its length in bytes; length 0 if the bytes are not valid.
struct CodePoint {
    char32_t value = 0;
    std::size_t length = 0;
};

CodePoint codePointAt(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || at + length > text.size()) return {};
    char32_t value = first & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0u) != 0x80u) return {};
        value = value << 6 | (byte(i) & 0x3fu);
    }
    constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < kLeast[length] || value > 0x10ffff || isSurrogate) return {};
    return {value, length};
}

/// Characters that end a line, control a terminal, or reverse the reading direction.
bool isUnprintable(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

}  // namespace

std::string shortened(std::string_view text, std::size_t longest) {
    std::string out;
    std::size_t count = 0, lastCharacter = 0;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = codePointAt(text, at);
        const std::size_t length = c.length == 0 ? 1 : c.length;
        if (c.length > 0 && !isUnprintable(c.value)) {
            if (count == longest) {
                out.resize(lastCharacter);
                return out + "…";
            }
            ++count;
            lastCharacter = out.size();
            out += text.substr(at, length);
        }
        at += length;
    }
    return out;
}

std::size_t notUtf8At(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = codePointAt(text, at);
        if (c.length == 0) return at;
        at += c.length;
    }
    return std::string_view::npos;
}

std::string nearestOf(std::string_view name, std::span<const std::string_view> names) {
    return "expected " + listed(names) + "; nearest: \"" + nearestName(name, names) + '"';
}

bool isNear(std::string_view name, std::string_view other) {
    return name.size() <= 2 * other.size() && 3 * editDistance(name, other) <= std::max(name.size(), other.size());
}

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

std::string wholeText(int number) {
    return std::abs(number) < kPastWhole ? std::to_string(number)
           : number < 0                  ? "less than " + withThousands(1 - kPastWhole)
                                         : "more than " + withThousands(kPastWhole - 1);
}

std::string numberText(double number) {
    if (!std::isfinite(number)) return "null";
    // Plain digits where they are short; the library's shortest form of 100000 is 1e+05.
    const bool isOrdinary = number == 0 || (std::abs(number) >= 1e-6 && std::abs(number) < 1e17);
    char digits[64];
    const auto end = isOrdinary ? std::to_chars(std::begin(digits), std::end(digits), number, std::chars_format::fixed)
                                : std::to_chars(std::begin(digits), std::end(digits), number);
    return {digits, end.ptr};
}

std::optional<double> bytesIn(std::string_view text) {
    std::string word;
    for (const char c : text)
        if (c != ' ') word += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    double number = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, code] = std::from_chars(word.data(), end, number);
    if (code != std::errc() || !std::isfinite(number)) return std::nullopt;
    std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    if (unit.ends_with('b')) unit.remove_suffix(1);
    if (unit.empty()) return number;
    const std::size_t prefix = std::string_view("kmgtp").find(unit);
    if (unit.size() != 1 || prefix == std::string_view::npos) return std::nullopt;
    return std::round(number * std::pow(1e3, static_cast<double>(prefix) + 1));
}

std::string csvCell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted(1, '"');
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

}  // namespace bubblescope
