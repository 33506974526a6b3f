#pragma once

#include <QPixmap>
#include <QWidget>

#include "widgets/study/keep_actions.h"
#include "widgets/study/winners/winner_layout.h"

class QAbstractButton;

namespace bubblescope {

/// The live winner maps of an experiment. Pointing at a cell shows how the series stand there; arrows move it, from one
/// map into the next; a click or Return opens the winner. The legend's names hide and show series.
///
/// Cost  a new picture follows the number of points; pointing repaints none of it
class WinnerMapView : public QWidget {
    Q_OBJECT

public:
    explicit WinnerMapView(QWidget* parent = nullptr);

    /// The results, or null; the same object again when more of its points came.
    void setResults(SharedResults results);
    /// Which of the figures; the last one where there are fewer.
    void setFigure(std::size_t figure);
    void setHiddenSeries(const std::set<std::size_t>& hidden);
    /// Where x and panels stand at present: a ring; none where there is none. Of cells the nearest has it.
    void setPresent(std::optional<QPointF> present);
    /// How many times as large as usual it is drawn.
    void setScale(double scale);
    /// Without a legend there is more room for the maps: names stand on them, and cards tell the rest.
    void setHasLegend(bool hasLegend);

    const std::set<std::size_t>& hiddenSeries() const { return m_hidden; }
    /// Points at no cell any more. False if it did not.
    bool leaveCell();
    /// The cell under the mouse or the keys.
    std::optional<MapCell> current() const { return m_current; }
    const WinnerLayout& geometryOfMaps() { return refresh(), m_layout; }

    QSize sizeHint() const override { return {760, 420}; }
    QSize minimumSizeHint() const override { return {320, 220}; }

signals:
    /// The winner of a cell is to be opened: a point of the plan.
    void pointChosen(std::size_t point);
    /// A name of the legend was pressed.
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
    QSize ownSize() const { return size() / m_scale; }  // before it is enlarged
    void placeLegend();
    void setCurrent(std::optional<MapCell> cell);
    void describe();
    void moveBy(int columns, int rows);
    void choose();
    void toggle(std::size_t series);

    SharedResults m_results;
    std::size_t m_figure = 0;
    std::set<std::size_t> m_hidden;
    bool m_hasLegend = true;
    double m_scale = 1;
    std::optional<QPointF> m_present;

    bool m_isStale = true;  // the three below
    WinnerMaps m_maps;
    WinnerLayout m_layout;
    QPixmap m_picture;

    std::vector<QAbstractButton*> m_legend;  // by series
    std::optional<MapCell> m_current, m_pressed;
};

}  // namespace bubblescope
