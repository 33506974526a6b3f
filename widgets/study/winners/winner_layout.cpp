#include "widgets/study/winners/winner_layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include "engine/core/ruler.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/shown/op_palette.h"
#include "widgets/study/curves/experiment_curves.h"
#include "widgets/study/experiment_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace bubblescope {

namespace {

constexpr double kTitleRow = 24, kTickRow = 20, kCaptionRow = 18, kLegendRow = 20, kLegendGap = 8;
constexpr double kBetweenMaps = 24, kLabelGap = 7, kEdge = 2, kWidestCaption = 130;
constexpr double kKeySwatch = 12, kKeySwatchGap = 6, kItemGap = 16;

double widthOf(const QString& text) { return QFontMetricsF(winner_fonts::plain()).horizontalAdvance(text); }

/// How even the steps are: the smallest divided by the largest.
double evenness(const std::vector<double>& positions) {
    double least = std::numeric_limits<double>::infinity(), largest = 0;
    for (std::size_t i = 1; i < positions.size(); ++i) {
        const double step = positions[i] - positions[i - 1];
        least = std::min(least, step);
        largest = std::max(largest, step);
    }
    return largest > 0 ? least / largest : 0;
}

/// The positions of values on an axis that grows by factors; empty if there is none. A 0 is one step before the rest.
std::vector<double> logPositions(const std::vector<double>& ascending) {
    const bool hasZero = ascending.front() == 0 && ascending.size() > 2;
    std::vector<double> positions;
    for (std::size_t i = hasZero ? 1 : 0; i < ascending.size(); ++i) {
        if (ascending[i] <= 0) return {};
        positions.push_back(std::log(ascending[i]));
    }
    if (hasZero) positions.insert(positions.begin(), 2 * positions[0] - positions[1]);
    return positions;
}

/// Labels at the middles of cells: every one, or every second, fifth, tenth and so on if not all fit.
std::vector<CellTick> ticksOf(const AxisCells& cells, const std::vector<double>& values, double length,
                              const std::function<double(const QString&)>& roomOf) {
    std::vector<CellTick> all;
    for (std::size_t i = 0; i < cells.order.size(); ++i)
        all.push_back({(cells.edges[i] + cells.edges[i + 1]) / 2, formatNumber(values[cells.order[i]], 6)});
    const auto above = [](std::size_t every) { return roundAbove(static_cast<double>(every + 1), kRoundSteps); };
    for (std::size_t every = 1; every <= all.size(); every = static_cast<std::size_t>(above(every))) {
        std::vector<CellTick> some;
        bool fits = true;
        for (std::size_t i = 0; i < all.size() && fits; i += every) {
            if (!some.empty()) {
                const double distance = (all[i].at - some.back().at) * length;
                fits = distance >= (roomOf(all[i].text) + roomOf(some.back().text)) / 2;
            }
            some.push_back(all[i]);
        }
        if (fits) return some;
    }
    return {};
}

QString shadeText(std::size_t shade) {
    if (shade == 0) return Text::tr("tie");
    if (shade + 1 < kShades) return Text::tr("under %1").arg(formatPercent(kShadeLimits[shade], 0));
    return Text::tr("%1 or more").arg(formatPercent(kShadeLimits[kShades - 2], 0));
}

/// The legend's texts in groups that stay together if they fit.
std::vector<std::vector<LegendItem>> legendOf(const WinnerMaps& maps) {
    std::vector<std::vector<LegendItem>> groups;
    for (std::size_t series = 0; series < maps.names.size(); ++series)
        groups.push_back({{LegendItem::Kind::Name, series, maps.names[series], {}}});
    auto& shades = groups.emplace_back();
    shades.push_back({LegendItem::Kind::Words, 0, Text::tr("Lead over runner-up"), {}});
    for (std::size_t shade = 0; shade < kShades; ++shade)
        shades.push_back({LegendItem::Kind::Shade, shade, shadeText(shade), {}});
    const auto has = [&](WinnerCell::State state) {
        return !maps.shown.empty() && std::any_of(maps.cells.begin(), maps.cells.end(), [&](const auto& cells) {
            return std::any_of(cells.begin(), cells.end(), [&](const WinnerCell& cell) { return cell.state == state; });
        });
    };
    if (has(WinnerCell::State::OverLimit))
        groups.push_back({{LegendItem::Kind::OverLimit, 0, Text::tr("none fits in the memory limit"), {}}});
    if (has(WinnerCell::State::Refused))
        groups.push_back({{LegendItem::Kind::Refused, 0, Text::tr("none can run"), {}}});
    return groups;
}

/// Places the legend in rows from y = 0; returns its height.
double flow(const std::vector<std::vector<LegendItem>>& groups, double width, std::vector<LegendItem>& out) {
    const auto widthOfItem = [](const LegendItem& item) {
        return widthOf(item.text) + (item.kind == LegendItem::Kind::Words ? 0 : kKeySwatch + kKeySwatchGap);
    };
    double x = kEdge, y = 0;
    const auto wrap = [&](double needed) {
        if (x > kEdge && x + needed > width - kEdge) x = kEdge, y += kLegendRow;
    };
    for (const auto& group : groups) {
        double needed = -kItemGap;
        for (const LegendItem& item : group) needed += widthOfItem(item) + kItemGap;
        wrap(needed);
        for (LegendItem item : group) {
            wrap(widthOfItem(item));
            item.rect = {x, y, widthOfItem(item), kLegendRow};
            x = item.rect.right() + kItemGap;
            out.push_back(item);
        }
    }
    return y + kLegendRow;
}

QString noticeOf(const WinnerMaps& maps) {
    if (maps.shown.empty()) return Text::tr("All series are hidden. Choose one below to show it.");
    bool isOverLimit = false;
    for (const auto& cells : maps.cells)
        for (const WinnerCell& cell : cells) {
            if (cell.state == WinnerCell::State::Won || cell.state == WinnerCell::State::Awaited) return {};
            isOverLimit |= cell.state == WinnerCell::State::OverLimit;
        }
    return isOverLimit
               ? Text::tr("No schedule fits in the memory limit here. Point at a cell to see what each one needs.")
               : Text::tr("No schedule can run here. Point at a cell to see why.");
}

/// The largest rectangles of cells for each name, searched by rows from below: a stack of bars as high as a cell's
/// colour extends downwards, as for the largest rectangle under a histogram.
class NamePlaces {
public:
    NamePlaces(const WinnerMaps& maps, const WinnerLayout& layout, std::size_t map)
        : m_maps(maps), m_layout(layout), m_map(map) {
        constexpr double kPadding = 5;
        m_height = m_metrics.height() + kPadding;
        for (std::size_t series = 0; series < maps.names.size(); ++series) {
            m_widths.push_back(m_metrics.horizontalAdvance(maps.names[series]) + 2 * kPadding);
            for (std::size_t shade = 0; shade < kShades; ++shade)
                m_isWhite.push_back(textOn(maps.groundOf(series, shade)) == QColor(Qt::white));
        }
    }

