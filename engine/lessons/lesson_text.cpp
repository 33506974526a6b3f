#include "engine/lessons/lesson_text.h"

#include "engine/core/text.h"
#include "engine/formula/formula.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace bubblescope {

namespace {

Error atColumn(std::string_view text, std::size_t column, const std::string& what) {
    return {'"' + shortened(text, 80) + "\", column " + std::to_string(column) + ": " + what, {}};
}

/// Removes ":.1%" from the end of the text in braces. False if the text after the colon is not a format.
bool takeFormat(TextPiece& piece) {
    const std::size_t colon = piece.text.rfind(':');
    // "a ? b : c" has one colon of its own per ?.
    if (std::ranges::count(piece.text, ':') <= std::ranges::count(piece.text, '?')) return true;
    std::string_view format = std::string_view(piece.text).substr(colon + 1);
    if (format.ends_with('%')) {
        piece.isPercent = true;
        piece.decimals = 1;
        format.remove_suffix(1);
    }
    if (!format.empty()) {
        if (format.size() != 2 || format[0] != '.' || format[1] < '0' || format[1] > '6') return false;
        piece.decimals = format[1] - '0';
        piece.isPadded = true;
    } else if (!piece.isPercent) {
        return false;
    }
    piece.text.resize(colon);
    return true;
}

/// The error for a formula whose value is not a finite number.
Error tooLarge(const std::string& formula, double value) {
    return {'"' + shortened(formula, 80) + "\" is " + formulaValueText(value), {}};
}

}  // namespace

Result<std::vector<TextPiece>> textPieces(std::string_view text) {
    std::vector<TextPiece> pieces;
    std::string words;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool isDoubled = at + 1 < text.size() && text[at + 1] == c;
        if (c != '{' && c != '}') {
            words += c;
        } else if (isDoubled) {
            words += c;
            ++at;
        } else if (c == '}') {
            return atColumn(text, at + 1, "this } has no matching {; write }} for a brace");
        } else {
            const std::size_t close = text.find('}', at);
            if (close == text.npos) return atColumn(text, at + 1, "the { is never closed; write {{ for a brace");
            if (!words.empty()) pieces.push_back({.text = std::exchange(words, {})});
            TextPiece piece{
                .text = std::string(text.substr(at + 1, close - at - 1)), .isFormula = true, .column = at + 1};
            if (!takeFormat(piece))
                return atColumn(text, at + 1, "expected %, .1 or .1% after the colon, e.g. {bubble_ratio_1:%}");
            pieces.push_back(std::move(piece));
            at = close;
        }
    }
    if (!words.empty()) pieces.push_back({.text = std::move(words)});
    return pieces;
}

std::string lessonNumber(const TextPiece& piece, double value) {
    char digits[400];
    std::snprintf(digits, sizeof digits, "%.*f", piece.decimals, piece.isPercent ? 100 * value : value);
    std::string text(digits);
    if (!piece.isPadded && text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) text.pop_back();
    }
    if (text.starts_with('-')) text.replace(0, 1, text.find_first_of("123456789") == text.npos ? "" : "\u2212");
    if (piece.isPercent) text += "%";
    return text;
}

Speaker::Speaker(const std::vector<NamedNumber>& numbers, const std::vector<NamedNumber>& constants) {
    for (const auto* all : {&numbers, &constants})
        for (const NamedNumber& number : *all) {
            m_names.push_back(number.name);
            m_values.push_back(number.value);
        }
}

Result<double> Speaker::value(const std::string& formula) const {
    const auto parsed = Formula::parse(formula, m_names);
    if (!parsed) return parsed.error();
    for (const std::size_t name : parsed->uses())
        if (!std::isfinite(m_values[name]))
            return Error{'"' + shortened(formula, 80) + "\": " + std::string(m_names[name]) +
                             " has no single value in this step",
                         {}};
    const double value = parsed->value(m_values);
    if (std::isfinite(value)) return value;
    return tooLarge(formula, value);
}

std::vector<std::string> Speaker::namesIn(const std::string& formula) const {
    std::vector<std::string> names;
    if (const auto parsed = Formula::parse(formula, m_names))
        for (const std::size_t name : parsed->uses()) names.emplace_back(m_names[name]);
    return names;
}

Result<std::string> Speaker::text(const std::string& text) const {
    const auto pieces = textPieces(text);
    if (!pieces) return pieces.error();
    std::string out;
    for (const TextPiece& piece : *pieces) {
        if (!piece.isFormula) {
            out += piece.text;
            continue;
        }
        const auto number = value(piece.text);
        if (!number) return number.error();
        if (const double shown = piece.isPercent ? 100 * *number : *number; !std::isfinite(shown))
            return tooLarge(piece.text, shown);
        out += lessonNumber(piece, *number);
    }
    return out;
}

}  // namespace bubblescope
