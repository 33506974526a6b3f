#include "engine/steps/step.h"

namespace bubblescope {

namespace {

/// The parts of a layer that ops of one kind stand for: stage = layer * count + part.
struct Parts {
    int count = 1;
    std::string_view names[3] = {};
};

Parts partsOf(OpKind kind) {
    switch (kind) {
        case OpKind::BlockForward:
        case OpKind::BlockInput:
        case OpKind::BlockWeight:
        case OpKind::BlockReduce:
        case OpKind::BlockGather:
        case OpKind::BlockScatter:
        case OpKind::BlockReduceBackward:
        case OpKind::BlockGatherBackward:
        case OpKind::BlockGatherInput:
        case OpKind::BlockScatterBackward: return {2, {"A", "M"}};
        case OpKind::ExpertForward: return {3, {"ATT", "EXP", "SH"}};
        case OpKind::ExpertBackward: return {3, {"ATTb", "EXPb", "SHb"}};
        case OpKind::Exchange: return {2, {"DIS", "COM"}};
        case OpKind::ExchangeBackward: return {2, {"DISb", "COMb"}};
        default: return {};
    }
}

/// P, A0, A1, ..., M: the parts of a layer's forward.
std::string partName(const StepNames& names, int part) {
    if (part == 0) return "P";
    return part + 1 == names.parts ? "M" : "A" + std::to_string(part - 1);
}

bool hasNoNumber(OpKind kind) {
    return kind == OpKind::Optimizer || kind == OpKind::GatherX || kind == OpKind::GatherW || kind == OpKind::ScatterY;
}

}  // namespace

int layerOf(Op op) { return op.stage().value / partsOf(op.kind()).count; }

std::string nameOf(const StepNames& names, Op op) {
    const OpKind kind = op.kind();
    const int stage = op.stage().value;
    int microbatch = op.microbatch().value;
    std::string text;
    if (names.microbatchesOfStep > 0) {
        text = "s" + std::to_string(microbatch / names.microbatchesOfStep) + ".";
        microbatch %= names.microbatchesOfStep;
    }
    text += letter(kind);
    if (hasNoNumber(kind) || ((kind == OpKind::Sync || kind == OpKind::Product) && names.hasOneOfEach)) return text;
    const bool hasMicrobatch = names.naming != StepNaming::Layer;
    const bool isWhole = kind == OpKind::Forward || kind == OpKind::Backward || kind == OpKind::BackwardInput ||
                         kind == OpKind::BackwardWeight;
    if (names.naming == StepNaming::Microbatch && isWhole) {
        text += std::to_string(microbatch);
        if (names.chunks > 1) text += "." + std::to_string(stage / names.devices);
        return text;
    }
    const bool isCut = kind == OpKind::PartForward || kind == OpKind::PartBackward;
    const Parts parts = isCut ? Parts{names.parts, {}} : partsOf(kind);
    const bool isReduced = kind == OpKind::AllReduce || kind == OpKind::ReduceScatter;
    const std::string number =
        std::to_string(isReduced && names.lastBucket >= 0 ? names.lastBucket - stage : stage / parts.count);
    const std::string_view part = parts.count > 1 && !isCut ? parts.names[stage % parts.count] : std::string_view();
    const bool isOfLayer = isCut || parts.count > 1 || isWhole;
    text += part;
    if (hasMicrobatch && isOfLayer) text += std::to_string(microbatch) + ".";
    text += number;
    return isCut ? text + partName(names, stage % names.parts) : text;
}

}  // namespace bubblescope
