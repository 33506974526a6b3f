#pragma once

#include <QWidget>

#include "engine/collectives/collective_setup.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/kit/background_job.h"

namespace bubblescope {

struct ClockTracks;
class GanttWidget;

/// The algorithms of a setup against each other: stacked Gantts on one time axis, with what each takes and sends. The
/// axis is a control: pressed and dragged it tells a time, as a click on a cell does with its algorithm.
///
/// Units   microseconds from the call on
/// Thread  the interface thread; what is large is run by another, and the last picture stays until then
class AlgorithmClock : public QWidget {
    Q_OBJECT

public:
    explicit AlgorithmClock(QWidget* parent = nullptr);

    void setSetup(const CollectiveSetup& setup);
    void setOpPalette(const OpPalette& palette);
    /// The algorithm that is looked at elsewhere, and when.
    void setChosen(const std::string& algorithm, double microseconds);

    GanttWidget& gantt() const { return *m_gantt; }
    /// Whether what is shown is not yet that of the setup.
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
    BackgroundJob m_worker;  // comes last: it ends before what it uses
};

}  // namespace bubblescope
