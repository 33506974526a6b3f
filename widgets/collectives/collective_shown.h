#pragma once

#include "engine/collectives/collective_setup.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

/// The unit that times of a collective are shown in.
struct ClockUnit {
    double microseconds = 1;
    QString name{};

    /// That in which a time is 1 to 999, of those from microseconds on.
    static ClockUnit of(double microseconds);
};

/// A collective by one algorithm, as far as it has one: what a Gantt shows of it.
struct ClockRun {
    std::string id;  // as the setup has it: kAuto too
    Result<CollectiveRun> run;
};
std::vector<ClockRun> runChosen(const CollectiveSetup& setup);

/// The tracks of algorithms on one clock: when every rank sends and receives, what waits for whom, and where a half
/// ends. Title lines say the time, the bus bandwidth, what the busiest rank sends, and what passes between nodes.
///
/// Shapes  one a run; a run without a plan is told in numbers alone
/// Cost    that of timelineOf(), and of the sums that pictures of many cells need
struct ClockTracks {
    std::vector<TrackData> shown;
    ClockUnit unit;
};
ClockTracks clockTracks(const CollectiveSetup& setup, std::vector<ClockRun> runs, const Theme& theme);

/// Bytes that pass between nodes.
double bytesBetweenNodes(const CollectiveSetup& setup, const Plan& plan);

}  // namespace bubblescope
