// Drags T_C in the real window at 60 Hz and measures what a hand would feel: how long until the picture of a
// slider event is painted, and for how long the event loop answers nothing meanwhile.

#include <QApplication>
#include <QFile>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTimer>

#include "app/main_window.h"
#include "engine/io/scenario_file.h"
#include "engine/schedules/resolve.h"
#include "tests/bench/baseline.h"
#include "widgets/basics/slim_slider.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/workload_panel.h"

#include <cstdio>
#include <functional>

namespace {

using namespace bubblescope;

constexpr int kSteps = 200;
constexpr auto kFrame = std::chrono::microseconds(16'667);

double milliseconds(Clock::duration span) { return seconds(span) * 1e3; }

/// An application that tells when it has painted and flushed a window.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    std::function<void(QObject*)> painted;

    bool notify(QObject* receiver, QEvent* event) override {
        const bool isPaint = event->type() == QEvent::UpdateRequest;
        const bool accepted = QApplication::notify(receiver, event);
        if (isPaint && painted && receiver->isWidgetType()) painted(receiver);
        return accepted;
    }
};

/// A list of times, summed up.
struct Figures {
    std::vector<double> ms;

    double at(double share) const {
        if (ms.empty()) return 0;
        std::vector<double> sorted = ms;
        std::sort(sorted.begin(), sorted.end());
        const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
        return sorted[std::max<std::size_t>(rank, 1) - 1];
    }
    void print(const char* what, const char* aim) const {
        std::printf("%-34s median %6.2f ms   p99 %6.2f ms   max %6.2f ms   (%s)\n", what, at(0.5), at(0.99), at(1),
                    aim);
    }
    QByteArray json() const {
        return QString("{\"count\": %1, \"median_ms\": %2, \"p99_ms\": %3, \"max_ms\": %4}")
            .arg(ms.size())
            .arg(at(0.5))
            .arg(at(0.99))
            .arg(at(1))
            .toUtf8();
    }
};

/// One drag over the whole slider.
class Drag : public QObject {
public:
    Drag(MainWindow& window, Application& application) : m_window(window) {
        m_slider = window.findChild<WorkloadPanel*>()->param("comm")->slider();
        application.painted = [this](QObject* receiver) { paintedBy(receiver); };
        m_heart.setTimerType(Qt::PreciseTimer);
        connect(&m_heart, &QTimer::timeout, this, [this] { beat(); });
        m_hand.setTimerType(Qt::PreciseTimer);
        m_hand.setSingleShot(true);
        connect(&m_hand, &QTimer::timeout, this, [this] { move(); });
        connect(&window.controller().background(), &Background::curvesReady, this, [this] { ++curvePictures; });
    }

    void run() {
        send(QEvent::MouseButtonPress, m_slider->xOf(m_slider->position()));
        m_begin = m_lastBeat = Clock::now();
        m_heart.start(1);
        m_hand.start(0);
        QEventLoop loop;
        finished = [&] { loop.quit(); };
        loop.exec();
        m_heart.stop();
        curvesMs = waitForCurves();
        send(QEvent::MouseButtonRelease, m_slider->xOf(m_slider->position()));
    }

    Figures latency;       // from the instant an event was due to its painted picture
    Figures beats;         // how late a 1 ms heartbeat came
    Figures worstOfSteps;  // the latest beat of every step
    int changes = 0;
    int curvePictures = 0;  // shown during the drag
    double curvesMs = 0;    // from the last move until they are whole

private:
    struct Step {
        Clock::time_point due;
        double comm;
    };

    Clock::time_point due(int step) const { return m_begin + step * kFrame; }

    void send(QEvent::Type type, double x) {
        const QPointF at(x, m_slider->height() / 2.0);
        const auto buttons = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
        const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, at, m_slider->mapToGlobal(at), button, buttons, Qt::NoModifier);
        QCoreApplication::sendEvent(m_slider, &event);
    }

    void move() {
        if (m_step > 0) worstOfSteps.ms.push_back(m_worst);
        m_worst = 0;
        if (m_step == kSteps) return finishWhenPainted();
        const double share = (m_step + 1.0) / kSteps;
        const double before = commOf(m_window.controller().document().scenario());
        send(QEvent::MouseMove, m_slider->xOf(share));
        const double now = commOf(m_window.controller().document().scenario());
        if (now != before) {
            m_open.push_back({due(m_step), now});
            ++changes;
        }
        ++m_step;
        const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(due(m_step) - Clock::now());
        m_hand.start(std::max(std::chrono::milliseconds(0), wait));
    }

