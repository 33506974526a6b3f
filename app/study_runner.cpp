#include "app/study_runner.h"

#include <QCoreApplication>
#include <QEvent>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

namespace bubblescope {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTick{100};
/// A study is shown anew at most once in two frames.
constexpr std::chrono::milliseconds kFrame{33};
constexpr std::chrono::milliseconds kSilence{500};  // after which it tells how far it is

const QEvent::Type kMailEvent = static_cast<QEvent::Type>(QEvent::registerEventType());

/// Takes over the points that `old` has already.
void reuse(Study& study, const Study& old) {
    if (scheduleNumberIn(study.path) || !haveSamePoints(study, old)) return;
    for (std::size_t n = 0; n < study.values.size(); ++n) {
        const auto found = std::lower_bound(old.values.begin(), old.values.end(), study.values[n]);
        if (found == old.values.end() || *found != study.values[n]) continue;
        for (std::size_t s = 0; s < study.series.size(); ++s)
            study.series[s][n] = old.series[s][static_cast<std::size_t>(found - old.values.begin())];
    }
}

}  // namespace

/// Where the worker leaves what it made.
struct StudyRunner::Mailbox {
    std::mutex mutex;
    std::shared_ptr<const Study> study;  // guarded
    QString failure;                     // guarded
    std::atomic<Clock::time_point> begun{};
    std::atomic<double> share{0};
    std::shared_ptr<const Study> known;  // the worker's own: its newest
};

StudyRunner::StudyRunner(const Pace& pace, QObject* parent, decltype(&fillStudy) fill)
    : QObject(parent),
      m_pace(pace),
      m_fill(fill),
      m_mailbox(std::make_shared<Mailbox>()),
      m_runner(pace.niceness, [this](const Error& why) {
          {
              const std::lock_guard lock(m_mailbox->mutex);
              m_mailbox->failure = QString::fromStdString(why.text());
          }
          QCoreApplication::postEvent(this, new QEvent(kMailEvent));
      }) {
    m_ticker.setInterval(kTick);
    connect(&m_ticker, &QTimer::timeout, this, [this] {
        m_runner.enforceGrace();
        if (!m_runner.isBusy()) m_ticker.stop();
        emit progressChanged();
    });
}

StudyRunner::~StudyRunner() = default;

bool StudyRunner::isOf(const Study& study) const {
    return m_asked && m_asked->values == study.values && haveSamePoints(*m_asked, study);
}

void StudyRunner::request(Study awaited, const StudyResources& resources) {
    m_asked = awaited;
    m_ticker.start();
    m_runner.start([this, study = std::move(awaited), resources](const std::stop_token& stop) mutable {
        Mailbox& box = *m_mailbox;
        const auto begun = Clock::now();
        box.begun = begun;
        box.share = 0;
        if (box.known) reuse(study, *box.known);
        auto next = begun + m_pace.patience;
        const auto show = [&](std::size_t values) {
            box.share = static_cast<double>(values) / static_cast<double>(study.values.size());
            const bool isDue = values >= m_pace.leastValues && Clock::now() >= next;
            if (!isDue && !study.isComplete()) return;
            next = Clock::now() + kFrame;
            box.known = std::make_shared<const Study>(study);
            {
                const std::lock_guard lock(box.mutex);
                if (stop.stop_requested()) return;
                box.study = box.known;
            }
            QCoreApplication::postEvent(this, new QEvent(kMailEvent));
            m_runner.endGrace();
        };
        m_fill(study, show, stop, resources);
    });
}

void StudyRunner::cancel() {
    m_runner.stop();
    m_asked.reset();
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->study.reset();
    m_mailbox->failure.clear();
}

std::optional<StudyRunner::Progress> StudyRunner::progress() const {
    const auto since = Clock::now() - m_mailbox->begun.load();
    if (!isBusy() || since <= kSilence) return std::nullopt;
    const double share = m_mailbox->share, rest = share > 0 ? (1 - share) / share : 0;
    return Progress{share, std::chrono::duration<double>(since).count() * rest};
}

bool StudyRunner::event(QEvent* event) {
    if (event->type() != kMailEvent) return QObject::event(event);
    std::shared_ptr<const Study> study;
    QString failure;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        study.swap(m_mailbox->study);
        failure.swap(m_mailbox->failure);
    }
    if (study) {
        m_study = std::move(study);
        emit changed();
    }
    if (failure.isEmpty()) return true;
    m_asked.reset();  // so that it is tried again
    emit failed(failure);
    return true;
}

}  // namespace bubblescope
