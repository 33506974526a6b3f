#pragma once

#include <QObject>

#include "widgets/kit/stale_overlay.h"
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

/// Connects the pick in the Gantts to the panel that explains it and to the advice for its schedule.
class Inspector : public QObject {
    Q_OBJECT

public:
    /// `outcomes` are what the Gantts show, by track; the page that owns them calls refresh() when they change.
    Inspector(Results& results, const std::vector<Outcome>& outcomes, GanttWidget& gantt, OpPanel& panel,
              QObject* parent);

    /// Explains the current pick; call it after the Gantts got new outcomes or became visible.
    void refresh();
    /// The schedule to advise while nothing is picked; empty means the fastest one. Takes effect with refresh().
    void setAtHand(std::optional<std::size_t> schedule) { m_atHand = schedule; }
    /// Highlights what a lesson points out, in the syntax of findHighlight(), and dims the rest if `isSpotlit`.
    /// Highlights that match nothing are ignored.
    void setLesson(std::vector<std::string> highlights, bool isSpotlit);
    /// From now on also shows the closed forms of the picked or advised schedule. Requires that track i is schedule i
    /// of the comparison.
    void showFormulas();

signals:
    /// Someone chose an advice; the edit applies it.
    void edited(const bubblescope::ScenarioEdit& edit);

private:
    void follow(const Advice& advice);
    void showOp(int track, Row row);
    void refreshFormulas();
    void highlight();
    void showChain();
    void showAdvice();
    void showWhy();

    Results& m_results;
    const std::vector<Outcome>& m_outcomes;  // by track
    GanttWidget& m_gantt;
    OpPanel& m_panel;
    std::optional<std::size_t> m_atHand, m_wanted;
    QString m_advisedTitle;  // title of the schedule whose advice is shown
    bool m_showsFormulas = false;
    std::optional<std::size_t> m_told;              // the schedule whose closed forms are shown
    std::optional<FormTerm> m_pointedTerm, m_term;  // the terms under the mouse and last clicked
    std::vector<std::string> m_lesson;              // the highlights of the lesson
    bool m_isSpotlit = false;
    Staleness m_adviceAge;
};

}  // namespace bubblescope
