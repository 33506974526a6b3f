#pragma once

#include "engine/collectives/collective_setup.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/track_data.h"

namespace bubblescope {

/// The unit in which times of a collective are shown.
struct ClockUnit {
    double microseconds = 1;
    QString name{};

    /// The unit in which a time is 1 to 999; microseconds is the smallest.
    static ClockUnit of(double microseconds);
};

/// A collective run by one algorithm, or why that is refused; a Gantt track shows it.
struct ClockRun {
    std::string id;  // as in the setup, including kAuto
    Result<CollectiveRun> run;
};
std::vector<ClockRun> runChosen(const CollectiveSetup& setup);

/// The tracks of algorithms on one time axis: when every rank sends and receives, who waits for whom, and where a phase
/// ends. Title lines show the time, the bus bandwidth, what the busiest rank sends, and the bytes between nodes.
///
/// Shapes  one track per run; a run without a plan has numbers only
/// Cost    that of timelineOf(), plus the sums that pictures of many cells need
struct ClockTracks {
    std::vector<TrackData> shown;
    ClockUnit unit;
};
ClockTracks clockTracks(const CollectiveSetup& setup, std::vector<ClockRun> runs, const Theme& theme);

/// Bytes sent between nodes.
double bytesBetweenNodes(const CollectiveSetup& setup, const Plan& plan);

}  // namespace bubblescope
