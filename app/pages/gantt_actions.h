#pragma once

namespace bubblescope {

class Actions;
class GanttWidget;

/// Lets the window's actions zoom, fit, search and align in these Gantts while they are on screen.
void connectGanttActions(const Actions& actions, GanttWidget& gantt);

}  // namespace bubblescope
