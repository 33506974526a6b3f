// Which schedule is best in an experiment, where that changes, and what exceeds its memory limit.

#include "tests/app/said.h"
#include "tests/widgets/experiment_results.h"
#include "widgets/study/experiment_text.h"
#include "widgets/study/winners/winner_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_said_of_experiments {

namespace {

/// One series at a place, from a run of its own and plain counts.
struct One {
    std::size_t series = 0;
    bool isOver = false;
    double value = 0;
    int microbatches = 1;
    double work = 0, rounding = 0;  // of a microbatch
};

/// What ran at one place.
struct Place {
    std::vector<One> fit, over;

    double least() const {
        double least = std::numeric_limits<double>::infinity();
        for (const One& one : fit) least = std::min(least, one.value);
        return least;
    }
    bool isBest(std::size_t series) const {
        return std::any_of(fit.begin(), fit.end(), [&](const One& one) {
            return one.series == series && one.value <= least() + 1e-11 * (1 + std::abs(least()));
        });
    }
    bool isOver(std::size_t series) const {
        return std::any_of(over.begin(), over.end(), [&](const One& one) { return one.series == series; });
    }
    bool isOtherWork(Quantity measure) const {
        return std::any_of(fit.begin(), fit.end(), [&](const One& one) {
            const bool isEach = std::abs(one.work - fit[0].work) > one.rounding + fit[0].rounding + 1e-9 * fit[0].work;
            const bool isCount = one.microbatches != fit[0].microbatches;
            return (measure == Quantity::TotalTime && (isEach || isCount)) ||
                   (measure == Quantity::TimePerMicrobatch && isEach);
        });
    }
};

std::vector<double> peaksOf(const Run& run) {
    if (!run.scheme) return plainPeaks(run);
    std::vector<double> peaks;
    for (const WorkerMetrics& worker : run.metrics.workers) peaks.push_back(worker.peakActivations);
    return peaks;
}

double valueOf(Quantity measure, const Run& run, double peak) {
    const double total = double(run.metrics.totalTime);
    switch (measure) {
        case Quantity::TotalTime: return total;
        case Quantity::TimePerMicrobatch: return total / run.schedule.workload.microbatches;
        case Quantity::PeakActivations: return peak;
        default: break;
    }
    double busy = 0;
    for (const WorkerMetrics& worker : run.metrics.workers) busy += double(worker.busy);
    return total == 0 ? 0 : 1 - busy / (total * double(run.metrics.workers.size()));
}

Place placeAt(const ExperimentPlan& plan, PointPlace at, Quantity measure, const std::vector<std::size_t>& shown) {
    Place place;
    for (const std::size_t series : shown) {
        at.series = series;
        const Scenario scenario = scenarioAt(plan, plan.pointAt(at));
        const RunResult result = run(scenario, 0);
        if (!result) continue;
        const Run& one = **result;
        const std::vector<double> peaks = peaksOf(one);
        const double peak = *std::max_element(peaks.begin(), peaks.end());
        One here{series, false, valueOf(measure, one, peak), one.schedule.workload.microbatches};
        const auto& limit = one.schedule.workload.memoryLimit;
        here.isOver = limit && peak > *limit + 1e-6;
        // Work is what ops take with nothing computed twice.
        const auto once = runWith(scenario, 0, [](Workload& workload, ScheduleEntry&) { workload.recompute = 0; });
        for (const WorkerMetrics& worker : (once ? *once : one).metrics.workers)
            here.work += double(worker.busy - worker.recompute);
        here.work /= here.microbatches;
        here.rounding = 4 * double(one.timeline->program->opCount()) / here.microbatches;
        (here.isOver ? place.over : place.fit).push_back(here);
    }
    return place;
}

/// The same panel at any x.
Place placeNear(const ExperimentPlan& plan, std::size_t panel, double x, Quantity measure,
                const std::vector<std::size_t>& shown) {
    Experiment part = plan.experiment;
    part.x.values = {x};
    if (part.panels) part.panels->values = {part.panels->values[panel]};
    const auto alone = planExperiment(part);
    return alone ? placeAt(*alone, {}, measure, shown) : Place();
}

/// Some series of a random comparison along an axis; nothing where that cannot be planned.
std::optional<ExperimentPlan> randomExperiment(Random& random, const Scenario& scenario) {
    Experiment experiment;
    experiment.workload = scenario.workload;
    std::vector<ScheduleEntry> series = scenario.schedules;
    // Of rounds of D alone, so that now and then nothing runs somewhere.
    if (randomInt(random, 0, 3) == 0)
        for (std::size_t i = 0; i < series.size(); ++i)
            if (series[i].family != Family::Scheme)
                series[i].kind = "hanayo", series[i].own.chunks = 2 + 2 * static_cast<int>(i);
    experiment.series = series;
    struct Choice {
        const char* key;
        std::vector<double> values;
    };
    const Choice choices[] = {{"memory_limit", {0.5, 3, 6}},
                              {"microbatches", {2, 12, 6}},
                              {"comm", {0, 5, 40}},
                              {"recompute", {0, 0.5, 1}},
                              {"weight_hold", {1, 0}}};
    const Choice& x = choices[randomInt(random, 0, 4)];
    experiment.x = {x.key, x.values};
    const Choice& panels = choices[randomInt(random, 0, 4)];
    if (randomInt(random, 0, 2) == 0 && panels.key != x.key)
        experiment.panels = Axis{panels.key, {panels.values[0], panels.values[1]}};
    const Quantity measures[] = {Quantity::TotalTime, Quantity::TotalTime, Quantity::TimePerMicrobatch,
                                 Quantity::BubbleRatio, Quantity::PeakActivations};
    experiment.quantities = {measures[randomInt(random, 0, 4)]};
    if (randomInt(random, 0, 3) == 0 && experiment.quantities[0] != Quantity::PeakActivations)
        experiment.quantities.push_back(Quantity::PeakActivations);
    auto plan = planExperiment(experiment);
    return plan ? std::optional(std::move(*plan)) : std::nullopt;
}

}  // namespace

