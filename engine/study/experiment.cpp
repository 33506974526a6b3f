#include "engine/study/experiment.h"

namespace bubblescope {

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
