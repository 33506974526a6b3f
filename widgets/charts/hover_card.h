#pragma once

#include <QColor>
#include <QPainter>
#include <QString>

#include "widgets/basics/theme.h"

#include <vector>

namespace bubblescope {

/// What a card says of one curve.
struct HoverRow {
    QColor color;
    QString name, value;
    QString difference;  // beside the value; empty: none
    QString reason;      // in place of a value: why there is none; wraps where there is room
    bool isMarked = false;
};

/// A card beside `x` that says what is there: a title, and a row for each curve. Where it would be higher than
/// `bounds` it says less, but never leaves out the marked row.
///
/// Units  pixels; `top` is where the card would like to begin
void paintHoverCard(QPainter& painter, const Theme& theme, const QString& title, std::vector<HoverRow> rows, double x,
                    double top, QSizeF bounds);

}  // namespace bubblescope
