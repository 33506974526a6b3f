#pragma once

#include "engine/core/ids.h"
#include "engine/core/result.h"
#include "engine/scenario/family.h"
#include "engine/scenario/parameters.h"
#include "engine/scenario/workload_keys.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace bubblescope {

/// A time for every device: one number for all devices, or one per device.
///
/// Shapes  scalar or [D]
/// Units   the user's
using PerDevice = std::variant<double, std::vector<double>>;

/// The links of a cluster of nodes: device d is on node d div nodeSize.
///
/// Units  the user's
struct NodeLinks {
    int nodeSize = 1;
    double inside = 0, between = 0;

    friend bool operator==(const NodeLinks&, const NodeLinks&) = default;
};

/// T_C: one number for all links, a matrix indexed [from][to] whose diagonal is ignored, or one number inside nodes and
/// one between them.
///
/// Shapes  scalar, [D][D] with D <= kMaxMatrixDevices, or NodeLinks
/// Units   the user's
using Comm = std::variant<double, std::vector<std::vector<double>>, NodeLinks>;

/// T_C from one device to another.
double at(const Comm& comm, std::size_t from, std::size_t to);
/// The largest T_C between two different devices.
double largest(const Comm& comm);

/// How much longer the ops of the model's first or last stage take, beyond their share of the device's time.
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

/// What the given times refer to: a whole microbatch on a device, so that an op of one of v chunks takes 1/v of it; or
/// one op, whatever v is.
enum class TimeBasis { Microbatch, Chunk };
inline constexpr std::string_view kTimeBases[] = {"microbatch", "chunk"};  // in files

/// Whether a device continues while its result is being sent, or waits until it has arrived.
enum class Send { Async, Blocking };
inline constexpr std::string_view kSends[] = {"async", "blocking"};  // in files

/// The words that files use for a key that is a choice.
constexpr std::span<const std::string_view> wordsOf(TimeBasis) { return kTimeBases; }
constexpr std::span<const std::string_view> wordsOf(Send) { return kSends; }
template <class T>
constexpr bool isChosenWord = std::is_enum_v<T>;
template <class T>
requires isChosenWord<T>
constexpr std::string_view wordOf(T choice) { return wordsOf(choice)[static_cast<std::size_t>(choice)]; }

/// Units that times may have; empty for none.
inline constexpr std::string_view kTimeUnits[] = {"ns", "us", "ms", "s", ""},
                                  kTimeUnitWords[] = {"ns", "µs", "ms", "s", "no unit"};

inline constexpr int kMaxDevices = 4096;
inline constexpr int kMaxMicrobatches = 1'000'000;
inline constexpr int kMaxChunks = 64;
inline constexpr int kMaxSequencePieces = 64;
inline constexpr int kMaxMatrixDevices = 512;
inline constexpr long long kMaxOps = 200'000'000;
inline constexpr std::size_t kMaxSchedules = 10'000;
/// Limit on the times in the workload's lists and matrix. They count once per schedule, because each schedule runs on
/// its own copy.
inline constexpr long long kMaxListedTimes = 100'000'000;

inline constexpr std::string_view kNeededOfLinks = "links by node need node_size, inside and between";
/// The keys of links by node.
inline constexpr Parameter kNodeLinkKeys[] = {
    {.key = "node_size", .meaning = "devices per node", .least = 1, .most = kMaxDevices, .needed = kNeededOfLinks},
    {.key = "inside",
     .type = ParameterType::Number,
     .meaning = "T_C inside a node",
     .least = 0,
     .needed = kNeededOfLinks},
    {.key = "between",
     .type = ParameterType::Number,
     .meaning = "T_C between nodes",
     .least = 0,
     .needed = kNeededOfLinks},
};

/// The work on which schedules are compared.
///
/// Units       times in the user's unit; ratios in [0,1]
/// Invariants  those that checkWorkload() checks
struct Workload {
#define BUBBLESCOPE_WORKLOAD_KEY(member, T, usual, ...) T member = usual;
#define BUBBLESCOPE_SHARED_KEY(member, T, usual, ...) T member = usual;
#include "engine/scenario/workload_keys.def"
#undef BUBBLESCOPE_WORKLOAD_KEY
#undef BUBBLESCOPE_SHARED_KEY
    int pieces = 1;  // how many pieces a kind cuts each microbatch's sequence into; not a key

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

/// The workload keys that one schedule overrides: each member is a member of Workload that workload_keys.def lists, or
/// nothing.
struct WorkloadPatch {
#define BUBBLESCOPE_WORKLOAD_KEY(member, T, ...) OwnValue<T>::Type member = {};
#define BUBBLESCOPE_SHARED_KEY(...)
#include "engine/scenario/workload_keys.def"
#undef BUBBLESCOPE_WORKLOAD_KEY

