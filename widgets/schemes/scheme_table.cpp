#include "widgets/schemes/scheme_table.h"

#include "engine/run/quantities.h"
#include "widgets/kit/column_table.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace bubblescope {

namespace {

using Unit = WorkersColumn::Unit;

/// The rows above the workers'.
enum { kSum, kMean, kRowsOfAll };

double idleShare(const SchemeRun& run, const SchemeWorker& worker) {
    return run.latency() == 0 ? 0 : 1 - static_cast<double>(worker.busy) / static_cast<double>(run.latency());
}

}  // namespace

std::span<const WorkersColumn> workersColumns() {
    static const WorkersColumn kColumns[] = {
        {"busy", QT_TRANSLATE_NOOP("SchemeTable", "Busy"),
         QT_TRANSLATE_NOOP("SchemeTable", "The time that a worker computes"), Unit::Duration,
         [](const SchemeRun&, const SchemeWorker& worker) { return toUnits(worker.busy); }},
        {"idle_share", QT_TRANSLATE_NOOP("SchemeTable", "Idle\nshare"),
         QT_TRANSLATE_NOOP("SchemeTable", "1 − busy / latency. The mean is the bubble."), Unit::Share, idleShare,
         false},
        {"weight_transmissions", QT_TRANSLATE_NOOP("SchemeTable", "Weight\ntransmissions"),
         QT_TRANSLATE_NOOP("SchemeTable",
                           "Ops of a worker whose weights another worker stores: each fetches them anew"),
         Unit::Count,
         [](const SchemeRun&, const SchemeWorker& worker) { return static_cast<double>(worker.weightTransmissions); }},
        {"weight_storage", QT_TRANSLATE_NOOP("SchemeTable", "Weight\nstorage"),
         QT_TRANSLATE_NOOP("SchemeTable", "Stages that a worker both computes and stores the weights of"), Unit::Count,
         [](const SchemeRun&, const SchemeWorker& worker) { return static_cast<double>(worker.weightStorage); }},
        {"activation_transmissions", QT_TRANSLATE_NOOP("SchemeTable", "Activation\ntransmissions"),
         QT_TRANSLATE_NOOP("SchemeTable",
                           "Inputs that a worker gets from another one, and activations of its forwards that go to "
                           "backwards on another one"),
         Unit::Count,
         [](const SchemeRun&, const SchemeWorker& worker) {
             return static_cast<double>(worker.activationTransmissions);
         }},
        {"peak_activations", QT_TRANSLATE_NOOP("SchemeTable", "Peak\nactivations"),
         QT_TRANSLATE_NOOP(
             "SchemeTable",
             "The most activations that a worker holds when one of its ops begins: one more with each forward "
             "whose backward it runs, one less with each of its backwards"),
         Unit::Count,
         [](const SchemeRun&, const SchemeWorker& worker) { return static_cast<double>(worker.peakActivations); }},
    };
    return kColumns;
}

