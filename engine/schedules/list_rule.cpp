#include "engine/schedules/list_rule.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr Time kNever = kMaxTime;

constexpr int kindOf(int code) { return code % kCodesAChunk; }
constexpr int chunkOf(int code) { return code / kCodesAChunk; }

}  // namespace

ListRun::ListRun(std::span<const OrderProblem> plans, std::stop_token stop)
    : m_plans(plans),
      m_stop(std::move(stop)),
      m_problem(&plans.front()),
      m_ends(m_problem->steps()),
      m_words(static_cast<std::size_t>(m_problem->devices)) {
    while (m_half < m_words.size()) m_half *= 2;
    for (Word& word : m_words) word.reserve(static_cast<std::size_t>(m_problem->ops() / m_problem->devices));
}

void ListRun::Device::take(std::uint8_t code) {
    const int kind = kindOf(code), chunk = chunkOf(code);
    ++done[code];
    open += (kind == kForwardCode) - (kind == kInputCode);
    openOfSecond += chunk * ((kind == kForwardCode) - (kind == kInputCode));
    if (kind != kWeightCode) hasRunForward = kind == kForwardCode;
    waiting += (kind == kInputCode) - (kind == kWeightCode);
}

/// When the input of a device's next op of a kind is ready; kNever if not known yet.
Time ListRun::readyAt(int device, int code) const {
    const int chunk = chunkOf(code), stage = m_problem->stageOf(chunk, device), stages = m_problem->stages();
    const int microbatch = m_devices[static_cast<std::size_t>(device)].done[static_cast<std::size_t>(code)];
    const bool isForward = kindOf(code) == kForwardCode, isTurn = !isForward && stage + 1 == stages;
    if (isForward && stage == 0) return 0;
    const int needed = isForward ? stage - 1 : isTurn ? stage : stage + 1;
    const int neededKind = isForward || isTurn ? kForwardCode : kInputCode;
    const Device& other = m_devices[static_cast<std::size_t>(m_problem->deviceOf(needed))];
    const auto neededCode = static_cast<std::size_t>(needed / m_problem->devices * kCodesAChunk + neededKind);
    if (other.done[neededCode] <= microbatch) return kNever;
    const auto column = static_cast<std::size_t>(neededKind * stages + needed);
    const Time hop = (isForward ? m_problem->forwardHops : m_problem->inputHops)[static_cast<std::size_t>(stage)];
    return m_ends[column * static_cast<std::size_t>(m_problem->microbatches) + static_cast<std::size_t>(microbatch)] +
           hop;
}

bool ListRun::mayForward(const ListRule& rule, int device, int chunk) const {
    const auto at = static_cast<std::size_t>(device);
    const Device& state = m_devices[at];
    const int open = state.open + 1, most = std::min(m_problem->mostOpen, rule.most[at]);
    if (open > most) return false;
    if (m_problem->chunks == 1 || chunk == 1) return true;
    return (open < most || state.openOfSecond > 0) && open - state.openOfSecond <= rule.mostFirst[at];
}

/// The chunk of the next W, as a code: the second chunk if both have one.
int ListRun::weightOf(const Device& device) {
    const bool isSecond = device.done[kCodesAChunk + kWeightCode] < device.done[kCodesAChunk + kInputCode];
    return isSecond ? kCodesAChunk + kWeightCode : kWeightCode;
}

int ListRun::firstChunk(const ListRule& rule, const Device& device, bool isForward) {
    const ChunkTurn turn = rule.turns[isForward ? 0 : 1];
    if (turn != ChunkTurn::Fewest) return turn == ChunkTurn::Second;
    const std::size_t kind = isForward ? kForwardCode : kInputCode;
    return device.done[kCodesAChunk + kind] <= device.done[kind];
}

