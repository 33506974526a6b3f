#pragma once

#include <QPixmap>
#include <QWidget>

#include "widgets/study/keep_actions.h"
#include "widgets/study/winners/winner_layout.h"

class QAbstractButton;

namespace bubblescope {

/// The live winner maps of an experiment. Pointing at a cell shows the ranking of the series there; arrows move the
/// cell, also from one map to the next; a click or Return opens the winner. The legend's names hide and show series.
///
/// Cost  a new picture follows the number of points; pointing repaints none of it
class WinnerMapView : public QWidget {
    Q_OBJECT

public:
    explicit WinnerMapView(QWidget* parent = nullptr);

    /// Sets the results, or null; the same object again when more of its points have arrived.
    void setResults(SharedResults results);
    /// The index of the figure; if it is too large, the last figure is shown.
    void setFigure(std::size_t figure);
    void setHiddenSeries(const std::set<std::size_t>& hidden);
    /// The palette of the series.
    void setColors(const QString& palette);
    /// The present values of x and panels, marked by a ring on the nearest cell; nullopt if there are none.
    void setPresent(std::optional<QPointF> present);
    /// Scales the drawing; 1 is the usual size.
    void setScale(double scale);
    /// Without a legend there is more space for the maps: names are on them, and cards show the rest.
    void setHasLegend(bool hasLegend);

    const std::set<std::size_t>& hiddenSeries() const { return m_hidden; }
    /// Clears the cell that is pointed at. Returns false if there was none.
    bool leaveCell();
    /// The cell under the mouse or selected by keys.
    std::optional<MapCell> current() const { return m_current; }
    const WinnerLayout& geometryOfMaps() { return refresh(), m_layout; }

    QSize sizeHint() const override { return {760, 420}; }
    QSize minimumSizeHint() const override { return {320, 220}; }

signals:
    /// The winner of a cell should be opened: the index of a point of the plan.
    void pointChosen(std::size_t point);
    /// A name in the legend was clicked.
    void hiddenSeriesChanged();
    void keepWanted(bubblescope::Keep what);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void invalidate();
    void refresh();
    QSize ownSize() const { return size() / m_scale; }  // before scaling
    void placeLegend();
    void setCurrent(std::optional<MapCell> cell);
    void describe();
    void moveBy(int columns, int rows);
    void choose();
    void toggle(std::size_t series);

    SharedResults m_results;
    std::size_t m_figure = 0;
    std::set<std::size_t> m_hidden;
    QString m_palette;
    bool m_hasLegend = true;
    double m_scale = 1;
    std::optional<QPointF> m_present;

    bool m_isStale = true;  // the three members below
    WinnerMaps m_maps;
    WinnerLayout m_layout;
    QPixmap m_picture;

    std::vector<QAbstractButton*> m_legend;  // by series
    std::optional<MapCell> m_current, m_pressed;
};

}  // namespace bubblescope
