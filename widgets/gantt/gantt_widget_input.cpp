#include "widgets/gantt/gantt_widget.h"

#include "engine/analysis/explain.h"
#include "widgets/gantt/find_bar.h"
#include "widgets/gantt/gantt_glide.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/shown/memory_text.h"
#include "widgets/shown/scenario_edit.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kKeyZoom = 1.25, kKeyPan = 0.1;  // as a share of the visible range
constexpr double kWheelZoom = 1.0015;             // per eighth of a degree
constexpr double kSnapPixels = 10;       // distance to an edge that a measurement snaps to, at the usual font size
constexpr double kDoublingPixels = 100;  // distance that a label is dragged, at the usual font size
constexpr double kKeyDoublings = 0.125;
constexpr int kBurstMs = 1000;  // keys within this time are one gesture

/// The part of a title line that collapses its track: up to the end of the title.
bool isOnToggle(const GanttLayout& layout, int track, double x) {
    if (!layout.tracks[static_cast<std::size_t>(track)].refusal.isEmpty()) return false;
    const TitleColumns columns = titleColumns(layout);
    const QFontMetricsF metrics(titleFont(layout.style));
    const double width = metrics.horizontalAdvance(layout.tracks[static_cast<std::size_t>(track)].title);
    return x < columns.title.x + std::min(width, columns.title.width);
}

/// Whether a title line has one of its texts there.
bool isOn(const TitleColumns::Column& column, double x) { return x >= column.x && x < column.x + column.width; }

bool isOnAlignGlyph(const GanttLayout& layout, int track, double x) {
    const QRectF glyph = alignRect(layout, track);
    return canAlign(layout) && !layout.tracks[static_cast<std::size_t>(track)].total.isEmpty() && x >= glyph.left() &&
           x < glyph.right();
}

}  // namespace

/// Never a row if its time is hidden, because it may be what the audience is asked for.
GanttHit GanttWidget::hitAt(const QPointF& at) const {
    if (!tracksRect().contains(at)) return {};
    const GanttHit hit = m_layout.hitAt(at.x(), at.y() + scroll(), scroll());
    return hit.part != GanttHit::Part::Title && m_layout.timeAt(at.x()) >= m_until ? GanttHit{} : hit;
}

/// The row label there, if rows have their own labels.
std::optional<GanttWidget::RowLabel> GanttWidget::labelAt(const QPointF& at) const {
    if (at.x() >= m_layout.plotLeft || !tracksRect().contains(at) || hitAt(at).part == GanttHit::Part::Title)
        return std::nullopt;
    for (std::size_t track = 0; track < m_layout.tracks.size(); ++track) {
        const GanttTrack& t = m_layout.tracks[track];
        const double y = at.y() + scroll();
        if (!t.workers.empty() && y >= t.rowsTop && y < t.rowsBottom)
            return RowLabel{static_cast<int>(track), workerNear(static_cast<int>(track), at.y())};
    }
    return std::nullopt;
}

std::optional<GanttPick> GanttWidget::placeAt(const QPointF& at) const {
    const GanttHit hit = hitAt(at);
    if (hit.part != GanttHit::Part::Lane || !timelineOf(hit.track)) return std::nullopt;
    return placeIn(*timelineOf(hit.track), hit, m_layout.timeAt(at.x()));
}

const TrackMemory& GanttWidget::memoryAt(const GanttHit& hit) const {
    const TrackData& shown = m_shown[static_cast<std::size_t>(hit.track)];
    if (shown.memoryOfEach.empty()) return *shown.memory;
    return shown.memoryOfEach[shown.timeline->program->workerOf(hit.lane).index()];
}