ListRun::Choice ListRun::choose(const ListRule& rule, int device, Time now) const {
    const auto at = static_cast<std::size_t>(device);
    const Device& state = m_devices[at];
    const bool isPressed = state.waiting > rule.backlog[at];
    if (isPressed && rule.hasBacklogFirst) return {weightOf(state), now};
    const bool isEager = rule.isAlternating ? !state.hasRunForward : state.open < rule.eager[at];
    const Time forwardTime = m_problem->times[0][kForwardCode];
    Time soonest = kNever;
    for (int turn = 0; turn < 2 * m_problem->chunks; ++turn) {
        const bool isForward = (turn < m_problem->chunks) == isEager;
        const int chunk = m_problem->chunks == 1 ? 0 : firstChunk(rule, state, isForward) ^ (turn % 2);
        const int code = chunk * kCodesAChunk + (isForward ? kForwardCode : kInputCode);
        if (state.done[static_cast<std::size_t>(code)] == m_problem->microbatches) continue;
        if (isForward && !mayForward(rule, device, chunk)) continue;
        const Time ready = readyAt(device, code);
        if (ready == kNever || ready > now + forwardTime / 100 * rule.ahead[isForward ? 0 : 1]) {
            soonest = std::min(soonest, ready);
            continue;
        }
        const int mayWait = isForward ? std::min(rule.backlog[at],
                                                 m_problem->waitingAtForward[static_cast<std::size_t>(state.open + 1)])
                                      : m_problem->waitingAtInput[static_cast<std::size_t>(state.open)];
        if (state.waiting > mayWait) return {weightOf(state), now};
        return {code, std::max(now, ready)};
    }
    if (state.waiting > 0) {
        const int code = weightOf(state);
        const int stage = m_problem->stageOf(chunkOf(code), device);
        const Time time = m_problem->times[static_cast<std::size_t>(stage)][kWeightCode];
        if (soonest == kNever || soonest - now >= time / 100 * rule.fill) return {code, now};
    }
    return {-1, soonest};
}

void ListRun::setClock(int device, Time at) {
    std::size_t node = m_half + static_cast<std::size_t>(device);
    m_clocks[node] = at;
    for (node /= 2; node > 0; node /= 2) m_clocks[node] = std::min(m_clocks[2 * node], m_clocks[2 * node + 1]);
}

void ListRun::wake(int device, Time at) {
    const Time when = std::max(at, m_devices[static_cast<std::size_t>(device)].free);
    if (when < m_clocks[m_half + static_cast<std::size_t>(device)]) setClock(device, when);
}

std::optional<Spans> ListRun::run(const ListRule& rule, const Progress& progress) {
    m_problem = &m_plans[static_cast<std::size_t>(rule.plan)];
    const int stages = m_problem->stages();
    m_devices.assign(m_words.size(), {});
    m_clocks.assign(2 * m_half, kNever);
    for (int device = 0; device < m_problem->devices; ++device) setClock(device, 0);
    for (Word& word : m_words) word.clear();
    const long long all = m_problem->ops();
    for (long long ran = 0; ran < all;) {
        std::size_t node = 1;
        while (node < m_half) node = 2 * node + (m_clocks[2 * node] > m_clocks[node]);
        const int device = static_cast<int>(node - m_half);
        if (m_clocks[1] == kNever) return std::nullopt;  // the rule allows too few activations
        const Choice choice = choose(rule, device, m_clocks[1]);
        if (choice.code < 0) {
            setClock(device, choice.at);
            continue;
        }
        const int kind = kindOf(choice.code), chunk = chunkOf(choice.code), stage = m_problem->stageOf(chunk, device);
        Device& state = m_devices[static_cast<std::size_t>(device)];
        const auto microbatch = static_cast<std::size_t>(state.done[static_cast<std::size_t>(choice.code)]);
        state.take(static_cast<std::uint8_t>(choice.code));
        state.free = choice.at + m_problem->times[static_cast<std::size_t>(stage)][static_cast<std::size_t>(kind)];
        m_words[static_cast<std::size_t>(device)].push_back(static_cast<std::uint8_t>(choice.code));
        setClock(device, state.free);
        if (kind != kWeightCode) {
            const bool isForward = kind == kForwardCode;
            m_ends[static_cast<std::size_t>(kind * stages + stage) * static_cast<std::size_t>(m_problem->microbatches) +
                   microbatch] = state.free;
            const int next = isForward ? stage + 1 : stage - 1;
            if (next >= 0 && next < stages && m_problem->deviceOf(next) != device)
                wake(m_problem->deviceOf(next),
                     state.free +
                         (isForward ? m_problem->forwardHops : m_problem->inputHops)[static_cast<std::size_t>(next)]);
        }
        if (++ran % static_cast<long long>(kOpsPerLook) == 0) {
            if (m_stop.stop_requested()) return std::nullopt;
            progress.note(static_cast<std::size_t>(ran), static_cast<std::size_t>(all));
        }
    }
    Spans spans{0, 0};
    for (std::size_t device = 0; device < m_devices.size(); ++device) {
        const Time span = m_devices[device].free - m_problem->firstStart[device];
        spans.longest = std::max(spans.longest, span);
        spans.sum += span;
    }
    return spans;
}

}  // namespace bubblescope
