#include "engine/style/length.h"

#include "engine/core/text.h"

#include <charconv>
#include <cmath>
#include <vector>

namespace bubblescope {

std::span<const LengthUnitInfo> lengthUnits() {
    static constexpr LengthUnitInfo kUnits[] = {{LengthUnit::Pixel, "px", 1},
                                                {LengthUnit::Inch, "in", 96},
                                                {LengthUnit::Millimetre, "mm", 96 / 25.4},
                                                {LengthUnit::Centimetre, "cm", 96 / 2.54},
                                                {LengthUnit::Point, "pt", 96.0 / 72}};
    return kUnits;
}

const LengthUnitInfo& infoOf(LengthUnit unit) { return lengthUnits()[static_cast<std::size_t>(unit)]; }

Length lengthOf(double number, LengthUnit unit) { return {number * infoOf(unit).pixels, unit}; }

double Length::number() const {
    constexpr double kFinest = 1e6;
    return std::round(pixels / infoOf(unit).pixels * kFinest) / kFinest;
}

std::span<const NamedWidth> namedWidths() {
    static const NamedWidth kWidths[] = {
        {"acm-column", "ACM, one column", lengthOf(3.333, LengthUnit::Inch)},
        {"acm-text", "ACM, both columns", lengthOf(7, LengthUnit::Inch)},
        {"ieee-column", "IEEE, one column", lengthOf(3.5, LengthUnit::Inch)},
        {"ieee-text", "IEEE, both columns", lengthOf(7.16, LengthUnit::Inch)},
        {"icml-column", "ICML and MLSys, one column", lengthOf(3.25, LengthUnit::Inch)},
        {"icml-text", "ICML and MLSys, both columns", lengthOf(6.75, LengthUnit::Inch)},
        {"usenix-column", "USENIX, one column", lengthOf(3.333, LengthUnit::Inch)},
        {"usenix-text", "USENIX, both columns", lengthOf(7, LengthUnit::Inch)},
        {"neurips", "NeurIPS and ICLR", lengthOf(5.5, LengthUnit::Inch)},
        {"lncs", "Springer LNCS", lengthOf(122, LengthUnit::Millimetre)},
        {"a4", "A4 with 20 mm margins", lengthOf(170, LengthUnit::Millimetre)},
        {"slide", "slide, 16:9", lengthOf(1280, LengthUnit::Pixel)},
    };
    return kWidths;
}

Result<Length> lengthIn(std::string_view text, bool mayBeZero) {
    for (const NamedWidth& known : namedWidths())
        if (known.id == text) return known.width;
    double number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    if (code == std::errc() && std::isfinite(number) && (number > 0 || (mayBeZero && number == 0)))
        for (const LengthUnitInfo& known : lengthUnits())
            if (known.id == unit || (unit.empty() && known.unit == LengthUnit::Pixel))
                return lengthOf(number, known.unit);
    std::vector<std::string_view> names;
    for (const NamedWidth& known : namedWidths()) names.push_back(known.id);
    const bool isName = code == std::errc::invalid_argument && !text.empty() && text.front() != '-';
    return Error{"must be a length such as 3.3in, 84mm, 252pt or 1200, or the name of a width such as " +
                     (isName ? nearestName(text, names) : "acm-column") + ", is \"" + shortened(text) + '"',
                 {}};
}

std::string textOf(const Length& length) { return numberText(length.number()) + std::string(infoOf(length.unit).id); }

}  // namespace bubblescope
