#include "engine/study/value_list.h"

#include "engine/core/text.h"
#include "engine/study/experiment.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kMost = static_cast<double>(kMaxExperimentPoints);
/// Tolerance for the rounding of the number of steps.
constexpr double kSlack = 1e-9;
/// Shorter ranges are as easy to read as single values.
constexpr std::size_t kShortestRange = 6;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// A sum or product of short decimals without binary rounding errors.
double decimal(double value, double size) {
    constexpr int kDigits = 14;
    char digits[64];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), value, std::chars_format::general, kDigits);
    double rounded = value;
    std::from_chars(digits, end.ptr, rounded);
    return std::abs(rounded) < size * 1e-13 ? 0 : rounded;
}

/// first, first + step, ... or first, first * factor, ...
struct Range {
    double first, last;
    double by;
    bool isFactor;

    double count() const {
        if (first == last) return 1;
        const double steps = isFactor ? std::abs(std::log(last / first)) / std::log(by) : std::abs(last - first) / by;
        return std::floor(steps + kSlack) + 1;
    }
    double value(std::size_t i) const {
        const auto n = static_cast<double>(i);
        const bool isUp = isFactor ? std::abs(last) > std::abs(first) : last > first;
        if (i == 0) return first;
        if (isFactor) return decimal(isUp ? first * std::pow(by, n) : first / std::pow(by, n), 0);
        return decimal(isUp ? first + n * by : first - n * by, std::max({std::abs(first), std::abs(last), by}));
    }
};

/// Reads the list from left to right.
class Reader {
public:
    explicit Reader(std::string_view text) : m_shown(text), m_text(text) {
        // Padded, so that columns do not shift.
        const auto rewrite = [&](std::string_view from, std::string_view to) {
            for (std::size_t at = m_text.find(from); at != std::string::npos; at = m_text.find(from, at + 1))
                m_text.replace(at, from.size(), std::string(from.size() - to.size(), ' ') + std::string(to));
        };
        rewrite("\u00d7", "x");
        rewrite("\u2212", "-");
        rewrite("\u2026", "..");
        rewrite("...", "..");
        rewrite("\u00a0", " ");
        rewrite("\u202f", " ");
        if (m_text.find(';') == std::string::npos) return;
        for (std::size_t i = 1; i + 1 < m_text.size(); ++i)
            if (m_text[i] == ',' && isDigit(m_text[i - 1]) && isDigit(m_text[i + 1])) m_text[i] = '.';
    }

    Result<std::vector<double>> read() {
        skipSpaces();
        if (m_at == m_text.size()) return at(0, "needs at least one value, e.g. 1, 2, 4");
        while (m_at < m_text.size()) {
            if (auto ok = part(); !ok) return ok.error();
            const bool isApart = m_at == m_text.size() || isSpace(m_text[m_at]);
            skipSpaces();
            if (!isApart && m_text[m_at] != ',' && m_text[m_at] != ';')
                return at(m_at, "expected a comma, or .. for a range");
            if (m_at < m_text.size() && (m_text[m_at] == ',' || m_text[m_at] == ';')) ++m_at;
            skipSpaces();
        }
        return std::move(m_values);
    }

private:
    Result<void> part() {
        const std::size_t begin = m_at;
        const auto first = number();
        if (!first) return first.error();
        if (!takes("..")) return add({*first, *first, 1, false}, begin);
        skipSpaces();
        const auto last = number();
        if (!last) return last.error();
        const std::size_t end = m_at;
        const bool isFactor = takes("x") || takes("X") || takes("*");
        if (!isFactor && !takes("step")) {
            skipSpaces();
            if (m_at < m_text.size() && isLetter(m_text[m_at]))
                return at(m_at, "expected step or x after a range, e.g. 0..16 step 2 or 2..32 x2");
            m_at = end;
            return add({*first, *last, 1, false}, begin);
        }
        skipSpaces();
        const std::size_t byAt = m_at;
        const auto by = number();
        if (!by) return by.error();
        if (!isFactor && *by <= 0) return at(byAt, "the step must be above 0; for a falling range, write e.g. 8..1");
        if (isFactor && *by <= 1)
            return at(byAt, "the factor must be above 1; for a falling range, write e.g. 32..2 x2");
        if (isFactor && *first * *last <= 0) return at(begin, "a factor needs ends of the same sign, other than 0");
        return add({*first, *last, *by, isFactor}, begin);
    }

