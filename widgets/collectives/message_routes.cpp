#include "widgets/collectives/message_routes.h"

#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace bubblescope {

namespace {

/// Whether the messages form a ring of all ranks; other algorithms merely have a message from the last rank to the
/// first.
bool goesRound(const Algorithm& algorithm) {
    constexpr std::array<std::string_view, 3> kRings = {"ring", "scatter-allgather", "reducescatter-gather"};
    return std::find(kRings.begin(), kRings.end(), algorithm.id) != kRings.end();
}

}  // namespace

std::vector<Route> routesOf(const Playback& playback, std::size_t step) {
    const Plan& plan = playback.plan();
    const auto transfers = plan.transfersOf(step);
    const bool isRing = goesRound(*playback.algorithm) && !playback.outsider;
    SlotsLayout columns;
    columns.ranks = plan.ranks, columns.switches = plan.switches, columns.nodeSize = playback.nodeSize;
    columns.outsider = playback.outsider;
    const auto column = [&](int place) { return columns.columnOf(place); };
    std::vector<int> between(static_cast<std::size_t>(plan.places()), 0);  // messages right of each column
    for (const Transfer& transfer : transfers)
        if (std::abs(column(transfer.from) - column(transfer.to)) == 1)
            ++between[static_cast<std::size_t>(std::min(column(transfer.from), column(transfer.to)))];
    std::vector<Route> routes;
    routes.reserve(transfers.size());
    const bool areSingle = !playback.algorithm->sendsManyAtOnce || playback.algorithm->pace == StepPace::Rings;
    const std::size_t most = std::max<std::size_t>(1, static_cast<std::size_t>(plan.slotCount) / 4);
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const Transfer& transfer = transfers[i];
        const int from = column(transfer.from), to = column(transfer.to), way = std::abs(from - to);
        const bool isSmall = plan.slotsOf(plan.beginOf(step) + i).size() <= most;
        const bool isNextDoor =
            way == 1 && isSmall && areSingle && between[static_cast<std::size_t>(std::min(from, to))] == 1;
        const bool isAround = isRing && plan.ranks > 2 && way == plan.ranks - 1;
        routes.push_back(isNextDoor ? Route::Beside : isAround ? Route::Around : Route::Over);
    }
    return routes;
}

SlotsRoom roomFor(const Playback& playback) {
    SlotsRoom room;
    room.outsider = playback.outsider;
    room.switches = playback.plan().switches;
    if (playback.states.sources() == 1 && playback.plan().pieces == 1)
        room.hiddenRow = playback.outsider;  // its own slot
    for (std::size_t step = 0; step < playback.steps(); ++step)
        for (const Route route : routesOf(playback, step)) {
            room.hasArcs |= route == Route::Over;
            room.isRing |= route == Route::Around;
        }
    return room;
}

std::vector<RowRun> runsOf(const States& states, std::vector<std::uint32_t> slotNumbers) {
    std::sort(slotNumbers.begin(), slotNumbers.end(),
              [&](std::uint32_t a, std::uint32_t b) { return states.rowOf(a) < states.rowOf(b); });
    std::vector<RowRun> runs;
    for (const std::uint32_t slot : slotNumbers) {
        const int row = states.rowOf(slot);
        if (runs.empty() || runs.back().last + 1 < row) runs.push_back({row, row, {}});
        runs.back().last = row;
        runs.back().slotNumbers.push_back(slot);
    }
    return runs;
}

QStringList slotTexts(const States& states, const std::vector<std::uint32_t>& slotNumbers) {
    const Plan& plan = states.plan();
    const auto name = [&](std::uint32_t slot) { return QString::fromStdString(plan.slotName(slot)); };
    if (slotNumbers.size() == 1) return {name(slotNumbers.front())};
    const auto count = static_cast<int>(slotNumbers.size());
    if (!plan.isOfPairs && count == plan.slotCount)
        return {Text::tr("all %1").arg(count), Text::tr("all"), QString::number(count)};
    const QStringList counted{Text::tr("%1 slots").arg(count), QStringLiteral("×%1").arg(count)};
    if (plan.isOfPairs || runsOf(states, slotNumbers).size() > 1) return counted;
    const auto [least, most] = std::minmax_element(slotNumbers.begin(), slotNumbers.end());
    return QStringList(name(*least) + QStringLiteral("–") + name(*most)) + counted.mid(1);
}

}  // namespace bubblescope
