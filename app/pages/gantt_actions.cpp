#include "app/pages/gantt_actions.h"

#include "app/actions.h"
#include "widgets/gantt/gantt_widget.h"

namespace bubblescope {

void connectGanttActions(const Actions& actions, GanttWidget& gantt) {
    constexpr double kZoomStep = 1.5;
    const auto on = [&gantt](const QAction* action, auto&& act) {
        QObject::connect(action, &QAction::triggered, &gantt, [&gantt, act] {
            if (gantt.isVisible()) act(gantt);
        });
    };
    on(actions.zoomIn, [](GanttWidget& shown) { shown.zoomBy(kZoomStep); });
    on(actions.zoomOut, [](GanttWidget& shown) { shown.zoomBy(1 / kZoomStep); });
    on(actions.fit, [](GanttWidget& shown) { shown.fit(); });
    on(actions.find, [](GanttWidget& shown) { shown.openFind(); });
    on(actions.align, [](GanttWidget& shown) { shown.openAlignMenu(); });
}

}  // namespace bubblescope
