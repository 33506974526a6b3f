#include "engine/transformers/hardware.h"

#include "engine/core/text.h"
#include "engine/transformers/model_keys.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The object under a key; an empty object if there is none.
ParameterValue::Object under(const ParameterValue::Object& values, std::string_view key) {
    const auto value = valueNamed(values, key);
    return value ? std::get<ParameterValue::Object>(value->held) : ParameterValue::Object();
}

double numberAt(const ParameterValue::Object& values, std::string_view key, double without) {
    const auto value = valueNamed(values, key);
    return value ? std::get<double>(value->held) : without;
}

/// The entry that a `preset` names; null if there is no `preset`.
template <class Known>
Result<const Known*> presetIn(const ParameterValue::Object& values, std::span<const Known> known, std::string noun,
                              const std::string& place) {
    const auto value = valueNamed(values, "preset");
    if (!value) return static_cast<const Known*>(nullptr);
    const std::string id = std::get<std::string>(value->held);
    std::vector<std::string_view> ids;
    for (const Known& one : known) {
        if (one.id == id) return &one;
        ids.push_back(one.id);
    }
    return Error{"unknown " + noun + " \"" + shortened(id) + "\"; nearest: \"" + nearestName(id, ids) + '"',
                 place + ".preset"};
}

/// `share` holds unless the link has its own.
Result<LinkSpeed> linkOf(const ParameterValue::Object& values, LinkSpeed without, double share,
                         const std::string& place) {
    const auto known = presetIn(values, knownLinks(), "link", place);
    if (!known) return known.error();
    if (*known) without = {(*known)->latencyUs, (*known)->bandwidthGbs, 1};
    return LinkSpeed{numberAt(values, "latency_us", without.latency),
                     numberAt(values, "bandwidth_gbs", without.bandwidth), numberAt(values, "efficiency", share)};
}

/// Refuses rates of 0.
Result<void> checkRates(const ParameterValue::Object& values, const Parameter& parameter, const std::string& path) {
    for (const auto& [name, value] : values) {
        const auto part = std::find_if(parameter.parts.begin(), parameter.parts.end(),
                                       [&name = name](const Parameter& known) { return known.key == name; });
        const std::string place = path + name;
        if (const auto* inner = std::get_if<ParameterValue::Object>(&value.held)) {
            if (auto ok = checkRates(*inner, *part, place + "."); !ok) return ok;
        } else if (const auto* number = std::get_if<double>(&value.held); number && *number == 0) {
            constexpr std::string_view kOrNone[] = {"latency_us", "contention", "reserve_gb", "fragmentation"};
            const bool mayBeNone = std::find(std::begin(kOrNone), std::end(kOrNone), name) != std::end(kOrNone);
            if (!mayBeNone && part->usual != 0.0)
                return Error{"must be greater than 0, is 0" +
                                 (part->usual ? "; default: " + numberText(*part->usual) : std::string()),
                             place};
        }
    }
    return {};
}

}  // namespace

std::span<const KnownDevice> knownDevices() {
    static constexpr KnownDevice kKnown[] = {
#define DEVICE(name, called, ...) {.id = name, .title = called, __VA_ARGS__},
#include "engine/transformers/devices.def"
#undef DEVICE
    };
    return kKnown;
}

std::span<const KnownLink> knownLinks() {
    static constexpr KnownLink kKnown[] = {
#define LINK(name, called, ...) {.id = name, .title = called, __VA_ARGS__},
#include "engine/transformers/links.def"
#undef LINK
    };
    return kKnown;
}

