#include "widgets/panels/metrics_model.h"

#include "widgets/kit/dot_icon.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

using Unit = MetricsColumn::Unit;

double share(Time part, const Run& run) {
    const Time total = run.metrics.totalTime;
    return total == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(total);
}

/// A part of the idle time as a share of all devices' time.
template <Time WorkerMetrics::*Part>
double idleShare(const Run& run) {
    double sum = 0;
    for (const WorkerMetrics& worker : run.metrics.workers) sum += share(worker.*Part, run);
    return sum / static_cast<double>(run.metrics.workers.size());
}
template <Time WorkerMetrics::*Part>
double workerShare(const Run& run, const WorkerMetrics& worker) {
    return share(worker.*Part, run);
}

template <double Metrics::*Value>
double metric(const Run& run) {
    return run.metrics.*Value;
}

}  // namespace

std::span<const MetricsColumn> metricsColumns() {
    static const MetricsColumn kColumns[] = {
        {"total_time", QT_TRANSLATE_NOOP("MetricsModel", "Total\ntime"),
         QT_TRANSLATE_NOOP("MetricsModel", "Latest end minus earliest start. Of a device: the time it is busy."),
         Unit::Duration, [](const Run& run) { return toUnits(run.metrics.totalTime); },
         [](const Run&, const WorkerMetrics& worker) { return toUnits(worker.busy); }},
        {"bubble_ratio", QT_TRANSLATE_NOOP("MetricsModel", "Bubble\nof total"),
         QT_TRANSLATE_NOOP("MetricsModel", "1 − work / (D · T_tot). Of a device: its idle share."), Unit::Share,
         metric<&Metrics::bubbleRatio>,
         [](const Run& run, const WorkerMetrics& worker) { return share(worker.idle(), run); },
         static_cast<int>(BubbleKind::OfTotal)},
        {"bubble_over_ideal", QT_TRANSLATE_NOOP("MetricsModel", "Bubble\nover ideal"),
         QT_TRANSLATE_NOOP("MetricsModel", "(T_tot − ideal) / ideal, with ideal = work / D"), Unit::Share,
         metric<&Metrics::bubbleOverIdeal>, nullptr, static_cast<int>(BubbleKind::OverIdeal)},
        {"longest_span_bubble", QT_TRANSLATE_NOOP("MetricsModel", "Bubble of\nlongest span"),
         QT_TRANSLATE_NOOP("MetricsModel", "1 − most work of a device / longest span of a device"), Unit::Share,
         metric<&Metrics::longestSpanBubble>, nullptr, static_cast<int>(BubbleKind::LongestSpan)},
        {"recompute_as_waste", QT_TRANSLATE_NOOP("MetricsModel", "Recompute\nas waste"),
         QT_TRANSLATE_NOOP("MetricsModel", "The bubble of total with recomputation counted as idle"), Unit::Share,
         metric<&Metrics::recomputeAsWaste>, nullptr, static_cast<int>(BubbleKind::RecomputeAsWaste)},
        {"lower_bound", QT_TRANSLATE_NOOP("MetricsModel", "Lower\nbound"),
         QT_TRANSLATE_NOOP("MetricsModel", "No order of this work in this placement is faster"), Unit::Duration,
         [](const Run& run) { return toUnits(run.metrics.lowerBound); }},
        {"over_bound", QT_TRANSLATE_NOOP("MetricsModel", "Over\nbound"),
         QT_TRANSLATE_NOOP("MetricsModel", "How far the total time is above its lower bound"), Unit::Share,
         [](const Run& run) { return run.metrics.overBound(); }},
        {"peak_activations", QT_TRANSLATE_NOOP("MetricsModel", "Peak\nactivations"),
         QT_TRANSLATE_NOOP("MetricsModel",
                           "The most that a device holds, in activations of one microbatch on one device"),
         Unit::Activations, [](const Run& run) { return run.metrics.peakActivations(); },
         [](const Run&, const WorkerMetrics& worker) { return worker.peakActivations; }},
        {"idle_warmup", QT_TRANSLATE_NOOP("MetricsModel", "Idle:\nwarm-up"),
         QT_TRANSLATE_NOOP("MetricsModel", "Idle before the first op, as a share of all devices' time"), Unit::Share,
         idleShare<&WorkerMetrics::idleWarmup>, workerShare<&WorkerMetrics::idleWarmup>},
        {"idle_waiting", QT_TRANSLATE_NOOP("MetricsModel", "Idle:\nwaiting"),
         QT_TRANSLATE_NOOP("MetricsModel", "Idle between ops, as a share of all devices' time"), Unit::Share,
         idleShare<&WorkerMetrics::idleWaiting>, workerShare<&WorkerMetrics::idleWaiting>},
        {"idle_cooldown", QT_TRANSLATE_NOOP("MetricsModel", "Idle:\ncool-down"),
         QT_TRANSLATE_NOOP("MetricsModel", "Idle after the last op, as a share of all devices' time"), Unit::Share,
         idleShare<&WorkerMetrics::idleCooldown>, workerShare<&WorkerMetrics::idleCooldown>},
    };
    return kColumns;
}

