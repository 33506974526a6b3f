#include "app/console/result_table.h"

#include "app/console/console.h"
#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/results/quantities.h"
#include "engine/results/refusal.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/held_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::size_t kLongestSource = 48;

QString percent(double ratio) { return plainSpaces(formatPercent(ratio)); }

QString number(double value) { return formatNumber(value); }

QString timesText(const PerDevice& times) {
    const auto* list = std::get_if<1>(&times);
    if (!list) return number(std::get<0>(times));
    const auto [least, most] = std::minmax_element(list->begin(), list->end());
    return number(*least) + QStringLiteral("–") + number(*most);
}

QString commText(const Comm& comm, int devices) {
    if (const auto* scalar = std::get_if<double>(&comm)) return number(*scalar);
    const auto* nodes = std::get_if<NodeLinks>(&comm);
    if (!nodes) return Text::tr("by link");
    if (nodes->nodeSize >= devices) return Text::tr("%1 on one node").arg(number(nodes->inside));
    return Text::tr("%1 in nodes of %2 and %3 between")
        .arg(number(nodes->inside))
        .arg(nodes->nodeSize)
        .arg(number(nodes->between));
}

/// Adds a column, its title split over the two lines of the heading.
void addColumn(QStringList& first, QStringList& second, const QString& title) {
    const auto space = title.indexOf(QLatin1Char(' '));
    first.append(space < 0 ? QString() : title.left(space));
    second.append(title.mid(space + 1));
}

}  // namespace

QString consoleTitle(const Scenario& scenario, std::size_t index) {
    constexpr std::size_t kLongestTitle = 38;
    return QString::fromStdString(shortened(displayTitle(scenario, index), kLongestTitle));
}

QString consoleTime(Time time, const Scenario& scenario) {
    return plainSpaces(formatTime(time, unitText(scenario.workload.timeUnit)));
}

ResultTable::ResultTable(const Scenario& scenario) : m_scenario(scenario) {
    QStringList first{QString(), Text::tr("total")}, second{Text::tr("schedule"), Text::tr("time")};
    const auto column = [&](const QString& title) { addColumn(first, second, title); };
    for (const Quantity bubble : quantitiesIn(kIsBubble)) column(Text::tr(std::string(infoOf(bubble).sort).c_str()));
    column(Text::tr("peak activations"));
    column(Text::tr("over bound"));
    std::optional<int> microbatches;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        if (scenario.schedules[i].isStep) continue;
        const int own = resolve(scenario, i).workload.microbatches;
        m_isEach |= own != microbatches.value_or(own);
        microbatches = own;
    }
    if (m_isEach) column(Text::tr("each microbatch"));
    m_rows = {{QString(), QString(), Text::tr("bubble")}, first, second};
    first = {QString()}, second = {Text::tr("scheme")};
    for (const char* title :
         {"sizes", "throughput", "bound", "weight fetches", "weights stored", "activation transfers", "mean peak"})
        column(Text::tr(title));
    m_schemeRows = {first, second};
    first = {QString(), QString(), Text::tr("total")}, second = {Text::tr("step"), Text::tr("ranks"), Text::tr("time")};
    for (const char* title : {"compute", "exposed comm.", "exposed offload", "idle", "overlap"})
        column(Text::tr(title));
    m_stepRows = {first, second};
    m_modelRows = {{Text::tr("step"), Text::tr("MFU"), Text::tr("HFU"), Text::tr("tokens/s"), Text::tr("memory peak"),
                    Text::tr("fits")}};
    m_published = {{Text::tr("schedule"), Text::tr("quantity"), Text::tr("paper"), Text::tr("here"), QString(),
                    Text::tr("source")}};
    m_timings = {{Text::tr("timing"), Text::tr("ops"), Text::tr("ordering"), Text::tr("simulation")}};
}

void ResultTable::add(std::size_t index, const RunResult& result) {
    const QString title = consoleTitle(m_scenario, index);
    if (!result) {
        m_refusals.emplace_back(title,
                                QString::fromStdString(shortened(refusalText(m_scenario, index, result.error()), 400)));
        (m_scenario.schedules[index].isStep ? m_stepRows : m_rows).push_back({title, Text::tr("refused")});
        return;
    }
    if ((*result)->step)
        addStep(title, **result);
    else
        addSchedule(title, **result);
    m_ran.push_back(contenderOf(title, result->get()));
    if (const QString over = overLimitText(**result); !over.isEmpty()) m_overLimit.emplace_back(title, over);
    if (const QString copies = copiesText(*(*result)->timeline->program); !copies.isEmpty())
        m_copies.emplace_back(title, copies);
    if ((*result)->scheme) addScheme(title, **result);
    addPublished(title, comparedNumbers(m_scenario, index, **result));
    const auto milliseconds = [](double seconds) { return QString::number(seconds * 1e3, 'f', 3) + " ms"; };
    m_timings.push_back({title, QString::number((*result)->timeline->program->opCount()),
                         milliseconds((*result)->generateSeconds), milliseconds((*result)->simulateSeconds)});
}

