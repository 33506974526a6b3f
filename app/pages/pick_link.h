#pragma once

#include <QObject>

#include "widgets/gantt/gantt_overlay.h"

#include <cstddef>
#include <optional>

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
    /// The schedule to advise while nothing is picked; with none it is the fastest of all. Takes effect with refresh().
    void setAtHand(std::optional<std::size_t> schedule) { m_atHand = schedule; }

private:
    void showOp(int track, Row row);
    void showAdvice();

    Comparison& m_comparison;
    GanttWidget& m_gantt;
    OpPanel& m_panel;
    std::optional<std::size_t> m_atHand, m_wanted;
};

}  // namespace bubblescope
