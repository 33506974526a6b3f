#pragma once

#include <QObject>

#include "widgets/shown/outcome.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace bubblescope {

class Comparison;
class GanttWidget;
class OpPanel;

/// Shows outcomes in the Gantts, and joins what is picked there with the panel that explains it and with the advice for
/// its schedule.
class PickLink : public QObject {
    Q_OBJECT

public:
    PickLink(Comparison& comparison, GanttWidget& gantt, OpPanel& panel, QObject* parent);

    /// `bubble` is the definition that title lines go by. Takes effect on panel and advice with refresh().
    void setOutcomes(std::vector<Outcome> outcomes, Quantity bubble);
    void setBubble(Quantity bubble);
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
    std::vector<Outcome> m_outcomes;  // by track
    Quantity m_bubble = Quantity::BubbleRatio;
    std::optional<std::size_t> m_atHand, m_wanted;
};

}  // namespace bubblescope
