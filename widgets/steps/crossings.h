#pragma once

#include "engine/study/study.h"

#include <QString>

namespace bubblescope {

/// Where along a study of total times another schedule becomes the fastest.
///
/// Units       x that of the study's values; between two of them by straight lines, as step times are in each of their
///             times but for kinks
struct FastestChange {
    std::size_t from = 0, to = 0;  // schedules
    double x = 0;

    friend bool operator==(const FastestChange&, const FastestChange&) = default;
};

/// In the order of x. A tie is no change: while the former is among the fastest, it stays.
std::vector<FastestChange> fastestChanges(const Study& study);

/// "From about 26 on FSDP is faster than DDP."
QString crossingText(const Study& study);

}  // namespace bubblescope
