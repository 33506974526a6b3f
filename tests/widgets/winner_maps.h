#pragma once

#include "widgets/study/winners/winner_map_view.h"

#include <QAbstractButton>
#include <QApplication>

#include "tests/widgets/experiment_results.h"
#include "widgets/picture/picture.h"

namespace bubblescope::test {

/// Three metrics over MBS by D; the panels are not in order.
inline Experiment threeMaps() {
    Experiment experiment = experimentOf();
    experiment.workload.comm = 4.0;
    experiment.workload.timeUnit = "ms";
    experiment.x = {"microbatches", {4, 6, 8, 12, 16}};
    experiment.panels = Axis{"devices", {2, 8, 4}};
    experiment.quantities = {Quantity::TotalTime, Quantity::BubbleRatio, Quantity::PeakActivations};
    return experiment;
}

/// Two schedules that accept hardly any number of microbatches except multiples of D.
inline Experiment withRefusals() {
    Experiment experiment = threeMaps();
    experiment.series = std::vector<ScheduleEntry>{{"interleaved-overlap", {}, {}}, {"hanayo", {}, {}}};
    return experiment;
}

/// A display list as SVG.
inline QByteArray svgOf(const DisplayList& list, const QSizeF& size = {900, 420}) {
    return *kSvg.write({.size = size, .title = {}, .pages = {[list](bool) { return list; }}}, 1, {});
}

/// Calls f(cell) for every cell of every map.
template <class F>
void forEachCell(const WinnerLayout& layout, F&& f) {
    for (std::size_t map = 0; map < layout.maps.size(); ++map)
        for (std::size_t row = 0; row < layout.y.order.size(); ++row)
            for (std::size_t column = 0; column < layout.x.order.size(); ++column) f(MapCell{map, column, row});
}

/// GPipe needs up to 8 activations, 1F1B up to 4, with a panel for each memory limit; 1F1B always has the least peak.
inline Experiment withLimits() {
    Experiment experiment = experimentOf();
    experiment.workload.comm = 4.0;
    experiment.workload.timeUnit = "ms";
    experiment.x = {"microbatches", {4, 8}};
    experiment.panels = Axis{"memory_limit", {3, 5, 9}};
    experiment.series = std::vector<ScheduleEntry>{{"1f1b", {}, {}}, {"gpipe", {}, {}}};
    experiment.quantities = {Quantity::TotalTime};
    return experiment;
}

/// A view on the screen.
struct MapOnScreen {
    WinnerMapView view;
    explicit MapOnScreen(SharedResults results, QSize size = {900, 420}) {
        view.resize(size);
        view.setResults(std::move(results));
        view.show();
        QCoreApplication::processEvents();
    }
    QPoint at(const MapCell& cell) { return view.geometryOfMaps().cellRect(cell).center().toPoint(); }
    QList<QAbstractButton*> legend() { return view.findChildren<QAbstractButton*>(); }
};

}  // namespace bubblescope::test
