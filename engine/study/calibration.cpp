#include "engine/study/calibration.h"

#include "engine/core/text.h"
#include "engine/entries/model_edits.h"
#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/steps/mesh_cells.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/steps/step.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::string_view kPaths[] = {"cluster.device.gemm", "cluster.device.attention", "cluster.device.memory",
                                       "cluster.links"};
constexpr std::string_view kRuns = "cluster.device.calibrated";

Scenario withShares(Scenario scenario, std::size_t step, const ReachedShares& shares) {
    for (std::size_t i = 0; i < std::size(kPaths); ++i)
        scenario = withTrainingValue(std::move(scenario), step, kPaths[i], ParameterValue{shares.*kFittedShares[i]});
    return scenario;
}

/// What a step is predicted to take, in seconds, and its peak in GiB.
struct Predicted {
    double seconds = 0, peakGib = 0;
};
Result<Predicted> predict(const Scenario& scenario, std::size_t step, const std::stop_token& stop) {
    auto setup = setUp(resolve(scenario, step));
    if (!setup) return setup.error();
    useCells(*setup);
    const auto run = runStep(std::move(*setup), Folding::Equal, stop);
    if (!run) return run.error();
    const double microseconds =
        toUnits(run->timeline->totalTime()) / run->setup.model->unitsOfMicrosecond / stepsShown(run->setup);
    constexpr double kGibi = 1024.0 * 1024 * 1024;
    return Predicted{microseconds * 1e-6, static_cast<double>(run->memoryPeak()) / kGibi};
}

/// The seconds of a step that a source tells in one of several ways.
Result<double> secondsOf(const ParameterValue::Object& measured, const ModelStep& model) {
    const auto number = [&](std::string_view key) -> std::optional<double> {
        const auto value = valueNamed(measured, key);
        return value ? std::optional(std::get<double>(value->held)) : std::nullopt;
    };
    std::vector<double> told;
    if (const auto ms = number("step_ms")) told.push_back(*ms * 1e-3);
    if (const auto seconds = number("step_seconds")) told.push_back(*seconds);
    if (const auto tokens = number("tokens_per_second")) told.push_back(tokensOrSeconds(model, *tokens));
    if (const auto mfu = number("mfu"))
        told.push_back(model.modelFlops() /
                       (*mfu * static_cast<double>(model.mesh.ranks()) * model.hardware.peakTflops * 1e12));
    if (told.size() == 1 && (told.front() <= 0 || !std::isfinite(told.front())))
        return Error{"must be greater than 0", {}};
    if (told.size() == 1) return told.front();
    return Error{told.empty() ? "needs one of step_ms, step_seconds, tokens_per_second and mfu"
                              : "must have only one of step_ms, step_seconds, tokens_per_second and mfu",
                 {}};
}

/// The machine without the numbers that are fitted.
Hardware unfitted(Hardware hardware) {
    hardware.reached = hardware.start = {};
    hardware.calibratedRuns = 0;
    hardware.calibratedError = 0;
    hardware.cluster.intra.share = hardware.cluster.inter.share = 1;
    return hardware;
}

/// The sum that is minimised, by the numbers of a machine.
class Fit {
public:
    Fit(std::span<const MeasuredStep> steps, const ReachedShares& start, const std::stop_token& stop)
        : m_steps(steps), m_start(start), m_stop(stop) {}

    /// Nothing if asked to stop.
    std::optional<double> sumAt(const ReachedShares& shares) const {
        constexpr double kSpread = 0.02, kSpreads[] = {0.20, 0.50, 0.25, 0.50};  // of errors; of the numbers
        double sum = 0;
        for (const MeasuredStep& one : m_steps) {
            const auto predicted = predict(withShares(one.scenario, one.step, shares), one.step, m_stop);
            if (!predicted) return std::nullopt;
            const double error = std::log(predicted->seconds / one.seconds) / kSpread;
            sum += error * error;
        }
        for (std::size_t i = 0; i < std::size(kFittedShares); ++i) {
            const double moved = std::log(shares.*kFittedShares[i] / m_start.*kFittedShares[i]) / kSpreads[i];
            sum += moved * moved;
        }
        return sum;
    }

private:
    std::span<const MeasuredStep> m_steps;
    ReachedShares m_start;
    const std::stop_token& m_stop;
};

