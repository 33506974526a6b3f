#include "widgets/panels/metrics_table.h"

#include "widgets/kit/csv.h"
#include "widgets/kit/flat_header.h"
#include "widgets/kit/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace bubblescope {

namespace {

/// Sorts by number; schedules that do not run stand below whichever way.
class Sorted : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        const bool isLeftRefused = left.data(MetricsModel::RefusedRole).toBool();
        if (isLeftRefused != right.data(MetricsModel::RefusedRole).toBool())
            return isLeftRefused == (sortOrder() == Qt::DescendingOrder);
        return QSortFilterProxyModel::lessThan(left, right);
    }
};

/// Without the thin spaces and line breaks that are for the eye.
QString plain(QString text) { return text.replace(QChar(0x202f), ' ').replace('\n', ' '); }

/// Rows with air.
class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index).expandedTo({0, 24}) + QSize(10, 0);
    }
};

}  // namespace

MetricsTable::MetricsTable(QWidget* parent) : QTreeView(parent) {
    setAccessibleName(tr("Metrics of all schedules"));
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setAllColumnsShowFocus(true);
    setIndentation(16);
    setFont(uiFont(12.5));
    viewport()->setAutoFillBackground(false);  // on the panel's own ground
    m_model = new MetricsModel(this);
    m_sorted = new Sorted(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(MetricsModel::SortRole);
    m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
    setModel(m_sorted);
    setItemDelegate(new Delegate(this));
    setHeader(new FlatHeader(Qt::Horizontal));
    header()->setSortIndicatorClearable(true);
    header()->setSortIndicator(-1, Qt::AscendingOrder);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    setSortingEnabled(true);
    connect(m_sorted, &QAbstractItemModel::modelReset, this, &MetricsTable::spanRefusals);
    connect(m_sorted, &QAbstractItemModel::layoutChanged, this, &MetricsTable::spanRefusals);
}

void MetricsTable::setOutcomes(const std::vector<Outcome>& outcomes) {
    const bool isFirst = m_model->outcomes().empty() && !outcomes.empty();
    const int columns = m_model->columnCount();
    m_model->setOutcomes(outcomes);
    spanRefusals();
    if (m_model->columnCount() != columns) sortByColumn(-1, Qt::AscendingOrder);
    if (isFirst || m_model->columnCount() != columns)
        for (int column = 0; column < m_model->columnCount(); ++column) resizeColumnToContents(column);
    for (int column = 1; column <= m_model->differenceCount(); ++column)  // they grow with the first change
        setColumnWidth(column, std::max(columnWidth(column), sizeHintForColumn(column)));
    QStringList titles;
    for (const Outcome& outcome : outcomes) titles += outcome.title;
    if (titles == m_titles) return;
    m_titles = titles;
    fitTitles();
}

void MetricsTable::fitTitles() {
    int width = columnWidth(0);
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex index = m_sorted->index(row, 0);
        if (!index.data(MetricsModel::RefusedRole).toBool())  // its text spans the whole row
            width = std::max(width, indentation() + sizeHintForIndex(index).width());
    }
    setColumnWidth(0, width);
}

void MetricsTable::showEvent(QShowEvent* event) {
    QTreeView::showEvent(event);
    fitTitles();  // what was measured before had no style yet
}

void MetricsTable::setBubble(BubbleKind bubble) { m_model->setBubble(bubble); }

void MetricsTable::spanRefusals() {
    for (int row = 0; row < m_sorted->rowCount(); ++row)
        setFirstColumnSpanned(row, {}, m_sorted->index(row, 0).data(MetricsModel::RefusedRole).toBool());
}

void MetricsTable::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = themeOf(palette());
    QStyleOptionViewItem colored = option;
    const bool isSchedule = !index.parent().isValid();
    colored.palette.setColor(QPalette::Text, index.data(MetricsModel::RefusedRole).toBool() ? theme.error
                                             : isSchedule                                   ? theme.text
                                                                                            : theme.mutedText);
    QTreeView::drawRow(painter, colored, index);
}

QString MetricsTable::toText() const {
    QStringList lines;
    const auto line = [&](auto&& cell) {
        QStringList cells;
        for (int column = 0; column < m_sorted->columnCount(); ++column) cells += plain(cell(column).toString());
        while (cells.size() > 1 && cells.back().isEmpty()) cells.removeLast();
        lines += cells.join('\t');
    };
    line([&](int column) { return m_sorted->headerData(column, Qt::Horizontal, Qt::DisplayRole); });
    const bool isAll = !selectionModel()->hasSelection();
    const auto row = [&](const QModelIndex& first) {
        if (isAll || selectionModel()->isSelected(first))
            line([&](int column) { return first.siblingAtColumn(column).data(Qt::DisplayRole); });
    };
    for (int i = 0; i < m_sorted->rowCount(); ++i) {
        const QModelIndex schedule = m_sorted->index(i, 0);
        row(schedule);
        for (int d = 0; isExpanded(schedule) && d < m_sorted->rowCount(schedule); ++d)
            row(m_sorted->index(d, 0, schedule));
    }
    return lines.join('\n') + '\n';
}

QString MetricsTable::toCsv() const {
    QStringList cells{QStringLiteral("label")};
    for (const MetricsColumn& column : metricsColumns()) cells += QString::fromLatin1(column.key);
    const bool differs = m_model->hasDifferences();
    if (differs) {
        cells += QStringLiteral("held_against");
        for (const DifferenceColumn& column : differenceColumns()) cells += QString::fromLatin1(column.key);
    }
    cells += QStringLiteral("error");
    QString text = cells.join(',') + '\n';
    for (const Outcome& outcome : m_model->outcomes()) {
        cells = {csvCell(outcome.title)};
        for (const MetricsColumn& column : metricsColumns())
            cells += outcome.run ? csvNumber(column.ofRun(*outcome.run)) : QString();
        if (differs) {
            const auto& reference = outcome.reference;
            cells += reference ? csvCell(reference->name()) : QString();
            const auto difference =
                reference ? std::optional(differenceOf(*outcome.run, *reference->run)) : std::nullopt;
            for (const DifferenceColumn& column : differenceColumns())
                cells += difference ? csvNumber(column.ofRun(*difference, m_model->bubble())) : QString();
        }
        cells += csvCell(outcome.refusal);
        text += cells.join(',') + '\n';
    }
    return text;
}

void MetricsTable::copy() { QGuiApplication::clipboard()->setText(toText()); }

void MetricsTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copy();
    if (event->key() == Qt::Key_Escape && selectionModel()->hasSelection()) return clearSelection();
    QTreeView::keyPressEvent(event);
}

void MetricsTable::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy as text"), QKeySequence::Copy, this, &MetricsTable::copy);
    menu.addAction(tr("Copy as CSV"), this, [this] { QGuiApplication::clipboard()->setText(toCsv()); });
    menu.addSeparator();
    menu.addAction(tr("Show all devices"), this, &QTreeView::expandAll);
    menu.addAction(tr("Hide devices"), this, &QTreeView::collapseAll);
    menu.exec(event->globalPos());
}

}  // namespace bubblescope
