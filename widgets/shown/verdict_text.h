#pragma once

#include "engine/results/verdict.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// What the verdict needs to know of a schedule or training step, without its run.
struct Contender {
    QString title;
    std::optional<Timed> timed{};  // nothing if it was refused or is awaited
    QString timeUnit{};
    QString exceeded{};  // the memory limit that it exceeds: "6 activations", "80 GB"
    bool isStep = false;
};

/// `run` may be null.
Contender contenderOf(const QString& title, const Run* run);

/// Which schedules are fastest, in one line: "ZB-H1 is fastest: 2748 ms, 5.4% less than Interleaved 1F1B, v = 2; 1.3%
/// above lower bound". It names all schedules of a tie, and says how many exceed their memory limit. Empty if nothing
/// ran.
QString verdictText(const std::vector<Contender>& contenders);
QString verdictText(const std::vector<Outcome>& outcomes);

}  // namespace bubblescope
