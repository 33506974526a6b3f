#include "engine/schedules/order_text.h"

#include "engine/core/text.h"
#include "engine/kinds/kind.h"
#include "engine/scenario/scenario.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace bubblescope {

namespace {

/// Letters in the order of the kinds of pipelines.
constexpr std::string_view kLetters = "FBIW";

bool isDigit(char c) { return c >= '0' && c <= '9'; }
/// The place of an error in the ops of a device.
std::string laneAt(int device) { return std::string("[").append(std::to_string(device)).append("]"); }
bool isBlank(char c) { return c == ' ' || c == '\t'; }

/// Removes the number from the beginning of `text`; a number with too many digits is beyond every limit.
std::optional<int> takeNumber(std::string_view& text) {
    const auto digits = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isDigit) - text.begin());
    if (digits == 0) return std::nullopt;
    int number = kPastWhole;
    if (std::from_chars(text.data(), text.data() + digits, number).ec != std::errc()) number = kPastWhole;
    text.remove_prefix(digits);
    return number;
}

std::string quoted(std::string_view word) { return '"' + shortened(word) + '"'; }

Error noOp(std::string_view word) {
    return {quoted(word) + " is not an op; expected a stage, then F, B, I or W, then a microbatch, e.g. 3F7", {}};
}

Result<void> checkBelow(int number, int limit, std::string_view what, std::string_view word) {
    if (number < limit) return {};
    return Error{quoted(word) + ": the " + std::string(what) + " must be from 0 to " + withThousands(limit - 1), {}};
}

}  // namespace

long long BroughtOrders::ops() const {
    long long ops = 0;
    for (const std::vector<Op>& lane : lanes) ops += static_cast<long long>(lane.size());
    return ops;
}

bool isOpWord(std::string_view word) {
    std::string_view rest = word;
    if (!takeNumber(rest) || rest.empty() || kLetters.find(rest.front()) == std::string_view::npos) return false;
    rest.remove_prefix(1);
    return takeNumber(rest) && rest.empty();
}

Result<Op> opOfWord(std::string_view word, std::string_view from) {
    if (from.empty()) from = word;
    if (!isOpWord(word)) return noOp(from);
    std::string_view rest = word;
    const auto stage = takeNumber(rest);
    const std::size_t kind = kLetters.find(rest.front());
    rest.remove_prefix(1);
    const auto microbatch = takeNumber(rest);
    if (auto ok = checkBelow(*stage, kMaxStages, "stage", from); !ok) return ok.error();
    if (auto ok = checkBelow(*microbatch, kMaxMicrobatches, "microbatch", from); !ok) return ok.error();
    return Op(static_cast<OpKind>(kind), *stage, *microbatch);
}

Result<void> addCell(std::string_view cell, std::string_view ending, std::vector<Op>& lane) {
    if (!cell.starts_with('(')) {
        const auto op = opOfWord(cell);
        if (op) lane.push_back(*op);
        return op ? Result<void>() : op.error();
    }
    const std::size_t middle = cell.find(';'), close = cell.find(')');
    if (middle == std::string_view::npos || close == std::string_view::npos || middle > close ||
        cell.substr(close + 1) != ending)
        return Error{quoted(cell) + " is not a fused pair; expected a forward and a backward, e.g. (3F7;0B2)" +
                         std::string(ending),
                     {}};
    const auto forward = opOfWord(cell.substr(1, middle - 1)),
               backward = opOfWord(cell.substr(middle + 1, close - middle - 1));
    if (!forward) return forward.error();
    if (!backward) return backward.error();
    if (forward->kind() != OpKind::Forward || backward->kind() != OpKind::Backward)
        return Error{quoted(cell) + " is not a fused pair; expected a forward F, then a whole backward B", {}};
    lane.push_back(forward->opening());
    lane.push_back(backward->closing());
    return {};
}

Result<BroughtOrders> readOrders(std::span<const std::string> texts) {
    BroughtOrders out;
    out.lanes.resize(texts.size());
    for (std::size_t d = 0; d < texts.size(); ++d) {
        std::string_view rest = texts[d];
        for (std::size_t number = 1;; ++number) {
            rest.remove_prefix(
                static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), isBlank) - rest.begin()));
            if (rest.empty()) break;
            const auto length =
                static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), isBlank) - rest.begin());
            if (auto ok = addCell(rest.substr(0, length), {}, out.lanes[d]); !ok)
                return Error{"op " + withThousands(static_cast<long long>(number)) + ": " + ok.error().message,
                             laneAt(static_cast<int>(d))};
            rest.remove_prefix(length);
        }
        for (const Op op : out.lanes[d]) {
            out.stages = std::max(out.stages, op.stage().value + 1);
            out.microbatches = std::max(out.microbatches, op.microbatch().value + 1);
        }
    }
    return out;
}

