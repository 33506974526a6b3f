#pragma once

#include "engine/schemes/list_scheduler.h"

#include <tuple>

namespace bubblescope::test {

/// The list scheduler in its simplest form, to check the fast one: every choice looks at every batch.
///
/// Shapes  the choices until all ops have run or none can
inline std::vector<ListChoice> plainChoices(const PlacedOps& placed, const ListRules& rules) {
    struct Node {
        int stage = -1;
        bool isBackward = false;
        Time ended = 0;
        std::size_t step = 0;  // of the op that follows
    };
    const std::size_t chain = placed.chain();
    std::vector<Node> frontier(static_cast<std::size_t>(placed.batches));
    std::vector<Time> freeAt(static_cast<std::size_t>(placed.workers), 0), fetchedAt = freeAt;
    std::vector<int> held(freeAt.size(), 0);
    std::vector<ListChoice> choices;

    const auto priority = [&](const Node& node, int batch) -> std::tuple<double, int, int> {
        const int backward = node.isBackward ? 1 : 0;
        switch (placed.order) {
            case PlacedOps::Order::OldestBatch: return {batch, backward, node.stage};
            case PlacedOps::Order::OldestStage: return {node.stage, backward, batch};
            default: return {placed.priority[static_cast<std::size_t>(batch) * chain + node.step], 0, 0};
        }
    };
    for (;;) {
        using Key = std::tuple<Time, std::tuple<double, int, int>, int, int, bool>;
        std::optional<Key> best;
        ListChoice choice;
        for (int batch = 0; batch < placed.batches; ++batch) {
            const Node& node = frontier[static_cast<std::size_t>(batch)];
            if (node.step == chain) continue;
            const std::size_t row = static_cast<std::size_t>(batch) * chain + node.step, worker = placed.compute[row];
            const bool isBackward = placed.isBackward(node.step);
            const std::size_t holder = placed.compute[row - node.step + chain - 1 - placed.stageOf(node.step)];
            if (!isBackward && rules.activationCap && held[holder] >= *rules.activationCap) continue;
            Time start = std::max(freeAt[worker], node.ended);
            if (node.step > 0)
                start = std::max(start, node.ended + rules.durations->hop(WorkerId(placed.compute[row - 1]),
                                                                          WorkerId(placed.compute[row])));
            std::optional<Time> fetchStart;
            if (rules.fetch > 0 && placed.store[row] != worker) {
                fetchStart = std::max(fetchedAt[worker], node.ended);
                start = std::max(start, *fetchStart + rules.fetch);
            }
            const Key key{start, priority(node, batch), node.stage, batch, node.isBackward};
            if (best && !(key < *best)) continue;
            best = key;
            const OpKind kind = isBackward ? OpKind::Backward : OpKind::Forward;
            const StagePlace place = placeOf(static_cast<int>(placed.stageOf(node.step)), placed.stages);
            choice = {row, start, start + rules.durations->of(kind, WorkerId(placed.compute[row]), place), fetchStart};
        }
        if (!best) return choices;
        const std::size_t worker = placed.compute[choice.row];
        Node& node = frontier[choice.row / chain];
        freeAt[worker] = choice.end;
        if (choice.fetchStart) fetchedAt[worker] = *choice.fetchStart + rules.fetch;
        node = {static_cast<int>(placed.stageOf(node.step)), placed.isBackward(node.step), choice.end, node.step + 1};
        if (node.isBackward)
            --held[worker];
        else
            ++held[placed.compute[choice.row - choice.row % chain + chain - node.step]];
        choices.push_back(choice);
    }
}

}  // namespace bubblescope::test