/// Tries each number in turn, further or nearer by its width, and halves the widths when nothing helps.
std::optional<ReachedShares> fitted(const Fit& fit, ReachedShares now, const std::array<bool, 4>& fits,
                                    const Progress& progress) {
    constexpr double kWidth = 0.3, kLeastWidth = 0.004, kLeast = 0.03, kMost = 1, kGain = 1e-9;
    auto sum = fit.sumAt(now);
    for (double width = kWidth; sum && width >= kLeastWidth;) {
        bool hasMoved = false;
        for (std::size_t i = 0; i < std::size(kFittedShares); ++i)
            for (const double by : {width, -width}) {
                if (!fits[i]) continue;
                ReachedShares tried = now;
                tried.*kFittedShares[i] = std::clamp(tried.*kFittedShares[i] * std::exp(by), kLeast, kMost);
                const auto other = fit.sumAt(tried);
                if (!other) return std::nullopt;
                if (*other >= *sum - kGain) continue;
                now = tried;
                sum = other;
                hasMoved = true;
                break;
            }
        if (!hasMoved) width /= 2;
        progress.note(static_cast<long long>(std::log2(kWidth / width) * 10),
                      static_cast<long long>(std::log2(kWidth / kLeastWidth) * 10));
    }
    return sum ? std::optional(now) : std::nullopt;
}

}  // namespace

std::optional<Hardware> machineOf(const Scenario& scenario, std::size_t step) {
    const auto setup = setUp(resolve(scenario, step));
    return setup && setup->model ? std::optional(setup->model->hardware) : std::nullopt;
}

bool isSameMachine(const Hardware& one, const Hardware& other) { return unfitted(one) == unfitted(other); }

Result<std::optional<double>> measuredSeconds(const StepSetup& setup) {
    const auto measured = valueNamed(setup.values, kMeasuredParameter.key);
    if (!measured || !setup.model) return std::optional<double>();
    const auto seconds = secondsOf(std::get<ParameterValue::Object>(measured->held), *setup.model);
    if (!seconds) return seconds.error();
    return std::optional(*seconds);
}

double tokensOrSeconds(const ModelStep& step, double of) {
    return step.sequences() * step.model.sequence / (of * static_cast<double>(step.mesh.ranks()));
}

double Calibration::meanError() const {
    double sum = 0;
    for (const CalibratedStep& step : steps) sum += std::abs(step.error());
    return steps.empty() ? 0 : sum / static_cast<double>(steps.size());
}

Result<std::vector<MeasuredStep>> measuredSteps(const Scenario& scenario) {
    std::vector<MeasuredStep> out;
    const std::vector<std::string> labels = labelsOf(scenario);
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        const auto measured = valueNamed(scenario.schedules[i].values, kMeasuredParameter.key);
        if (!measured) continue;
        const std::string place = "schedules[" + std::to_string(i) + "]";
        const auto setup = setUp(resolve(scenario, i));
        if (!setup) return Error{setup.error().message, place + "." + setup.error().field};
        if (!setup->model) return Error{"needs a model; its times are given", place + ".measured"};
        if (setup->model->hardware.isFlat)
            return Error{"needs cost \"roofline\"; with cost \"flat\", set device.efficiency", place + ".measured"};
        const auto& object = std::get<ParameterValue::Object>(measured->held);
        const auto seconds = measuredSeconds(*setup);
        if (!seconds) return Error{seconds.error().message, place + ".measured"};
        MeasuredStep one{
            scenario, i, scenario.title.empty() ? labels[i] : scenario.title + ", " + labels[i], **seconds, {}};
        if (scenario.schedules.size() == 1 && !scenario.title.empty()) one.title = scenario.title;
        if (const auto bytes = valueNamed(object, "allocated_gib")) one.allocatedGib = std::get<double>(bytes->held);
        out.push_back(std::move(one));
    }
    return out;
}

