#include "widgets/study/form/axis_changes.h"

#include "engine/formula/formula.h"
#include "widgets/charts/chart_quantity.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace bubblescope {

namespace {

constexpr AxisRole kRoles[] = {AxisRole::X, AxisRole::Panels, AxisRole::Figures, AxisRole::Varied};

void setAxis(Experiment& experiment, AxisRole role, Axis axis) {
    switch (role) {
        case AxisRole::X:
            // The usual measure of the previous axis was not the user's choice.
            if (experiment.quantities == std::vector{usualMetric(experiment.x.variable)})
                experiment.quantities = {usualMetric(axis.variable)};
            experiment.x = std::move(axis);
            break;
        case AxisRole::Panels: experiment.panels = std::move(axis); break;
        case AxisRole::Figures: experiment.figures = std::move(axis); break;
        case AxisRole::Varied:
            VariedSchedule& varied = std::get<VariedSchedule>(experiment.series);
            varied.axis = std::move(axis);
            forEachWorkloadKey([&](const WorkloadKey& key, auto, auto member) {
                if (varied.axis.variable == key.key) (varied.schedule.own.*member).reset();
            });
            break;
    }
}

/// Values of a time from zero to twice its present value.
std::vector<double> usualTimes(const Experiment& experiment, const std::string& path) {
    const Scenario scenario = seriesScenario(experiment);
    const AxisRange range = axisRange(scenario, path);
    return liveValues(scenario, path, range.from, range.to);
}

std::vector<double> usualValues(const Workload& workload, const std::string& variable) {
    const WorkloadKey* key = findNumberKey(variable);
    if (const ScenarioPath part(variable); part.kind == &kPartPath && !part.isWhole()) {
        const double time = at(workload.forward, 0);
        return {0, time / 4, time / 2, time};
    }
    if (!key) return {1, 2, 4, 8};
    const double present = key->get(workload).value_or(1);
    if (variable == "devices") return {2, 4, 8, 16, 32};
    if (variable == "microbatches") {
        const double devices = workload.devices;
        return {devices, 2 * devices, 4 * devices, 8 * devices};
    }
    if (variable == "chunks") return {2, 4, 6, 8};
    if (variable == "comm") return {0, 2, 4, 8, 16, 32};
    if (variable == "weight_fraction") return {0.2, 0.4, 0.5, 0.6, 0.8};
    if (variable == "recompute" || variable == "weight_hold") return {0, 0.2, 0.4, 0.6, 0.8, 1};
    if (variable == "imbalance") return {0, 0.1, 0.2, 0.3, 0.4};
    return present > 0 ? std::vector<double>{present / 2, present, 2 * present} : std::vector<double>{0, 1, 2};
}

bool isVaried(const Experiment& experiment, std::string_view variable) {
    return std::any_of(std::begin(kRoles), std::end(kRoles), [&](AxisRole role) {
        const Axis* axis = axisOf(experiment, role);
        return axis && axis->variable == variable;
    });
}

/// Removes the formulas and variables that an axis has made obsolete.
Experiment tidied(Experiment experiment) {
    std::erase_if(experiment.bindings, [&](const Binding& binding) { return isVaried(experiment, binding.key); });
    std::erase_if(experiment.variables, [&](const Variable& variable) { return !isVaried(experiment, variable.name); });
    return experiment;
}

bool isWordSign(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Calls `f(begin, end)` for the names in a formula, from last to first.
template <class F>
void forEachName(const std::string& formula, F&& f) {
    for (std::size_t end = formula.size(); end > 0;) {
        if (!isWordSign(formula[end - 1])) {
            --end;
            continue;
        }
        std::size_t begin = end;
        while (begin > 0 && isWordSign(formula[begin - 1])) --begin;
        f(begin, end);
        end = begin;
    }
}

void sortVariables(Experiment& experiment) {
    std::sort(experiment.variables.begin(), experiment.variables.end(),
              [](const Variable& a, const Variable& b) { return a.name < b.name; });
}

}  // namespace

const Axis* axisOf(const Experiment& experiment, AxisRole role) {
    switch (role) {
        case AxisRole::X: return &experiment.x;
        case AxisRole::Panels: return experiment.panels ? &*experiment.panels : nullptr;
        case AxisRole::Figures: return experiment.figures ? &*experiment.figures : nullptr;
        case AxisRole::Varied: break;
    }
    const auto* varied = std::get_if<VariedSchedule>(&experiment.series);
    return varied ? &varied->axis : nullptr;
}

Axis* axisOf(Experiment& experiment, AxisRole role) {
    return const_cast<Axis*>(axisOf(std::as_const(experiment), role));
}

Experiment varying(Experiment experiment, AxisRole role, const std::string& variable) {
    const Axis* present = axisOf(std::as_const(experiment), role);
    if (present && present->variable == variable) return experiment;
    for (const AxisRole other : kRoles) {
        const Axis* axis = axisOf(std::as_const(experiment), other);
        if (!axis || axis->variable != variable) continue;
        if (present) return withSwapped(std::move(experiment), role, other);
        setAxis(experiment, role, *axis);
        return withoutAxis(std::move(experiment), other);
    }
    setAxis(experiment, role,
            {variable, ScenarioPath(variable).kind == &kStepTimePath ? usualTimes(experiment, variable)
                                                                     : usualValues(experiment.workload, variable)});
    return tidied(std::move(experiment));
}

Experiment varyingNewVariable(Experiment experiment, AxisRole role) {
    const std::string stem(1, 'k');
    std::string name = stem;
    for (int number = 2; !refusalOfName(experiment, {}, name).empty(); ++number) name = stem + std::to_string(number);
    experiment.variables.push_back({name, {}});
    sortVariables(experiment);
    setAxis(experiment, role, {name, usualValues(experiment.workload, name)});
    return tidied(std::move(experiment));
}

Experiment withoutAxis(Experiment experiment, AxisRole role) {
    if (role == AxisRole::Panels) {
        experiment.panels.reset();
        experiment.view = View::Curves;
    } else if (role == AxisRole::Figures) {
        experiment.figures.reset();
    }
    return tidied(std::move(experiment));
}

Experiment withSwapped(Experiment experiment, AxisRole a, AxisRole b) {
    Axis first = *axisOf(experiment, a), second = *axisOf(experiment, b);
    setAxis(experiment, a, std::move(second));
    setAxis(experiment, b, std::move(first));
    return experiment;
}

Experiment withRenamed(Experiment experiment, const std::string& from, const std::string& to) {
    for (Variable& variable : experiment.variables)
        if (variable.name == from) variable.name = to;
    sortVariables(experiment);
    for (const AxisRole role : kRoles)
        if (Axis* axis = axisOf(experiment, role); axis && axis->variable == from) axis->variable = to;
    for (Binding& binding : experiment.bindings) {
        std::string& formula = binding.formula;
        forEachName(formula, [&](std::size_t begin, std::size_t end) {
            if (formula.compare(begin, end - begin, from) == 0) formula.replace(begin, end - begin, to);
        });
    }
    return experiment;
}

std::string refusalOfName(const Experiment& experiment, const std::string& from, const std::string& to) {
    if (to == from) return {};
    if (auto ok = checkSymbol(to); !ok) return ok.error().message;
    for (const WorkloadKey& key : numberKeys())
        if (to == key.key || to == key.symbol)
            return "this is the name of the workload's " + std::string(key.key) + "; choose another";
    for (const Variable& variable : experiment.variables)
        if (variable.name == to) return "another variable has this name";
    return {};
}

bool isUsed(const Experiment& experiment, const std::string& variable) {
    bool isNamed = false;
    for (const Binding& binding : experiment.bindings)
        forEachName(binding.formula, [&](std::size_t begin, std::size_t end) {
            isNamed = isNamed || binding.formula.compare(begin, end - begin, variable) == 0;
        });
    return isNamed;
}

}  // namespace bubblescope
