#pragma once

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

namespace bubblescope {

using Clock = std::chrono::steady_clock;

inline double seconds(Clock::duration span) { return std::chrono::duration<double>(span).count(); }

/// The least time of several copies of `bytes`: what the machine at hand needs to touch that much memory.
inline double copySeconds(std::size_t bytes) {
    const std::vector<char> from(bytes, 1);
    std::vector<char> to(bytes);
    double least = 1e9;
    for (int i = 0; i < 20; ++i) {
        const auto begin = Clock::now();
        std::memcpy(to.data(), from.data(), bytes);
        // The compiler must not see that nobody reads the copy.
        asm volatile("" : : "r"(to.data()) : "memory");
        least = std::min(least, seconds(Clock::now() - begin));
    }
    return least;
}

}  // namespace bubblescope
