#include "engine/io/order_csv.h"

#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "engine/kinds/kind.h"
#include "engine/schedules/order_text.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <unordered_map>

namespace bubblescope {

namespace {

constexpr std::string_view kOverlap = "OVERLAP_F_B", kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kOfStages[] = {"UNSHARD", "RESHARD", "REDUCE_GRAD"};

std::string_view trimmed(std::string_view text) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

/// A cell without the blanks around the two cells of a pair.
std::string withoutBlanks(std::string_view cell) {
    const std::size_t middle = cell.find(';'), close = cell.find(')');
    if (!cell.starts_with('(') || close == std::string_view::npos || middle > close) return std::string(cell);
    return '(' + std::string(trimmed(cell.substr(1, middle - 1))) + ';' +
           std::string(trimmed(cell.substr(middle + 1, close - middle - 1))) + std::string(cell.substr(close));
}

/// A SEND or RECV, and the op whose result it transfers.
struct CsvTransfer {
    bool isSend = false, isForward = false;
    int stage = 0, microbatch = 0;
    std::size_t after = 0;  // number of ops before it on its device
    std::size_t line = 0, cell = 0;
};

std::string placeOf(std::size_t line, std::size_t cell) {
    return "line " + withThousands(static_cast<long long>(line + 1)) + ", cell " +
           withThousands(static_cast<long long>(cell + 1));
}

/// A cell that is neither an op nor a pair: "0SEND_F3", "2UNSHARD". Nothing for actions of a stage.
Result<std::optional<CsvTransfer>> transferOf(std::string_view cell) {
    const auto digits = static_cast<std::size_t>(
        std::find_if_not(cell.begin(), cell.end(), [](char c) { return c >= '0' && c <= '9'; }) - cell.begin());
    const std::string_view stage = cell.substr(0, digits), rest = cell.substr(digits);
    if (digits > 0 && std::find(std::begin(kOfStages), std::end(kOfStages), rest) != std::end(kOfStages)) {
        const auto op = opOfWord(std::string(stage) + "F0", cell);
        return op ? Result<std::optional<CsvTransfer>>(std::nullopt) : op.error();
    }
    constexpr std::string_view kKinds[] = {"SEND_F", "RECV_F", "SEND_B", "RECV_B"};
    for (std::size_t kind = 0; kind < std::size(kKinds); ++kind) {
        if (digits == 0 || !rest.starts_with(kKinds[kind])) continue;
        const std::string_view microbatch = rest.substr(kKinds[kind].size());
        const std::string word = std::string(stage) + "F" + std::string(microbatch);
        if (!isOpWord(word)) break;
        const auto op = opOfWord(word, cell);
        if (!op) return op.error();
        return std::optional(CsvTransfer{kind % 2 == 0, kind < 2, op->stage().value, op->microbatch().value, 0, 0, 0});
    }
    if (cell.starts_with('"')) return Error{shortened(cell) + " is quoted; write cells without quotes", {}};
    return Error{'"' + shortened(cell) +
                     "\" is not an action; expected a blank, or e.g. 3F7 (stage, one of F B I W, microbatch), "
                     "(3F7;0B2)OVERLAP_F_B, 3SEND_F7 (also RECV_F, SEND_B, RECV_B) or 3UNSHARD (also RESHARD, "
                     "REDUCE_GRAD)",
                 {}};
}

std::string nameOf(const CsvTransfer& transfer) {
    return std::to_string(transfer.stage) + (transfer.isSend ? "SEND_" : "RECV_") + (transfer.isForward ? "F" : "B") +
           std::to_string(transfer.microbatch);
}

/// Where a device runs each of its ops.
using Places = std::unordered_map<std::uint64_t, std::size_t>;
std::uint64_t keyOf(bool isForward, int stage, int microbatch) {
    return std::uint64_t{isForward} << 63 | static_cast<std::uint64_t>(stage) << 32 |
           static_cast<std::uint64_t>(microbatch);
}

/// Refuses transfers of results that do not exist yet, that arrive too late, or that lack their other end.
Result<void> checkTransfers(const BroughtOrders& orders, const std::vector<CsvTransfer>& transfers) {
    if (transfers.empty()) return {};
    std::vector<Places> places(orders.lanes.size());
    for (std::size_t d = 0; d < orders.lanes.size(); ++d)
        for (std::size_t i = 0; i < orders.lanes[d].size(); ++i) {
            const Op op = orders.lanes[d][i];
            if (op.kind() != OpKind::BackwardWeight)
                places[d].try_emplace(keyOf(op.kind() == OpKind::Forward, op.stage().value, op.microbatch().value), i);
        }
    // What is sent, by the op that made it, and the number of sends minus receives.
    std::unordered_map<std::uint64_t, std::pair<int, const CsvTransfer*>> open;
    for (const CsvTransfer& transfer : transfers) {
        const auto refused = [&](const std::string& why) {
            return Error{nameOf(transfer) + ' ' + why, placeOf(transfer.line, transfer.cell)};
        };
        const auto at = places[transfer.line].find(keyOf(transfer.isForward, transfer.stage, transfer.microbatch));
        const std::string op =
            std::to_string(transfer.stage) + (transfer.isForward ? "F" : "B") + std::to_string(transfer.microbatch);
        if (at == places[transfer.line].end()) return refused("is on a rank that does not run " + op);
        if (transfer.isSend && at->second >= transfer.after)
            return refused("comes before " + op + ", whose result it sends");
        if (!transfer.isSend && at->second < transfer.after) return refused("comes after " + op + ", which needs it");
        const int from = transfer.isSend ? transfer.stage : transfer.stage + (transfer.isForward ? -1 : 1);
        if (from < 0 || from >= orders.stages) return refused("receives a result that no stage sends");
        auto& [count, last] = open[keyOf(transfer.isForward, from, transfer.microbatch)];
        count += transfer.isSend ? 1 : -1;
        last = &transfer;
    }
    const CsvTransfer* first = nullptr;
    for (const auto& [key, counted] : open)
        if (counted.first != 0 && (!first || counted.second < first)) first = counted.second;
    if (!first) return {};
    return Error{nameOf(*first) + (first->isSend ? " has no matching RECV" : " has no matching SEND"),
                 placeOf(first->line, first->cell)};
}

/// The lines of a file without their ends; ignores blank lines at the end.
std::vector<std::string_view> rowLinesOf(std::string_view text) {
    std::vector<std::string_view> lines = linesOf(text);
    for (std::string_view& line : lines)
        if (line.ends_with('\r')) line.remove_suffix(1);
    while (!lines.empty() && trimmed(lines.back()).empty()) lines.pop_back();
    return lines;
}

}  // namespace

bool isOrderCsv(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    text.remove_prefix(std::min(text.find_first_not_of(", \t\r\n"), text.size()));
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto after = std::find_if_not(text.begin(), text.end(), isDigit);
    const bool hasStage = after != text.begin() && after != text.end() && *after >= 'A' && *after <= 'Z';
    return text.starts_with('(') || hasStage;
}

Result<Scenario> readOrderCsv(std::string_view text) {
    if (text.size() > kMaxFileBytes)
        return Error{"larger than the limit of " + std::to_string(kMaxFileBytes >> 20) + " MB", {}};
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    if (const std::size_t at = text.find('\0'); at != std::string_view::npos)
        return Error{
            "byte " + withThousands(static_cast<long long>(at + 1)) + " is a NUL; a file of orders must be text", {}};
    const std::vector<std::string_view> lines = rowLinesOf(text);
    if (lines.empty()) return Error{"has no orders; each line needs the actions of a rank, e.g. 0F0,0B0", {}};
    if (lines.size() > static_cast<std::size_t>(kMaxDevices))
        return Error{"has " + withThousands(static_cast<long long>(lines.size())) +
                         " lines, one per rank; the limit is " + withThousands(kMaxDevices),
                     {}};
    BroughtOrders orders;
    orders.lanes.resize(lines.size());
    std::vector<CsvTransfer> transfers;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        std::string_view rest = lines[line];
        std::vector<Op>& lane = orders.lanes[line];
        for (std::size_t number = 0;; ++number) {
            const std::size_t end = rest.find(',');
            const std::string_view cell = trimmed(rest.substr(0, end));
            const auto refused = [&](const Error& error) { return Error{error.message, placeOf(line, number)}; };
            const bool isAction = cell.starts_with('(') || isOpWord(cell);
            if (isAction) {
                if (auto ok = addCell(withoutBlanks(cell), kOverlap, lane); !ok) return refused(ok.error());
            } else if (!cell.empty()) {
                auto transfer = transferOf(cell);
                if (!transfer) return refused(transfer.error());
                if (*transfer) {
                    CsvTransfer& added = transfers.emplace_back(**transfer);
                    added.after = lane.size(), added.line = line, added.cell = number;
                }
            }
            if (end == std::string_view::npos) break;
            rest.remove_prefix(end + 1);
        }
        if (lane.empty())
            return Error{std::string(trimmed(lines[line]).empty() ? "is blank" : "has no ops") +
                             "; each line needs the ops of a rank, e.g. 0F0,0B0",
                         "line " + withThousands(static_cast<long long>(line + 1))};
        for (const Op op : lane) {
            orders.stages = std::max(orders.stages, op.stage().value + 1);
            orders.microbatches = std::max(orders.microbatches, op.microbatch().value + 1);
        }
    }
    if (auto ok = checkTransfers(orders, transfers); !ok) return ok.error();
    Scenario scenario;
    scenario.workload.devices = static_cast<int>(orders.lanes.size());
    scenario.workload.microbatches = orders.microbatches;
    std::vector<std::string> texts;
    for (const std::vector<Op>& lane : orders.lanes) texts.push_back(orderText(lane, orders.stages));
    scenario.schedules.push_back(entryOfOrders(texts));
    if (auto ok = checkScenario(scenario); !ok) return ok.error();
    return scenario;
}

