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
#include <map>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::size_t kLongestSource = 48;

QString percent(double ratio) { return plainSpaces(formatPercent(ratio)); }

QString number(double value) { return formatNumber(value); }

/// A value as it was typed.
QString exact(double value) { return formatExact(value); }

QString timesText(const PerDevice& times) {
    const auto* list = std::get_if<1>(&times);
    if (!list) return exact(std::get<0>(times));
    const auto [least, most] = std::minmax_element(list->begin(), list->end());
    return exact(*least) + QStringLiteral("–") + exact(*most);
}

QString commText(const Comm& comm, int devices) {
    if (const auto* scalar = std::get_if<double>(&comm)) return exact(*scalar);
    const auto* nodes = std::get_if<NodeLinks>(&comm);
    if (!nodes) return Text::tr("by link");
    if (nodes->nodeSize >= devices) return Text::tr("%1 on one node").arg(exact(nodes->inside));
    return Text::tr("%1 in nodes of %2 and %3 between")
        .arg(exact(nodes->inside))
        .arg(nodes->nodeSize)
        .arg(exact(nodes->between));
}

/// Adds a column, its title split over the two lines of the heading.
void addColumn(QStringList& first, QStringList& second, const QString& title) {
    const auto space = title.indexOf(QLatin1Char(' '));
    first.append(space < 0 ? QString() : title.left(space));
    second.append(title.mid(space + 1));
}

}  // namespace

QString ResultTable::titleOf(std::size_t index) const {
    constexpr std::size_t kLongestTitle = 38;
    return QString::fromStdString(shortened(m_labels[index], kLongestTitle));
}

/// Writes the times of each column in one unit with as many decimals.
std::vector<QStringList> ResultTable::withTimes(std::vector<QStringList> rows,
                                                const std::vector<TimeCell>& times) const {
    std::map<qsizetype, std::vector<double>> columns;
    for (const TimeCell& cell : times) columns[cell.column].push_back(cell.time);
    std::map<qsizetype, NumberColumn> written;
    for (const auto& [column, values] : columns)
        written[column] = columnOfTimes(values, unitText(m_scenario.workload.timeUnit));
    for (const TimeCell& cell : times) {
        const NumberColumn& column = written[cell.column];
        rows[cell.row][cell.column] = (column.text(cell.time) + QLatin1Char(' ') + column.scale.unit).trimmed();
    }
    return rows;
}

ResultTable::ResultTable(const Scenario& scenario) : m_scenario(scenario), m_labels(labelsOf(scenario)) {
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
    if (m_isEach) column(Text::tr("per microbatch"));
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
    const QString title = titleOf(index);
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
    QStringList row{title, QString()};
    m_times.push_back({m_rows.size(), 1, toUnits(metrics.totalTime)});
    for (const Quantity bubble : quantitiesIn(kIsBubble)) row.append(percent(valueOf(bubble, run)));
    row.append(number(metrics.peakActivations()));
    row.append(metrics.totalTime == metrics.lowerBound ? Text::tr("optimal")
                                                       : QLatin1Char('+') + percent(metrics.overBound()));
    if (m_isEach) {
        m_times.push_back({m_rows.size(), row.size(), toUnits(metrics.totalTime) / run.schedule.workload.microbatches});
        row.append(QString());
    }
    m_rows.push_back(row);
}

