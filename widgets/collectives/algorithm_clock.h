#pragma once

#include <QWidget>

#include "engine/collectives/collective_setup.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/kit/background_job.h"

namespace bubblescope {

struct ClockTracks;
class GanttWidget;

/// Compares the algorithms of a setup: stacked Gantts on one time axis, with the time and the bytes of each. A press or
/// drag on the axis picks a time; a click on a cell picks its time and algorithm.
///
/// Units   microseconds since the call
/// Thread  the interface thread; large setups run on another thread, and the last picture stays until they finish
class AlgorithmClock : public QWidget {
    Q_OBJECT

public:
    explicit AlgorithmClock(QWidget* parent = nullptr);

    void setSetup(const CollectiveSetup& setup);
    void setOpPalette(const OpPalette& palette);
    /// The algorithm shown elsewhere, and its time.
    void setChosen(const std::string& algorithm, double microseconds);

    GanttWidget& gantt() const { return *m_gantt; }
    /// Whether the tracks of the current setup are still being computed.
    bool isAwaited() const { return m_worker.isBusy(); }
    double microsecondsAUnit() const { return m_unit; }

signals:
    void algorithmPicked(const QString& id);
    void timePicked(double microseconds);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void run();
    void take(ClockTracks tracks);
    void showInstant();
    bool isOnAxis(const QPointF& at) const;
    void scrubTo(double x);

    GanttWidget* m_gantt;
    GanttStyle m_style;
    CollectiveSetup m_setup;
    std::string m_chosen;
    double m_chosenTime = 0, m_unit = 1;
    bool m_scrubs = false;
    BackgroundJob m_worker;  // the last member: it ends before what it uses
};

}  // namespace bubblescope
