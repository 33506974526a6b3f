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

/// A number in text: at most `significant` digits, no trailing zeros, thousands apart from 10,000 on. "3364", "0.25",
/// "43,140".
QString formatNumber(double value, int significant = 4);

/// A number as someone typed it, in fields and in tooltips: all of its digits and nothing between them, so that it can
/// be typed again. "0.1", "43139.42".
QString formatExact(double value);

/// A count: "12,345".
QString formatCount(long long count);

/// A unit of time for display: "us" becomes "µs".
QString unitText(std::string_view unit);

/// A unit in which numbers have few digits: a number of the original unit, times `factor`, is one of `unit`.
struct ScaledUnit {
    double factor = 1;
    QString unit;

    friend bool operator==(const ScaledUnit&, const ScaledUnit&) = default;
};

/// The unit for times of which `largest` is the largest: of ns, µs, ms and s the one that leaves 0.1 to 10,000 before
/// it. Units that are none of these are not scaled.
ScaledUnit scaledTime(double largest, const QString& unit);

/// A time in text: at most `significant` digits in a scaled unit: "3364 ms", "43.14 s", "7 min 45 s"; the number alone
/// where the unit is empty.
QString formatTime(Time time, const QString& unit, int significant = 4);

/// A point in time with all of its digits and without the unit, for tooltips.
QString formatMoment(Time time);

/// The same of a time in its unit.
QString formatDuration(double value, const QString& unit, int significant = 4);

/// From when to when, in one unit: "404 – 820 ms".
QString formatSpan(Time begin, Time end, const QString& unit);

/// The numbers of a column or an axis: one unit and as many decimals in all, at most four digits in the largest.
struct NumberColumn {
    ScaledUnit scale;
    int decimals = 0;

    QString text(double value) const;
    /// With its sign, as differences have it.
    QString signedText(double value) const;
};
NumberColumn columnOfTimes(const std::vector<double>& values, const QString& unit);

/// "28.7%"; `decimals` as given.
QString formatPercent(double ratio, int decimals = 1);

/// A difference, always with a sign: "−124", "+0.5", "±0".
QString formatSigned(double value, int significant = 4);
/// The same of a time in its unit: "−1.2 ms".
QString formatSignedDuration(double value, const QString& unit);

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
