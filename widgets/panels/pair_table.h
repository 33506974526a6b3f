#pragma once

#include <QTreeView>

#include "engine/run/difference.h"
#include "widgets/shown/outcome.h"

#include <vector>

namespace bubblescope {

/// One quantity of a device in the table of two aligned schedules.
///
/// Units  durations in the user's; activations as in Metrics
struct PairColumn {
    const char* key;  // in CSV
    const char* title;
    const char* tip;
    bool isDuration;
    double (*of)(const Run& run, const WorkerMetrics& worker);
    double (*ofDifference)(const Difference::Worker& worker);
};
std::span<const PairColumn> pairColumns();

/// Two aligned schedules device by device: a line each, and one with the upper minus the lower one. Copies as text, and
/// writes CSV.
class PairTable : public QTreeView {
    Q_OBJECT
public:
    explicit PairTable(QWidget* parent = nullptr);

    /// Shows the two that are aligned, if any.
    void setOutcomes(const std::vector<Outcome>& outcomes);
    bool isEmpty() const { return model()->rowCount() == 0; }

    /// The chosen rows, or all, as shown: a header and a line each, columns separated by tabs.
    QString toText() const;
    /// All rows in full precision, times in the user's unit.
    QString toCsv() const;
    /// Puts toText() on the clipboard.
    void copy();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    class Model;
    Model* m_model;
};

}  // namespace bubblescope
