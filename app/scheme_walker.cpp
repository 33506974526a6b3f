#include "app/scheme_walker.h"

#include <QCoreApplication>
#include <QEvent>

#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::chrono::milliseconds kTick{100};
/// Points are handed over at most once in two frames, and the first after a while: few on their own flicker.
constexpr std::chrono::milliseconds kFrame{33}, kPatience{120};
constexpr int kNiceness = 12;

const QEvent::Type kMailEvent = static_cast<QEvent::Type>(QEvent::registerEventType());

/// What all points of a walk have in common.
Scenario withoutNumber(const Scenario& scenario, std::size_t index, const std::string& number) {
    Scenario rest = scenario;
    rest.title.clear();
    rest.schedules = {scenario.schedules[index]};
    ScheduleEntry& entry = rest.schedules.front();
    entry.label.reset();
    *entry.scheme = withNumber(*entry.scheme, number, 1);
    return rest;
}

}  // namespace

/// Where the worker leaves what it made; the mutex guards all of it.
struct SchemeWalker::Mailbox {
    using NumberedPoint = std::pair<std::size_t, SchemeWalk::Point>;

    std::mutex mutex;
    std::uint64_t request = 0;  // that points are of
    std::vector<NumberedPoint> points;
};

SchemeWalker::SchemeWalker(QObject* parent)
    : QObject(parent), m_mailbox(std::make_shared<Mailbox>()), m_runner(kNiceness) {
    m_ticker.setInterval(kTick);
    connect(&m_ticker, &QTimer::timeout, this, [this] {
        m_runner.enforceGrace();
        if (!m_runner.isBusy()) m_ticker.stop();
    });
}

SchemeWalker::~SchemeWalker() = default;

void SchemeWalker::request(const Scenario& scenario, std::size_t index, const std::string& number) {
    Scenario rest = withoutNumber(scenario, index, number);
    SchemeWalk awaited = emptyWalk(*scenario.schedules[index].scheme, number);
    const bool isSame = m_awaited.number == number && m_awaited.points == awaited.points && m_scenario == rest;
    if (isSame) return;
    m_awaited = std::move(awaited);
    m_scenario = std::move(rest);
    ++m_asked;
    m_ticker.start();
    m_runner.start([this, scenario, index, number, request = m_asked](const std::stop_token& stop) {
        using Clock = std::chrono::steady_clock;
        std::vector<Mailbox::NumberedPoint> points;
        auto next = Clock::now() + kPatience;
        const auto hand = [&] {
            {
                const std::lock_guard lock(m_mailbox->mutex);
                if (stop.stop_requested()) return;
                if (m_mailbox->request != request) m_mailbox->points.clear();
                m_mailbox->request = request;
                std::move(points.begin(), points.end(), std::back_inserter(m_mailbox->points));
            }
            points.clear();
            next = Clock::now() + kFrame;
            QCoreApplication::postEvent(this, new QEvent(kMailEvent));
        };
        walkScheme(
            scenario, index, number,
            [&](std::size_t point, const SchemeWalk::Point& result) {
                points.emplace_back(point, result);
                if (Clock::now() >= next) hand();
            },
            stop);
        hand();
    });
}

void SchemeWalker::cancel() { m_runner.stop(); }

bool SchemeWalker::event(QEvent* event) {
    if (event->type() != kMailEvent) return QObject::event(event);
    std::vector<Mailbox::NumberedPoint> points;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        if (m_mailbox->request == m_asked) points.swap(m_mailbox->points);
    }
    if (points.empty()) return true;
    if (std::exchange(m_walkOf, m_asked) != m_asked) m_walk = m_awaited;
    for (auto& [index, point] : points) m_walk.points[index] = std::move(point);
    emit changed();
    return true;
}

}  // namespace bubblescope
