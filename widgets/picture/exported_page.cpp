#include "widgets/picture/exported_page.h"

#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/study/study_axes.h"
#include "engine/study/value_list.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

Error sliderError(const QString& message) { return {message.toStdString(), "sliders"}; }

/// "workload.comm", as --set has it, is the path "comm".
ScenarioPath pathOf(const QString& text) {
    const QString prefix = QStringLiteral("workload.");
    return (text.startsWith(prefix) ? text.mid(prefix.size()) : text).toStdString();
}

Error unknownPath(const QString& text) {
    std::vector<std::string_view> names;
    for (const WorkloadKey& key : numberKeys()) names.push_back(key.key);
    for (const std::string_view name : modelAxes()) names.push_back(name);
    return sliderError(Text::tr("\"%1\" is not a number of the scenario; nearest: \"%2\"")
                           .arg(text, toQString(nearestName(pathOf(text).text, names))));
}

Result<WebSlider> sliderOf(const Scenario& scenario, const QString& name, const QString& values) {
    WebSlider slider{.path = pathOf(name), .values = {}};
    if (!slider.path.kind || !slider.path.kind->get || !slider.path.kind->set) return unknownPath(name);
    slider.path = bound(slider.path, scenario);
    const auto given = parseValueList(values.toStdString());
    if (!given) return sliderError(toQString(given.error().message));
    slider.values = *given;
    for (const double value : slider.values)
        if (slider.path.isWhole() && value != std::round(value))
            return sliderError(Text::tr("%1 must be a whole number, not %2").arg(name, formatExact(value)));
    const auto present = presentValue(scenario, slider.path);
    if (present) slider.values.push_back(*present);
    std::ranges::sort(slider.values);
    slider.values.erase(std::ranges::unique(slider.values).begin(), slider.values.end());
    if (present)
        slider.present =
            static_cast<std::size_t>(std::ranges::lower_bound(slider.values, *present) - slider.values.begin());
    return slider;
}

}  // namespace

long long opsOfShown(const Scenario& scenario, const std::vector<int>& chosen) {
    long long ops = 0;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (chosen.empty() || std::ranges::find(chosen, static_cast<int>(i)) != chosen.end())
            ops += opsOf(resolve(scenario, i));
    return ops;
}

std::size_t WebPlan::scenes() const {
    std::size_t count = 1;
    for (const WebSlider& slider : sliders) count *= slider.values.size();
    return count;
}

std::size_t WebPlan::presentScene() const {
    std::size_t scene = 0;
    for (const WebSlider& slider : sliders) scene = scene * slider.values.size() + slider.present;
    return scene;
}

Scenario WebPlan::scenarioAt(std::size_t scene) const {
    Scenario out = scenario;
    for (std::size_t i = sliders.size(); i-- > 0;) {
        const WebSlider& slider = sliders[i];
        const std::size_t at = scene % slider.values.size();
        scene /= slider.values.size();
        if (slider.values[at] != presentValue(scenario, slider.path))
            out = atValue(std::move(out), slider.path, slider.values[at], false);
    }
    return out;
}

Result<void> checkWebOps(long long ops, bool hasSliders) {
    if (ops <= kMostWebOps) return {};
    const QString words =
        hasSliders ? Text::tr("a web page can have at most %1 operations, with all values of its sliders, not %2")
                   : Text::tr("a web page can have at most %1 operations, not %2");
    return Error{words.arg(formatCount(kMostWebOps), formatCount(ops)).toStdString(), hasSliders ? "sliders" : ""};
}

Result<std::shared_ptr<const WebPlan>> planWebPage(const Scenario& scenario, const std::vector<Outcome>& outcomes,
                                                   const PictureOptions& options) {
    auto plan = std::make_shared<WebPlan>(WebPlan{scenario, outcomes, options, {}});
    if (options.sliders.size() > kMostWebSliders)
        return sliderError(Text::tr("a web page can have at most %1 sliders, not %2")
                               .arg(kMostWebSliders)
                               .arg(options.sliders.size()));
    for (const auto& [name, values] : options.sliders) {
        auto slider = sliderOf(scenario, name, values);
        if (!slider) return slider.error();
        const auto isSame = [&](const WebSlider& other) { return other.path.text == slider->path.text; };
        if (std::ranges::any_of(plan->sliders, isSame))
            return sliderError(Text::tr("%1 is already on the other slider").arg(name));
        plan->sliders.push_back(std::move(*slider));
    }
    if (plan->scenes() > kMostWebScenes)
        return sliderError(Text::tr("these values make %1 combinations, the limit is %2")
                               .arg(formatCount(static_cast<long long>(plan->scenes())),
                                    formatCount(static_cast<long long>(kMostWebScenes))));
    long long ops = 0;
    for (std::size_t scene = 0; scene < plan->scenes(); ++scene) {
        const Scenario one = plan->scenarioAt(scene);
        if (const auto ok = checkScenario(one); !ok) return sliderError(toQString(ok.error().text()));
        ops += opsOfShown(one, options.schedules);
    }
    if (auto ok = checkWebOps(ops, !plan->sliders.empty()); !ok) return ok.error();
    return std::shared_ptr<const WebPlan>(std::move(plan));
}

}  // namespace bubblescope
