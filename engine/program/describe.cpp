#include "engine/program/describe.h"

namespace bubblescope {

std::string describe(Op op) {
    return letter(op.kind()) + std::to_string(op.microbatch().value) + " of stage " + std::to_string(op.stage().value);
}

}  // namespace bubblescope
