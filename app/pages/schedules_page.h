#pragma once

#include "app/pages/page.h"

class QSplitter;

namespace bubblescope {

class ChartsPanel;
class GanttWidget;
class LowerArea;
class MetricsTable;
class OpPanel;
class PairTable;
class PickLink;
class PictureCommands;
class ScenarioPanel;
class WindowController;

/// The open scenario: its parameters, the Gantts of its schedules, and below them charts or the table. Lays the views
/// out and joins them to the controller.
class SchedulesPage : public Page {
    Q_OBJECT

public:
    explicit SchedulesPage(WindowController& controller, QWidget* parent = nullptr);

    GanttLook* look() const override;
    QString answer() const override;
    QString definition() const override;
    std::optional<WorkProgress> progress() const override;
    void stop() override;
    bool isPinned() const override;
    void setPinned(bool on) override;
    void exportPicture() override;
    void copyImage() override;
    QString table() const override;
    void setPanelsShown(bool on) override;
    void setPresenting(bool on) override;
    void keepLayout(Settings& settings) const override;

    GanttWidget& gantt() { return *m_gantt; }
    ScenarioPanel& scenarioPanel() { return *m_scenarioPanel; }
    ChartsPanel& charts() { return *m_charts; }
    MetricsTable& metrics() { return *m_table; }
    PairTable& pairTable() { return *m_pairTable; }
    OpPanel& opPanel() { return *m_opPanel; }

protected:
    QWidget* start() const override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void connectScenario();
    void connectViews();
    void connectCharts();
    void connectReferences();
    void showPin();
    void showOutcomes();
    void showStyle();
    void showParts();

    WindowController& m_controller;
    ScenarioPanel* m_scenarioPanel;
    GanttWidget* m_gantt;
    ChartsPanel* m_charts;
    MetricsTable* m_table;
    PairTable* m_pairTable;
    LowerArea* m_lower;
    QSplitter* m_splitter;
    OpPanel* m_opPanel;
    PickLink* m_pickLink;
    PictureCommands* m_pictures;
    bool m_panelsShown = true;
    bool m_isPresenting = false;
};

}  // namespace bubblescope
