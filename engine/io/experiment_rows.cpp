#include "engine/io/experiment_rows.h"

#include "engine/core/text.h"
#include "engine/io/json_text.h"
#include "engine/io/result_json.h"
#include "engine/schemes/scheme.h"

namespace bubblescope {

namespace {

std::string valueText(int value) { return std::to_string(value); }
std::string valueText(double value) { return numberText(value); }
template <class T>
requires isChosenWord<T> std::string valueText(T choice) { return quotedText(wordOf(choice)); }

template <class T>
std::string valueText(const std::vector<T>& list) {
    std::string text(1, '[');
    for (const T& value : list) text += (text.size() > 1 ? ", " : "") + valueText(value);
    return text + ']';
}

std::string valueText(const StageTimes& times) { return valueText(std::vector{times.forward, times.backward}); }

std::string valueText(const NodeLinks& links) {
    return "{\"node_size\": " + valueText(links.nodeSize) + ", \"inside\": " + valueText(links.inside) +
           ", \"between\": " + valueText(links.between) + '}';
}

template <class... Lists>
std::string valueText(const std::variant<double, Lists...>& value) {
    return std::visit([](const auto& held) { return valueText(held); }, value);
}

void append(std::string& out, std::string_view key, const std::string& value) {
    if (out.back() != '{') out += ", ";
    out += '"';
    out += key;
    out += "\": ";
    out += value;
}

template <class T>
void appendKey(std::string& out, std::string_view key, const T& value) {
    append(out, key, valueText(value));
}
template <class T>
void appendKey(std::string& out, std::string_view key, const std::optional<T>& value) {
    if (value) appendKey(out, key, *value);
}

/// The value of each axis that an experiment has at a place, in the order of axesOf().
std::vector<std::pair<std::string_view, double>> axesAt(const ExperimentPlan& plan, const PointPlace& place) {
    std::vector<std::pair<std::string_view, double>> values;
    for (const NamedAxis& named : axesOf(plan.experiment)) {
        const std::size_t step = named.key == "figures"  ? place.figure
                                 : named.key == "panels" ? place.panel
                                 : named.key == "series" ? place.series
                                                         : place.x;
        values.emplace_back(named.axis->variable, named.axis->values[step]);
    }
    return values;
}

void appendDurations(std::string& out, const Durations& durations) {
    append(out, "durations", "{");
    const std::pair<const char*, OpKind> columns[] = {
        {"forward", OpKind::Forward}, {"backward", OpKind::Backward}, {"weight", OpKind::BackwardWeight}};
    for (const auto& [key, kind] : columns) {
        append(out, key, "[");
        for (const Durations::OpTimes& times : durations.inner) {
            if (out.back() != '[') out += ", ";
            out += timeText(times.op[static_cast<std::size_t>(kind)]);
        }
        out += ']';
    }
    out += '}';
}

/// Empty for a quantity that a run does not have.
std::string numberOrNothing(double value) { return std::isnan(value) ? std::string() : numberText(value); }

constexpr std::string_view kWorkerOverLimit = "worker_over_limit";

std::string overLimitText(const StudyPoint& result, std::string_view none) {
    return result.overLimit ? std::to_string(*result.overLimit) : std::string(none);
}

}  // namespace

std::vector<Quantity> RowColumns::all() const {
    std::vector<Quantity> quantities = quantitiesIn(kInRow);
    quantities.insert(quantities.end(), more.begin(), more.end());
    return quantities;
}

RowColumns columnsOf(std::span<const Experiment* const> experiments) {
    RowColumns out;
    for (const Experiment* experiment : experiments) {
        out.hasLimits = out.hasLimits || mayHaveLimit(*experiment);
        for (const NamedAxis& named : axesOf(*experiment))
            if (std::find(out.axes.begin(), out.axes.end(), named.axis->variable) == out.axes.end())
                out.axes.push_back(named.axis->variable);
        for (const Quantity measure : experiment->quantities)
            if (const auto known = out.all(); std::find(known.begin(), known.end(), measure) == known.end())
                out.more.push_back(measure);
    }
    return out;
}

std::string csvHeading(const RowColumns& columns) {
    std::vector<std::string_view> others{"experiment", "series", "error", kWorkerOverLimit};
    for (const Quantity quantity : columns.all()) others.push_back(infoOf(quantity).id);
    std::string heading = "experiment,series,";
    for (const std::string& axis : columns.axes) {
        const bool isTaken = std::find(others.begin(), others.end(), axis) != others.end();
        heading += csvCell(isTaken ? axis + "_axis" : axis) + ',';
    }
    for (const Quantity quantity : columns.all()) heading += std::string(infoOf(quantity).id) + ',';
    heading += "error";
    if (columns.hasLimits) heading += ',' + std::string(kWorkerOverLimit);
    return heading + '\n';
}

void appendCsvRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                  std::string& out, const RowColumns& columns) {
    const PointPlace place = plan.placeOf(point);
    const auto here = axesAt(plan, place);
    out += csvCell(name) + ',' + csvCell(plan.series[place.series].title) + ',';
    for (const std::string& axis : columns.axes) {
        const auto found =
            std::find_if(here.begin(), here.end(), [&](const auto& value) { return value.first == axis; });
        out += (found == here.end() ? std::string() : numberText(found->second)) + ',';
    }
    for (const Quantity quantity : columns.all())
        out += (result.refusal.empty() ? numberOrNothing(result.of(quantity)) : std::string()) + ',';
    out += csvCell(result.refusal);
    if (columns.hasLimits) out += ',' + overLimitText(result, "");
    out += '\n';
}

void appendJsonRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                   std::string& out, const RowColumns& columns) {
    const PointPlace place = plan.placeOf(point);
    const Scenario scenario = scenarioAt(plan, point);
    const auto optional = [](std::optional<double> value) { return value ? numberText(*value) : std::string("null"); };
    const bool isRefused = !result.refusal.empty();
    out += '{';
    append(out, "experiment", quotedText(name));
    append(out, "figure", optional(plan.figureOf(place)));
    append(out, "panel", optional(plan.panelOf(place)));
    append(out, "series", quotedText(plan.series[place.series].title));
    append(out, "x", numberText(plan.xOf(place)));
    append(out, "axes", "{");
    for (const auto& [axis, value] : axesAt(plan, place))
        out += (out.back() == '{' ? "" : ", ") + quotedText(axis) + ": " + numberText(value);
    out += '}';
    for (const Quantity quantity : columns.all())
        append(out, infoOf(quantity).id, isRefused ? std::string("null") : measuredText(result.of(quantity)));
    append(out, "error", isRefused ? quotedText(result.refusal) : std::string("null"));
    const ScheduleEntry& entry = scenario.schedules.front();
    const ResolvedSchedule resolved = resolve(scenario, 0);
    const Workload& workload = resolved.workload;
    append(out, "schedule", quotedText(entry.kind));
    if (resolved.scheme) {
        append(out, "numbers", "{");
        for (const std::string& number : numbersOf(*resolved.scheme))
            append(out, number, std::to_string(numberOf(*resolved.scheme, number)));
        out += '}';
    }
    append(out, "workload", workloadText(workload));
    appendDurations(out, toDurations(workload));
    if (workload.memoryLimit) append(out, kWorkerOverLimit, overLimitText(result, "null"));
    out += '}';
}

std::string rowOf(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                  RowsForm form, const RowColumns& columns) {
    std::string row;
    (form == RowsForm::Csv ? appendCsvRow : appendJsonRow)(plan, point, result, name, row, columns);
    return row;
}

std::string workloadText(const Workload& workload) {
    std::string out = "{";
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) { appendKey(out, key.key, workload.*member); });
    append(out, "time_unit", quotedText(workload.timeUnit));
    return out + '}';
}

std::string rowsHeading(std::span<const NamedExperiment> experiments, const RowColumns& columns, RowsForm form) {
    if (form == RowsForm::Csv) return csvHeading(columns);
    std::string out = R"({"format": "bubblescope-rows", "version": 1, "experiments": [)";
    for (const NamedExperiment& named : experiments) {
        if (out.back() != '[') out += ", ";
        out += '{';
        append(out, "name", quotedText(named.name));
        append(out, "title", quotedText(named.experiment->title));
        append(out, "unit", quotedText(named.experiment->workload.timeUnit));
        out += '}';
    }
    return out + "], \"rows\": [\n";
}

RowsText::RowsText(RowsForm form, std::string heading) : text(std::move(heading)), m_form(form) {}

void RowsText::add(const std::string& row) {
    if (m_form == RowsForm::Json) text += m_isFirst ? "  " : ",\n  ";
    m_isFirst = false;
    text += row;
}

void RowsText::finish() {
    if (m_form == RowsForm::Json) text += "\n]}\n";
}

}  // namespace bubblescope
