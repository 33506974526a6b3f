// Changes the base workload of an open experiment and measures how long until its curves are painted again.

#include <QApplication>
#include <QEventLoop>
#include <QTimer>

#include "app/window/main_window.h"
#include "engine/entries/resolve.h"
#include "tests/app/pages_of.h"
#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"
#include "widgets/charts/curves_view.h"
#include "widgets/study/curves/experiment_chart.h"

namespace bubblescope::bench {

namespace {

/// Five schedules at 30 values of T_C on 32 devices.
Experiment question() {
    Experiment out;
    out.workload.devices = 32;
    out.workload.microbatches = 64;
    out.series = foundingSchedules();
    out.x.variable = "comm";
    for (int i = 0; i < 30; ++i) out.x.values.push_back(i);
    return out;
}

/// Waits for the replot that shows the document's own results, and gives when it was.
Clock::time_point awaitPicture(ExperimentsPage& page, const Experiment& wanted) {
    QEventLoop loop;
    Clock::time_point shown = Clock::now();
    const auto connection = QObject::connect(&page.chart().view(), &CurvesView::rebuilt, &loop, [&] {
        const SharedResults results = page.chart().data().results;
        if (!results || !results->isWhole() || results->plan->experiment != wanted) return;
        page.chart().view().canvas().repaint();
        shown = Clock::now();
        loop.quit();
    });
    QTimer::singleShot(std::chrono::seconds(5), &loop, &QEventLoop::quit);
    loop.exec();
    QObject::disconnect(connection);
    return shown;
}

void redraw(benchmark::State& state) {
    MainWindow window;
    window.resize(1440, 900);
    window.start(QString());
    window.controller().experiment().start(question(), {QStringLiteral("question")});
    emit window.controller().settled(window.controller().experiment(), true);
    window.show();
    ExperimentsPage& page = experimentsOf(window);
    awaitPicture(page, question());
    std::vector<double> taken;
    Experiment moved = question();
    for (auto _ : state) {
        moved.workload.forward = std::get<double>(moved.workload.forward) + 1;
        const auto begin = Clock::now();
        window.controller().experiment().apply({moved, QStringLiteral("Change"), 1});
        taken.push_back(seconds(awaitPicture(page, moved) - begin));
        state.SetIterationTime(taken.back());
    }
    state.counters["redraw_ms"] = medianOf(taken) * 1e3;
    state.counters["redraw_max_ms"] = *std::max_element(taken.begin(), taken.end()) * 1e3;
    static_cast<void>(window.controller().experiment().undoToClean());
}

}  // namespace

void addExperimentSuite() { add("experiment/redraw", 3, redraw)->Iterations(40); }

}  // namespace bubblescope::bench