    std::vector<RegionName> find() {
        const std::size_t columns = m_layout.x.order.size();
        std::vector<int> below(columns, -1);
        std::vector<std::size_t> since(columns, 0);  // the row at which a column's colour began
        for (std::size_t row = 0; row < m_layout.y.order.size(); ++row) {
            std::vector<int> keys(columns);
            for (std::size_t column = 0; column < columns; ++column) {
                keys[column] = keyOf({m_map, column, row});
                if (keys[column] != below[column]) since[column] = row;
            }
            for (std::size_t begin = 0; begin < columns;) {
                std::size_t end = begin + 1;
                while (end < columns && keys[end] == keys[begin]) ++end;
                if (keys[begin] >= 0) scan(begin, end, row, since, static_cast<std::size_t>(keys[begin]) / 2);
                begin = end;
            }
            below = keys;
        }
        std::vector<RegionName> names;
        for (const auto& [series, best] : m_best) names.push_back({m_map, series, rectOf(best), nameOf(series, best)});
        return names;
    }

private:
    /// The winner and the colour of text.
    int keyOf(const MapCell& at) const {
        const WinnerCell& cell = cellOf(m_maps, m_layout, at);
        if (cell.state != WinnerCell::State::Won) return -1;
        return static_cast<int>(2 * cell.winner) + (m_isWhite[cell.winner * kShades + shadeOf(cell.margin)] ? 1 : 0);
    }

    void scan(std::size_t begin, std::size_t end, std::size_t row, const std::vector<std::size_t>& since,
              std::size_t series) {
        struct Bar {
            std::size_t left, since;
        };
        std::vector<Bar> bars;
        for (std::size_t column = begin; column <= end; ++column) {
            const std::size_t reach = column < end ? since[column] : row + 1;
            std::size_t left = column;
            while (!bars.empty() && bars.back().since < reach) {
                left = bars.back().left;
                offer(series, left, column - 1, bars.back().since, row);
                bars.pop_back();
            }
            if (column < end && (bars.empty() || bars.back().since > reach)) bars.push_back({left, reach});
        }
    }

    struct Cells {
        std::size_t left = 0, right = 0, low = 0, high = 0;
    };
    QRectF rectOf(const Cells& cells) const {
        return m_layout.cellRect({m_map, cells.left, cells.high})
            .united(m_layout.cellRect({m_map, cells.right, cells.low}));
    }

