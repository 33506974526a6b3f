#pragma once

namespace bubblescope {

/// How long to search for an order, by purpose.
///
/// Units  seconds of one core
inline constexpr double kUsualEffort = 1;
inline constexpr double kMostEffort = 600;
inline constexpr double kGalleryEffort = 0.03;  // pictures of all kinds should appear at once
inline constexpr double kTrialEffort = 0.02;    // advice and curves run many searches
inline constexpr double kStepEffort = 0.02;     // within a training step, whose ops have no times of their own

}  // namespace bubblescope
