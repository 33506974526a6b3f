#pragma once

#include <QMainWindow>

#include "app/window_controller.h"

class QSplitter;
class QToolBar;

namespace bubblescope {

class ChartsPanel;
class GanttWidget;
class LowerArea;
class MessageBar;
class MetricsTable;
class OpPanel;
class PickLink;
class ScenarioPanel;
class StatusLine;

/// The window: lays the views out and joins them to the controller. It decides nothing.
///
/// Thread  the interface thread
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow();
    ~MainWindow() override;

    /// Opens `file`, or goes on where the last window stopped.
    void start(const QString& file) { m_controller.start(file); }

    WindowController& controller() { return m_controller; }
    GanttWidget& gantt() { return *m_gantt; }
    ScenarioPanel& scenarioPanel() { return *m_scenarioPanel; }
    ChartsPanel& charts() { return *m_charts; }
    MetricsTable& table() { return *m_table; }
    OpPanel& opPanel() { return *m_opPanel; }
    MessageBar& messages() { return *m_messages; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void connectScenario();
    void connectViews();
    void connectOutcomes();
    void showOutcomes();
    void showStyle();
    void showParts();
    bool isPresenting() const;
    void present(bool on);
    void escape();

    WindowController m_controller;
    QToolBar* m_toolBar;
    MessageBar* m_messages;
    ScenarioPanel* m_scenarioPanel;
    GanttWidget* m_gantt;
    ChartsPanel* m_charts;
    MetricsTable* m_table;
    LowerArea* m_lower;
    QSplitter* m_splitter;
    OpPanel* m_opPanel;
    PickLink* m_pickLink;
    StatusLine* m_status;
};

}  // namespace bubblescope