std::string orderText(std::span<const Op> lane, int stages) {
    std::string text;
    for (const Op op : lane) {
        if (!text.empty()) text += op.closesPair() ? ';' : ' ';
        if (op.opensPair()) text += '(';
        text += std::to_string(op.stage().value % stages);
        text += letter(op.kind());
        text += std::to_string(op.microbatch().value);
        if (op.closesPair()) text += ')';
    }
    return text;
}

ScheduleEntry entryOfOrders(const std::vector<std::string>& texts) {
    ScheduleEntry entry = {"orders", {}, {}};
    ParameterValue::List list;
    for (const std::string& text : texts) list.push_back({text});
    setNamed(entry.values, "orders", {std::move(list)});
    return entry;
}

std::optional<ScheduleEntry> asOrders(const ScheduleEntry& entry, const Program& program) {
    if (!program.needs.isByStage() || program.pieces > 1) return std::nullopt;
    std::vector<std::string> texts;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
        texts.push_back(orderText(program.lane(LaneId(static_cast<std::int64_t>(lane))), program.stages));
    ScheduleEntry out = entryOfOrders(texts);
    out.label = entry.label;
    out.own = entry.own;
    out.own.chunks.reset();
    return out;
}

namespace {

std::string onDevice(int device) { return " on device " + std::to_string(device); }

Error onTwoDevices(Op op, int device, int other) {
    return {describe(op) + " is" + onDevice(device) + ", but other ops of the same stage and microbatch are" +
                onDevice(other),
            laneAt(device)};
}

/// The name of an op without its stage: "F3".
std::string nameOf(OpKind kind, int microbatch) { return std::string(letter(kind)) + std::to_string(microbatch); }

/// The cells (stage, microbatch) of orders whose numbers of stages and microbatches fit their number of ops.
///
/// Shapes  device[stage * microbatches + microbatch] is the device of the forward; seen has the same index, one bit per
///         kind
class Cells {
public:
    Cells(int stages, int microbatches)
        : m_microbatches(static_cast<std::size_t>(microbatches)),
          m_device(static_cast<std::size_t>(stages) * m_microbatches, -1),
          m_seen(m_device.size(), 0) {}

    int deviceOf(int stage, int microbatch) const { return m_device[at(stage, microbatch)]; }

    /// Adds the next op of a device.
    Result<void> add(Op op, int device) {
        const std::size_t cell = at(op.stage().value, op.microbatch().value);
        int& host = m_device[cell];
        const unsigned bit = bitOf(op.kind()), seen = m_seen[cell];
        if (host >= 0 && host != device) return onTwoDevices(op, device, host);
        if (seen & bit) return Error{describe(op) + " appears twice" + onDevice(device), laneAt(device)};
        const bool isHalf = op.kind() == OpKind::BackwardInput || op.kind() == OpKind::BackwardWeight;
        if (seen & (isHalf ? kWhole : op.kind() == OpKind::Backward ? kHalves : 0u))
            return Error{describe(op) + onDevice(device) + " cannot be combined with " +
                             nameOf(isHalf ? OpKind::Backward : OpKind::BackwardInput, op.microbatch().value) +
                             "; a backward is either whole (B) or split (I and W)",
                         laneAt(device)};
        host = device;
        m_seen[cell] = static_cast<std::uint8_t>(seen | bit);
        return {};
    }

    /// Whether an op has been seen that must run first on the same device.
    bool has(OpKind kind, Op op) const { return m_seen[at(op.stage().value, op.microbatch().value)] & bitOf(kind); }

