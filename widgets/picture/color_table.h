#pragma once

#include <QRgb>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// At most 256 colours that represent all counted pixels. If the pixels have no more colours than that, each colour is
/// kept; otherwise the colours whose pixels would be farthest off are chosen, so that areas of one colour keep theirs.
///
/// Invariants  the same pixels give the same table, whatever the order in which they are counted
struct ColorTable {
    static constexpr std::size_t kMost = 256;

    void count(std::span<const QRgb> pixels);
    /// Chooses the colours. Nothing may be counted afterwards.
    void choose();

    const std::vector<QRgb>& colors() const { return m_colors; }
    /// The index in colors() for each of the counted pixels.
    void placesOf(std::span<const QRgb> pixels, unsigned char* places) const;

private:
    struct Seen {
        std::uint64_t count = 0;
        unsigned char place = 0;
    };
    std::unordered_map<QRgb, Seen> m_seen;
    std::vector<QRgb> m_colors;
};

}  // namespace bubblescope
