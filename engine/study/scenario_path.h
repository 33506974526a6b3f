#pragma once

#include "engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

struct PathKind;

/// The path of a number that curves, experiments, walks and markers can vary: `comm`, `schedules[1].group_size`,
/// `times.all_reduce`, `model.sequence`, `head[0]`.
///
/// Invariants  `kind` is null if the text is the path of no number
struct ScenarioPath {
    std::string text;
    const PathKind* kind = nullptr;
    std::string key;                  // what it names: "comm", "group_size", "all_reduce"
    std::size_t index = 0;            // of the schedule, rank or part
    std::vector<std::string> halves;  // of a time of steps: the times that stay half of it, once bound() found them

    ScenarioPath() = default;
    ScenarioPath(std::string path);
    ScenarioPath(std::string_view path) : ScenarioPath(std::string(path)) {}
    ScenarioPath(const char* path) : ScenarioPath(std::string(path)) {}

    bool isWhole() const;
    /// Whether values along an axis have equal ratios.
    bool isLogarithmic() const;
    /// Whether it is a time in the user's unit.
    bool isTime() const;
    /// Whether all steps share the number, so that a new value may change every entry.
    bool isOfSteps() const;
    /// "T_C", "s"; empty if it has none.
    std::string symbol() const;
    /// "communication", "sequence length", "slowdown of rank 2".
    std::string title() const;
    /// The number in tables and messages: "T_C", "model.sequence", "T_F of device 3".
    std::string name() const;

    friend bool operator==(const ScenarioPath& a, const ScenarioPath& b) { return a.text == b.text; }
    friend bool operator==(const ScenarioPath& a, const char* b) { return a.text == b; }
};

/// The range of an axis.
struct AxisRange {
    double from = 0, to = 0;
    friend bool operator==(const AxisRange&, const AxisRange&) = default;
};

/// A kind of numbers that paths name. Each is a constant in a file path_NAME.cpp.
///
/// Invariants  a null function means what its comment says; `get` and `set` are there unless only experiments vary the
///             number, and so is `range` except for numbers of one schedule, whose walks have values of their own
struct PathKind {
    /// Fills in what follows from the text; false if that is not a path of this kind.
    bool (*read)(ScenarioPath& path);
    bool (*isWhole)(const ScenarioPath& path);
    bool (*isLogarithmic)(const ScenarioPath& path) = nullptr;  // no
    bool (*isTime)(const ScenarioPath& path) = nullptr;         // no
    bool isOfSteps = false;
    std::string (*symbol)(const ScenarioPath& path) = nullptr;  // none
    std::string (*title)(const ScenarioPath& path);
    std::string (*name)(const ScenarioPath& path) = nullptr;  // the title
    std::optional<double> (*get)(const Scenario& scenario, const ScenarioPath& path) = nullptr;
    Scenario (*set)(Scenario scenario, const ScenarioPath& path, double x, bool keepRatio) = nullptr;
    AxisRange (*range)(const Scenario& scenario, const ScenarioPath& path) = nullptr;
    /// Values along an axis, except for the present one. Null or none: evenly spaced ones.
    std::vector<double> (*values)(const Scenario& scenario, const ScenarioPath& path, AxisRange range) = nullptr;
    /// Sets the number in an experiment's scenario, which has one entry. The entry's own values stay. Null: experiments
    /// do not vary it.
    void (*vary)(Scenario& alone, const ScenarioPath& path, double x) = nullptr;
};

extern const PathKind kWorkloadPath, kSchedulePath, kStepTimePath, kRanksPath, kSlowdownPath, kDevicesPath,
    kTrainingPath, kPartPath;

/// The scenario with another value at a path. A workload key's value replaces a matrix and the schedules' own values;
/// but their own D and MBS distinguish them and stay. With `keepRatio`, a new D keeps MBS/D.
Scenario atValue(Scenario scenario, const ScenarioPath& path, double x, bool keepRatio);

/// The present value; nothing if it is a list or a matrix, or if steps have different ones.
std::optional<double> presentValue(const Scenario& scenario, const ScenarioPath& path);

/// The range of an axis: that of a key's slider, T_C 0-2 T_F, or around the present value, which it includes.
AxisRange axisRange(const Scenario& scenario, const ScenarioPath& path);

/// The path with everything that follows from the entries with which it is varied.
ScenarioPath bound(ScenarioPath path, const Scenario& series);

/// A number of one schedule: a parameter or a size of a placement scheme, or a workload key that the schedule then
/// overrides.
ScenarioPath pathOfSchedule(std::size_t schedule, std::string_view number);
/// A time that all steps share (engine/entries/step_edits.h).
ScenarioPath pathOfStepTime(std::string_view key);
/// The slowdown factor of a rank; `ranks` is their number, and `mesh.devices` that of the devices of a model's steps.
ScenarioPath pathOfSlowdown(int rank);

/// The number that a path names in what steps share - `mesh.tp`, `model.sequence` - or null.
const Parameter* trainingNumberIn(const ScenarioPath& path);

/// Sets a number inside a workload key, or returns why the workload does not have it.
Result<void> setPart(Workload& workload, const ScenarioPath& path, double value);
/// The paths of the numbers of stages, and of links by node if the workload has them.
std::vector<std::string> partsOf(const Workload& workload);

}  // namespace bubblescope
