// The memory that an op takes at its peak: in a run alone, and in the window with all that goes with it - sums for
// drawing, orders and second timelines while a slider is dragged, curves along every axis, advice, memory that is kept.

#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include "app/main_window.h"
#include "app/pages/schedules_page.h"
#include "engine/core/column.h"
#include "engine/io/scenario_file.h"
#include "engine/run/run_each.h"
#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"
#include "widgets/charts/charts_panel.h"

#include <malloc.h>

#include <fstream>
#include <limits>

namespace bubblescope::bench {

namespace {

double statusBytes(const char* field) {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(field)) return std::stod(line.substr(std::string_view(field).size())) * 1024;
    return 0;
}

void wait(std::chrono::milliseconds span) {
    QEventLoop loop;
    QTimer::singleShot(span, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Measures from its begin on.
class Peak {
public:
    Peak() {
        limitColumnBytes(0);
        wait(std::chrono::milliseconds(500));
        malloc_trim(0);
        limitColumnBytes(std::numeric_limits<std::size_t>::max());
        std::ofstream("/proc/self/clear_refs") << "5";  // the peak is what there is now
        m_before = statusBytes("VmRSS:");
    }
    double bytes() const { return statusBytes("VmHWM:") - m_before; }

private:
    double m_before;
};

struct Work {
    std::vector<ScheduleEntry> schedules;
    int devices, microbatches, chunks;

    Scenario scenario() const {
        Scenario out;
        out.workload.devices = devices;
        out.workload.microbatches = microbatches;
        out.workload.chunks = chunks;
        out.workload.comm = 4.0;
        out.schedules = schedules;
        return out;
    }
    double ops() const {
        double ops = 0;
        for (std::size_t i = 0; i < schedules.size(); ++i) ops += static_cast<double>(resolve(scenario(), i).ops());
        return ops;
    }
};

void runAlone(benchmark::State& state, const Work& work) {
    for (auto _ : state) {
        const Peak peak;
        RunPlan plan = planAll(work.scenario());
        plan.forDrawing = true;
        const auto begin = Clock::now();
        runEach(work.scenario(), plan, [](std::size_t, const RunResult& result) { return result.has_value(); });
        state.SetIterationTime(seconds(Clock::now() - begin));
        state.counters["ops"] = work.ops();
        state.counters["B/op"] = peak.bytes() / work.ops();
    }
}

void rest(const Background& background) {
    do wait(std::chrono::milliseconds(100));
    while (background.isBusy());
}

void inWindow(benchmark::State& state, const Work& work) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("large.bubble.json"));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(writeScenario(work.scenario())));
    file.close();
    for (auto _ : state) {
        const auto begin = Clock::now();
        MainWindow window;
        window.resize(1440, 900);
        window.start(QString());
        window.show();
        const Background& background = window.controller().background();
        rest(background);
        const Peak peak;
        const auto stage = [&](const char* name) {
            rest(background);
            state.counters[name] = peak.bytes() / work.ops();
        };
        if (!window.controller().scenario().open(path)) return state.SkipWithError("cannot open the scenario");
        stage("load_B/op");
        double comm = 4;
        const auto drag = [&] {
            for (int step = 0; step < 6; ++step) {
                window.controller().setSweptValue(SweepAxis::Comm, comm += 0.5, 1);
                wait(std::chrono::milliseconds(60));
            }
        };
        drag();
        stage("drag_B/op");
        for (const SweepAxisInfo& info : sweepAxes()) {
            window.schedules().charts().setAxis(info.axis);
            window.controller().setCurveAxis(info.axis);
            rest(background);
            drag();
        }
        stage("B/op");
        for (const int microbatches : {work.microbatches - 64, work.microbatches}) {  // two programs are there at once
            window.controller().setSweptValue(SweepAxis::Microbatches, microbatches, 1);
            rest(background);
        }
        stage("shape_B/op");
        state.counters["ops"] = work.ops();
        state.SetIterationTime(seconds(Clock::now() - begin));
    }
}

}  // namespace

void addMemorySuite() {
    const Work work{foundingSchedules(), 64, 10'496, 2};
    add("memory/run", 1, [work](benchmark::State& state) { runAlone(state, work); })->Iterations(1);
    add("memory/window", 1, [work](benchmark::State& state) { inWindow(state, work); })->Iterations(1);
}

}  // namespace bubblescope::bench
