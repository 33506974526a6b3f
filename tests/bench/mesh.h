#pragma once

namespace bubblescope::bench {

/// FSDP 4 x CP 4 x TP 4, 80 layers, 8 microbatches: about a million ops and lanes of them.
inline constexpr char kMesh[] =
    R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
        {"step": "mesh", "mesh": {"fsdp": 4, "cp": 4, "tp": 4}, "microbatches": 8, "comm_lanes": "split",
         "times": {"layers": 80, "projections": 2, "attention_block": 4, "hop": 1, "mlp": 4, "all_reduce": 2,
                   "all_gather": 5, "reduce_scatter": 5, "optimizer": 3}}]})";

}  // namespace bubblescope::bench
