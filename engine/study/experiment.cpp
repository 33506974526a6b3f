#include "engine/study/experiment.h"

#include <algorithm>
#include <type_traits>

namespace bubblescope {

namespace {

std::optional<double> numberOf(int value) { return value; }
std::optional<double> numberOf(double value) { return value; }
template <class List>
std::optional<double> numberOf(const std::variant<double, List>& value) {
    const double* scalar = std::get_if<double>(&value);
    return scalar ? std::optional(*scalar) : std::nullopt;
}

template <auto member>
std::optional<double> get(const Workload& workload) {
    return numberOf(workload.*member);
}

std::optional<double> getWeight(const Workload& workload) {
    if (workload.weight) return numberOf(*workload.weight);
    const auto backward = numberOf(workload.backward);
    return backward ? std::optional(workload.weightFraction * *backward) : std::nullopt;
}

template <auto member>
void set(Workload& workload, double value) {
    using Value = std::remove_reference_t<decltype(workload.*member)>;
    if constexpr (std::is_same_v<Value, int>)
        workload.*member = static_cast<int>(value);
    else
        workload.*member = value;
}

}  // namespace

std::span<const MeasureInfo> measures() {
    static constexpr MeasureInfo kMeasures[] = {
        {Measure::TotalTime, "total_time", "total time"},
        {Measure::BubbleRatio, "bubble_ratio", "bubble, of total"},
        {Measure::BubbleOverIdeal, "bubble_over_ideal", "bubble, over ideal"},
        {Measure::LongestSpanBubble, "longest_span_bubble", "bubble, longest span"},
        {Measure::RecomputeAsWaste, "recompute_as_waste", "bubble, recompute as waste"},
        {Measure::PeakActivations, "peak_activations", "peak activations"},
    };
    return kMeasures;
}

const MeasureInfo& infoOf(Measure measure) { return measures()[static_cast<std::size_t>(measure)]; }

std::span<const NumberKey> numberKeys() {
    static constexpr NumberKey kKeys[] = {
        {"devices", "D", true, get<&Workload::devices>, set<&Workload::devices>},
        {"microbatches", "MBS", true, get<&Workload::microbatches>, set<&Workload::microbatches>},
        {"chunks", "v", true, get<&Workload::chunks>, set<&Workload::chunks>},
        {"forward", "T_F", false, get<&Workload::forward>, set<&Workload::forward>},
        {"backward", "T_B", false, get<&Workload::backward>, set<&Workload::backward>},
        {"weight", "T_W", false, getWeight, set<&Workload::weight>},
        {"weight_fraction", "", false, get<&Workload::weightFraction>, set<&Workload::weightFraction>},
        {"comm", "T_C", false, get<&Workload::comm>, set<&Workload::comm>},
        {"recompute", "r", false, get<&Workload::recompute>, set<&Workload::recompute>},
        {"imbalance", "x", false, get<&Workload::imbalance>, set<&Workload::imbalance>},
        {"weight_hold", "", false, get<&Workload::weightHold>, set<&Workload::weightHold>},
    };
    return kKeys;
}

const NumberKey* findNumberKey(std::string_view key) {
    for (const NumberKey& known : numberKeys())
        if (known.key == key) return &known;
    return nullptr;
}

std::string titleOf(const Experiment& experiment, const Axis& axis) {
    if (const NumberKey* key = findNumberKey(axis.variable))
        return std::string(key->symbol.empty() ? key->key : key->symbol);
    for (const Variable& variable : experiment.variables)
        if (variable.name == axis.variable && !variable.title.empty()) return variable.title;
    return axis.variable;
}

std::vector<NamedAxis> axesOf(const Experiment& experiment) {
    std::vector<NamedAxis> axes;
    if (experiment.figures) axes.push_back({"figures", &*experiment.figures});
    if (experiment.panels) axes.push_back({"panels", &*experiment.panels});
    if (const auto* varied = std::get_if<VariedSchedule>(&experiment.series)) axes.push_back({"series", &varied->axis});
    axes.push_back({"x", &experiment.x});
    return axes;
}

std::vector<const ScheduleEntry*> schedulesOf(const Experiment& experiment) {
    std::vector<const ScheduleEntry*> schedules;
    if (const auto* varied = std::get_if<VariedSchedule>(&experiment.series))
        schedules.push_back(&varied->schedule);
    else
        for (const ScheduleEntry& entry : std::get<0>(experiment.series)) schedules.push_back(&entry);
    return schedules;
}

std::string placeOfSchedule(const Experiment& experiment, std::size_t index) {
    return experiment.series.index() == 1 ? "series.schedule" : "series[" + std::to_string(index) + "]";
}

}  // namespace bubblescope
