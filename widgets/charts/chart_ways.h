#pragma once

#include <QString>

#include <functional>
#include <string>

class QCustomPlot;
class QWidget;

namespace bubblescope {

/// How a chart is copied and saved.
struct ChartWays {
    QString name;                             // of files, without extension
    std::function<QString()> csv;             // returns its values
    std::function<std::string()> scenario;    // the scenario to embed in files
    std::function<void(const QString&)> say;  // shows the outcome, in one line
};

/// Adds a context menu to a chart that copies its values, and copies or saves its present picture.
///
/// Thread  the interface thread
void addChartWays(QWidget& chart, QCustomPlot& plot, const ChartWays& ways);

}  // namespace bubblescope
