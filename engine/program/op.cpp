#include "engine/program/op.h"

namespace bubblescope {

std::string describe(Op op) {
    std::string text(letter(op.kind()));
    text += std::to_string(op.microbatch().value);
    return text += " of stage " + std::to_string(op.stage().value);
}

}  // namespace bubblescope
