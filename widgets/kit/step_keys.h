#pragma once

#include <QKeyEvent>

#include <optional>

namespace bubblescope {

/// Ways to move through an animation: steps of a collective, ops of a schedule.
enum class StepKey { Play, Back, Forth, ToStart, ToEnd };

/// Space, the arrows, Home and End.
inline std::optional<StepKey> stepKeyOf(int key) {
    switch (key) {
        case Qt::Key_Space: return StepKey::Play;
        case Qt::Key_Left: return StepKey::Back;
        case Qt::Key_Right: return StepKey::Forth;
        case Qt::Key_Home: return StepKey::ToStart;
        case Qt::Key_End: return StepKey::ToEnd;
        default: return std::nullopt;
    }
}
/// The same, only for keys pressed without modifiers.
inline std::optional<StepKey> stepKeyOf(const QKeyEvent& event) {
    return event.modifiers() & ~Qt::KeypadModifier ? std::nullopt : stepKeyOf(event.key());
}

}  // namespace bubblescope
