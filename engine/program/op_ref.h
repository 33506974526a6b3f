#pragma once

#include "engine/core/result.h"
#include "engine/program/program.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Ops of a program by their names, as orders in files name them: "2B7" is the backward of microbatch 7 on stage 2.
/// Each of the three parts may be "*", which stands for all: "*F*" are the forwards, "3**" the ops of stage 3. "#2:2B7"
/// is that of the second schedule of several.
///
/// Units  stages and microbatches count from 0, whatever pictures count from; schedules from 1
struct OpRef {
    std::optional<int> schedule = {};
    std::optional<int> stage = {}, microbatch = {};  // none: all
    std::string letter = {};                         // of the kind; empty: all

    /// Whether it names an op; what weights are fetched for is named, never the fetch.
    bool names(const Program& program, Op op) const;
    friend bool operator==(const OpRef&, const OpRef&) = default;
};

/// Errors  the text, and what one looks like
Result<OpRef> opRefIn(std::string_view text);

/// Reading it gives the same.
std::string textOf(const OpRef& ref);

/// What several names find in a program.
struct FoundOps {
    std::vector<Row> rows;      // each once, in order
    std::vector<bool> isFound;  // by name: whether it names any
};

/// Cost  some ten ns an op, however many names there are
FoundOps findOps(std::span<const OpRef> refs, const Program& program);

/// The rows of findOps().
std::vector<Row> rowsOf(std::span<const OpRef> refs, const Program& program);

/// Whether it names an op. Cost: that of looking for the first.
bool namesAny(const OpRef& ref, const Program& program);

}  // namespace bubblescope
