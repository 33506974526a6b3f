#include "engine/io/experiment_file.h"

#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/io/fields.h"
#include "engine/io/settings.h"
#include "engine/io/version_one.h"

namespace bubblescope {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr Parameter kNumber[] = {{.type = ParameterType::Number}};

const auto& fieldsOf(const Axis&) {
    static const auto kFields =
        std::tuple{Field{Parameter{.key = "variable",
                                   .type = ParameterType::Text,
                                   .meaning = "a workload key, a number within one (head[0], comm.between, "
                                              "forward[3]), a declared variable, or a number of one schedule: "
                                              "schedules[0].group_size",
                                   .needed = "it names a workload key or a declared variable"},
                         &Axis::variable, Writes::Always},
                   Field{Parameter{.key = "values",
                                   .type = ParameterType::List,
                                   .least = 1,
                                   .parts = kNumber,
                                   .needed = "it lists numbers"},
                         &Axis::values, Writes::Always}};
    return kFields;
}

/// What follows its axis.
const auto& fieldsOf(const VariedSchedule&) {
    static const auto kFields =
        std::tuple{Field{Parameter{.key = "schedule", .type = ParameterType::Entry, .needed = "the series run it"},
                         &VariedSchedule::schedule, Writes::Always}};
    return kFields;
}

const auto& fieldsOf(const Variable&) {
    static const auto kFields =
        std::tuple{Field{Parameter{.key = "title", .type = ParameterType::Text}, &Variable::title}};
    return kFields;
}

const std::vector<Parameter>& seriesParts() {
    static const auto kParts = partsOf(fieldsOf(VariedSchedule()), partsOf(fieldsOf(Axis())));
    return kParts;
}

}  // namespace

// Found by the fields of an experiment.

static Result<void> read(const json& value, const std::string& path, Axis& out) {
    return readObject(value, path, fieldsOf(out), out);
}
static ordered_json toJson(const Axis& axis) { return objectOf(fieldsOf(axis), axis); }

static Result<void> read(const json& value, const std::string& path, std::vector<Variable>& out) {
    if (!value.is_object()) return expected("an object", value, path);
    for (const auto& [name, variable] : value.get_ref<const json::object_t&>()) {
        out.push_back({name, {}});
        if (auto ok = readObject(variable, keyPath(path, name), fieldsOf(out.back()), out.back()); !ok) return ok;
    }
    return {};
}
static ordered_json toJson(const std::vector<Variable>& variables) {
    ordered_json out;
    for (const Variable& variable : variables) out[variable.name] = objectOf(fieldsOf(variable), variable);
    return out;
}

static Result<void> read(const json& value, const std::string& path, std::vector<Binding>& out) {
    if (!value.is_object()) return expected("an object", value, path);
    for (const auto& [key, formula] : value.get_ref<const json::object_t&>()) {
        if (!formula.is_string() && !formula.is_number())
            return expected("a formula in quotes or a number", formula, keyPath(path, key));
        out.push_back({key, formula.is_number() ? numberText(formula.get<double>()) : formula.get<std::string>()});
    }
    return {};
}
static ordered_json toJson(const std::vector<Binding>& bindings) {
    ordered_json out;
    for (const Binding& binding : bindings) out[binding.key] = binding.formula;
    return out;
}

static Result<void> read(const json& value, const std::string& path, Series& out) {
    out.emplace<0>();
    if (value.is_array() && value.empty()) return {};  // refused by checkExperiment(), allowed in drafts
    if (value.is_array()) return read(value, path, std::get<0>(out));
    if (!value.is_object())
        return expected("a list of schedules or an object with variable, values and schedule", value, path);
    auto& varied = out.emplace<1>();
    auto result = checkObject(value, path, keysOf(seriesParts()));
    if (result) result = readFields(value, path, fieldsOf(varied.axis), varied.axis);
    return result ? readFields(value, path, fieldsOf(varied), varied) : result;
}
static ordered_json toJson(const Series& series) {
    const auto* varied = std::get_if<VariedSchedule>(&series);
    if (!varied) return toJson(std::get<0>(series));
    ordered_json out = toJson(varied->axis);
    putFields(out, fieldsOf(*varied), *varied);
    return out;
}

