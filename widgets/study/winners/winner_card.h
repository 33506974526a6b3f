#pragma once

#include <QPainter>

#include "widgets/study/winners/winner_layout.h"

namespace bubblescope {

/// How the series stand in a cell, in words for a person.
///
/// Shapes  rows by rank; then those over the memory limit, the refused, the awaited
struct RankingCard {
    struct Row {
        std::size_t series = 0;
        QString value;   // or that it is awaited; empty where it refuses
        QString behind;  // "+5.8 %", "tie"; empty for the winner
        QString reason;  // why it refuses, or how far it is over the limit
        bool isBest = false;
    };
    QString title;  // "T_C = 4 ms, D = 16"
    QString measure;
    std::vector<Row> rows;
};

RankingCard rankingCard(const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell);

/// The card as one line: what a screen reader says.
QString spoken(const RankingCard& card, const WinnerMaps& maps);

/// Draws the card beside its cell, within `bounds`. Reasons are cut to a line each where they do not fit in full, and
/// rows left out where even that is too much.
void paintRankingCard(QPainter& painter, const WinnerMaps& maps, const RankingCard& card, const QRectF& cell,
                      QSizeF bounds);

}  // namespace bubblescope
