#pragma once

#include "widgets/charts/chart_export.h"
#include "widgets/kit/table.h"
#include "widgets/picture/exportable.h"

#include <functional>
#include <string>

class QWidget;

namespace bubblescope {

/// How a chart is copied and saved.
struct ChartWays {
    QString name;                                                                 // of files, without extension
    std::function<Picture()> picture;                                             // of the chart as it is now
    std::function<QString()> csv;                                                 // its values
    std::function<std::string()> document;                                        // the document to embed in files
    std::function<void(const QString&)> say;                                      // shows the outcome, in one line
    std::function<void(const Exportable& thing, const QString& name)> open = {};  // a dialog that exports it
    std::function<Exportable()> exported = {};
};

/// Adds a context menu to a chart that copies its values and its present picture, and exports it.
///
/// Thread  the interface thread
void addChartWays(QWidget& chart, const ChartWays& ways);
/// The same for a chart that shows `of`, which must outlive it.
template <class Chart, class Of>
void addChartWays(Chart& chart, const QString& name, const Of& of, std::function<std::string()> document,
                  std::function<void(const QString&)> say,
                  std::function<void(const Exportable& thing, const QString& name)> open) {
    const auto exported = [&chart, &of, document] {
        return exportedChart([&chart](const PictureOptions& options) { return chart.modelIn(options.theme); },
                             {.values = tableOf(of), .document = document()});
    };
    addChartWays(chart, {name, [&chart] { return chart.picture(); }, [&of] { return csvText(tableOf(of)); },
                         std::move(document), std::move(say), std::move(open), exported});
}

}  // namespace bubblescope
