#include "widgets/schemes/scheme_table.h"

#include "engine/study/scheme_walk.h"
#include "widgets/kit/csv.h"
#include "widgets/kit/flat_header.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/schemes/workers_model.h"
#include "widgets/shown/format.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

/// Sorts workers; what is said of all of them stays on top whichever way.
class Sorted : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        const bool isLeftWhole = left.data(WorkersModel::WholeRole).toBool();
        const bool isRightWhole = right.data(WorkersModel::WholeRole).toBool();
        const bool isAscending = sortOrder() == Qt::AscendingOrder;
        if (isLeftWhole && isRightWhole) return (left.row() < right.row()) == isAscending;
        if (isLeftWhole || isRightWhole) return isLeftWhole == isAscending;
        return QSortFilterProxyModel::lessThan(left, right);
    }
};

/// Rows with air, and a line below what is said of all workers.
class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index).expandedTo({0, 24}) + QSize(10, 0);
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        if (index.row() + 1 != WorkersModel::kWholeRows) return;
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                          themeOf(option.palette).line);
    }
};

/// Without the thin spaces and line breaks that are for the eye.
QString plain(QString text) { return text.replace(QChar(0x202f), ' ').replace('\n', ' '); }

}  // namespace

SchemeTable::SchemeTable(QWidget* parent) : QWidget(parent) {
    m_model = new WorkersModel(this);
    auto* sorted = new Sorted(this);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(WorkersModel::SortRole);
    m_sorted = sorted;

    m_summary = new QLabel(this);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setFont(uiFont(13));
    m_summary->setToolTip(tipHtml(
        tr("Latency: when the last op ends. Throughput: ops a unit of time and worker. Bound: M / stages, where M is "
           "the mean over the workers of the most activations held at once; the throughput does not pass it.")));

    m_view = new QTreeView(this);
    m_view->setAccessibleName(tr("Statistics of the scheme by worker"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setAllColumnsShowFocus(true);
    m_view->setFont(uiFont(12.5));
    m_view->viewport()->setAutoFillBackground(false);
    m_view->setModel(m_sorted);
    m_view->setItemDelegate(new Delegate(this));
    m_view->setHeader(new FlatHeader(Qt::Horizontal));
    m_view->header()->setSortIndicatorClearable(true);
    m_view->header()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionsMovable(false);
    m_view->setSortingEnabled(true);
    m_view->installEventFilter(this);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, &SchemeTable::showMenu);
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
    m_model->setRun(m_run ? m_run->scheme : nullptr, m_run ? toQString(m_run->schedule.workload.timeUnit) : QString());
    m_summary->setText(summary());
    m_summary->setVisible(m_run != nullptr);
    m_view->setVisible(m_run != nullptr);
    m_notice->setVisible(m_run == nullptr);
    if (isNew) fitColumns();
}

void SchemeTable::fitColumns() {
    for (int column = 0; column < m_sorted->columnCount(); ++column) m_view->resizeColumnToContents(column);
}

QString SchemeTable::summary() const {
    if (!m_run) return {};
    const SchemeTotals totals = totalsOf(*m_run);
    const QString unit = toQString(m_run->schedule.workload.timeUnit);
    QStringList parts{toQString(m_run->title), tr("latency %1").arg(formatTime(m_run->scheme->latency(), unit)),
                      tr("throughput %1").arg(formatNumber(totals.throughput, 4))};
    if (totals.bound) parts << tr("bound %1").arg(formatNumber(*totals.bound, 4));
    return parts.join(QString::fromUtf8(" · "));
}

QString SchemeTable::toText() const {
    QStringList lines;
    const auto line = [&](auto&& cell) {
        QStringList cells;
        for (int column = 0; column < m_sorted->columnCount(); ++column) cells += plain(cell(column).toString());
        lines += cells.join('\t');
    };
    const bool isAll = !m_view->selectionModel()->hasSelection();
    if (isAll && m_run) lines += summary();
    line([&](int column) { return m_sorted->headerData(column, Qt::Horizontal, Qt::DisplayRole); });
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex first = m_sorted->index(row, 0);
        if (isAll || m_view->selectionModel()->isSelected(first))
            line([&](int column) { return first.siblingAtColumn(column).data(Qt::DisplayRole); });
    }
    return lines.join('\n') + '\n';
}

QString SchemeTable::toCsv() const {
    QStringList cells{QStringLiteral("worker")};
    for (const WorkersColumn& column : workersColumns()) cells += QString::fromLatin1(column.key);
    QString text = cells.join(',') + '\n';
    for (std::size_t worker = 0; m_run && worker < m_run->scheme->workers.size(); ++worker) {
        cells = {QString::number(worker)};
        for (const WorkersColumn& column : workersColumns())
            cells += csvNumber(column.ofWorker(*m_run->scheme, m_run->scheme->workers[worker]));
        text += cells.join(',') + '\n';
    }
    return text;
}

void SchemeTable::copy() { QGuiApplication::clipboard()->setText(toText()); }

void SchemeTable::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_run) fitColumns();
}

bool SchemeTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_view || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Copy)) return copy(), true;
    if (key->key() != Qt::Key_Escape || !m_view->selectionModel()->hasSelection()) return false;
    return m_view->clearSelection(), true;
}

void SchemeTable::showMenu(const QPoint& at) {
    QMenu menu(this);
    menu.addAction(tr("Copy as text"), QKeySequence::Copy, this, &SchemeTable::copy);
    menu.addAction(tr("Copy as CSV"), this, [this] { QGuiApplication::clipboard()->setText(toCsv()); });
    menu.exec(m_view->viewport()->mapToGlobal(at));
}

}  // namespace bubblescope