    /// The first op that is missing, among stages and microbatches that have a forward.
    std::optional<Error> missing() const {
        for (std::size_t cell = 0; cell < m_seen.size(); ++cell) {
            const auto stage = static_cast<std::int64_t>(cell / m_microbatches),
                       microbatch = static_cast<std::int64_t>(cell % m_microbatches);
            const unsigned seen = m_seen[cell];
            if (!(seen & bitOf(OpKind::Forward)))
                return Error{describe(Op(OpKind::Forward, stage, microbatch)) + " is missing", {}};
            const bool hasInput = seen & bitOf(OpKind::BackwardInput), hasWeight = seen & bitOf(OpKind::BackwardWeight);
            if (seen & bitOf(OpKind::Backward) || (hasInput && hasWeight)) continue;
            if (!hasInput && !hasWeight)
                return Error{describe(Op(OpKind::Backward, stage, microbatch)) + " is missing", {}};
            const OpKind has = hasInput ? OpKind::BackwardInput : OpKind::BackwardWeight,
                         lacks = hasInput ? OpKind::BackwardWeight : OpKind::BackwardInput;
            return Error{describe(Op(has, stage, microbatch)) + " has no matching " +
                             nameOf(lacks, static_cast<int>(microbatch)),
                         {}};
        }
        return std::nullopt;
    }

private:
    static constexpr unsigned bitOf(OpKind kind) { return 1u << static_cast<unsigned>(kind); }
    static constexpr unsigned kWhole = 1u << static_cast<unsigned>(OpKind::Backward),
                              kHalves = 1u << static_cast<unsigned>(OpKind::BackwardInput) |
                                        1u << static_cast<unsigned>(OpKind::BackwardWeight);
    std::size_t at(int stage, int microbatch) const {
        return static_cast<std::size_t>(stage) * m_microbatches + static_cast<std::size_t>(microbatch);
    }

    std::size_t m_microbatches;
    std::vector<std::int32_t> m_device;
    std::vector<std::uint8_t> m_seen;
};

/// Refuses orders that name more stages and microbatches than they have ops for: the numbers in a file may be anything.
Result<void> checkNumbers(const BroughtOrders& orders, int stages) {
    const long long cells = static_cast<long long>(stages) * orders.microbatches;
    if (2 * cells <= orders.ops()) return {};
    // The first missing forward, in the order of microbatches and stages.
    std::vector<long long> forwards;
    for (const std::vector<Op>& lane : orders.lanes)
        for (const Op op : lane)
            if (op.kind() == OpKind::Forward)
                forwards.push_back(static_cast<long long>(op.microbatch().value) * stages + op.stage().value);
    std::sort(forwards.begin(), forwards.end());
    forwards.erase(std::unique(forwards.begin(), forwards.end()), forwards.end());
    long long missing = 0;
    while (missing < static_cast<long long>(forwards.size()) && forwards[static_cast<std::size_t>(missing)] == missing)
        ++missing;
    if (missing == cells) return {};  // then every cell has one
    return Error{describe(Op(OpKind::Forward, missing % stages, missing / stages)) + " is missing; orders with " +
                     withThousands(stages) + (stages == 1 ? " stage" : " stages") + " and " +
                     withThousands(orders.microbatches) + (orders.microbatches == 1 ? " microbatch" : " microbatches") +
                     " need a forward for each stage and microbatch",
                 {}};
}

bool isOfOneStage(Op a, Op b) { return a.stage() == b.stage() && a.microbatch() == b.microbatch(); }

/// Why no op of kind `first` precedes one of the same stage and microbatch on its device.
Error notBefore(const BroughtOrders& orders, Op op, OpKind first, int device) {
    const Op wanted(first, op.stage().value, op.microbatch().value);
    const std::string name = nameOf(first, op.microbatch().value);
    for (std::size_t d = 0; d < orders.lanes.size(); ++d) {
        if (std::find(orders.lanes[d].begin(), orders.lanes[d].end(), wanted) == orders.lanes[d].end()) continue;
        const int other = static_cast<int>(d);
        if (other != device) return onTwoDevices(op, device, other);
        return {describe(op) + " comes before its " + name + onDevice(device), laneAt(device)};
    }
    if (first == OpKind::Forward) return {describe(wanted) + " is missing", {}};
    return {describe(op) + " has no matching " + name, laneAt(device)};
}

Result<Cells> checkedCells(const BroughtOrders& orders, int stages) {
    Cells cells(stages, orders.microbatches);
    for (std::size_t d = 0; d < orders.lanes.size(); ++d) {
        const int device = static_cast<int>(d);
        for (std::size_t i = 0; i < orders.lanes[d].size(); ++i) {
            const Op op = orders.lanes[d][i];
            if (auto ok = cells.add(op, device); !ok) return ok.error();
            if (op.closesPair() && isOfOneStage(op, orders.lanes[d][i - 1]))
                return Error{describe(op) + onDevice(device) + " depends on the forward that it is fused with",
                             laneAt(device)};
            const OpKind first = op.kind() == OpKind::BackwardWeight ? OpKind::BackwardInput : OpKind::Forward;
            if (op.kind() != OpKind::Forward && !cells.has(first, op)) return notBefore(orders, op, first, device);
        }
    }
    if (auto missing = cells.missing()) return *missing;
    return cells;
}

/// The number of equal shares of the microbatches that use different devices for their stages; 1 if all use the same.
Result<int> linesOf(const BroughtOrders& orders, int stages, const Cells& cells) {
    const auto moves = [&](int stage, int m) { return cells.deviceOf(stage, m) != cells.deviceOf(stage, m - 1); };
    int share = orders.microbatches;
    for (int stage = 0; stage < stages; ++stage)
        for (int m = 1; m < share; ++m)
            if (moves(stage, m)) share = m;
    const bool areEqual = orders.microbatches % share == 0;
    for (int stage = 0; stage < stages; ++stage)
        for (int m = 1; m < orders.microbatches; ++m)
            if (moves(stage, m) && !(areEqual && m % share == 0))
                return Error{
                    "stage " + std::to_string(stage) + " is" + onDevice(cells.deviceOf(stage, m - 1)) +
                        " for microbatch " + std::to_string(m - 1) + " and" + onDevice(cells.deviceOf(stage, m)) +
                        " for microbatch " + std::to_string(m) +
                        "; a stage must be on one device, or on one device per equal share of the microbatches",
                    {}};
    return orders.microbatches / share;
}

}  // namespace

