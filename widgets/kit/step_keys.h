#pragma once

#include <QKeyEvent>

#include <optional>

namespace bubblescope {

/// Ways to go along the steps of a collective.
enum class StepKey { Play, Back, Forth, ToStart, ToEnd };

/// Space, the arrows, Home and End.
inline std::optional<StepKey> stepKeyOf(const QKeyEvent& event) {
    if (event.modifiers() & ~Qt::KeypadModifier) return std::nullopt;
    switch (event.key()) {
        case Qt::Key_Space: return StepKey::Play;
        case Qt::Key_Left: return StepKey::Back;
        case Qt::Key_Right: return StepKey::Forth;
        case Qt::Key_Home: return StepKey::ToStart;
        case Qt::Key_End: return StepKey::ToEnd;
        default: return std::nullopt;
    }
}

}  // namespace bubblescope
