#pragma once

#include "engine/core/result.h"
#include "engine/program/program.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Ops of a program by name, in the notation of orders in files: "2B7" is the backward of microbatch 7 on stage 2. Each
/// of the three parts may be "*" for all: "*F*" is every forward, "3**" every op of stage 3. "#2:2B7" is the op of the
/// second of several schedules.
///
/// Units  stages and microbatches count from 0, also in files, even where pictures count from 1; schedules count from 1
struct OpRef {
    std::optional<int> schedule = {};
    std::optional<int> stage = {}, microbatch = {};  // nothing: all
    std::string letter = {};                         // of the kind; empty: all

    /// Whether the name covers an op. A fetch has no name; only the op it fetches for has one.
    bool names(const Program& program, Op op) const;
    friend bool operator==(const OpRef&, const OpRef&) = default;
};

/// Reads a name in which the first stage and the first microbatch have the number `first`.
///
/// Errors  quotes the text and shows the expected form
Result<OpRef> opRefIn(std::string_view text, int first = 0);

/// opRefIn() of the result returns the same reference.
std::string textOf(const OpRef& ref, int first = 0);

/// The ops that several names cover in a program.
struct FoundOps {
    std::vector<Row> rows;      // each once, in order
    std::vector<bool> isFound;  // by name: whether it covers any op
};

/// Cost  about 10 ns per op, however many names there are
FoundOps findOps(std::span<const OpRef> refs, const Program& program);

/// The rows of findOps().
std::vector<Row> rowsOf(std::span<const OpRef> refs, const Program& program);

/// Whether the name covers any op. Cost: a search for the first one.
bool namesAny(const OpRef& ref, const Program& program);

}  // namespace bubblescope
