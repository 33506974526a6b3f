#pragma once

#include "widgets/kit/play_head.h"
#include "widgets/kit/step_keys.h"

#include <optional>
#include <vector>

namespace bubblescope {

class GanttWidget;
class PlaybackBar;
struct TrackData;
struct Timeline;

/// Plays the timelines of a Gantt: a cursor moves over them, and everything after it is hidden.
///
/// Units       micro-units
/// Invariants  while it is open, time() is within the played range
class GanttPlayback : public QObject {
    Q_OBJECT
public:
    explicit GanttPlayback(GanttWidget& gantt);

    bool isOpen() const { return m_isOpen; }
    bool isPlaying() const { return m_head.isRunning(); }
    double time() const { return m_time; }
    PlaybackBar& bar() const { return *m_bar; }

    /// Opens at the start, if there is anything to play.
    void open();
    void close();
    /// Plays, opening first if necessary, or pauses.
    void play(bool on);
    void toggle() { play(!isPlaying()); }
    void setTime(double time);
    /// Whether the bar leaves out when the last op ends.
    void setEndHidden(bool on);
    /// Back and Forth move between the ends of ops, of the schedule with the selection or of all schedules.
    void go(StepKey key);
    void goByPhase(StepKey key);
    /// Handles a key if it is one of its own: Space, and while it is open, arrows, Home and End. Returns whether it
    /// was.
    bool take(const QKeyEvent& event);

    /// To be called when other timelines are shown.
    void showNew();

private:
    void move(double time);
    void showTime();
    std::vector<const Timeline*> played(bool ofPick) const;
    double secondsOf() const;
    /// The instant at the right end of the bar.
    double barEnd() const;

    GanttWidget& m_gantt;
    PlaybackBar* m_bar;
    PlayHead m_head;
    bool m_isOpen = false, m_isEndHidden = false;
    double m_time = 0, m_start = 0, m_end = 0;
};

}  // namespace bubblescope
