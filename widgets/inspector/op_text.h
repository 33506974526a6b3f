#pragma once

#include "engine/results/why_idle.h"

#include <QStringList>

namespace bubblescope {

/// What the panel says about an op or a gap, in sentences. Rich text where noted; there an op is a link to "row:N".
struct OpText {
    QString headline;              // "IDLE ON DEVICE 1"
    QString title;                 // "1F1B · 404 – 820 · 416 ms"
    QStringList facts;             // one per line
    QString lead;                  // rich: what it waits for
    QStringList steps;             // rich: the chain of ops that led to this, one per line
    QString conclusion;            // rich: the kind of wait, its parts, and what would shorten it
    QString caption{};             // rich, of a gap only: what it waits for and why, short enough for one line
    std::vector<Row> chain{};      // the ops that the sentences name, earliest first
    std::optional<Row> dependent;  // the op that the gap waits to run
};

/// About an op, of a run of any family. `firstNumber` is the number of the first microbatch, stage and chunk: 0 or 1.
OpText textOfOp(const Run& run, Row row, int firstNumber);

/// About a gap. Until its trial runs are done, it says only what needs no run.
OpText textOfIdle(const Run& run, const WhyIdle& why, int firstNumber);

}  // namespace bubblescope