QStringList GanttWidget::cardLines() const {
    if (m_hover) {
        const auto track = static_cast<std::size_t>(m_hover->track);
        QStringList lines = factsOf(m_shown[track], m_layout.style, *m_hover);
        const bool isInPair = m_layout.tracks[track].partner >= 0;  // the rows of both are next to each other
        if (isInPair && !lines.isEmpty()) lines.front() = tr("%1: %2").arg(m_shown[track].title, lines.front());
        return lines;
    }
    GanttHit hit = m_pointer ? hitAt(*m_pointer) : GanttHit{};
    if (hit.part == GanttHit::Part::Held)
        return heldFacts(m_shown[static_cast<std::size_t>(hit.track)], hit.lane, m_layout.timeAt(m_pointer->x()));
    if (hit.part == GanttHit::Part::Memory)
        return memoryFacts(m_shown[static_cast<std::size_t>(hit.track)], memoryAt(hit),
                           m_layout.timeAt(m_pointer->x()));
    if (hit.part != GanttHit::Part::Ghost) return {};
    const TrackData& now = m_shown[static_cast<std::size_t>(hit.track)];
    const TrackData& then = *now.pinned;
    hit.lane = then.timeline->program->computeLane(now.timeline->program->workerOf(hit.lane));
    const auto place = placeIn(*then.timeline, hit, m_layout.timeAt(m_pointer->x()));
    if (!place) return {};
    QStringList lines = factsOf(then, m_layout.style, *place);
    if (!lines.isEmpty()) lines.front() = tr("pinned: %1").arg(lines.front());
    return lines;
}

bool GanttWidget::isAligned() const {
    return std::any_of(m_shown.begin(), m_shown.end(), [](const TrackData& one) { return one.aligned != nullptr; });
}

void GanttWidget::addAlignment(QMenu& menu, int track) {
    const TrackData& upper = m_shown[static_cast<std::size_t>(track)];
    if (!upper.timeline || !canAlign(m_layout)) return;
    const auto plain = [](const QString& title) {
        return QString(title).replace(QLatin1Char('&'), QLatin1String("&&"));
    };
    // Not a section, which the style would draw as a line without text.
    if (!menu.isEmpty()) menu.addSeparator();
    menu.addAction(tr("Align %1 with another schedule").arg(plain(upper.title)))->setEnabled(false);
    for (int other = 0; other < static_cast<int>(m_shown.size()); ++other) {
        const TrackData& lower = m_shown[static_cast<std::size_t>(other)];
        if (other == track || !lower.timeline) continue;
        QAction* action = menu.addAction(plain(lower.title), this, [=, this] { emit alignAsked(track, other); });
        action->setCheckable(true);
        action->setChecked(upper.isAlignedWith(lower));
    }
    if (isAligned()) {
        menu.addSeparator();
        menu.addAction(tr("End alignment"), this, &GanttWidget::alignmentEnded);
    }
}

namespace {

QMenu* unlessEmpty(QMenu* menu) {
    if (!menu->isEmpty()) return menu;
    delete menu;
    return nullptr;
}

}  // namespace

QMenu* GanttWidget::newAlignMenu(int track) {
    auto* menu = new QMenu(this);
    addAlignment(*menu, track);
    return unlessEmpty(menu);
}

/// What is measured, if the place is in it; else the op or the gap there.
std::optional<NoteTarget> GanttWidget::noteTargetAt(const std::optional<GanttPick>& place) const {
    if (!place) return std::nullopt;
    const auto at = static_cast<double>(place->at);
    const WorkerId worker = timelineOf(place->track)->program->workerOf(place->lane);
    if (m_span && m_spanRows.track == place->track && worker.value >= m_spanRows.first.value &&
        worker.value <= m_spanRows.last.value) {
        const TimeRange span{std::min(m_span->begin, m_span->end), std::max(m_span->begin, m_span->end)};
        if (at >= span.begin && at <= span.end)
            return noteTargetOf(m_shown, m_schedules, place->track, m_spanRows.first, span);
    }
    return noteTargetOf(m_shown, m_schedules, m_layout.style.firstNumber, *place);
}

QMenu* GanttWidget::newPlaceMenu(int track, const std::optional<GanttPick>& place) {
    auto* menu = new QMenu(this);
    if (const auto target = noteTargetAt(place)) emit menuAsked(*menu, *target);
    addAlignment(*menu, track);
    return unlessEmpty(menu);
}