class TestSaidOfExperiments : public QObject, private Said {
    Q_OBJECT

private slots:
    void winnersAndLimits();
};

void TestSaidOfExperiments::winnersAndLimits() {
    forEachScenario([&](Random& random, const Scenario& scenario, int n) {
        auto plan = randomExperiment(random, scenario);
        if (!plan) return true;
        const SharedResults results = resultsOf(plan->experiment);
        std::set<std::size_t> hidden;
        std::vector<std::size_t> shown;
        for (std::size_t series = 0; series < plan->series.size(); ++series) {
            if (randomInt(random, 0, 9) == 0)
                hidden.insert(series);
            else
                shown.push_back(series);
        }
        auto changes = winnerChangesIn(*plan, results->points, 0, shown);
        if (n % 8 == 0) changes = refinedAll(*plan, changes, shown);
        QStringList lines;
        for (const QString& line : winnerLines(*results, 0, hidden, changes)) lines += plainText(line);
        const auto fails = [&](const QString& why) {
            QTest::qFail(qPrintable(why + ": " + lines.join(" | ")), __FILE__, __LINE__);
            return false;
        };
        const auto name = [&](std::size_t series) { return toQString(plan->series[series].title); };

        // What each point holds, and how many there are of each sort.
        int refused = 0, overLimit = 0;
        for (std::size_t point = 0; point < plan->size(); ++point) {
            const RunResult result = run(scenarioAt(*plan, point), 0);
            refused += !result;
            const QString over = overLimitText(*plan, point, *results->points[point]);
            if (!result) {
                if (!over.isEmpty()) return fails("nothing ran there");
                continue;
            }
            const auto& limit = (*result)->schedule.workload.memoryLimit;
            const std::vector<double> peaks = peaksOf(**result);
            const double most = *std::max_element(peaks.begin(), peaks.end());
            const bool isOver = limit && most > *limit + 1e-6;
            overLimit += isOver;
            if (over.isEmpty() != !isOver) return fails("over the limit");
            if (!isOver) continue;
            auto it = said(over, "needs <N> activations, limit <N> (<P>)");
            if (!it) it = said(over, "needs <N> activation, limit <N> (<P>)");
            if (!it || !met("holds more than the limit") || std::abs((*it)[0].toDouble() - most) > 0.001 * most ||
                (*it)[1] != formatNumber(*limit, 4) ||
                peaks[std::size_t((*it)[2].section(' ', 1).toInt())] < most - 1e-6)
                return fails(over);
        }
        QStringList counts{plan->size() == 1 ? QString("1 point") : QString("%1 points").arg(plan->size())};
        if (refused > 0) counts += QString("%1 cannot run").arg(refused);
        if (overLimit > 0) counts += QString("%1 over the memory limit").arg(overLimit);
        if (std::size_t(refused) == plan->size())
            counts = {"No point can run: " + toQString(results->points[0]->refusal)};
        if (pointLines(*results) != counts) return fails(pointLines(*results).join(" · "));

        if (!changes.empty()) {
            if (changes.size() > 6) return (lines.empty() && met("too many changes")) || fails("too many");
            if (lines.size() != int(changes.size())) return fails("a line a change");
            for (std::size_t i = 0; i < changes.size(); ++i) {
                const WinnerChange& change = changes[i];
                const Place below = placeNear(*plan, change.panel, change.below, change.measure, shown);
                const Place above = placeNear(*plan, change.panel, change.above, change.measure, shown);
                if (!below.isBest(change.from) || !above.isBest(change.to) || above.isBest(change.from))
                    return fails("who wins");
                const QString from = name(change.from), to = name(change.to);
                const QString place = plainText(stepText(plan->experiment, plan->experiment.x, change.above));
                QString expected = to + " beats " + from + " from " + place;
                if (above.isOver(change.from)) {
                    expected = to + " wins from " + place + ", where " + from + " exceeds the memory limit";
                    met("where it exceeds the limit");
                } else if (below.isOver(change.to)) {
                    expected += ", where it starts to fit in the memory limit";
                    met("where it starts to fit");
                }
                if (below.isOtherWork(change.measure) || above.isOtherWork(change.measure)) {
                    expected += " (unequal work)";
                    met("beats (unequal work)");
                }
                if (const auto& panels = plan->experiment.panels)
                    expected =
                        plainText(stepText(plan->experiment, *panels, panels->values[change.panel])) + ": " + expected;
                if (plan->experiment.quantities.size() > 1)
                    expected += QString(" (%1)").arg(toQString(infoOf(change.measure).title));
                if (lines[int(i)] != expected) return fails(expected);
                met("beats");
            }
            return true;
        }

        // Nobody takes over: who is best at every place.
        std::set<std::size_t> best(shown.begin(), shown.end());
        bool isAnywhere = false, isEverywhere = true, hasOver = false, isNoneWithin = false;
        bool isTotal = false, isEach = false;
        for (std::size_t panel = 0; panel < plan->panels(); ++panel)
            for (std::size_t x = 0; x < plan->experiment.x.values.size(); ++x)
                for (const Quantity measure : plan->experiment.quantities) {
                    const Place place = placeAt(*plan, {0, panel, 0, x}, measure, shown);
                    hasOver |= !place.over.empty();
                    if (place.fit.empty()) {
                        isEverywhere = false;
                        isNoneWithin |= !place.over.empty();
                        continue;
                    }
                    isAnywhere = true;
                    if (place.isOtherWork(measure)) (measure == Quantity::TotalTime ? isTotal : isEach) = true;
                    std::erase_if(best, [&](std::size_t series) { return !place.isBest(series); });
                }
        if (shown.size() < 2) return lines.empty() || fails("one alone");
        QString expected;
        if (!isAnywhere && hasOver) {
            expected = "No schedule fits in the memory limit";
            met("none within the limit");
        } else if (isAnywhere && best.size() == 1) {
            const char* where = isNoneWithin    ? "wherever a schedule fits in the memory limit"
                                : !isEverywhere ? "wherever a schedule runs"
                                : hasOver       ? "everywhere among schedules that fit in the memory limit"
                                                : "everywhere";
            met(where);
            expected = name(*best.begin()) +
                       (isTotal  ? " is fastest "
                        : isEach ? " is fastest per microbatch "
                                 : " is best ") +
                       where;
            if (isTotal || isEach) expected += " (unequal work)";
            met(isTotal ? "is fastest" : isEach ? "is fastest per microbatch" : "is best");
        }
        return lines == (expected.isEmpty() ? QStringList() : QStringList(expected)) || fails(expected);
    });
    verifyMet({"holds more than the limit", "beats", "where it exceeds the limit", "where it starts to fit",
               "beats (unequal work)", "none within the limit", "wherever a schedule fits in the memory limit",
               "wherever a schedule runs", "everywhere among schedules that fit in the memory limit", "everywhere",
               "is best", "is fastest", "is fastest per microbatch"},
              3);
}

QTEST_MAIN(TestSaidOfExperiments)

}  // namespace tst_said_of_experiments
#include "tst_said_of_experiments.moc"
