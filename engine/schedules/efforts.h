#pragma once

namespace bubblescope {

/// How long an order is sought, by what it is sought for.
///
/// Units  seconds of one core
inline constexpr double kUsualEffort = 1;
inline constexpr double kMostEffort = 600;
inline constexpr double kGalleryEffort = 0.03;  // pictures of all kinds are to be there at once
inline constexpr double kTrialEffort = 0.02;    // advice and curves run many
inline constexpr double kStepEffort = 0.02;     // within a training step, where ops have no times of their own

}  // namespace bubblescope
