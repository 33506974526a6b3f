#pragma once

#include <QObject>

#include "widgets/gantt/gantt_overlay.h"

namespace bubblescope {

class Comparison;
class GanttWidget;
class OpPanel;

/// Joins what is picked in the Gantts with the panel that explains it, and with the advice for its schedule.
class PickLink : public QObject {
    Q_OBJECT

public:
    PickLink(Comparison& comparison, GanttWidget& gantt, OpPanel& panel, QObject* parent);

    /// Explains the pick as the Gantts have it now; to be called after they got new outcomes or came on screen.
    void refresh();

private:
    void showOp(int track, Row row);
    void showAdvice();

    Comparison& m_comparison;
    GanttWidget& m_gantt;
    OpPanel& m_panel;
};

}  // namespace bubblescope