    void offer(std::size_t series, std::size_t left, std::size_t right, std::size_t low, std::size_t high) {
        const Cells cells{left, right, low, high};
        const QRectF rect = rectOf(cells);
        if (rect.width() < m_widths[series] || rect.height() < m_height) return;
        const auto known = m_best.find(series);
        const QRectF best = known == m_best.end() ? QRectF() : rectOf(known->second);
        if (rect.width() * rect.height() > best.width() * best.height()) m_best[series] = cells;
    }

    /// The series that are best in all of the cells.
    std::vector<std::size_t> equalsIn(std::size_t series, const Cells& cells) const {
        std::vector<std::size_t> equal = m_maps.shown;
        for (std::size_t row = cells.low; row <= cells.high; ++row)
            for (std::size_t column = cells.left; column <= cells.right; ++column) {
                const MapCell at{m_map, column, row};
                if (cellOf(m_maps, m_layout, at).margin > 0) return {series};
                const Ranking ranking =
                    rankingAt(*m_maps.results->plan, m_maps.results->points, placeOf(m_maps, m_layout, at),
                              m_maps.experiment().quantities[m_map], m_maps.shown);
                std::erase_if(equal, [&](std::size_t one) { return !ranking.isBest(one); });
                if (equal.size() < 2) return {series};
            }
        return equal;
    }

    /// With the series that tie with it there, as far as they fit.
    QString nameOf(std::size_t series, const Cells& cells) const {
        const QString& alone = m_maps.names[series];
        QStringList names;
        for (const std::size_t equal : equalsIn(series, cells)) names += m_maps.names[equal];
        if (names.size() < 2) return alone;
        const double room = rectOf(cells).width() - (m_widths[series] - m_metrics.horizontalAdvance(alone));
        for (const QString& text : {formatList(names), Text::tr("%1, tied").arg(alone)})
            if (m_metrics.horizontalAdvance(text) <= room) return text;
        return alone;
    }

    const WinnerMaps& m_maps;
    const WinnerLayout& m_layout;
    std::size_t m_map;
    QFontMetricsF m_metrics{winner_fonts::name()};
    double m_height = 0;
    std::vector<double> m_widths;  // by series, with the space around
    std::vector<bool> m_isWhite;   // by series and shade
    std::map<std::size_t, Cells> m_best;
};

}  // namespace

namespace winner_fonts {
QFont title() { return uiFont(12, QFont::DemiBold); }
QFont plain() { return uiFont(11); }
QFont name() { return uiFont(12, QFont::DemiBold); }
}  // namespace winner_fonts

bool WinnerMaps::isShown(std::size_t series) const { return std::binary_search(shown.begin(), shown.end(), series); }

bool WinnerMaps::isOfOtherWork(std::size_t map) const {
    return std::any_of(cells[map].begin(), cells[map].end(), [](const WinnerCell& cell) { return cell.isOtherWork; });
}

QColor WinnerMaps::groundOf(std::size_t series, std::size_t shade) const {
    return theme == ThemeId::Print ? themeOf(theme).window : shaded(colors[series], shade, theme);
}

WinnerMaps winnerMapsOf(SharedResults results, std::size_t figure, const std::set<std::size_t>& hidden, ThemeId theme,
                        const QString& palette) {
    WinnerMaps maps{std::move(results), figure, theme, {}, {}, {}, {}};
    const ExperimentPlan& plan = *maps.results->plan;
    for (std::size_t series = 0; series < plan.series.size(); ++series) {
        maps.names.push_back(toQString(plan.series[series].title));
        if (!hidden.count(series)) maps.shown.push_back(series);
    }
    maps.colors = seriesColors(plan, theme, palette);
    for (const Quantity measure : plan.experiment.quantities)
        maps.cells.push_back(winnerMap(plan, maps.results->points, figure, measure, maps.shown));
    return maps;
}

AxisCells AxisCells::of(const std::vector<double>& values) {
    AxisCells cells;
    cells.order = ascendingOrder(values);
    std::vector<double> ascending, even(values.size());
    for (const std::size_t i : cells.order) ascending.push_back(values[i]);
    std::iota(even.begin(), even.end(), 0.0);
    const std::vector<double> byFactor = logPositions(ascending);
    std::vector<double>& at = ascending;
    if (evenness(byFactor) > evenness(at)) at = byFactor;
    if (evenness(at) <= 0) at = even;

    const std::size_t count = at.size();
    const double first = count > 1 ? (at[1] - at[0]) / 2 : 0.5;
    const double last = count > 1 ? (at[count - 1] - at[count - 2]) / 2 : 0.5;
    const double begin = at.front() - first, length = at.back() + last - begin;
    cells.edges.push_back(0);
    for (std::size_t i = 1; i < count; ++i) cells.edges.push_back(((at[i - 1] + at[i]) / 2 - begin) / length);
    cells.edges.push_back(1);
    return cells;
}