void ResultTable::addStep(const QString& title, const Run& run) {
    const StepRun& step = *run.step;
    QStringList row{title, QString::number(step.ranks.ranks())};
    const auto add = [&](double time) {
        m_stepTimes.push_back({m_stepRows.size(), row.size(), time});
        row.append(QString());
    };
    add(toUnits(run.metrics.totalTime));
    for (Time StepWorker::*const part :
         {&StepWorker::compute, &StepWorker::exposedComm, &StepWorker::exposedOffload, &StepWorker::idle}) {
        double sum = 0;
        for (std::size_t worker = 0; worker < step.workers.size(); ++worker)
            sum += step.ranks.count[worker] * toUnits(step.workers[worker].*part);
        add(sum / step.ranks.ranks());
    }
    row.append(percent(step.overlap));
    m_stepRows.push_back(row);
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

/// One line each; the source is shown where it differs from the line above.
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
    if (w.recompute != 0) parts.append(Text::tr("recompute %1").arg(exact(w.recompute)));
    if (w.imbalance != 0) parts.append(Text::tr("imbalance %1").arg(exact(w.imbalance)));
    const Workload usual;
    const auto times = [](const StageTimes& stage) { return exact(stage.forward) + '+' + exact(stage.backward); };
    if (w.embedding != usual.embedding) parts.append(Text::tr("embedding %1").arg(times(w.embedding)));
    if (w.head != usual.head) parts.append(Text::tr("head %1").arg(times(w.head)));
    if (w.memoryLimit) parts.append(Text::tr("memory limit %1").arg(exact(*w.memoryLimit)));
    if (w.weightHold != usual.weightHold)
        parts.append(Text::tr("activation share freed by W %1").arg(exact(w.weightHold)));
    if (w.recompute != 0 && w.recomputeKeep != usual.recomputeKeep)
        parts.append(Text::tr("share saved under recompute %1").arg(exact(w.recomputeKeep)));
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
    const auto ran = [](const std::vector<QStringList>& rows,
                        std::ptrdiff_t headings) {  // what was refused has two cells
        return std::any_of(rows.begin() + headings, rows.end(), [](const QStringList& row) { return row.size() > 2; });
    };
    if (ran(m_rows, 3)) {
        for (const Quantity bubble : quantitiesIn(kIsBubble))
            legend.push_back({Text::tr(std::string(infoOf(bubble).title).c_str()),
                              QStringLiteral("= ") + toQString(infoOf(bubble).formula)});
        legend.push_back(
            {Text::tr("peak activations"),
             QStringLiteral("  ") + Text::tr("the most that a device needs, in activations of one microbatch")});
        legend.push_back(
            {Text::tr("over bound"), QStringLiteral("  ") + Text::tr("gap to the lower bound for this placement")});
    }
    if (ran(m_stepRows, 2)) {
        legend.push_back({Text::tr("compute, exposed, idle"),
                          QStringLiteral("  ") + Text::tr("means over all ranks; they add up to the total")});
        legend.push_back(
            {Text::tr("exposed comm."), QStringLiteral("  ") + Text::tr("communication that no compute overlaps")});
        legend.push_back({Text::tr("overlap"), Text::tr("= 1 − exposed / all communication")});
    }
    const bool hasModels = m_modelRows.size() > 1;
    if (hasModels) {
        legend.push_back({Text::tr("MFU"), Text::tr("= the model's FLOPs / (time · ranks · peak)")});
        legend.push_back({Text::tr("HFU"), QStringLiteral("  ") + Text::tr("the same with recompute")});
        legend.push_back(
            {Text::tr("memory peak"), QStringLiteral("  ") + Text::tr("of the device that needs the most")});
    }
    const bool hasSchemes = m_schemeRows.size() > 2;
    if (hasSchemes) {
        const auto add = [&](const char* name, const char* meaning) {
            legend.push_back({Text::tr(name), QStringLiteral("  ") + Text::tr(meaning)});
        };
        add("sizes", "workers, stages, batches");
        add("throughput", "ops per unit of time and worker");
        add("bound", "of throughput: mean peak / stages");
        add("weight fetches", "ops whose weights another worker stores");
        add("weights stored", "stages that a worker both computes and stores, mean");
        add("activation transfers", "activations that come from another worker or are kept on one");
        add("mean peak", "mean of the workers' peak activations");
    }
    QString tables = hasSchedules ? alignedRows(withTimes(m_rows, m_times)) : QString();
    if (hasSteps)
        tables += (hasSchedules ? QStringLiteral("\n") : QString()) + alignedRows(withTimes(m_stepRows, m_stepTimes));
    if (hasModels) tables += QLatin1Char('\n') + alignedRows(m_modelRows);
    if (m_published.size() > 1) tables += QLatin1Char('\n') + alignedRows(m_published, QStringLiteral("llrrl"));
    if (hasSchemes) tables += QLatin1Char('\n') + alignedRows(m_schemeRows);
    const QString meanings = legend.empty() ? QString() : QLatin1Char('\n') + alignedRows(legend, QStringLiteral("l"));
    return heading() + tables + summary() + meanings;
}

QString ResultTable::timingText() const { return alignedRows(m_timings); }

}  // namespace bubblescope
