#include "engine/schedules/slot_pattern.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace bubblescope {

namespace {

/// What a slot may contain: one of the ops of a block in order, a W of either chunk, or nothing.
constexpr int kForwardCell = 0, kSecondForwardCell = 1, kSecondInputCell = 2, kInputCell = 3, kWeight = 4, kCells = 5;
constexpr std::int8_t kIdle = -1;

bool isForward(int cell) { return cell == kForwardCell || cell == kSecondForwardCell; }
bool isInput(int cell) { return cell == kInputCell || cell == kSecondInputCell; }

/// The slot and chunk of a W.
struct WeightSlot {
    int slot, chunk;
};

/// The slots of one device's ops, by cell and repetition.
using LaneSlots = std::array<std::vector<int>, kCells>;

std::vector<std::int8_t> cellsOf(const LaneSlots& lane) {
    std::size_t end = 0;
    for (const std::vector<int>& slots : lane)
        if (!slots.empty()) end = std::max(end, static_cast<std::size_t>(slots.back()) + 1);
    std::vector<std::int8_t> cells(end, kIdle);
    for (std::size_t cell = 0; cell < lane.size(); ++cell)
        for (const int slot : lane[cell]) cells[static_cast<std::size_t>(slot)] = static_cast<std::int8_t>(cell);
    return cells;
}

/// W ops in the idle slots, as soon as their grad inputs have run, those of chunk 1 first.
std::vector<WeightSlot> weightSlots(const std::vector<std::int8_t>& cells) {
    std::vector<WeightSlot> weights;
    std::array<int, 2> left{};
    for (int slot = 0; slot < std::ssize(cells) || left[0] + left[1] > 0; ++slot) {
        const int cell = slot < std::ssize(cells) ? cells[static_cast<std::size_t>(slot)] : kIdle;
        if (isInput(cell)) ++left[cell == kSecondInputCell];
        if (cell != kIdle || left[0] + left[1] == 0) continue;
        const int chunk = left[1] > 0 ? 1 : 0;
        --left[static_cast<std::size_t>(chunk)];
        weights.push_back({slot, chunk});
    }
    return weights;
}

/// The activations of a device before each of its slots. If W ops have no slots of their own, they count as running in
/// the idle slots.
class HeldInSlots {
public:
    HeldInSlots(std::vector<std::int8_t> cells, bool hasWeights)
        : m_cells(std::move(cells)), m_hasWeights(hasWeights), m_before(m_cells.size() + 1) {
        for (std::size_t slot = 0; slot < m_cells.size(); ++slot)
            m_before[slot + 1] = after(m_before[slot], m_cells[slot]);
    }

    bool isIdle(int slot) const { return m_cells[static_cast<std::size_t>(slot)] == kIdle; }
    int peak() const {
        int peak = 0;
        for (const State& state : m_before) peak = std::max(peak, state.held);
        return peak;
    }
    /// Moves the op of a slot to an earlier idle one, if that does not exceed `limit`.
    bool move(int from, int to, int limit) {
        const auto source = static_cast<std::size_t>(from), goal = static_cast<std::size_t>(to);
        std::swap(m_cells[source], m_cells[goal]);
        if (fits(goal, source, limit)) return true;
        std::swap(m_cells[source], m_cells[goal]);
        return false;
    }

private:
    struct State {
        int held = 0, waiting = 0;
        bool operator==(const State&) const = default;
    };

    State after(State state, int cell) const {
        state.held += isForward(cell);
        state.waiting += isInput(cell);
        if (cell == kWeight || (!m_hasWeights && cell == kIdle && state.waiting > 0)) --state.held, --state.waiting;
        return state;
    }
    bool fits(std::size_t first, std::size_t last, int limit) {
        m_now.clear();
        State state = m_before[first];
        std::size_t slot = first;
        for (; slot < m_cells.size() && (slot <= last || state != m_before[slot]); ++slot) {
            state = after(state, m_cells[slot]);
            if (state.held > limit) return false;
            m_now.push_back(state);
        }
        std::copy(m_now.begin(), m_now.end(), m_before.begin() + static_cast<std::ptrdiff_t>(first) + 1);
        return true;
    }

    std::vector<std::int8_t> m_cells;
    bool m_hasWeights;
    std::vector<State> m_before, m_now;
};

class SlotPattern {
public:
    SlotPattern(std::span<const Block> blocks, int microbatches, const std::stop_token& stop)
        : m_stop(stop), m_lanes(blocks.size()) {
        for (std::size_t device = 0; device < blocks.size(); ++device)
            for (std::size_t cell = 0; cell < blocks[device].size(); ++cell)
                for (int m = 0; m < microbatches; ++m)
                    m_lanes[device][cell].push_back(blocks[device][cell] + kBlockPeriod * m);
    }

