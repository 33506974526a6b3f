// Hanayo: microbatches run down and up the devices in w waves (v = 2w chunks). Where a wave turns around no transfer is
// needed, and the bubble shrinks with every wave.
//
// Source  Liu et al. 2023, Hanayo: Harnessing Wave-like Pipeline Parallelism, §3; the order follows the slot grid of
//         the public simulator C-TC/Megatron-LM (branch crossdc)
// Shape   D devices, MBS microbatches (a multiple of D), v chunks (even) -> D lanes of 2*v*MBS ops, wave placement
// Memory  checked by tests only against the simulated curve: the source gives no bound for many groups
// Bubble  total F[3v*MBS + (2D-3)MBS/D + 2D-1] for B = 2F and free communication; tests/engine/tst_schedules.cpp
// Cost    linear in the ops: groups are placed until they repeat (after two, in every shape seen), and the rest is
//         copied

#include "engine/scenario/scenario.h"
#include "engine/schedules/schedule.h"

#include <algorithm>
#include <array>
#include <bit>

namespace bubblescope {

namespace {

/// The nominal slot grid: a forward takes 1 slot, a backward 2, communication none.
///
/// A microbatch follows its path after the previous one and finds no free slot that the previous one did not have, so
/// at each step it is behind that one. Therefore the ops of a kind and chunk run on a device in the order of their
/// microbatches, and a cell need not store the microbatch.
///
/// Shapes  one row per device, of `m_words` words of 64 slots: taken[row][word]; cells[row][slot]: 0, or the code of
///         the op that begins there. Slots count from the first one that is open to the current group of microbatches
/// Cost    one byte and one bit per slot of two groups: each step along the path is in another row, so all open rows
///         should stay in the cache
class SlotGrid {
public:
    SlotGrid(const ScheduleInput& in, Program& program)
        : m_in(in), m_program(program), m_devices(static_cast<std::size_t>(in.devices)), m_atBegin(m_devices) {}

    /// Writes every lane; false if asked to stop.
    bool fill() {
        const int D = m_in.devices;
        // More than the slots of one path.
        if (!resize(static_cast<std::size_t>(m_in.chunks) * m_devices / 12)) return false;
        std::vector<Op*> out, windows;
        for (int d = 0; d < D; ++d) out.push_back(m_program.lane(LaneId(d)).data());
        std::vector<std::uint32_t> begun(m_devices * kCodes);  // microbatches already in the lane, by code

        int first = 0;
        for (bool repeats = false; first < m_in.microbatches && !repeats; first += D) {
            const auto slots = placeGroup();
            if (!slots) return false;
            windows = out;
            repeats = true;
            for (std::size_t d = 0; d < m_devices; ++d) {
                if (m_in.stop.stop_requested()) return false;
                out[d] = write(d, std::min(*slots, 64 * m_words), &begun[d * kCodes], out[d]);
                repeats = advance(d, *slots) && repeats;
            }
        }
        // A group that finds the same free slots as the previous one takes the same slots, with microbatches that are D
        // higher. So do all groups after it.
        const auto copied = static_cast<std::uint32_t>(m_in.microbatches - std::min(first, m_in.microbatches));
        for (std::size_t d = 0; d < m_devices; ++d) {
            if (!m_in.goesOnTo(static_cast<int>(d))) return false;
            const auto length = out[d] - windows[d];
            for (int m = first; m < m_in.microbatches; m += D) {
                if (m_in.stop.stop_requested()) return false;
                std::transform(out[d] - length, out[d], out[d], [D](Op op) {
                    op.packedMicrobatch += static_cast<std::uint32_t>(D);
                    return op;
                });
                out[d] += length;
            }
            for (std::size_t code = 1; code < kCodes; ++code) begun[d * kCodes + code] += copied;
            write(d, 64 * m_words, &begun[d * kCodes], out[d]);
        }
        return true;
    }

private:
    /// What begins in a cell: nothing, or a forward or backward of a chunk.
    using Code = std::uint8_t;
    static constexpr std::size_t kCodes = 1 + 2 * kMaxChunks;
    static_assert(kCodes <= 256);
    static Code codeOf(OpKind kind, int chunk) {
        return static_cast<Code>(1 + 2 * chunk + (kind == OpKind::Backward ? 1 : 0));
    }

    /// Some slots of one device.
    struct Reservation {
        std::size_t device;
        std::size_t before;
        std::size_t count;
    };
    /// The taken slots after those of a group, trimmed as far as possible, so that they can be compared.
    struct Rest {
        std::vector<std::uint64_t> taken;
        std::vector<Code> cells;
        friend bool operator==(const Rest&, const Rest&) = default;
    };

