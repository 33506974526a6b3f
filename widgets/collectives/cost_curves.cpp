#include "widgets/collectives/cost_curves.h"

#include "engine/core/ruler.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/op_palette.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

namespace bubblescope {

namespace {

bool isOverRanks(const CostCurves& cost) { return cost.axis == CostAxis::Ranks; }
bool isMap(const CostCurves& cost) { return cost.axis == CostAxis::Map; }

bool isCompared(const CostCurves& cost, const Algorithm& algorithm) {
    const auto& ids = cost.setup.algorithms;
    return std::find(ids.begin(), ids.end(), algorithm.id) != ids.end();
}

QColor colorOf(const CostCurves& cost, const Algorithm& algorithm, const Theme& theme) {
    constexpr double kShareOfGround = 0.6;
    const QColor color = algorithmColor(theme, algorithm);
    return isMap(cost) || isCompared(cost, algorithm) ? color : mixed(color, theme.window, kShareOfGround);
}

const std::vector<CostLine>& linesAt(const CostCurves& cost, const CurvesSpot& spot) {
    return isOverRanks(cost) ? cost.winners[spot.x].lines
           : isMap(cost)     ? cost.winners[spot.row].lines
                             : cost.verdict.lines;
}

double bytesAt(const CostCurves& cost, std::size_t value) {
    return isOverRanks(cost) ? cost.setup.bytes : cost.values[value];
}

/// The time of an algorithm at a place, if it has one.
std::optional<double> timeAt(const CostCurves& cost, const Algorithm& algorithm, const CurvesSpot& spot) {
    const auto& lines = linesAt(cost, spot);
    const auto line =
        std::find_if(lines.begin(), lines.end(), [&](const CostLine& each) { return each.algorithm == &algorithm; });
    return line == lines.end() ? std::nullopt : std::optional(line->of(bytesAt(cost, spot.x)));
}

std::size_t rowOf(const CostCurves& cost, int ranks) {
    const auto at = std::find_if(cost.winners.begin(), cost.winners.end(),
                                 [&](const RankWinner& winner) { return winner.ranks >= ranks; });
    return static_cast<std::size_t>(std::min<std::ptrdiff_t>(at - cost.winners.begin(), std::ssize(cost.winners) - 1));
}

double nearestOf(const std::vector<double>& values, double x) {
    return *std::min_element(values.begin(), values.end(),
                             [&](double a, double b) { return std::abs(std::log(a / x)) < std::abs(std::log(b / x)); });
}

CurvesMarker markerOf(const CostCurves& cost, const Theme& theme) {
    CurvesMarker marker{.at = isOverRanks(cost) ? cost.setup.ranks
                                                : std::clamp(cost.setup.bytes, cost.bytes.from, cost.bytes.to)};
    marker.snapped = [values = cost.values](double x) { return nearestOf(values, x); };
    marker.stepped = [values = cost.values, ofRanks = isOverRanks(cost)](double x, MarkerStep step) {
        if (ofRanks && step == MarkerStep::Back) return std::max(1.0, x - 1);
        if (ofRanks && step == MarkerStep::Forth) return std::min<double>(kMaxRanks, x + 1);
        if (!ofRanks && step == MarkerStep::PageBack) return nearestOf(values, x / 10);
        if (!ofRanks && step == MarkerStep::PageForth) return nearestOf(values, x * 10);
        return nextOf(values, x, step);
    };
    if (isMap(cost)) {
        marker.row = rowOf(cost, cost.setup.ranks);
        marker.dots.push_back({theme.text, static_cast<double>(*marker.row) + 0.5});
        return marker;
    }
    for (const CostLine& line : cost.verdict.lines)
        if (isCompared(cost, *line.algorithm))
            marker.dots.push_back({colorOf(cost, *line.algorithm, theme), line.of(cost.setup.bytes)});
    return marker;
}

CurvesPart partOf(const CostCurves& cost, const Algorithm& algorithm, double from, double to, const Theme& theme) {
    return {from, to, colorOf(cost, algorithm, theme), toQString(algorithm.id)};
}

std::vector<CurvesPart> stripOf(const CostCurves& cost, const CurveAxis& axis, const Theme& theme) {
    std::vector<CurvesPart> parts;
    if (!isOverRanks(cost)) {
        for (const BestPart& part : cost.verdict.parts)
            parts.push_back(partOf(cost, *cost.verdict.lines[part.line].algorithm, part.from, part.to, theme));
        return parts;
    }
    // From halfway to the previous number to halfway to the next.
    const auto& winners = cost.winners;
    for (std::size_t i = 0; i < winners.size(); ++i) {
        const auto halfWay = [&](std::size_t a, std::size_t b) {
            return std::sqrt(static_cast<double>(winners[a].ranks) * winners[b].ranks);
        };
        const double from = i == 0 ? axis.from : halfWay(i - 1, i);
        const double to = i + 1 == winners.size() ? axis.to : halfWay(i, i + 1);
        const CurvesPart part = partOf(cost, winners[i].algorithm(), from, to, theme);
        if (!parts.empty() && parts.back().name == part.name)
            parts.back().to = to;
        else
            parts.push_back(part);
    }
    return parts;
}

std::vector<CurvesPart> mapOf(const CostCurves& cost, const Theme& theme) {
    std::vector<CurvesPart> parts;
    for (std::size_t row = 0; row < cost.winners.size(); ++row)
        for (const BestPart& part : bestParts(cost.winners[row].lines, cost.bytes.from, cost.bytes.to)) {
            parts.push_back(partOf(cost, *cost.winners[row].lines[part.line].algorithm, part.from, part.to, theme));
            parts.back().row = row;
        }
    return parts;
}

/// Names of the compared algorithms, and one entry with the number of others; of a map, the algorithms on it.
std::vector<CurvesKey> keysOf(const CostCurves& cost, const CurvesModel& model, const std::vector<CurvesPart>& map) {
    const Theme& theme = model.theme();
    std::vector<CurvesKey> keys;
    QStringList others;
    for (const CurveSeries& series : model.series) {
        const bool isOnMap =
            std::any_of(map.begin(), map.end(), [&](const CurvesPart& part) { return part.name == series.name; });
        if (isMap(cost) ? isOnMap : !series.isQuiet)
            keys.push_back({isMap(cost) ? Stroke{series.look.color, 8} : series.look.stroke(), series.name});
        else if (!isMap(cost))
            others += series.name;
    }
    if (!others.isEmpty())
        keys.push_back({Stroke{mixed(theme.mutedText, theme.window, 0.4), 1.2},
                        others.size() == 1 ? others.front() : Text::tr("%1 others").arg(others.size())});
    return keys;
}

std::vector<CurveTick> ticksOf(const CostCurves& cost, const CurveAxis& axis, double width) {
    constexpr double kRanksRoom = 30, kBytesRoom = 58;
    std::vector<CurveTick> ticks;
    if (isOverRanks(cost))
        for (const double ranks : powersOfTwo(axis.from, axis.to, width, kRanksRoom))
            ticks.push_back({ranks, QString::number(ranks)});
    else
        for (const double bytes :
             powersOfTen(axis.from, axis.to, everyNth(std::log10(axis.to / axis.from), width, kBytesRoom)))
            ticks.push_back({bytes, formatBytes(bytes)});
    return ticks;
}

CurvesScale scaleOf(const CostCurves& cost) {
    CurvesScale scale{.words =
                          [isOfRanks = isMap(cost)](double) {
                              return AxisWords{isOfRanks ? Text::tr("ranks") : QString(),
                                               [](double value, double) { return formatMicroseconds(value); }};
                          },
                      .isLog = true};
    if (isMap(cost))
        for (const RankWinner& winner : cost.winners) scale.rows.push_back(QString::number(winner.ranks));
    return scale;
}

ModelPanel panelOf(const CostCurves& cost, const CurvesModel& model) {
    const auto all = algorithmsOf(cost.setup.collective);
    ModelPanel panel;
    panel.strip = stripOf(cost, model.axis, model.theme());
    if (isMap(cost)) panel.map = mapOf(cost, model.theme());
    panel.keys = keysOf(cost, model, panel.map);
    for (std::size_t i = 0; i < all.size() && !isMap(cost); ++i) {
        ModelCurve curve{.series = i};
        for (std::size_t value = 0; value < cost.values.size(); ++value) {
            const double time = timeAt(cost, all[i], {.x = value}).value_or(0);
            curve.points.x.push_back(cost.values[value]);
            curve.points.y.push_back(time > 0 ? time : qQNaN());
        }
        panel.curves.push_back(std::move(curve));
    }
    for (std::size_t i = 1; i < cost.verdict.parts.size() && cost.axis == CostAxis::Bytes; ++i) {
        const BestPart& part = cost.verdict.parts[i];
        const double time = cost.verdict.lines[part.line].of(part.from);
        if (time > 0) panel.crossings.push_back({part.from, time});
    }
    return panel;
}

}  // namespace

CostCurves CostCurves::of(const CollectiveSetup& setup, CostAxis axis) {
    CostCurves cost{.setup = setup, .axis = axis, .bytes = bytesRange(setup)};
    cost.verdict = verdictOf(setup, cost.bytes.from, cost.bytes.to);
    cost.winners = winnersOverRanks(setup);
    if (axis == CostAxis::Ranks)
        for (const RankWinner& winner : cost.winners) cost.values.push_back(winner.ranks);
    else
        for (const double stop : roundNumbers(cost.bytes.from, cost.bytes.to, kRoundEnds))
            if (cost.values.empty() || std::round(stop) > cost.values.back()) cost.values.push_back(std::round(stop));
    return cost;
}

CurvesModel modelOf(const CostCurves& of, ThemeId theme) {
    constexpr double kAround = 1.2;  // the first and the last number of ranks
    const auto shown = std::make_shared<const CostCurves>(of);
    const CostCurves& cost = *shown;
    CurvesModel model{.themeId = theme};
    model.frame = compactFrame(16, 50, 16);
    model.values = cost.values;
    model.axis = {true, cost.bytes.from, cost.bytes.to, ascendingOrder(cost.values)};
    if (isOverRanks(cost)) {
        model.axis.from = cost.values.front() / kAround;
        model.axis.to = cost.values.back() * kAround;
    }
    for (const Algorithm& algorithm : algorithmsOf(cost.setup.collective)) {
        const bool isQuiet = !isMap(cost) && !isCompared(cost, algorithm);
        model.series.push_back({.name = toQString(algorithm.id),
                                .look = {.color = colorOf(cost, algorithm, model.theme()), .size = 6},
                                .marksPoints = isOverRanks(cost) && !isQuiet,
                                .isQuiet = isQuiet,
                                .linksGaps = true});
    }
    model.xTicks = [shown](const CurveAxis& axis, double width) { return ticksOf(*shown, axis, width); };
    model.scales.push_back(scaleOf(cost));
    model.panels.push_back(panelOf(cost, model));
    model.marker = markerOf(cost, model.theme());
    const bool isFree = std::all_of(cost.verdict.lines.begin(), cost.verdict.lines.end(),
                                    [&](const CostLine& line) { return line.of(cost.bytes.to) <= 0; });
    if (isFree && cost.axis == CostAxis::Bytes) model.notice = Text::tr("This collective takes no time.");
    model.placeText = [shown](const CurvesSpot& spot) {
        const double value = shown->values[spot.x];
        return isOverRanks(*shown) ? Text::tr("%1 ranks").arg(shown->winners[spot.x].ranks)
               : isMap(*shown) ? Text::tr("%1, %2 ranks").arg(formatBytes(value)).arg(shown->winners[spot.row].ranks)
                               : formatBytes(value);
    };
    model.readings = [shown, theme](const CurvesSpot& spot) { return readingsOf(*shown, spot, theme); };
    return model;
}

std::vector<CurveReading> readingsOf(const CostCurves& cost, const CurvesSpot& spot, ThemeId theme) {
    std::vector<CurveReading> readings;
    const auto all = algorithmsOf(cost.setup.collective);
    double least = std::numeric_limits<double>::infinity();
    for (const CostLine& line : linesAt(cost, spot)) least = std::min(least, line.of(bytesAt(cost, spot.x)));
    for (std::size_t i = 0; i < all.size(); ++i) {
        CurveReading reading{.row = {.color = colorOf(cost, all[i], themeOf(theme)), .name = toQString(all[i].id)},
                             .series = i};
        const auto time = timeAt(cost, all[i], spot);
        if (!time) {
            const int ranks = isOverRanks(cost) ? cost.winners[spot.x].ranks
                              : isMap(cost)     ? cost.winners[spot.row].ranks
                                                : cost.setup.ranks;
            const auto ok = checkTeam(all[i], teamWithRanks(cost.setup, ranks));
            reading.row.reason = ok ? Text::tr("not in NCCL") : toQString(ok.error().message);
        } else {
            reading.row.value = formatMicroseconds(*time);
            if (least > 0) reading.row.difference = QStringLiteral("\u00d7\u202f") + formatNumber(*time / least, 3);
            if (*time > 0) reading.y = *time;
        }
        readings.push_back(std::move(reading));
    }
    sortFromHigh(readings);
    if (isMap(cost))
        for (CurveReading& reading : readings) reading.y = qQNaN();
    return readings;
}

Table tableOf(const CostCurves& cost) {
    const auto all = algorithmsOf(cost.setup.collective);
    QStringList keys;
    if (isMap(cost)) keys << QStringLiteral("ranks");
    keys << (isOverRanks(cost) ? QStringLiteral("ranks") : QStringLiteral("bytes"));
    for (const Algorithm& algorithm : all) keys << Text::tr("%1 (µs)").arg(toQString(algorithm.id));
    std::vector<std::vector<TableValue>> rows;
    for (std::size_t row = 0; row < (isMap(cost) ? cost.winners.size() : 1); ++row)
        for (std::size_t value = 0; value < cost.values.size(); ++value) {
            std::vector<TableValue>& cells = rows.emplace_back();
            if (isMap(cost)) cells.emplace_back(double(cost.winners[row].ranks));
            cells.emplace_back(cost.values[value]);
            for (const Algorithm& algorithm : all)
                cells.push_back(cellOf(timeAt(cost, algorithm, {.x = value, .row = row})));
        }
    return valueTable(keys, std::move(rows));
}

}  // namespace bubblescope
