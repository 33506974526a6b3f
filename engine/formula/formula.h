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

/// A formula over named numbers, which the caller gives: `2*D`, `v > 1 ? 400/D : 400`, `batch mod workers`.
///
/// muParser's, with its functions (min, max, sqrt, log2, ...), its _pi and _e, and two more operators that bind like
/// `*`: `a div b` is the floor of a/b, `a mod b` is never negative. Conditions are 1 and 0, combined by && || ?:.
/// Nothing can be assigned, a comma stands between the arguments of a function only, and there are no strings.
///
/// Errors  one sentence with the formula and the column, counted from 1. What a person typed is checked character by
///         character, with its length and nesting, before muParser sees it; there is nothing that could run long.
/// Cost    parsing takes microseconds; a value some 10 ns an operator
/// Thread  one at a time: evaluating uses the formula's own scratch memory
class Formula {
public:
    /// Reads `text`, in which each of `symbols` may stand; they have passed checkSymbol().
    static Result<Formula> parse(std::string_view text, std::span<const std::string_view> symbols);

    Formula(Formula&&) noexcept;
    Formula& operator=(Formula&&) noexcept;
    ~Formula();

    /// The symbols that occur, as indexes into those given to parse(), ascending.
    const std::vector<std::size_t>& uses() const;

    /// The value where symbol i is `values[i]`. May be infinite or not a number.
    double value(std::span<const double> values) const;

private:
    struct Parsed;
    explicit Formula(std::unique_ptr<Parsed> parsed);
    std::unique_ptr<Parsed> m_parsed;
};

/// Refuses a name that cannot be a symbol: it must be letters, digits and _, not begin with a digit, have at most 32
/// characters, and mean nothing else in a formula.
Result<void> checkSymbol(std::string_view name);

/// `value` in a formula's own terms for a message: "infinite", "not a number", or the number itself.
std::string formulaValueText(double value);

}  // namespace bubblescope