    std::uint64_t* takenOf(std::size_t device) { return m_taken.data() + device * m_words; }
    Code* cellsOf(std::size_t device) { return m_cells.data() + device * m_words * 64; }

    /// Makes room for at least this many words per row; false if asked to stop.
    bool resize(std::size_t least) {
        const std::size_t words = least | 1;  // odd, so that rows do not alias in the cache
        Column<std::uint64_t> taken(m_devices * words);
        Column<Code> cells(m_devices * words * 64);
        for (std::size_t d = 0; d < m_devices; ++d) {
            if (m_in.stop.stop_requested()) return false;
            std::fill_n(std::copy_n(takenOf(d), m_words, taken.data() + d * words), words - m_words, 0u);
            std::fill_n(std::copy_n(cellsOf(d), m_words * 64, cells.data() + d * words * 64), (words - m_words) * 64,
                        Code{0});
        }
        m_words = words;
        m_taken = std::move(taken);
        m_cells = std::move(cells);
        return true;
    }

    /// The first free slot of a row at or after `from`, followed by another free one if two are needed; none if it is
    /// beyond the last of its `words`.
    template <std::size_t width>
    static std::optional<std::size_t> nextFree(const std::uint64_t* taken, std::size_t words, std::size_t from) {
        std::uint64_t mask = ~std::uint64_t{0} << (from % 64);
        for (std::size_t word = from / 64; word + 2 <= words; ++word) {
            std::uint64_t free = ~taken[word];
            if (width == 2) free &= free >> 1 | (~taken[word + 1] << 63);
            if (free &= mask; free != 0) return word * 64 + static_cast<std::size_t>(std::countr_zero(free));
            mask = ~std::uint64_t{0};
        }
        return {};
    }

    template <std::size_t width>
    static bool isFree(const std::uint64_t* taken, std::size_t words, std::size_t slot) {
        const auto isTaken = [&](std::size_t at) { return (taken[at / 64] >> at % 64 & 1) != 0; };
        return slot / 64 + 2 <= words && !isTaken(slot) && (width == 1 || !isTaken(slot + 1));
    }

    /// Makes a slot unusable, whether or not it is taken. It is before one that was found.
    static void block(std::uint64_t* taken, std::size_t slot) { taken[slot / 64] |= std::uint64_t{1} << (slot % 64); }

    /// Places the current group. Returns how many slots after its begin the next one begins; nothing if asked to stop.
    std::optional<std::size_t> placeGroup() {
        const int D = m_in.devices;
        std::vector<Reservation> reserved;
        const auto slots = place([&](std::size_t device, OpKind kind, int chunk, std::size_t slot) {
            // The first microbatch of the group reserves slots for the D-1 that follow it.
            if (kind == OpKind::Forward && chunk == 1) reserved.push_back({device, slot, m_devices - 1 - device});
            if (kind == OpKind::Backward && chunk == m_in.chunks - 1) reserved.push_back({device, slot, device});
        });
        if (!slots) return {};
        for (const auto& [device, slot, count] : reserved) {
            if (m_in.stop.stop_requested()) return {};
            for (std::size_t i = 1; i <= count; ++i) block(takenOf(device), slot - i);
        }
        for (int m = 1; m < D; ++m)
            if (!place([](std::size_t, OpKind, int, std::size_t) {})) return {};
        return slots;
    }

    /// Runs the next microbatch of the group down its path, each op in the first free slot after the previous op.
    /// Returns the slot after its last op; nothing if asked to stop.
    template <class Placed>
    std::optional<std::size_t> place(Placed placed) {
        const int chunks = m_in.chunks;
        std::optional<std::size_t> at = 0;
        for (int chunk = 0; chunk < chunks && at; ++chunk) at = pass<1>(chunk, chunk % 2 == 0, *at, placed);
        for (int chunk = chunks - 1; chunk >= 0 && at; --chunk) at = pass<2>(chunk, chunk % 2 != 0, *at, placed);
        return at;
    }