namespace {

TableValue valueOf(const WorkersColumn& column, const SchemeRun& run, int row) {
    if (row >= kRowsOfAll) return column.ofWorker(run, run.workers[static_cast<std::size_t>(row - kRowsOfAll)]);
    if (row == kSum && !column.hasSum) return {};
    double sum = 0;
    for (const SchemeWorker& worker : run.workers) sum += column.ofWorker(run, worker);
    return row == kSum ? sum : sum / static_cast<double>(run.workers.size());
}

Table tableOf(const Run* run) {
    const auto tr = [](const char* text) { return SchemeTable::tr(text); };
    TableColumn worker{QStringLiteral("worker"), tr("Worker"),
                       tipHtml(tr("Workers count from 0. The first two rows are the sums over all workers and the "
                                  "means.")),
                       [](const TablePlace& place) -> TableValue {
                           if (place.row >= kRowsOfAll) return static_cast<double>(place.row - kRowsOfAll);
                           return place.row == kSum ? SchemeTable::tr("sum") : SchemeTable::tr("mean");
                       }};
    worker.spoken = [value = worker.value](const TablePlace& place) {
        const TableValue said = value(place);
        if (const auto* number = std::get_if<double>(&said)) return SchemeTable::tr("worker %1").arg(*number);
        return SchemeTable::tr("%1 of all workers").arg(std::get<QString>(said));
    };
    worker.isLeft = true;
    Table table{{worker}, {}};
    const std::shared_ptr<const SchemeRun> scheme = run ? run->scheme : nullptr;
    const QString unit = run ? toQString(run->schedule.workload.timeUnit) : QString();
    for (const WorkersColumn& of : workersColumns()) {
        TableColumn column{
            QString::fromLatin1(of.key), titleWithUnit(tr(of.title), of.unit == Unit::Duration ? unit : QString()),
            tipHtml(tr(of.tip)), [scheme, &of](const TablePlace& place) { return valueOf(of, *scheme, place.row); }};
        column.written = [&of](const TablePlace& place, double value) {
            return of.unit == Unit::Share ? formatPercent(value) : formatNumber(value, place.row == kMean ? 4 : 7);
        };
        table.columns.push_back(std::move(column));
    }
    if (!scheme) return table;
    table.rows.resize(kRowsOfAll + scheme->workers.size());
    for (int row = 0; row < static_cast<int>(table.rows.size()); ++row) {
        TableRow& shown = table.rows[static_cast<std::size_t>(row)];
        shown.isBold = shown.isOfAll = row < kRowsOfAll;
        shown.group = shown.isOfAll ? 0 : 1;
    }
    return table;
}

}  // namespace

SchemeTable::SchemeTable(QWidget* parent) : QWidget(parent) {
    m_summary = new QLabel(this);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setFont(uiFont(13));
    m_summary->setToolTip(tipHtml(
        tr("Latency: when the last op ends. Throughput: ops a unit of time and worker. Bound: M / stages, where M is "
           "the mean over the workers of the most activations held at once; the throughput does not pass it.")));

    m_view = new ColumnTable(tr("Statistics of the scheme by worker"), this);
    m_view->setRootIsDecorated(false);
    setFocusProxy(m_view);

    m_notice =
        new QLabel(tr("No scheme runs here. Choose one, or mend its formulas, and its statistics appear."), this);
    m_notice->setAlignment(Qt::AlignCenter);
    m_notice->setWordWrap(true);
    m_notice->setForegroundRole(QPalette::PlaceholderText);

    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 2, 0, 0);
    rows->setSpacing(6);
    rows->addWidget(m_summary);
    rows->addWidget(m_view, 1);
    rows->addWidget(m_notice, 1);
    setRun(nullptr);
}

void SchemeTable::setRun(std::shared_ptr<const Run> run) {
    if (run && !run->scheme) run = nullptr;
    const bool isNew = run && (!m_run || m_run->scheme->workers.size() != run->scheme->workers.size());
    m_run = std::move(run);
    m_view->setTable(tableOf(m_run.get()));
    m_view->setCaption(summary());
    m_summary->setText(summary());
    m_summary->setVisible(m_run != nullptr);
    m_view->setVisible(m_run != nullptr);
    m_notice->setVisible(m_run == nullptr);
    if (isNew) m_view->fitColumns();
}

QString SchemeTable::summary() const {
    if (!m_run) return {};
    const QString unit = toQString(m_run->schedule.workload.timeUnit);
    QStringList parts{toQString(m_run->title), tr("latency %1").arg(formatTime(m_run->scheme->latency(), unit)),
                      tr("throughput %1").arg(formatNumber(bubblescope::valueOf(Quantity::Throughput, *m_run), 4))};
    const double bound = bubblescope::valueOf(Quantity::ThroughputBound, *m_run);
    if (!qIsNaN(bound)) parts << tr("bound %1").arg(formatNumber(bound, 4));
    return parts.join(QString::fromUtf8(" · "));
}

QString SchemeTable::toCsv() const { return m_view->toCsv(); }

void SchemeTable::copy() { m_view->copy(); }

void SchemeTable::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_run) m_view->fitColumns();
}

}  // namespace bubblescope
