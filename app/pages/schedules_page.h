#pragma once

#include "app/pages/gantt_page.h"

namespace bubblescope {

class ChartsPanel;
class MetricsTable;
class PairTable;
class ScenarioPanel;
class WindowController;

/// The open scenario: its parameters, the Gantts of its schedules, and below them charts or the table. Lays the views
/// out and joins them to the controller.
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

protected:
    GanttStyle ganttStyle() const override;
    QString heldLimit() const;
    QWidget* start() const override;
    void showOutcomes() override;
    void showAge() override;
    void showStyle() override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void connectScenario();
    void connectViews();
    void connectCharts();
    void connectReferences();
    void choose(std::size_t schedule);
    void askForHeld();

    ScenarioPanel* m_scenarioPanel;
    ChartsPanel* m_charts;
    MetricsTable* m_table;
    PairTable* m_pairTable;
    bool m_hasChosen = false;  // a schedule, to be advised
    Veil *m_tableVeil, *m_pairVeil;
};

}  // namespace bubblescope
