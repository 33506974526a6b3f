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

/// What a placement scheme costs along one of its numbers, by which one form of parallelism turns into another: charts
/// of latency, throughput, storage and traffic that share their horizontal axis. A slider moves the marker, too.
///
/// Invariants  slider and marker go to values that ran
class WalkChart : public StudyChart {
    Q_OBJECT
public:
    explicit WalkChart(QWidget* parent = nullptr);

    /// The curves; again when more of their points came. Along the same number the curves before stay until the new
    /// ones have their shape, and while somebody drags, for the axis may depend on the value.
    void setWalk(const Study& walk);
    /// The scheme whose value the marker stands at, and whose numbers can be walked along.
    void setPresent(const Scheme& scheme);
    void setTimeUnit(const QString& unit);
    /// Why what is typed cannot be read: then what was typed before is not what keeps the charts empty.
    void setDraft(const QString& reason);
    /// What the head leaves free at its right end, for a control that is not the chart's.
    void setHeadRoom(int width);

    /// What the hover box says at the point with this index.
    QStringList linesAt(std::size_t index) const;
    QString notice() const override;
    /// The reason stands beside empty cells.
    QString csv() const override;

    QSize sizeHint() const override { return {860, 260}; }
    QSize minimumSizeHint() const override { return {320, 190}; }

signals:
    /// Another number is to be walked along.
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

    /// The value that ran nearest to a place on the axis, if any did.
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
