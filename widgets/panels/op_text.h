#pragma once

#include "engine/run/why_idle.h"

#include <QStringList>

namespace bubblescope {

/// What is to be said about an op or a stretch of idle time, in sentences. Rich text where noted; an op is
/// then a link to "row:N".
struct OpText {
    QString headline;    // "IDLE ON DEVICE 1"
    QString title;       // "1F1B · 404 – 820 · 416 ms"
    QStringList facts;   // a line each
    QString lead;        // rich: what it waits for
    QStringList steps;   // rich: how that came, a line each
    QString conclusion;  // rich: what kind of wait this is, its parts, and what runs found to make it shorter
    Row shown = 0;       // the op to show on the picture
    bool hasShown = false;
};

/// `firstNumber` is that of microbatches, stages and chunks: 0 or 1.
OpText textOfOp(const Run& run, Row row, int firstNumber);

/// Nothing to say (an empty headline) where `lane` is not idle at that instant. Without `whatIfs` it says only what
/// needs no run.
OpText textOfIdle(const Run& run, LaneId lane, Time at, int firstNumber, const WhatIfs* whatIfs = nullptr);

}  // namespace bubblescope
