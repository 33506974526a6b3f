#pragma once

#include "engine/scenario/scenario.h"

#include <QString>

#include <string_view>

namespace bubblescope {

// Words for the keys of training steps.

/// "prefetch, forward" for prefetch_forward; an unlisted key with spaces instead of underscores.
QString wordOfKey(std::string_view key);
/// "overlap compute" for the choice "overlap" of sync; an unlisted choice as files spell it.
QString wordOfChoice(std::string_view key, std::string_view choice);

/// An entry together with the values that steps share: mesh, model and cluster. The functions below need it, because
/// they only look at the entry.
ScheduleEntry withShared(const Scenario& scenario, std::size_t index);

/// The choice that an entry makes for a parameter, or the default.
std::string_view choiceHeld(const ScheduleEntry& entry, const Parameter& parameter);

/// Whether a key has an effect in the current state of a step.
struct KeyUse {
    enum class State { Used, Idle, Absent };
    State state = State::Used;
    QString why{};  // why an idle key has no effect
};
/// A key is absent if the step lacks its axis, or if another key replaces it.
KeyUse useOfKey(const ScheduleEntry& entry, std::string_view key);

}  // namespace bubblescope
