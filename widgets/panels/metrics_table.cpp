#include "widgets/panels/metrics_table.h"

#include "widgets/shown/format.h"

#include <QMenu>

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
        {"total_time", QT_TRANSLATE_NOOP("MetricsTable", "Total\ntime"),
         QT_TRANSLATE_NOOP("MetricsTable", "Latest end minus earliest start. Of a device: the time it is busy."),
         Unit::Duration, [](const Run& run) { return toUnits(run.metrics.totalTime); },
         [](const Run&, const WorkerMetrics& worker) { return toUnits(worker.busy); }},
        {"bubble_ratio", QT_TRANSLATE_NOOP("MetricsTable", "Bubble\nof total"),
         QT_TRANSLATE_NOOP("MetricsTable", "1 − work / (D · T_tot). Of a device: its idle share."), Unit::Share,
         metric<&Metrics::bubbleRatio>,
         [](const Run& run, const WorkerMetrics& worker) { return share(worker.idle(), run); },
         static_cast<int>(BubbleKind::OfTotal)},
        {"bubble_over_ideal", QT_TRANSLATE_NOOP("MetricsTable", "Bubble\nover ideal"),
         QT_TRANSLATE_NOOP("MetricsTable", "(T_tot − ideal) / ideal, with ideal = work / D"), Unit::Share,
         metric<&Metrics::bubbleOverIdeal>, nullptr, static_cast<int>(BubbleKind::OverIdeal)},
        {"longest_span_bubble", QT_TRANSLATE_NOOP("MetricsTable", "Bubble of\nlongest span"),
         QT_TRANSLATE_NOOP("MetricsTable", "1 − most work of a device / longest span of a device"), Unit::Share,
         metric<&Metrics::longestSpanBubble>, nullptr, static_cast<int>(BubbleKind::LongestSpan)},
        {"recompute_as_waste", QT_TRANSLATE_NOOP("MetricsTable", "Recompute\nas waste"),
         QT_TRANSLATE_NOOP("MetricsTable", "The bubble of total with recomputation counted as idle"), Unit::Share,
         metric<&Metrics::recomputeAsWaste>, nullptr, static_cast<int>(BubbleKind::RecomputeAsWaste)},
        {"lower_bound", QT_TRANSLATE_NOOP("MetricsTable", "Lower\nbound"),
         QT_TRANSLATE_NOOP("MetricsTable", "No order of this work in this placement is faster"), Unit::Duration,
         [](const Run& run) { return toUnits(run.metrics.lowerBound); }},
        {"over_bound", QT_TRANSLATE_NOOP("MetricsTable", "Over\nbound"),
         QT_TRANSLATE_NOOP("MetricsTable", "How far the total time is above its lower bound"), Unit::Share,
         [](const Run& run) { return run.metrics.overBound(); }},
        {"peak_activations", QT_TRANSLATE_NOOP("MetricsTable", "Peak\nactivations"),
         QT_TRANSLATE_NOOP("MetricsTable",
                           "The most that a device holds, in activations of one microbatch on one device"),
         Unit::Activations, [](const Run& run) { return run.metrics.peakActivations(); },
         [](const Run&, const WorkerMetrics& worker) { return worker.peakActivations; }},
        {"idle_warmup", QT_TRANSLATE_NOOP("MetricsTable", "Idle:\nwarm-up"),
         QT_TRANSLATE_NOOP("MetricsTable", "Idle before the first op, as a share of all devices' time"), Unit::Share,
         idleShare<&WorkerMetrics::idleWarmup>, workerShare<&WorkerMetrics::idleWarmup>},
        {"idle_waiting", QT_TRANSLATE_NOOP("MetricsTable", "Idle:\nwaiting"),
         QT_TRANSLATE_NOOP("MetricsTable", "Idle between ops, as a share of all devices' time"), Unit::Share,
         idleShare<&WorkerMetrics::idleWaiting>, workerShare<&WorkerMetrics::idleWaiting>},
        {"idle_cooldown", QT_TRANSLATE_NOOP("MetricsTable", "Idle:\ncool-down"),
         QT_TRANSLATE_NOOP("MetricsTable", "Idle after the last op, as a share of all devices' time"), Unit::Share,
         idleShare<&WorkerMetrics::idleCooldown>, workerShare<&WorkerMetrics::idleCooldown>},
    };
    return kColumns;
}

