#pragma once

#include <QObject>

#include "app/jobs/age.h"
#include "widgets/panels/formula_text.h"
#include "widgets/shown/outcome.h"
#include "widgets/shown/scenario_edit.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace bubblescope {

class Results;
class GanttWidget;
struct Highlight;
class OpPanel;
struct Advice;

/// Shows outcomes in the Gantts, and joins what is picked there with the panel that explains it and with the advice for
/// its schedule.
class Inspector : public QObject {
    Q_OBJECT

public:
    Inspector(Results& results, GanttWidget& gantt, OpPanel& panel, QObject* parent);

    /// `bubble` is the definition that title lines go by. Takes effect on panel and advice with refresh().
    void setOutcomes(std::vector<Outcome> outcomes, Quantity bubble);
    void setBubble(Quantity bubble);
    /// Explains the pick as the Gantts have it now; to be called after they got new outcomes or came on screen.
    void refresh();
    /// The schedule to advise while nothing is picked; with none it is the fastest of all. Takes effect with refresh().
    void setAtHand(std::optional<std::size_t> schedule) { m_atHand = schedule; }
    /// Points out what a lesson does, as findHighlight() reads it, and dims the rest if it is spotlit. What is not
    /// there is not pointed out.
    void setLesson(std::vector<std::string> highlights, bool isSpotlit);
    /// Tells the closed forms of the schedule that is picked or advised beside its ops; to be called where tracks are
    /// the schedules of the comparison.
    void showFormulas();

signals:
    /// An advice is to be followed.
    void edited(const bubblescope::ScenarioEdit& edit);

private:
    void follow(const Advice& advice);
    void showOp(int track, Row row);
    void refreshFormulas();
    void highlight();
    std::vector<Highlight> ofLesson() const;
    void showChain();
    void showAdvice();
    void showWhy();

    Results& m_results;
    GanttWidget& m_gantt;
    OpPanel& m_panel;
    std::vector<Outcome> m_outcomes;  // by track
    Quantity m_bubble = Quantity::BubbleRatio;
    std::optional<std::size_t> m_atHand, m_wanted;
    QString m_advisedTitle;  // of the schedule whose advice is shown
    bool m_showsFormulas = false;
    std::optional<std::size_t> m_told;              // the schedule whose closed forms are shown
    std::optional<FormTerm> m_pointedTerm, m_term;  // that is pointed at, and that was clicked, of them
    std::vector<std::string> m_lesson;              // what one points out
    bool m_isSpotlit = false;
    Age m_adviceAge;
};

}  // namespace bubblescope
