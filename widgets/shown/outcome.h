#pragma once

#include "engine/results/published.h"
#include "engine/results/stuck_run.h"
#include "engine/steps/step_builder.h"
#include "widgets/shown/track_data.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// A run that an outcome is held against: what was pinned of the same schedule, or another schedule beside it.
///
/// Invariants  run is not null
struct Reference {
    enum class Kind { Pinned, Aligned };
    Kind kind = Kind::Pinned;
    std::shared_ptr<const Run> run;
    QString title;  // of its schedule

    /// "pinned", "ZB-H1".
    QString name() const;
    /// "vs pinned".
    QString versus() const;
};

/// What became of one schedule of the scenario: bars, curves and tables take the same list, in the scenario's order;
/// pictures take what shownOf() makes of it.
///
/// Invariants  `run` and `refusal` are never both set; neither is while the result is awaited
struct Outcome {
    QString title;
    QColor color;
    std::shared_ptr<const Run> run;
    QString refusal;
    std::shared_ptr<const StuckRun> stuck{};  // beside a refusal: how far the order came before it waits for itself
    bool isStopped = false;                   // it was awaited when people stopped the computation
    std::optional<Reference> reference{};     // only beside a run
    std::vector<ComparedNumber> published{};  // what a paper prints of the run

    bool isAwaited() const { return !run && refusal.isEmpty(); }
    /// What stands in the place of an awaited result.
    QString awaitedText() const;
    /// The run that was pinned of this schedule, or null.
    const Run* pinned() const {
        return reference && reference->kind == Reference::Kind::Pinned ? reference->run.get() : nullptr;
    }
    /// The run of the schedule that this one is aligned with, or null.
    const Run* aligned() const {
        return reference && reference->kind == Reference::Kind::Aligned ? reference->run.get() : nullptr;
    }
};

/// "total time", "peak activations, in chunks".
QString quantityName(const PublishedNumber& published);

/// What a rank sends: "1.5 Ψ + 12 A", "9.6 GB".
QString sentText(const SentAmounts& sent);
/// The same of a step, or why it is not known.
QString movedText(const StepRun& step);

/// "bucket 0: layers 3 and 2", of a collective of gradients or, in ZeRO, parameters; else empty.
QString bucketText(const StepRun& step, Op op);

/// The outcome of `schedules[index]`, still without a colour; awaited if the result is null.
Outcome outcomeOf(const Scenario& scenario, std::size_t index, const RunResult& result);

/// The same, with what the devices of each run hold as time passes, as long as that is kept.
///
/// Cost  some 10 ns an op of runs that have it not
std::vector<Outcome> withHeld(std::vector<Outcome> outcomes);

/// "holds 8 of 5 on device 0"; empty where a run keeps within its memory limit.
QString overLimitText(const Run& run);

/// "device 3", or of a placement scheme "worker 3", whose ops are told by their stages.
Words wordsOf(const Run& run);

/// What pictures show of outcomes. `bubble` is the definition that title lines go by.
TrackData shownOf(const Outcome& outcome, Quantity bubble = Quantity::BubbleRatio);
std::vector<TrackData> shownOf(const std::vector<Outcome>& outcomes, Quantity bubble = Quantity::BubbleRatio);

}  // namespace bubblescope
