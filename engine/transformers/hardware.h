#pragma once

#include "engine/collectives/collective_cost.h"
#include "engine/scenario/parameters.h"

namespace bubblescope {

/// What ops run on: the key `cluster` of a scenario.
///
/// Units  TFLOP/s, GB (1e9 bytes), GB/s
struct Hardware {
    Cluster cluster;
    double peakTflops = 989, efficiency = 0.5;  // and the share of it that ops reach
    double memoryGb = 80, memoryGbs = 3350;
    double h2dGbs = 50, d2hGbs = 50, hostMemoryGbs = 200;
    double nvmeReadGbs = 6, nvmeWriteGbs = 4;
    bool isNvmeDuplex = true;

    /// Seconds.
    double timeOfFlops(double flops) const { return flops / (peakTflops * 1e12 * efficiency); }
    double memoryBytes() const { return memoryGb * 1e9; }

    friend bool operator==(const Hardware&, const Hardware&) = default;
};

/// A device that files name. A line of devices.def.
///
/// Units  as those of Hardware; 0 where there is none
struct KnownDevice {
    std::string_view id;  // forever
    std::string_view title;
    double peakTflops, fp8Tflops, memoryGb, memoryGbs;
    std::string_view source;   // whose claim the peak is
    std::string_view reached;  // of it in training
};
std::span<const KnownDevice> knownDevices();

/// A link that files name. A line of links.def.
struct KnownLink {
    std::string_view id;  // forever
    std::string_view title;
    double latencyUs, bandwidthGbs;
    std::string_view source;
};
std::span<const KnownLink> knownLinks();

/// Reads what stands under `cluster`, whose values are within the limits of their keys; what is left out is as without.
///
/// Errors  placed at a key of it: `device.preset`
Result<Hardware> hardwareOf(const ParameterValue::Object& values);

}  // namespace bubblescope
