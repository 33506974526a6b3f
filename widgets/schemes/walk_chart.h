#pragma once

#include <QWidget>

#include "widgets/kit/slim_slider.h"
#include "widgets/schemes/walk_series.h"

class QHBoxLayout;
class QLabel;
class QLayout;

namespace bubblescope {

struct Exportable;

class CurvesView;
class PickCombo;

/// The cost of a placement scheme along one of its numbers, which turns one form of parallelism into another: curves of
/// latency, throughput, storage and traffic with a common horizontal axis. A slider moves the marker, too.
///
/// Invariants  slider and marker only stop at values that ran
class WalkChart : public QWidget {
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

    const Study& walk() const { return m_study; }
    CurvesView& view() const { return *m_view; }
    /// The text shown instead of curves; empty if there are curves.
    QString notice() const;

    QSize sizeHint() const override { return {860, 260}; }
    QSize minimumSizeHint() const override { return {320, 190}; }

signals:
    /// The marker was moved along the walk's path; moves of one drag or burst of key presses share a gesture.
    void valueDragged(const std::string& path, double value, int gesture);
    /// The user chose another number for the walk.
    void numberChosen(const std::string& number);
    /// A line for the status bar: what was copied or saved, or why not.
    void message(const QString& text);
    void exportWanted(const bubblescope::Exportable& thing, const QString& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QLayout* makeHead();
    void rebuild();
    void arrange();
    void showMarker();
    void showNumbers();
    void takePending();
    bool isDragging() const;
    std::optional<double> presentValue() const;
    void step(SlimSlider::Step step, int gesture);

    Study m_study;
    std::optional<Study> m_pending;
    Scheme m_present;
    QString m_timeUnit, m_draft;

    QHBoxLayout* m_head = nullptr;
    QLabel *m_from, *m_to, *m_value;
    PickCombo* m_number;
    SlimSlider* m_slider;
    CurvesView* m_view;
    QLabel* m_notice;
};

}  // namespace bubblescope
