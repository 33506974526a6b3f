#pragma once

namespace bubblescope {

/// How far something that takes long is.
struct Estimate {
    double share = 0;        // of all that it takes, 0..1
    double secondsLeft = 0;  // 0 while nobody knows

    friend bool operator==(const Estimate&, const Estimate&) = default;
};

/// What is to come takes as long as what is done; nobody knows before a fiftieth of it is, or five seconds have passed.
inline Estimate estimateAt(double share, double secondsPassed) {
    const bool isKnown = share > 0 && (share >= 0.02 || secondsPassed >= 5);
    return {share, isKnown ? secondsPassed * (1 - share) / share : 0};
}

}  // namespace bubblescope