    /// Runs one chunk's forwards or backwards, from device to device. Returns the slot after the last; nothing if asked
    /// to stop. Most ops find a free slot at once, so the code is laid out for that case, and the next rows, even ones
    /// that do not exist, are prefetched.
    template <std::size_t width, class Placed>
    std::optional<std::size_t> pass(int chunk, bool isDown, std::size_t at, Placed& placed) {
        constexpr std::ptrdiff_t kAhead = 16;
        if (m_in.stop.stop_requested()) return {};
        constexpr OpKind kind = width == 1 ? OpKind::Forward : OpKind::Backward;
        const Code code = codeOf(kind, chunk);
        const std::ptrdiff_t next = isDown ? 1 : -1, devices = static_cast<std::ptrdiff_t>(m_devices);
        std::ptrdiff_t device = isDown ? 0 : devices - 1;
        while (device >= 0 && device < devices) {
            // The rows do not move while they are large enough.
            const auto words = static_cast<std::ptrdiff_t>(m_words);
            std::uint64_t* taken = m_taken.data() + device * words;
            Code* cells = m_cells.data() + device * words * 64;
            const std::ptrdiff_t toAhead = kAhead * (next * words * 64 + static_cast<std::ptrdiff_t>(width));
            for (; device >= 0 && device < devices; device += next) {
                __builtin_prefetch(taken + (static_cast<std::ptrdiff_t>(at) + toAhead) / 64, 1);
                __builtin_prefetch(cells + static_cast<std::ptrdiff_t>(at) + toAhead, 1);
                const auto slot = isFree<width>(taken, m_words, at) ? at : nextFree<width>(taken, m_words, at);
                if (!slot) break;
                for (std::size_t k = 0; k < width; ++k) block(taken, *slot + k);
                cells[*slot] = code;
                placed(static_cast<std::size_t>(device), kind, chunk, *slot);
                at = *slot + width;
                taken += next * words;
                cells += next * words * 64;
            }
            if (device >= 0 && device < devices && !resize((std::max(m_words, at / 64) + 2) * 3 / 2)) return {};
        }
        return at;
    }

    /// Writes the ops of a row's first slots; `begun` counts the ops of each code.
    Op* write(std::size_t device, std::size_t slots, std::uint32_t* begun, Op* out) {
        std::array<std::uint32_t, kCodes> stages;
        for (int chunk = 0; chunk < m_in.chunks; ++chunk)
            for (const OpKind kind : {OpKind::Forward, OpKind::Backward})
                stages[codeOf(kind, chunk)] =
                    Op(kind, stageOf(Placement::Wave, m_in.devices, chunk, static_cast<int>(device)), 0).packedStage;
        stages[0] = 0;
        const Code* const cells = cellsOf(device);
        const Op* const end =
            m_program.lane(LaneId(static_cast<std::int64_t>(device))).data() + m_program.lanes[device].size();
        // Writes an op for every cell, and overwrites it where none begins: that branch would be unpredictable.
        for (std::size_t slot = 0; slot < slots && out != end; ++slot) {
            const Code code = cells[slot];
            out->packedStage = stages[code];
            out->packedMicrobatch = begun[code]++;
            out += code != 0;
        }
        return out;
    }

    /// Moves on to the next group, for which a row's slots begin later. Returns whether it finds what the previous
    /// group found.
    bool advance(std::size_t device, std::size_t slots) {
        std::uint64_t* const taken = takenOf(device);
        Code* const cells = cellsOf(device);
        Rest rest;
        std::size_t words = m_words;
        while (words > 0 && taken[words - 1] == 0) --words;
        if (words * 64 > slots) {
            const std::size_t first = slots / 64, shift = slots % 64;
            for (std::size_t word = first; word < words; ++word) {
                const std::uint64_t above = shift == 0 || word + 1 == words ? 0 : taken[word + 1] << (64 - shift);
                rest.taken.push_back(taken[word] >> shift | above);
            }
            while (!rest.taken.empty() && rest.taken.back() == 0) rest.taken.pop_back();
            rest.cells.assign(cells + slots, cells + std::min(slots + rest.taken.size() * 64, words * 64));
            rest.cells.resize(rest.taken.size() * 64);
        }
        std::fill(std::copy(rest.taken.begin(), rest.taken.end(), taken), taken + m_words, 0u);
        std::fill(std::copy(rest.cells.begin(), rest.cells.end(), cells), cells + m_words * 64, Code{0});
        const bool repeats = rest == m_atBegin[device];
        m_atBegin[device] = std::move(rest);
        return repeats;
    }

    const ScheduleInput& m_in;
    Program& m_program;
    std::size_t m_devices, m_words = 0;
    Column<std::uint64_t> m_taken;
    Column<Code> m_cells;
    std::vector<Rest> m_atBegin;  // by device
};

Result<void> fits(const ScheduleInput& in) {
    if (in.chunks % 2 != 0) return Error{"needs an even number of chunks, has " + std::to_string(in.chunks), "chunks"};
    return fitsRounds(in);
}

Result<Program> generate(const ScheduleInput& in) {
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
    .published = {.year = 2023,
                  .link = "https://arxiv.org/abs/2308.15762",
                  .bubble = "((2D-3)MBS/D + 2D-1)F/v for B = 2F",
                  .peak = "D",
                  .needs = "MBS a multiple of D; even v"},
    .color = 3,
    .hasChunks = true,
    .usualChunks = 2,
    .placement = Placement::Wave,
    .variant = waveVariant,
    .fits = fits,
    .generate = generate,
};

}  // namespace bubblescope
