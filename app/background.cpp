#include "app/background.h"

#include <QCoreApplication>
#include <QEvent>

#include "engine/sim/simulate.h"

#include <algorithm>
#include <exception>
#include <new>

namespace bubblescope {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPatience{500};
constexpr std::chrono::milliseconds kTick{100};
/// A curve of fewer points says too little to be shown.
constexpr std::size_t kFirstPoints = 4;
constexpr int kRunnerNiceness = 5;
constexpr int kSweeperNiceness = 15;

const QEvent::Type kMailEvent = static_cast<QEvent::Type>(QEvent::registerEventType());

/// A job that lets no exception out: its thread would end the program. What was shown stays.
template <class Job>
NewestWins::Job contained(Job job) {
    return [job = std::move(job)](const std::stop_token& stop) {
        try {
            job(stop);
        } catch (const std::exception&) {
            return;
        }
    };
}

Error whatWentWrong(const std::exception& thrown) {
    if (dynamic_cast<const std::bad_alloc*>(&thrown))
        return {QCoreApplication::translate("Background", "needs more memory than this computer has").toStdString(),
                {}};
    return {thrown.what(), {}};
}

RunResult runOne(const Scenario& scenario, std::size_t index, const std::stop_token& stop) {
    try {
        return run(scenario, index, stop);
    } catch (const std::exception& thrown) {
        return whatWentWrong(thrown);
    }
}

Result<SweepPoint> sweepOne(const SweepRequest& request, std::size_t index, double x, const std::stop_token& stop) {
    try {
        return sweepPoint(request.scenario, index, request.axis, x, request.keepRatio, stop);
    } catch (const std::exception& thrown) {
        SweepPoint point;
        point.refusal = whatWentWrong(thrown).message;
        return point;
    }
}

/// Whether both requests' points are the same function of x. Devices is left out: it reshapes lists.
bool sameCurves(const SweepRequest& a, const SweepRequest& b) {
    if (a.axis != b.axis || a.axis == SweepAxis::Devices || a.keepRatio != b.keepRatio) return false;
    return atValue(a.scenario, a.axis, 1, a.keepRatio) == atValue(b.scenario, b.axis, 1, b.keepRatio);
}

/// Takes over the points that `old` has already.
void reuse(Curves& curves, const Curves& old) {
    if (!sameCurves(curves.request, old.request)) return;
    const auto& known = old.data.values;
    for (std::size_t n = 0; n < curves.data.values.size(); ++n) {
        const auto found = std::lower_bound(known.begin(), known.end(), curves.data.values[n]);
        if (found == known.end() || *found != curves.data.values[n]) continue;
        for (std::size_t s = 0; s < curves.data.series.size(); ++s)
            curves.data.series[s][n] = old.data.series[s][static_cast<std::size_t>(found - known.begin())];
    }
}

}  // namespace

/// Where the workers leave what they made. Only `guarded` members need the mutex.
struct Background::Mailbox {
    std::mutex mutex;
    std::shared_ptr<const Generation> generation;  // guarded
    std::shared_ptr<const Curves> curves;          // guarded
    std::shared_ptr<const AdviceFor> advice;       // guarded
    std::atomic<double> runsShare{0};
    std::atomic<double> curvesShare{0};
    /// The runner's own: every run that may still be shown somewhere, so that the last one to let go of
    /// its memory is the runner.
    std::vector<std::shared_ptr<const Run>> kept;
    /// The sweeper's own: its newest curves.
    std::shared_ptr<const Curves> known;

    void freeUnused() {
        std::erase_if(kept, [](const auto& run) { return run.use_count() == 1; });
    }
};

Background::Background(QObject* parent)
    : QObject(parent),
      m_mailbox(std::make_shared<Mailbox>()),
      m_runner(kRunnerNiceness),
      m_sweeper(kSweeperNiceness),
      m_adviser(kSweeperNiceness) {
    m_ticker.setInterval(kTick);
    connect(&m_ticker, &QTimer::timeout, this, &Background::tick);
}

Background::~Background() = default;