std::span<const DifferenceColumn> differenceColumns() {
    static const DifferenceColumn kColumns[] = {
        {"total_time_difference", QT_TRANSLATE_NOOP("MetricsModel", "Δ total\ntime"),
         QT_TRANSLATE_NOOP("MetricsModel",
                           "Total time minus that of what it is held against. Of a device: the time it is busy."),
         Unit::Duration, [](const Difference& difference, BubbleKind) { return toUnits(difference.totalTime); },
         [](const Difference::Worker& worker) { return toUnits(worker.busy); }},
        {"bubble_difference", QT_TRANSLATE_NOOP("MetricsModel", "Δ bubble,\npoints"),
         QT_TRANSLATE_NOOP("MetricsModel",
                           "Bubble minus that of what it is held against, in points, by the definition in bold"),
         Unit::Share, [](const Difference& difference, BubbleKind bubble) { return difference.bubbleOf(bubble); }},
        {"peak_activations_difference", QT_TRANSLATE_NOOP("MetricsModel", "Δ peak\nactivations"),
         QT_TRANSLATE_NOOP("MetricsModel", "Peak activations minus those of what it is held against"),
         Unit::Activations, [](const Difference& difference, BubbleKind) { return difference.peakActivations; },
         [](const Difference::Worker& worker) { return worker.peakActivations; }},
    };
    return kColumns;
}

// An index of a device holds its schedule's row + 1; one of a schedule holds 0.

void MetricsModel::setOutcomes(const std::vector<Outcome>& outcomes) {
    const auto rowsOf = [](const Outcome& outcome) { return outcome.run ? outcome.run->metrics.workers.size() : 0; };
    const bool isSameShape = std::equal(outcomes.begin(), outcomes.end(), m_outcomes.begin(), m_outcomes.end(),
                                        [&](const Outcome& a, const Outcome& b) { return rowsOf(a) == rowsOf(b); });
    const bool hasDifferences =
        std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& o) { return o.reference.has_value(); });
    const bool isReset = !isSameShape || hasDifferences != m_hasDifferences;
    if (isReset) beginResetModel();
    m_outcomes = outcomes;
    m_hasDifferences = hasDifferences;
    m_differences.assign(outcomes.size(), std::nullopt);
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (outcomes[i].reference)
            m_differences[i] = bubblescope::differenceOf(*outcomes[i].run, *outcomes[i].reference->run);
    if (isReset) return endResetModel();
    if (m_outcomes.empty()) return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    for (int row = 0; row < rowCount(); ++row)
        if (const QModelIndex parent = index(row, 0); rowCount(parent) > 0)
            emit dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, columnCount() - 1, parent));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void MetricsModel::setBubble(BubbleKind bubble) {
    if (bubble == m_bubble) return;
    m_bubble = bubble;
    if (m_outcomes.empty()) return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

QModelIndex MetricsModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex MetricsModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0) return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr(0));
}

int MetricsModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(m_outcomes.size());
    if (parent.internalId() != 0 || parent.column() != 0) return 0;
    const Outcome& outcome = outcomeOf(parent);
    return outcome.run ? static_cast<int>(outcome.run->metrics.workers.size()) : 0;
}

int MetricsModel::columnCount(const QModelIndex&) const {
    return 1 + differenceCount() + static_cast<int>(metricsColumns().size());
}

const MetricsColumn* MetricsModel::metricAt(int column) const {
    const int at = column - 1 - differenceCount();
    return at < 0 ? nullptr : &metricsColumns()[static_cast<std::size_t>(at)];
}

const DifferenceColumn* MetricsModel::differenceAt(int column) const {
    const bool isOne = column >= 2 && column <= differenceCount();
    return isOne ? &differenceColumns()[static_cast<std::size_t>(column) - 2] : nullptr;
}

std::optional<double> MetricsModel::differenceOf(const QModelIndex& index, const DifferenceColumn& column) const {
    const auto& difference = m_differences[static_cast<std::size_t>(&outcomeOf(index) - m_outcomes.data())];
    if (!difference) return std::nullopt;
    if (index.internalId() == 0) return column.ofRun(*difference, m_bubble);
    const auto worker = static_cast<std::size_t>(index.row());
    if (!column.ofWorker || worker >= difference->workers.size()) return std::nullopt;
    return column.ofWorker(difference->workers[worker]);
}

