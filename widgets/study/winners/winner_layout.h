#pragma once

#include <QColor>
#include <QRectF>
#include <QString>

#include "engine/study/winner_ranking.h"
#include "widgets/kit/theme.h"
#include "widgets/study/experiment_results.h"

#include <set>

namespace bubblescope {

/// What a winner map shows: for each measure of an experiment, the winner at every x and panel of one figure.
///
/// Shapes  cells[measure][panel * xs + x]; one of colors and names per series; `shown` is ascending
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
    /// The colour behind the text on a cell: paper if hatches distinguish the series, otherwise the cell's colour.
    QColor groundOf(std::size_t series, std::size_t shade) const;
};

/// Cost: a few nanoseconds per point.
WinnerMaps winnerMapsOf(SharedResults results, std::size_t figure, const std::set<std::size_t>& hidden, ThemeId theme,
                        const QString& palette = {});

/// The cells of an axis, ascending by value, each as wide as its share. Values that grow evenly or by a factor, also
/// after a 0, have cells of equal width.
///
/// Shapes  edges are shares of the axis from 0 to 1, one more than cells; order[cell] is an index of the values
struct AxisCells {
    std::vector<std::size_t> order;
    std::vector<double> edges;

    static AxisCells of(const std::vector<double>& values);
    std::size_t cellAt(double share) const;
};

/// A cell of one of the maps: column from the left, row from the bottom.
struct MapCell {
    std::size_t map = 0, column = 0, row = 0;

    friend bool operator==(const MapCell&, const MapCell&) = default;
};

/// The lead over the runner-up, in cells of one shade; the last shade is full.
inline constexpr double kShadeLimits[] = {0, 0.01, 0.03, 0.1};
inline constexpr std::size_t kShades = std::size(kShadeLimits) + 1;
std::size_t shadeOf(double margin);

/// A text of the legend below the maps, with its sign.
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
    double at = 0;  // as a share of the axis
    QString text;
};

/// The name of a series if it fits: on its largest rectangle of cells on which one text colour is legible.
struct RegionName {
    std::size_t map = 0, series = 0;
    QRectF rect;
    QString text;
};

/// The layout of a winner map: the maps side by side, their axes, and the legend below.
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
    QString notice;  // why nothing is shown

    QRectF cellRect(const MapCell& cell) const;
    std::optional<MapCell> cellAt(QPointF position) const;
    /// Whether cells are large enough to have gaps.
    bool hasGaps() const;
};

WinnerLayout layoutWinnerMaps(const WinnerMaps& maps, QSizeF size, bool hasLegend = true);

/// The point of the plan for a cell, without its series.
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