Result<Calibration> calibrate(std::span<const MeasuredStep> steps, const std::array<bool, 4>& fits,
                              const std::stop_token& stop, const Progress& progress) {
    if (steps.empty()) return Error{"needs a step with \"measured\", such as {\"step_ms\": 843}", {}};
    const Hardware machine = *machineOf(steps.front().scenario, steps.front().step);
    for (const MeasuredStep& step : steps)
        if (!isSameMachine(*machineOf(step.scenario, step.step), machine))
            return Error{"\"" + shortened(step.title) + "\" ran on a different machine than \"" +
                             shortened(steps.front().title) + "\"; calibrate each machine separately",
                         {}};
    Calibration out;
    out.machine = machine;
    out.start = machine.calibratedRuns == 0 ? machine.reached : machine.start;
    const Fit fit(steps, out.start, stop);
    const auto numbers = fitted(fit, out.start, fits, progress);
    if (!numbers) return cancelled();
    out.numbers = *numbers;
    for (const MeasuredStep& step : steps) {
        const auto before = predict(withShares(step.scenario, step.step, out.start), step.step, stop);
        const auto after = predict(withShares(step.scenario, step.step, out.numbers), step.step, stop);
        if (!before) return before.error();
        if (!after) return after.error();
        out.steps.push_back(
            {step.title, step.seconds, before->seconds, after->seconds, step.allocatedGib, after->peakGib});
    }
    return out;
}

namespace {

/// The scenario in which a step has numbers of its own, fitted to no runs.
Scenario withOwnShares(Scenario scenario, std::size_t step, const ReachedShares& shares) {
    for (std::size_t i = 0; i < std::size(kPaths); ++i)
        scenario = withOwnTrainingValue(std::move(scenario), step, kPaths[i], ParameterValue{shares.*kFittedShares[i]});
    return withOwnTrainingValue(std::move(scenario), step, kRuns, ParameterValue{ParameterValue::List{}});
}

/// Changes the steps on one machine. What another machine had from what they share, it has of its own from then on.
template <class Change>
Scenario changedFor(Scenario scenario, const Hardware& machine, const Change& change) {
    std::vector<std::pair<std::size_t, Hardware>> same, others;
    for (const std::size_t step : modelStepsOf(scenario))
        if (const auto hardware = machineOf(scenario, step))
            (isSameMachine(*hardware, machine) ? same : others).emplace_back(step, *hardware);
    for (const auto& [step, before] : same) scenario = change(std::move(scenario), step);
    for (const auto& [step, before] : others) {
        const auto now = machineOf(scenario, step);
        if (now && now->reached == before.reached && now->calibratedRuns == before.calibratedRuns) continue;
        scenario = withOwnShares(std::move(scenario), step, before.reached);
    }
    return scenario;
}

}  // namespace

Scenario withCalibration(Scenario scenario, const Calibration& calibration) {
    ParameterValue::List rows;
    for (const CalibratedStep& step : calibration.steps)
        rows.push_back({ParameterValue::Object{{"measured_ms", {1e3 * step.measured}},
                                               {"predicted_ms", {1e3 * step.predicted}},
                                               {"title", {step.title}}}});
    return changedFor(std::move(scenario), calibration.machine, [&](Scenario changed, std::size_t step) {
        changed = withShares(std::move(changed), step, calibration.numbers);
        return withTrainingValue(std::move(changed), step, kRuns, ParameterValue{rows});
    });
}

Scenario withoutCalibration(Scenario scenario, std::size_t of) {
    const auto machine = machineOf(scenario, of);
    if (!machine || machine->calibratedRuns == 0) return scenario;
    return changedFor(std::move(scenario), *machine, [](Scenario changed, std::size_t step) {
        for (const std::string_view path : kPaths)
            changed = withTrainingValue(std::move(changed), step, path, std::nullopt);
        return withTrainingValue(std::move(changed), step, kRuns, std::nullopt);
    });
}

Scenario withStartValues(Scenario scenario, std::size_t step) {
    const auto machine = machineOf(scenario, step);
    if (!machine || (machine->calibratedRuns == 0 && machine->reached == machine->start)) return scenario;
    return withOwnShares(std::move(scenario), step, machine->start);
}

}  // namespace bubblescope
