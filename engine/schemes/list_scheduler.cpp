#include "engine/schemes/list_scheduler.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>
#include <unordered_set>

namespace bubblescope {

namespace {

constexpr Time kNever = std::numeric_limits<Time>::max();
constexpr int kNoCap = std::numeric_limits<int>::max();
constexpr unsigned kBatchBits = 20;
static_assert(kMaxMicrobatches <= 1 << kBatchBits);
constexpr std::size_t kBatchesPerStopCheck = 1 << 13;

/// An integer with the order of the doubles. -0 equals 0.
std::uint64_t ordered(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    return bits & kSign ? ~bits : bits | kSign;
}

/// The op before a step of a chain; stage -1 before the first.
struct FrontierNode {
    std::int64_t stage;
    bool isBackward;

    FrontierNode(const PlacedOps& placed, std::size_t step)
        : stage(step == 0 ? -1 : static_cast<std::int64_t>(placed.stageOf(step - 1))),
          isBackward(step > 0 && placed.isBackward(step - 1)) {}
};

std::uint64_t priorityOf(const PlacedOps& placed, std::size_t batch, std::size_t step) {
    if (placed.order == PlacedOps::Order::Formula) return ordered(placed.priority[batch * placed.chain() + step]);
    const FrontierNode node(placed, step);
    const auto stage = static_cast<std::uint64_t>(node.stage + 1);
    const std::uint64_t direction = node.isBackward ? 1 : 0;
    if (placed.order == PlacedOps::Order::OldestStage) return (stage * 2 + direction) << kBatchBits | batch;
    return (batch * 2 + direction) * (static_cast<std::uint64_t>(placed.stages) + 1) + stage;
}

/// Lower stage first, then lower batch, then forward.
std::uint64_t tieOf(const PlacedOps& placed, std::size_t batch, std::size_t step) {
    const FrontierNode node(placed, step);
    return static_cast<std::uint64_t>(node.stage + 1) << (kBatchBits + 1) | batch << 1 | (node.isBackward ? 1 : 0);
}

std::size_t batchOf(std::uint64_t tie) { return tie >> 1 & ((std::uint64_t{1} << kBatchBits) - 1); }

constexpr auto kLaterByPriority = [](const auto& a, const auto& b) {
    return std::tie(a.priority, a.tie) > std::tie(b.priority, b.tie);
};
constexpr auto kLater = [](const auto& a, const auto& b) {
    return std::tie(a.ready, a.priority, a.tie) > std::tie(b.ready, b.priority, b.tie);
};

template <class Heap, class Later>
void push(Heap& heap, const typename Heap::value_type& value, Later later) {
    heap.push_back(value);
    std::push_heap(heap.begin(), heap.end(), later);
}

template <class Heap, class Later>
typename Heap::value_type pop(Heap& heap, Later later) {
    std::pop_heap(heap.begin(), heap.end(), later);
    const auto value = heap.back();
    heap.pop_back();
    return value;
}

}  // namespace

ListScheduler::ListScheduler(const PlacedOps& placed, const ListRules& rules)
    : m_placed(placed),
      m_durations(*rules.durations),
      m_fetch(rules.fetch),
      m_cap(rules.activationCap.value_or(kNoCap)),
      m_batches(static_cast<std::size_t>(placed.batches)),
      m_workers(static_cast<std::size_t>(placed.workers)),
      m_held(m_workers.size()) {
    makeQueues(rules.stop);
    m_winners.resize(2 * std::bit_ceil(m_queues.size()));
    const std::size_t leaves = m_winners.size() / 2;
    m_first.assign(leaves, {kNever, 0, 0});
    for (std::size_t i = 0; i < leaves; ++i) m_winners[leaves + i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = leaves; i-- > 1;) m_winners[i] = m_winners[2 * i];
    for (std::size_t batch = 0; batch < m_batches.size(); ++batch) {
        if (batch % kBatchesPerStopCheck == 0 && rules.stop.stop_requested()) return;
        addBatch(batch);
    }
}

/// A code that orders the queues by worker.
std::uint64_t ListScheduler::queueCode(std::size_t row) const {
    const std::size_t step = row % m_placed.chain();
    const std::uint64_t holder =
        m_placed.isBackward(step) ? 0 : m_placed.compute[row + m_placed.chain() - 1 - 2 * step] + std::uint64_t{1};
    return (m_placed.compute[row] * std::uint64_t{2} + (fetches(row) ? 1 : 0)) * (m_workers.size() + 1) + holder;
}

std::size_t ListScheduler::queueOf(std::size_t row) const {
    const std::size_t worker = m_placed.compute[row];
    if (m_codes.empty()) return m_firstQueue[worker] + (fetches(row) ? 1 : 0);
    const auto begin = m_codes.begin() + static_cast<std::ptrdiff_t>(m_firstQueue[worker]),
               end = m_codes.begin() + static_cast<std::ptrdiff_t>(m_firstQueue[worker + 1]);
    return static_cast<std::size_t>(std::lower_bound(begin, end, queueCode(row)) - m_codes.begin());
}

void ListScheduler::makeQueues(const std::stop_token& stop) {
    const std::size_t workers = m_workers.size(), each = m_fetch > 0 ? 2 : 1;
    m_firstQueue.resize(workers + 1);
    if (m_cap == kNoCap) {
        m_queues.resize(workers * each);
        for (std::size_t worker = 0; worker <= workers; ++worker) m_firstQueue[worker] = worker * each;
        for (std::size_t queue = 0; queue < m_queues.size(); ++queue) m_queues[queue].isFetch = queue % each == 1;
        return;
    }
    std::unordered_set<std::uint64_t> codes;
    for (std::size_t row = 0; row < m_placed.rows(); ++row) {
        if (row % kBatchesPerStopCheck == 0 && stop.stop_requested()) return;
        codes.insert(queueCode(row));
    }
    m_codes.assign(codes.begin(), codes.end());
    std::sort(m_codes.begin(), m_codes.end());
    m_queuesByHolder.resize(workers);
    for (const std::uint64_t code : m_codes) {
        Queue queue;
        queue.isFetch = code / (workers + 1) % 2 == 1;
        queue.holder = static_cast<std::int32_t>(code % (workers + 1)) - 1;
        if (queue.holder >= 0) m_queuesByHolder[static_cast<std::size_t>(queue.holder)].push_back(m_queues.size());
        m_queues.push_back(std::move(queue));
        m_firstQueue[code / (workers + 1) / 2 + 1] = m_queues.size();
    }
    for (std::size_t worker = 1; worker <= workers; ++worker)  // workers without ops
        m_firstQueue[worker] = std::max(m_firstQueue[worker], m_firstQueue[worker - 1]);
}

/// Adds the next op of a batch to its queue.
void ListScheduler::addBatch(std::size_t batch) {
    const auto [step, ended] = m_batches[batch];
    const std::size_t row = batch * m_placed.chain() + step;
    Time ready = ended;
    if (step > 0) ready += m_durations.hop(WorkerId(m_placed.compute[row - 1]), WorkerId(m_placed.compute[row]));
    if (fetches(row)) ready = std::max(ready, ended + m_fetch);
    const std::size_t index = queueOf(row);
    Queue& queue = m_queues[index];
    const Waiting waiting{ready, priorityOf(m_placed, batch, step), tieOf(m_placed, batch, step)};
    if (ready <= queue.openAt)
        push(queue.ready, waiting, kLaterByPriority);
    else
        push(queue.future, waiting, kLater);
    settle(index);
}

void ListScheduler::open(std::size_t index, Time at) {
    Queue& queue = m_queues[index];
    queue.openAt = at;
    while (!queue.future.empty() && queue.future.front().ready <= at)
        push(queue.ready, pop(queue.future, kLater), kLaterByPriority);
    settle(index);
}

void ListScheduler::holdOneMore(std::size_t worker, int more) {
    const bool wasFull = m_held[worker] >= m_cap;
    m_held[worker] += more;
    if (wasFull == (m_held[worker] >= m_cap)) return;
    for (const std::size_t queue : m_queuesByHolder[worker]) settle(queue);
}

/// Determines the first op of a queue, and updates the tournament.
void ListScheduler::settle(std::size_t index) {
    const Queue& queue = m_queues[index];
    const bool isClosed = queue.holder >= 0 && m_held[static_cast<std::size_t>(queue.holder)] >= m_cap;
    Waiting& first = m_first[index];
    if (isClosed || (queue.ready.empty() && queue.future.empty()))
        first.ready = kNever;
    else if (queue.ready.empty())
        first = queue.future.front();
    else
        first = {queue.openAt, queue.ready.front().priority, queue.ready.front().tie};
    for (std::size_t match = (m_winners.size() / 2 + index) / 2; match > 0; match /= 2) {
        const std::uint32_t a = m_winners[2 * match], b = m_winners[2 * match + 1];
        m_winners[match] = kLater(m_first[a], m_first[b]) ? b : a;
    }
}

std::optional<ListChoice> ListScheduler::next() {
    const std::size_t index = m_winners[1];
    if (m_first[index].ready == kNever) return std::nullopt;
    Queue& queue = m_queues[index];
    const Waiting chosen = queue.ready.empty() ? pop(queue.future, kLater) : pop(queue.ready, kLaterByPriority);

    Batch& batch = m_batches[batchOf(chosen.tie)];
    const bool isBackward = m_placed.isBackward(batch.step);
    ListChoice choice;
    choice.row = batchOf(chosen.tie) * m_placed.chain() + batch.step;
    choice.start = std::max(chosen.ready, queue.openAt);
    const std::size_t id = m_placed.compute[choice.row];
    Worker& worker = m_workers[id];
    const auto stage = static_cast<int>(m_placed.stageOf(batch.step));
    choice.end =
        choice.start + m_durations.of(isBackward ? OpKind::Backward : OpKind::Forward,
                                      WorkerId(static_cast<std::int64_t>(id)), placeOf(stage, m_placed.stages));
    worker.freeAt = choice.end;
    if (queue.isFetch) {
        choice.fetchStart = std::max(worker.fetchedAt, batch.ended);
        worker.fetchedAt = *choice.fetchStart + m_fetch;
    }
    for (std::size_t i = m_firstQueue[id]; i < m_firstQueue[id + 1]; ++i)
        open(i, m_queues[i].isFetch ? std::max(worker.freeAt, worker.fetchedAt + m_fetch) : worker.freeAt);
    if (isBackward)
        holdOneMore(id, -1);
    else
        holdOneMore(m_placed.compute[choice.row + m_placed.chain() - 1 - 2 * batch.step], 1);
    batch.ended = choice.end;
    if (++batch.step < m_placed.chain()) addBatch(batchOf(chosen.tie));
    return choice;
}

}  // namespace bubblescope
