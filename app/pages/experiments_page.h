#pragma once

#include "app/jobs/experiment_runner.h"
#include "app/pages/page.h"

class QLabel;
class QStackedWidget;

namespace bubblescope {

class ExperimentChart;
class ExperimentForm;
class ExperimentPictures;
class SegmentedControl;
class PickCombo;
class WindowController;
class WinnerMapView;
enum class Keep;

/// The open experiment: its form, and its results as curves or as a winner map. Runs the experiment while on screen.
class ExperimentsPage : public Page {
    Q_OBJECT

public:
    explicit ExperimentsPage(WindowController& controller, QWidget* parent = nullptr);

    QString answer() const override;
    QString definition() const override;
    std::optional<WorkProgress> progress() const override;
    void stop() override { m_runner.cancel(); }
    bool isStopped() const override { return m_runner.isCancelled(); }
    void goOn() override { m_runner.goOn(); }
    bool isPinned() const override { return m_pinned != nullptr; }
    void setPinned(bool on) override;
    void exportPicture() override;
    void copyImage() override;
    QString table() const override;
    QWidget* editor() const override;
    bool escape() override;

    ExperimentRunner& runner() { return m_runner; }
    ExperimentForm& form() { return *m_form; }
    ExperimentChart& chart() { return *m_chart; }
    WinnerMapView& map() { return *m_map; }

protected:
    QWidget* start() const override;
    void showParts() override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHeader();
    void connectDocument();
    void connectViews();
    void showExperiment();
    void showName();
    void request();
    void showResults();
    void showFigures();
    void showLook();
    void forgetChanges();
    void requestChanges();
    void setView(int view);
    void keep(Keep what);

    WindowController& m_controller;
    ExperimentRunner m_runner;
    ExperimentForm* m_form;
    ExperimentChart* m_chart;
    WinnerMapView* m_map;
    ExperimentPictures* m_pictures;
    QStackedWidget* m_views;
    QLabel *m_problem, *m_slideTitle;
    QWidget* m_header;
    PickCombo *m_chooser, *m_figures;
    QLabel* m_figuresLabel;
    SegmentedControl* m_view;

    SharedResults m_pinned;
    QStringList m_winners;  // the lines about the winners in the figure on screen
    bool m_isStale = true;  // the experiment has changed since it was last requested
};

}  // namespace bubblescope
