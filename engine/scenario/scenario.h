#pragma once

#include "engine/core/result.h"
#include "engine/scenario/parameters.h"
#include "engine/scenario/scheme.h"
#include "engine/scenario/workload_keys.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace bubblescope {

/// A time for every device: one number for all of them, or one each.
///
/// Shapes  scalar or [D]
/// Units   the user's
using PerDevice = std::variant<double, std::vector<double>>;

/// Links of a cluster of nodes: device d stands on node d div nodeSize.
///
/// Units  the user's
struct NodeLinks {
    int nodeSize = 1;
    double inside = 0, between = 0;

    friend bool operator==(const NodeLinks&, const NodeLinks&) = default;
};

/// T_C: one number for all links, a matrix indexed [from][to] whose diagonal is ignored, or two by node.
///
/// Shapes  scalar, [D][D] with D <= kMaxMatrixDevices, or by node
/// Units   the user's
using Comm = std::variant<double, std::vector<std::vector<double>>, NodeLinks>;

/// From one device to another one.
double at(const Comm& comm, std::size_t from, std::size_t to);
/// The largest T_C of two different devices.
double largest(const Comm& comm);

/// What the ops of one stage take beside their share of a device's time: of a model's first or last one.
///
/// Units  the user's
struct StageTimes {
    double forward = 0, backward = 0;

    friend bool operator==(const StageTimes&, const StageTimes&) = default;
};

inline double at(const PerDevice& times, std::size_t device) {
    const auto* list = std::get_if<1>(&times);
    return list ? (*list)[device] : std::get<0>(times);
}

/// What the given times are times of: a whole microbatch on a device (an op of one of v chunks takes
/// 1/v of it), or one op, whatever v is.
enum class TimeBasis { Microbatch, Chunk };
inline constexpr std::string_view kTimeBases[] = {"microbatch", "chunk"};  // in files

/// Whether a device goes on while what it made is under way to another one, or waits until it is there.
enum class Send { Async, Blocking };
inline constexpr std::string_view kSends[] = {"async", "blocking"};  // in files

/// The words of files for a key that is a choice.
constexpr std::span<const std::string_view> wordsOf(TimeBasis) { return kTimeBases; }
constexpr std::span<const std::string_view> wordsOf(Send) { return kSends; }
template <class T>
constexpr bool isChosenWord = std::is_enum_v<T>;
template <class T>
requires isChosenWord<T>
constexpr std::string_view wordOf(T choice) { return wordsOf(choice)[static_cast<std::size_t>(choice)]; }

/// Labels that times may have; empty for none.
inline constexpr std::string_view kTimeUnits[] = {"ns", "us", "ms", "s", ""};

inline constexpr int kMaxDevices = 4096;
inline constexpr int kMaxMicrobatches = 1'000'000;
inline constexpr int kMaxChunks = 64;
inline constexpr int kMaxSequencePieces = 64;
inline constexpr int kMaxMatrixDevices = 512;
inline constexpr long long kMaxOps = 200'000'000;
inline constexpr std::size_t kMaxSchedules = 10'000;
/// Times in the workload's lists and matrix, counted once for each schedule, because each runs on its own copy.
inline constexpr long long kMaxListedTimes = 100'000'000;

/// The work that schedules are compared on.
///
/// Units       times in the user's unit; ratios in [0,1]
/// Invariants  those that checkWorkload() checks
struct Workload {
    int devices = 4;
    int microbatches = 8;
    int chunks = 2;
    PerDevice forward = 100.0;
    PerDevice backward = 200.0;
    std::optional<PerDevice> weight;           // wins over weightFraction
    double weightFraction = 0.5;               // T_W as a share of T_B
    std::optional<PerDevice> forwardBackward;  // T_FB of a forward and a backward that run as one; else their sum
    Comm comm = 0.0;
    double recompute = 0.0;
    double imbalance = 0.0;
    double weightHold = 1.0;            // share of the activations that a split backward keeps for its weight half
    double recomputeKeep = 0.06;        // share of the recomputed activations that is kept: the layers' inputs
    std::optional<double> memoryLimit;  // in activations of one microbatch on one device
    StageTimes embedding, head;         // of stage 0 and of the last one, whatever v is
    TimeBasis timeBasis = TimeBasis::Microbatch;
    Send send = Send::Async;
    std::string timeUnit = "ms";
    int pieces = 1;  // into which a kind cuts the sequences of microbatches; no key

