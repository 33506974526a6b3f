#include "widgets/picture/exported_gantts.h"

#include "engine/io/scenario_file.h"
#include "widgets/kit/text.h"
#include "widgets/picture/exported_page.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/picture_style.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace bubblescope {

Exportable exportedGantts(const Scenario& scenario, const std::vector<Outcome>& outcomes) {
    Exportable thing;
    thing.heading = Text::tr("Export picture");
    thing.json = writeScenario(scenario);
    thing.picture = [=, held = std::vector<Outcome>()](const PictureOptions& options) mutable {
        if (options.marks.held && held.empty()) held = withHeld(outcomes);
        return pictureOf(scenario, options.marks.held ? held : outcomes, options);
    };
    for (const Outcome& outcome : outcomes) thing.schedules += outcome.title;
    thing.drawn = drawnOf(scenario, outcomes, {});
    thing.styled = [scenario](const PictureOptions& options) {
        Scenario inside = scenario;
        inside.style = styleOf(options, scenario);
        return writeScenario(inside);
    };
    thing.restyled = [scenario](const PictureOptions& options, const ParameterValue::Object& style) {
        return bubblescope::restyled(options, style, scenario);
    };
    thing.look = [scenario](const PictureOptions& options) { return lookOf(options, scenario); };
    return thing;
}

Drawn drawnOf(const Scenario& scenario, const std::vector<Outcome>& outcomes, const std::vector<int>& schedules) {
    Drawn drawn{.areSteps = true};
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (!schedules.empty() && std::ranges::find(schedules, static_cast<int>(i)) == schedules.end()) continue;
        drawn.areSteps &= scenario.schedules[i].family == Family::Step;
        const Run* const run = outcomes[i].run.get();
        if (!run) continue;
        drawn.hasSchemes |= run->scheme != nullptr;
        drawn.hasChunks |= run->timeline->program->shades() > 1;
        for (std::size_t kind = 0; kind < kOpKinds; ++kind)
            if (run->timeline->program->kinds.has(static_cast<OpKind>(kind)))
                drawn.kinds.add(static_cast<OpKind>(kind));
    }
    return drawn;
}

Picture withOps(Picture picture, const std::vector<Outcome>& outcomes, const std::vector<int>& schedules) {
    std::vector<int> chosen = schedules;
    if (chosen.empty()) {
        chosen.resize(outcomes.size());
        std::iota(chosen.begin(), chosen.end(), 0);
    }
    for (const int index : chosen)
        if (const Outcome& outcome = outcomes[static_cast<std::size_t>(index)]; outcome.run)
            picture.runs.push_back({outcome.title.toStdString(), outcome.run});
    return picture;
}

Result<Picture> pictureOf(const Scenario& scenario, const std::vector<Outcome>& outcomes,
                          const PictureOptions& options) {
    auto picture = ganttPicture(shownOf(recolored(outcomes, scenario, options), options.bubble), options);
    if (!picture) return picture;
    picture->web = planWebPage(scenario, outcomes, options);
    return withOps(std::move(*picture), outcomes, options.schedules);
}

std::vector<Outcome> recolored(std::vector<Outcome> outcomes, const Scenario& scenario, const PictureOptions& options) {
    const auto colors = seriesColors(scenario.schedules, options.theme, options.palette);
    const bool isBlack = options.theme == ThemeId::Print && options.palette != QLatin1String(kSafePalette);
    for (std::size_t i = 0; i < outcomes.size() && i < colors.size(); ++i)
        outcomes[i].color = isBlack ? themeOf(options.theme).text : colors[i];
    return outcomes;
}

}  // namespace bubblescope
