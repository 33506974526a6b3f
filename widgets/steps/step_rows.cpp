#include "widgets/steps/step_rows.h"

#include "engine/entries/model_edits.h"
#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/entries/step_edits.h"
#include "engine/kinds/entry_values.h"
#include "engine/steps/key_use.h"
#include "engine/steps/step_time.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/panels/workload_rows.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Keys that other parts of the form show, and keys that only files set.
constexpr std::string_view kElsewhere[] = {"times", "ranks", "slowdown", "layer_bytes", "prefetch"};
constexpr std::string_view kPipelineKeys[] = {"devices",  "microbatches", "chunks",         "forward",
                                              "backward", "comm",         "weight_fraction"};

constexpr Parameter kRanksRow = countParameter(
    {.key = "ranks",
     .symbol = "n",
     .word = "ranks",
     .definition = "n: ranks of each step without its own mesh. Ranks that do the same at the same time share a row.",
     .most = 4096});
constexpr double kMostLayersRow = 100'000, kMostTime = 1e12, kUsualTime = 60;

template <class T>
std::optional<T> heldIn(const std::vector<NamedValue>& values, std::string_view key) {
    const auto value = valueNamed(values, key);
    const T* const held = value ? std::get_if<T>(&value->held) : nullptr;
    return held ? std::optional(*held) : std::nullopt;
}

bool isOneOf(std::string_view key, std::span<const std::string_view> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// A choice of registered schedules.
FormRow orderRow(const Parameter& parameter, const ScheduleEntry& entry) {
    static const auto kIds = [] {
        std::array<std::vector<std::string_view>, 3> lists;  // ids, titles, sources
        for (const ScheduleKind* kind : generatedSchedules()) {
            lists[0].push_back(kind->id);
            lists[1].push_back(kind->title);
            lists[2].push_back(kind->source);
        }
        return lists;
    }();
    std::string now = heldIn<std::string>(entry.values, parameter.key).value_or("1f1b");
    if (const auto object = heldIn<ParameterValue::Object>(entry.values, parameter.key))
        now = heldIn<std::string>(*object, "kind").value_or(now);
    FormRow row{.parameter = parameter, .value = ParameterValue{now}, .choiceTips = kIds[2]};
    row.parameter.type = ParameterType::Choice;
    row.parameter.choices = kIds[0];
    row.parameter.choiceWords = kIds[1];
    return row;
}

/// A number for each axis of the mesh.
void addMesh(const Parameter& mesh, const ScheduleEntry& whole, std::vector<FormRow>& rows) {
    const auto object = heldIn<ParameterValue::Object>(whole.values, mesh.key);
    if (!object) return;
    for (const Parameter& axis : mesh.parts) {
        const auto size = valueNamed(*object, axis.key);
        if (size || whole.kind == "mesh")
            rows.push_back(
                {.parameter = axis, .value = size, .key = std::string(mesh.key) + '.' + std::string(axis.key)});
    }
}

/// The meaning of a time, from the kinds of steps.
std::string_view meaningOf(std::string_view key) {
    for (const ScheduleKind* kind : kindsOf(Family::Step))
        if (const Parameter* const times = kind->parameter("times"))
            for (const Parameter& part : times->parts)
                if (part.key == key) return part.meaning;
    return {};
}

FormRow rowOf(const StepTime& time, const QString& unit) {
    const bool isCount = isCountOfLayers(time.key);
    FormRow row;
    Parameter& parameter = row.parameter;
    parameter.type = isCount ? ParameterType::Whole : ParameterType::Number;
    parameter.symbol = stepTimeSymbol(time.key);
    parameter.definition = meaningOf(time.key);
    parameter.least = isCount ? 1 : 0;
    parameter.most = isCount ? kMostLayersRow : kMostTime;
    parameter.slider = {.place = 1,
                        .least = isCount ? 1.0 : 0.0,
                        .most = isCount ? 64 : kUsualTime,
                        .isLogarithmic = true,
                        .usual = time.least};
    row.key = time.key;
    row.word = toQString(titleOfStepTime(time.key));
    const double shown = time.isOne() ? time.least : (time.least + time.most) / 2;
    row.value = ParameterValue{shown};
    if (!isCount) row.unit = unit;
    if (!time.isOne()) row.standIn = formatNumber(time.least, 3) + QChar(0x2013) + formatNumber(time.most, 3);
    if (time.isHalf)
        row.tip = Text::tr("Half of the all-reduce, and follows it. Enter another value to set it independently.");
    return row;
}

/// Whether a step uses a key; in a model step, op times come from the model and devices from the mesh.
bool looksAtKey(const Scenario& scenario, std::size_t step, std::string_view key) {
    const bool isOfItsOwn = key == "microbatches" || key == "chunks";
    if (isOfModel(scenario, step) && !isOfItsOwn) return false;
    if (key == "microbatches" && isOfModel(scenario, step) && trainingValue(scenario, step, "model.global_batch"))
        return false;
    return looksAt(scenario.schedules[step], key);
}

}  // namespace

