#include "app/scheme_walker.h"

#include <QCoreApplication>
#include <QEvent>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTick{100};
/// Points are handed over at most once in two frames, and the first after a while: few on their own flicker.
constexpr std::chrono::milliseconds kFrame{33}, kPatience{120};
constexpr std::chrono::milliseconds kSilence{500};  // after which it tells how far it is
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
        if (!m_runner.isBusy()) m_ticker.stop();
        emit progressChanged();
    });
}

SchemeWalker::~SchemeWalker() = default;

bool SchemeWalker::isOf(const Scenario& scenario, std::size_t index, const std::string& number) const {
    return m_awaited.number == number &&
           m_awaited.points == emptyWalk(*scenario.schedules[index].scheme, number).points &&
           m_scenario == withoutNumber(scenario, index, number);
}

void SchemeWalker::request(const Scenario& scenario, std::size_t index, const std::string& number,
                           std::shared_ptr<const Run> before) {
    m_runner.stop();  // nobody would see what is left of it
    m_awaited = emptyWalk(*scenario.schedules[index].scheme, number);
    m_scenario = withoutNumber(scenario, index, number);
    ++m_asked;
    m_begun = Clock::now();
    m_ticker.start();
    m_runner.start(
        [this, scenario, index, number, before = std::move(before), request = m_asked](const std::stop_token& stop) {
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
            walkScheme(scenario, index, number,
                       [&](std::size_t point, const SchemeWalk::Point& result) {
                           points.emplace_back(point, result);
                           if (Clock::now() >= next) hand();
                       },
                       stop, {.before = before});
            hand();
        });
}

void SchemeWalker::cancel() {
    m_runner.stop();
    ++m_asked;  // drops what waits in the mailbox
    m_awaited = {};
}

std::optional<SchemeWalker::Progress> SchemeWalker::progress() const {
    const auto since = Clock::now() - m_begun;
    if (!isBusy() || m_awaited.points.empty() || since < kSilence) return std::nullopt;
    const auto isDone = [](const SchemeWalk::Point& point) { return point.result.has_value(); };
    const auto& points = m_walk.points;
    const auto done = m_walkOf == m_asked ? std::count_if(points.begin(), points.end(), isDone) : 0;
    const double share = static_cast<double>(done) / static_cast<double>(m_awaited.points.size());
    const double seconds = std::chrono::duration<double>(since).count();
    return Progress{share, share > 0 ? seconds * (1 - share) / share : 0};
}

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
