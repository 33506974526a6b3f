#pragma once

#include <QObject>
#include <QTimer>

#include "engine/core/newest_wins.h"
#include "engine/study/scheme_walk.h"

#include <chrono>
#include <memory>
#include <optional>

namespace bubblescope {

/// Walks a placement scheme along one of its numbers in the background; the newest request wins. What was shown stays
/// until its successor is whole, or has what is done when it takes longer.
///
/// Thread  the interface thread; results come through a guarded mailbox and an event without payload
class SchemeWalker : public QObject {
    Q_OBJECT

public:
    explicit SchemeWalker(QObject* parent = nullptr);
    ~SchemeWalker() override;

    /// Whether that was asked for last. What differs in that number alone is the same walk.
    bool isOf(const Scenario& scenario, std::size_t index, const std::string& number) const;
    /// Asks for `schedules[index]`, a scheme of a checked scenario. `before` is a run of it as it is, or null.
    void request(const Scenario& scenario, std::size_t index, const std::string& number,
                 std::shared_ptr<const Run> before);
    /// Stops; the same can be asked for again.
    void cancel();

    /// The newest that there is anything of.
    const SchemeWalk& walk() const { return m_walk; }
    bool isBusy() const { return m_runner.isBusy(); }
    /// What is done, and how long the rest may take, of a walk that takes longer than people wait without a word.
    struct Progress {
        double share = 0;  // 0..1
        double secondsLeft = 0;
    };
    std::optional<Progress> progress() const;

signals:
    void changed();
    void progressChanged();

protected:
    bool event(QEvent* event) override;

private:
    struct Mailbox;

    std::shared_ptr<Mailbox> m_mailbox;
    Scenario m_scenario;  // that was asked for last, without what is walked along
    SchemeWalk m_awaited;
    std::uint64_t m_asked = 0;  // request, or what dropped it
    SchemeWalk m_walk;
    std::uint64_t m_walkOf = 0;  // request
    std::chrono::steady_clock::time_point m_begun;
    QTimer m_ticker;
    NewestWins m_runner;  // comes last: it ends before what it uses
};

}  // namespace bubblescope
