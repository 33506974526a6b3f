#include "widgets/gantt/gantt_widget.h"

#include "engine/analysis/links.h"
#include "widgets/gantt/gantt_footer.h"
#include "widgets/gantt/gantt_glide.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/time_cut.h"

#include <QPainter>

#include <algorithm>

// What the widget paints: its picture, messages instead of it, highlights, and what is over all of this.

namespace bubblescope {

void GanttWidget::updatePicture() {
    const double ratio = devicePixelRatioF();
    if (!m_stale && m_picture.devicePixelRatio() == ratio) return;
    m_picture = m_renderer.render(m_layout, m_shown, scroll(), ratio, std::move(m_picture));
    m_stale = false;
    ++m_rebuilds;
}

void GanttWidget::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const bool anyTimeline =
        std::any_of(m_shown.begin(), m_shown.end(), [](const TrackData& one) { return one.timeline != nullptr; });
    if (!m_shown.empty()) {
        updatePicture();
        painter.setCompositionMode(QPainter::CompositionMode_Source);  // opaque: copying is enough
        painter.drawImage(QPointF(0, 0),
                          m_glide->isRunning() ? m_glide->frame(m_picture, m_layout, m_shown, scroll()) : m_picture);
        painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    } else {
        painter.fillRect(viewport()->rect(), themeOf(m_layout.style.theme).canvas);
    }
    paintOldEnds(painter, m_layout, tracksRect(), scroll(), m_oldEnds);
    if (m_glide->isRunning()) return;  // overlays of ops wait until they have arrived
    if (anyTimeline)
        paintOverlays(painter);
    else
        paintMessage(painter);
    if (m_showFocus && hasFocus() && !m_present) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeOf(m_layout.style.theme).accent, 2));
        painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
}

void GanttWidget::paintMessage(QPainter& painter) {
    const Theme& theme = themeOf(m_layout.style.theme);
    const bool awaited =
        std::any_of(m_shown.begin(), m_shown.end(), [](const TrackData& one) { return !one.awaited.isEmpty(); });
    const bool stopped =
        std::any_of(m_shown.begin(), m_shown.end(), [](const TrackData& one) { return one.isStopped; });
    QString head, hint;
    if (!m_emptyHead.isEmpty() && !awaited) {
        head = m_emptyHead;
        hint = m_emptyHint;
    } else if (m_shown.empty()) {
        head = tr("No schedule is selected");
        hint = tr("Select one or more in the list of schedules to see them here.");
    } else if (stopped) {
        head = tr("Stopped before anything was computed");
        hint = tr("Change a value or the list of schedules to compute again.");
    } else if (awaited) {
        head = tr("Computing the schedules");
        hint = tr("Each one appears as soon as it is ready.");
    } else {
        head = tr("No selected schedule can run this workload");
        hint = tr("The lines above give the reasons. Change a value, or select another schedule.");
    }
    const double top = m_shown.empty() ? 0 : m_layout.contentHeight;
    QRectF box(24, top, viewport()->width() - 48, tracksRect().height() - top);
    const double middle = box.center().y();
    painter.setPen(theme.text);
    painter.setFont(uiFont(m_layout.style.scaled(15), QFont::DemiBold));
    painter.drawText(QRectF(box.left(), middle - 60, box.width(), 56),
                     Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, head);
    painter.setPen(theme.mutedText);
    painter.setFont(textFont(m_layout.style));
    painter.drawText(QRectF(box.left(), middle + 4, box.width(), 60),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, hint);
}

std::vector<Highlight> GanttWidget::pointedOut() const {
    std::vector<Highlight> all = ofPick();
    all.insert(all.end(), m_highlights.begin(), m_highlights.end());
    const Timeline* const timeline = m_pick ? timelineOf(m_pick->track) : nullptr;
    if (!timeline) return all;
    Highlight pick{.track = m_pick->track};
    if (m_pick->op)
        pick.rows = membersOf(*timeline->program, *m_pick->op);
    else if (const auto idle = idleAt(*timeline, m_pick->lane, static_cast<double>(m_pick->at)))
        pick.spans = {{m_pick->lane, idle->first, idle->second}};
    all.push_back(std::move(pick));
    return all;
}

