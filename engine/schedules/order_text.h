#pragma once

#include "engine/core/result.h"
#include "engine/program/program.h"
#include "engine/scenario/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Orders from a file: what each device runs.
///
/// Shapes  lanes[device], in the order they run; stages are those of the model, whatever line they are in
struct BroughtOrders {
    std::vector<std::vector<Op>> lanes;
    int stages = 0;        // highest stage named, + 1
    int microbatches = 0;  // highest microbatch named, + 1

    long long ops() const;
};

/// Whether a word names an op, though perhaps one beyond the limits.
bool isOpWord(std::string_view word);
/// The op that a word names: 3F7 is the forward of microbatch 7 on stage 3.
///
/// Errors  quotes `from`, or else the word, and shows the expected form
Result<Op> opOfWord(std::string_view word, std::string_view from = {});

/// Appends an op, or the two ops of a fused pair: "(3F7;0B2)". `ending` is what must follow the parenthesis of a pair.
///
/// Errors  as opOfWord(), and a pair that is not one
Result<void> addCell(std::string_view cell, std::string_view ending, std::vector<Op>& lane);

/// Reads what devices run from one text per device: cells separated by spaces.
///
/// Errors  the first invalid cell, at "[2]", the index of its text
Result<BroughtOrders> readOrders(std::span<const std::string> texts);

/// The text of a lane. Stage numbers restart after `stages`, because a program's further lines use the same stages of
/// the model.
std::string orderText(std::span<const Op> lane, int stages);

/// An entry of kind `orders` with one text per device.
ScheduleEntry entryOfOrders(const std::vector<std::string>& texts);

/// The order of a schedule as an entry of kind `orders` that replaces it; nothing if no such entry can express it: if
/// stages have no device of their own, or if sequences are cut into pieces.
std::optional<ScheduleEntry> asOrders(const ScheduleEntry& entry, const Program& program);

/// The program of the orders, for a model of `stages` stages. A stage is on one device; or, if microbatches pass in
/// several directions, on one device per equal share of the microbatches.
///
/// Errors  an op that is missing, appears twice, is on two devices, or precedes what it needs on its own device; a half
///         of a backward without the other; stages with another placement
/// Cost    about 50 ns per op, whatever numbers the ops have
Result<Program> programOf(const BroughtOrders& orders, int stages);

}  // namespace bubblescope