std::span<const DifferenceColumn> differenceColumns() {
    static const DifferenceColumn kColumns[] = {
        {"total_time_difference", QT_TRANSLATE_NOOP("MetricsTable", "Δ total\ntime"),
         QT_TRANSLATE_NOOP("MetricsTable",
                           "Total time minus that of what it is held against. Of a device: the time it is busy."),
         Unit::Duration, [](const Difference& difference, BubbleKind) { return toUnits(difference.totalTime); },
         [](const Difference::Worker& worker) { return toUnits(worker.busy); }},
        {"bubble_difference", QT_TRANSLATE_NOOP("MetricsTable", "Δ bubble,\npoints"),
         QT_TRANSLATE_NOOP("MetricsTable",
                           "Bubble minus that of what it is held against, in points, by the definition in bold"),
         Unit::Share, [](const Difference& difference, BubbleKind bubble) { return difference.bubbleOf(bubble); }},
        {"peak_activations_difference", QT_TRANSLATE_NOOP("MetricsTable", "Δ peak\nactivations"),
         QT_TRANSLATE_NOOP("MetricsTable", "Peak activations minus those of what it is held against"),
         Unit::Activations, [](const Difference& difference, BubbleKind) { return difference.peakActivations; },
         [](const Difference::Worker& worker) { return worker.peakActivations; }},
    };
    return kColumns;
}

/// What the columns speak of.
struct MetricsTable::Shown {
    std::vector<Outcome> outcomes;
    BubbleKind bubble = BubbleKind::OfTotal;
    std::vector<std::optional<Difference>> differences{};  // by outcome

    const Outcome& at(const TablePlace& place) const { return outcomes[static_cast<std::size_t>(place.row)]; }
    const std::optional<Difference>& differenceAt(const TablePlace& place) const {
        return differences[static_cast<std::size_t>(place.row)];
    }
    bool hasDifferences() const {
        return std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& o) { return o.reference.has_value(); });
    }
    QString timeUnit() const {
        for (const Outcome& outcome : outcomes)
            if (outcome.run) return toQString(outcome.run->schedule.workload.timeUnit);
        return {};
    }

    TableColumn columnOf(const char* key, const char* title, const char* tip, Unit unit) const {
        TableColumn column{QString::fromLatin1(key), tr(title), tr(tip), {}};
        if (unit == Unit::Duration) column.title = titleWithUnit(column.title, timeUnit());
        return column;
    }

    TableColumn metric(const MetricsColumn& metric) const {
        TableColumn column = columnOf(metric.key, metric.title, metric.tip, metric.unit);
        column.isEmphasised = metric.bubble == static_cast<int>(bubble);
        column.value = [this, &metric](const TablePlace& place) -> TableValue {
            const Run* run = at(place).run.get();
            if (!run) return {};
            if (!place.isBeneath()) return metric.ofRun(*run);
            if (!metric.ofWorker) return {};
            return metric.ofWorker(*run, run->metrics.workers[static_cast<std::size_t>(place.beneath)]);
        };
        column.written = [unit = metric.unit](const TablePlace&, double value) {
            return unit == Unit::Share ? formatPercent(value) : formatNumber(value, unit == Unit::Duration ? 7 : 4);
        };
        return column;
    }

    TableColumn difference(const DifferenceColumn& of) const {
        TableColumn column = columnOf(of.key, of.title, of.tip, of.unit);
        column.grows = true;  // with the first change
        column.value = [this, &of](const TablePlace& place) -> TableValue {
            const auto& difference = differenceAt(place);
            if (!difference) return {};
            if (!place.isBeneath()) return of.ofRun(*difference, bubble);
            const auto worker = static_cast<std::size_t>(place.beneath);
            if (!of.ofWorker || worker >= difference->workers.size()) return {};
            return of.ofWorker(difference->workers[worker]);
        };
        column.written = [unit = of.unit](const TablePlace&, double value) {
            return unit == Unit::Share ? formatPointNumber(value) : formatSigned(value);
        };
        return column;
    }

    TableColumn heldAgainst() const {
        return {QStringLiteral("held_against"), tr("Held\nagainst"),
                tr("What the schedule is held against in the next columns"), [this](const TablePlace& place) {
                    const auto& reference = at(place).reference;
                    return reference && !place.isBeneath() ? TableValue(reference->name()) : TableValue();
                }};
    }

    /// As wide as the schedules' names: without their chunks two of a kind look the same.
    TableColumn name() const {
        TableColumn column{{}, tr("Schedule"), {}, [this](const TablePlace& place) -> TableValue {
                               if (place.isBeneath()) return static_cast<double>(place.beneath);
                               const Outcome& outcome = at(place);
                               const QString why = outcome.isAwaited() ? outcome.awaitedText() : outcome.refusal;
                               return why.isEmpty() ? outcome.title : tr("%1: %2").arg(outcome.title, why);
                           }};
        column.written = [](const TablePlace& place, double) { return tr("device %1").arg(place.beneath); };
        column.dot = [this](const TablePlace& place) { return place.isBeneath() ? QColor() : at(place).color; };
        column.isLeft = column.grows = true;
        return column;
    }

    /// A column of words that files hold.
    TableColumn words(const char* key, QString Outcome::*text) const {
        return {QString::fromLatin1(key), {}, {}, [this, text](const TablePlace& place) { return at(place).*text; }};
    }

    std::vector<TableRow> rows() const {
        std::vector<TableRow> rows;
        for (const Outcome& outcome : outcomes) {
            TableRow row;
            row.beneath = outcome.run ? static_cast<int>(outcome.run->metrics.workers.size()) : 0;
            row.isRefused = !outcome.run;
            rows.push_back(row);
        }
        return rows;
    }
};

