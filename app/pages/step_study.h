#pragma once

#include <QWidget>

#include "app/jobs/experiment_runner.h"
#include "app/jobs/study_job.h"
#include "widgets/charts/live_curves.h"
#include "widgets/kit/stale_overlay.h"
#include "widgets/kit/theme.h"
#include "widgets/study/keep_actions.h"

class QHBoxLayout;
class QLabel;
class QStackedWidget;

namespace bubblescope {

class CurvesView;
class ExperimentPictures;
class PickCombo;
class WinnerMapView;
struct Settings;

/// How steps change with the times of their layers: curves of a quantity along one of the times, along the number of
/// ranks or along the slowdown of a rank, with the values at which another step becomes the fastest, found by runs; or
/// a map of the fastest step over two times.
///
/// Invariants  shows the scenario it was given and requests new times by a signal: the marker of the curves sets one
///             time, a cell of the map sets both
/// Thread      the interface thread; runs in the background
class StepStudy : public QWidget {
    Q_OBJECT

public:
    enum class View { Curves, Map };

    /// `runs` are the steps' own runs: while they are old, everything here is.
    StepStudy(Settings& settings, const Staleness& runs, QWidget* parent = nullptr);

    /// The width at the right end of the head to leave free. Call once.
    void setHeadRoom(int width);

    /// Requests the curves or the map of a scenario whose schedules all are steps; `name` is used for saved files.
    void ask(const Scenario& steps, const QString& name, ThemeId theme);
    /// Stops; what is shown stays.
    void rest();
    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// The quantity that the curves show.
    void setQuantity(Quantity quantity);
    Quantity quantity() const { return m_quantity; }
    /// The path of the x-axis: a time, `ranks`, or the slowdown of a rank.
    void setAlong(const std::string& path);
    void setView(View view);
    View view() const { return m_view; }
    std::optional<Estimate> progress() const;
    void keep(Keep what);

    CurvesView& curves() { return *m_curves; }
    const LiveCurves& live() const { return m_live; }
    WinnerMapView& map() { return *m_map; }
    /// The line below the curves.
    QString crossings() const;

signals:
    /// Someone set numbers, which all steps should get, by path: times, the number of ranks, or a rank's slowdown.
    void numbersWanted(const std::vector<std::pair<std::string, double>>& numbers, const QString& what, int gesture);
    void progressChanged();
    void failed(const QString& line);
    void confirmed(const QString& line);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void connectAll(Settings& settings);
    void fillAxes();
    void request();
    void requestCrossings();
    Experiment experimentOver(const std::vector<double>& values) const;
    void setTimesAt(std::size_t point);

    Scenario m_scenario;
    QString m_name;
    ThemeId m_theme = ThemeId::Light;
    View m_view = View::Curves;
    Quantity m_quantity = Quantity::TotalTime;
    bool m_hasChosen = false;      // whether someone chose the quantity; otherwise it follows the kind of steps
    std::string m_along, m_other;  // the paths of the x-axis, and of the map's y-axis

    QHBoxLayout* m_head;
    QLabel* m_against = nullptr;
    PickCombo *m_what, *m_axis, *m_second;
    QStackedWidget* m_views;
    QWidget* m_mapLine;
    LiveCurves m_live;
    CurvesView* m_curves;
    WinnerMapView* m_map;
    QLabel* m_crossing;
    ExperimentPictures* m_pictures;
    Staleness m_mapAge;
    StudyJob m_runner;  // the runners come last, so that they end before the members they use
    ExperimentRunner m_mapRunner;
    BackgroundJob m_crossings;
};

}  // namespace bubblescope