    Result<double> number() {
        const std::size_t begin = m_at;
        if (m_at < m_text.size() && m_text[m_at] == '+') ++m_at;
        double value = 0;
        if (m_at + 1 < m_text.size() && m_text[m_at] == '0' && isDigit(m_text[m_at + 1]))
            return at(begin, "a number cannot begin with 0; write thousands without a comma");
        // from_chars would read "2." of "2..32".
        const std::size_t end = std::min(m_text.find("..", m_at), m_text.size());
        const auto [stop, code] = std::from_chars(m_text.data() + m_at, m_text.data() + end, value);
        if (code == std::errc::result_out_of_range) return at(begin, "the number is too large or too small");
        const bool isNumber = code == std::errc() && std::isfinite(value);
        m_at = begin;
        if (!isNumber) return at(begin, m_at == m_text.size() ? "expected a number at the end" : "expected a number");
        m_at = static_cast<std::size_t>(stop - m_text.data());
        return value + 0.0;
    }

    Result<void> add(const Range& range, std::size_t begin) {
        const double count = range.count();
        if (!(static_cast<double>(m_values.size()) + count <= kMost)) {
            const std::string shown = count < 9e15 ? withThousands(static_cast<long long>(count)) : "too many";
            return at(begin, "this makes " + shown + " values, the limit is " + withThousands(kMaxExperimentPoints));
        }
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) m_values.push_back(range.value(i));
        return {};
    }

    /// Skips spaces and then `sign`, if it comes next.
    bool takes(std::string_view sign) {
        std::size_t next = m_at;
        while (next < m_text.size() && isSpace(m_text[next])) ++next;
        if (!std::string_view(m_text).substr(next).starts_with(sign)) return false;
        m_at = next + sign.size();
        return true;
    }

    void skipSpaces() {
        while (m_at < m_text.size() && isSpace(m_text[m_at])) ++m_at;
    }

    Error at(std::size_t where, const std::string& what) const {
        constexpr std::size_t kLongestShown = 80;
        return {'"' + shortened(m_shown, kLongestShown) + "\", column " + std::to_string(where + 1) + ": " + what, {}};
    }

    std::string_view m_shown;
    std::string m_text;
    std::size_t m_at = 0;
    std::vector<double> m_values;
};

/// The longest range with which `values` begin; its count is 0 if none is worth writing.
std::size_t rangeAtBegin(std::span<const double> values, bool isFactor, Range& range) {
    if (values.size() < kShortestRange) return 0;
    const double a = values[0], b = values[1];
    if (a == b || (isFactor && a * b <= 0)) return 0;
    const double by = isFactor ? std::max(a / b, b / a) : std::abs(b - a);
    range = {a, b, decimal(by, 0), isFactor};
    if (isFactor && range.by <= 1) return 0;
    std::size_t count = 2;
    while (count < values.size() && values[count] == range.value(count)) ++count;
    if (values[1] != range.value(1)) return 0;
    range.last = values[count - 1];
    return count >= kShortestRange && range.count() == static_cast<double>(count) ? count : 0;
}

}  // namespace

Result<std::vector<double>> parseValueList(std::string_view text) { return Reader(text).read(); }

std::string valueListText(std::span<const double> values, std::size_t longest) {
    constexpr std::string_view kSeparator = ", ", kCut = "\u2026";
    std::string text;
    std::size_t fits = 0;  // length of the text up to which the cut still fits
    for (std::size_t i = 0; i < values.size();) {
        if (i > 0) text += kSeparator;
        Range range{}, other{};
        std::size_t count = rangeAtBegin(values.subspan(i), false, range);
        if (const std::size_t factors = rangeAtBegin(values.subspan(i), true, other); factors > count)
            range = other, count = factors;
        text += numberText(values[i]);
        if (count > 0) {
            text += ".." + numberText(range.last);
            if (range.isFactor)
                text += " x" + numberText(range.by);
            else if (range.by != 1)
                text += " step " + numberText(range.by);
        }
        i += std::max<std::size_t>(count, 1);
        if (text.size() > longest) {
            text.resize(fits);
            return text.append(fits > 0 ? kSeparator : "").append(kCut);
        }
        if (longest - text.size() >= kSeparator.size() + kCut.size()) fits = text.size();
    }
    return text;
}

}  // namespace bubblescope
