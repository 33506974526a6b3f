#pragma once

#include "app/jobs/age.h"
#include "app/jobs/gallery_runner.h"
#include "app/pages/gantt_page.h"

class QStackedWidget;

namespace bubblescope {

class ChartsPanel;
class MetricsTable;
class PairTable;
class ScenarioPanel;
class ScheduleGallery;
class WindowController;

/// The open scenario: its parameters, the Gantts of its schedules or instead of them the gallery of published ones, and
/// below them charts or the table. Lays the views out and connects them to the controller.
class SchedulesPage : public GanttPage {
    Q_OBJECT

public:
    explicit SchedulesPage(WindowController& controller, QWidget* parent = nullptr);

    QString answer() const override;
    QString definition() const override;
    QString answerTip() const override;
    std::optional<WorkProgress> progress() const override;
    void stop() override;
    bool isStopped() const override;
    void goOn() override;
    void exportPicture() override;
    void copyImage() override;
    QString table() const override;

    ScenarioPanel& scenarioPanel() { return *m_scenarioPanel; }
    ChartsPanel& charts() { return *m_charts; }
    MetricsTable& metrics() { return *m_table; }
    PairTable& pairTable() { return *m_pairTable; }
    ScheduleGallery& gallery() { return *m_gallery; }
    const GalleryRunner& galleryRunner() const { return m_galleryRunner; }
    bool isGalleryOpen() const;
    void setPresenting(bool on) override;
    bool escape() override;

protected:
    GanttStyle ganttStyle() const override;
    QString heldLimit() const;
    QString galleryHint() const;
    QWidget* start() const override;
    void showOutcomes() override;
    void showAge() override;
    void showStyle() override;
    void showParts() override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void connectScenario();
    void connectViews();
    void connectCharts();
    void connectReferences();
    void connectGallery();
    void openGallery(bool on);
    bool isGalleryCurrent() const;
    void askForGallery();
    void showGallery();
    void toggleSchedule(const ScheduleEntry& entry);
    void showAdded();
    void useSize(const OtherSize& size);
    void choose(std::size_t schedule);
    void keepOrder(std::size_t schedule);
    void askForHeld();

    ScenarioPanel* m_scenarioPanel;
    ChartsPanel* m_charts;
    MetricsTable* m_table;
    PairTable* m_pairTable;
    bool m_hasChosen = false;            // whether a schedule was chosen for advice
    std::optional<std::size_t> m_added;  // the schedule just added, to scroll to once the Gantts are visible
    ScheduleGallery* m_gallery;
    QStackedWidget* m_upper;  // Gantts or gallery
    Veil *m_tableVeil, *m_pairVeil, *m_galleryVeil;
    std::vector<ScheduleEntry> m_others;  // schedules that the charts show and the scenario does not contain
    Age m_galleryAge;
    GalleryRunner m_galleryRunner;
};

}  // namespace bubblescope
