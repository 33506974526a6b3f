#include "engine/study/scenario_path.h"

#include "engine/entries/step_edits.h"

namespace bubblescope {

namespace {

constexpr const PathKind* kKinds[] = {&kWorkloadPath, &kSchedulePath, &kStepTimePath, &kRanksPath,
                                      &kSlowdownPath, &kDevicesPath,  &kTrainingPath, &kPartPath};

}  // namespace

ScenarioPath::ScenarioPath(std::string path) : text(std::move(path)) {
    for (const PathKind* known : kKinds)
        if (known->read(*this)) {
            kind = known;
            return;
        }
}

bool ScenarioPath::isWhole() const { return kind && kind->isWhole(*this); }
bool ScenarioPath::isLogarithmic() const { return kind && kind->isLogarithmic && kind->isLogarithmic(*this); }
bool ScenarioPath::isTime() const { return kind && kind->isTime && kind->isTime(*this); }
bool ScenarioPath::isOfSteps() const { return kind && kind->isOfSteps; }
std::string ScenarioPath::symbol() const { return kind && kind->symbol ? kind->symbol(*this) : std::string(); }
std::string ScenarioPath::title() const { return kind ? kind->title(*this) : text; }
std::string ScenarioPath::name() const { return kind && kind->name ? kind->name(*this) : title(); }

Scenario atValue(Scenario scenario, const ScenarioPath& path, double x, bool keepRatio) {
    return path.kind->set(std::move(scenario), path, x, keepRatio);
}

std::optional<double> presentValue(const Scenario& scenario, const ScenarioPath& path) {
    return path.kind->get(scenario, path);
}

AxisRange axisRange(const Scenario& scenario, const ScenarioPath& path) { return path.kind->range(scenario, path); }

ScenarioPath bound(ScenarioPath path, const Scenario& series) {
    if (path.kind == &kStepTimePath) path.halves = sharedTimeOf(series, path.key).halves;
    return path;
}

}  // namespace bubblescope