    double waitForCurves() {
        const auto& curves = m_window.controller().background().curves();
        while (!curves->data.complete || !(curves->request.scenario == m_window.controller().document().scenario()))
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return milliseconds(Clock::now() - due(kSteps - 1));
    }

    void finishWhenPainted() {
        if (m_open.empty()) return finished();
        m_hand.start(10);
    }

    void beat() {
        const auto now = Clock::now();
        const double late = std::max(0.0, milliseconds(now - m_lastBeat) - 1.0);
        m_lastBeat = now;
        beats.ms.push_back(late);
        m_worst = std::max(m_worst, late);
    }

    /// A painted picture answers its own event and all before it: the newest wins.
    void paintedBy(QObject* receiver) {
        if (receiver != &m_window) return;
        const double shown = commOf(m_window.controller().comparison().scenario());
        const auto own =
            std::find_if(m_open.rbegin(), m_open.rend(), [&](const Step& step) { return step.comm == shown; });
        if (own == m_open.rend()) return;
        const auto now = Clock::now();
        const auto end = own.base();
        for (auto step = m_open.begin(); step != end; ++step) latency.ms.push_back(milliseconds(now - step->due));
        m_open.erase(m_open.begin(), end);
    }

    static double commOf(const Scenario& scenario) { return std::get<0>(scenario.workload.comm); }

    MainWindow& m_window;
    SlimSlider* m_slider = nullptr;
    QTimer m_heart, m_hand;
    Clock::time_point m_begin, m_lastBeat;
    std::vector<Step> m_open;
    int m_step = 0;
    double m_worst = 0;
    std::function<void()> finished;
};

QString writeScenario(const QTemporaryDir& folder) {
    Scenario scenario;
    scenario.workload.devices = 64;
    scenario.workload.microbatches = 512;
    scenario.schedules = foundingSchedules();
    QFile file(folder.filePath("large.bubble.json"));
    if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(bubblescope::writeScenario(scenario)));
    return file.fileName();
}

void pause(std::chrono::milliseconds span) {
    QEventLoop loop;
    QTimer::singleShot(span, &loop, &QEventLoop::quit);
    loop.exec();
}

}  // namespace

int main(int argc, char** argv) {
    QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    Application application(argc, argv);
    MainWindow window;
    window.resize(1440, 900);
    window.start(writeScenario(folder));
    window.show();
    pause(std::chrono::seconds(3));  // first curves and caches

    // Curves whose points all change with every move of T_C.
    for (const SweepAxisInfo& info : sweepAxes()) {
        if (info.axis == SweepAxis::Comm) continue;
        window.controller().setCurveAxis(info.axis);
        pause(std::chrono::milliseconds(500));
        Drag drag(window, application);
        drag.run();
        application.painted = nullptr;
        std::printf("curves along %-4s  %3d pictures in %4.1f s, whole %6.1f ms after the last move   (aim: 200 ms)\n",
                    info.symbol.data(), drag.curvePictures, kSteps * seconds(kFrame), drag.curvesMs);
        drag.worstOfSteps.print("  event loop blocked, worst a step", "aim: p99 16 ms, max 50 ms");
    }
    window.controller().setCurveAxis(SweepAxis::Comm);
    pause(std::chrono::seconds(1));

    Drag drag(window, application);
    drag.run();
    application.painted = nullptr;

    std::printf("D 64, MBS 512, five schedules, %d x %d: T_C dragged over %d values at 60 Hz\n", window.width(),
                window.height(), drag.changes);
    drag.latency.print("slider event to painted picture", "aim: 50 ms");
    drag.worstOfSteps.print("event loop blocked, worst a step", "aim: p99 16 ms, max 50 ms");
    drag.beats.print("event loop blocked, each 1 ms beat", "aim: p99 16 ms, max 50 ms");
    if (argc > 1) {
        QFile out(QString::fromLocal8Bit(argv[1]));
        if (!out.open(QIODevice::WriteOnly)) return 1;
        out.write("{\"latency\": " + drag.latency.json() + ",\n \"blocked_per_step\": " + drag.worstOfSteps.json() +
                  ",\n \"blocked_per_beat\": " + drag.beats.json() + "}\n");
    }
    return 0;
}