    friend bool operator==(const Workload&, const Workload&) = default;
};

/// A value that may be left out.
template <class T>
struct OwnValue {
    using Type = std::optional<T>;
};
template <class T>
struct OwnValue<std::optional<T>> {
    using Type = std::optional<T>;
};

/// The workload keys that one schedule overrides for itself: each member of Workload that workload_keys.def lists, or
/// nothing.
struct WorkloadPatch {
#define BUBBLESCOPE_WORKLOAD_KEY(member, ...) OwnValue<decltype(Workload::member)>::Type member = {};
#define BUBBLESCOPE_SHARED_KEY(...)
#include "engine/scenario/workload_keys.def"
#undef BUBBLESCOPE_WORKLOAD_KEY

    friend bool operator==(const WorkloadPatch&, const WorkloadPatch&) = default;
};

/// Calls `f(key, member of Workload, member of WorkloadPatch)` for every key that a schedule may override, where `key`
/// is a WorkloadKey. `time_unit` is the only other key: it labels the shared axis.
template <class F>
void forEachWorkloadKey(F&& f) {
    const WorkloadKey* key = workloadKeys().data();
#define BUBBLESCOPE_WORKLOAD_KEY(member, ...) f(*key++, &Workload::member, &WorkloadPatch::member);
#include "engine/scenario/workload_keys.def"
#undef BUBBLESCOPE_WORKLOAD_KEY
#undef BUBBLESCOPE_SHARED_KEY
}

/// One schedule to compare: its kind, what it overrides, and what it gives the parameters of its kind.
///
/// Shapes  kind is an id of schedules/kinds.def, of a step of steps/kinds.def; or, with a `scheme`, which holds the
///         parameters, the same as its kind; values by name, ascending
struct ScheduleEntry {
    std::string kind;
    std::optional<std::string> label;
    WorkloadPatch own;
    std::optional<Scheme> scheme = {};
    std::vector<NamedValue> values = {};
    bool isStep = false;

    friend bool operator==(const ScheduleEntry&, const ScheduleEntry&) = default;
};

/// What training steps share: a model, what it runs on, and a mesh of ranks.
///
/// Shapes  values of the parts of kModelParameter, kClusterParameter and kMeshParameter; empty where there is none
struct Training {
    ParameterValue::Object model, cluster, mesh;

    friend bool operator==(const Training&, const Training&) = default;
};

/// Everything a person can set up: a workload and the schedules to compare on it. What the window
/// edits, files hold and pictures carry.
///
/// Shapes  style: values of a figure's look, by name, empty for the usual one; published: numbers that a paper prints
///         of it, an object each
struct Scenario {
    std::string title;
    Workload workload;
    std::vector<ScheduleEntry> schedules;
    Training training = {};
    ParameterValue::Object style = {};
    ParameterValue::List published = {};

    friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// The workload with a schedule's own keys in place of the shared ones.
Workload patched(Workload workload, const WorkloadPatch& patch);

/// T_FB: as it is given, or T_F + T_B.
PerDevice pairTimes(const Workload& workload);

/// How many times the lists and the matrix of a workload hold.
long long listedTimes(const Workload& workload);

/// Whether `patch` holds `key`, a key of workloadKeys().
bool hasKey(const WorkloadPatch& patch, std::string_view key);

/// The workload on another number of devices: lists and the T_C matrix keep the values of the
/// first devices and of the last ones; between them the middle one is repeated, or some are dropped. A matrix that
/// would pass kMaxMatrixDevices becomes its largest off-diagonal entry.
Workload withDevices(Workload workload, int devices);

/// Names the place of a workload key in the file, for an error message.
using KeyPath = std::function<std::string(std::string_view key)>;

/// Refuses sizes past the limits, lists of the wrong length, negative or non-finite times, ratios
/// outside [0,1], and a weight half longer than the backward.
///
/// Errors  the first offending place, as `pathOf` names it, e.g. `workload.backward[2]`
Result<void> checkWorkload(const Workload& workload, const KeyPath& pathOf);

}  // namespace bubblescope
