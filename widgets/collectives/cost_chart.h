#pragma once

#include <QWidget>

#include "widgets/collectives/cost_curves.h"

class QLabel;

namespace bubblescope {

struct Exportable;

class CurvesView;
class SegmentedControl;

/// The time of algorithms over bytes, over ranks, and the winner over both, with the result in words below.
class CostChart : public QWidget {
    Q_OBJECT

public:
    explicit CostChart(QWidget* parent = nullptr);

    void setSetup(const CollectiveSetup& setup);
    CurvesView& view() const { return *m_view; }
    const CostCurves& cost() const { return m_cost; }
    /// The text below the chart, without markup.
    QString sentence() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    /// Moves of one drag or one burst of keys share a gesture.
    void bytesPicked(double bytes, int gesture);
    void ranksPicked(int ranks, int gesture);
    /// A line for the status bar: what was copied or saved, or why not.
    void message(const QString& text);
    void exportWanted(const bubblescope::Exportable& thing, const QString& name);

private:
    void show(CostAxis axis);
    void tell();
    void fit();

    CostCurves m_cost;
    SegmentedControl* m_axis;
    CurvesView* m_view;
    QLabel* m_sentence;
    QString m_text;  // the full text
};

}  // namespace bubblescope
