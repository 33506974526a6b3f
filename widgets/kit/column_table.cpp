#include "widgets/kit/column_table.h"

#include "widgets/kit/dot_icon.h"
#include "widgets/kit/flat_header.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kSortRole = Qt::UserRole;

/// Adds space to rows.
class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index).expandedTo({0, 24}) + QSize(10, 0);
    }
};

}  // namespace

/// The table as an item model. The id of the index of a sub-row is its parent's row + 1; of any other row 0.
class ColumnTable::Model : public QAbstractItemModel {
public:
    using QAbstractItemModel::QAbstractItemModel;

    const Table& table() const { return m_table; }

    void setTable(Table table) {
        const auto isAlike = [](const TableRow& a, const TableRow& b) { return a.beneath == b.beneath; };
        const bool isReset =
            table.columns.size() != m_table.columns.size() ||
            !std::equal(table.rows.begin(), table.rows.end(), m_table.rows.begin(), m_table.rows.end(), isAlike);
        if (isReset) beginResetModel();
        m_table = std::move(table);
        if (isReset) return endResetModel();
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        if (m_table.rows.empty()) return;
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        for (int row = 0; row < rowCount(); ++row)
            if (const QModelIndex parent = index(row, 0); rowCount(parent) > 0)
                emit dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, columnCount() - 1, parent));
    }

    static TablePlace placeOf(const QModelIndex& index) {
        return index.internalId() == 0 ? TablePlace{index.row()}
                                       : TablePlace{static_cast<int>(index.internalId()) - 1, index.row()};
    }
    const TableRow& rowAt(const QModelIndex& index) const {
        return m_table.rows[static_cast<std::size_t>(placeOf(index).row)];
    }
    QStringList textsThatGrow() const {
        QStringList texts;
        for (const TableColumn& column : m_table.columns) {
            texts += column.isEmphasised ? column.title + QLatin1Char('*') : column.title;  // bold text is wider
            for (int row = 0; column.grows && row < rowCount(); ++row) texts += column.textAt({row});
        }
        return texts;
    }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override {
        if (!hasIndex(row, column, parent)) return {};
        return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
    }
    QModelIndex parent(const QModelIndex& index) const override {
        if (!index.isValid() || index.internalId() == 0) return {};
        return createIndex(placeOf(index).row, 0, quintptr(0));
    }
    int rowCount(const QModelIndex& parent = {}) const override {
        if (!parent.isValid()) return static_cast<int>(m_table.rows.size());
        return parent.internalId() != 0 || parent.column() != 0 ? 0 : rowAt(parent).beneath;
    }
    int columnCount(const QModelIndex& = {}) const override { return static_cast<int>(m_table.columns.size()); }

    QVariant data(const QModelIndex& index, int role) const override {
        const TableColumn& column = columnAt(index.column());
        const TablePlace place = placeOf(index);
        switch (role) {
            case Qt::DisplayRole: return column.shownAt(place);
            case Qt::ToolTipRole:  // a name may be elided
                return index.column() == 0 && column.grows && !place.isBeneath() ? column.textAt(place) : QVariant();
            case Qt::AccessibleTextRole: return column.spoken ? column.spoken(place) : QVariant();
            case kSortRole: {
                const TableValue value = column.value(place);
                if (const auto* number = std::get_if<double>(&value)) return *number;
                const auto* words = std::get_if<QString>(&value);
                return words ? QVariant(*words) : QVariant();
            }
            case Qt::TextAlignmentRole: return alignmentOf(column);
            case Qt::DecorationRole: {
                const QColor dot = column.dot ? column.dot(place) : QColor();
                return dot.isValid() ? QVariant(dotIcon(dot)) : QVariant();
            }
            case Qt::ForegroundRole: {
                const bool isWrong = column.isWrong && column.isWrong(place);
                return isWrong ? QVariant(themeOf(QApplication::palette()).error) : QVariant();
            }
            case Qt::FontRole: {
                const bool isBold = rowAt(index).isBold || (column.isEmphasised && !place.isBeneath());
                return uiFont(12.5, isBold ? QFont::DemiBold : QFont::Normal);
            }
            default: return {};
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        const TableColumn& column = columnAt(section);
        switch (role) {
            case Qt::DisplayRole: return column.title;
            case Qt::ToolTipRole: return column.tip.isEmpty() ? QVariant() : tipHtml(column.tip);
            case Qt::TextAlignmentRole: return alignmentOf(column);
            case Qt::FontRole: return column.isEmphasised ? uiFont(11.5, QFont::DemiBold) : QVariant();
            default: return {};
        }
    }

private:
    static QVariant alignmentOf(const TableColumn& column) {
        return QVariant::fromValue(Qt::AlignVCenter | (column.isLeft ? Qt::AlignLeft : Qt::AlignRight));
    }
    const TableColumn& columnAt(int column) const { return m_table.columns[static_cast<std::size_t>(column)]; }

    Table m_table;
};

