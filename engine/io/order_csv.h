#pragma once

#include "engine/io/text_buffer.h"
#include "engine/program/program.h"
#include "engine/scenario/scenario.h"

#include <string_view>

namespace bubblescope {

/// Whether a text is CSV of orders rather than JSON: it begins with a cell of one.
bool isOrderCsv(std::string_view text);

/// Reads PyTorch's CSV of orders (torch.distributed.pipelining, _dump_csv): a line a rank, a cell an action. A cell is
/// blank, for idle, or a stage, F, B, I or W, and a microbatch; (3F7;0B2)OVERLAP_F_B runs two as one. Files with
/// communication have SEND_F, RECV_F, SEND_B and RECV_B of a microbatch too, and UNSHARD, RESHARD and REDUCE_GRAD of a
/// stage: those are checked, and left out, since sends follow from the order.
///
/// The scenario has one entry of kind `orders`, and as many devices and microbatches as the file names.
///
/// Errors  one sentence, placed at "line 2, cell 5": what is no cell, past the limits, sent before it is made, received
///         after it is used, or never. The file may be hostile
/// Cost    some 20 ns a cell
Result<Scenario> readOrderCsv(std::string_view text);

/// Which actions a file of orders has: computation alone, or with the SEND and RECV of each hop in places where no two
/// ranks wait for each other.
enum class OrderActions { Compute, ComputeAndComms };

/// Writes the order of a program so that PyTorch reads it. A SEND stands right after what it sends; its RECV in the
/// receiver's line where that is at the time, so that matching pairs stand in the same order on both.
///
/// Errors  false as soon as the sink refuses
bool writeOrderCsv(const Program& program, OrderActions actions, const TextSink& sink);

}  // namespace bubblescope
