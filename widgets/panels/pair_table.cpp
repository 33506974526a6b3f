#include "widgets/panels/pair_table.h"

#include "widgets/kit/csv.h"
#include "widgets/kit/dot_icon.h"
#include "widgets/kit/flat_header.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kFirstQuantity = 2;  // behind device and schedule
constexpr int kLines = 3;          // of a device: upper, lower, difference

QString plain(QString text) { return text.replace(QChar(0x202f), ' ').replace('\n', ' '); }

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

class PairTable::Model : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setPair(const Outcome& upper, const Outcome& lower) {
        const auto count = [](const Outcome& outcome) {
            return outcome.run ? static_cast<int>(outcome.run->metrics.workers.size()) : 0;
        };
        const int devices = upper.run && lower.run ? std::max(count(upper), count(lower)) : 0;
        const bool isReset = devices != m_devices;
        if (isReset) beginResetModel();
        m_pair = {upper, lower};
        m_difference = devices > 0 ? differenceOf(*upper.run, *lower.run) : Difference();
        m_devices = devices;
        if (isReset) return endResetModel();
        if (devices > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kLines * m_devices; }
    int columnCount(const QModelIndex& = {}) const override {
        return kFirstQuantity + static_cast<int>(pairColumns().size());
    }

    static bool isDifference(int row) { return row % kLines == 2; }
    QString scheduleAt(int row) const {
        return isDifference(row) ? tr("difference") : m_pair[static_cast<std::size_t>(row % kLines)].title;
    }
    /// Nothing where a schedule lacks the device.
    std::optional<double> valueAt(int row, const PairColumn& column) const {
        const auto device = static_cast<std::size_t>(row / kLines);
        if (isDifference(row)) {
            if (device >= m_difference.workers.size()) return std::nullopt;
            return column.ofDifference(m_difference.workers[device]);
        }
        const Run& run = *m_pair[static_cast<std::size_t>(row % kLines)].run;
        if (device >= run.metrics.workers.size()) return std::nullopt;
        return column.of(run, run.metrics.workers[device]);
    }

    QVariant data(const QModelIndex& index, int role) const override {
        const int row = index.row();
        switch (role) {
            case Qt::DisplayRole: {
                if (index.column() == 0) return row % kLines == 0 ? tr("device %1").arg(row / kLines) : QString();
                if (index.column() == 1) return scheduleAt(row);
                const PairColumn& column = columnAt(index.column());
                const auto value = valueAt(row, column);
                const int digits = column.isDuration ? 7 : 4;
                if (!value) return {};
                return isDifference(row) ? formatSigned(*value, digits) : formatNumber(*value, digits);
            }
            case Qt::DecorationRole:
                if (index.column() != 1 || isDifference(row)) return {};
                return dotIcon(m_pair[static_cast<std::size_t>(row % kLines)].color);
            case Qt::TextAlignmentRole:
                return QVariant::fromValue(Qt::AlignVCenter |
                                           (index.column() < kFirstQuantity ? Qt::AlignLeft : Qt::AlignRight));
            case Qt::FontRole: return uiFont(12.5, isDifference(row) ? QFont::DemiBold : QFont::Normal);
            default: return {};
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        const bool isQuantity = section >= kFirstQuantity;
        if (role == Qt::TextAlignmentRole)
            return QVariant::fromValue(Qt::AlignVCenter | (isQuantity ? Qt::AlignRight : Qt::AlignLeft));
        if (role == Qt::DisplayRole && !isQuantity) return section == 0 ? tr("Device") : tr("Schedule");
        if (!isQuantity) return {};
        const PairColumn& column = columnAt(section);
        if (role == Qt::ToolTipRole) return PairTable::tr(column.tip);
        if (role != Qt::DisplayRole) return {};
        const QString unit =
            m_pair[0].run ? QString::fromStdString(m_pair[0].run->schedule.workload.timeUnit) : QString();
        return column.isDuration && !unit.isEmpty() ? tr("%1, %2").arg(PairTable::tr(column.title), unit)
                                                    : PairTable::tr(column.title);
    }

private:
    static QString tr(const char* text) { return PairTable::tr(text); }
    static const PairColumn& columnAt(int column) {
        return pairColumns()[static_cast<std::size_t>(column - kFirstQuantity)];
    }

    std::array<Outcome, 2> m_pair;
    Difference m_difference;
    int m_devices = 0;
};

PairTable::PairTable(QWidget* parent) : QTreeView(parent), m_model(new Model(this)) {
    setAccessibleName(tr("Two aligned schedules, device by device"));
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setRootIsDecorated(false);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setAllColumnsShowFocus(true);
    setFont(uiFont(12.5));
    viewport()->setAutoFillBackground(false);  // on the panel's own ground
    setModel(m_model);
    setHeader(new FlatHeader(Qt::Horizontal));
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
}

void PairTable::setOutcomes(const std::vector<Outcome>& outcomes) {
    for (const Outcome& upper : outcomes) {
        if (!upper.aligned()) continue;
        const auto lower = std::find_if(outcomes.begin(), outcomes.end(),
                                        [&](const Outcome& o) { return o.run.get() == upper.aligned(); });
        if (lower != outcomes.end()) return m_model->setPair(upper, *lower);
    }
    m_model->setPair({}, {});
}

/// A line above each device but the first.
void PairTable::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QTreeView::drawRow(painter, option, index);
    if (index.row() % kLines != 0 || index.row() == 0) return;
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), viewport()->width(), 1), themeOf(palette()).line);
}

QString PairTable::toText() const {
    QStringList lines, cells;
    for (int column = 0; column < m_model->columnCount(); ++column)
        cells += plain(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    lines += cells.join('\t');
    const bool isAll = !selectionModel()->hasSelection();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (!isAll && !selectionModel()->isRowSelected(row)) continue;
        cells = {tr("device %1").arg(row / kLines)};
        for (int column = 1; column < m_model->columnCount(); ++column)
            cells += plain(m_model->index(row, column).data().toString());
        lines += cells.join('\t');
    }
    return lines.join('\n') + '\n';
}

QString PairTable::toCsv() const {
    QStringList cells{QStringLiteral("device"), QStringLiteral("label")};
    for (const PairColumn& column : pairColumns()) cells += QString::fromLatin1(column.key);
    QString text = cells.join(',') + '\n';
    for (int row = 0; row < m_model->rowCount(); ++row) {
        cells = {QString::number(row / kLines), csvCell(m_model->scheduleAt(row))};
        for (const PairColumn& column : pairColumns()) {
            const auto value = m_model->valueAt(row, column);
            cells += value ? csvNumber(*value) : QString();
        }
        text += cells.join(',') + '\n';
    }
    return text;
}

void PairTable::copy() { QGuiApplication::clipboard()->setText(toText()); }

void PairTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copy();
    if (event->key() == Qt::Key_Escape && selectionModel()->hasSelection()) return clearSelection();
    QTreeView::keyPressEvent(event);
}

void PairTable::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy as text"), QKeySequence::Copy, this, &PairTable::copy);
    menu.addAction(tr("Copy as CSV"), this, [this] { QGuiApplication::clipboard()->setText(toCsv()); });
    menu.exec(event->globalPos());
}

}  // namespace bubblescope
