#pragma once

namespace bubblescope {

/// How far something that takes long is.
struct Estimate {
    double share = 0;        // of all that it takes, 0..1
    double secondsLeft = 0;  // 0 while nobody knows

    friend bool operator==(const Estimate&, const Estimate&) = default;
};

/// What is to come takes as long as what is done.
inline Estimate estimateAt(double share, double secondsPassed) {
    return {share, share > 0 ? secondsPassed * (1 - share) / share : 0};
}

}  // namespace bubblescope