namespace {

/// Refuses the share of one way to cost ops beside the other.
Result<void> checkCost(const ParameterValue::Object& device, bool isFlat) {
    if (!isFlat && valueNamed(device, "efficiency"))
        return Error{
            "needs cost \"flat\"; with cost \"roofline\", use gemm, attention and memory of the device, and "
            "links of the cluster",
            "device.efficiency"};
    if (valueNamed(device, "memory_gib") && valueNamed(device, "memory_gb"))
        return Error{"and memory_gib both set the memory; remove one of them", "device.memory_gb"};
    return {};
}

/// A device that no preset names.
constexpr ReachedShares kStart = {0.6, 0.35, 0.65, 0.45};

/// The numbers of a device, those of its preset or its own.
void readDevice(const ParameterValue::Object& values, const KnownDevice* known, bool isFp8, Hardware& out) {
    if (!known && !valueNamed(values, "peak_tflops"))
        known = &*std::ranges::find(knownDevices(), "h100", &KnownDevice::id);
    ReachedShares start = known ? known->start : kStart;
    if (known && isFp8) start.gemm = known->gemmOfFp8;
    if (known) {
        out.peakTflops = known->peakTflops;
        out.fp8Tflops = known->fp8Tflops;
        out.memoryGib = known->memoryGib;
        out.memoryGbs = known->memoryGbs;
    }
    out.peakTflops = numberAt(values, "peak_tflops", out.peakTflops);
    out.fp8Tflops = numberAt(values, "fp8_tflops", out.fp8Tflops);
    out.efficiency = numberAt(values, "efficiency", out.efficiency);
    constexpr double kGibi = 1024.0 * 1024 * 1024;
    if (const auto gb = valueNamed(values, "memory_gb")) out.memoryGib = std::get<double>(gb->held) * 1e9 / kGibi;
    out.memoryGib = numberAt(values, "memory_gib", out.memoryGib);
    out.memoryGbs = numberAt(values, "memory_gbs", out.memoryGbs);
    out.reserveGb = numberAt(values, "reserve_gb", out.reserveGb);
    out.fragmentation = numberAt(values, "fragmentation", out.fragmentation);
    out.start = start;
    out.reached.links = out.isFlat ? 1 : start.links;
    if (out.isFlat) return;
    out.reached.gemm = numberAt(values, "gemm", start.gemm);
    out.reached.attention = numberAt(values, "attention", start.attention);
    out.reached.memory = numberAt(values, "memory", start.memory);
    const auto runs = valueNamed(values, "calibrated");
    if (!runs) return;
    for (const ParameterValue& run : std::get<ParameterValue::List>(runs->held)) {
        const auto& row = std::get<ParameterValue::Object>(run.held);
        const double measured = numberAt(row, "measured_ms", 0), predicted = numberAt(row, "predicted_ms", 0);
        if (measured <= 0) continue;
        ++out.calibratedRuns;
        out.calibratedError += std::abs(predicted / measured - 1);
    }
    if (out.calibratedRuns > 0) out.calibratedError /= out.calibratedRuns;
}

}  // namespace

Result<Hardware> hardwareOf(const ParameterValue::Object& values, bool isFp8) {
    if (auto ok = checkRates(values, kClusterParameter, {}); !ok) return ok.error();
    Hardware out;
    if (const auto cost = valueNamed(values, "cost")) out.isFlat = std::get<std::string>(cost->held) == "flat";
    if (const auto nodeSize = valueNamed(values, "node_size")) out.cluster.nodeSize = std::get<int>(nodeSize->held);
    const auto device = under(values, "device"), inter = under(values, "inter"), host = under(values, "host"),
               nvme = under(values, "nvme");
    const auto known = presetIn(device, knownDevices(), "device", "device");
    if (!known) return known.error();
    if (auto ok = checkCost(device, out.isFlat); !ok) return ok.error();
    readDevice(device, *known, isFp8, out);
    const double share = out.reached.links = numberAt(values, "links", out.reached.links);
    out.contention = numberAt(values, "contention", out.isFlat ? 0 : 0.25);
    auto intraLink = linkOf(under(values, "intra"), out.cluster.intra, share, "intra");
    if (!intraLink) return intraLink.error();
    out.cluster.intra = *intraLink;
    auto interLink = linkOf(inter, out.cluster.inter, share, "inter");
    if (!interLink) return interLink.error();
    out.cluster.inter = *interLink;
    if (const auto per = valueNamed(inter, "per"))
        out.cluster.isPortShared = std::get<std::string>(per->held) == "node";
    const auto rules = valueNamed(values, "link_rules");
    out.cluster.usesAllPorts = !rules || std::get<int>(rules->held) == 2;
    out.cluster.launch = numberAt(values, "launch_us", 0);
    out.h2dGbs = numberAt(host, "h2d_gbs", out.h2dGbs);
    out.d2hGbs = numberAt(host, "d2h_gbs", out.d2hGbs);
    out.hostMemoryGbs = numberAt(host, "memory_gbs", out.hostMemoryGbs);
    out.nvmeReadGbs = numberAt(nvme, "read_gbs", out.nvmeReadGbs);
    out.nvmeWriteGbs = numberAt(nvme, "write_gbs", out.nvmeWriteGbs);
    if (const auto duplex = valueNamed(nvme, "duplex")) out.isNvmeDuplex = std::get<bool>(duplex->held);
    return out;
}

}  // namespace bubblescope
