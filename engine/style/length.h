#pragma once

#include "engine/core/result.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

enum class LengthUnit { Pixel, Inch, Millimetre, Centimetre, Point };

/// A length on paper or on screen, in the unit in which it was given.
///
/// Units  `pixels` are CSS pixels: 96 per inch; a point is 1/72 inch
struct Length {
    double pixels = 0;
    LengthUnit unit = LengthUnit::Pixel;

    constexpr Length(double ofPixels, LengthUnit given = LengthUnit::Pixel) : pixels(ofPixels), unit(given) {}
    constexpr operator double() const { return pixels; }
    constexpr int wholePixels() const { return static_cast<int>(pixels + 0.5); }
    /// Whether the unit is one used on paper.
    constexpr bool isOfPaper() const { return unit != LengthUnit::Pixel; }
    /// In its own unit.
    double number() const;

    friend bool operator==(const Length& a, const Length& b) { return a.pixels == b.pixels && a.unit == b.unit; }
};

struct LengthUnitInfo {
    LengthUnit unit;
    std::string_view id;  // "in"
    double pixels;        // in one unit
};
std::span<const LengthUnitInfo> lengthUnits();
const LengthUnitInfo& infoOf(LengthUnit unit);

/// A length from a number and a unit.
Length lengthOf(double number, LengthUnit unit);

/// Widths of figures in publications. The numbers are those of the publishers' own templates and guides.
struct NamedWidth {
    std::string_view id;     // can be given instead of a width
    std::string_view title;  // "ACM, one column"
    Length width;
};
std::span<const NamedWidth> namedWidths();

/// Reads "3.3in", "84mm", "8.4cm", "252pt", "1200px", "1200", or the name of a width; also 0 if it may be.
///
/// Errors  any other text, with what is expected
Result<Length> lengthIn(std::string_view text, bool mayBeZero = false);

/// The text from which lengthIn() reads the same length, to a millionth: "3.3in", "1200px".
std::string textOf(const Length& length);

}  // namespace bubblescope