/// What a selected op waited for, and what waits for it.
std::vector<Highlight> GanttWidget::ofPick() const {
    using enum Highlight::As;
    if (!m_pick || !m_pick->op) return {};
    std::vector<Row> dependents{*m_pick->op};
    dependents.insert(dependents.end(), m_dependents.begin(), m_dependents.end());
    return {{Dependents, m_pick->track, dependents}, {Needs, m_pick->track, m_chain}};
}

/// The highlights of tracks whose rows are visible: those that were set, those of the selection, and cycles.
std::vector<Highlight> GanttWidget::allHighlights() {
    if (!m_usualHighlights) m_usualHighlights = usualHighlights(m_shown, m_style.marks);
    std::vector<Highlight> all = *m_usualHighlights;
    const std::vector<Highlight> own = ofPick();
    all.insert(all.end(), own.begin(), own.end());
    all.insert(all.end(), m_highlights.begin(), m_highlights.end());
    std::erase_if(all, [this](const Highlight& one) { return isCollapsed(one.track); });
    return all;
}

void GanttWidget::setHighlights(std::vector<Highlight> highlights) {
    if (highlights == m_highlights) return;
    m_highlights = std::move(highlights);
    viewport()->update();
}

/// Texts may be wider than the time axis.
void GanttWidget::paintAnnotations(QPainter& painter) {
    if (m_annotations.isEmpty() || m_placed.highlighted.size() != m_shown.size()) return;
    DisplayList list;
    list.origin = {0, -scroll()};
    addVeils(list, m_layout, m_shown, m_placed);
    addPointedOut(list, m_layout, m_shown, m_placed);
    painter.save();
    painter.setClipRect(tracksRect().adjusted(0, m_layout.coveredHeight(scroll()), 0, 0));
    paintList(painter, list);
    painter.restore();
}

void GanttWidget::paintOverlays(QPainter& painter) {
    const QRectF view = tracksRect();
    painter.save();
    const QRectF plot = view.adjusted(m_layout.plotLeft - 4, m_layout.coveredHeight(scroll()),
                                      4 - (m_layout.size.width() - m_layout.plotRight), 0);
    painter.setClipRect(plot);
    paintAnnotations(painter);
    paintHighlights(painter, m_layout, scroll(), m_shown, allHighlights());
    if (m_pick && !isCollapsed(m_pick->track))
        paintPick(painter, m_layout, scroll(), *timelineOf(m_pick->track), *m_pick);
    if (m_hover && !isCollapsed(m_hover->track) && timelineOf(m_hover->track))
        paintMembers(painter, m_layout, scroll(), *timelineOf(m_hover->track), *m_hover);
    DisplayList cut;
    cut.origin = {0, -scroll()};
    addCurtain(cut, m_layout);
    paintList(painter, cut);
    if (m_span) paintSpan(painter, m_layout, plot, *m_span, spanRowsRect(), m_spanLines);
    painter.restore();
    DisplayList cursor;
    cursor.origin = {0, view.bottom()};
    addCursorTime(cursor, m_layout);
    paintList(painter, cursor);
    if (m_press && m_press->dragging && m_press->label && m_pointer && !m_rowNote.isEmpty())
        return paintCard(painter, m_layout.style, {m_rowNote}, *m_pointer, view);
    if (m_press && m_press->dragging && !m_press->measuring) return;
    const auto isInPlot = [&](double x) { return x >= m_layout.plotLeft && x <= m_layout.plotRight; };
    if (!m_pointer || !isInPlot(m_pointer->x()) || !view.contains(*m_pointer)) {
        const double at = static_cast<double>(m_instant.value_or(0));
        if (!m_instant || !isInPlot(m_layout.xOf(at))) return;
        // Only through rows, so that facts in title lines stay readable while it is shown.
        QRegion rows(QRectF(0, view.bottom(), view.width(), m_layout.footerHeight).toAlignedRect());
        for (const GanttTrack& track : m_layout.tracks)
            if (track.rows > 0)
                rows += QRectF(0, track.rowsTop - scroll(), view.width(), track.bottom - track.rowsTop).toAlignedRect();
        rows -= QRectF(0, 0, view.width(), m_layout.coveredHeight(scroll())).toAlignedRect();
        painter.setClipRegion(rows);
        paintCrosshair(painter, m_layout, view, at);
        return;
    }
    const double x = m_pointer->x();
    paintCrosshair(painter, m_layout, view, m_layout.timeAt(x));
    if (!m_press) paintCard(painter, m_layout.style, cardLines(), *m_pointer, view);
}

}  // namespace bubblescope
