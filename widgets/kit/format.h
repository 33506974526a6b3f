#pragma once

#include "engine/core/time.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A text of the engine, which is in UTF-8.
QString toQString(std::string_view text);

/// The one way numbers are written for people: at most `significant` digits, no trailing zeros, no
/// exponent below 10^15. "3364", "0.25", "1240.5".
QString formatNumber(double value, int significant = 7);

/// A count: "12,345".
QString formatCount(long long count);

/// A unit of time for display: "us" becomes "µs".
QString unitText(std::string_view unit);

/// A time with the scenario's unit: "3364 ms"; the number alone where the unit is empty.
QString formatTime(Time time, const QString& unit, int significant = 7);

/// A point in time beside others, without the unit: three decimals, or more where that makes fewer than seven
/// digits. What integer time rounds away (33.333333) is noise to a reader; half a unit after hours is not.
QString formatMoment(Time time);

/// "28.7 %" with a thin space; `decimals` as given.
QString formatPercent(double ratio, int decimals = 1);

/// A difference, always with a sign: "−124", "+0.5", "±0".
QString formatSigned(double value, int significant = 7);

/// A relative change: "−3.4%"; a small one has as many decimals as it needs.
QString formatChange(double ratio);

/// A difference of two ratios in percentage points: "−2.1 points", and only the number.
QString formatPoints(double difference);
QString formatPointNumber(double difference);

/// "GPipe", "GPipe and 1F1B", "GPipe, 1F1B and ZB-H1"; names with commas "DDP; FSDP, one lane and FSDP, split".
QString formatList(QStringList names);

/// Ascending numbers, with runs of three or more as ranges: "0", "1", "3", or "0–2", "4–7". If that makes more than
/// four parts, the first two, "…" and the last.
QStringList formatNumbers(const std::vector<int>& numbers);
/// "rank 2", "ranks 0, 1 and 3", "ranks 0–62".
QString formatRanks(const std::vector<int>& ranks);

/// The distance from the lower bound: "optimal here", "1.2% above lower bound".
QString formatOverBound(double overBound);
/// What the lower bound is, as a tooltip.
QString boundTip();

/// The time left, rounded to what can be estimated: "about 12 s left", "about 3 min left"; empty if it is too short to
/// be read.
QString formatTimeLeft(double seconds);

/// "1.75 GB", "512 kB": with a decimal prefix and at most four digits.
QString formatBytes(double bytes);

/// Parses a number of bytes such as "1.5 GB", "64 kB" or "1e6"; nothing for any other text.
std::optional<double> parseBytes(const QString& text);

/// Microseconds in the unit that leaves 1 to 999 before the decimal point: "35.11 ms".
QString formatMicroseconds(double microseconds);

}  // namespace bubblescope