Result<Program> programOf(const BroughtOrders& orders, int stages) {
    const auto devices = static_cast<int>(orders.lanes.size());
    for (int d = 0; d < devices; ++d)
        if (orders.lanes[static_cast<std::size_t>(d)].empty())
            return Error{"device " + std::to_string(d) + " has no ops; every device needs at least one",
                         laneAt(static_cast<int>(d))};
    if (auto ok = checkNumbers(orders, stages); !ok) return ok.error();
    const auto cells = checkedCells(orders, stages);
    if (!cells) return cells.error();
    if (stages % devices != 0)
        return Error{std::to_string(stages) + (stages == 1 ? " stage cannot" : " stages cannot") +
                         " be divided equally among " + std::to_string(devices) + " devices",
                     {}};
    const auto lines = linesOf(orders, stages, *cells);
    if (!lines) return lines.error();
    Program program;
    program.workers = devices;
    program.stages = stages;
    program.microbatches = orders.microbatches;
    program.lines = *lines;
    if (static_cast<long long>(stages) * *lines > kMaxStages)
        return Error{withThousands(stages) + " stages in " + withThousands(*lines) +
                         " directions exceed the limit of " + withThousands(kMaxStages) + " in all",
                     {}};
    for (int line = 0; line < *lines; ++line) {
        std::vector<int> held(static_cast<std::size_t>(devices), 0);
        for (int stage = 0; stage < stages; ++stage) {
            const int device = cells->deviceOf(stage, line * program.microbatchesALine());
            program.needs.laneOfStage.push_back(LaneId(device));
            if (*lines == 1) program.chunkOfStage.push_back(held[static_cast<std::size_t>(device)]);
            if (++held[static_cast<std::size_t>(device)] > stages / devices)
                return Error{"device " + std::to_string(device) + " has more than " + std::to_string(stages / devices) +
                                 " of the " + std::to_string(stages) + " stages; every device needs the same number",
                             {}};
        }
    }
    std::size_t end = 0;
    for (int d = 0; d < devices; ++d)
        addLane(program, WorkerId(d), Role::Compute, orders.lanes[static_cast<std::size_t>(d)].size(), end);
    program.ops = Column<Op>(end);
    for (int d = 0; d < devices; ++d) {
        Op* out = program.lane(LaneId(d)).data();
        for (const Op op : orders.lanes[static_cast<std::size_t>(d)]) {
            const int line = op.microbatch().value / program.microbatchesALine();
            Op placed(op.kind(), line * stages + op.stage().value, op.microbatch().value);
            if (op.opensPair()) placed = placed.opening();
            if (op.closesPair()) placed = placed.closing();
            program.kinds.add(op.kind());
            program.hasPairs |= op.isInPair();
            *out++ = placed;
        }
    }
    return program;
}

}  // namespace bubblescope
