#pragma once

#include <QColor>
#include <QRectF>
#include <QString>

#include "engine/study/winner_ranking.h"
#include "widgets/kit/theme.h"
#include "widgets/study/experiment_results.h"

#include <set>

namespace bubblescope {

/// What a winner map shows: for each measure of an experiment the winner at every x and panel of one figure.
///
/// Shapes  cells[measure][panel * xs + x]; colors and names one a series; `shown` ascending
struct WinnerMaps {
    SharedResults results;
    std::size_t figure = 0;
    ThemeId theme = ThemeId::Light;
    std::vector<std::size_t> shown;  // series
    std::vector<std::vector<WinnerCell>> cells;
    std::vector<QColor> colors;
    std::vector<QString> names;

    const Experiment& experiment() const { return results->plan->experiment; }
    /// Whether a cell of one of the maps compares times of unequal work.
    bool isOfOtherWork(std::size_t map) const;
    bool isShown(std::size_t series) const;
    /// What the text on a cell reads on: paper where hatches tell the series apart, else the cell's colour.
    QColor groundOf(std::size_t series, std::size_t shade) const;
};

/// Cost  some nanoseconds a point
WinnerMaps winnerMapsOf(SharedResults results, std::size_t figure, const std::set<std::size_t>& hidden, ThemeId theme);

/// The cells of an axis, ascending by value, each as wide as its share: values that grow evenly or by a factor, after
/// a 0 too, have cells of one width.
///
/// Shapes  edges are shares of the axis from 0 to 1, one more than cells; order[cell] is an index of the values
struct AxisCells {
    std::vector<std::size_t> order;
    std::vector<double> edges;

    static AxisCells of(const std::vector<double>& values);
    std::size_t cellAt(double share) const;
};

/// A cell of one of the maps: column from the left, row from below.
struct MapCell {
    std::size_t map = 0, column = 0, row = 0;

    friend bool operator==(const MapCell&, const MapCell&) = default;
};

/// How far the next is behind in cells of one shade; the last is full.
inline constexpr double kShadeLimits[] = {0, 0.01, 0.03, 0.1};
inline constexpr std::size_t kShades = std::size(kShadeLimits) + 1;
std::size_t shadeOf(double margin);

/// A word with its sign below the maps.
struct LegendItem {
    enum class Kind {
        Name,
        Words,
        Shade,
        Refused,
        OverLimit,
    };
    Kind kind = Kind::Words;
    std::size_t index = 0;  // the series of a name, or the shade
    QString text;
    QRectF rect;
};

/// A label of an axis, at the middle of its cell.
struct CellTick {
    double at = 0;  // share of the axis
    QString text;
};

/// The name of a series where it fits: on the largest rectangle of its cells that one colour of text reads on.
struct RegionName {
    std::size_t map = 0, series = 0;
    QRectF rect;
    QString text;
};

/// Where everything of a winner map stands: the maps side by side, their axes, the legend below.
///
/// Units  CSS pixels
struct WinnerLayout {
    QSizeF size;
    std::vector<QRectF> maps;
    AxisCells x, y;
    std::vector<CellTick> xTicks, yTicks;
    QString xCaption, yCaption;  // with subscripts
    std::vector<LegendItem> legend;
    std::vector<RegionName> names;
    QString notice;  // why there is nothing to see

    QRectF cellRect(const MapCell& cell) const;
    std::optional<MapCell> cellAt(QPointF position) const;
    /// Whether cells are large enough to stand apart.
    bool hasGaps() const;
};

WinnerLayout layoutWinnerMaps(const WinnerMaps& maps, QSizeF size, bool hasLegend = true);

/// The point of a cell's plan, but for its series.
PointPlace placeOf(const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell);
const WinnerCell& cellOf(const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell);
/// A colour in one of the shades, from pale to full.
QColor shaded(const QColor& color, std::size_t shade, ThemeId theme);

namespace winner_fonts {
QFont title();
QFont plain();
QFont name();
}  // namespace winner_fonts

}  // namespace bubblescope
