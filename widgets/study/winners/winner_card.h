#pragma once

#include <QPainter>

#include "widgets/study/winners/winner_layout.h"

namespace bubblescope {

/// The ranking of the series in a cell, as text.
///
/// Shapes  rows by rank; then those over the memory limit, the refused ones, and those not computed yet
struct RankingCard {
    struct Row {
        std::size_t series = 0;
        QString value;   // or that it is not computed yet; empty if it cannot run
        QString behind;  // "+5.8%", "tie"; empty for the winner
        QString reason;  // why it cannot run, or how far it is over the limit
        bool isBest = false;
    };
    QString title;  // "T_C = 4 ms, D = 16"
    QString measure;
    std::vector<Row> rows;
};

RankingCard rankingCard(const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell);

/// The card as one line, for screen readers.
QString spoken(const RankingCard& card, const WinnerMaps& maps);

/// Draws the card beside its cell, within `bounds`. Reasons are shortened to a line each if they do not fit in full,
/// and rows are left out if that is still too much.
void paintRankingCard(QPainter& painter, const WinnerMaps& maps, const RankingCard& card, const QRectF& cell,
                      QSizeF bounds);

}  // namespace bubblescope
