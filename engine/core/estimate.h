#pragma once

namespace bubblescope {

/// How far a long computation has come.
struct Estimate {
    double share = 0;        // of all the work, 0..1
    double secondsLeft = 0;  // 0 while unknown

    friend bool operator==(const Estimate&, const Estimate&) = default;
};

/// Assumes that the rest runs as fast as what is done. Unknown until 2% is done or five seconds have passed.
inline Estimate estimateAt(double share, double secondsPassed) {
    const bool isKnown = share > 0 && (share >= 0.02 || secondsPassed >= 5);
    return {share, isKnown ? secondsPassed * (1 - share) / share : 0};
}

}  // namespace bubblescope