    friend bool operator==(const WorkloadPatch&, const WorkloadPatch&) = default;
};

/// Calls `f(key, member of Workload, member of WorkloadPatch)` for every key that a schedule may override; `key` is a
/// WorkloadKey. The only other key is `time_unit`, which labels the shared axis.
template <class F>
void forEachWorkloadKey(F&& f) {
    const WorkloadKey* key = workloadKeys().data();
#define BUBBLESCOPE_WORKLOAD_KEY(member, ...) f(*key++, &Workload::member, &WorkloadPatch::member);
#include "engine/scenario/workload_keys.def"
#undef BUBBLESCOPE_WORKLOAD_KEY
#undef BUBBLESCOPE_SHARED_KEY
}

/// An entry of an open document, whatever its place and its values. The document gives it, and undo keeps it; files do
/// not have it.
using EntryId = Id<struct EntryTag>;

/// The colour of an entry to which no document gave one.
inline constexpr int kNoColor = -1;

/// One entry to compare: its kind, the workload keys it overrides, and the values of its kind's parameters.
///
/// Shapes      kind is an id from the kinds.def of its family; values by name, ascending
/// Invariants  the values of a scheme are those that setScheme() writes
struct ScheduleEntry {
    std::string kind;
    std::optional<std::string> label;
    WorkloadPatch own;
    Family family = Family::Schedule;
    std::vector<NamedValue> values = {};
    EntryId id = {};
    int color = kNoColor;  // of its curves, like ScheduleKind::color; given and kept like the id

    /// Whether both say the same, whichever entries they are.
    friend bool operator==(const ScheduleEntry& a, const ScheduleEntry& b) {
        return std::tie(a.kind, a.label, a.own, a.family, a.values) ==
               std::tie(b.kind, b.label, b.own, b.family, b.values);
    }
};

/// Makes them entries of no document.
void forgetIds(std::vector<ScheduleEntry>& entries);

/// What training steps share: a model, the cluster it runs on, and a mesh of ranks.
///
/// Shapes  values of the parts of kModelParameter, kClusterParameter and kMeshParameter; empty if not given
struct Training {
    ParameterValue::Object model, cluster, mesh;

    friend bool operator==(const Training&, const Training&) = default;
};

/// Everything a person can set up: a workload and the schedules to compare on it. The window edits it, files store it,
/// and pictures carry it.
///
/// Shapes  style: values of the style by name, empty for the default style; published: one object for each number
///         that a paper prints about the scenario
struct Scenario {
    std::string title;
    Workload workload;
    std::vector<ScheduleEntry> schedules;
    Training training = {};
    ParameterValue::Object style = {};
    ParameterValue::List published = {};

    friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// The workload, with a schedule's own keys replacing the shared ones.
Workload patched(Workload workload, const WorkloadPatch& patch);

/// T_FB as given, or else T_F + T_B.
PerDevice pairTimes(const Workload& workload);

/// The number of times in the workload's lists and matrix.
long long listedTimes(const Workload& workload);

/// Whether `patch` has `key`, a key of workloadKeys().
bool hasKey(const WorkloadPatch& patch, std::string_view key);

/// The workload on another number of devices. Lists and the T_C matrix keep the values of the first and the last
/// devices; in the middle one device is repeated, or some are dropped. A matrix that would exceed kMaxMatrixDevices
/// becomes its largest off-diagonal entry.
Workload withDevices(Workload workload, int devices);

/// Returns the place of a workload key in the file, for an error message.
using KeyPath = std::function<std::string(std::string_view key)>;

/// Refuses sizes beyond the limits, lists of the wrong length, negative or non-finite times, ratios outside [0,1], and
/// a T_W that exceeds the backward.
///
/// Errors  at the first offending place, as `pathOf` names it, e.g. `workload.backward[2]`
Result<void> checkWorkload(const Workload& workload, const KeyPath& pathOf);

}  // namespace bubblescope
