#pragma once

#include "widgets/charts/study_chart.h"
#include "widgets/kit/slim_slider.h"
#include "widgets/schemes/walk_series.h"

class QHBoxLayout;
class QLabel;
class QLayout;
class QScrollArea;

namespace bubblescope {

class SymbolCombo;

/// The cost of a placement scheme along one of its numbers, which turns one form of parallelism into another: charts of
/// latency, throughput, storage and traffic with a common horizontal axis. A slider moves the marker, too.
///
/// Invariants  slider and marker only stop at values that ran
class WalkChart : public StudyChart {
    Q_OBJECT
public:
    explicit WalkChart(QWidget* parent = nullptr);

    /// Shows the curves of a walk; called again when more points have arrived. Along the same number, the previous
    /// curves stay until the new ones have their shape, and while someone drags, because the axis may depend on the
    /// value.
    void setWalk(const Study& walk);
    /// The current scheme: the marker is at its value, and its numbers can be chosen for the walk.
    void setPresent(const Scheme& scheme);
    void setTimeUnit(const QString& unit);
    /// Why the current input cannot be read; shown if the charts are empty.
    void setDraft(const QString& reason);
    /// The width that the head leaves free at its right end, for a control of the page.
    void setHeadRoom(int width);

    /// The lines of the hover card at the point with this index.
    QStringList linesAt(std::size_t index) const;
    QString notice() const override;
    /// Lines with empty cells have the reason in the last column.
    Table table() const override;

    QSize sizeHint() const override { return {860, 260}; }
    QSize minimumSizeHint() const override { return {320, 190}; }

signals:
    /// The user chose another number for the walk.
    void numberChosen(const std::string& number);

protected:
    std::optional<double> presentValue() const override;
    std::optional<double> markerNear(double x) const override { return nearestThatRan(m_axis.shareOf(x)); }
    std::vector<Reading> readingsAt(std::size_t value) const override;
    std::vector<Reading> readingsAtMarker() const override;
    Card cardAt(std::size_t value, std::size_t panel) const override;
    bool isDragging() const override { return m_dragged || m_slider->isDragging(); }
    void showMarker() override;
    void style() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLayout* makeHead();
    void makePanels();
    void rebuild();
    void rebuildCurves();
    void shareLines();
    void arrange() override;
    void setAxes();
    int columns() const;
    void showNumbers();
    void takePending();

    /// The value nearest to a place on the axis that ran; nothing if none ran.
    std::optional<double> nearestThatRan(double share) const;
    void step(SlimSlider::Step step, int gesture);
    std::vector<Reading> dotsAt(std::size_t value) const;

    void paintWords(QPainter& painter) const;
    void paintLegend(QPainter& painter, const WalkPanel& panel, QRectF space) const;
    void paintEnds(QPainter& painter, const Panel& panel) const;

    std::optional<Study> m_pending;
    Scheme m_present;
    QString m_timeUnit, m_draft;
    CurveAxis m_axis;

    QHBoxLayout* m_head = nullptr;
    QLabel *m_from, *m_to, *m_value;
    SymbolCombo* m_number;
    SlimSlider* m_slider;
    QScrollArea* m_scroll;
    QLabel* m_notice;
};

}  // namespace bubblescope
