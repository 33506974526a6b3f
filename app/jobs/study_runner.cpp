#include "app/jobs/study_runner.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

using Clock = std::chrono::steady_clock;
/// A study is updated on screen at most once per two frames.
constexpr std::chrono::milliseconds kStudyFrame{33};
constexpr std::chrono::milliseconds kSilence{500};  // the time before progress is reported

/// Copies the points that `old` contains.
void reuse(Study& study, const Study& old) {
    if (study.path.kind == &kSchedulePath || !haveSamePoints(study, old)) return;
    for (std::size_t n = 0; n < study.values.size(); ++n) {
        const auto found = std::lower_bound(old.values.begin(), old.values.end(), study.values[n]);
        if (found == old.values.end() || *found != study.values[n]) continue;
        for (std::size_t s = 0; s < study.series.size(); ++s)
            study.series[s][n] = old.series[s][static_cast<std::size_t>(found - old.values.begin())];
    }
}

}  // namespace

StudyRunner::StudyRunner(const Pace& pace, QObject* parent, decltype(&fillStudy) fill)
    : QObject(parent), m_pace(pace), m_fill(fill), m_worker(pace.niceness) {
    connect(&m_worker, &BackgroundJob::ticked, this, &StudyRunner::progressChanged);
    connect(&m_worker, &BackgroundJob::failed, this, [this](const QString& why) {
        m_asked.reset();  // so that the next request tries again
        emit failed(why);
    });
}

bool StudyRunner::isOf(const Study& study) const {
    return m_asked && m_asked->values == study.values && haveSamePoints(*m_asked, study);
}

void StudyRunner::request(Study awaited, const StudyResources& resources) {
    m_asked = awaited;
    m_worker.start([this, study = std::move(awaited), resources](const std::stop_token& stop) mutable {
        const auto begun = Clock::now();
        m_begun = begun;
        m_share = 0;
        if (m_known) reuse(study, *m_known);
        auto next = begun + m_pace.patience;
        const auto show = [&](std::size_t values) {
            m_share = static_cast<double>(values) / static_cast<double>(study.values.size());
            const bool isDue = values >= m_pace.leastValues && Clock::now() >= next;
            if (!isDue && !study.isComplete()) return;
            next = Clock::now() + kStudyFrame;
            m_known = std::make_shared<const Study>(study);
            m_worker.leave(stop, [this, known = m_known] {
                m_study = known;
                emit changed();
            });
            m_worker.endGrace();
        };
        m_fill(study, show, stop, resources);
    });
}

void StudyRunner::cancel() {
    m_worker.stop();
    m_asked.reset();
}

std::optional<Estimate> StudyRunner::progress() const {
    const auto since = Clock::now() - m_begun.load();
    if (!isBusy() || since <= kSilence) return std::nullopt;
    return estimateAt(m_share, std::chrono::duration<double>(since).count());
}

}  // namespace bubblescope