namespace {

/// The cells of every rank while they are assembled.
class Cells {
public:
    explicit Cells(const Program& program) : m_program(program), m_lines(program.lanes.size()) {}

    /// Adds an op, or both ops of a pair that begins there; returns the number of rows.
    Row addOps(std::size_t rank, Row row) {
        const Op op = m_program.ops[row];
        if (!op.opensPair()) return add(rank, nameOf(op)), 1;
        add(rank, '(' + nameOf(op) + ';' + nameOf(m_program.ops[row + 1]) + ')' + std::string(kOverlap));
        return 2;
    }
    void add(std::size_t rank, const std::string& cell) {
        std::string& line = m_lines[rank];
        if (!line.empty()) line += ',';
        line += cell;
    }
    bool write(const TextSink& sink) const {
        TextBuffer out(sink);
        for (const std::string& line : m_lines) {
            out << line << "\n";
            if (!out.pass()) return false;
        }
        return out.pass(true);
    }

    std::string nameOf(Op op) const { return nameOf(op, letter(op.kind()), m_program.modelStage(op.stage()).value); }
    std::string nameOf(Op op, std::string_view action, int stage) const {
        return std::to_string(stage) + std::string(action) + std::to_string(op.microbatch().value);
    }

private:
    const Program& m_program;
    std::vector<std::string> m_lines;
};

/// Puts ops and the transfers between them in lines, one rank after another in turn: an op once everything that it
/// needs has arrived, then its SEND and the matching RECV at the same time. A waiting rank is visited again when what
/// it waits for has arrived.
class CommsWalk {
public:
    explicit CommsWalk(const Program& program)
        : m_program(program),
          m_cells(program),
          m_results(static_cast<std::size_t>(program.stagesOfAllLines()) *
                        static_cast<std::size_t>(program.microbatchesALine()) * 2,
                    kNobody) {}

