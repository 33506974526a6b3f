#include "widgets/panels/pair_table.h"

#include "widgets/kit/format.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kLines = 3;  // per device: upper, lower, difference

/// The quantities that the table shows of a device.
constexpr Quantity kQuantities[] = {
    Quantity::End,         Quantity::Busy,         Quantity::Idle,           Quantity::IdleWarmup,
    Quantity::IdleWaiting, Quantity::IdleCooldown, Quantity::PeakActivations};

/// The two schedules, and the upper one minus the lower one.
struct Pair {
    std::array<Outcome, 2> both;
    int devices = 0;

    static bool isDifference(const TablePlace& place) { return place.row % kLines == 2; }
    const Outcome& at(const TablePlace& place) const { return both[static_cast<std::size_t>(place.row % kLines)]; }
    /// Nothing if a schedule does not have the device.
    TableValue valueOf(const QuantityInfo& info, const TablePlace& place) const {
        const auto device = static_cast<std::size_t>(place.row / kLines);
        const auto lacks = [&](const Run& run) { return device >= run.metrics.workers.size(); };
        if (!isDifference(place))
            return lacks(*at(place).run) ? TableValue() : numberOf(info.ofWorker(*at(place).run, device), info.unit);
        const Run &upper = *both[0].run, &lower = *both[1].run;
        if (lacks(upper) || lacks(lower)) return {};
        return numberOf(workerDifference(info.quantity, upper, lower, device), info.unit);
    }
};

std::shared_ptr<const Pair> pairAt(const Outcome& upper, const Outcome& lower) {
    auto pair = std::make_shared<Pair>(Pair{{upper, lower}});
    if (!upper.run || !lower.run) return pair;
    pair->devices = static_cast<int>(std::max(upper.run->metrics.workers.size(), lower.run->metrics.workers.size()));
    return pair;
}

Table tableOf(const std::shared_ptr<const Pair>& pair) {
    const auto tr = [](const char* text) { return PairTable::tr(text); };
    TableColumn device{QStringLiteral("device"), tr("Device"), {}, [](const TablePlace& place) {
                           return TableValue(static_cast<double>(place.row / kLines));
                       }};
    device.written = [pair](const TablePlace& place, double) {
        return wordsOf(*pair->both[0].run).nameOf(WorkerId(place.row / kLines));
    };
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
    const QString unit = run ? unitText(run->schedule.workload.timeUnit) : QString();
    for (const Quantity quantity : kQuantities) {
        const QuantityInfo& info = infoOf(quantity);
        const bool isDuration = info.unit == QuantityUnit::Duration;
        TableColumn column{toQString(info.id),
                           titleWithUnit(tr(std::string(info.heading).c_str()), isDuration ? unit : QString()),
                           tr(std::string(info.tip).c_str()),
                           [pair, &info](const TablePlace& place) { return pair->valueOf(info, place); }};
        column.written = [digits = isDuration ? 7 : 4](const TablePlace& place, double value) {
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
