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

/// The curves of one figure of an experiment, live: a grid of panels that scrolls where it is higher than the widget.
/// Pointing at a panel tells all values there; a click or Enter opens the nearest point. For Tab it is one stop: arrows
/// and the page keys go to values, curves and panels.
///
/// Invariants  a refused point is a gap, never a zero
/// Cost        of a replot: what is visible, and a look at each point of the figure; more points that come in are
///             drawn as often as that leaves most of the time for other things
class ExperimentChart : public QWidget {
    Q_OBJECT

public:
    /// A place under the mouse or the keyboard: a panel of layout(), the index of a value of x, and the curve that is
    /// nearest.
    struct Spot {
        std::size_t panel = 0, x = 0;
        std::optional<std::size_t> series;

        friend bool operator==(const Spot&, const Spot&) = default;
    };

    explicit ExperimentChart(QWidget* parent = nullptr);
    ~ExperimentChart() override;

    /// Results to show; the same again when more points are in. Null: none.
    void setResults(SharedResults results);
    /// Results to compare with; null: none.
    void setPinned(SharedResults pinned);
    /// Whether points that are still awaited will not come.
    void setStopped(bool isStopped);
    void setWinnerChanges(std::vector<WinnerChange> changes);
    /// Which of the figures; the last one where there are fewer.
    void setFigure(std::size_t figure);
    void setHiddenSeries(std::set<std::size_t> series);
    /// How many times as large as usual it is drawn.
    void setScale(double scale);

    /// Points at no place any more. False if it did not.
    bool leaveSpot();

    const std::set<std::size_t>& hiddenSeries() const { return m_data.hidden; }
    const std::optional<Spot>& spot() const { return m_spot; }
    /// What the card says: where, then a line a series. Empty where nothing is pointed at.
    QStringList card() const;
    /// What is on the screen; null before there are results.
    const CurvesLayout* layout() const { return m_layout.get(); }
    QCustomPlot& plot() { return *m_plot; }

    QSize minimumSizeHint() const override;

signals:
    /// A configuration is to be opened: a point of the plan.
    void pointChosen(std::size_t point);
    void hiddenSeriesChanged();
    void keepWanted(bubblescope::Keep what);
    /// One line for the status bar: why a point cannot be opened.
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
    qint64 m_cost = 0;  // ms, of the last rebuild

    CurvesData m_data;
    std::size_t m_figure = 0;
    double m_scale = 1;
    std::shared_ptr<const CurvesLayout> m_layout;
    std::optional<Spot> m_spot;
    bool m_isByKeys = false;  // the spot was set by keys: it stays when the mouse leaves, and goes with the focus
};

}  // namespace bubblescope
