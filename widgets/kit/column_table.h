#pragma once

#include <QTreeView>

#include "widgets/kit/table.h"

class QMenu;
class QSortFilterProxyModel;

namespace bubblescope {

/// Shows a Table: sorts by any column, copies as text, and writes CSV; rows expand to sub-rows.
///
/// Invariants  reset only when the shape changes, so that rows stay expanded and selected while a slider moves
class ColumnTable : public QTreeView {
    Q_OBJECT
public:
    explicit ColumnTable(const QString& name, QWidget* parent = nullptr);

    void setTable(Table table);
    /// A line that is copied above the table if all of it is copied.
    void setCaption(const QString& caption) { m_caption = caption; }
    /// Makes all columns as wide as their contents.
    void fitColumns();

    /// The selected rows, or all, as shown: a header and a line per row, with columns separated by tabs.
    QString toText() const;
    /// All rows in their original order, in full precision.
    virtual QString toCsv() const;
    /// Copies toText() to the clipboard.
    void copy();

protected:
    /// Adds actions to the context menu, after those that copy.
    virtual void addActions(QMenu&) {}
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    class Model;

    const TableRow& rowAt(const QModelIndex& index) const;
    void spanRefusals();
    void grow();

    Model* m_model;
    QSortFilterProxyModel* m_sorted;
    QString m_caption;
    QStringList m_growing;  // the headings, and the texts of columns that grow
};

}  // namespace bubblescope
