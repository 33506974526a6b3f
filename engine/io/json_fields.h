#pragma once

#include "engine/io/json_text.h"
#include "engine/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>
#include <span>

namespace bubblescope {

/// A kind of file that this program reads, identified by its keys `format` and `version`.
struct FileFormat {
    std::string_view id;
    int version;            // the newest; all before it are read as well
    std::string_view noun;  // "a scenario"
    std::string_view verb;  // the verb of the command line that runs such a file
};

inline constexpr FileFormat kScenarioFormat = {"bubblescope-scenario", 2, "a scenario", "simulate"};
inline constexpr FileFormat kExperimentFormat = {"bubblescope-experiment", 2, "an experiment", "sweep"};
inline constexpr FileFormat kCollectiveFormat = {"bubblescope-collective", 2, "a collective", "collective"};
inline constexpr FileFormat kStyleFormat = {"bubblescope-style", 1, "a style", "render FILE --style"};
inline constexpr FileFormat kLessonFormat = {"bubblescope-lesson", 1, "a lesson", "lesson"};
inline constexpr FileFormat kAnswersFormat = {"bubblescope-answers", 1, "answers to a lesson", "lesson FILE --answers"};

/// Refuses a file of another format, or of a version that this program does not read.
Result<void> checkFormat(const nlohmann::json& root, const FileFormat& format);

/// "must be a number, is "four"".
Error expected(std::string_view what, const nlohmann::json& value, const std::string& path);

/// The keys of a document: `format`, `version` and its own.
std::vector<Parameter> documentParts(const FileFormat& format, std::span<const Parameter> own);

/// Refuses a value that is not an object, and keys other than `keys`.
Result<void> checkObject(const nlohmann::json& value, const std::string& path, std::span<const std::string_view> keys);

/// The value under `key`, or null.
const nlohmann::json* memberOf(const nlohmann::json& object, std::string_view key);

// Each function reads one value into `out`, or says what was expected at `path`.
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

/// Reads the value of an entry's parameter, or of a part of it; checkValue() checks the limits.
Result<void> readValue(const nlohmann::json& value, const std::string& path, const Parameter& parameter,
                       ParameterValue& out);

/// Reads a choice as the index of its word in `words`.
Result<void> readWord(const nlohmann::json& value, const std::string& path, std::span<const std::string_view> words,
                      int& out);
template <class T>
requires isChosenWord<T> Result<void> read(const nlohmann::json& value, const std::string& path, T& out) {
    int index = 0;
    auto result = readWord(value, path, wordsOf(out), index);
    if (result) out = static_cast<T>(index);
    return result;
}

/// For an optional key: if its value is null, adds to the error that the key may be left out.
Result<void> orNone(Result<void> result, const nlohmann::json& value);

template <class T>
Result<void> read(const nlohmann::json& value, const std::string& path, std::optional<T>& out) {
    return orNone(read(value, path, out.emplace()), value);
}

/// Reads `key` if it is present.
template <class T>
Result<void> readKey(const nlohmann::json& object, const std::string& path, std::string_view key, T& out) {
    const nlohmann::json* at = memberOf(object, key);
    return at ? read(*at, keyPath(path, key), out) : Result<void>();
}

/// What steps share, as keys of a JSON object, each after a comma and on its own line; empty if there is nothing.
std::string trainingText(const Training& training);

/// A workload with all of its keys, or only those that differ from their defaults; always with `time_unit`.
enum class WorkloadKeys { All, Changed };
nlohmann::ordered_json toJson(const Workload& workload, WorkloadKeys keys);
nlohmann::ordered_json toJson(const PerDevice& times);
nlohmann::ordered_json toJson(const StageTimes& times);
nlohmann::ordered_json toJson(const Comm& comm);
nlohmann::ordered_json toJson(const ParameterValue& value);
nlohmann::ordered_json toJson(const ScheduleEntry& entry);
nlohmann::ordered_json toJson(const std::vector<ScheduleEntry>& entries);

}  // namespace bubblescope
