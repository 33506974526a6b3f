#pragma once

#include "engine/scenario/scenario.h"

#include <QString>

#include "widgets/kit/gesture.h"

namespace bubblescope {

/// A change that a view asks for. Views never change the scenario: they show the one that they are given and emit an
/// edit; the document applies it with undo and passes the new scenario back.
struct ScenarioEdit {
    Scenario after;
    QString what;     // for the undo menu: "Change devices"
    int gesture = 0;  // edits of one drag or burst of key presses share one, and undo as one step; 0: a step by itself
};

}  // namespace bubblescope