void GanttWidget::popUp(QMenu* menu, const QPoint& at) {
    if (!menu) return;
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(viewport()->mapToGlobal(at));
}

void GanttWidget::openAlignMenu() {
    if (isConcealed()) return;
    const auto first =
        std::find_if(m_shown.begin(), m_shown.end(), [](const TrackData& one) { return !!one.timeline; });
    if (first == m_shown.end()) return;
    const int track = m_pick ? m_pick->track : static_cast<int>(first - m_shown.begin());
    const QRectF glyph = alignRect(m_layout, track, scroll()).translated(0, -scroll());
    popUp(newAlignMenu(track), glyph.bottomLeft().toPoint());
}

void GanttWidget::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() == QContextMenuEvent::Keyboard) {
        if (!m_pick || isCollapsed(m_pick->track)) return openAlignMenu();
        const QRectF row = m_layout.laneRect(m_pick->track, m_pick->lane).translated(0, -scroll());
        const double x = std::clamp(m_layout.xOf(static_cast<double>(m_pick->at)), row.left(), row.right());
        return popUp(newPlaceMenu(m_pick->track, m_pick), QPointF(x, row.bottom()).toPoint());
    }
    const GanttHit hit = hitAt(event->pos());
    if (hit.part == GanttHit::Part::Held || hit.part == GanttHit::Part::Memory) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("Export memory over time…"), this, &GanttWidget::memoryExportAsked);
        return menu->popup(event->globalPos());
    }
    if (hit.part != GanttHit::Part::Nothing) popUp(newPlaceMenu(hit.track, placeAt(event->pos())), event->pos());
}

/// The instant under the pointer, or the middle of the view.
double GanttWidget::pointerTime() const {
    const TimeRange& shown = m_time.visible();
    if (!m_pointer) return (shown.begin + shown.end) / 2;
    return m_layout.timeAt(std::clamp(m_pointer->x(), m_layout.plotLeft, m_layout.plotRight));
}

void GanttWidget::setHover(const std::optional<QPointF>& at) {
    m_pointer = at;
    const std::optional<GanttPick> place = at ? placeAt(*at) : std::nullopt;
    const bool moved = place != m_hover;
    m_hover = place;
    viewport()->update();
    if (!at) return moved ? emit hovered(-1, {}, {}, 0) : void();
    if (moved) {
        if (place)
            emit hovered(place->track, place->lane, place->op, place->at);
        else
            emit hovered(-1, {}, {}, 0);
    }
    const GanttHit hit = hitAt(*at);
    const bool isLabel = labelAt(*at).has_value();
    const bool toggles = hit.part == GanttHit::Part::Title &&
                         (isOnToggle(m_layout, hit.track, at->x()) || isOnAlignGlyph(m_layout, hit.track, at->x()));
    if (!m_press || !m_press->dragging)
        viewport()->setCursor(toggles ? Qt::PointingHandCursor : isLabel ? Qt::SizeHorCursor : Qt::ArrowCursor);
}

/// The nearby edge of an op, on the row of a worker of the measured track.
double GanttWidget::measuredTime(const QPointF& at) const {
    const double time = std::min(m_layout.timeAt(std::clamp(at.x(), m_layout.plotLeft, m_layout.plotRight)), m_until);
    const Timeline* const timeline = timelineOf(m_spanRows.track);
    if (!timeline) return time;
    const LaneId lane = timeline->program->computeLane(workerNear(m_spanRows.track, at.y()));
    const double reach = m_layout.style.scaled(kSnapPixels) / (m_layout.plotRight - m_layout.plotLeft);
    return std::min(snappedTime(*timeline, lane, time, reach * m_layout.range.span()), m_until);
}

/// The worker whose rows are there, or nearest.
WorkerId GanttWidget::workerNear(int track, double y) const {
    const GanttTrack& t = m_layout.tracks[static_cast<std::size_t>(track)];
    const double worker = std::clamp(std::floor((y + scroll() - t.rowsTop) / t.pitch), 0.0, t.rows - 1.0);
    return WorkerId(static_cast<std::int64_t>(worker));
}