    /// Whether every op found its place; false for an order that deadlocks.
    bool run() {
        std::vector<Row> next;
        std::size_t waiting = m_program.opCount();
        for (std::size_t rank = 0; rank < m_program.lanes.size(); ++rank) {
            next.push_back(m_program.lanes[rank].begin);
            m_turns.push({0, static_cast<std::uint32_t>(rank)});
        }
        while (!m_turns.empty()) {
            m_turn = m_turns.top();
            m_turns.pop();
            const auto [round, rank] = m_turn;
            const Row row = next[rank];
            if (row == m_program.lanes[rank].end) continue;
            if (const auto missing = missingOf(row)) {
                m_results[*missing] = rank;
                continue;
            }
            const Row rows = m_cells.addOps(rank, row);
            for (Row each = row; each < row + rows; ++each) send(rank, m_program.ops[each]);
            next[rank] += rows;
            waiting -= rows;
            m_turns.push({round + 1, rank});
        }
        return waiting == 0;
    }
    const Cells& cells() const { return m_cells; }

private:
    /// Values of m_results other than the waiting rank. If two ranks wait for one result, one of them is queued before
    /// it on its own rank, and the order deadlocks.
    static constexpr std::uint32_t kNobody = ~0u, kThere = ~0u - 1;
    using Turn = std::pair<std::size_t, std::uint32_t>;  // round and rank

