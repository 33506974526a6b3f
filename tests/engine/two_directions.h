#pragma once

#include "engine/program/program.h"

namespace bubblescope::test {

/// Two directions as in Chimera, in an order that can run. On each device, forwards of the line with the lower stage
/// come first, and so do backwards of the line with the higher stage.
inline Program twoDirections(int devices, int microbatches) {
    Program program = emptyProgram(Placement::Opposite, devices, 1, microbatches, false);
    for (int d = 0; d < devices; ++d) {
        Op* out = program.lane(LaneId(d)).data();
        for (const OpKind kind : {OpKind::Forward, OpKind::Backward})
            for (int m = 0; m < microbatches / 2; ++m)
                for (int i = 0; i < 2; ++i) {
                    const bool isFirstDown = (d < devices / 2) == (kind == OpKind::Forward);
                    const int line = isFirstDown ? i : 1 - i;
                    *out++ = Op(kind, stageOf(Placement::Opposite, devices, line, d), m + line * microbatches / 2);
                }
    }
    return program;
}

}  // namespace bubblescope::test
