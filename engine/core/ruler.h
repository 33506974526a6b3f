#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace bubblescope {

/// Round numbers are mantissas times a power of ten. Lists of mantissas are ascending, from 1 to less than 10: two for
/// steps between ticks, one for the ends of axes.
inline constexpr double kRoundSteps[] = {1, 2, 5}, kFineSteps[] = {1, 2, 2.5, 5};
inline constexpr double kRoundEnds[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};

/// The largest power of ten <= `value`, which is > 0; also one that is larger only by a rounding error.
double powerBelow(double value);
/// The smallest round number >= `value`, as the product of mantissa and power; 0 if `value` is not positive and finite.
double roundAbove(double value, std::span<const double> mantissas);
/// The largest round number <= `value`, which is > 0.
double roundBelow(double value, std::span<const double> mantissas);

/// The multiple of `step` nearest to x. For a step from kFineSteps it is the double nearest to its decimal: 0.3,
/// whereas 3 * 0.1 is larger. If there is no step, x itself.
double nearestMultiple(double x, double step);

/// The products n * step in [from, to], and one at each end that is outside only by a rounding error.
std::vector<double> multiples(double step, double from, double to);
/// The round numbers in [from, to], where 0 < from.
std::vector<double> roundNumbers(double from, double to, std::span<const double> mantissas);
/// Every n-th power of ten, beginning with the first one in [from, to], where 0 < from; ends as for multiples.
std::vector<double> powersOfTen(double from, double to, int every);
/// Of 1, 2, 4, ..., 2^30, those in [from, to], on an axis of this length. If they would be less than `room` apart, only
/// every n-th, counted from 1.
std::vector<double> powersOfTwo(double from, double to, double length, double room);

/// The n for which every n-th of so many powers is at least `room` from the next, on an axis of this length.
int everyNth(double powers, double length, double room);

/// Whole numbers in [from, to], both ends included: all of them while there are few, then an equal number per octave,
/// as many as fit: 1 2 .. 8 10 12 14 16 20 ...
std::vector<double> octaves(long long from, long long to, std::size_t most);

}  // namespace bubblescope
