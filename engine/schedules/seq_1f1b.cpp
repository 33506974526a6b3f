// Seq-1F1B: 1F1B whose unit is a piece of a microbatch's sequence, so that the pipeline fills k times as fast.
// Attention is causal: the forward of a piece needs the earlier pieces, and its backward the later ones, all on the
// same device.
//
// Source  Sun et al. 2024, Seq1F1B: Efficient Sequence-Level Pipeline Parallelism for Large Language Model Training
// Shape   D devices, MBS microbatches of k pieces -> D lanes of 2*k*MBS ops; all pieces take the same time
// Memory  device d needs at most min(D-d-1+k, k*MBS) pieces, 1/k of a microbatch each
// Bubble  tests/engine/tst_schedules.cpp checks orders by hand

#include "engine/scenario/scenario.h"
#include "engine/schedules/schedule.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kUsualPieces = 2;
constexpr Parameter kParameters[] = {{
    .key = "pieces",
    .meaning = "k, the number of pieces into which each microbatch's sequence is cut",
    .least = 1,
    .most = kMaxSequencePieces,
    .usual = kUsualPieces,
}};

int pieces(std::span<const NamedValue> values) {
    for (const NamedValue& value : values)
        if (value.name == "pieces") return std::get<int>(value.value.held);
    return kUsualPieces;
}

int piecesBy(const std::vector<NamedValue>& values) { return pieces(values); }

long long ops(const ScheduleInput& in) { return 2LL * in.devices * in.microbatches * pieces(in.values); }

Result<Program> generate(const ScheduleInput& in) {
    const int k = pieces(in.values), units = in.microbatches * k;
    Program program = emptyProgram(Placement::Loop, in.devices, 1, units, false);
    program.pieces = k;
    // Forwards run in the order of the units. Backwards run in the order of the microbatches, and within one from its
    // last piece to its first.
    const auto backwardOf = [&](int i) { return i / k * k + (k - 1 - i % k); };
    for (int d = 0; d < in.devices; ++d) {
        if (!in.goesOnTo(d)) return cancelled();
        const int warmup = std::min(in.devices - d - 2 + k, units);
        Op* out = program.lane(LaneId(d)).data();
        int forward = 0, backward = 0;
        while (forward < warmup) *out++ = Op(OpKind::Forward, d, forward++);
        while (forward < units) {
            if (forward % kOpsPerStopCheck == 0 && in.stop.stop_requested()) return cancelled();
            *out++ = Op(OpKind::Forward, d, forward++);
            *out++ = Op(OpKind::Backward, d, backwardOf(backward++));
        }
        while (backward < units) *out++ = Op(OpKind::Backward, d, backwardOf(backward++));
    }
    return program;
}

}  // namespace

const ScheduleKind kSeqOneFOneB = {
    .id = "seq-1f1b",
    .title = "Seq-1F1B",
    .source =
        "Sun et al. 2024, Seq1F1B: Efficient Sequence-Level Pipeline Parallelism for Large Language Model Training",
    .published = {.year = 2024,
                  .link = "https://arxiv.org/abs/2406.03488",
                  .bubble = "(D-1)(F+B)/k",
                  .peak = "min(MBS, (D-1+k)/k)"},
    .color = 4,
    .parameters = kParameters,
    .piecesBy = piecesBy,
    .ops = ops,
    .generate = generate,
};

}  // namespace bubblescope
