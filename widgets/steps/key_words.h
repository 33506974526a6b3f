#pragma once

#include "engine/scenario/scenario.h"

#include <QString>

#include <string_view>

namespace bubblescope {

// What people read of the keys of training steps.

/// "prefetch, forward" of prefetch_forward; a key that no list knows with blanks.
QString wordOfKey(std::string_view key);
/// "beside compute" of sync's "overlap"; a choice that no list knows as files spell it.
QString wordOfChoice(std::string_view key, std::string_view choice);

/// An entry with what its steps share: mesh, model and cluster. Asked of others, what is below knows of the entry
/// alone.
ScheduleEntry withShared(const Scenario& scenario, std::size_t index);

/// The choice that an entry gives a parameter, or that holds if it gives none.
std::string_view choiceHeld(const ScheduleEntry& entry, const Parameter& parameter);

/// Whether a key changes anything in a step as it stands.
struct KeyUse {
    enum class State { Used, Idle, Absent };
    State state = State::Used;
    QString why{};  // of an idle one: what it would need
};
/// An absent one is of an axis that the step has not, or says what another one says better.
KeyUse useOfKey(const ScheduleEntry& entry, std::string_view key);

}  // namespace bubblescope