void GanttWidget::beginSpan(const QPointF& at) {
    const GanttHit hit = hitAt(at);
    m_spanRows = {};
    if (hit.part != GanttHit::Part::Nothing && hit.part != GanttHit::Part::Title) {
        m_press->worker = workerNear(hit.track, at.y());
        m_spanRows = {hit.track, *m_press->worker, *m_press->worker};
    }
    const double time = measuredTime(at);
    m_span = TimeRange{time, time};
    m_spanLines.clear();
}

void GanttWidget::moveSpan(const QPointF& at) {
    if (!m_span) return;  // another result has arrived in the meantime
    m_span->end = measuredTime(at);
    const TimeRange range{std::min(m_span->begin, m_span->end), std::max(m_span->begin, m_span->end)};
    m_spanLines = {spanText(m_layout, range)};
    if (m_press->worker) {
        const TrackData& shown = m_shown[static_cast<std::size_t>(m_spanRows.track)];
        const WorkerId here = workerNear(m_spanRows.track, at.y());
        m_spanRows.first = std::min(*m_press->worker, here);
        m_spanRows.last = std::max(*m_press->worker, here);
        m_spanLines += linesOf(factsWithin(shown, m_spanRows.first, m_spanRows.last, range), shown, m_spanRows.first,
                               m_spanRows.last);
    }
    setAccessibleDescription(m_spanLines.join(QStringLiteral(", ")));
}

void GanttWidget::endSpan() {
    m_span.reset();
    m_spanRows = {};
    m_spanLines.clear();
}

/// In the view; empty if no rows are measured or they are hidden.
QRectF GanttWidget::spanRowsRect() const {
    const Timeline* const timeline = timelineOf(m_spanRows.track);
    if (!timeline || isCollapsed(m_spanRows.track)) return {};
    const auto row = [&](WorkerId worker) {
        return m_layout.laneRect(m_spanRows.track, timeline->program->computeLane(worker));
    };
    return row(m_spanRows.first).united(row(m_spanRows.last)).translated(0, -scroll());
}

void GanttWidget::click(const QPointF& at) {
    endSpan();
    const GanttHit hit = hitAt(at);
    if (hit.part == GanttHit::Part::Title) {
        if (isOnAlignGlyph(m_layout, hit.track, at.x())) return popUp(newAlignMenu(hit.track), at.toPoint());
        if (isOnToggle(m_layout, hit.track, at.x())) setCollapsed(hit.track, !isCollapsed(hit.track));
        return;
    }
    m_clickedLabel = labelAt(at);
    if (m_clickedLabel) return emit rowsAsked(m_clickedLabel->track, m_clickedLabel->worker);
    select(placeAt(at));
    if (hit.part == GanttHit::Part::Memory)
        emit momentPicked(hit.track, memoryAt(hit).worker, static_cast<Time>(std::floor(m_layout.timeAt(at.x()))));
    else
        emit momentPicked(-1, {}, 0);
    viewport()->update();
}

void GanttWidget::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    m_showFocus = false;
    m_press =
        Press{event->position(), m_time.visible(), scroll(), false, event->modifiers().testFlag(Qt::ShiftModifier)};
    if (m_press->measuring) return beginSpan(event->position());
    m_press->label = labelAt(event->position());
    if (m_press->label) m_rowGesture = newGesture();
}

void GanttWidget::setRowNote(const QString& note) {
    m_rowNote = note;
    setAccessibleDescription(note);
    viewport()->update();
}

