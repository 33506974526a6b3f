#pragma once

#include "engine/results/why_idle.h"

#include <QStringList>

namespace bubblescope {

/// What is to be said about an op or a stretch of idle time, in sentences. Rich text where noted; an op is
/// then a link to "row:N".
struct OpText {
    QString headline;              // "IDLE ON DEVICE 1"
    QString title;                 // "1F1B · 404 – 820 · 416 ms"
    QStringList facts;             // a line each
    QString lead;                  // rich: what it waits for
    QStringList steps;             // rich: how that came, a line each
    QString conclusion;            // rich: what kind of wait this is, its parts, and what runs found to make it shorter
    QString caption{};             // rich: of idle time what it waits for and why, without more, for a line of its own
    std::vector<Row> chain{};      // that these sentences go back through, the first op first
    std::optional<Row> dependent;  // what idle time waits to run: its data dependency is another matter
};

/// `firstNumber` is that of microbatches, stages and chunks: 0 or 1.
OpText textOfOp(const Run& run, Row row, int firstNumber);

/// Of idle time; while its trials are awaited it says only what needs no run.
OpText textOfIdle(const Run& run, const WhyIdle& why, int firstNumber);

}  // namespace bubblescope