namespace {

/// Sorts by the values of cells; rows that stay at the top or the bottom do so in both directions.
class Sorted : public QSortFilterProxyModel {
public:
    Sorted(std::function<const TableRow&(const QModelIndex&)> rowAt, QObject* parent)
        : QSortFilterProxyModel(parent), m_rowAt(std::move(rowAt)) {
        setSortRole(kSortRole);
        setSortCaseSensitivity(Qt::CaseInsensitive);
    }

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        if (left.parent().isValid()) return QSortFilterProxyModel::lessThan(left, right);
        const TableRow &a = m_rowAt(left), &b = m_rowAt(right);
        const bool isAscending = sortOrder() == Qt::AscendingOrder;
        if (a.isOfAll && b.isOfAll) return (left.row() < right.row()) == isAscending;
        if (a.isOfAll != b.isOfAll) return a.isOfAll == isAscending;
        if (a.isRefused != b.isRefused) return b.isRefused == isAscending;
        return QSortFilterProxyModel::lessThan(left, right);
    }

private:
    std::function<const TableRow&(const QModelIndex&)> m_rowAt;
};

}  // namespace

ColumnTable::ColumnTable(const QString& name, QWidget* parent) : QTreeView(parent), m_model(new Model(this)) {
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setAllColumnsShowFocus(true);
    setFont(uiFont(12.5));
    viewport()->setAutoFillBackground(false);  // the panel's background shows
    m_sorted = new Sorted([this](const QModelIndex& index) -> const TableRow& { return m_model->rowAt(index); }, this);
    m_sorted->setSourceModel(m_model);
    setModel(m_sorted);
    setItemDelegate(new Delegate(this));
    setHeader(new FlatHeader(Qt::Horizontal));
    header()->setSortIndicatorClearable(true);
    header()->setSortIndicator(-1, Qt::AscendingOrder);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    setSortingEnabled(true);
    connect(m_sorted, &QAbstractItemModel::modelReset, this, &ColumnTable::spanRefusals);
    connect(m_sorted, &QAbstractItemModel::layoutChanged, this, &ColumnTable::spanRefusals);
}

void ColumnTable::setTable(Table table) {
    const bool hasOtherColumns = static_cast<int>(table.columns.size()) != m_model->columnCount();
    const bool isFirst = m_model->rowCount() == 0 && !table.rows.empty();
    m_model->setTable(std::move(table));
    spanRefusals();
    if (hasOtherColumns) sortByColumn(-1, Qt::AscendingOrder);
    if (isFirst || hasOtherColumns) fitColumns();
    if (const QStringList texts = m_model->textsThatGrow(); texts != m_growing) {
        m_growing = texts;
        grow();
    }
}

void ColumnTable::fitColumns() {
    for (int column = 0; column < m_model->columnCount(); ++column) resizeColumnToContents(column);
}

void ColumnTable::grow() {
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const bool grows = m_model->table().columns[static_cast<std::size_t>(column)].grows;
        setColumnWidth(column, std::max({columnWidth(column), header()->sectionSizeHint(column),
                                         grows ? sizeHintForColumn(column) : 0}));
    }
}

void ColumnTable::showEvent(QShowEvent* event) {
    QTreeView::showEvent(event);
    grow();  // earlier measurements were without style
}

const TableRow& ColumnTable::rowAt(const QModelIndex& index) const {
    return m_model->rowAt(m_sorted->mapToSource(index));
}

void ColumnTable::spanRefusals() {
    for (int row = 0; row < m_sorted->rowCount(); ++row)
        setFirstColumnSpanned(row, {}, rowAt(m_sorted->index(row, 0)).isRefused);
}

void ColumnTable::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = themeOf(palette());
    const TableRow& row = rowAt(index);
    QStyleOptionViewItem colored = option;
    colored.palette.setColor(QPalette::Text, row.isRefused              ? theme.error
                                             : index.parent().isValid() ? theme.mutedText
                                                                        : theme.text);
    QTreeView::drawRow(painter, colored, index);
    if (index.parent().isValid() || index.row() == 0) return;
    if (rowAt(index.siblingAtRow(index.row() - 1)).group != row.group)
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), viewport()->width(), 1), theme.line);
}

QString ColumnTable::toText() const {
    std::vector<TablePlace> places;
    const bool isAll = !selectionModel()->hasSelection();
    const auto add = [&](const QModelIndex& first) {
        if (isAll || selectionModel()->isSelected(first))
            places.push_back(Model::placeOf(m_sorted->mapToSource(first)));
    };
    for (int i = 0; i < m_sorted->rowCount(); ++i) {
        const QModelIndex row = m_sorted->index(i, 0);
        add(row);
        for (int below = 0; isExpanded(row) && below < m_sorted->rowCount(row); ++below)
            add(m_sorted->index(below, 0, row));
    }
    return (isAll && !m_caption.isEmpty() ? m_caption + '\n' : QString()) + copiedText(m_model->table(), places);
}

QString ColumnTable::toCsv() const { return csvText(m_model->table()); }

void ColumnTable::copy() { QGuiApplication::clipboard()->setText(toText()); }

void ColumnTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copy();
    if (event->key() == Qt::Key_Escape && selectionModel()->hasSelection()) return clearSelection();
    QTreeView::keyPressEvent(event);
}

void ColumnTable::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy as text"), QKeySequence::Copy, this, &ColumnTable::copy);
    menu.addAction(tr("Copy as CSV"), this, [this] { QGuiApplication::clipboard()->setText(toCsv()); });
    addActions(menu);
    menu.exec(event->globalPos());
}

}  // namespace bubblescope
