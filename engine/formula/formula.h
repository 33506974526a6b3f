#pragma once

#include "engine/core/result.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

inline constexpr std::size_t kMaxFormulaLength = 1000;
inline constexpr std::size_t kMaxFormulaDepth = 64;

/// A formula over named numbers, which the caller provides: `2*D`, `v > 1 ? 400/D : 400`, `batch mod workers`.
///
/// The language is that of muParser with its functions (min, max, sqrt, log2, ...) and constants _pi and _e, and two
/// more operators that bind like `*`: `a div b` is the floor of a/b, and `a mod b` is never negative. Conditions are 1
/// and 0, combined by && || ?:. There are no assignments and no strings, and a comma only separates the arguments of a
/// function.
///
/// Errors  one sentence with the formula and the column, counted from 1. Typed text is checked character by character,
///         with limits on its length and nesting, before muParser sees it; nothing in a formula can run for long
/// Cost    parsing takes microseconds; a value about 10 ns per operator
/// Thread  one at a time: evaluating uses the formula's own scratch memory
class Formula {
public:
    /// Parses `text`, which may use each of `symbols`; these have passed checkSymbol().
    static Result<Formula> parse(std::string_view text, std::span<const std::string_view> symbols);

    Formula(Formula&&) noexcept;
    Formula& operator=(Formula&&) noexcept;
    ~Formula();

    /// The symbols that occur, as ascending indexes into those given to parse().
    const std::vector<std::size_t>& uses() const;

    /// The value if symbol i is `values[i]`. May be infinite or not a number.
    double value(std::span<const double> values) const;

private:
    struct Parsed;
    explicit Formula(std::unique_ptr<Parsed> parsed);
    std::unique_ptr<Parsed> m_parsed;
};

/// Refuses a name that cannot be a symbol: it must have only letters, digits and _, not begin with a digit, have at
/// most 32 characters, and have no other meaning in a formula.
Result<void> checkSymbol(std::string_view name);

/// `value` in the terms of formulas, for a message: "infinite", "not a number", or the number itself.
std::string formulaValueText(double value);

}  // namespace bubblescope
