#pragma once

#include "widgets/gantt/gantt_layout.h"

#include "engine/core/result.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// What a person looks for: "F 3", "b7 stage 2", "W5 device 1"; where ops have names of their own one of these, or how
/// several begin: "AGF2 rank 1", "ARA", "F3" of all chunks. Numbers are those that engine ids have.
struct OpQuery {
    char letter = 0;  // the first of a kind's, 0 of names; B also finds the input half, which stands where B stands
    std::optional<int> microbatch, stage, device;
    QString name{};  // in capitals; empty: whatever the op is called

    bool isOf(OpKind kind) const;
    bool matches(const Program& program, LaneId lane, Op op) const;
    bool matches(const TrackData& shown, LaneId lane, Op op) const;
    /// Whether it is an op's own name, or stands for it among others.
    bool isNamed(const QString& own) const;
    friend bool operator==(const OpQuery&, const OpQuery&) = default;
};

/// Reads a query. Microbatches and stages count from `firstNumber`, as cells show them; devices from 0.
///
/// Errors  what was not understood, with an example that would be
Result<OpQuery> parseOpQuery(const QString& text, int firstNumber);

/// An op of one of the stacked Gantts.
struct OpPlace {
    int track = 0;
    LaneId lane;
    Row row = 0;
    friend bool operator==(const OpPlace&, const OpPlace&) = default;
};

/// The first match after `from` in the order tracks, lanes, time; it starts over at the end. `from` itself is
/// only found when nothing else matches.
///
/// Cost  a scan of the lanes that can have a match, on from `from`: mostly of one
std::optional<OpPlace> findNext(const std::vector<TrackData>& shown, const OpQuery& query,
                                const std::optional<OpPlace>& from);

/// Where a match stands among all of them, in the order in which they are found: the first is 1.
struct FoundPlace {
    long long place = 0, all = 0;
    friend bool operator==(const FoundPlace&, const FoundPlace&) = default;
};

/// Cost  a scan of the lanes that can have a match
FoundPlace placeAmong(const std::vector<TrackData>& shown, const OpQuery& query, const OpPlace& match);

}  // namespace bubblescope
