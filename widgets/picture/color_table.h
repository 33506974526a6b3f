#pragma once

#include <QRgb>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// At most 256 colours that stand for all that some pixels have. Where there are no more, each stands for itself; where
/// there are, those are taken whose pixels would be farthest off, so that areas of one colour keep theirs.
///
/// Invariants  the same pixels give the same table, in whatever order they are counted
struct ColorTable {
    static constexpr std::size_t kMost = 256;

    void count(std::span<const QRgb> pixels);
    /// Decides; nothing is counted any more.
    void choose();

    const std::vector<QRgb>& colors() const { return m_colors; }
    /// The places in colors() of pixels that were counted.
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
