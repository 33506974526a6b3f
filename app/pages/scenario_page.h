#pragma once

#include "app/commands/window_controller.h"
#include "app/pages/scenario_facet.h"
#include "engine/program/program.h"

class QAction;
class QSplitter;
class QStackedWidget;

namespace bubblescope {

class Actions;
struct Annotations;
class Annotator;
class GanttWidget;
class Inspector;
class OpPanel;
class PictureCommands;
struct LessonStep;
struct PictureOptions;

/// A page of the open scenario: on the left the form, then the Gantts of its entries with charts or tables below them,
/// and on the right the panel that explains an op. The facet determines which entries it shows, and provides form,
/// charts, tables and gallery.
///
/// Invariants  the current entry is one of the document that the page shows; it follows the entry's id through edits
class ScenarioPage : public Page {
    Q_OBJECT

public:
    using MakeFacet = std::unique_ptr<ScenarioFacet> (*)(ScenarioPage& page);
    ScenarioPage(WindowController& controller, MakeFacet make, QWidget* parent);
    ~ScenarioPage() override;

    GanttLook ViewPreferences::*look() const override { return m_facet->parts().look; }
    QString answer() const override { return conceals() ? QString() : m_facet->answer(); }
    QString definition() const override { return m_facet->definition(); }
    QString answerTip() const override { return m_facet->answerTip(); }
    QString why() const override;
    QWidget* editor() const override { return m_facet->parts().form; }
    bool escape() override;
    std::optional<WorkProgress> progress() const override;
    void stop() override { m_facet->stop(); }
    bool isStopped() const override;
    void goOn() override;
    bool isPinned() const override;
    void setPinned(bool on) override;
    void exportPicture() override;
    void copyImage() override;
    void exportMemory() override;
    QString table() const override { return m_facet->table(); }
    void setPresenting(bool on) override;
    void keepLayout(Settings& settings) const override;

    ScenarioFacet& facet() { return *m_facet; }
    WindowController& controller() const { return m_controller; }
    GanttWidget& gantt() const { return *m_gantt; }
    OpPanel& opPanel() const { return *m_opPanel; }
    Inspector& inspector() const { return *m_inspector; }

    ScenarioDocument& document() const { return m_controller.scenario(); }
    const Scenario& scenario() const { return document().scenario(); }
    Results& results() const { return m_controller.results(); }
    /// The style of the Gantts.
    GanttStyle ganttStyle() const;

    /// The index of the current entry among the document's entries; empty if there is none.
    std::optional<std::size_t> current() const { return m_current; }
    EntryId currentId() const { return m_currentId; }
    /// Makes an entry the current one, unless the page does not show it. Without a family, there may be none.
    void setCurrent(std::optional<std::size_t> entry);
    /// Scrolls to an entry of the document as soon as the Gantts show it.
    void scrollTo(std::size_t entry);
    /// The outcome of the current entry; null if the results are older than the document.
    const Outcome* currentOutcome() const;

    /// The outcomes in the Gantts, by track.
    const std::vector<Outcome>& shown() const { return m_shown; }
    /// The index of the entry that a track shows, in the results' scenario.
    std::size_t scheduleOf(int track) const {
        return static_cast<std::size_t>(m_tracks[static_cast<std::size_t>(track)]);
    }
    std::optional<std::size_t> trackOf(std::optional<std::size_t> schedule) const;
    EntryId entryOf(int track) const { return results().scenario().schedules[scheduleOf(track)].id; }
    /// Makes the entry of a track the current one if the document still has it.
    void setCurrentTrack(int track);

    /// Whether the facet's widget takes the place of the Gantts.
    bool showsInstead() const;
    void showInstead(bool on);

    void showOutcomes();
    /// Starts a scenario with this entry alone.
    void startWith(const ScheduleEntry& entry);
    /// Applies an edit, unless it changes nothing.
    void apply(Scenario after, const QString& what, int gesture = 0);

protected:
    QWidget* start() const override;
    void showParts() override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void connectDocument();
    void connectActions();
    void connectResults();
    void connectLesson();
    bool isShown(const ScheduleEntry& entry) const;
    bool isFilled() const { return !m_facet->parts().family || m_current; }
    void followCurrent();
    void showDocument();
    void showCurrent();
    void showWanted();
    void takePick(int track);
    void fillCards();
    void takeCard(std::size_t card);
    void showStyle();
    bool hasPicture();
    std::vector<int> exported() const;

    const LessonStep* lessonStep() const;
    /// Whether the picture must not tell what the lesson asks.
    bool conceals() const { return lessonStep() && m_controller.lesson().conceals(); }
    /// Whether title lines and strips do not tell results: then, and where the step cuts the picture.
    bool hidesResults() const { return conceals() || (lessonStep() && lessonStep()->until); }
    std::vector<TrackData> tracks() const;
    void showTask();
    void showLesson();
    void showPointedOut();
    void showRangeOfLesson();
    void annotate(const Annotations& after, const QString& what);
    void showAnnotations();
    void addSeen(PictureOptions& options) const;
    QString said() const;

    WindowController& m_controller;
    GanttWidget* m_gantt;
    OpPanel* m_opPanel;
    Inspector* m_inspector;
    Annotator* m_annotator;
    QSplitter* m_splitter;
    QStackedWidget* m_upper;  // the Gantts, or what takes their place
    PictureCommands* m_pictures = nullptr;

    std::vector<Outcome> m_shown;  // by track
    Quantity m_bubble = Quantity::BubbleRatio;
    std::vector<int> m_tracks;  // the entry that each track shows, by its index in the results' scenario
    std::optional<std::size_t> m_current;
    EntryId m_currentId, m_wanted;  // of m_current, and of the entry to scroll to
    std::size_t m_count = 0;        // of the document's entries
    Scenario m_cards;               // the entries of the gallery; empty until the page is first shown
    bool m_hidesResults = false;
    bool m_isTaught = false;            // whether this page shows a step of a lesson
    bool m_isRangeWanted = false;       // whether to show the lesson's time span as soon as its runs are done
    LessonPlayer::Scale m_lessonScale;  // that the step on screen was given
    std::vector<EntryId> m_onAxis;      // the entries that the Gantts show
    std::unique_ptr<ScenarioFacet> m_facet;
};

template <class Facet>
std::unique_ptr<ScenarioFacet> newFacet(ScenarioPage& page) {
    return std::make_unique<Facet>(page);
}

/// The actions that apply only to pages with Gantts.
QList<QAction*> ganttActions(const Actions& actions);

}  // namespace bubblescope
