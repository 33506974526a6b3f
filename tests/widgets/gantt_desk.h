#pragma once

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/widgets/outcomes.h"
#include "widgets/gantt/gantt_widget.h"

namespace bubblescope::test {

constexpr int k1f1bTrack = 1, kZbTrack = 4;  // tracks

/// The founding schedules in a window, with functions for the mouse and the keys.
class GanttDesk {
protected:
    void start() {
        applyTheme(ThemeId::Light);
        m_gantt = std::make_unique<GanttWidget>();
        m_gantt->resize(830, 520);
        m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 8))));
        m_gantt->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_gantt.get()));
    }

    QPointF centreOf(int track, OpKind kind, int stage, int microbatch) const {
        const Timeline& timeline = *m_gantt->shown()[std::size_t(track)].timeline;
        const Row row = *findOp(*timeline.program, Op(kind, stage, microbatch));
        const GanttLayout& layout = m_gantt->ganttLayout();
        const double middle = (double(timeline.startOf(row)) + double(timeline.end[row])) / 2;
        return {layout.xOf(middle),
                layout.laneRect(track, timeline.program->laneOf(row)).center().y() - m_gantt->scroll()};
    }
    /// A point on the lane of `track` at an instant in the scenario's unit.
    QPointF pointAt(int track, int lane, double units) const {
        const GanttLayout& layout = m_gantt->ganttLayout();
        return {layout.xOf(units * kMicroUnits), layout.laneRect(track, LaneId(lane)).center().y() - m_gantt->scroll()};
    }
    Op pickedOp() const {
        const GanttPick pick = *m_gantt->currentPick();
        return m_gantt->shown()[std::size_t(pick.track)].timeline->program->ops[*pick.op];
    }
    void wheel(const QPointF& at, int turn, Qt::KeyboardModifiers modifiers) {
        QWheelEvent event(at, m_gantt->viewport()->mapToGlobal(at), {}, {0, turn}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_gantt->viewport(), &event);
    }
    void click(const QPointF& at) { QTest::mouseClick(m_gantt->viewport(), Qt::LeftButton, {}, at.toPoint()); }
    void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers = {}) {
        const auto send = [&](QEvent::Type type, const QPointF& at, Qt::MouseButton button, Qt::MouseButtons buttons) {
            QMouseEvent event(type, at, m_gantt->viewport()->mapToGlobal(at), button, buttons, modifiers);
            QApplication::sendEvent(m_gantt->viewport(), &event);
        };
        send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
        send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
    }
    void key(Qt::Key key) { QTest::keyClick(m_gantt.get(), key); }
    double timeAt(const QPointF& at) const { return m_gantt->ganttLayout().timeAt(at.x()); }
    QImage shot() const { return m_gantt->viewport()->grab().toImage(); }

    std::unique_ptr<GanttWidget> m_gantt;
};

}  // namespace bubblescope::test
