#pragma once

#include "engine/io/json_fields.h"
#include "engine/io/scenario_keys.h"
#include "engine/steps/step.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/model_keys.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace bubblescope {

/// Reads a value as its type says.
struct ReadField {
    template <class T>
    Result<void> operator()(const nlohmann::json& value, const std::string& path, const Parameter&, T& out) const {
        return read(value, path, out);
    }
    Result<void> operator()(const nlohmann::json& value, const std::string& path, const Parameter& parameter,
                            ParameterValue::Object& out) const {
        return readHeld(value, path, parameter, out);
    }
    Result<void> operator()(const nlohmann::json& value, const std::string& path, const Parameter& parameter,
                            ParameterValue::List& out) const {
        return readHeld(value, path, parameter, out);
    }

private:
    template <class T>
    static Result<void> readHeld(const nlohmann::json& value, const std::string& path, const Parameter& parameter,
                                 T& out) {
        ParameterValue held;
        auto result = readValue(value, path, parameter, held);
        if (result) out = std::get<T>(std::move(held.held));
        return result;
    }
};

/// Writes a value as its type says.
struct WriteField {
    template <class T>
    nlohmann::ordered_json operator()(const T& value) const {
        if constexpr (isChosenWord<T>)
            return wordOf(value);
        else if constexpr (std::is_same_v<T, ParameterValue::Object> || std::is_same_v<T, ParameterValue::List>)
            return toJson(ParameterValue{value});
        else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string> ||
                           std::is_same_v<T, std::vector<double>> || std::is_same_v<T, std::vector<std::string>>)
            return value;
        else
            return toJson(value);
    }
    template <class T>
    nlohmann::ordered_json operator()(const std::optional<T>& value) const {
        return (*this)(*value);
    }
};

enum class Writes { IfUnusual, Always };

/// A key of an object in a file, and where the type T that stores the object has its value: `get` is a pointer to the
/// member, or a function that returns a reference to it. Reader, writer, `--set` and schema of a document follow from
/// the list of its fields.
template <class Get, class Read = ReadField, class Write = WriteField>
struct Field {
    Parameter parameter;
    Get get;
    Writes writes = Writes::IfUnusual;
    Read read = {};
    Write write = {};
};

/// Reads the fields of an object; what it leaves out stays as it is in `out`.
///
/// Errors  a missing key that is needed, what a field refuses
template <class T, class... Fields>
Result<void> readFields(const nlohmann::json& value, const std::string& path, const std::tuple<Fields...>& fields,
                        T& out) {
    Result<void> result;
    const auto readOne = [&](const auto& field) {
        const nlohmann::json* at = memberOf(value, field.parameter.key);
        const std::string place = keyPath(path, field.parameter.key);
        if (at)
            result = field.read(*at, place, field.parameter, std::invoke(field.get, out));
        else if (!field.parameter.needed.empty())
            result = Error{"is missing; " + std::string(field.parameter.needed), place};
        return bool(result);
    };
    std::apply([&](const auto&... field) { (void)(... && readOne(field)); }, fields);
    return result;
}

/// The parameters of these fields, after `first`.
template <class... Fields>
std::vector<Parameter> partsOf(const std::tuple<Fields...>& fields, std::vector<Parameter> first = {}) {
    std::apply([&](const auto&... field) { (first.push_back(field.parameter), ...); }, fields);
    return first;
}

/// Reads an object that has these fields and no other keys.
template <class T, class... Fields>
Result<void> readObject(const nlohmann::json& value, const std::string& path, const std::tuple<Fields...>& fields,
                        T& out) {
    auto result = checkObject(value, path, keysOf(partsOf(fields)));
    return result ? readFields(value, path, fields, out) : result;
}

/// Writes the fields that have other values than a new T, and those that are always written.
template <class T, class... Fields>
void putFields(nlohmann::ordered_json& object, const std::tuple<Fields...>& fields, const T& value) {
    const T usual{};
    const auto putOne = [&](const auto& field) {
        if (field.writes == Writes::Always || std::invoke(field.get, value) != std::invoke(field.get, usual))
            object[std::string(field.parameter.key)] = field.write(std::invoke(field.get, value));
    };
    std::apply([&](const auto&... field) { (putOne(field), ...); }, fields);
}

/// All fields as an object.
template <class T, class... Fields>
nlohmann::ordered_json objectOf(const std::tuple<Fields...>& fields, const T& value) {
    auto object = nlohmann::ordered_json::object();
    putFields(object, fields, value);
    return object;
}

/// A document as a file: its format and version, then its fields.
template <class T, class... Fields>
nlohmann::ordered_json documentOf(const FileFormat& format, const std::tuple<Fields...>& fields, const T& value) {
    nlohmann::ordered_json object = {{"format", format.id}, {"version", format.version}};
    putFields(object, fields, value);
    return object;
}

/// The elements of a list of schedules.
inline constexpr Parameter kEntryParts[] = {{.type = ParameterType::Entry}};

/// What steps share, as fields of whatever has a `training`.
template <auto member>
struct OfTraining {
    auto& operator()(auto& of) const { return of.training.*member; }
};
inline constexpr auto kTrainingFields = std::tuple{Field{kModelParameter, OfTraining<&Training::model>()},
                                                   Field{kClusterParameter, OfTraining<&Training::cluster>()},
                                                   Field{kMeshParameter, OfTraining<&Training::mesh>()}};

}  // namespace bubblescope
