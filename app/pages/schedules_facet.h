#pragma once

#include "app/jobs/gallery_job.h"
#include "app/pages/scenario_facet.h"

namespace bubblescope {

class ChartsPanel;
class MetricsTable;
class PairTable;
class ScenarioPanel;
class ScheduleGallery;

/// All entries of the scenario: its parameters, charts or the table of metrics, and instead of the Gantts the gallery
/// of published schedules. The current entry is the one chosen in the charts, if any: advice is for it.
class SchedulesFacet : public ScenarioFacet {
    Q_OBJECT

public:
    explicit SchedulesFacet(ScenarioPage& page);

    void showDocument() override;
    void adapt(GanttStyle& style) const override;
    void showOutcomes() override;
    void showStyle() override;
    void setScale(double scale) override;
    void request() override;
    QString answer() const override;
    QString definition() const override;
    QString answerTip() const override;
    std::optional<WorkProgress> progress() const override;
    QString table() const override;
    void copyTable() override;

    ScenarioPanel& scenarioPanel() { return *m_scenarioPanel; }
    ChartsPanel& charts() { return *m_charts; }
    MetricsTable& metrics() { return *m_table; }
    PairTable& pairTable() { return *m_pairTable; }
    ScheduleGallery& gallery() { return *m_gallery; }
    const GalleryJob& galleryJob() const { return m_galleryJob; }

private:
    void connectScenario();
    void connectCharts();
    void connectGallery();
    QString heldLimit() const;
    QString galleryHint() const;
    void showGallery();
    void toggleSchedule(const ScheduleEntry& entry);
    void useSize(const OtherSize& size);
    void choose(std::size_t track);
    void keepOrder(std::size_t schedule);

    ScenarioPanel* m_scenarioPanel;
    ChartsPanel* m_charts;
    MetricsTable* m_table;
    PairTable* m_pairTable;
    ScheduleGallery* m_gallery;
    std::vector<ScheduleEntry> m_others;  // schedules that the charts show and the scenario does not contain
    GalleryJob m_galleryJob;
};

}  // namespace bubblescope
