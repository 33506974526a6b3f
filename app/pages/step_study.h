#pragma once

#include <QWidget>

#include "app/jobs/age.h"
#include "app/jobs/experiment_runner.h"
#include "app/jobs/study_runner.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/outcome.h"
#include "widgets/study/keep_actions.h"

class QHBoxLayout;
class QLabel;
class QStackedWidget;

namespace bubblescope {

class ExperimentPictures;
class PickCombo;
class Veil;
class SweepChart;
class WinnerMapView;
struct Settings;

/// How steps change with what their layers take: curves of a quantity along one of the times, the number of ranks or
/// the slowdown of one, with the values at which another step becomes the fastest, found by runs; or a map of who is
/// the fastest over two times.
///
/// Invariants  shows the scenario it was given and asks for other times: the marker of the curves sets a time, a cell
/// both Thread      the interface thread; what runs does so in the background
class StepStudy : public QWidget {
    Q_OBJECT

public:
    enum class View { Curves, Map };

    explicit StepStudy(Settings& settings, QWidget* parent = nullptr);

    /// How much of the right end of its head is somebody else's. To be called once.
    void setHeadRoom(int width);

    /// Asks for what is shown of a scenario whose schedules all are steps; `name` is what it is kept as.
    void ask(const Scenario& steps, const QString& name, ThemeId theme);
    /// Stops; what was shown stays.
    void rest();
    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// Of the curves.
    void setQuantity(Quantity quantity);
    Quantity quantity() const { return m_quantity; }
    /// Along which path: a time, `ranks`, the slowdown of a rank.
    void setAlong(const std::string& path);
    void setView(View view);
    View view() const { return m_view; }
    /// Dims what is shown, or so much of it as is old by itself.
    void setOld(bool isOld);
    std::optional<Estimate> progress() const;
    void keep(Keep what);

    SweepChart& curves() { return *m_curves; }
    WinnerMapView& map() { return *m_map; }
    /// What stands below the curves.
    QString crossings() const;

signals:
    /// Numbers that all steps are to have, by path: times, how many ranks, how slow one is.
    void numbersWanted(const std::vector<std::pair<std::string, double>>& numbers, const QString& what, int gesture);
    void progressChanged();
    void failed(const QString& line);
    void confirmed(const QString& line);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void connectAll();
    void fillAxes();
    void request();
    void requestCrossings();
    void showAge();
    Experiment experimentOver(const std::vector<double>& values) const;
    void setTimesAt(std::size_t point);

    Scenario m_scenario;
    QString m_name;
    ThemeId m_theme = ThemeId::Light;
    View m_view = View::Curves;
    Quantity m_quantity = Quantity::TotalTime;
    bool m_hasChosen = false;      // what is drawn, which else follows what steps are
    std::string m_along, m_other;  // paths: along which curves go, of the map a time; and the second one of the map
    bool m_isOld = false;

    QHBoxLayout* m_head;
    QLabel* m_against = nullptr;
    PickCombo *m_what, *m_axis, *m_second;
    QStackedWidget* m_views;
    QWidget* m_mapLine;
    SweepChart* m_curves;
    WinnerMapView* m_map;
    QLabel* m_crossing;
    Veil *m_curvesVeil, *m_mapVeil;
    ExperimentPictures* m_pictures;
    Age m_age;
    StudyRunner m_runner;  // the workers come last: they end before what they use
    ExperimentRunner m_mapRunner;
    BackgroundJob m_crossings;
};

}  // namespace bubblescope
