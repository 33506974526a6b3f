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

/// Orders that somebody brings: what each device runs.
///
/// Shapes  lanes[device], in the order they run; stages of the model, whatever line they are of
struct BroughtOrders {
    std::vector<std::vector<Op>> lanes;
    int stages = 0;        // the highest named, + 1
    int microbatches = 0;  // likewise

    long long ops() const;
};

/// Whether a word names an op, though perhaps one past the limits.
bool isOpWord(std::string_view word);
/// The op that a word names: 3F7 is the forward of microbatch 7 on stage 3.
///
/// Errors  the word, or what it was taken from, and what one looks like
Result<Op> opOfWord(std::string_view word, std::string_view from = {});

/// Appends an op, or the two of a pair: "(3F7;0B2)". `ending` is what follows the bracket of a pair.
///
/// Errors  as opOfWord(), and a pair that is none
Result<void> addCell(std::string_view cell, std::string_view ending, std::vector<Op>& lane);

/// What devices run, a text each: cells with blanks between.
///
/// Errors  the first wrong cell, placed at "[2]", the text it stands in
Result<BroughtOrders> readOrders(std::span<const std::string> texts);

/// The text of a lane. Stages are counted anew after `stages`: those of a program's further lines are the model's.
std::string orderText(std::span<const Op> lane, int stages);

/// An entry of kind `orders` that brings what devices run, a text each.
ScheduleEntry entryOfOrders(const std::vector<std::string>& texts);

/// The order of a schedule as an entry that brings it, in place of that entry; nothing where no such entry can say it:
/// stages stand on no one device, or sequences are cut.
std::optional<ScheduleEntry> asOrders(const ScheduleEntry& entry, const Program& program);

/// The program of brought orders, with a model of `stages`. A stage stands on one device; or, where microbatches pass
/// in several directions, on one for each of equal shares of them.
///
/// Errors  an op that is missing, stands twice, on two devices, or before what it needs on its own device; a backward
///         without its other half; stages that do not stand so
/// Cost    some 50 ns an op, whatever numbers they name
Result<Program> programOf(const BroughtOrders& orders, int stages);

}  // namespace bubblescope