const Outcome& MetricsModel::outcomeOf(const QModelIndex& index) const {
    const auto row = index.internalId() == 0 ? static_cast<std::size_t>(index.row()) : index.internalId() - 1;
    return m_outcomes[row];
}

std::optional<double> MetricsModel::valueOf(const QModelIndex& index) const {
    const Outcome& outcome = outcomeOf(index);
    if (!outcome.run) return std::nullopt;
    if (const DifferenceColumn* difference = differenceAt(index.column())) return differenceOf(index, *difference);
    const MetricsColumn* const column = metricAt(index.column());
    if (!column) return std::nullopt;
    if (index.internalId() == 0) return column->ofRun(*outcome.run);
    if (!column->ofWorker) return std::nullopt;
    return column->ofWorker(*outcome.run, outcome.run->metrics.workers[static_cast<std::size_t>(index.row())]);
}

QString MetricsModel::timeUnit() const {
    for (const Outcome& outcome : m_outcomes)
        if (outcome.run) return QString::fromStdString(outcome.run->schedule.workload.timeUnit);
    return {};
}

QString MetricsModel::textOf(const QModelIndex& index) const {
    const Outcome& outcome = outcomeOf(index);
    if (index.column() == 0) {
        if (index.internalId() != 0) return tr("device %1").arg(index.row());
        const QString why = outcome.isAwaited() ? outcome.awaitedText() : outcome.refusal;
        return why.isEmpty() ? outcome.title : tr("%1: %2").arg(outcome.title, why);
    }
    if (index.column() == 1 && m_hasDifferences)
        return index.internalId() == 0 && outcome.reference ? outcome.reference->name() : QString();
    const auto value = valueOf(index);
    if (!value) return {};
    if (const DifferenceColumn* difference = differenceAt(index.column()))
        return difference->unit == Unit::Share ? formatPointNumber(*value) : formatSigned(*value);
    switch (metricAt(index.column())->unit) {
        case Unit::Duration: return formatNumber(*value);
        case Unit::Share: return formatPercent(*value);
        case Unit::Activations: return formatNumber(*value, 4);
    }
    return {};
}

QVariant MetricsModel::data(const QModelIndex& index, int role) const {
    const Outcome& outcome = outcomeOf(index);
    const bool isSchedule = index.internalId() == 0;
    switch (role) {
        case Qt::DisplayRole: return textOf(index);
        case Qt::ToolTipRole: return isSchedule && index.column() == 0 ? textOf(index) : QVariant();
        case SortRole: {
            if (index.column() == 1 && m_hasDifferences) return textOf(index);
            if (index.column() == 0) return isSchedule ? QVariant(outcome.title) : QVariant(index.row());
            const auto value = valueOf(index);
            return value ? QVariant(*value) : QVariant();
        }
        case RefusedRole: return !outcome.run;
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignVCenter | (index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::DecorationRole:
            return isSchedule && index.column() == 0 ? QVariant(dotIcon(outcome.color)) : QVariant();
        case Qt::FontRole: {
            const MetricsColumn* const column = metricAt(index.column());
            const bool isChosen = column && column->bubble == static_cast<int>(m_bubble);
            return uiFont(12.5, isSchedule && isChosen ? QFont::DemiBold : QFont::Normal);
        }
        default: return {};
    }
}

QVariant MetricsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section == 0 ? Qt::AlignLeft : Qt::AlignRight));
    if (section == 0) return role == Qt::DisplayRole ? tr("Schedule") : QVariant();
    const MetricsColumn* const metric = metricAt(section);
    const DifferenceColumn* const difference = differenceAt(section);
    if (!metric && !difference) {
        if (role == Qt::ToolTipRole) return tr("What the schedule is held against in the next columns");
        return role == Qt::DisplayRole ? tr("Held\nagainst") : QVariant();
    }
    const QString title = tr(metric ? metric->title : difference->title), unit = timeUnit();
    switch (role) {
        case Qt::DisplayRole:
            return (metric ? metric->unit : difference->unit) == Unit::Duration && !unit.isEmpty()
                       ? tr("%1, %2").arg(title, unit)
                       : title;
        case Qt::ToolTipRole: return tr(metric ? metric->tip : difference->tip);
        case Qt::FontRole: {
            const bool isChosen = metric && metric->bubble == static_cast<int>(m_bubble);
            return uiFont(11.5, isChosen ? QFont::DemiBold : QFont::Normal);
        }
        default: return {};
    }
}

}  // namespace bubblescope
