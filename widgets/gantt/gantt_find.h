#pragma once

#include "widgets/gantt/gantt_layout.h"

#include "engine/core/result.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// A search query: "F 3", "b7 stage 2", "W5 device 1"; if ops have their own names, one of these or the start of
/// several: "AGF2 rank 1", "ARA", "F3" for all chunks. The numbers are those of engine ids.
struct OpQuery {
    char letter = 0;  // the first letter of a kind, 0 for names; B also finds grad input, which takes the place of B
    std::optional<int> microbatch, stage, device;
    QString name{};  // in upper case; empty: any op

    bool isOf(OpKind kind) const;
    bool matches(const Program& program, LaneId lane, Op op) const;
    bool matches(const TrackData& shown, LaneId lane, Op op) const;
    /// Whether the query is an op's own name, or matches it among others.
    bool isNamed(const QString& own) const;
    friend bool operator==(const OpQuery&, const OpQuery&) = default;
};

/// Reads a query. Microbatches and stages count from `firstNumber`, as cells show them; devices count from 0.
///
/// Errors  what was not understood, with an example that works
Result<OpQuery> parseOpQuery(const QString& text, int firstNumber);

/// An op of one of the stacked Gantts.
struct OpPlace {
    int track = 0;
    LaneId lane;
    Row row = 0;
    friend bool operator==(const OpPlace&, const OpPlace&) = default;
};

/// The first match after `from` in the order tracks, lanes, time; the search wraps around at the end. `from` itself is
/// only found if nothing else matches.
///
/// Cost  scans the lanes that can contain a match, starting at `from`: usually one lane
std::optional<OpPlace> findNext(const std::vector<TrackData>& shown, const OpQuery& query,
                                const std::optional<OpPlace>& from);

/// The position of a match among all matches, in the order of the search: the first is 1.
struct FoundPlace {
    long long place = 0, all = 0;
    friend bool operator==(const FoundPlace&, const FoundPlace&) = default;
};

/// Cost: scans the lanes that can contain a match.
FoundPlace placeAmong(const std::vector<TrackData>& shown, const OpQuery& query, const OpPlace& match);

}  // namespace bubblescope
