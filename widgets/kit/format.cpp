#include "widgets/kit/format.h"

#include "engine/core/text.h"
#include "widgets/kit/text.h"

#include <QLocale>

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// `text`, which is the size of `value`, with the sign of the value.
QString withSign(double value, const QString& text) {
    const QChar sign = value < 0 ? QChar(0x2212) : value > 0 ? QChar('+') : QChar(0x00b1);
    return sign + text;
}

/// Times a hundred, with one decimal or as many as the first digit needs.
QString hundredfold(double size) {
    if (size == 0) return QStringLiteral("0");
    constexpr int kMostDecimals = 6;
    int decimals = 1;
    while (decimals < kMostDecimals && size * 100 * std::pow(10.0, decimals) < 0.5) ++decimals;
    return QString::number(size * 100, 'f', decimals);
}

/// At most so many significant digits, without trailing zeros; no exponent below 10^15.
QString digitsOf(double value, int significant) {
    if (std::isnan(value)) return QStringLiteral("–");  // what has none
    if (value == 0) return QStringLiteral("0");
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    if (magnitude >= 15) return QString::number(value, 'g', significant);
    // Rounded by its digits first: 43139 is 43140 with four of them.
    const double rounded = QString::number(value, 'e', significant - 1).toDouble();
    const int decimals = qBound(0, significant - 1 - magnitude, 12);
    QString text = QString::number(rounded, 'f', decimals);
    if (text.contains(QLatin1Char('.'))) {
        while (text.endsWith(QLatin1Char('0'))) text.chop(1);
        if (text.endsWith(QLatin1Char('.'))) text.chop(1);
    }
    return text == QLatin1String("-0") ? QStringLiteral("0") : text;
}

/// "7 min 45 s", "2 h" with nothing of the smaller unit.
QString twoUnits(long long large, const char* largeUnit, long long small, const char* smallUnit) {
    const auto part = [](long long count, const char* unit) {
        return formatCount(count) + QChar(0x202f) + QString::fromUtf8(unit);
    };
    return small == 0 ? part(large, largeUnit) : part(large, largeUnit) + QChar::Nbsp + part(small, smallUnit);
}

}  // namespace

