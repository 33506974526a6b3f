#pragma once

#include <QWidget>

#include "engine/collectives/collective_setup.h"

class QLabel;

namespace bubblescope {

class CostCurves;
class SegmentedControl;

/// The time of algorithms over bytes, over ranks, and the winner over both, with the result in words below.
class CostChart : public QWidget {
    Q_OBJECT

public:
    explicit CostChart(QWidget* parent = nullptr);

    void setSetup(const CollectiveSetup& setup);
    CostCurves& curves() const { return *m_curves; }
    /// The text below the chart, without markup.
    QString sentence() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    /// Moves of one drag or one burst of keys share a gesture.
    void bytesPicked(double bytes, int gesture);
    void ranksPicked(int ranks, int gesture);

private:
    void tell();
    void fit();

    CollectiveSetup m_setup;
    SegmentedControl* m_axis;
    CostCurves* m_curves;
    QLabel* m_sentence;
    QString m_text;  // the full text
};

}  // namespace bubblescope