/// The effect of Shift with an arrow key, or of Delete, on the row of the selection; returns false if it has none.
bool GanttWidget::scalePicked(int key) {
    if (!m_pick || m_layout.tracks[static_cast<std::size_t>(m_pick->track)].workers.empty()) return false;
    const WorkerId worker = timelineOf(m_pick->track)->program->workerOf(m_pick->lane);
    if (key == Qt::Key_Delete) return emit rowReset(m_pick->track, worker), true;
    const bool isBurst = m_sinceRowKey.isValid() && m_sinceRowKey.elapsed() < kBurstMs && m_rowSteps != 0;
    m_sinceRowKey.start();
    if (!isBurst) m_rowGesture = newGesture(), m_rowSteps = 0;
    m_rowSteps += key == Qt::Key_Right ? kKeyDoublings : -kKeyDoublings;
    emit rowScaled(m_pick->track, worker, m_rowSteps, m_rowGesture);
    return true;
}

void GanttWidget::mouseMoveEvent(QMouseEvent* event) {
    m_pointerRests.stop();
    if (m_press && !m_press->dragging)
        m_press->dragging =
            (event->position() - m_press->at).manhattanLength() >= QApplication::startDragDistance() / 2.0;
    if (!m_press || !m_press->dragging) return setHover(event->position());
    if (m_press->measuring) {
        moveSpan(event->position());
        return setHover(event->position());
    }
    if (m_press->label) {
        m_rowSteps = 0;
        m_pointer = event->position();
        const double doublings = (event->position().x() - m_press->at.x()) / m_layout.style.scaled(kDoublingPixels);
        return emit rowScaled(m_press->label->track, m_press->label->worker, doublings, m_rowGesture);
    }
    viewport()->setCursor(Qt::ClosedHandCursor);
    const QPointF by = event->position() - m_press->at;
    m_pointer = event->position();
    verticalScrollBar()->setValue(static_cast<int>(std::lround(m_press->scroll - by.y())));
    const double perPixel = m_press->range.span() / (m_layout.plotRight - m_layout.plotLeft);
    m_time.show({m_press->range.begin - by.x() * perPixel, m_press->range.end - by.x() * perPixel});
    timeChanged();
}

void GanttWidget::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_press) return event->ignore();
    const Press press = *m_press;
    m_press.reset();
    m_rowNote.clear();
    if (press.measuring && !press.dragging) endSpan();
    if (!press.dragging && !press.measuring) click(event->position());
    setHover(event->position());
}

void GanttWidget::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    if (m_clickedLabel) {
        const RowLabel label = *std::exchange(m_clickedLabel, std::nullopt);
        emit rowsAsked(label.track, label.worker);  // as the first click did
        return emit rowReset(label.track, label.worker);
    }
    const std::optional<GanttPick> place = placeAt(event->position());
    if (!place) return mousePressEvent(event);  // two quick clicks on a title are two clicks
    const Timeline& timeline = *timelineOf(place->track);
    const auto idle = idleAt(timeline, place->lane, static_cast<double>(place->at));
    const Time begin = place->op ? timeline.startOf(*place->op) : idle->first;
    const Time end = place->op ? timeline.end[*place->op] : idle->second;
    select(place);
    const double length = static_cast<double>(std::max<Time>(1, end - begin));
    showRange({static_cast<double>(begin) - length, static_cast<double>(end) + length});
}

void GanttWidget::zoomAt(double time, int angle) {
    m_time.zoom(time, std::pow(kWheelZoom, angle));
    timeChanged();
}

void GanttWidget::wheelEvent(QWheelEvent* event) {
    const QPoint turn = event->angleDelta();
    // Shift swaps the wheel's axes on some platforms.
    const int amount = turn.y() != 0 ? turn.y() : turn.x();
    setHover(event->position());
    const bool isShifted = event->modifiers() & Qt::ShiftModifier;
    if (event->modifiers() & Qt::ControlModifier) {
        isShifted ? zoomRows(std::pow(kWheelZoom, amount)) : zoomAt(pointerTime(), amount);
    } else if (isShifted || std::abs(turn.x()) > std::abs(turn.y())) {
        m_time.pan(-amount / 120.0 * kKeyPan * m_time.visible().span());
        timeChanged();
    } else if (verticalScrollBar()->maximum() > 0) {
        verticalScrollBar()->event(event);
    }
    event->accept();
}