std::size_t AxisCells::cellAt(double share) const {
    const auto above = std::upper_bound(edges.begin() + 1, edges.end() - 1, share);
    return static_cast<std::size_t>(above - edges.begin()) - 1;
}

std::size_t shadeOf(double margin) {
    if (margin <= 0) return 0;
    std::size_t shade = 1;
    while (shade + 1 < kShades && margin >= kShadeLimits[shade]) ++shade;
    return shade;
}

QRectF WinnerLayout::cellRect(const MapCell& cell) const {
    const QRectF& area = maps[cell.map];
    const double left = area.left() + x.edges[cell.column] * area.width();
    const double right = area.left() + x.edges[cell.column + 1] * area.width();
    const double top = area.bottom() - y.edges[cell.row + 1] * area.height();
    const double bottom = area.bottom() - y.edges[cell.row] * area.height();
    return {QPointF(left, top), QPointF(right, bottom)};
}

std::optional<MapCell> WinnerLayout::cellAt(QPointF position) const {
    for (std::size_t map = 0; map < maps.size(); ++map) {
        const QRectF& area = maps[map];
        if (!area.isValid() || !area.contains(position)) continue;
        return MapCell{map, x.cellAt((position.x() - area.left()) / area.width()),
                       y.cellAt((area.bottom() - position.y()) / area.height())};
    }
    return std::nullopt;
}

bool WinnerLayout::hasGaps() const {
    constexpr double kLeast = 7;
    const auto narrowest = [](const std::vector<double>& edges, double length) {
        double least = length;
        for (std::size_t i = 1; i < edges.size(); ++i) least = std::min(least, (edges[i] - edges[i - 1]) * length);
        return least;
    };
    return !maps.empty() && narrowest(x.edges, maps[0].width()) >= kLeast &&
           narrowest(y.edges, maps[0].height()) >= kLeast;
}

PointPlace placeOf(const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell) {
    return {maps.figure, layout.y.order[cell.row], 0, layout.x.order[cell.column]};
}

const WinnerCell& cellOf(const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell) {
    return maps.cells[cell.map][layout.y.order[cell.row] * layout.x.order.size() + layout.x.order[cell.column]];
}

QColor shaded(const QColor& color, std::size_t shade, ThemeId theme) {
    constexpr double kGround[kShades] = {0.76, 0.58, 0.4, 0.2, 0};
    return mixed(color, themeOf(theme).window, kGround[shade]);
}

WinnerLayout layoutWinnerMaps(const WinnerMaps& maps, QSizeF size, bool hasLegend) {
    const Experiment& experiment = maps.experiment();
    WinnerLayout layout;
    layout.size = size;
    const std::vector<double> alone = {0};
    const std::vector<double>& panels = experiment.panels ? experiment.panels->values : alone;
    layout.x = AxisCells::of(experiment.x.values);
    layout.y = AxisCells::of(panels);
    layout.xCaption = captionOf(experiment, experiment.x);
    if (experiment.panels) layout.yCaption = captionOf(experiment, *experiment.panels);
    layout.notice = noticeOf(maps);

    const double legendHeight = hasLegend ? flow(legendOf(maps), size.width(), layout.legend) : 0;
    for (LegendItem& item : layout.legend) item.rect.translate(0, size.height() - legendHeight);

    const QFontMetricsF metrics(winner_fonts::plain());
    double labels = std::min(kWidestCaption, symbolsWidth(winner_fonts::plain(), layout.yCaption));
    if (experiment.panels)
        for (const double value : panels) labels = std::max(labels, widthOf(formatNumber(value, 6)));
    const double left = std::ceil(kEdge + labels + (labels > 0 ? kLabelGap : 0));
    const auto count = static_cast<double>(maps.cells.size());
    const double width = std::floor((size.width() - left - kEdge - (count - 1) * kBetweenMaps) / count);
    const double height =
        std::floor(size.height() - kTitleRow - kTickRow - kCaptionRow - (hasLegend ? kLegendGap : 0) - legendHeight);
    for (std::size_t map = 0; map < maps.cells.size(); ++map)
        layout.maps.push_back({left + static_cast<double>(map) * (width + kBetweenMaps), kTitleRow,
                               std::max(0.0, width), std::max(0.0, height)});
    layout.xTicks =
        ticksOf(layout.x, experiment.x.values, width, [](const QString& text) { return widthOf(text) + kLabelGap; });
    if (experiment.panels)
        layout.yTicks = ticksOf(layout.y, panels, height, [&](const QString&) { return metrics.height(); });
    if (layout.notice.isEmpty())
        for (std::size_t map = 0; map < layout.maps.size(); ++map)
            for (RegionName& name : NamePlaces(maps, layout, map).find()) layout.names.push_back(std::move(name));
    return layout;
}

}  // namespace bubblescope