void ResultTable::addSchedule(const QString& title, const Run& run) {
    const Metrics& metrics = run.metrics;
    QStringList row{title, consoleTime(metrics.totalTime, m_scenario)};
    for (const Quantity bubble : quantitiesIn(kIsBubble)) row.append(percent(valueOf(bubble, run)));
    row.append(number(metrics.peakActivations()));
    row.append(metrics.totalTime == metrics.lowerBound ? Text::tr("at bound")
                                                       : QLatin1Char('+') + percent(metrics.overBound()));
    if (m_isEach)
        row.append(consoleTime(
            std::llround(static_cast<double>(metrics.totalTime) / run.schedule.workload.microbatches), m_scenario));
    m_rows.push_back(row);
}

void ResultTable::addStep(const QString& title, const Run& run) {
    const StepRun& step = *run.step;
    const auto mean = [&](Time StepWorker::*part) {
        double sum = 0;
        for (std::size_t worker = 0; worker < step.workers.size(); ++worker)
            sum += step.ranks.count[worker] * static_cast<double>(step.workers[worker].*part);
        return consoleTime(std::llround(sum / step.ranks.ranks()), m_scenario);
    };
    m_stepRows.push_back({title, QString::number(step.ranks.ranks()), consoleTime(run.metrics.totalTime, m_scenario),
                          mean(&StepWorker::compute), mean(&StepWorker::exposedComm), mean(&StepWorker::exposedOffload),
                          mean(&StepWorker::idle), percent(step.overlap)});
    if (!step.memory.empty()) addModel(title, run);
}

void ResultTable::addModel(const QString& title, const Run& run) {
    const StepRun& step = *run.step;
    const QString none = QStringLiteral("–");
    const double peak = static_cast<double>(step.memoryPeak());
    const bool fits = peak <= step.setup.model->hardware.memoryBytes();
    QStringList row{title, none, none, none};
    if (step.figures)
        row = {title, percent(step.figures->mfu), percent(step.figures->hfu),
               formatNumber(step.figures->tokensPerSecond, 4)};
    m_modelRows.push_back(row << plainSpaces(formatBytes(peak)) << (fits ? Text::tr("yes") : Text::tr("no")));
}

void ResultTable::addScheme(const QString& title, const Run& run) {
    const Scheme& scheme = *run.schedule.scheme;
    const auto mean = [&](Quantity quantity) { return formatNumber(valueOf(quantity, run), 4); };
    const auto count = [&](Quantity quantity) { return QString::number(std::llround(valueOf(quantity, run))); };
    const bool isBound = !std::isnan(valueOf(Quantity::ThroughputBound, run));
    const QString bound = isBound ? mean(Quantity::ThroughputBound) : QStringLiteral("–");
    m_schemeRows.push_back(
        {title, QStringLiteral("%1, %2, %3").arg(scheme.workers).arg(scheme.stages).arg(scheme.batches),
         mean(Quantity::Throughput), bound, count(Quantity::WeightTransmissions), mean(Quantity::MeanWeightStorage),
         count(Quantity::ActivationTransmissions), mean(Quantity::MeanPeakActivations)});
}

/// A line each, with the source where it is another one than in the line before.
void ResultTable::addPublished(const QString& title, const std::vector<ComparedNumber>& published) {
    QString named = title;
    for (const ComparedNumber& one : published) {
        const QString source = toQString(shortened(one.published.source, kLongestSource));
        m_published.push_back({std::exchange(named, QString()), quantityName(one.published),
                               toQString(shortened(one.published.printed)), toQString(shortened(one.here)),
                               one.agrees ? QStringLiteral("✓") : Text::tr("differs"),
                               source == m_source ? QString() : source});
        m_source = source;
    }
}

QStringList ResultTable::workloadParts() const {
    const Workload& w = m_scenario.workload;
    const auto& entries = m_scenario.schedules;
    const bool hasSizes =
        std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return !entry.scheme && !entry.isStep; });
    const bool hasTimes = hasSizes || std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
                              return entry.scheme && entry.scheme->workloadTimes;
                          });
    QStringList parts;
    if (hasSizes) parts = {Text::tr("%1 devices").arg(w.devices), Text::tr("%1 microbatches").arg(w.microbatches)};
    if (!hasTimes) return parts;
    parts += {QStringLiteral("T_F ") + timesText(w.forward), QStringLiteral("T_B ") + timesText(w.backward),
              QStringLiteral("T_C ") + commText(w.comm, w.devices)};
    if (w.weight) parts.append(QStringLiteral("T_W ") + timesText(*w.weight));
    if (w.forwardBackward) parts.append(QStringLiteral("T_FB ") + timesText(*w.forwardBackward));
    if (w.recompute != 0) parts.append(Text::tr("recompute %1").arg(number(w.recompute)));
    if (w.imbalance != 0) parts.append(Text::tr("imbalance %1").arg(number(w.imbalance)));
    const Workload usual;
    const auto times = [](const StageTimes& stage) { return number(stage.forward) + '+' + number(stage.backward); };
    if (w.embedding != usual.embedding) parts.append(Text::tr("embedding %1").arg(times(w.embedding)));
    if (w.head != usual.head) parts.append(Text::tr("head %1").arg(times(w.head)));
    if (w.memoryLimit) parts.append(Text::tr("memory limit %1").arg(number(*w.memoryLimit)));
    if (w.weightHold != usual.weightHold) parts.append(Text::tr("held until T_W %1").arg(number(w.weightHold)));
    if (w.recompute != 0 && w.recomputeKeep != usual.recomputeKeep)
        parts.append(Text::tr("kept of recomputed %1").arg(number(w.recomputeKeep)));
    return parts;
}

