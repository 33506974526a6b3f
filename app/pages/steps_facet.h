#pragma once

#include "app/pages/scenario_facet.h"
#include "widgets/steps/spent_bars.h"

#include <map>

class QLabel;
class QStackedWidget;

namespace bubblescope {

struct MeshChoice;
struct MeshQuestion;

class BarChart;
class MeshSearch;
class StepNotes;
class StepForm;
class StepStudy;
class StepTable;

/// The training steps of the scenario: the times of their layers, where the time goes, and how it changes along one of
/// the times. Cards add steps.
class StepsFacet : public ScenarioFacet {
    Q_OBJECT

public:
    explicit StepsFacet(ScenarioPage& page);

    void showDocument() override;
    void adapt(std::vector<Outcome>& outcomes) override;
    void adapt(GanttStyle& style) const override;
    void showOutcomes() override;
    void showPick() override;
    void showStyle() override;
    void request() override;
    QString answer() const override;
    QString definition() const override;
    std::optional<WorkProgress> progress() const override;
    void stop() override;
    bool isStopped() const override;
    void goOn() override;
    QString table() const override;
    void copyTable() override;
    void takeAdvice(const ScenarioEdit& edit) override;
    void setCards(const Scenario& cards) override;
    void takeCard(const ScheduleEntry& entry) override;

    StepForm& form() { return *m_form; }
    CardGallery& gallery() { return *m_parts.cards; }
    BarChart& bars() { return *m_bars; }
    const SpentBars& spent() const { return m_spent; }
    StepStudy& study() { return *m_study; }
    StepTable& metrics() { return *m_table; }
    MeshSearch& meshes() { return *m_meshes; }
    /// Whether the mesh search is shown instead of the charts.
    bool showsMeshes() const;
    /// Shows equal ranks of these steps each in its own row, or folded into one row with a count.
    void setUnfolded(const std::vector<EntryId>& steps, bool areUnfolded);

private:
    QWidget* newLowerPart();
    void connectDocument();
    void connectGantt();
    void connectCharts();
    void connectMeshes();
    struct SlowedRank {
        EntryId step;
        int ranks = 1, rank = 0;
        double before = 1;  // the slowdown before the gesture
    };
    std::optional<SlowedRank> slowedRank(int track, WorkerId worker) const;
    void slowRow(int track, WorkerId worker, double doublings, int gesture);
    void slow(double factor, int gesture);
    void goTo(std::size_t step);
    void pickMoment(int track, WorkerId worker, Time at);
    void showMeshes(bool isShown);
    void askForMeshes();
    void openMesh(const MeshQuestion& question, const MeshChoice& choice);

    StepForm* m_form;
    SpentBars m_spent;
    BarChart* m_bars;
    QLabel* m_spentHeading = nullptr;
    StepStudy* m_study;
    StepTable* m_table;
    MeshSearch* m_meshes;
    StepNotes* m_notes;
    QStackedWidget* m_charts;  // the charts, or the mesh search

    struct Unfolded {
        std::shared_ptr<const Run> folded, whole;
    };
    std::map<EntryId, Unfolded> m_unfolded;
    std::optional<SlowedRank> m_slowed;  // by the last gesture on a row's label
    int m_slowGesture = 0;
};

}  // namespace bubblescope
