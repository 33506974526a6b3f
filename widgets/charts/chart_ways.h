#pragma once

#include <QString>

#include <functional>
#include <string>

class QCustomPlot;
class QWidget;

namespace bubblescope {

/// How a chart is kept.
struct ChartWays {
    QString name;                             // of files
    std::function<QString()> csv;             // its values
    std::function<std::string()> scenario;    // that files carry
    std::function<void(const QString&)> say;  // what came of it, in a line
};

/// Gives a chart the context menu by which its values are copied, and its picture is copied or saved as it stands.
///
/// Thread  the interface thread
void addChartWays(QWidget& chart, QCustomPlot& plot, const ChartWays& ways);

}  // namespace bubblescope
