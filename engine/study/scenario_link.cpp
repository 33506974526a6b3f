#include "engine/study/scenario_link.h"

#include "engine/entries/step_edits.h"
#include "engine/schemes/scheme.h"
#include "engine/study/study_axes.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// What a schedule on `workload` must override if `shared` is the common workload.
WorkloadPatch difference(const Workload& workload, const Workload& shared) {
    WorkloadPatch patch;
    forEachWorkloadKey([&](const WorkloadKey&, auto member, auto own) {
        if (workload.*member != shared.*member) patch.*own = workload.*member;
    });
    return patch;
}

}  // namespace

Experiment experimentOn(const Scenario& scenario) {
    Experiment experiment;
    experiment.title = "New experiment";
    experiment.workload = scenario.workload;
    experiment.training = scenario.training;
    Scenario compared = scenario;
    std::erase_if(compared.schedules, [](const ScheduleEntry& entry) { return entry.family == Family::Scheme; });
    if (compared.schedules.empty()) compared.schedules = foundingSchedules();
    forgetIds(compared.schedules);
    const auto isStep = [](const ScheduleEntry& entry) { return entry.family == Family::Step; };
    ScenarioPath axis(kUsualAxis);
    if (std::all_of(compared.schedules.begin(), compared.schedules.end(), isStep)) {
        if (const auto time = usualStepTime(compared)) axis = pathOfStepTime(*time);
        experiment.quantities = {Quantity::TotalTime};
    }
    const AxisRange range = axisRange(compared, axis);
    experiment.x = {axis.text, liveValues(compared, axis, range.from, range.to)};
    experiment.series = std::move(compared.schedules);
    return experiment;
}

Scenario scenarioAround(const ExperimentPlan& plan, std::size_t point) {
    const PointPlace place = plan.placeOf(point);
    Scenario out = scenarioAt(plan, point);
    out.title += (out.title.empty() ? "" : ", ") + placeText(plan, place);
    if (plan.series.size() > kMaxSeriesAround) return out;

    std::vector<Scenario> alone;
    for (std::size_t series = 0; series < plan.series.size(); ++series)
        alone.push_back(scenarioAt(plan, plan.pointAt({place.figure, place.panel, series, place.x})));
    Workload& shared = out.workload;
    // A scheme has no keys of its own, so one that uses the workload's times needs them as they are there.
    for (const Scenario& one : alone)
        if (const ScheduleEntry& entry = one.schedules.front(); entry.family == Family::Scheme)
            if (schemeOf(entry).workloadTimes) shared = one.workload;
    // A schedule can set its own weight, but it cannot remove one.
    for (const auto time : {&Workload::weight, &Workload::forwardBackward})
        if (!std::all_of(alone.begin(), alone.end(), [&](const Scenario& s) { return (s.workload.*time).has_value(); }))
            (shared.*time).reset();
    if (!kindOf(out.schedules.front())->hasChunks) shared.chunks = plan.experiment.workload.chunks;
    out.schedules.clear();
    for (std::size_t series = 0; series < alone.size(); ++series) {
        ScheduleEntry entry = alone[series].schedules.front();
        const auto unfitChunks = entry.own.chunks;
        if (entry.family != Family::Scheme) entry.own = difference(alone[series].workload, shared);
        const ScheduleEntry& planned = plan.series[series].entry;
        if (!kindOf(entry)->hasChunks)
            entry.own.chunks = unfitChunks;
        else if (planned.own.chunks)
            entry.own.chunks = planned.own.chunks;
        // A label stays; without one, the text that distinguishes the curve need not appear twice.
        if (!entry.label && plan.experiment.series.index() == 1) entry.label = plan.series[series].title;
        out.schedules.push_back(std::move(entry));
    }
    return out;
}

}  // namespace bubblescope