bool GanttWidget::endInnermost() {
    emit momentPicked(-1, {}, 0);
    if (m_findBar->isVisible()) return m_findBar->close(), true;
    if (m_pick || m_span) {
        endSpan();
        select(std::nullopt);
        viewport()->update();
        return true;
    }
    if (m_playback->isOpen()) return m_playback->close(), true;
    if (!isAligned()) return false;
    emit alignmentEnded();
    return true;
}

void GanttWidget::keyPressEvent(QKeyEvent* event) {
    if (isConcealed()) return QWidget::keyPressEvent(event);
    if (m_playback->take(*event)) return;
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return QAbstractScrollArea::keyPressEvent(event);
    const auto pan = [&](double share) {
        m_time.pan(share * m_time.visible().span());
        timeChanged();
    };
    const bool isShifted = event->modifiers() & Qt::ShiftModifier;
    const bool scales = isShifted && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right);
    if ((scales || event->key() == Qt::Key_Delete) && scalePicked(event->key())) return;
    switch (event->key()) {
        case Qt::Key_W: return isShifted ? zoomRows(kKeyZoom) : zoomBy(kKeyZoom);
        case Qt::Key_S: return isShifted ? zoomRows(1 / kKeyZoom) : zoomBy(1 / kKeyZoom);
        case Qt::Key_Plus: return zoomBy(kKeyZoom);
        case Qt::Key_Minus: return zoomBy(1 / kKeyZoom);
        case Qt::Key_A: return pan(-kKeyPan);
        case Qt::Key_D: return pan(kKeyPan);
        case Qt::Key_F: return fit();
        case Qt::Key_Left: return walkLane(-1);
        case Qt::Key_Right: return walkLane(1);
        case Qt::Key_Up: return walkLinks(true);
        case Qt::Key_Down: return walkLinks(false);
        case Qt::Key_C:
            if (m_pick) setCollapsed(m_pick->track, !isCollapsed(m_pick->track));
            return;
        case Qt::Key_PageUp: return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        case Qt::Key_PageDown: return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
        case Qt::Key_Home: return verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
        case Qt::Key_End: return verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMaximum);
        case Qt::Key_Escape:
            if (endInnermost()) return;
            break;
        default: break;
    }
    event->ignore();
}

/// Selects the neighbour on the same lane; without a selection, the first op.
void GanttWidget::walkLane(int step) {
    m_hover.reset();  // the card of the pointer would cover what the keys select
    if (!m_pick) {
        for (int track = 0; track < static_cast<int>(m_shown.size()); ++track) {
            const Timeline* timeline = timelineOf(track);
            if (!timeline || timeline->program->lanes.empty() || isCollapsed(track)) continue;
            const Row row = timeline->program->lanes.front().begin;
            return pick({track, LaneId(0), row, timeline->startOf(row)});
        }
        return;
    }
    const Timeline& timeline = *timelineOf(m_pick->track);
    const RowRange rows = timeline.program->lanes[m_pick->lane.index()];
    Row next = 0;
    if (m_pick->op) {
        const RowRange pair = pairOf(*timeline.program, *m_pick->op);
        const bool isBack = step < 0;
        const auto gap =
            gapAt(timeline, m_pick->lane, isBack ? timeline.startOf(pair.begin) - 1 : timeline.freeAfter(pair.end - 1));
        const bool isWork = timeline.program->isWork(m_pick->lane);
        if (isWork && gap && (isBack ? gap->after == pair.begin : gap->before == pair.end - 1))
            return pick({m_pick->track, m_pick->lane, std::nullopt, gap->begin});
        if (isBack ? *m_pick->op == rows.begin : *m_pick->op + 1 == rows.end) return;
        next = isBack ? *m_pick->op - 1 : *m_pick->op + 1;
    } else {  // from idle time to the op before or after it
        const Row after = firstStartingAfter(timeline, rows, m_pick->at);
        if (step < 0 ? after == rows.begin : after == rows.end) return;
        next = step < 0 ? after - 1 : after;
    }
    pick({m_pick->track, m_pick->lane, next, timeline.startOf(next)});
}