    /// Moves ops to earlier slots once, then all of them, W ops too, to the slots in which they can start.
    void squeeze(bool hasWeights) {
        if (hasWeights) putWeights();
        std::vector<HeldInSlots> held;
        int limit = 0;
        for (const LaneSlots& lane : m_lanes) {
            held.emplace_back(cellsOf(lane), hasWeights);
            limit = std::max(limit, held.back().peak());
        }
        const auto isStill = [&, begin = m_lanes.front()[kInputCell].front(), end = stableEnd()](const Place& place) {
            return place.slot < begin ? !hasWeights : std::pair(place.slot, place.device) <= end;
        };
        std::vector<std::vector<int>> inputs(m_lanes.size());  // of both chunks, in order
        for (const Place& place : inTime()) {
            int& slot = m_lanes[place.device][place.cell][place.turn];
            if (!isStill(place)) {
                const std::vector<int>* ofWeights = place.cell == kWeight ? &inputs[place.device] : nullptr;
                for (int to = firstSlot(place, ofWeights); to < place.slot; ++to)
                    if (held[place.device].isIdle(to) && held[place.device].move(place.slot, to, limit)) {
                        slot = to;
                        break;
                    }
            }
            if (!isInput(static_cast<int>(place.cell))) continue;
            std::vector<int>& sorted = inputs[place.device];
            sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), slot), slot);
        }
        if (!hasWeights) putWeights();
        close();
        for (LaneSlots& lane : m_lanes) lane[kWeight].clear();
    }

    std::vector<std::vector<Op>> lanes() const {
        constexpr OpKind kKinds[] = {OpKind::Forward, OpKind::Forward, OpKind::BackwardInput, OpKind::BackwardInput};
        constexpr int kChunks[] = {0, 1, 1, 0};
        const auto D = static_cast<int>(m_lanes.size());
        std::vector<std::vector<Op>> lanes;
        for (int device = 0; device < D; ++device) {
            const std::vector<std::int8_t> cells = cellsOf(m_lanes[static_cast<std::size_t>(device)]);
            const std::vector<WeightSlot> weights = weightSlots(cells);
            std::vector<Op>& lane = lanes.emplace_back();
            std::array<int, kWeight> next{};
            std::array<int, 2> nextWeight{};
            const auto put = [&](OpKind kind, int chunk, int& microbatch) {
                lane.emplace_back(kind, stageOf(Placement::Wave, D, chunk, device), microbatch++);
            };
            auto weight = weights.begin();
            for (int slot = 0; slot < std::ssize(cells) || weight != weights.end(); ++slot) {
                const int cell = slot < std::ssize(cells) ? cells[static_cast<std::size_t>(slot)] : kIdle;
                const auto at = static_cast<std::size_t>(cell);
                if (cell != kIdle) {
                    put(kKinds[at], kChunks[at], next[at]);
                } else if (weight != weights.end() && weight->slot == slot) {
                    put(OpKind::BackwardWeight, weight->chunk, nextWeight[static_cast<std::size_t>(weight->chunk)]);
                    ++weight;
                }
            }
        }
        return lanes;
    }

private:
    struct Place {
        int slot;
        std::size_t device, cell, turn;
    };

    /// The slot and device where the stable phase ends.
    std::pair<int, std::size_t> stableEnd() const {
        const int begin = m_lanes.front()[kInputCell].front();
        std::pair end(std::numeric_limits<int>::max(), m_lanes.size());
        for (std::size_t device = 0; device < m_lanes.size(); ++device)
            if (const int slot = m_lanes[device][kForwardCell].back(); slot >= begin)
                end = std::min(end, std::pair(slot, device));
        return end;
    }

    void putWeights() {
        for (LaneSlots& lane : m_lanes)
            for (const WeightSlot& weight : weightSlots(cellsOf(lane))) lane[kWeight].push_back(weight.slot);
    }

    /// All ops, earlier ones first, those of the same slot by device. None after a request to stop.
    std::vector<Place> inTime() const {
        std::vector<Place> places;
        if (m_stop.stop_requested()) return places;
        for (std::size_t device = 0; device < m_lanes.size(); ++device)
            for (std::size_t cell = 0; cell < kCells; ++cell)
                for (std::size_t turn = 0; turn < m_lanes[device][cell].size(); ++turn)
                    places.push_back({m_lanes[device][cell][turn], device, cell, turn});
        std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
            return std::pair(a.slot, a.device) < std::pair(b.slot, b.device);
        });
        return places;
    }

    /// The first slot after the inputs of an op and after the previous op of its kind. For a W, `inputs` are the grad
    /// input slots of its device.
    int firstSlot(const Place& place, const std::vector<int>* inputs) const {
        const auto [slot, device, cell, turn] = place;
        int after = -1;
        const auto waitFor = [&](std::size_t ofDevice, std::size_t ofCell) {
            after = std::max(after, m_lanes[ofDevice][ofCell][turn]);
        };
        const bool isDown = cell == kForwardCell || cell == kSecondInputCell;
        if (cell != kWeight && isDown && device > 0) waitFor(device - 1, cell);
        if (cell != kWeight && !isDown && device + 1 < m_lanes.size()) waitFor(device + 1, cell);
        if (cell != kWeight && cell > 0) waitFor(device, cell - 1);
        if (inputs) after = std::max(after, (*inputs)[turn]);
        if (turn > 0) after = std::max(after, m_lanes[device][cell][turn - 1]);
        return after + 1;
    }

    /// Moves every op to the first slot in which it can run, in the current order.
    void close() {
        std::vector<int> free(m_lanes.size());
        for (const Place& place : inTime()) {
            const int first = place.cell == kWeight ? 0 : firstSlot(place, nullptr);
            int& slot = m_lanes[place.device][place.cell][place.turn];
            slot = std::max(first, free[place.device]);
            free[place.device] = slot + 1;
        }
    }

    const std::stop_token& m_stop;
    std::vector<LaneSlots> m_lanes;
};

}  // namespace

std::vector<std::vector<Op>> patternOrder(std::span<const Block> blocks, int microbatches,
                                          const std::stop_token& stop) {
    SlotPattern pattern(blocks, microbatches, stop);
    pattern.squeeze(true);
    pattern.squeeze(false);
    if (stop.stop_requested()) return {};
    return pattern.lanes();
}

}  // namespace bubblescope