QString ResultTable::heading() const {
    QStringList lines{QString::fromStdString(shortened(m_scenario.title, kConsoleWidth)),
                      workloadParts().join(QLatin1String(", "))};
    lines.removeAll(QString());
    return lines.isEmpty() ? QString() : lines.join(QLatin1Char('\n')) + QLatin1String("\n\n");
}

QString ResultTable::summary() const {
    QString out;
    for (const auto& [title, reason] : m_refusals)
        out += wrapped(Text::tr("%1 refused: %2").arg(title, reason), kConsoleWidth, 2) + QLatin1Char('\n');
    for (const auto& [title, peak] : m_overLimit)
        out += Text::tr("Over the memory limit: %1 %2.").arg(title, peak) + QLatin1Char('\n');
    for (const auto& [title, copies] : m_copies) out += QStringLiteral("%1 %2.").arg(title, copies) + QLatin1Char('\n');
    if (m_ran.size() > 1) out += wrapped(plainSpaces(verdictText(m_ran)), kConsoleWidth, 2) + QLatin1Char('\n');
    return out.isEmpty() ? out : QLatin1Char('\n') + out;
}

QString ResultTable::text() const {
    std::vector<QStringList> legend;
    const bool hasSteps = m_stepRows.size() > 2, hasSchedules = m_rows.size() > 3 || !hasSteps;
    if (hasSchedules) {
        for (const Quantity bubble : quantitiesIn(kIsBubble))
            legend.push_back({Text::tr(std::string(infoOf(bubble).title).c_str()),
                              QStringLiteral("= ") + toQString(infoOf(bubble).formula)});
        legend.push_back({Text::tr("peak activations"),
                          Text::tr("  the most that a device holds, in activations of one microbatch")});
        legend.push_back(
            {Text::tr("over bound"), Text::tr("  distance from a time that no order beats with stages placed so")});
    }
    if (hasSteps) {
        legend.push_back(
            {Text::tr("compute, exposed, idle"), Text::tr("  the means of the ranks; they add up to the total")});
        legend.push_back({Text::tr("exposed comm."), Text::tr("  communication with no compute beside it")});
        legend.push_back({Text::tr("overlap"), Text::tr("= 1 − exposed / all communication")});
    }
    const bool hasModels = m_modelRows.size() > 1;
    if (hasModels) {
        legend.push_back({Text::tr("MFU"), Text::tr("= the model's FLOPs / (time · ranks · peak)")});
        legend.push_back({Text::tr("HFU"), Text::tr("  the same with what is computed again")});
        legend.push_back({Text::tr("memory peak"), Text::tr("  of the device that keeps most")});
    }
    const bool hasSchemes = m_schemeRows.size() > 2;
    if (hasSchemes) {
        const auto add = [&](const char* name, const char* meaning) {
            legend.push_back({Text::tr(name), QStringLiteral("  ") + Text::tr(meaning)});
        };
        add("sizes", "workers, stages, batches");
        add("throughput", "ops a unit of time and worker");
        add("bound", "of throughput: M / stages, M the mean of the most held at once");
        add("weight fetches", "ops whose weights another worker stores");
        add("weights stored", "stages that a worker both computes and stores, the mean");
        add("activation transfers", "those that come from another worker or are kept on one");
        add("mean peak", "of the workers' peak activations");
    }
    QString tables = hasSchedules ? alignedRows(m_rows) : QString();
    if (hasSteps) tables += (hasSchedules ? QStringLiteral("\n") : QString()) + alignedRows(m_stepRows);
    if (hasModels) tables += QLatin1Char('\n') + alignedRows(m_modelRows);
    if (m_published.size() > 1) tables += QLatin1Char('\n') + alignedRows(m_published, QStringLiteral("llrrl"));
    return heading() + tables + (hasSchemes ? QLatin1Char('\n') + alignedRows(m_schemeRows) : QString()) + summary() +
           QLatin1Char('\n') + alignedRows(legend, QStringLiteral("l"));
}

QString ResultTable::timingText() const { return alignedRows(m_timings); }

}  // namespace bubblescope