void GanttWidget::walkLinks(bool towardsInputs) {
    m_hover.reset();
    if (!m_pick) return walkLane(1);
    if (!m_pick->op) return;
    const Timeline& timeline = *timelineOf(m_pick->track);
    std::optional<Row> next;
    if (towardsInputs) {
        if (m_chain.size() > 1) next = m_chain[1];
    } else if (!m_dependents.empty()) {
        next = m_dependents.front();
    }
    if (next) pick({m_pick->track, timeline.program->laneOf(*next), *next, timeline.startOf(*next)});
}

/// While someone uses keys, also those of actions, the card at the resting pointer would cover the picture.
bool GanttWidget::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && m_pointer) m_pointerRests.start();
    return QAbstractScrollArea::event(event);
}

bool GanttWidget::viewportEvent(QEvent* event) {
    constexpr QEvent::Type kPointing[] = {QEvent::MouseMove,
                                          QEvent::MouseButtonPress,
                                          QEvent::MouseButtonRelease,
                                          QEvent::MouseButtonDblClick,
                                          QEvent::ContextMenu,
                                          QEvent::ToolTip,
                                          QEvent::Wheel};
    if (isConcealed() && std::ranges::find(kPointing, event->type()) != std::end(kPointing)) return true;
    if (event->type() == QEvent::Leave) setHover(std::nullopt);
    if (event->type() == QEvent::ToolTip) {
        // The complete text of a refusal that the title line had to shorten.
        const auto* help = static_cast<QHelpEvent*>(event);
        if (labelAt(help->pos()) && !m_rowTip.isEmpty())
            return QToolTip::showText(help->globalPos(), m_rowTip, viewport()), true;
        const GanttHit hit = m_layout.hitAt(help->pos().x(), help->pos().y() + scroll(), scroll());
        if (hit.part != GanttHit::Part::Title) return QToolTip::hideText(), true;
        const GanttTrack& track = m_layout.tracks[static_cast<std::size_t>(hit.track)];
        QString text = track.refusal;
        if (isOnAlignGlyph(m_layout, hit.track, help->pos().x()))
            text = tr("Align %1 with another schedule, device by device.").arg(track.title);
        if (text.isEmpty() && isOnToggle(m_layout, hit.track, help->pos().x()))
            text = track.collapsed ? tr("Show the rows of %1.").arg(track.title)
                                   : tr("Hide the rows of %1.").arg(track.title);
        const TitleColumns columns = titleColumns(m_layout);
        const auto isOnText = [&](const TitleColumns::Column& column, const QString& said) {
            return text.isEmpty() && !said.isEmpty() && isOn(column, help->pos().x());
        };
        if (isOnText(columns.difference, track.difference))
            text = tr("Differences in total time, bubble and peak activations.");
        if (isOnText(columns.paper, track.paper)) text = track.paperTip;
        if (isOnText(columns.standing, track.standing))
            text = tr("How much slower it is than the fastest schedule shown.");
        for (std::size_t i = 0; i < columns.facts.size(); ++i)
            if (isOnText(columns.facts[i], track.facts.value(static_cast<int>(i)))) text = track.factsTip;
        if (text.isEmpty()) text = track.formula;
        QToolTip::showText(help->globalPos(), text.isEmpty() ? text : tipHtml(text), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void GanttWidget::resizeEvent(QResizeEvent*) {
    relayout();
    placeFindBar();
    if (m_playback->isOpen()) placePlayback();
}

void GanttWidget::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) relayout();
    QAbstractScrollArea::changeEvent(event);
}

void GanttWidget::scrollContentsBy(int, int) {
    m_stale = true;
    m_glide->stop();
    placeOverview();
    setHover(m_pointer);
}

void GanttWidget::focusInEvent(QFocusEvent* event) {
    m_showFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                  event->reason() == Qt::ShortcutFocusReason;
    viewport()->update();
}

void GanttWidget::focusOutEvent(QFocusEvent*) { viewport()->update(); }

}  // namespace bubblescope