static Result<void> read(const json& value, const std::string& path, std::vector<Quantity>& out) {
    if (!value.is_array()) return expected("a list of metrics", value, path);
    out.clear();
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string name = value[i].is_string() ? value[i].get<std::string>() : std::string();
        if (const auto known = findQuantity(name, kInExperiment)) {
            out.push_back(*known);
            continue;
        }
        std::vector<std::string_view> ids;
        for (const Quantity quantity : quantitiesIn(kInExperiment)) ids.push_back(infoOf(quantity).id);
        return Error{"unknown metric " + described(value[i]) + "; nearest: \"" + nearestName(name, ids) + '"',
                     elementPath(path, i)};
    }
    return {};
}
static ordered_json toJson(const std::vector<Quantity>& quantities) {
    ordered_json out = ordered_json::array();
    for (const Quantity quantity : quantities) out.push_back(infoOf(quantity).id);
    return out;
}

namespace {

/// The lists that the parameters of an experiment refer to.
struct ExperimentParts {
    std::vector<Parameter> axis = partsOf(fieldsOf(Axis())), variable = partsOf(fieldsOf(Variable())), formulas;
    Parameter variables[1] = {{.type = ParameterType::Object, .parts = variable}};
    std::vector<std::string_view> metrics;
    Parameter metric[1] = {{.type = ParameterType::Choice}};

    ExperimentParts() {
        for (const WorkloadKey& key : numberKeys())
            formulas.push_back({.key = key.key, .type = ParameterType::Formula, .symbol = key.symbol});
        for (const Quantity quantity : quantitiesIn(kInExperiment)) metrics.push_back(infoOf(quantity).id);
        metric[0].choices = metrics;
    }
};

const auto& experimentFields() {
    using enum ParameterType;
    static const ExperimentParts kParts;
    const auto text = [](std::string_view key) { return Parameter{.key = key, .type = Text}; };
    const auto axis = [](std::string_view key, std::string_view needed = {}) {
        return Parameter{.key = key, .type = Object, .parts = kParts.axis, .needed = needed};
    };
    static const auto kFields = std::tuple_cat(
        std::tuple{Field{text("title"), &Experiment::title, Writes::Always}, Field{text("note"), &Experiment::note},
                   Field{workloadParameter(), &Experiment::workload, Writes::Always, ReadField(),
                         [](const Workload& workload) { return toJson(workload, WorkloadKeys::Changed); }}},
        kTrainingFields,
        std::tuple{
            Field{Parameter{.key = "variables",
                            .type = Names,
                            .meaning = "numbers other than workload keys; an axis gives each one its values",
                            .parts = kParts.variables},
                  &Experiment::variables},
            Field{axis("x", "it says what varies along the axis"), &Experiment::x, Writes::Always},
            Field{axis("panels"), &Experiment::panels}, Field{axis("figures"), &Experiment::figures},
            Field{Parameter{
                      .key = "bindings",
                      .type = Object,
                      .meaning = "workload keys that formulas set, using D MBS v r T_C T_F T_B T_W x and the variables",
                      .parts = kParts.formulas},
                  &Experiment::bindings},
            Field{Parameter{.key = "series", .type = Series, .most = kMaxSchedules, .parts = seriesParts()},
                  &Experiment::series, Writes::Always},
            Field{Parameter{.key = "metrics", .type = List, .least = 1, .parts = kParts.metric},
                  &Experiment::quantities, Writes::Always},
            Field{kScaleParameter, &Experiment::scale, Writes::Always}, Field{kViewParameter, &Experiment::view}});
    return kFields;
}

Result<Experiment> toExperiment(json root) {
    Experiment out;
    out.series = foundingSchedules();
    Result<void> result = checkFormat(root, kExperimentFormat);
    if (result) result = upgrade(root);
    if (result) result = checkObject(root, {}, keysOf(experimentDocument().parts));
    if (result) result = readFields(root, {}, experimentFields(), out);
    if (!result) return result.error();
    return out;
}

}  // namespace

const Parameter& experimentDocument() {
    static const auto kParts = documentParts(kExperimentFormat, partsOf(experimentFields()));
    static const Parameter kDocument = {.key = kExperimentFormat.id, .type = ParameterType::Object, .parts = kParts};
    return kDocument;
}

Result<Experiment> readExperiment(std::string_view bytes, std::span<const Setting> settings) {
    auto experiment = readDraft(bytes, settings);
    if (!experiment) return experiment;
    if (auto ok = checkExperiment(*experiment); !ok) return ok.error();
    return experiment;
}

Result<Experiment> readDraft(std::string_view bytes, std::span<const Setting> settings) {
    auto root = parseJson(bytes);
    if (!root) return root.error();
    if (auto ok = applySettings(*root, settings, experimentDocument()); !ok) return ok.error();
    return toExperiment(std::move(*root));
}

std::string writeExperiment(const Experiment& experiment) {
    return tidyJson(documentOf(kExperimentFormat, experimentFields(), experiment));
}

}  // namespace bubblescope