MetricsTable::MetricsTable(QWidget* parent) : ColumnTable(tr("Metrics of all schedules"), parent) {
    setIndentation(16);
    showRuns({});
}

void MetricsTable::setOutcomes(const std::vector<Outcome>& outcomes) { showRuns(outcomes, m_shown->bubble); }

void MetricsTable::setBubble(BubbleKind bubble) {
    if (bubble != m_shown->bubble) showRuns(m_shown->outcomes, bubble);
}

void MetricsTable::showRuns(std::vector<Outcome> outcomes, BubbleKind bubble) {
    auto shown = std::make_shared<Shown>(Shown{std::move(outcomes), bubble});
    for (const Outcome& outcome : shown->outcomes)
        shown->differences.push_back(
            outcome.reference ? std::optional(differenceOf(*outcome.run, *outcome.reference->run)) : std::nullopt);
    Table table{{shown->name()}, shown->rows()};
    if (shown->hasDifferences()) {
        table.columns.push_back(shown->heldAgainst());
        table.columns.back().grows = true;
        for (const DifferenceColumn& column : differenceColumns()) table.columns.push_back(shown->difference(column));
    }
    for (const MetricsColumn& column : metricsColumns()) table.columns.push_back(shown->metric(column));
    const auto before = std::exchange(m_shown, shown);  // what the old columns speak of
    setTable(std::move(table));
}

QString MetricsTable::toCsv() const {
    Table table{{m_shown->words("label", &Outcome::title)}, m_shown->rows()};
    for (const MetricsColumn& column : metricsColumns()) table.columns.push_back(m_shown->metric(column));
    if (m_shown->hasDifferences()) {
        table.columns.push_back(m_shown->heldAgainst());
        for (const DifferenceColumn& column : differenceColumns()) table.columns.push_back(m_shown->difference(column));
    }
    table.columns.push_back(m_shown->words("error", &Outcome::refusal));
    return csvText(table);
}

void MetricsTable::addActions(QMenu& menu) {
    menu.addSeparator();
    menu.addAction(tr("Show all devices"), this, &QTreeView::expandAll);
    menu.addAction(tr("Hide devices"), this, &QTreeView::collapseAll);
}

}  // namespace bubblescope
