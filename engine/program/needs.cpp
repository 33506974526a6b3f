#include "engine/program/needs.h"

namespace bubblescope {

namespace {

constexpr OpKindSet kForwards{OpKind::Forward}, kBackwards{OpKind::Backward, OpKind::BackwardInput},
    kWeightHalves{OpKind::BackwardWeight};

}  // namespace

std::optional<Needed> neededBy(OpKind kind, int stage, int stages) {
    const bool isFetch = classOf(kind) == OpClass::Communication;
    switch (kind) {
        case OpKind::Forward:
        case OpKind::FetchForward:
            if (stage % stages == 0) return std::nullopt;
            return Needed{kForwards, stage - 1, !isFetch};
        case OpKind::BackwardWeight: return Needed{{OpKind::BackwardInput}, stage, false};
        default: break;
    }
    const bool isLast = stage % stages + 1 == stages;
    return Needed{isLast ? kForwards : kBackwards, isLast ? stage : stage + 1, !isFetch};
}

std::vector<Needed> neededFrom(OpKind kind, int stage, int stages) {
    std::vector<Needed> out;
    switch (kind) {
        case OpKind::FetchForward: return {{kForwards, stage, false}};
        case OpKind::FetchBackward: return {{kBackwards, stage, false}};
        case OpKind::Forward:
            if (stage % stages + 1 == stages) return {{kBackwards, stage, true}};
            return {{kForwards, stage + 1, true}};
        case OpKind::BackwardInput:
        case OpKind::Backward:
            if (stage % stages > 0) out.push_back({kBackwards, stage - 1, true});
            if (kind == OpKind::BackwardInput) out.push_back({kWeightHalves, stage, false});
            return out;
        default: return out;
    }
}

std::optional<Needed> fetchFor(OpKind kind, int stage) {
    if (kind == OpKind::Forward) return Needed{{OpKind::FetchForward}, stage, false};
    if (kind == OpKind::Backward) return Needed{{OpKind::FetchBackward}, stage, false};
    return std::nullopt;
}

}  // namespace bubblescope
