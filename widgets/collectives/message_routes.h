#pragma once

#include "engine/collectives/playback.h"
#include "widgets/collectives/slots_layout.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// How a message is drawn: directly between two neighbouring columns, if it has few slots and nothing else passes
/// there; out at one side and in at the other, where a ring closes; or on an arc above the columns.
enum class Route { Beside, Around, Over };

/// The routes of the messages of a step, in their order.
std::vector<Route> routesOf(const Playback& playback, std::size_t step);

/// The room that the messages of all steps need.
SlotsRoom roomFor(const Playback& playback);

/// Consecutive rows that a message fills.
struct RowRun {
    int first = 0, last = 0;
    std::vector<std::uint32_t> slotNumbers;  // in them
};

/// The rows of some slots, from the top.
std::vector<RowRun> runsOf(const States& states, std::vector<std::uint32_t> slotNumbers);

/// The label of a message, from the longest text to the shortest: "0–3", "all 8" and "all", "3 slots" and "3".
QStringList slotTexts(const States& states, const std::vector<std::uint32_t>& slotNumbers);

}  // namespace bubblescope
