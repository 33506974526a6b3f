#pragma once

#include "engine/io/json_text.h"
#include "engine/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>
#include <span>

namespace bubblescope {

/// A kind of file that this program reads, told by its keys `format` and `version`.
struct FileFormat {
    std::string_view id;
    int version;
    std::string_view noun;  // "a scenario"
    std::string_view verb;  // of the command line, that runs such a file
};

inline constexpr FileFormat kScenarioFormat = {"bubblescope-scenario", 1, "a scenario", "simulate"};
inline constexpr FileFormat kExperimentFormat = {"bubblescope-experiment", 1, "an experiment", "sweep"};
inline constexpr FileFormat kCollectiveFormat = {"bubblescope-collective", 1, "a collective", "collective"};
inline constexpr FileFormat kStyleFormat = {"bubblescope-style", 1, "a style", "render FILE --style"};
inline constexpr FileFormat kLessonFormat = {"bubblescope-lesson", 1, "a lesson", "lesson"};

/// Refuses a file of another format, and one that this program is too old for.
Result<void> checkFormat(const nlohmann::json& root, const FileFormat& format);

/// "must be a number, is "four"".
Error expected(std::string_view what, const nlohmann::json& value, const std::string& path);

/// Refuses a value that is no object, and keys that are none of `keys`.
Result<void> checkObject(const nlohmann::json& value, const std::string& path, std::span<const std::string_view> keys);

/// What stands under `key`, or null.
const nlohmann::json* memberOf(const nlohmann::json& object, std::string_view key);

// Each reads one value into `out`, or says what was expected at `path`.
Result<void> read(const nlohmann::json& value, const std::string& path, double& out);
Result<void> read(const nlohmann::json& value, const std::string& path, int& out);
Result<void> read(const nlohmann::json& value, const std::string& path, bool& out);
Result<void> read(const nlohmann::json& value, const std::string& path, std::string& out);
Result<void> read(const nlohmann::json& value, const std::string& path, std::vector<double>& out);
Result<void> read(const nlohmann::json& value, const std::string& path, PerDevice& out);
Result<void> read(const nlohmann::json& value, const std::string& path, Comm& out);
Result<void> read(const nlohmann::json& value, const std::string& path, StageTimes& out);
Result<void> read(const nlohmann::json& value, const std::string& path, Workload& out);
Result<void> read(const nlohmann::json& value, const std::string& path, ScheduleEntry& out);
Result<void> read(const nlohmann::json& value, const std::string& path, std::vector<ScheduleEntry>& out);

/// Reads what an entry gives a parameter, or a part of it; limits are for checkValue().
Result<void> readValue(const nlohmann::json& value, const std::string& path, const Parameter& parameter,
                       ParameterValue& out);

/// Reads a word of a choice by its place among `words`.
Result<void> readWord(const nlohmann::json& value, const std::string& path, std::span<const std::string_view> words,
                      int& out);
template <class T>
requires isChosenWord<T> Result<void> read(const nlohmann::json& value, const std::string& path, T& out) {
    int index = 0;
    auto result = readWord(value, path, wordsOf(out), index);
    if (result) out = static_cast<T>(index);
    return result;
}

/// Of a key that may be left out: where null stands there, the error says so.
Result<void> orNone(Result<void> result, const nlohmann::json& value);

template <class T>
Result<void> read(const nlohmann::json& value, const std::string& path, std::optional<T>& out) {
    return orNone(read(value, path, out.emplace()), value);
}

/// Reads `key` if it is there.
template <class T>
Result<void> readKey(const nlohmann::json& object, const std::string& path, std::string_view key, T& out) {
    const nlohmann::json* at = memberOf(object, key);
    return at ? read(*at, keyPath(path, key), out) : Result<void>();
}

/// Reads what steps share of a scenario or an experiment: model, cluster, mesh.
Result<void> readTraining(const nlohmann::json& root, Training& out);
/// Writes them, each where there is one.
void putTraining(nlohmann::ordered_json& root, const Training& training);

/// Reads the look of a scenario's figures: the name of a style, or an object.
Result<void> readStyle(const nlohmann::json& root, ParameterValue::Object& out);
/// Writes it where there is one, as short as it goes.
void putStyle(nlohmann::ordered_json& root, const ParameterValue::Object& style);

/// A workload with all of its keys, or without those that have their defaults; `time_unit` always.
enum class WorkloadKeys { All, Changed };
nlohmann::ordered_json toJson(const Workload& workload, WorkloadKeys keys);
nlohmann::ordered_json toJson(const ParameterValue& value);
nlohmann::ordered_json toJson(const ScheduleEntry& entry);
nlohmann::ordered_json toJson(const std::vector<ScheduleEntry>& entries);

}  // namespace bubblescope
