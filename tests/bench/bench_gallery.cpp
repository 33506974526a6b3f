// Opens the gallery of schedules in the real window with one compared schedule, and measures how long until all of its
// cards are painted, the same after a slider was moved, and how long painting all of them takes alone.

#include <QEventLoop>
#include <QTimer>

#include "app/commands/actions.h"
#include "app/window/main_window.h"
#include "engine/entries/resolve.h"
#include "tests/app/pages_of.h"
#include "tests/bench/baseline.h"
#include "tests/bench/paint_watch.h"
#include "tests/bench/suites.h"
#include "tests/engine/scenarios.h"
#include "widgets/gallery/schedule_gallery.h"

namespace bubblescope::bench {

namespace {

struct Size {
    int devices, microbatches;

    Scenario at(double comm) const {
        Scenario scenario = test::scenarioOf("1f1b", devices, microbatches, comm);
        scenario.workload.memoryLimit = 0.6 * devices;
        return scenario;
    }
};

/// Waits until the window was painted with the whole gallery of the scenario as it is now, and gives when it was.
Clock::time_point awaitCards(MainWindow& window) {
    QEventLoop loop;
    Clock::time_point shown = Clock::now();
    const GalleryJob& gallery = schedulesFacetOf(window).galleryJob();
    const PaintWatch watch([&](QWidget& painted) {
        const auto& runs = gallery.result();
        const Scenario& now = window.controller().scenario().scenario();
        if (&painted != &window || !gallery.isNewest() || runs->scenario != galleryOf(now)) return;
        if (gallery.isBusy()) return;
        shown = Clock::now();
        loop.quit();
    });
    QTimer::singleShot(std::chrono::seconds(5), &loop, &QEventLoop::quit);
    loop.exec();
    return shown;
}

void open(benchmark::State& state, const Size& size) {
    std::vector<double> opened, moved, painted;
    for (auto _ : state) {
        MainWindow window;
        window.resize(1440, 900);
        window.start(QString());
        window.controller().scenario().start(size.at(5), {QStringLiteral("work")});
        emit window.controller().settled(window.controller().scenario(), true);
        window.show();
        QEventLoop rest;
        do {
            QTimer::singleShot(std::chrono::milliseconds(100), &rest, &QEventLoop::quit);
            rest.exec();
        } while (window.controller().background().isBusy());
        auto begin = Clock::now();
        window.controller().actions().gallery->setChecked(true);
        opened.push_back(seconds(awaitCards(window) - begin));
        state.SetIterationTime(opened.back());
        begin = Clock::now();
        window.controller().scenario().apply({size.at(6), QStringLiteral("Change"), 1});
        moved.push_back(seconds(awaitCards(window) - begin));
        begin = Clock::now();
        schedulesFacetOf(window).gallery().setLook({.fontPixelSize = 14}, Quantity::BubbleRatio);  // all cards anew
        schedulesFacetOf(window).gallery().grab();
        painted.push_back(seconds(Clock::now() - begin));
        static_cast<void>(window.controller().scenario().undoToClean());
    }
    state.counters["open_ms"] = medianOf(opened) * 1e3;
    state.counters["open_max_ms"] = *std::max_element(opened.begin(), opened.end()) * 1e3;
    state.counters["moved_ms"] = medianOf(moved) * 1e3;
    state.counters["paint_ms"] = medianOf(painted) * 1e3;
}

}  // namespace

void addGallerySuite() {
    for (const Size size : {Size{16, 64}, Size{64, 512}}) {
        const std::string name =
            "gallery/D:" + std::to_string(size.devices) + "/MBS:" + std::to_string(size.microbatches);
        add(name, 3, [size](benchmark::State& state) { open(state, size); })->Iterations(5);
    }
}

}  // namespace bubblescope::bench
