#pragma once

#include "widgets/picture/exported_gantts.h"
#include "widgets/picture/gantt_picture.h"

namespace bubblescope {

/// The default comparison.
inline Scenario foundingScenario(int devices = 4, int microbatches = 8) {
    Scenario scenario;
    scenario.workload.devices = devices;
    scenario.workload.microbatches = microbatches;
    scenario.workload.comm = 4.0;
    scenario.schedules = foundingSchedules();
    return scenario;
}

/// One schedule only.
inline Scenario scenarioOf(const char* kind, int devices, int microbatches) {
    Scenario scenario = foundingScenario(devices, microbatches);
    scenario.schedules = {{kind, {}, {}}};
    return scenario;
}

inline std::vector<Outcome> outcomesOf(const Scenario& scenario, ThemeId theme = ThemeId::Light) {
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        outcomes.push_back(outcomeOf(scenario, i, run(scenario, i)));
    return recolored(std::move(outcomes), scenario, theme);
}

/// A picture of Gantts as a file, as pixels, and its size.
inline Result<QByteArray> ganttFile(const PictureFormat& format, const std::vector<Outcome>& outcomes,
                                    const PictureOptions& options, const std::string& json) {
    const auto picture = ganttPicture(shownOf(outcomes, options.bubble), options);
    if (!picture) return picture.error();
    return pictureFile(format, *picture, options.scale, json);
}
inline Result<QImage> ganttImage(const std::vector<Outcome>& outcomes, const PictureOptions& options, double ratio) {
    const auto picture = ganttPicture(shownOf(outcomes, options.bubble), options);
    if (!picture) return picture.error();
    return pictureImage(*picture, ratio);
}
inline Result<QSize> ganttSize(const std::vector<Outcome>& outcomes, const PictureOptions& options) {
    const auto picture = ganttPicture(shownOf(outcomes, options.bubble), options);
    if (!picture) return picture.error();
    return picture->size;
}

}  // namespace bubblescope
