#pragma once

#include "engine/core/result.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

enum class LengthUnit { Pixel, Inch, Millimetre, Centimetre, Point };

/// A length on paper or screen, in the unit in which somebody gave it.
///
/// Units  `pixels` are CSS pixels: 96 an inch; a point is 1/72 inch
struct Length {
    double pixels = 0;
    LengthUnit unit = LengthUnit::Pixel;

    constexpr Length(double ofPixels, LengthUnit given = LengthUnit::Pixel) : pixels(ofPixels), unit(given) {}
    constexpr operator double() const { return pixels; }
    /// Whether paper has such lengths.
    constexpr bool isOfPaper() const { return unit != LengthUnit::Pixel; }
    /// In its own unit.
    double number() const;

    friend bool operator==(const Length& a, const Length& b) { return a.pixels == b.pixels && a.unit == b.unit; }
};

struct LengthUnitInfo {
    LengthUnit unit;
    std::string_view id;  // "in"
    double pixels;        // of one
};
std::span<const LengthUnitInfo> lengthUnits();
const LengthUnitInfo& infoOf(LengthUnit unit);

/// A length of so many units.
Length lengthOf(double number, LengthUnit unit);

/// How wide figures are where they are published. The numbers are those of the publishers' own templates and guides.
struct NamedWidth {
    std::string_view id;     // stands for the width
    std::string_view title;  // "ACM, one column"
    Length width;
};
std::span<const NamedWidth> namedWidths();

/// "3.3in", "84mm", "8.4cm", "252pt", "1200px", "1200", or the name of a width.
///
/// Errors  all else, with what is expected
Result<Length> lengthIn(std::string_view text);

/// Reading it gives the same, to a millionth: "3.3in", "1200px".
std::string textOf(const Length& length);

}  // namespace bubblescope
