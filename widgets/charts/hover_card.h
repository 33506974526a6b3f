#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>
#include <QString>

#include "widgets/kit/theme.h"

#include <vector>

namespace bubblescope {

/// The row of a card for one curve.
struct HoverRow {
    QColor color;
    QString name = {}, value = {};
    QString difference = {};  // next to the value; empty: none
    QString reason = {};      // why there is no value, or what is wrong with it; below the row if there is room
    bool isMarked = false;
};
/// A row as one line: "1F1B: 28.7% (−3.4 pp)", "GPipe: 27.3%, needs 8 activations, limit 3 (device 0)"; without a
/// value the name alone.
QString lineOf(const HoverRow& row);

/// What is known of a point or a bar. Rows without a value are sentences.
struct HoverCard {
    QString title;
    std::vector<HoverRow> rows = {};

    void add(const QString& name, const QString& value = {}) { rows.push_back({.name = name, .value = value}); }
    QStringList lines() const;
};

/// Paints a card next to `x`: a title, and a row for each curve. If it would be higher than `bounds`, it leaves out
/// rows and reasons, but never the marked row. It is placed on the side of x with room within `home`, at the top of
/// that.
///
/// Units  pixels
void paintHoverCard(QPainter& painter, const Theme& theme, const QString& title, std::vector<HoverRow> rows, double x,
                    const QRectF& home, QSizeF bounds);

}  // namespace bubblescope
