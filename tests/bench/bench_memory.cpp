// The peak memory per op: in a run alone, and in the window with everything it needs (sums for drawing, orders and
// second timelines while a slider is dragged, curves along every axis, advice, cached memory).

#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include "app/window/main_window.h"
#include "engine/core/column.h"
#include "engine/io/scenario_file.h"
#include "engine/results/run_each.h"
#include "tests/app/pages_of.h"
#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"
#include "tests/engine/scenarios.h"
#include "widgets/charts/charts_panel.h"

#include <malloc.h>

#include <fstream>
#include <limits>
#include <optional>

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
        Scenario out = test::foundingScenario(devices, microbatches);
        out.workload.chunks = chunks;
        out.schedules = schedules;
        return out;
    }
    double ops() const {
        double ops = 0;
        for (std::size_t i = 0; i < schedules.size(); ++i) ops += static_cast<double>(opsOf(resolve(scenario(), i)));
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

/// A window that shows the work, and the peak since just before it was opened.
class Opened {
public:
    explicit Opened(const Work& work) : m_ops(work.ops()) {
        window.resize(1440, 900);
        window.start(written({work.schedules, 8, 64, work.chunks}));  // or it would go on with what the last one showed
        window.show();
        rest();
        m_peak.emplace();
        isOpen = window.controller().scenario().open(written(work)).has_value();
    }

    void rest() {
        do wait(std::chrono::milliseconds(100));
        while (window.controller().background().isBusy());
    }
    /// The peak's bytes an op, once all is done.
    double peak() {
        rest();
        return m_peak->bytes() / m_ops;
    }
    void setMicrobatches(int microbatches) {
        window.controller().setSweptValue("microbatches", microbatches, 1);
        rest();
    }

    MainWindow window;
    bool isOpen = false;

private:
    QString written(const Work& work) const {
        const QString path = m_folder.filePath(QString::number(work.microbatches) + QStringLiteral(".bubble.json"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(writeScenario(work.scenario())));
        return path;
    }

    const double m_ops;
    const QTemporaryDir m_folder;
    std::optional<Peak> m_peak;
};

void inWindow(benchmark::State& state, const Work& work) {
    for (auto _ : state) {
        const auto begin = Clock::now();
        Opened opened(work);
        if (!opened.isOpen) return state.SkipWithError("cannot open the scenario");
        MainWindow& window = opened.window;
        state.counters["load_B/op"] = opened.peak();
        double comm = 4;
        const auto drag = [&] {
            for (int step = 0; step < 6; ++step) {
                window.controller().setSweptValue("comm", comm += 0.5, 1);
                wait(std::chrono::milliseconds(60));
            }
        };
        drag();
        state.counters["drag_B/op"] = opened.peak();
        for (const WorkloadKey* known : liveAxes()) {
            schedulesFacetOf(window).charts().setAxis(std::string(known->key));
            window.controller().setCurveAxis(std::string(known->key));
            opened.rest();
            drag();
        }
        state.counters["B/op"] = opened.peak();
        opened.setMicrobatches(work.microbatches - 64);  // two programs are there at once
        opened.setMicrobatches(work.microbatches);
        state.counters["shape_B/op"] = opened.peak();
        state.counters["ops"] = work.ops();
        state.SetIterationTime(seconds(Clock::now() - begin));
    }
}

/// Where all of the shown runs is one, all of the new ones is in the making beside it.
void alone(benchmark::State& state, const Work& work) {
    for (auto _ : state) {
        const auto begin = Clock::now();
        Opened opened(work);
        if (!opened.isOpen) return state.SkipWithError("cannot open the scenario");
        opened.setMicrobatches(work.microbatches - 64);
        opened.setMicrobatches(work.microbatches);
        state.counters["shape_B/op"] = opened.peak();
        state.counters["ops"] = work.ops();
        state.SetIterationTime(seconds(Clock::now() - begin));
    }
}

}  // namespace

void addMemorySuite() {
    const Work work{foundingSchedules(), 64, 10'496, 2};
    add("memory/run", 1, [work](benchmark::State& state) { runAlone(state, work); })->Iterations(1);
    add("memory/window", 1, [work](benchmark::State& state) { inWindow(state, work); })->Iterations(1);
    for (const char* kind : {"1f1b", "zb-h1"}) {
        const Work one{{{kind, {}, {}, {}}}, 64, 81'920, 1};
        add(std::string("memory/alone/") + kind, 1, [one](auto& state) { alone(state, one); })->Iterations(1);
    }
}

}  // namespace bubblescope::bench
