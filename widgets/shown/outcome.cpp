#include "widgets/shown/outcome.h"

#include "engine/analysis/explain.h"
#include "engine/results/difference.h"
#include "engine/results/nearest_fits.h"
#include "engine/results/run_each.h"
#include "engine/results/verdict.h"
#include "engine/schemes/run_scheme.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/held_text.h"
#include "widgets/shown/memory_text.h"
#include "widgets/shown/model_facts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>

namespace bubblescope {

namespace {

/// How close the longest span of an order found by search is to its lower bound; the search may still be running.
QString searchText(const Run& run) {
    Time span = 0;
    for (const WorkerMetrics& worker : run.metrics.workers)
        span = std::max(span, run.metrics.totalTime - worker.idleWarmup - worker.idleCooldown);
    const double over = *run.spanBound == 0 ? 0 : toUnits(span) / toUnits(*run.spanBound) - 1;
    if (over <= 0)
        return run.isSoFar ? Text::tr("searching, longest span so far optimal") : Text::tr("longest span optimal");
    return (run.isSoFar ? Text::tr("searching, longest span so far %1 above its bound")
                        : Text::tr("longest span %1 above its bound"))
        .arg(formatPercent(over));
}

/// "vs pinned  −3.4% · −2.1 points · −0.5 act."; for steps "vs pinned  −3.4% · exposed comm. −12 ms".
QString differenceText(const Reference& reference, const Difference& difference, Quantity bubble, bool areSteps,
                       const QString& timeUnit) {
    std::vector<Quantity> told = quantitiesIn(kIsBubble);
    told.insert(told.end(), {Quantity::TotalTime, Quantity::PeakActivations});
    if (areSteps) told = {Quantity::TotalTime, Quantity::ExposedComm};
    const bool isSame = difference.relativeTime == 0 &&
                        std::all_of(told.begin(), told.end(), [&](Quantity one) { return difference.of(one) == 0; });
    if (isSame && reference.kind == Reference::Kind::Pinned) return Text::tr("same as pinned");
    const QString change = formatChange(difference.relativeTime);
    QStringList parts{change};
    if (difference.per)
        parts = {(*difference.per == WorkOf::Sequences ? Text::tr("%1 per sequence") : Text::tr("%1 per microbatch"))
                     .arg(change)};
    if (areSteps)
        parts += Text::tr("exposed comm. %1").arg(formatSignedDuration(difference.of(Quantity::ExposedComm), timeUnit));
    else
        parts += {formatPoints(difference.of(bubble)),
                  Text::tr("%1 act.").arg(formatSigned(difference.of(Quantity::PeakActivations), 4))};
    return reference.versus() + QStringLiteral("  ") + parts.join(QStringLiteral(" · "));
}

/// Whether `counter` of any worker of a scheme is above 0.
template <class Counter>
bool anyTransmits(const SchemeRun& scheme, Counter SchemeWorker::*counter) {
    return std::any_of(scheme.workers.begin(), scheme.workers.end(),
                       [&](const SchemeWorker& worker) { return worker.*counter > 0; });
}

/// "rank 2 costs 36 ms".
QString slowCostText(const StepRun& step, const QString& timeUnit) {
    const auto& factors = step.setup.factors;
    const auto isOther = [](double factor) { return factor != 1; };
    const auto first = std::find_if(factors.begin(), factors.end(), isOther);
    const QString time = formatTime(*step.slowCost, timeUnit);
    return std::count_if(factors.begin(), factors.end(), isOther) == 1
               ? Text::tr("rank %1 costs %2").arg(first - factors.begin()).arg(time)
               : Text::tr("slow ranks cost %1").arg(time);
}

/// Adds the facts of a step, and what its ranks spend time on besides compute.
void addStep(TrackData& shown, const std::shared_ptr<const Run>& run) {
    const StepRun& step = *run->step;
    shown.hop = nullptr;
    shown.recompute = nullptr;
    shown.bubble =
        Text::tr("exposed comm. %1").arg(formatTime(static_cast<Time>(std::llround(step.exposedComm)), shown.timeUnit));
    shown.facts.clear();
    if (step.slowCost) shown.facts += slowCostText(step, shown.timeUnit);
    shown.facts += Text::tr("overlap %1").arg(formatPercent(step.overlap));
    if (step.sent) shown.facts += Text::tr("sends %1").arg(sentText(*step.sent));
    shown.factsTip = Text::tr(
        "A slow rank costs as much as the step would gain if all ranks were equally fast. Exposed communication is the "
        "part that is not hidden behind compute; overlap is the share that is. What one rank sends is given in \u03a8, "
        "its parameters; A, the activations between two layers; KV, keys and values; X, the tokens that go to "
        "experts.");
    shown.spending = step.spending;
    shown.hasWaits = step.slowCost.has_value();
    addMemory(shown, run);
    if (hasBuckets(step.setup))
        shown.more = [run](Row row) { return bucketText(*run->step, run->timeline->program->ops[row]); };
    shown.formula = toQString(step.figures ? infoOf(Quantity::Mfu).formula : infoOf(Quantity::ExposedComm).tip);
    addModelFacts(shown, step);
}

bool hasRecompute(const Durations& durations) {
    return std::ranges::any_of(durations.inner, [](const Durations::OpTimes& times) { return times.recompute > 0; });
}

Time recomputeOf(const Run& run, Row row) {
    const Program& program = *run.timeline->program;
    const Op op = program.ops[row];
    if (op.kind() != OpKind::Backward && op.kind() != OpKind::BackwardInput) return 0;
    if (op.opensPair() || op.closesPair()) return 0;  // it starts beside its forward
    return run.durations.timesOf(program.workerOfRow(row), program.placeOf(op.stage())).recompute;
}

void addRun(TrackData& shown, const std::shared_ptr<const Run>& run, Quantity bubble) {
    const Metrics& metrics = run->metrics;
    shown.kind = toQString(run->schedule.kind->id);
    shown.timeline = run->timeline;
    shown.words = wordsOf(*run);
    shown.sums = run->sums;
    shown.hop = [run](WorkerId from, WorkerId to) { return run->durations.hop(from, to); };
    if (hasRecompute(run->durations)) shown.recompute = [run](Row row) { return recomputeOf(*run, row); };
    shown.criticalPath = [run] { return criticalPath(*run->timeline, run->durations); };
    shown.timeUnit = unitText(run->schedule.workload.timeUnit);
    shown.total = formatTime(metrics.totalTime, shown.timeUnit);
    shown.bubble = Text::tr("bubble %1").arg(formatPercent(valueOf(bubble, *run)));
    if (bubble != Quantity::BubbleRatio) shown.bubble += QLatin1Char(' ') + toQString(infoOf(bubble).sort);
    shown.facts = {formatOverBound(metrics.overBound())};
    if (run->spanBound) shown.facts.insert(run->isSoFar ? 0 : 1, searchText(*run));
    shown.memoryLimit = run->schedule.workload.memoryLimit;
    shown.overLimit = overLimitText(*run);
    shown.factsTip = shown.overLimit.isEmpty()
                         ? boundTip()
                         : Text::tr("A device needs more activations than the memory limit allows.");
    shown.held = run->held;
    shown.spending = run->spending;
    if (run->step) return addStep(shown, run);
    if (!run->scheme) return;
    const SchemeRun& scheme = *run->scheme;
    shown.storeOfStep = {run->scheme, &scheme.storeWorker};
    shown.hasFetches = anyTransmits(scheme, &SchemeWorker::weightTransmissions);
    shown.held = {run->scheme, &scheme.held};
    shown.hasTransfers = anyTransmits(scheme, &SchemeWorker::activationTransmissions);
}

/// "paper 33 · 37.5% ✓"; if some differ "paper 34, here 33 · paper 37.5% ✓".
void addPublished(TrackData& shown, const std::vector<ComparedNumber>& published) {
    shown.isPaperDifferent = !std::all_of(published.begin(), published.end(), std::mem_fn(&ComparedNumber::agrees));
    QStringList parts, tips;
    for (const ComparedNumber& one : published) {
        // Times and shares need no unit here: nobody confuses them.
        const bool areActivations = infoOf(one.published.quantity).unit == QuantityUnit::Activations;
        const QString form = one.published.inChunks ? Text::tr("%1 chunks")
                             : areActivations       ? Text::tr("%1 act.")
                                                    : QStringLiteral("%1");
        const QString printed = form.arg(toQString(one.published.printed)), here = form.arg(toQString(one.here));
        parts += !shown.isPaperDifferent ? printed
                 : one.agrees            ? Text::tr("paper %1 ✓").arg(printed)
                                         : Text::tr("paper %1, here %2").arg(printed, here);
        const QString what = Text::tr("%1: paper %2, here %3").arg(quantityName(one.published), printed, here);
        tips += one.published.source.empty() ? what : Text::tr("%1 (%2)").arg(what, toQString(one.published.source));
    }
    if (parts.isEmpty()) return;
    const QString all = parts.join(QStringLiteral(" · "));
    shown.paper = shown.isPaperDifferent ? all : Text::tr("paper %1 ✓").arg(all);
    shown.paperTip = tips.join(QStringLiteral("\n"));
}

void addReference(TrackData& shown, const Run& run, const Reference& reference, Quantity bubble) {
    const Run& other = *reference.run;
    shown.difference =
        differenceText(reference, differenceOf(run, other), bubble, run.step && other.step, shown.timeUnit);
    if (reference.kind == Reference::Kind::Pinned) {
        auto pinned = std::make_shared<TrackData>();
        addRun(*pinned, reference.run, bubble);
        shown.pinned = std::move(pinned);
        return;
    }
    shown.aligned = other.timeline;
    shown.alignedTitle = reference.title;
    for (std::size_t id = 0; id < std::min(run.metrics.workers.size(), other.metrics.workers.size()); ++id)
        shown.laterEnd.push_back(std::get<Time>(workerDifference(Quantity::End, run, other, id)));
}

/// Compares steps with the fastest of them if they do the same work, in all or per sequence.
void addStandings(std::vector<TrackData>& shown, const std::vector<Outcome>& outcomes) {
    std::vector<std::optional<Timed>> steps;
    for (const Outcome& outcome : outcomes) {
        const bool isStep = outcome.run && outcome.run->step;
        steps.push_back(isStep ? std::optional(timedOf(*outcome.run)) : std::nullopt);
    }
    const Verdict verdict = judge(steps);
    if (verdict.isOtherWork || (!verdict.next && verdict.fastest.size() < 2)) return;
    const double least = verdict.timeOf(*steps[verdict.fastest.front()]);
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (steps[i] && !steps[i]->isOverLimit) {
            const double more = verdict.timeOf(*steps[i]) / least - 1;
            const QString first = verdict.overLimit.empty() ? Text::tr("fastest") : Text::tr("fastest that fits");
            shown[i].standing = !verdict.next ? Text::tr("equally fast") : more == 0 ? first : formatChange(more);
        }
}

}  // namespace

QString quantityName(const PublishedNumber& published) {
    const std::string title(infoOf(published.quantity).title);
    const QString name = Text::tr(title.c_str());
    return published.inChunks ? Text::tr("%1, in chunks").arg(name) : name;
}

QString sentText(const SentAmounts& sent) {
    constexpr std::pair<MessageUnit, const char*> kSigns[] = {{MessageUnit::Parameters, "Ψ"},
                                                              {MessageUnit::Activations, "A"},
                                                              {MessageUnit::Keys, "KV"},
                                                              {MessageUnit::Tokens, "X"}};
    QStringList parts;
    for (const auto& [unit, sign] : kSigns)
        if (const double amount = sent[static_cast<std::size_t>(unit)]; amount > 0)
            parts += formatNumber(amount, 3) + QChar(0x202f) + QString::fromUtf8(sign);
    if (const double bytes = sent[static_cast<std::size_t>(MessageUnit::Bytes)]; bytes > 0) parts += formatBytes(bytes);
    return parts.join(QStringLiteral(" + "));
}

QString movedText(const StepRun& step) {
    if (step.sent) return sentText(*step.sent);
    const bool isAny = !step.setup.model && step.setup.ranks() == step.setup.mesh[MeshAxis::Pp];
    if (step.setup.kind->step->axes.empty())
        return Text::tr("unknown for broadcasts: ranks forward what others receive");
    const auto& workers = step.workers;
    const bool sends = std::any_of(workers.begin(), workers.end(), [](const StepWorker& one) { return one.comm > 0; });
    return isAny && sends ? Text::tr("unknown: set ranks or a mesh") : Text::tr("nothing to other ranks");
}

QString bucketText(const StepRun& step, Op op) {
    if (!hasBuckets(step.setup)) return {};
    const int last = static_cast<int>(step.buckets.size()) - 1, number = op.stage().value;
    int bucket = -1;
    switch (op.kind()) {
        case OpKind::BucketReduce:
        case OpKind::BucketScatter: bucket = number; break;
        case OpKind::AllReduce:
        case OpKind::ReduceScatter:
        case OpKind::AllGather:
        case OpKind::BucketGather: bucket = last - number; break;
        default: return {};
    }
    const std::vector<int>& layers = step.buckets[static_cast<std::size_t>(bucket)];
    QStringList numbers;
    for (const int layer : layers) numbers += QString::number(layer);
    if (layers.size() == 1) return Text::tr("bucket %1: layer %2").arg(bucket).arg(numbers.first());
    constexpr qsizetype kMostNamed = 6;
    if (numbers.size() <= kMostNamed) return Text::tr("bucket %1: layers %2").arg(bucket).arg(formatList(numbers));
    return Text::tr("bucket %1: layers %2 to %3").arg(bucket).arg(numbers.first(), numbers.last());
}

QString Reference::name() const { return kind == Kind::Pinned ? Text::tr("pinned") : title; }

QString Reference::versus() const { return Text::tr("vs %1").arg(name()); }

QString Outcome::awaitedText() const {
    if (!isAwaited()) return {};
    return isStopped ? Text::tr("stopped before it was computed") : Text::tr("computing…");
}

Outcome outcomeOf(const Scenario& scenario, std::size_t index, const RunResult& result) {
    Outcome outcome;
    outcome.title = QString::fromStdString(displayTitle(scenario, index));
    if (result) {
        outcome.run = *result;
        if (outcome.run) outcome.published = comparedNumbers(scenario, index, *outcome.run);
        return outcome;
    }
    outcome.refusal = toQString(refusalText(scenario, index, result.error()));
    return outcome;
}

std::vector<Outcome> withHeld(std::vector<Outcome> outcomes) {
    std::size_t ops = 0;
    for (const Outcome& outcome : outcomes) ops += outcome.run ? outcome.run->timeline->program->opCount() : 0;
    if (ops > static_cast<std::size_t>(kMostHeldOps)) return outcomes;
    for (Outcome& outcome : outcomes)
        if (outcome.run) outcome.run = *withHeld(outcome.run);
    return outcomes;
}

QString overLimitText(const Run& run) {
    const auto worker = run.workerOverLimit();
    return worker ? heldText(run.schedule, run.metrics.peakActivations(), *worker) : QString();
}

namespace {

Words wordsOf(const StepRun& step) {
    Words words{Text::tr("rank %1"), Words::Naming::Own};
    words.workerOfNumber = step.ranks.workerOfRank;
    words.ownName = [names = step.names](Op op) { return toQString(nameOf(names, op)); };
    for (const std::vector<int>& ranks : step.ranks.ranksOfWorkers()) {
        constexpr int kLongNumber = 100;  // for such numbers there is only room for the first and the last
        const QStringList runs = formatNumbers(ranks);
        QString text = runs.join(QStringLiteral(", "));
        if (ranks.size() > 1 && (runs.size() > 1 || ranks.back() < kLongNumber))
            text += QStringLiteral(" ×%1").arg(ranks.size());
        const auto& factors = step.setup.factors;
        const auto first = static_cast<std::size_t>(ranks.front());
        if (first < factors.size() && factors[first] != 1)
            text += QStringLiteral(" · %1×").arg(formatNumber(factors[first], 3));
        words.workers.push_back(text);
        words.names.push_back(formatRanks(ranks));
    }
    return words;
}

}  // namespace

Words wordsOf(const Run& run) {
    if (run.step) return wordsOf(*run.step);
    if (run.scheme) return {Text::tr("worker %1"), Words::Naming::Stage};
    return {.worker = Text::tr("device %1"), .pieces = run.timeline->program->pieces};
}

TrackData shownOf(const Outcome& outcome, Quantity bubble) {
    TrackData shown{outcome.title, outcome.color};
    shown.refusal = outcome.refusal;
    shown.awaited = outcome.awaitedText();
    shown.isStopped = outcome.isStopped;
    shown.formula = toQString(infoOf(bubble).formula);
    if (outcome.stuck) {
        shown.timeline = outcome.stuck->timeline;
        shown.circle = outcome.stuck->circle;
        shown.words = {.worker = Text::tr("device %1"), .pieces = shown.timeline->program->pieces};
    }
    if (!outcome.run) return shown;
    addRun(shown, outcome.run, bubble);
    addPublished(shown, outcome.published);
    if (outcome.reference) addReference(shown, *outcome.run, *outcome.reference, bubble);
    return shown;
}

std::vector<TrackData> shownOf(const std::vector<Outcome>& outcomes, Quantity bubble) {
    std::vector<TrackData> shown;
    for (const Outcome& outcome : outcomes) shown.push_back(shownOf(outcome, bubble));
    addStandings(shown, outcomes);
    return shown;
}

}  // namespace bubblescope
