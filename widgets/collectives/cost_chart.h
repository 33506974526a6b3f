#pragma once

#include <QWidget>

#include "engine/collectives/collective_setup.h"

class QLabel;

namespace bubblescope {

class CostCurves;
class SegmentedControl;

/// What algorithms take over bytes, over ranks, and who wins over both; with what the picture says in words.
class CostChart : public QWidget {
    Q_OBJECT

public:
    explicit CostChart(QWidget* parent = nullptr);

    void setSetup(const CollectiveSetup& setup);
    CostCurves& curves() const { return *m_curves; }
    /// What stands below the picture, without markup.
    QString sentence() const;

signals:
    /// Moves of one drag or one burst of keys share a gesture.
    void bytesPicked(double bytes, int gesture);
    void ranksPicked(int ranks, int gesture);

private:
    void tell();

    CollectiveSetup m_setup;
    SegmentedControl* m_axis;
    CostCurves* m_curves;
    QLabel* m_sentence;
};

}  // namespace bubblescope