QString toQString(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString formatNumber(double value, int significant) {
    const QString text = digitsOf(value, significant);
    const qsizetype end = text.contains(QLatin1Char('.')) ? text.indexOf(QLatin1Char('.')) : text.size();
    const bool isWhole = std::abs(value) < 1e15 && end - (value < 0) >= 5;
    return isWhole ? formatCount(text.left(end).toLongLong()) + text.mid(end) : text;
}

QString formatExact(double value) { return digitsOf(value, 12); }

QString formatCount(long long count) { return toQString(withThousands(count)); }

QString unitText(std::string_view unit) { return unit == "us" ? QStringLiteral("\u00b5s") : toQString(unit); }

ScaledUnit scaledTime(double largest, const QString& unit) {
    static const std::vector<QString> kUnits = {QStringLiteral("ns"), QStringLiteral("\u00b5s"), QStringLiteral("ms"),
                                                QStringLiteral("s")};
    const double size = std::abs(largest);
    const auto own = std::find(kUnits.begin(), kUnits.end(), unit);
    if (own == kUnits.end() || size == 0 || !std::isfinite(size)) return {1, unit};
    double factor = 1;
    auto at = own;
    for (; at + 1 != kUnits.end() && size * factor >= 9999.5; ++at) factor /= 1000;
    for (; at != kUnits.begin() && factor < kMicroUnits && size * factor < 0.1; --at) factor *= 1000;
    return {factor, *at};
}

QString formatTime(Time time, const QString& unit, int significant) {
    return formatDuration(toUnits(time), unit, significant);
}

QString formatDuration(double time, const QString& unit, int significant) {
    const ScaledUnit scale = scaledTime(time, unit);
    const double value = time * scale.factor;
    if (scale.unit == QLatin1String("s") && std::abs(value) >= 119.5) {
        const long long seconds = std::llround(std::abs(value));
        const QString sign = value < 0 ? QString(QChar(0x2212)) : QString();
        if (seconds < 7200) return sign + twoUnits(seconds / 60, "min", seconds % 60, "s");
        return sign + twoUnits(seconds / 3600, "h", seconds % 3600 / 60, "min");
    }
    const QString number = formatNumber(value, significant);
    return scale.unit.isEmpty() ? number : number + QChar(0x202f) + scale.unit;
}

QString formatMoment(Time time) { return formatExact(toUnits(time)); }

QString formatSpan(Time begin, Time end, const QString& unit) {
    const NumberColumn both = columnOfTimes({toUnits(begin), toUnits(end)}, unit);
    if (both.scale.unit == QLatin1String("s") && std::abs(toUnits(end)) * both.scale.factor >= 9999.5)
        return QStringLiteral("%1 – %2").arg(formatTime(begin, unit), formatTime(end, unit));
    const QString text = QStringLiteral("%1 – %2").arg(both.text(toUnits(begin)), both.text(toUnits(end)));
    return both.scale.unit.isEmpty() ? text : text + QChar(0x202f) + both.scale.unit;
}

QString NumberColumn::text(double value) const {
    if (std::isnan(value)) return QStringLiteral("–");  // what has none
    const QString text = QString::number(value * scale.factor, 'f', decimals);
    const qsizetype end = decimals > 0 ? text.size() - decimals - 1 : text.size();
    if (end - text.startsWith(QLatin1Char('-')) < 5) return text;
    return formatCount(text.left(end).toLongLong()) + text.mid(end);
}

QString NumberColumn::signedText(double value) const { return withSign(value, text(std::abs(value))); }

NumberColumn columnOfTimes(const std::vector<double>& values, const QString& unit) {
    double largest = 0;
    for (const double value : values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    NumberColumn column{scaledTime(largest, unit)};
    const double size = largest * column.scale.factor;
    const int most = size > 0 ? qBound(0, 3 - static_cast<int>(std::floor(std::log10(size))), 6) : 0;
    for (const double value : values) {
        const QString text = digitsOf(QString::number(value * column.scale.factor, 'f', most).toDouble(), 12);
        const qsizetype point = text.indexOf(QLatin1Char('.'));
        if (point >= 0) column.decimals = std::max(column.decimals, static_cast<int>(text.size() - point - 1));
    }
    return column;
}

QString formatPercent(double ratio, int decimals) {
    const QString number = QString::number(ratio * 100, 'f', decimals);
    return (number.toDouble() == 0 ? QString::number(0.0, 'f', decimals) : number) + QLatin1Char('%');
}

QString formatSigned(double value, int significant) {
    return withSign(value, formatNumber(std::abs(value), significant));
}

QString formatSignedDuration(double value, const QString& unit) {
    return withSign(value, formatDuration(std::abs(value), unit));
}

QString formatChange(double ratio) { return withSign(ratio, hundredfold(std::abs(ratio)) + QLatin1Char('%')); }

QString formatPointNumber(double difference) { return withSign(difference, hundredfold(std::abs(difference))); }

QString formatPoints(double difference) { return Text::tr("%1 points").arg(formatPointNumber(difference)); }

QString formatList(QStringList names) {
    if (names.size() < 2) return names.join(QString());
    const QString last = names.takeLast();
    const bool hasCommas = names.join(last).contains(QStringLiteral(", "));  // "FSDP, split" is one name
    const QString between = hasCommas ? QStringLiteral("; ") : QStringLiteral(", ");
    return Text::tr("%1 and %2").arg(names.join(between), last);
}

QStringList formatNumbers(const std::vector<int>& numbers) {
    constexpr qsizetype kMostTold = 4;
    QStringList parts;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        parts += QString::number(numbers[i]);
        if (last == i + 1) parts += QString::number(numbers[last]);
        if (last > i + 1) parts.back() += QChar(0x2013) + QString::number(numbers[last]);
        i = last + 1;
    }
    return parts.size() > kMostTold ? QStringList{parts[0], parts[1], QStringLiteral("…"), parts.back()} : parts;
}

QString formatRanks(const std::vector<int>& ranks) {
    const QStringList told = formatNumbers(ranks);
    if (ranks.size() == 1) return Text::tr("rank %1").arg(told.front());
    const bool isOpen = told.contains(QStringLiteral("…"));
    return Text::tr("ranks %1").arg(isOpen ? told.join(QStringLiteral(", ")) : formatList(told));
}

QString formatOverBound(double overBound) {
    if (overBound <= 0) return Text::tr("optimal here");
    if (overBound < 0.0005) return Text::tr("under 0.1% above lower bound");
    return Text::tr("%1 above lower bound").arg(formatPercent(overBound));
}

QString boundTip() {
    return Text::tr(
        "Lower bound: no order of this work with this placement can be faster. It is the longest compute time of a "
        "device, including the time for the first microbatch to reach it and for the last one to leave the pipeline, "
        "or the time of one microbatch through all stages if that is longer.");
}

QString formatTimeLeft(double seconds) {
    if (!(seconds >= 0.5)) return {};
    const auto rounded = [&](double step) { return QString::number(std::round(seconds / step) * step, 'f', 0); };
    if (seconds < 19.5) return Text::tr("about %1 s left").arg(rounded(1));
    if (seconds < 87.5) return Text::tr("about %1 s left").arg(rounded(5));
    return Text::tr("about %1 min left").arg(qMax(2.0, std::round(seconds / 60)));
}

namespace {

/// The value in the largest unit that leaves at least 1 before the decimal point; each unit is 1000 of the previous
/// one.
QString scaled(double value, std::initializer_list<const char*> units) {
    const char* const* unit = units.begin();
    for (; unit + 1 != units.end() && std::abs(value) >= 1000; ++unit) value /= 1000;
    return formatNumber(value, 4) + QChar(0x202f) + QString::fromUtf8(*unit);
}

}  // namespace

QString formatBytes(double bytes) { return scaled(bytes, {"B", "kB", "MB", "GB", "TB", "PB"}); }

std::optional<double> parseBytes(const QString& text) {
    QString plain = text.simplified();  // thin spaces are plain ones
    if (const auto bytes = bytesIn(plain.toStdString())) return bytes;
    // As the user's locale writes numbers.
    plain.remove(QLocale().groupSeparator()).replace(QLocale().decimalPoint(), QStringLiteral("."));
    return bytesIn(plain.toStdString());
}

QString formatMicroseconds(double microseconds) {
    if (microseconds > 0 && microseconds < 1) return scaled(microseconds * 1000, {"ns"});
    return scaled(microseconds, {"\u00b5s", "ms", "s"});
}

}  // namespace bubblescope
