#pragma once

#include "engine/collectives/collective_cost.h"
#include "engine/scenario/parameters.h"

namespace bubblescope {

/// The shares of a device's and its links' rates that are reached: by products, by fused attention, by what goes
/// through memory, and by messages. What is fitted to measured runs.
struct ReachedShares {
    double gemm = 1, attention = 1, memory = 1, links = 1;

    friend bool operator==(const ReachedShares&, const ReachedShares&) = default;
};

/// The hardware that ops run on: the key `cluster` of a scenario.
///
/// Units  TFLOP/s, GiB (2^30 bytes), GB (1e9 bytes), GB/s
struct Hardware {
    Cluster cluster;
    bool isFlat = false;  // ops take their FLOPs at one efficiency
    double peakTflops = 989, fp8Tflops = 0, efficiency = 0.5;
    ReachedShares reached, start;  // as stated; and of a device that nobody has measured
    int calibratedRuns = 0;        // to which the stated shares were fitted
    double calibratedError = 0;    // mean, of what is predicted of them
    double contention = 0;         // by how much a collective beside an op slows it down
    double memoryGib = 79.2, memoryGbs = 3350;
    double reserveGb = 1.6, fragmentation = 0.05;  // outside the allocator; and what it reserves beyond the peak
    double h2dGbs = 50, d2hGbs = 50, hostMemoryGbs = 200;
    double nvmeReadGbs = 6, nvmeWriteGbs = 4;
    bool isNvmeDuplex = true;

    /// Result in seconds.
    double timeOfFlops(double flops) const { return flops / (peakTflops * 1e12 * efficiency); }
    /// Bytes/s of kernels that only move data.
    double memoryRate() const { return memoryGbs * 1e9 * reached.memory; }
    double memoryBytes() const { return memoryGib * 1024 * 1024 * 1024; }
    /// The largest peak with which a step runs.
    double usableBytes() const { return (memoryBytes() - reserveGb * 1e9) / (1 + fragmentation); }
    /// The mean error to expect of a time, by the number of runs that the machine's numbers were fitted to.
    double expectedError() const { return calibratedRuns == 0 ? 0.10 : calibratedRuns == 1 ? 0.07 : 0.03; }
    /// Whether a peak that fits fills the device to within 3%: allocators then retry, and runs are slower than
    /// predicted.
    bool isToTheBrim(double peak) const {
        constexpr double kFull = 0.97;
        return fits(peak) && peak * (1 + fragmentation) + reserveGb * 1e9 >= kFull * memoryBytes();
    }
    bool fits(double peak) const { return peak * (1 + fragmentation) + reserveGb * 1e9 <= memoryBytes(); }

    friend bool operator==(const Hardware&, const Hardware&) = default;
};

/// A device that files can name. One line of devices.def.
///
/// Units  as for Hardware; 0 if there is no such number
struct KnownDevice {
    std::string_view id;  // never changes
    std::string_view title;
    double peakTflops, fp8Tflops, memoryGb, memoryGib, memoryGbs;  // the vendor's memory, and what processes get
    ReachedShares start;                                           // until runs are measured
    double gemmOfFp8;
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
/// With `isFp8`, products reach another share of the peak unless the device says which.
///
/// Errors  placed at a key of the value: `device.preset`
Result<Hardware> hardwareOf(const ParameterValue::Object& values, bool isFp8 = false);

}  // namespace bubblescope