void Background::requestRuns(const Scenario& scenario) {
    if (!m_runner.isBusy()) m_runsAsked = Clock::now();
    m_ticker.start();
    m_runner.start(contained([this, scenario](const std::stop_token& stop) {
        Mailbox& box = *m_mailbox;
        box.freeUnused();
        box.runsShare = 0;
        auto made = std::make_shared<Generation>();
        made->scenario = scenario;
        const auto count = scenario.schedules.size();
        for (std::size_t i = 0; i < count; ++i) {
            made->runs.push_back(runOne(scenario, i, stop));
            if (stop.stop_requested()) return;
            box.runsShare = static_cast<double>(i + 1) / static_cast<double>(count);
        }
        for (const RunResult& result : made->runs)
            if (result) box.kept.push_back(*result);
        {
            const std::lock_guard lock(box.mutex);
            box.generation = std::move(made);
        }
        QCoreApplication::postEvent(this, new QEvent(kMailEvent));
    }));
}

void Background::requestCurves(const SweepRequest& request) {
    if (!m_sweeper.isBusy()) m_curvesAsked = Clock::now();
    m_ticker.start();
    m_sweeper.start(contained([this, request](const std::stop_token& stop) {
        Mailbox& box = *m_mailbox;
        box.curvesShare = 0;
        const SweepRange range = sweepRange(request.scenario, request.axis);
        Curves curves{request, emptySweep(request.scenario, request.axis, range, request.keepRatio)};
        if (box.known) reuse(curves, *box.known);
        const auto order = sweepOrder(curves.data.values.size());
        auto delivered = Clock::now();
        for (std::size_t done = 0; done < order.size(); ++done) {
            for (std::size_t s = 0; s < curves.data.series.size(); ++s) {
                auto& point = curves.data.series[s][order[done]];
                if (point) continue;
                const auto computed = sweepOne(request, s, curves.data.values[order[done]], stop);
                if (!computed || stop.stop_requested()) return;
                point = *computed;
            }
            box.curvesShare = static_cast<double>(done + 1) / static_cast<double>(order.size());
            curves.data.complete = done + 1 == order.size();
            if (!curves.data.complete && (done < kFirstPoints || Clock::now() - delivered < kTick)) continue;
            delivered = Clock::now();
            box.known = std::make_shared<const Curves>(curves);
            {
                const std::lock_guard lock(box.mutex);
                box.curves = box.known;
            }
            QCoreApplication::postEvent(this, new QEvent(kMailEvent));
        }
    }));
}

void Background::requestAdvice(std::size_t index) {
    m_ticker.start();
    m_adviser.start(contained([this, generation = m_generation, index](const std::stop_token& stop) {
        auto made = std::make_shared<AdviceFor>(AdviceFor{generation, index, {}});
        made->advice = advise(generation->scenario, index, (*generation->runs[index])->metrics, stop);
        if (stop.stop_requested()) return;
        {
            const std::lock_guard lock(m_mailbox->mutex);
            m_mailbox->advice = std::move(made);
        }
        QCoreApplication::postEvent(this, new QEvent(kMailEvent));
    }));
}

void Background::cancel() {
    m_runner.stop();
    m_sweeper.stop();
    m_adviser.stop();
    emit progressChanged();
}

std::optional<Background::Progress> Background::progress() const {
    const auto late = [](bool busy, Clock::time_point asked) { return busy && Clock::now() - asked > kPatience; };
    if (late(m_runner.isBusy(), m_runsAsked)) return Progress{true, m_mailbox->runsShare};
    if (late(m_sweeper.isBusy(), m_curvesAsked)) return Progress{false, m_mailbox->curvesShare};
    return std::nullopt;
}

void Background::tick() {
    m_runner.enforceGrace();
    m_sweeper.enforceGrace();
    m_adviser.enforceGrace();
    if (!isBusy()) m_ticker.stop();
    emit progressChanged();
}

bool Background::event(QEvent* event) {
    if (event->type() != kMailEvent) return QObject::event(event);
    std::shared_ptr<const Generation> generation;
    std::shared_ptr<const Curves> curves;
    std::shared_ptr<const AdviceFor> advice;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        generation.swap(m_mailbox->generation);
        curves.swap(m_mailbox->curves);
        advice.swap(m_mailbox->advice);
    }
    if (generation) {
        m_runsAsked = Clock::now();
        m_generation = std::move(generation);
        m_advice.reset();  // it holds the generation that it is for, which may be gigabytes
        emit runsReady();
        m_runner.whenIdle([this](std::stop_token) { m_mailbox->freeUnused(); });
    }
    if (curves) {
        m_curvesAsked = Clock::now();
        m_curves = std::move(curves);
        emit curvesReady();
    }
    if (advice && advice->generation == m_generation) {
        m_advice = std::move(advice);
        emit adviceReady();
    }
    return true;
}

}  // namespace bubblescope
