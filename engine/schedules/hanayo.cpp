// Hanayo: microbatches run down and up the devices in w waves (v = 2w chunks), so the turn of a wave needs
// no transfer and the bubble shrinks with every wave.
//
// Source   Liu et al. 2023, Hanayo: Harnessing Wave-like Pipeline Parallelism, §3; the order follows the slot
//          grid of the public simulator C-TC/Megatron-LM (branch crossdc)
// Shape    D devices, MBS microbatches (a multiple of D), v chunks (even) -> D lanes of 2*v*MBS ops, wave placement
// Memory   checked by tests against the simulated curve only: the source states no bound for many groups
// Bubble   total F[3v*MBS + (2D-3)MBS/D + 2D-1] for B = 2F and free communication; tests/engine/tst_schedules.cpp
// Cost     linear in the ops: groups are placed until they repeat (in every shape seen, two) and the rest copied

#include "engine/schedules/schedule.h"
#include "engine/sim/simulate.h"

#include <algorithm>
#include <bit>

namespace bubblescope {

namespace {

Op later(Op op, int microbatches) {
    op.packedMicrobatch += static_cast<std::uint32_t>(microbatches);
    return op;
}

/// The slots of one device, as the group of microbatches at hand meets them: which are taken, and which op
/// begins in which.
///
/// Units  slots and microbatches count from the group's first; microbatches of earlier groups are negative
class SlotRow {
public:
    /// The first free slot at or after `from`.
    std::size_t nextFree(std::size_t from) {
        return scan(from, [this](std::size_t word) { return ~m_slots.taken[word]; });
    }

    /// The first slot at or after `from` that is free and followed by a free one.
    std::size_t nextFreePair(std::size_t from) {
        return scan(from, [this](std::size_t word) {
            const std::uint64_t free = ~m_slots.taken[word];
            const std::uint64_t followedBy = free >> 1 | (~m_slots.taken[word + 1] << 63);
            return free & followedBy;
        });
    }

    /// Lets an op begin in a free slot. The slots it fills were found by one of the above.
    void put(std::size_t slot, std::size_t width, Op op) {
        for (std::size_t i = 0; i < width; ++i) block(slot + i);
        m_slots.ops[slot] = op;
    }

    /// Makes a slot unusable, whether or not it is taken. It stands before one that was found.
    void block(std::size_t slot) { m_slots.taken[slot / 64] |= std::uint64_t{1} << (slot % 64); }

    /// Ends a group of `microbatches`, the first of them `first`: writes the ops of its first `slots`, where
    /// later groups have no room, and goes on to the next group, which begins after those.
    Op* advance(std::size_t slots, int first, int microbatches, Op* out) {
        for (std::size_t slot = 0; slot < slots && slot < m_slots.ops.size(); ++slot)
            if (m_slots.ops[slot] != kNoOp) *out++ = later(m_slots.ops[slot], first);
        Slots rest = restAfter(slots, microbatches);
        m_repeats = rest == m_atBegin;
        m_slots = rest;
        m_atBegin = std::move(rest);
        return out;
    }

    /// Writes the ops that are left after the last group; microbatch `end` would be the next.
    void finish(int end, Op* out) const {
        for (Op op : m_slots.ops)
            if (op != kNoOp) *out++ = later(op, end);
    }

    /// Whether the group at hand finds what the one before it found.
    bool repeats() const { return m_repeats; }

private:
    struct Slots {
        Column<std::uint64_t> taken;
        Column<Op> ops;  // 64 a word of `taken`

        void resize(std::size_t words) {
            taken.resize(words, 0);
            ops.resize(words * 64, kNoOp);
        }
        friend bool operator==(const Slots&, const Slots&) = default;
    };
    static inline const Op kNoOp = Op(OpKind::Forward, (1 << 28) - 1, 0);

    /// What stands after `slots`, as the next group sees it: no longer than it must be, so that it can be compared.
    Slots restAfter(std::size_t slots, int microbatches) const {
        std::size_t words = m_slots.taken.size();
        while (words > 0 && m_slots.taken[words - 1] == 0) --words;
        const std::size_t end =
            words == 0 ? 0 : words * 64 - static_cast<std::size_t>(std::countl_zero(m_slots.taken[words - 1]));
        Slots rest;
        if (end <= slots) return rest;
        rest.resize((end - slots + 63) / 64);
        for (std::size_t to = 0, from = slots; from < end; ++to, ++from) {
            rest.taken[to / 64] |= (m_slots.taken[from / 64] >> (from % 64) & 1) << (to % 64);
            if (m_slots.ops[from] != kNoOp) rest.ops[to] = later(m_slots.ops[from], -microbatches);
        }
        return rest;
    }

    /// Makes room for a word and the one after it.
    void ensure(std::size_t word) {
        if (m_slots.taken.size() < word + 2) m_slots.resize((word + 2) * 3 / 2);
    }

