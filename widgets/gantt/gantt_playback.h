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

/// Plays the timelines of a Gantt: a cursor sweeps over them, and what runs after it is hidden.
///
/// Units       micro-units
/// Invariants  while it is open time() is within what is played
class GanttPlayback : public QObject {
    Q_OBJECT
public:
    explicit GanttPlayback(GanttWidget& gantt);

    bool isOpen() const { return m_isOpen; }
    bool isPlaying() const { return m_head.isRunning(); }
    double time() const { return m_time; }
    PlaybackBar& bar() const { return *m_bar; }

    /// Stands at the start, if there is anything to play.
    void open();
    void close();
    /// Plays what is open or not yet, or pauses.
    void play(bool on);
    void toggle() { play(!isPlaying()); }
    void setTime(double time);
    /// Back and Forth go by the ends of ops; of the schedule that is picked in, or of all.
    void go(StepKey key);
    void goByPhase(StepKey key);
    /// Whether a key was meant for it, which it follows: Space, and while it is open arrows, Home and End.
    bool take(const QKeyEvent& event);

    /// Other timelines are shown.
    void showNew();

private:
    void move(double time);
    void showTime();
    std::vector<const Timeline*> played(bool ofPick) const;
    double secondsOf() const;

    GanttWidget& m_gantt;
    PlaybackBar* m_bar;
    PlayHead m_head;
    bool m_isOpen = false;
    double m_time = 0, m_start = 0, m_end = 0;
};

}  // namespace bubblescope