    /// The result of a forward, or of a backward or its grad input.
    std::size_t resultOf(bool isForward, StageId stage, MicrobatchId microbatch) const {
        const auto within = static_cast<std::size_t>(microbatch.value - m_program.firstMicrobatch(stage));
        return (stage.index() * static_cast<std::size_t>(m_program.microbatchesALine()) + within) * 2 +
               (isForward ? 0 : 1);
    }
    std::optional<std::size_t> missingOf(Row row) const {
        for (Row each = row; each < row + (m_program.ops[row].opensPair() ? 2 : 1); ++each) {
            const Op op = m_program.ops[each];
            const auto needed = neededBy(op.kind(), op.stage().value, m_program.stages);
            if (!needed || op.kind() == OpKind::BackwardWeight) continue;
            const bool isForward = needed->kinds.has(OpKind::Forward);
            const std::size_t result = resultOf(isForward, StageId(needed->stage), op.microbatch());
            if (m_results[result] != kThere) return result;
        }
        return std::nullopt;
    }
    void send(std::size_t rank, Op op) {
        if (op.kind() == OpKind::BackwardWeight) return;
        const bool isForward = op.kind() == OpKind::Forward;
        std::uint32_t& result = m_results[resultOf(isForward, op.stage(), op.microbatch())];
        if (result != kNobody) m_turns.push({m_turn.first + (result < m_turn.second ? 1 : 0), result});
        result = kThere;
        const int stage = m_program.modelStage(op.stage()).value, to = stage + (isForward ? 1 : -1);
        if (to < 0 || to == m_program.stages) return;
        const std::size_t receiver = m_program.workerOf(StageId(op.stage().value + to - stage)).index();
        if (receiver == rank) return;
        m_cells.add(rank, m_cells.nameOf(op, isForward ? "SEND_F" : "SEND_B", stage));
        m_cells.add(receiver, m_cells.nameOf(op, isForward ? "RECV_F" : "RECV_B", to));
    }

    const Program& m_program;
    Cells m_cells;
    std::vector<std::uint32_t> m_results;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> m_turns;
    Turn m_turn;
};

}  // namespace

bool writeOrderCsv(const Program& program, OrderActions actions, const TextSink& sink) {
    if (actions == OrderActions::ComputeAndComms) {
        CommsWalk walk(program);
        return walk.run() && walk.cells().write(sink);
    }
    Cells cells(program);
    for (std::size_t rank = 0; rank < program.lanes.size(); ++rank)
        for (Row row = program.lanes[rank].begin; row < program.lanes[rank].end;) row += cells.addOps(rank, row);
    return cells.write(sink);
}

}  // namespace bubblescope
