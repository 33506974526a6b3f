// Drags T_C, and a time of all kinds of training steps, in the real window at 60 Hz and measures what a user would
// notice: how long until the picture of a slider event is painted, for how long the event loop does not respond
// meanwhile, and when the curves are complete.

#include <QApplication>
#include <QFile>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTimer>

#include "app/commands/actions.h"
#include "app/window/main_window.h"
#include "engine/entries/step_edits.h"
#include "engine/io/scenario_file.h"
#include "tests/app/pages_of.h"
#include "tests/bench/baseline.h"
#include "tests/bench/paint_watch.h"
#include "tests/bench/suites.h"
#include "tests/engine/scenarios.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/kit/slim_slider.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/panels/scenario_panel.h"
#include "widgets/panels/workload_panel.h"
#include "widgets/steps/step_form.h"

namespace bubblescope::bench {

namespace {

constexpr int kSteps = 200;
constexpr auto kFrame = std::chrono::microseconds(16'667);
constexpr std::chrono::seconds kPatience{10};
constexpr double kNotYet = 1e9;
constexpr int kPlaceOfSteps = 4;

double milliseconds(Clock::duration span) { return seconds(span) * 1e3; }

double commOf(const Scenario& scenario) { return std::get<0>(scenario.workload.comm); }

double forwardOf(const Scenario& scenario) {
    for (const StepTime& time : stepTimesOf(scenario))
        if (time.key == "forward") return time.least;
    return 0;
}

/// One drag over the whole slider of a value.
class Drag : public QObject {
public:
    Drag(MainWindow& window, SlimSlider* slider, double (*valueOf)(const Scenario& scenario), bool hasCurves)
        : m_window(window),
          m_slider(slider),
          m_valueOf(valueOf),
          m_hasCurves(hasCurves),
          m_watch([this](QWidget& painted) {
              if (&painted == &m_window) take();
          }) {
        m_heart.setTimerType(Qt::PreciseTimer);
        connect(&m_heart, &QTimer::timeout, this, [this] { beat(); });
        m_hand.setTimerType(Qt::PreciseTimer);
        m_hand.setSingleShot(true);
        connect(&m_hand, &QTimer::timeout, this, [this] { move(); });
    }

    void run() {
        send(QEvent::MouseButtonPress, m_slider->xOf(m_slider->position()));
        m_begin = m_lastBeat = Clock::now();
        m_heart.start(1);
        m_hand.start(0);
        m_loop.exec();
        m_heart.stop();
        send(QEvent::MouseButtonRelease, m_slider->xOf(m_slider->position()));
    }

    int changes = 0;
    int shown = 0;                // changes whose own picture was painted
    std::vector<double> latency;  // ms from the instant a change was due to a painted picture of it or a later one
    std::vector<double> blocked;  // ms of every step: how late its latest 1 ms heartbeat came
    double curvesWhole = 0;       // ms from the last change

private:
    struct Step {
        Clock::time_point due;
        double value;
    };

    Clock::time_point due(int step) const { return m_begin + step * kFrame; }

    void send(QEvent::Type type, double x) {
        const QPointF at(x, m_slider->height() / 2.0);
        const auto buttons = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
        const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, at, m_slider->mapToGlobal(at), button, buttons, Qt::NoModifier);
        QCoreApplication::sendEvent(m_slider, &event);
    }

    const Scenario& scenario() { return m_window.controller().scenario().scenario(); }

    void move() {
        if (m_step > 0) blocked.push_back(m_worst);
        m_worst = 0;
        if (m_step == kSteps) return finish();
        const double before = m_valueOf(scenario());
        send(QEvent::MouseMove, m_slider->xOf((m_step + 1.0) / kSteps));
        if (const double now = m_valueOf(scenario()); now != before) {
            m_lastChange = Clock::now();
            if (m_hasCurves) curvesWhole = kNotYet;
            m_open.push_back({due(m_step), now});
            ++changes;
        }
        ++m_step;
        const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(due(m_step) - Clock::now());
        m_hand.start(std::max(std::chrono::milliseconds(0), wait));
    }

    /// Waits for what is still to be painted.
    void finish() {
        m_isOver = true;
        QTimer::singleShot(kPatience, &m_loop, &QEventLoop::quit);
        take();
    }

    void beat() {
        const auto now = Clock::now();
        m_worst = std::max(m_worst, milliseconds(now - m_lastBeat) - 1.0);
        m_lastBeat = now;
    }

    void take() {
        takeOutcomes();
        const auto& curves = m_window.controller().background().curves();
        if (curvesWhole == kNotYet && curves && curves->isComplete() && curves->scenario == scenario())
            curvesWhole = milliseconds(Clock::now() - m_lastChange);
        if (m_isOver && m_open.empty() && curvesWhole != kNotYet) m_loop.quit();
    }

    /// A painted picture answers its own event and all before it: the newest wins.
    void takeOutcomes() {
        const double painted = m_valueOf(m_window.controller().results().scenario());
        const auto own =
            std::find_if(m_open.rbegin(), m_open.rend(), [&](const Step& step) { return step.value == painted; });
        if (own == m_open.rend()) return;
        ++shown;
        const auto now = Clock::now();
        const auto end = own.base();
        for (auto step = m_open.begin(); step != end; ++step) latency.push_back(milliseconds(now - step->due));
        m_open.erase(m_open.begin(), end);
    }

    MainWindow& m_window;
    SlimSlider* m_slider;
    double (*m_valueOf)(const Scenario& scenario);
    bool m_hasCurves;
    PaintWatch m_watch;
    QEventLoop m_loop;
    QTimer m_heart, m_hand;
    Clock::time_point m_begin, m_lastBeat, m_lastChange;
    std::vector<Step> m_open;
    int m_step = 0;
    bool m_isOver = false;
    double m_worst = 0;
};

QString writeScenario(const QTemporaryDir& folder) {
    const Scenario scenario = test::foundingScenario(64, 512, 0);
    QFile file(folder.filePath("large.bubble.json"));
    if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(bubblescope::writeScenario(scenario)));
    return file.fileName();
}

void wait(std::chrono::milliseconds span) {
    QEventLoop loop;
    QTimer::singleShot(span, &loop, &QEventLoop::quit);
    loop.exec();
}

void measure(benchmark::State& state, Drag& drag) {
    const auto begin = Clock::now();
    drag.run();
    state.SetIterationTime(seconds(Clock::now() - begin));
    state.counters["changes"] = drag.changes;
    state.counters["shown_%"] = drag.changes == 0 ? 0 : 100.0 * drag.shown / drag.changes;
    state.counters["latency_ms"] = medianOf(drag.latency);
    state.counters["latency_p99_ms"] = quantile(drag.latency, 0.99);
    state.counters["blocked_p99_ms"] = quantile(drag.blocked, 0.99);
    state.counters["blocked_max_ms"] = quantile(drag.blocked, 1);
}

void drag(benchmark::State& state, const std::string& axis) {
    const QTemporaryDir folder;
    const QString file = writeScenario(folder);
    for (auto _ : state) {
        MainWindow window;
        window.resize(1440, 900);
        window.start(file);
        schedulesFacetOf(window).charts().setAxis(axis);
        window.controller().setCurveAxis(axis);
        window.show();
        do wait(std::chrono::milliseconds(500));  // first curves and caches
        while (window.controller().background().isBusy());

        Drag drag(window, window.findChild<ScenarioPanel*>()->workload()->param("comm")->slider(), commOf, true);
        measure(state, drag);
        state.counters["curves_ms"] = drag.curvesWhole;
    }
}

/// All kinds of steps on one page.
void dragSteps(benchmark::State& state) {
    for (auto _ : state) {
        MainWindow window;
        window.resize(1440, 900);
        window.start(QStringLiteral("preset:training-steps"));
        window.show();
        window.controller().actions().pages->actions().at(kPlaceOfSteps)->trigger();
        do wait(std::chrono::milliseconds(500));
        while (window.controller().background().isBusy());
        Drag drag(window, stepsFacetOf(window).form().times()->slider("forward")->slider(), forwardOf, false);
        measure(state, drag);
    }
}

}  // namespace

void addDragSuite() {
    for (const WorkloadKey* known : liveAxes()) {
        // T_C's own curves keep their points while it moves; all others are computed anew.
        if (known->key == "comm") continue;
        add("drag/curves:" + std::string(known->key), 3, [axis = std::string(known->key)](benchmark::State& state) {
            drag(state, axis);
        })->Iterations(1);
    }
    add("drag/steps", 3, dragSteps)->Iterations(1);
}

}  // namespace bubblescope::bench
