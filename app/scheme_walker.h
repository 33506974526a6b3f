#pragma once

#include <QObject>
#include <QTimer>

#include "engine/core/newest_wins.h"
#include "engine/run/scheme_walk.h"

#include <memory>

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

    /// Asks for `schedules[index]`, a scheme of a checked scenario. What differs in that number alone is the same walk.
    void request(const Scenario& scenario, std::size_t index, const std::string& number);
    void cancel();

    /// The newest that there is anything of.
    const SchemeWalk& walk() const { return m_walk; }
    bool isBusy() const { return m_runner.isBusy(); }

signals:
    void changed();

protected:
    bool event(QEvent* event) override;

private:
    struct Mailbox;

    std::shared_ptr<Mailbox> m_mailbox;
    Scenario m_scenario;  // that was asked for last, without what is walked along
    SchemeWalk m_awaited;
    std::uint64_t m_asked = 0;
    SchemeWalk m_walk;
    std::uint64_t m_walkOf = 0;  // request
    QTimer m_ticker;
    NewestWins m_runner;  // comes last: it ends before what it uses
};

}  // namespace bubblescope
