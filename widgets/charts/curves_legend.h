#pragma once

#include <QWidget>

#include "widgets/charts/curves_layout.h"

#include <memory>

namespace bubblescope {

/// The legend of live curves, as in pictures; each entry is a button that hides or shows its series.
class CurvesLegend : public QWidget {
    Q_OBJECT

public:
    explicit CurvesLegend(QWidget* parent = nullptr);

    /// Shows the series of a layout, over its whole width, scaled by `scale`.
    void setLayout(std::shared_ptr<const CurvesLayout> layout, double scale);
    /// The widget from which Tab leaves the legend.
    QWidget* lastStop() const;

signals:
    void toggled(std::size_t series);

private:
    class Entry;
    std::vector<Entry*> m_entries;
};

}  // namespace bubblescope
