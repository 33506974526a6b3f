#pragma once

#include <chrono>
#include <cstdio>

namespace bubblescope::bench {

/// Tells on the standard output, on the clock that all processes share, when something happened: "window 123456".
inline void tell(const char* what) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    std::printf("%s %lld\n", what,
                static_cast<long long>(std::chrono::duration_cast<std::chrono::microseconds>(now).count()));
}

}  // namespace bubblescope::bench
