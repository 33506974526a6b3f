#include "widgets/schemes/workers_model.h"

#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"

namespace bubblescope {

namespace {

using Unit = WorkersColumn::Unit;

enum Whole { Sum, Mean };

double idleShare(const SchemeRun& run, const SchemeWorker& worker) {
    return run.latency() == 0 ? 0 : 1 - static_cast<double>(worker.busy) / static_cast<double>(run.latency());
}

}  // namespace

std::span<const WorkersColumn> workersColumns() {
    static const WorkersColumn kColumns[] = {
        {"busy", QT_TRANSLATE_NOOP("WorkersModel", "Busy"),
         QT_TRANSLATE_NOOP("WorkersModel", "The time that a worker computes"), Unit::Duration,
         [](const SchemeRun&, const SchemeWorker& worker) { return toUnits(worker.busy); }},
        {"idle_share", QT_TRANSLATE_NOOP("WorkersModel", "Idle\nshare"),
         QT_TRANSLATE_NOOP("WorkersModel", "1 − busy / latency. The mean is the bubble."), Unit::Share, idleShare,
         false},
        {"weight_transmissions", QT_TRANSLATE_NOOP("WorkersModel", "Weight\ntransmissions"),
         QT_TRANSLATE_NOOP("WorkersModel",
                           "Ops of a worker whose weights another worker stores: each fetches them anew"),
         Unit::Count,
         [](const SchemeRun&, const SchemeWorker& worker) { return static_cast<double>(worker.weightTransmissions); }},
        {"weight_storage", QT_TRANSLATE_NOOP("WorkersModel", "Weight\nstorage"),
         QT_TRANSLATE_NOOP("WorkersModel", "Stages that a worker both computes and stores the weights of"), Unit::Count,
         [](const SchemeRun&, const SchemeWorker& worker) { return static_cast<double>(worker.weightStorage); }},
        {"activation_transmissions", QT_TRANSLATE_NOOP("WorkersModel", "Activation\ntransmissions"),
         QT_TRANSLATE_NOOP("WorkersModel",
                           "Inputs that a worker gets from another one, and activations of its forwards that go to "
                           "backwards on another one"),
         Unit::Count,
         [](const SchemeRun&, const SchemeWorker& worker) {
             return static_cast<double>(worker.activationTransmissions);
         }},
        {"peak_activations", QT_TRANSLATE_NOOP("WorkersModel", "Peak\nactivations"),
         QT_TRANSLATE_NOOP(
             "WorkersModel",
             "The most activations that a worker holds when one of its ops begins: one more with each forward "
             "whose backward it runs, one less with each of its backwards"),
         Unit::Count,
         [](const SchemeRun&, const SchemeWorker& worker) { return static_cast<double>(worker.peakActivations); }},
    };
    return kColumns;
}

void WorkersModel::setRun(std::shared_ptr<const SchemeRun> run, const QString& timeUnit) {
    const auto workersOf = [](const auto& one) { return one ? one->workers.size() : 0; };
    const bool isReset = workersOf(run) != workersOf(m_run);
    if (isReset) beginResetModel();
    m_run = std::move(run);
    m_timeUnit = timeUnit;
    if (isReset) return endResetModel();
    if (!m_run) return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int WorkersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_run ? 0 : kWholeRows + static_cast<int>(m_run->workers.size());
}

int WorkersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 1 + static_cast<int>(workersColumns().size());
}

std::optional<double> WorkersModel::valueOf(const QModelIndex& index) const {
    if (index.column() == 0) return std::nullopt;
    const WorkersColumn& column = workersColumns()[static_cast<std::size_t>(index.column()) - 1];
    if (index.row() >= kWholeRows)
        return column.ofWorker(*m_run, m_run->workers[static_cast<std::size_t>(index.row() - kWholeRows)]);
    if (index.row() == Sum && !column.hasSum) return std::nullopt;
    double sum = 0;
    for (const SchemeWorker& worker : m_run->workers) sum += column.ofWorker(*m_run, worker);
    return index.row() == Sum ? sum : sum / static_cast<double>(m_run->workers.size());
}

QString WorkersModel::textOf(const QModelIndex& index) const {
    if (index.column() == 0) {
        if (index.row() >= kWholeRows) return QString::number(index.row() - kWholeRows);
        return index.row() == Sum ? tr("sum") : tr("mean");
    }
    const auto value = valueOf(index);
    if (!value) return {};
    const bool isShare = workersColumns()[static_cast<std::size_t>(index.column()) - 1].unit == Unit::Share;
    return isShare ? formatPercent(*value) : formatNumber(*value, index.row() == Mean ? 4 : 7);
}

QVariant WorkersModel::data(const QModelIndex& index, int role) const {
    const bool isWhole = index.row() < kWholeRows;
    switch (role) {
        case Qt::DisplayRole: return textOf(index);
        case Qt::AccessibleTextRole:
            return index.column() > 0 ? textOf(index)
                   : isWhole          ? tr("%1 of all workers").arg(textOf(index))
                                      : tr("worker %1").arg(textOf(index));
        case WholeRole: return isWhole;
        case SortRole: {
            const auto value = valueOf(index);
            return value ? QVariant(*value) : QVariant(index.row());
        }
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignVCenter | (index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::FontRole: return uiFont(12.5, isWhole ? QFont::DemiBold : QFont::Normal);
        default: return {};
    }
}

QVariant WorkersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section == 0 ? Qt::AlignLeft : Qt::AlignRight));
    if (section == 0) {
        if (role == Qt::ToolTipRole)
            return tipHtml(tr("Workers count from 0. The first two rows are the sums over all workers and the means."));
        return role == Qt::DisplayRole ? tr("Worker") : QVariant();
    }
    const WorkersColumn& column = workersColumns()[static_cast<std::size_t>(section) - 1];
    switch (role) {
        case Qt::DisplayRole:
            return column.unit == Unit::Duration && !m_timeUnit.isEmpty()
                       ? tr("%1, %2").arg(tr(column.title), m_timeUnit)
                       : tr(column.title);
        case Qt::ToolTipRole: return tipHtml(tr(column.tip));
        default: return {};
    }
}

}  // namespace bubblescope
