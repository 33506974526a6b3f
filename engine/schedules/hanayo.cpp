// Hanayo: microbatches run down and up the devices in w waves (v = 2w chunks), so the turn of a wave needs
// no transfer and the bubble shrinks with every wave.
//
// Source   Liu et al. 2023, Hanayo: Harnessing Wave-like Pipeline Parallelism, §3; the order follows the slot
//          grid of the public simulator C-TC/Megatron-LM (branch crossdc)
// Shape    D devices, MBS microbatches (a multiple of D), v chunks (even) -> D lanes of 2*v*MBS ops, wave placement
// Memory   checked by tests against the simulated curve only: the source states no bound for many groups
// Bubble   total F[3v*MBS + (2D-3)MBS/D + 2D-1] for B = 2F and free communication; tests/engine/tst_schedules.cpp
// Cost     linear in the ops: free slots are found by words of 64 from a base that only grows

#include "engine/schedules/schedule.h"
#include "engine/sim/simulate.h"

#include <bit>

namespace bubblescope {

namespace {

/// The slots of one device: which are taken, and which op begins in which.
class SlotRow {
public:
    /// The smallest free slot > `after`.
    long long nextFree(long long after) {
        return scan(after, [this](std::size_t word) { return ~m_taken[word]; });
    }

    /// The smallest slot > `after` that is free and followed by a free one.
    long long nextFreePair(long long after) {
        return scan(after, [this](std::size_t word) {
            const std::uint64_t free = ~m_taken[word];
            const std::uint64_t followedBy = free >> 1 | (~m_taken[word + 1] << 63);
            return free & followedBy;
        });
    }

    /// Makes a slot unusable, whether or not it is taken; slots before 0 do not exist.
    void block(long long slot) {
        if (slot < 0) return;
        ensure(slot);
        m_taken[static_cast<std::size_t>(slot) / 64] |= std::uint64_t{1} << (slot % 64);
    }

    void put(long long slot, int width, Op op) {
        for (int i = 0; i < width; ++i) block(slot + i);
        if (m_ops.size() <= static_cast<std::size_t>(slot))
            m_ops.resize(static_cast<std::size_t>(slot) * 3 / 2 + 64, kNoOp);
        m_ops[static_cast<std::size_t>(slot)] = op;
    }

    /// Writes the ops by slot.
    void collect(Op* out) const {
        for (Op op : m_ops)
            if (op != kNoOp) *out++ = op;
    }

private:
    static inline const Op kNoOp = Op(OpKind::Forward, (1 << 28) - 1, 0);

    void ensure(long long slot) {
        const std::size_t words = static_cast<std::size_t>(slot) / 64 + 3;
        if (m_taken.size() < words) m_taken.resize(words * 3 / 2, 0);
    }

    template <class CandidatesIn>
    long long scan(long long after, CandidatesIn candidatesIn) {
        const long long first = after + 1;
        ensure(first);
        auto word = static_cast<std::size_t>(first) / 64;
        std::uint64_t candidates = candidatesIn(word) & (~std::uint64_t{0} << (first % 64));
        while (candidates == 0) {
            ++word;
            ensure(static_cast<long long>(word) * 64);
            candidates = candidatesIn(word);
        }
        return static_cast<long long>(word) * 64 + std::countr_zero(candidates);
    }

    std::vector<std::uint64_t> m_taken;
    std::vector<Op> m_ops;
};

/// The nominal slot grid: a forward takes 1 slot, a backward 2, communication none.
class SlotGrid {
public:
    explicit SlotGrid(const ScheduleInput& in) : m_in(in), m_rows(static_cast<std::size_t>(in.devices)) {}

    /// Places groups of D microbatches one after another; false if asked to stop.
    bool fill() {
        const int D = m_in.devices;
        long long base = -1;
        for (int first = 0; first < m_in.microbatches; first += D) {
            if (m_in.stop.stop_requested()) return false;
            const long long nextBase = place(first, base, [this](int d, OpKind kind, int chunk, long long slot) {
                // The leader's turns keep room for the D-1 microbatches that follow it.
                if (kind == OpKind::Forward && chunk == 1) m_reserved.push_back({d, slot, m_in.devices - 1 - d});
                if (kind == OpKind::Backward && chunk == m_in.chunks - 1) m_reserved.push_back({d, slot, d});
            });
            for (const auto& [device, slot, count] : m_reserved)
                for (int i = 1; i <= count; ++i) m_rows[static_cast<std::size_t>(device)].block(slot - i);
            m_reserved.clear();
            for (int m = first + 1; m < first + D; ++m) {
                if (m_in.stop.stop_requested()) return false;
                place(m, base, [](int, OpKind, int, long long) {});
            }
            base = nextBase;
        }
        return true;
    }

    void collect(Program& program) const {
        for (std::size_t d = 0; d < m_rows.size(); ++d)
            m_rows[d].collect(program.lane(LaneId(static_cast<std::int64_t>(d))).data());
    }

private:
    struct Reservation {
        int device;
        long long before;
        int count;
    };

    /// Runs a microbatch down its path, each op in the first room after the one before; returns its last slot.
    template <class Placed>
    long long place(int microbatch, long long base, Placed placed) {
        const int D = m_in.devices, stages = D * m_in.chunks;
        long long at = base;
        for (int step = 0; step < 2 * stages; ++step) {
            const bool isForward = step < stages;
            const int stage = isForward ? step : 2 * stages - 1 - step;
            const int device = workerOfStage(Placement::Wave, D, stage);
            SlotRow& row = m_rows[static_cast<std::size_t>(device)];
            const OpKind kind = isForward ? OpKind::Forward : OpKind::Backward;
            const int width = isForward ? 1 : 2;
            const long long slot = isForward ? row.nextFree(at) : row.nextFreePair(at);
            row.put(slot, width, Op(kind, stage, microbatch));
            placed(device, kind, stage / D, slot);
            at = slot + width - 1;
        }
        return at;
    }

    const ScheduleInput& m_in;
    std::vector<SlotRow> m_rows;
    std::vector<Reservation> m_reserved;
};

Result<Program> generate(const ScheduleInput& in) {
    if (in.chunks % 2 != 0) return Error{"needs an even number of chunks, has " + std::to_string(in.chunks), "chunks"};
    if (in.microbatches % in.devices != 0)
        return Error{"needs microbatches in a multiple of the " + std::to_string(in.devices) + " devices, has " +
                         std::to_string(in.microbatches),
                     "microbatches"};
    SlotGrid grid(in);
    if (!grid.fill()) return cancelled();
    Program program = emptyProgram(Placement::Wave, in.devices, in.chunks, in.microbatches, false);
    grid.collect(program);
    return program;
}

std::string waveVariant(int chunks) {
    if (chunks % 2 != 0) return chunkVariant(chunks);
    return std::to_string(chunks / 2) + (chunks == 2 ? " wave" : " waves");
}

}  // namespace

const ScheduleKind kHanayo = {
    .id = "hanayo",
    .title = "Hanayo",
    .source =
        "Liu et al. 2023, Hanayo: Harnessing Wave-like Pipeline Parallelism for Enhanced Large Model Training "
        "Efficiency",
    .hasChunks = true,
    .usualChunks = 2,
    .variant = waveVariant,
    .generate = generate,
};

}  // namespace bubblescope
