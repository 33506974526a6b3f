#pragma once

#include "engine/collectives/collective_cost.h"
#include "engine/scenario/parameters.h"

namespace bubblescope {

/// The hardware that ops run on: the key `cluster` of a scenario.
///
/// Units  TFLOP/s, GB (1e9 bytes), GB/s
struct Hardware {
    Cluster cluster;
    double peakTflops = 989, efficiency = 0.5;  // and the share of the peak that ops reach
    double memoryGb = 80, memoryGbs = 3350;
    double h2dGbs = 50, d2hGbs = 50, hostMemoryGbs = 200;
    double nvmeReadGbs = 6, nvmeWriteGbs = 4;
    bool isNvmeDuplex = true;

    /// Result in seconds.
    double timeOfFlops(double flops) const { return flops / (peakTflops * 1e12 * efficiency); }
    double memoryBytes() const { return memoryGb * 1e9; }

    friend bool operator==(const Hardware&, const Hardware&) = default;
};

/// A device that files can name. One line of devices.def.
///
/// Units  as for Hardware; 0 if there is no such number
struct KnownDevice {
    std::string_view id;  // never changes
    std::string_view title;
    double peakTflops, fp8Tflops, memoryGb, memoryGbs;
    std::string_view source;   // who claims the peak
    std::string_view reached;  // share of the peak that training reaches
};
std::span<const KnownDevice> knownDevices();

/// A link that files can name. One line of links.def.
struct KnownLink {
    std::string_view id;  // never changes
    std::string_view title;
    double latencyUs, bandwidthGbs;
    std::string_view source;
};
std::span<const KnownLink> knownLinks();

/// Reads the value of `cluster`, whose numbers are within their limits; missing keys get their defaults.
///
/// Errors  placed at a key of the value: `device.preset`
Result<Hardware> hardwareOf(const ParameterValue::Object& values);

}  // namespace bubblescope
