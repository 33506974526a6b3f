#pragma once

#include <QTreeView>

#include "widgets/panels/metrics_model.h"

class QSortFilterProxyModel;

namespace bubblescope {

/// The numbers of all schedules side by side; a schedule opens to its devices. Sorts by any column, copies as
/// text, and writes CSV.
class MetricsTable : public QTreeView {
    Q_OBJECT
public:
    explicit MetricsTable(QWidget* parent = nullptr);

    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// The definition of the bubble that the window uses; its column is emphasised.
    void setBubble(BubbleKind bubble);

    /// The chosen rows, or all, as shown: a header and a line each, columns separated by tabs.
    QString toText() const;
    /// All schedules in the scenario's order, in full precision, with the keys of `simulate --json` as header.
    QString toCsv() const;
    /// Puts toText() on the clipboard.
    void copy();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void spanRefusals();
    /// Makes the first column as wide as the schedules' names: without their chunks two of a kind look the same.
    void fitTitles();

    MetricsModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QStringList m_titles;
};

}  // namespace bubblescope