    template <class CandidatesIn>
    std::size_t scan(std::size_t from, CandidatesIn candidatesIn) {
        std::size_t word = from / 64;
        ensure(word);
        std::uint64_t candidates = candidatesIn(word) & (~std::uint64_t{0} << (from % 64));
        while (candidates == 0) {
            ensure(++word);
            candidates = candidatesIn(word);
        }
        return word * 64 + static_cast<std::size_t>(std::countr_zero(candidates));
    }

    Slots m_slots, m_atBegin;
    bool m_repeats = false;
};

/// The nominal slot grid: a forward takes 1 slot, a backward 2, communication none.
class SlotGrid {
public:
    SlotGrid(const ScheduleInput& in, Program& program)
        : m_in(in), m_program(program), m_rows(static_cast<std::size_t>(in.devices)) {}

    /// Writes every lane; false if asked to stop.
    bool fill() {
        const int D = m_in.devices;
        std::vector<Op*> out, windows;
        for (int d = 0; d < D; ++d) out.push_back(m_program.lane(LaneId(d)).data());

        int first = 0;
        for (bool repeats = false; first < m_in.microbatches && !repeats; first += D) {
            const auto slots = placeGroup();
            if (!slots) return false;
            windows = out;
            repeats = true;
            for (std::size_t d = 0; d < m_rows.size(); ++d) {
                if (m_in.stop.stop_requested()) return false;
                out[d] = m_rows[d].advance(*slots, first, D, out[d]);
                repeats = repeats && m_rows[d].repeats();
            }
        }
        // Where a group finds what the one before it found, it goes the same way: its slots hold the same ops,
        // D microbatches later, and so do those of all groups after it.
        for (std::size_t d = 0; d < m_rows.size(); ++d) {
            if (!m_in.goesOnTo(static_cast<int>(d))) return false;
            const auto length = out[d] - windows[d];
            for (int m = first; m < m_in.microbatches; m += D) {
                if (m_in.stop.stop_requested()) return false;
                std::transform(out[d] - length, out[d], out[d], [D](Op op) { return later(op, D); });
                out[d] += length;
            }
            m_rows[d].finish(m_in.microbatches, out[d]);
        }
        return true;
    }

private:
    struct Reservation {
        SlotRow* row;
        std::size_t before;
        std::size_t count;
    };

    /// Places the group at hand; returns how many slots after its begin the next one's is, nothing if asked to stop.
    std::optional<std::size_t> placeGroup() {
        const int D = m_in.devices;
        std::vector<Reservation> reserved;
        const auto slots = place(0, [&](int d, OpKind kind, int chunk, std::size_t slot) {
            // The leader's turns keep room for the D-1 microbatches that follow it.
            SlotRow* row = &m_rows[static_cast<std::size_t>(d)];
            if (kind == OpKind::Forward && chunk == 1)
                reserved.push_back({row, slot, static_cast<std::size_t>(D - 1 - d)});
            if (kind == OpKind::Backward && chunk == m_in.chunks - 1)
                reserved.push_back({row, slot, static_cast<std::size_t>(d)});
        });
        if (!slots) return {};
        for (const auto& [row, slot, count] : reserved) {
            if (m_in.stop.stop_requested()) return {};
            for (std::size_t i = 1; i <= count; ++i) row->block(slot - i);
        }
        for (int m = 1; m < D; ++m)
            if (!place(m, [](int, OpKind, int, std::size_t) {})) return {};
        return slots;
    }

    /// Runs a microbatch of the group down its path, each op in the first room after the one before; returns
    /// the slot after its last, nothing if asked to stop.
    template <class Placed>
    std::optional<std::size_t> place(int microbatch, Placed placed) {
        const int D = m_in.devices, stages = D * m_in.chunks;
        std::size_t at = 0;
        for (int step = 0; step < 2 * stages; ++step) {
            if (m_in.stop.stop_requested()) return {};  // at every step: each may make a row of megabytes longer
            const bool isForward = step < stages;
            const int stage = isForward ? step : 2 * stages - 1 - step;
            const WorkerId device = m_program.workerOf(StageId(stage));
            SlotRow& row = m_rows[device.index()];
            const OpKind kind = isForward ? OpKind::Forward : OpKind::Backward;
            const std::size_t width = isForward ? 1 : 2;
            const std::size_t slot = isForward ? row.nextFree(at) : row.nextFreePair(at);
            row.put(slot, width, Op(kind, stage, microbatch));
            placed(device.value, kind, stage / D, slot);
            at = slot + width;
        }
        return at;
    }

    const ScheduleInput& m_in;
    Program& m_program;
    std::vector<SlotRow> m_rows;
};

Result<Program> generate(const ScheduleInput& in) {
    if (in.chunks % 2 != 0) return Error{"needs an even number of chunks, has " + std::to_string(in.chunks), "chunks"};
    if (in.microbatches % in.devices != 0)
        return Error{"needs microbatches in a multiple of the " + std::to_string(in.devices) + " devices, has " +
                         std::to_string(in.microbatches),
                     "microbatches"};
    Program program = emptyProgram(Placement::Wave, in.devices, in.chunks, in.microbatches, false);
    if (!SlotGrid(in, program).fill()) return cancelled();
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
