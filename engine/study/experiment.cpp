#include "engine/study/experiment.h"

namespace bubblescope {

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

std::string titleOf(const Experiment& experiment, const Axis& axis) {
    if (const WorkloadKey* key = findNumberKey(axis.variable))
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
