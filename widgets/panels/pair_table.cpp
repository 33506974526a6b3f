#include "widgets/panels/pair_table.h"

#include "widgets/shown/format.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kLines = 3;  // of a device: upper, lower, difference

template <Time WorkerMetrics::*Part>
double part(const Run&, const WorkerMetrics& worker) {
    return toUnits(worker.*Part);
}

template <Time Difference::Worker::*Part>
double partOf(const Difference::Worker& worker) {
    return toUnits(worker.*Part);
}

}  // namespace

std::span<const PairColumn> pairColumns() {
    static const PairColumn kColumns[] = {
        {"end", QT_TRANSLATE_NOOP("PairTable", "End"), QT_TRANSLATE_NOOP("PairTable", "End of the device's last op"),
         true,
         [](const Run& run, const WorkerMetrics& worker) {
             return toUnits(run.metrics.totalTime - worker.idleCooldown);
         },
         partOf<&Difference::Worker::end>},
        {"busy", QT_TRANSLATE_NOOP("PairTable", "Busy"), QT_TRANSLATE_NOOP("PairTable", "Time in ops"), true,
         part<&WorkerMetrics::busy>, partOf<&Difference::Worker::busy>},
        {"idle", QT_TRANSLATE_NOOP("PairTable", "Idle"),
         QT_TRANSLATE_NOOP("PairTable", "The rest of the schedule's total time"), true,
         [](const Run&, const WorkerMetrics& worker) { return toUnits(worker.idle()); },
         partOf<&Difference::Worker::idle>},
        {"idle_warmup", QT_TRANSLATE_NOOP("PairTable", "Warm-up"),
         QT_TRANSLATE_NOOP("PairTable", "Idle before the first op"), true, part<&WorkerMetrics::idleWarmup>,
         partOf<&Difference::Worker::idleWarmup>},
        {"idle_waiting", QT_TRANSLATE_NOOP("PairTable", "Waiting"), QT_TRANSLATE_NOOP("PairTable", "Idle between ops"),
         true, part<&WorkerMetrics::idleWaiting>, partOf<&Difference::Worker::idleWaiting>},
        {"idle_cooldown", QT_TRANSLATE_NOOP("PairTable", "Cool-down"),
         QT_TRANSLATE_NOOP("PairTable", "Idle after the last op"), true, part<&WorkerMetrics::idleCooldown>,
         partOf<&Difference::Worker::idleCooldown>},
        {"peak_activations", QT_TRANSLATE_NOOP("PairTable", "Peak\nactivations"),
         QT_TRANSLATE_NOOP("PairTable",
                           "The most that the device holds, in activations of one microbatch on one device"),
         false, [](const Run&, const WorkerMetrics& worker) { return worker.peakActivations; },
         [](const Difference::Worker& worker) { return worker.peakActivations; }},
    };
    return kColumns;
}

namespace {

/// The two schedules, and what the upper one has more.
struct Pair {
    std::array<Outcome, 2> both;
    Difference difference;
    int devices = 0;

    static bool isDifference(const TablePlace& place) { return place.row % kLines == 2; }
    const Outcome& at(const TablePlace& place) const { return both[static_cast<std::size_t>(place.row % kLines)]; }
    /// Nothing where a schedule lacks the device.
    TableValue valueOf(const PairColumn& column, const TablePlace& place) const {
        const auto device = static_cast<std::size_t>(place.row / kLines);
        if (isDifference(place)) {
            if (device >= difference.workers.size()) return {};
            return column.ofDifference(difference.workers[device]);
        }
        const Run& run = *at(place).run;
        if (device >= run.metrics.workers.size()) return {};
        return column.of(run, run.metrics.workers[device]);
    }
};

std::shared_ptr<const Pair> pairAt(const Outcome& upper, const Outcome& lower) {
    auto pair = std::make_shared<Pair>(Pair{{upper, lower}, {}});
    if (!upper.run || !lower.run) return pair;
    pair->difference = differenceOf(*upper.run, *lower.run);
    pair->devices = static_cast<int>(std::max(upper.run->metrics.workers.size(), lower.run->metrics.workers.size()));
    return pair;
}

Table tableOf(const std::shared_ptr<const Pair>& pair) {
    const auto tr = [](const char* text) { return PairTable::tr(text); };
    TableColumn device{QStringLiteral("device"), tr("Device"), {}, [](const TablePlace& place) {
                           return TableValue(static_cast<double>(place.row / kLines));
                       }};
    device.written = [](const TablePlace& place, double) { return PairTable::tr("device %1").arg(place.row / kLines); };
    device.isLeft = device.isSaidOnce = true;
    TableColumn schedule{QStringLiteral("label"), tr("Schedule"), {}, [pair](const TablePlace& place) -> TableValue {
                             return Pair::isDifference(place) ? PairTable::tr("difference") : pair->at(place).title;
                         }};
    schedule.dot = [pair](const TablePlace& place) {
        return Pair::isDifference(place) ? QColor() : pair->at(place).color;
    };
    schedule.isLeft = true;
    Table table{{device, schedule}, {}};
    const Run* run = pair->both[0].run.get();
    const QString unit = run ? toQString(run->schedule.workload.timeUnit) : QString();
    for (const PairColumn& of : pairColumns()) {
        TableColumn column{QString::fromLatin1(of.key), titleWithUnit(tr(of.title), of.isDuration ? unit : QString()),
                           tr(of.tip), [pair, &of](const TablePlace& place) { return pair->valueOf(of, place); }};
        column.written = [digits = of.isDuration ? 7 : 4](const TablePlace& place, double value) {
            return Pair::isDifference(place) ? formatSigned(value, digits) : formatNumber(value, digits);
        };
        table.columns.push_back(std::move(column));
    }
    for (int row = 0; row < kLines * pair->devices; ++row) {
        table.rows.emplace_back().group = row / kLines;
        table.rows.back().isBold = Pair::isDifference({row});
    }
    return table;
}

}  // namespace

PairTable::PairTable(QWidget* parent) : ColumnTable(tr("Two aligned schedules, device by device"), parent) {
    setRootIsDecorated(false);
    setSortingEnabled(false);
    setItemDelegate(new QStyledItemDelegate(this));
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    setTable(tableOf(pairAt({}, {})));
}

void PairTable::setOutcomes(const std::vector<Outcome>& outcomes) {
    for (const Outcome& upper : outcomes) {
        if (!upper.aligned()) continue;
        const auto lower = std::find_if(outcomes.begin(), outcomes.end(),
                                        [&](const Outcome& o) { return o.run.get() == upper.aligned(); });
        if (lower != outcomes.end()) return setTable(tableOf(pairAt(upper, *lower)));
    }
    setTable(tableOf(pairAt({}, {})));
}

}  // namespace bubblescope