std::vector<FormRow> optionRows(const Scenario& scenario, std::size_t step) {
    const ScheduleEntry& entry = scenario.schedules[step];
    ScheduleEntry whole = entry;  // with the mesh, the model and the cluster that steps share
    whole.values = resolve(scenario, step).values;
    const EntryValues values(whole, *kindOf(entry));
    std::vector<FormRow> rows;
    for (const Parameter& parameter : kindOf(entry)->parameters) {
        if (parameter.key == "mesh" && !isOfModel(scenario, step)) addMesh(parameter, whole, rows);
        const ParameterUse use = parameter.use ? parameter.use(values) : ParameterUse();
        if (isOneOf(parameter.key, kElsewhere) || !use.isThere) continue;
        FormRow row = parameter.type == ParameterType::Order ? orderRow(parameter, entry)
                                                             : FormRow{.parameter = parameter,
                                                                       .value = valueNamed(entry.values, parameter.key),
                                                                       .none = Text::tr("rest")};
        if (parameter.type == ParameterType::Choice)
            row.value = ParameterValue{std::string(choiceHeld(values, parameter))};
        row.idle = Text::tr(use.idle);
        rows.push_back(std::move(row));
    }
    return rows;
}

Scenario withOption(Scenario scenario, std::size_t step, const std::string& key, std::optional<ParameterValue> value) {
    std::vector<NamedValue>& values = scenario.schedules[step].values;
    const auto dot = key.find('.');
    const std::string name = key.substr(0, dot);
    if (!value) {
        removeNamed(values, key);
        return scenario;
    }
    if (dot != std::string::npos) {
        auto object = heldIn<ParameterValue::Object>(values, name).value_or(ParameterValue::Object());
        setNamed(object, key.substr(dot + 1), std::move(*value));
        value = ParameterValue{std::move(object)};
    }
    setNamed(values, name, std::move(*value));
    return scenario;
}

std::vector<FormRow> timeRows(const Scenario& scenario) {
    std::vector<FormRow> rows;
    for (const StepTime& time : stepTimesOf(scenario))
        rows.push_back(rowOf(time, unitText(scenario.workload.timeUnit)));
    const auto ranks = ranksOf(scenario);
    rows.push_back({.parameter = kRanksRow, .isShown = ranks.has_value()});
    if (ranks) rows.back().value = ParameterValue{*ranks};
    return rows;
}

std::vector<FormRow> pipelineRows(const Scenario& scenario) {
    const std::vector<std::size_t> pipelines = pipelinesOf(scenario);
    std::vector<FormRow> rows;
    for (const WorkloadKey* key : sliderKeys()) {
        if (!isOneOf(key->key, kPipelineKeys)) continue;
        const auto first = std::find_if(pipelines.begin(), pipelines.end(),
                                        [&](std::size_t step) { return looksAtKey(scenario, step, key->key); });
        if (first == pipelines.end()) continue;
        rows.push_back(rowOf(*key, patched(scenario.workload, scenario.schedules[*first].own)));
        rows.back().table.clear();
    }
    return rows;
}

Scenario withPipelineKey(Scenario scenario, const WorkloadKey& key, const ParameterValue& value) {
    const Scenario before = scenario;
    bool isShared = false;
    for (const std::size_t step : pipelinesOf(before)) {
        ScheduleEntry& entry = scenario.schedules[step];
        if (!looksAtKey(before, step, key.key)) continue;
        isShared |= !hasKey(entry.own, key.key);
        if (!hasKey(entry.own, key.key)) continue;
        const Workload now = patched(scenario.workload, entry.own), own = withValue(now, now, key, value);
        forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto of) {
            if (&known == &key) entry.own.*of = own.*member;
        });
    }
    if (isShared) scenario.workload = withValue(scenario.workload, scenario.workload, key, value);
    return scenario;
}

}  // namespace bubblescope
