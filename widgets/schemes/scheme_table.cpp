#include "widgets/schemes/scheme_table.h"

#include "engine/schemes/run_scheme.h"
#include "widgets/kit/column_table.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/quantity_columns.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace bubblescope {

namespace {

/// The rows above those of the workers.
enum { kSum, kMean, kRowsOfAll };

/// A column with words for workers, where the list of quantities speaks of devices.
struct WorkersColumn {
    Quantity quantity;
    const char* title;
    const char* tip;
};
constexpr WorkersColumn kColumns[] = {
    {Quantity::Busy, QT_TRANSLATE_NOOP("Text", "Busy"),
     QT_TRANSLATE_NOOP("Text", "Time during which a worker computes.")},
    {Quantity::IdleShare, QT_TRANSLATE_NOOP("Text", "Idle\nshare"),
     QT_TRANSLATE_NOOP("Text", "1 − busy / latency. The mean is the bubble.")},
    {Quantity::WeightTransmissions, QT_TRANSLATE_NOOP("Text", "Weight\ntransmissions"),
     QT_TRANSLATE_NOOP("Text",
                       "Ops of a worker whose weights another worker stores. Each of them fetches the weights.")},
    {Quantity::WeightStorage, QT_TRANSLATE_NOOP("Text", "Weight\nstorage"),
     QT_TRANSLATE_NOOP("Text", "Stages that a worker computes and whose weights it stores.")},
    {Quantity::ActivationTransmissions, QT_TRANSLATE_NOOP("Text", "Activation\ntransmissions"),
     QT_TRANSLATE_NOOP("Text",
                       "Inputs that a worker receives from another worker, plus activations of its forwards that "
                       "are sent to backwards on another worker.")},
    {Quantity::PeakActivations, QT_TRANSLATE_NOOP("Text", "Peak\nactivations"),
     QT_TRANSLATE_NOOP("Text",
                       "The most activations that a worker stores when one of its ops starts: one more after each "
                       "forward whose backward it runs, one less after each of its backwards.")},
};

TableValue cellAt(Quantity quantity, const Run& run, int row) {
    if (row >= kRowsOfAll) return valueAt(quantity, run, row - kRowsOfAll);
    if (row == kSum && infoOf(quantity).unit == QuantityUnit::Ratio) return {};
    const int workers = static_cast<int>(run.metrics.workers.size());
    double sum = 0;
    for (int worker = 0; worker < workers; ++worker) sum += std::get<double>(valueAt(quantity, run, worker));
    return row == kSum ? sum : sum / workers;
}

Table tableOf(const std::shared_ptr<const Run>& run) {
    const auto tr = [](const char* text) { return SchemeTable::tr(text); };
    TableColumn worker{QStringLiteral("worker"), tr("Worker"),
                       tipHtml(tr("Workers are numbered from 0. The first two rows are the sums and the means over all "
                                  "workers.")),
                       [](const TablePlace& place) -> TableValue {
                           if (place.row >= kRowsOfAll) return static_cast<double>(place.row - kRowsOfAll);
                           return place.row == kSum ? SchemeTable::tr("sum") : SchemeTable::tr("mean");
                       }};
    worker.spoken = [value = worker.value](const TablePlace& place) {
        const TableValue said = value(place);
        if (const auto* number = std::get_if<double>(&said)) return SchemeTable::tr("worker %1").arg(*number);
        return SchemeTable::tr("%1 over all workers").arg(std::get<QString>(said));
    };
    worker.isLeft = true;
    Table table{{worker}, {}};
    const QString unit = run ? unitText(run->schedule.workload.timeUnit) : QString();
    for (const WorkersColumn& of : kColumns) {
        TableColumn column = columnOf(of.quantity);
        column.title = tr(of.title);
        column.tip = tr(of.tip);
        column.value = [run, at = of.quantity](const TablePlace& place) { return cellAt(at, *run, place.row); };
        table.columns.push_back(std::move(column));
    }
    if (!run) return table;
    table.rows.resize(kRowsOfAll + run->metrics.workers.size());
    for (int row = 0; row < static_cast<int>(table.rows.size()); ++row) {
        TableRow& shown = table.rows[static_cast<std::size_t>(row)];
        shown.isBold = shown.isOfAll = row < kRowsOfAll;
        shown.group = shown.isOfAll ? 0 : 1;
    }
    scaleTimes(table, unit);
    return table;
}

}  // namespace

QString SchemeTable::summaryTip() {
    return tr(
        "Latency: when the last op ends. Throughput: ops per unit of time and worker. Bound: upper bound of the "
        "throughput, M / stages, where M is the peak number of activations, averaged over the workers.");
}

SchemeTable::SchemeTable(QWidget* parent) : QWidget(parent) {
    m_summary = new QLabel(this);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setFont(uiFont(13));
    m_summary->setToolTip(tipHtml(summaryTip()));

    m_view = new ColumnTable(tr("Statistics of the scheme by worker"), this);
    m_view->setRootIsDecorated(false);
    setFocusProxy(m_view);

    m_notice =
        new QLabel(tr("No scheme is running. Choose a scheme or correct its formulas to see its statistics."), this);
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
    m_view->setTable(tableOf(m_run));
    m_view->setCaption(summary());
    m_summary->setText(summary());
    m_summary->setVisible(m_run != nullptr);
    m_view->setVisible(m_run != nullptr);
    m_notice->setVisible(m_run == nullptr);
    if (isNew) m_view->fitColumns();
}

QString SchemeTable::summary() const {
    if (!m_run) return {};
    const QString unit = unitText(m_run->schedule.workload.timeUnit);
    QStringList parts{toQString(m_run->title), tr("latency %1").arg(formatTime(m_run->scheme->latency(), unit)),
                      tr("throughput %1").arg(formatNumber(valueOf(Quantity::Throughput, *m_run), 4))};
    const double bound = valueOf(Quantity::ThroughputBound, *m_run);
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
