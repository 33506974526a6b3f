#pragma once

#include "widgets/kit/table.h"
#include "widgets/picture/picture.h"

#include <functional>
#include <string>

class QWidget;

namespace bubblescope {

/// How a chart is copied and saved.
struct ChartWays {
    QString name;                             // of files, without extension
    std::function<Picture()> picture;         // of the chart as it is now
    std::function<QString()> csv;             // its values
    std::function<std::string()> document;    // the document to embed in files
    std::function<void(const QString&)> say;  // shows the outcome, in one line
};

/// Adds a context menu to a chart that copies its values, and copies or saves its present picture.
///
/// Thread  the interface thread
void addChartWays(QWidget& chart, const ChartWays& ways);
/// The same for a chart that shows `of`, which must outlive it.
template <class Chart, class Of>
void addChartWays(Chart& chart, const QString& name, const Of& of, std::function<std::string()> document,
                  std::function<void(const QString&)> say) {
    addChartWays(chart, {name, [&chart] { return chart.picture(); }, [&of] { return csvText(tableOf(of)); },
                         std::move(document), std::move(say)});
}

}  // namespace bubblescope
