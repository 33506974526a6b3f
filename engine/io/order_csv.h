#pragma once

#include "engine/io/text_buffer.h"
#include "engine/program/program.h"
#include "engine/scenario/scenario.h"

#include <string_view>

namespace bubblescope {

/// Whether a text is a CSV file of orders instead of JSON: it begins with a cell of one.
bool isOrderCsv(std::string_view text);

/// Reads PyTorch's CSV files of orders (torch.distributed.pipelining, _dump_csv): one line per rank, one cell per
/// action. A cell is blank (idle), or a stage, one of F, B, I and W, and a microbatch; (3F7;0B2)OVERLAP_F_B runs two
/// ops fused. Files with communication also have SEND_F, RECV_F, SEND_B and RECV_B of a microbatch, and UNSHARD,
/// RESHARD and REDUCE_GRAD of a stage. They are checked and then left out, as sends follow from the order.
///
/// The scenario has one entry of kind `orders`, with the devices and microbatches that the file names.
///
/// Errors  one sentence, placed at "line 2, cell 5": an invalid cell, limits exceeded, a result that is sent before it
///         is made, received after it is used, or never received. The file may be hostile
/// Cost    about 20 ns per cell
Result<Scenario> readOrderCsv(std::string_view text);

/// The actions in a file of orders: only computation, or also the SEND and RECV of each hop, placed so that no two
/// ranks wait for each other.
enum class OrderActions { Compute, ComputeAndComms };

/// Writes the order of a program so that PyTorch reads it. A SEND follows right after the op whose result it sends; its
/// RECV is at the position that the receiver has reached by then, so that matching pairs have the same order on both.
///
/// Errors  false as soon as the sink refuses
bool writeOrderCsv(const Program& program, OrderActions actions, const TextSink& sink);

}  // namespace bubblescope
