#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>
#include <QString>

#include "widgets/kit/theme.h"

#include <vector>

namespace bubblescope {

/// What a card says of one curve.
struct HoverRow {
    QColor color;
    QString name = {}, value = {};
    QString difference = {};  // beside the value; empty: none
    QString reason = {};      // why there is no value, or what is wrong with it; below, where there is room
    bool isMarked = false;
};

/// A card beside `x` that says what is there: a title, and a row for each curve. Where it would be higher than
/// `bounds` it says less, but never leaves out the marked row. It stays within `home` on the side of x where that has
/// the room, and begins at its top.
///
/// Units  pixels
void paintHoverCard(QPainter& painter, const Theme& theme, const QString& title, std::vector<HoverRow> rows, double x,
                    const QRectF& home, QSizeF bounds);

}  // namespace bubblescope
