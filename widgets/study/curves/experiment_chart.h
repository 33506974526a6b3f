#pragma once

#include <QTimer>
#include <QWidget>

#include "widgets/study/curves/curves_plot.h"
#include "widgets/study/keep_actions.h"

#include <memory>
#include <optional>
#include <set>

class QCustomPlot;
class QScrollBar;

namespace bubblescope {

class CurvesLegend;

/// The live curves of one figure of an experiment: a grid of panels that scrolls if it is higher than the widget.
/// Pointing at a panel shows all values there; a click or Enter opens the nearest point. For Tab it is one stop: arrows
/// and the page keys move between values, curves and panels.
///
/// Invariants  a refused point is a gap, never a zero
/// Cost        of a replot: what is visible, and one pass over the points of the figure; while more points arrive, it
///             is drawn as often as leaves most of the time for other work
class ExperimentChart : public QWidget {
    Q_OBJECT

public:
    /// A place under the mouse or the keyboard: a panel of layout(), the index of a value of x, and the nearest curve.
    struct Spot {
        std::size_t panel = 0, x = 0;
        std::optional<std::size_t> series;

        friend bool operator==(const Spot&, const Spot&) = default;
    };

    explicit ExperimentChart(QWidget* parent = nullptr);
    ~ExperimentChart() override;

    /// Sets the results to show, or the same ones again when more points have arrived. Null: none.
    void setResults(SharedResults results);
    /// Sets the results to compare with; null: none.
    void setPinned(SharedResults pinned);
    /// Whether missing points will not be computed.
    void setStopped(bool isStopped);
    void setWinnerChanges(std::vector<WinnerChange> changes);
    /// The index of the figure; if it is too large, the last figure is shown.
    void setFigure(std::size_t figure);
    void setHiddenSeries(std::set<std::size_t> series);
    /// Scales the drawing; 1 is the usual size.
    void setScale(double scale);

    /// Clears the place that is pointed at. Returns false if there was none.
    bool leaveSpot();

    const std::set<std::size_t>& hiddenSeries() const { return m_data.hidden; }
    const std::optional<Spot>& spot() const { return m_spot; }
    /// The text of the card: the place, then one line per series. Empty if nothing is pointed at.
    QStringList card() const;
    /// The current layout; null before there are results.
    const CurvesLayout* layout() const { return m_layout.get(); }
    QCustomPlot& plot() { return *m_plot; }

    QSize minimumSizeHint() const override;

signals:
    /// A configuration should be opened: the index of a point of the plan.
    void pointChosen(std::size_t point);
    void hiddenSeriesChanged();
    void keepWanted(bubblescope::Keep what);
    /// A line for the status bar: why a point cannot be opened.
    void message(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuildSoon();
    void rebuild();
    void rebuildNow();
    void showPanels();
    QSizeF ownSize() const;
    void toggle(std::size_t series);

    std::optional<Spot> spotAt(QPointF position) const;
    void setSpot(std::optional<Spot> spot);
    void stepX(int by);
    void stepRow(int by);
    void stepPanel(int by);
    void choose();
    void scrollTo(const CurvesPanel& panel);
    void paintSpot(QPainter& painter) const;

    CurvesLegend* m_legend;
    QCustomPlot* m_plot;
    QScrollBar* m_bar;
    std::unique_ptr<CurvesPlot> m_curves;
    QTimer m_rebuild;
    qint64 m_cost = 0;  // duration of the last rebuild in ms

    CurvesData m_data;
    std::size_t m_figure = 0;
    double m_scale = 1;
    std::shared_ptr<const CurvesLayout> m_layout;
    std::optional<Spot> m_spot;
    bool m_isByKeys = false;  // set by keys: it stays when the mouse leaves, and is cleared when focus is lost
};

}  // namespace bubblescope
