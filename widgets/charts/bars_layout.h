#pragma once

#include "widgets/charts/hover_card.h"
#include "widgets/drawing/display_list.h"

#include <functional>

namespace bubblescope {

/// A part of a bar, filled or hatched, with words on it: the first of them that fits.
struct BarPart {
    double value;
    Look look;
    QString title = {};  // for readers of files
    QStringList words = {};
};

struct BarRow {
    std::size_t entry = 0;  // of the owner
    QString name;
    bool isOver = false;  // the name has the colour of errors
    std::vector<BarPart> parts = {};
    QString end = {}, difference = {};  // beside the bar
    std::optional<double> pinned = {};  // where it ended: a dashed outline
    QString refusal = {};               // instead of a bar
};

struct BarsKey {
    Look look;
    QString name;
};

/// A chart of bars as plain values. Functions read what the owner keeps.
///
/// Shapes  rows from the top down
/// Units   CSS pixels, to be multiplied by `scale`
struct BarsModel {
    ThemeId themeId = ThemeId::Light;
    std::vector<BarRow> rows = {};
    double end = 1;                  // the value at the end of the axis
    std::vector<BarsKey> keys = {};  // below the rows
    double scale = 1, mostRow = 46;
    double leastRow = 0;  // if set, a page scrolls the rows, which begin at the top; else they are in the middle
    bool isEndBold = false;
    QString notice = {};                                    // instead of rows
    QString spoken = {};                                    // for screen readers
    std::function<QString(std::size_t entry)> tip = {};     // empty: none
    std::function<HoverCard(std::size_t entry)> card = {};  // empty: none

    const Theme& theme() const { return themeOf(themeId); }
    /// The least size for all rows.
    QSize leastSize() const;
};

/// Where bars are placed.
///
/// Units       CSS pixels
/// Invariants  names are shortened before bars are
struct BarsLayout {
    struct Part {
        QRectF rect;
        QString words;
    };
    struct Row {
        QRectF rect;  // over the whole width
        QRectF bar;   // from the first part to the last
        std::vector<Part> parts;
        QStringList name, end;  // in lines
    };
    QSizeF size;
    QFont font;
    double left = 0, width = 1;  // of the axis
    std::vector<Row> rows;
    std::vector<double> keysX;

    double xOf(const BarsModel& model, double value) const { return left + value / model.end * width; }
};
BarsLayout layoutBars(const BarsModel& model, const QSizeF& size);

DisplayList barsList(const BarsModel& model, const BarsLayout& layout);

}  // namespace bubblescope
