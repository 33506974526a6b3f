#pragma once

#include <QTreeView>

#include "widgets/kit/table.h"

class QMenu;
class QSortFilterProxyModel;

namespace bubblescope {

/// Shows a Table: sorts by any column, copies as text, and writes CSV; rows open to those beneath.
///
/// Invariants  reset only when the shape changes, so that rows stay open and selected while a slider moves
class ColumnTable : public QTreeView {
    Q_OBJECT
public:
    explicit ColumnTable(const QString& name, QWidget* parent = nullptr);

    void setTable(Table table);
    /// A line above what is copied, where all of it is.
    void setCaption(const QString& caption) { m_caption = caption; }
    /// Makes all columns as wide as what stands in them.
    void fitColumns();

    /// The chosen rows, or all, as shown: a header and a line each, columns separated by tabs.
    QString toText() const;
    /// All rows in their own order, in full precision.
    virtual QString toCsv() const;
    /// Puts toText() on the clipboard.
    void copy();

protected:
    /// What the context menu offers behind copying.
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
    QStringList m_growing;  // headings, and the texts of columns that grow
};

}  // namespace bubblescope
