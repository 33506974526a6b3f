#pragma once

#include "engine/results/published.h"
#include "engine/results/stuck_run.h"
#include "engine/steps/step_builder.h"
#include "widgets/shown/track_data.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// A run that an outcome is compared with: the pinned run of the same schedule, or the run of an aligned schedule.
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

/// The result of one schedule of the scenario. Bars, curves and tables use the same list, in the scenario's order;
/// pictures use what shownOf() makes of it.
///
/// Invariants  `run` and `refusal` are never both set; neither is set while the result is awaited
struct Outcome {
    QString title;
    QColor color;
    std::shared_ptr<const Run> run;
    QString refusal;
    std::shared_ptr<const StuckRun> stuck{};  // with a refusal: how far an order with a cycle ran
    bool isStopped = false;                   // the computation was stopped before the result
    std::optional<Reference> reference{};     // only with a run
    std::vector<ComparedNumber> published{};  // what a paper says about the run

    bool isAwaited() const { return !run && refusal.isEmpty(); }
    /// The text shown instead of an awaited result.
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

/// What one rank sends: "1.5 Ψ + 12 A", "9.6 GB".
QString sentText(const SentAmounts& sent);
/// What one rank sends in a step, or the reason why it is unknown.
QString movedText(const StepRun& step);

/// "bucket 0: layers 3 and 2", for a collective of gradients or, in ZeRO, of parameters; else empty.
QString bucketText(const StepRun& step, Op op);

/// The outcome of `schedules[index]`, without a colour; awaited if the result is null.
Outcome outcomeOf(const Scenario& scenario, std::size_t index, const RunResult& result);

/// The same, with the activations of each device over time; unchanged if there are too many ops for that.
///
/// Cost  some 10 ns per op of runs that do not have it yet
std::vector<Outcome> withHeld(std::vector<Outcome> outcomes);

/// "needs 8 activations, limit 5 (device 0)"; empty if a run fits in its memory limit.
QString overLimitText(const Run& run);

/// The words of a run: "device 3"; for a placement scheme "worker 3", with ops named by their stages.
Words wordsOf(const Run& run);

/// What pictures show of outcomes. `bubble` is the definition of the bubble that title lines use.
TrackData shownOf(const Outcome& outcome, Quantity bubble = Quantity::BubbleRatio);
std::vector<TrackData> shownOf(const std::vector<Outcome>& outcomes, Quantity bubble = Quantity::BubbleRatio);

}  // namespace bubblescope
