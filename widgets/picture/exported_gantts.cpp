#include "widgets/picture/exported_gantts.h"

#include "engine/io/scenario_file.h"
#include "widgets/picture/gantt_picture.h"

#include <QCoreApplication>

namespace bubblescope {

Exportable exportedGantts(const Scenario& scenario, const std::vector<Outcome>& outcomes) {
    Exportable thing;
    thing.heading = QCoreApplication::translate("Picture", "Export picture");
    thing.json = writeScenario(scenario);
    thing.picture = [=, held = std::vector<Outcome>()](const PictureOptions& options) mutable {
        if (options.marks.held && held.empty()) held = withHeld(outcomes);
        const auto& shown = options.marks.held ? held : outcomes;
        return ganttPicture(shownOf(recolored(shown, scenario, options.theme), options.bubble), options);
    };
    for (const Outcome& outcome : outcomes) {
        thing.schedules += outcome.title;
        thing.hasSchemes |= outcome.run && outcome.run->scheme;
    }
    return thing;
}

std::vector<Outcome> recolored(std::vector<Outcome> outcomes, const Scenario& scenario, ThemeId theme) {
    const auto colors = seriesColors(scenario.schedules, theme);
    for (std::size_t i = 0; i < outcomes.size() && i < colors.size(); ++i)
        outcomes[i].color = theme == ThemeId::Print ? themeOf(theme).text : colors[i];
    return outcomes;
}

}  // namespace bubblescope
