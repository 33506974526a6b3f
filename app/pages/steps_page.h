#pragma once

#include "app/pages/gantt_page.h"
#include "widgets/shown/outcome.h"
#include "widgets/shown/scenario_edit.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

class QStackedWidget;

namespace bubblescope {

struct MeshChoice;
struct MeshQuestion;

class MeshSearch;
class StepNotes;
class CardGallery;
class SpentBars;
class StepForm;
class StepStudy;
class StepTable;
class Veil;

/// The training steps of the open scenario: the times of their layers, the Gantts of all ranks' lanes, and below them
/// where the time goes and how it changes along one of the times. Without a step, the page offers the gallery.
class StepsPage : public GanttPage {
    Q_OBJECT

public:
    explicit StepsPage(WindowController& controller, QWidget* parent = nullptr);

    QString answer() const override;
    QString definition() const override;
    std::optional<WorkProgress> progress() const override;
    void stop() override;
    bool isStopped() const override;
    void goOn() override;
    void exportPicture() override;
    void copyImage() override;
    QString table() const override;

    StepForm& form() { return *m_form; }
    CardGallery& gallery() { return *m_gallery; }
    SpentBars& bars() { return *m_bars; }
    StepStudy& study() { return *m_study; }
    StepTable& metrics() { return *m_table; }
    MeshSearch& meshes() { return *m_meshes; }
    /// Whether the mesh search is shown instead of the charts.
    bool showsMeshes() const;
    /// The index of the edited step among the scenario's schedules.
    std::optional<std::size_t> current() const { return m_current; }
    /// Shows equal ranks of these steps each in its own row, or folded into one row with a count.
    void setUnfolded(const std::vector<EntryId>& steps, bool areUnfolded);

protected:
    QWidget* start() const override;
    void showOutcomes() override;
    void showAge() override;
    void showStyle() override;
    void showParts() override;
    GanttStyle ganttStyle() const override;
    bool isFilled() const override { return m_current.has_value(); }
    std::size_t scheduleOf(int track) const override {
        return static_cast<std::size_t>(m_tracks[static_cast<std::size_t>(track)]);
    }
    void showEvent(QShowEvent* event) override;

private:
    QWidget* newLowerPart();
    void connectDocument();
    void connectViews();
    void fillGallery();
    void followDocument();
    void followCurrent();
    void showScenario();
    struct SlowedRank {
        EntryId step;
        int ranks = 1, rank = 0;
        double before = 1;  // the slowdown before the gesture
    };
    std::optional<SlowedRank> slowedRank(int track, WorkerId worker) const;
    void slowRow(int track, WorkerId worker, double doublings, int gesture);
    void slow(double factor, int gesture);
    /// The step that a track shows.
    EntryId entryOf(int track) const;
    void setCurrent(std::size_t schedule);
    /// Makes the step of a track the current one if the document still has it.
    void setCurrentTrack(int track);
    void showForm();
    void showNotes();
    void takeAdvice(const ScenarioEdit& edit);
    /// The track that shows a step; empty if none does.
    std::optional<std::size_t> trackOf(std::optional<std::size_t> step) const;
    void goTo(std::size_t step);
    void showWanted();
    void pickMoment(int track, WorkerId worker, Time at);
    void requestCurves();
    void takeFromGallery(std::size_t card);
    void connectMeshes();
    void showMeshes(bool isShown);
    void askForMeshes();
    void openMesh(const MeshQuestion& question, const MeshChoice& choice);

    StepForm* m_form;
    CardGallery* m_gallery;
    SpentBars* m_bars;
    QLabel* m_spentHeading = nullptr;
    StepStudy* m_study;
    StepTable* m_table;
    MeshSearch* m_meshes;
    StepNotes* m_notes;
    QStackedWidget* m_charts;  // the charts, or the mesh search
    Veil *m_tableVeil, *m_barsVeil;

    Scenario m_cards;  // the steps of the gallery; empty until the page is first shown
    std::optional<std::size_t> m_current;
    EntryId m_currentId;           // of m_current
    std::size_t m_count = 0;       // of the document's schedules
    std::vector<int> m_tracks;     // the schedule that each track shows
    std::vector<Outcome> m_shown;  // by track
    struct Unfolded {
        std::shared_ptr<const Run> folded, whole;
    };
    std::map<EntryId, Unfolded> m_unfolded;
    std::optional<SlowedRank> m_slowed;  // by the last gesture on a row's label
    int m_slowGesture = 0;
    std::optional<std::size_t> m_wanted;  // the step to scroll to
};

}  // namespace bubblescope
