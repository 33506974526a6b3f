#include "widgets/picture/color_table.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

std::uint64_t squared(int difference) { return static_cast<std::uint64_t>(difference * difference); }

/// The distance between two colours; eyes distinguish greens best.
std::uint64_t apart(QRgb a, QRgb b) {
    return 2 * squared(qRed(a) - qRed(b)) + 4 * squared(qGreen(a) - qGreen(b)) + 3 * squared(qBlue(a) - qBlue(b));
}

struct Counted {
    QRgb color = 0;
    std::uint64_t count = 0;
    std::uint64_t off = std::numeric_limits<std::uint32_t>::max();  // distance from the nearest chosen colour
    unsigned char place = 0;
};

}  // namespace

void ColorTable::count(std::span<const QRgb> pixels) {
    for (std::size_t i = 0; i < pixels.size();) {
        std::size_t end = i + 1;
        while (end < pixels.size() && pixels[end] == pixels[i]) ++end;
        m_seen[pixels[i]].count += end - i;
        i = end;
    }
}

void ColorTable::choose() {
    std::vector<Counted> all;
    for (const auto& [color, seen] : m_seen) all.push_back({color, seen.count});
    std::sort(all.begin(), all.end(), [](const Counted& a, const Counted& b) {
        return a.count != b.count ? a.count > b.count : a.color < b.color;
    });
    const std::size_t size = std::min(kMost, all.size());
    while (m_colors.size() < size) {
        const auto next = std::max_element(all.begin(), all.end(), [](const Counted& a, const Counted& b) {
            return a.off * a.count < b.off * b.count;
        });
        const QRgb chosen = next->color;
        for (Counted& one : all)
            if (const std::uint64_t off = apart(one.color, chosen); off < one.off) {
                one.off = off;
                one.place = static_cast<unsigned char>(m_colors.size());
            }
        m_colors.push_back(chosen);
    }
    for (const Counted& one : all) m_seen[one.color].place = one.place;
}

void ColorTable::placesOf(std::span<const QRgb> pixels, unsigned char* places) const {
    for (std::size_t i = 0; i < pixels.size(); ++i)
        places[i] = i > 0 && pixels[i] == pixels[i - 1] ? places[i - 1] : m_seen.at(pixels[i]).place;
}

}  // namespace bubblescope
