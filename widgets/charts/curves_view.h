#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include "widgets/charts/curves_layout.h"
#include "widgets/picture/picture.h"

#include <memory>
#include <optional>

class QScrollBar;

namespace bubblescope {

class CurvesLegend;

/// A chart of curves on screen: a legend whose entries hide series, and a grid of panels that scrolls if it is higher
/// than the widget. Pointing at a value shows a card. If the model has a marker, the chart is a control: dragging, a
/// click and arrow keys move it. Otherwise a click or Enter chooses the nearest point, and keys move between values,
/// curves and panels; for Tab it is one stop.
///
/// Invariants  a refused point is a gap, never a zero
/// Cost        of a rebuild: one pass over the points; of painting: what is visible. While changes come in quickly, it
///             is rebuilt as often as leaves most of the time for other work. Hovering and dragging rebuild nothing
class CurvesView : public QWidget {
    Q_OBJECT

public:
    /// Makes the model as it should look now; nothing: there is none yet.
    using Source = std::function<std::optional<CurvesModel>(ThemeId theme)>;

    CurvesView(Source source, QWidget* parent);
    ~CurvesView() override;

    /// The model has changed; it is made again soon.
    void refresh();
    /// Scales the drawing; 1 is the usual size.
    void setScale(double scale);

    /// The current layout, of the newest model; null if there is none.
    const CurvesLayout* layout() const;
    /// The same, as last shown.
    const CurvesLayout* shownLayout() const { return m_layout.get(); }
    /// The part below the legend, in whose pixels the layout is, except for scale and scroll.
    QWidget& canvas() const { return *m_canvas; }
    /// The model in another theme; an empty one if there is none.
    CurvesModel modelIn(ThemeId theme) const { return m_source(theme).value_or(CurvesModel()); }
    Picture picture() const;

    const std::optional<CurvesSpot>& spot() const { return m_spot; }
    /// The lines of the card: the place, then one line per series. Empty if nothing is pointed at.
    QStringList card() const;
    /// Clears the place that is pointed at. Returns false if there was none.
    bool leaveSpot();

    /// The value at the marker, also while it is dragged; nothing if there is none to show.
    std::optional<double> markerValue() const;
    bool isDragging() const { return m_dragged.has_value(); }
    /// Shows the marker at a value that is dragged elsewhere; nothing: where the model has it.
    void setDragged(std::optional<double> value);
    /// Moves the marker, if it is not there.
    void moveTo(double value, int gesture);

    QSize sizeHint() const override { return {420, 260}; }

signals:
    /// The marker was moved; moves of one drag or burst of key presses share a gesture.
    void valueDragged(double value, int gesture);
    /// Another row of a map was picked.
    void rowPicked(std::size_t row, int gesture);
    /// The point of a series was chosen.
    void chosen(const bubblescope::CurvesSpot& spot);
    void toggled(std::size_t series);
    /// A line for the status bar: why a point cannot be chosen.
    void message(const QString& text);
    /// The model was made again and is shown.
    void rebuilt();
    /// A drag has ended.
    void released();

protected:
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const CurvesModel& model() const { return *m_layout->model; }
    bool hasMarker() const { return m_layout && model().marker && !model().values.empty(); }
    void rebuild();
    void rebuildNow();
    QSizeF ownSize() const;
    QRectF ownView() const;

    void paint();
    void paintBase(QPainter& painter) const;
    void paintPanel(QPainter& painter, const CurvesPanel& panel) const;
    void paintMarker(QPainter& painter) const;
    void paintSpot(QPainter& painter) const;
    void paintStrong(QPainter& painter, const CurvesPanel& panel, std::size_t series) const;

    QPointF inLayout(QPointF position) const;
    std::size_t panelAt(QPointF at) const;
    std::optional<CurvesSpot> spotAt(QPointF position) const;
    bool isOnMarker(QPointF position) const;
    void setSpot(std::optional<CurvesSpot> spot);
    void hover(QPointF position);
    void press(QPointF position);
    void drag(QPointF position);
    void release(QPointF position);
    void moveByKey(QKeyEvent* event);
    void stepX(int by);
    void stepRow(int by);
    void stepPanel(int by);
    void choose();
    void scrollTo(const CurvesPanel& panel);
    int newBurst();

    Source m_source;
    CurvesLegend* m_legend;
    QWidget* m_canvas;
    QScrollBar* m_bar;
    QTimer m_rebuild;
    qint64 m_cost = 0;  // duration of the last rebuild in ms
    double m_scale = 1;
    std::shared_ptr<const CurvesLayout> m_layout;
    QPixmap m_base;  // everything that does not follow the pointer; null: to be painted again

    std::optional<CurvesSpot> m_spot;
    bool m_isByKeys = false;  // set by keys: it stays when the mouse leaves, and is cleared when focus is lost
    std::optional<double> m_dragged;
    bool m_isPressed = false;
    QPointF m_pressedAt;
    int m_gesture = 0;
    QElapsedTimer m_lastKey;
};

}  // namespace bubblescope
