#pragma once

#include <QWidget>

#include "widgets/study/curves/curves_layout.h"

#include <memory>

namespace bubblescope {

/// The legend of live curves, as in pictures; each entry is a button that hides its series or shows it again.
class CurvesLegend : public QWidget {
    Q_OBJECT

public:
    explicit CurvesLegend(QWidget* parent = nullptr);

    /// Shows the series of a layout, over its whole width, `scale` times as large.
    void setLayout(std::shared_ptr<const CurvesLayout> layout, double scale);
    /// Where Tab leaves it.
    QWidget* lastStop() const;

signals:
    void toggled(std::size_t series);

private:
    class Entry;
    std::vector<Entry*> m_entries;
};

}  // namespace bubblescope
