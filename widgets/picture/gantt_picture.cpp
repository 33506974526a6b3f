#include "widgets/picture/gantt_picture.h"

#include "engine/io/scenario_file.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/picture/gantt_picture_layout.h"

#include <QCoreApplication>

namespace bubblescope {

namespace {

constexpr double kNoticeBaseline = 34;

DisplayList draw(const std::shared_ptr<const GanttPictureLayout>& layout, bool asPixels) {
    const Theme& theme = layout->theme();
    DisplayList list;
    list.add(DisplayRect{list.use(filled("ground", theme.window)), QRectF(QPointF(), QSizeF(layout->size))});
    if (!layout->title.isEmpty())
        list.add(DisplayText{list.use(lettered("title", pictureTitleFont(), theme.text)),
                             {kPictureTitleX, kPictureTitleBaseline},
                             layout->title});
    if (asPixels) {
        list.add(DisplayPixels{{0, layout->ganttTop}, [layout](double ratio) {
                                   return GanttRenderer().render(layout->gantt, layout->shown, 0, ratio);
                               }});
    } else {
        list.origin = {0, layout->ganttTop};
        addSchedules(list, *layout);
    }
    list.origin = {0, layout->footerTop};
    if (!layout->notice.isEmpty())
        list.add(DisplayText{list.use(lettered("notice", uiFont(14), theme.mutedText, Anchor::Middle)),
                             {layout->size.width() / 2.0, kNoticeBaseline},
                             layout->notice});
    else if (!asPixels)
        addFooter(list, layout->gantt);
    return list;
}

}  // namespace

Result<Picture> ganttPicture(const std::vector<Outcome>& outcomes, const PictureOptions& options) {
    auto layout = layoutGanttPicture(outcomes, options);
    if (!layout) return layout.error();
    const auto shared = std::make_shared<const GanttPictureLayout>(std::move(*layout));
    return Picture{shared->size, shared->title, [shared](bool asPixels) { return draw(shared, asPixels); }};
}

Exportable exportedGantts(const Scenario& scenario, const std::vector<Outcome>& outcomes) {
    Exportable thing;
    thing.heading = QCoreApplication::translate("Picture", "Export picture");
    thing.json = writeScenario(scenario);
    thing.picture = [=](const PictureOptions& options) {
        return ganttPicture(recolored(outcomes, scenario, options.theme), options);
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
