#include "widgets/gantt/gantt_widget.h"
#include "widgets/gantt/gantt_footer.h"

#include "widgets/gantt/find_bar.h"
#include "widgets/gantt/gantt_find.h"
#include "widgets/gantt/gantt_glide.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/gantt/guess_line.h"
#include "widgets/gantt/overview_strip.h"
#include "widgets/gantt/time_cut.h"
#include "widgets/kit/projector_type.h"

#include "engine/analysis/explain.h"
#include "engine/analysis/links.h"
#include "engine/core/text.h"
#include "widgets/kit/format.h"

#include <QFocusEvent>
#include <QGuiApplication>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace bubblescope {

namespace {

constexpr double kMostOverview = 420;  // maximum width
constexpr std::chrono::milliseconds kOldEndsStay{1000}, kPointerStays{2000};
/// With less of the axis in use, nothing could be read: it fits.
constexpr double kLeastUse = 0.05;

/// The upper one of two aligned tracks, or -1.
int upperTrack(const std::vector<TrackData>& shown) {
    const auto upper =
        std::find_if(shown.begin(), shown.end(), [](const TrackData& one) { return one.aligned != nullptr; });
    return upper == shown.end() ? -1 : static_cast<int>(upper - shown.begin());
}

}  // namespace

GanttWidget::GanttWidget(QWidget* parent)
    : QAbstractScrollArea(parent),
      m_findBar(new FindBar(this)),
      m_overview(new OverviewStrip(viewport())),
      m_playback(new GanttPlayback(*this)),
      m_guess(new GuessLine(*this)),
      m_glide(new GanttGlide(this)) {
    setAccessibleName(tr("Schedules over time"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(m_findBar, &FindBar::searched, this, [this](const QString& text) {
        m_findBar->setError(find(text) ? QString() : m_findError);
        m_findBar->setFound(m_foundText);
        placeFindBar();
    });
    connect(m_findBar, &FindBar::closed, this, [this] { setFocus(Qt::OtherFocusReason); });
    connect(m_overview, &OverviewStrip::moved, this, [this](double begin, double scroll) {
        verticalScrollBar()->setValue(static_cast<int>(std::lround(scroll)));
        showRange({begin, begin + m_time.visible().span()});
    });
    connect(m_overview, &OverviewStrip::zoomed, this, &GanttWidget::zoomAt);
    connect(m_overview, &OverviewStrip::fitAsked, this, [this] { fit(); });
    m_changing.setInterval(kOldEndsStay);
    connect(&m_changing, &QTimer::timeout, this, [this] {
        if (QGuiApplication::mouseButtons() != Qt::NoButton) return;  // the hand is still on the slider
        m_changing.stop();
        m_oldEnds.clear();
        viewport()->update();
    });
    m_pointerRests.setSingleShot(true);
    m_pointerRests.setInterval(kPointerStays);
    connect(&m_pointerRests, &QTimer::timeout, this, [this] {
        if (!m_press) setHover(std::nullopt);
    });
    connect(m_glide, &GanttGlide::moved, viewport(), qOverload<>(&QWidget::update));
    m_time.setWhole(fittingRange({}));
    relayout();
}

GanttWidget::~GanttWidget() = default;

const Timeline* GanttWidget::timelineOf(int track) const {
    if (track < 0 || track >= static_cast<int>(m_shown.size())) return nullptr;
    const TrackData& shown = m_shown[static_cast<std::size_t>(track)];
    return shown.hasRun() ? shown.timeline.get() : nullptr;
}

void GanttWidget::setShown(std::vector<TrackData> shown, Axis axis) {
    const std::optional<GanttLayout> old = m_glide->isWanted() ? std::optional(m_layout) : std::nullopt;
    const double oldScroll = scroll();
    const std::vector<TrackData> before = std::exchange(m_shown, std::move(shown));
    std::vector<bool> collapsed(m_shown.size(), false);
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        const auto same = [&](std::size_t was) { return was < before.size() && areOfOneKind(before[was], m_shown[i]); };
        std::size_t was = i;
        if (!same(was))
            for (was = 0; was < before.size() && !same(was);) ++was;
        collapsed[i] = was < m_collapsed.size() && m_collapsed[was];
    }
    m_collapsed = std::move(collapsed);
    const TimeRange visible = m_time.visible();
    holdAxis(before, axis);
    m_overview->setShown(m_shown);
    m_highlights.clear();
    m_usualHighlights.reset();
    findAnnotations();
    const bool areSame =
        std::equal(before.begin(), before.end(), m_shown.begin(), m_shown.end(),
                   [](const TrackData& a, const TrackData& b) { return a.timeline && a.timeline == b.timeline; });
    if (!areSame) {
        endSpan();
        m_findBar->setFound({});
    }
    relayout();
    keepPick(before);
    m_playback->showNew();
    setHover(m_pointer);
    showNewPair(before);
    const bool isAnyOther =
        !std::equal(before.begin(), before.end(), m_shown.begin(), m_shown.end(),
                    [](const TrackData& a, const TrackData& b) { return a.timeline == b.timeline; });
    if (old && isAnyOther) glideFrom(*old, before, oldScroll);
    if (!(visible == m_time.visible())) emit visibleRangeChanged();
}

/// Sets the axis for the tracks shown instead of `before`.
void GanttWidget::holdAxis(const std::vector<TrackData>& before, Axis axis) {
    const TimeRange runs = fittingRange(m_shown);
    const bool isAnyThere = std::ranges::any_of(m_shown, [](const TrackData& one) { return one.timeline != nullptr; });
    const bool isReadable = !isAnyThere || runs.span() > kLeastUse * (m_axisEnd - runs.begin);
    const bool holds = axis == Axis::Holds && isReadable;
    if (!holds) {
        m_axisEnd = 0;
        m_heldEnd = 0;
        m_oldEnds.clear();
    }
    if (isAnyThere) m_axisEnd = std::max(m_axisEnd, runs.end);
    m_time.setWhole({runs.begin, std::max(m_axisEnd, runs.end)});
    if (before.size() != m_shown.size()) m_oldEnds.clear();
    if (!holds || before.size() != m_shown.size()) return;
    if (m_oldEnds.empty())
        for (const TrackData& one : before)
            m_oldEnds.push_back(one.timeline ? static_cast<double>(one.timeline->latestEnd) : 0);
    m_changing.start();
}

/// Opens the rows of two tracks that have just been aligned, and scrolls to them.
void GanttWidget::showNewPair(const std::vector<TrackData>& before) {
    const int upper = upperTrack(m_shown), old = upperTrack(before);
    if (upper < 0) return;
    const TrackData& now = m_shown[static_cast<std::size_t>(upper)];
    if (old >= 0) {
        const TrackData& was = before[static_cast<std::size_t>(old)];
        if (areOfOneKind(was, now) && was.alignedTitle == now.alignedTitle) return;
    }
    for (std::size_t i = 0; i < m_shown.size(); ++i)
        if (static_cast<int>(i) == upper || now.isAlignedWith(m_shown[i])) m_collapsed[i] = false;
    relayout();
    const QRectF view = tracksRect();
    const GanttTrack& track = m_layout.tracks[static_cast<std::size_t>(upper)];
    if (track.top < scroll() || track.bottom > scroll() + view.height())
        verticalScrollBar()->setValue(static_cast<int>(track.top));
}

/// Finds the selected op in the new tracks, or clears the selection.
void GanttWidget::keepPick(const std::vector<TrackData>& before) {
    if (!m_pick) return;
    const GanttPick old = *m_pick;
    const TrackData& was = before[static_cast<std::size_t>(old.track)];
    const auto fits = [&](std::size_t i) {
        return i < m_shown.size() && m_shown[i].timeline && areOfOneKind(m_shown[i], was);
    };
    std::size_t track = static_cast<std::size_t>(old.track);
    if (!fits(track))
        for (track = 0; track < m_shown.size() && !fits(track);) ++track;
    if (track == m_shown.size()) return select(std::nullopt);
    GanttPick now = old;
    now.track = static_cast<int>(track);
    const Timeline& timeline = *m_shown[track].timeline;
    if (old.op) {
        now.op = findOp(*timeline.program, was.timeline->program->ops[*old.op], *old.op);
        if (!now.op) return select(std::nullopt);
        now.lane = timeline.program->laneOf(*now.op);
        now.at = timeline.startOf(*now.op);
    } else {
        const WorkerId worker = was.timeline->program->workerOf(old.lane);
        if (worker.value >= timeline.program->workers) return select(std::nullopt);
        now.lane = timeline.program->computeLane(worker);
        if (!idleAt(timeline, now.lane, static_cast<double>(old.at))) return select(std::nullopt);
    }
    m_pick.reset();
    select(now);
}

void GanttWidget::setGanttStyle(const GanttStyle& style) {
    if (style == m_style && style == m_layout.style) return;
    m_style = style;
    m_usualHighlights.reset();
    relayout();
}

void GanttWidget::setEmptyMessage(const QString& head, const QString& hint) {
    m_emptyHead = head;
    m_emptyHint = hint;
    viewport()->update();
}

void GanttWidget::setInstant(const std::optional<Time>& at) {
    if (m_instant == at) return;
    m_instant = at;
    viewport()->update();
}

void GanttWidget::setPresentMode(bool on) {
    m_present = on;
    setHover(std::nullopt);  // the content moves away from under the mouse
    placePlayback();
    relayout();
}

GanttStyle GanttWidget::effectiveStyle() const {
    GanttStyle style = m_style;
    const bool print = style.palette->isPrint && style.colorBy == ColorBy::Kind;
    style.theme = print ? ThemeId::Print : themeOf(palette()).id;
    if (m_present) style.fontPixelSize *= projectorScale(*this);
    style.isForRoom = m_present || m_style.isForRoom;
    style.rowHeight = m_rowHeight;
    style.isConcealed = m_concealed.has_value();
    return style;
}

void GanttWidget::relayout() {
    const auto frame = [this] {
        return std::tuple(m_layout.range, m_layout.size, m_layout.rowHeight, m_layout.contentHeight);
    };
    const auto old = frame();
    GanttStyle style = effectiveStyle();
    style.leastHeld = m_heldEnd;
    placeAnnotations(style);
    const auto layOut = [&] {
        m_layout = layoutGantt(m_shown, m_collapsed, style, m_time.visible(), viewport()->size());
        checkMarks(m_layout, m_shown);
        m_layout.until = m_until;
    };
    layOut();
    // Whether the overview is needed or not, so that rows do not move when it appears.
    const bool hasRoom = legendRoom(m_layout).width() >= m_layout.style.scaled(gantt_lengths::kLeastOverview);
    m_layout.style.lowerLines = style.hasOverview && !hasRoom ? 1 : 0;
    if (const int lines = legendLines(m_layout); lines > 0) {
        style.lowerLines = lines;
        layOut();
    }
    m_heldEnd = std::max(m_heldEnd, m_layout.heldScale);
    const int view = std::max(0, static_cast<int>(tracksRect().height()));
    // A page minus the title line that covers its top, so that no row is skipped unseen.
    verticalScrollBar()->setPageStep(std::max(1, view - static_cast<int>(std::ceil(m_layout.titleHeight))));
    verticalScrollBar()->setSingleStep(static_cast<int>(std::max(12.0, 2 * m_layout.rowHeight)));
    verticalScrollBar()->setRange(0, hiddenHeight());
    placeOverview();
    m_guess->place();
    m_stale = true;
    if (old != frame()) m_glide->stop();
    viewport()->update();
}

void GanttWidget::setAnnotations(Annotations annotations, std::vector<int> schedules) {
    if (annotations == m_annotations && schedules == m_schedules) return;
    m_annotations = std::move(annotations);
    m_schedules = std::move(schedules);
    findAnnotations();
    relayout();
}

void GanttWidget::findAnnotations() {
    m_found = foundOf(m_shown, m_annotations, m_schedules);
    std::erase_if(m_found.notes, [this](const PlacedNote& note) { return !timelineOf(note.track); });
    for (auto* const rows : {&m_found.highlighted, &m_found.dimmed})
        for (std::size_t track = 0; track < rows->size(); ++track)
            if (!timelineOf(static_cast<int>(track))) (*rows)[track].clear();
}

/// Places the notes in view, and sets the lines that they need above the rows: as many as in the whole view at least,
/// so that rows do not move while it is zoomed.
void GanttWidget::placeAnnotations(GanttStyle& style) {
    m_placed = m_found;
    std::erase_if(m_placed.notes, [this](const PlacedNote& note) { return isCollapsed(note.track); });
    if (m_placed.notes.empty()) return;
    const auto place = [&](PointedOut& notes, const TimeRange& range) {
        std::erase_if(notes.notes, [&](const PlacedNote& note) {
            return static_cast<double>(note.toEnd) < range.begin || static_cast<double>(note.fromBegin) > range.end;
        });
        if (!placeNotes(notes, layoutGantt(m_shown, m_collapsed, style, range, viewport()->size()), m_shown))
            notes.notes.clear();
        notes.linesAbove.resize(m_shown.size());
    };
    PointedOut whole = m_placed;
    place(whole, m_time.whole());
    place(m_placed, m_time.visible());
    for (std::size_t track = 0; track < m_shown.size(); ++track)
        m_placed.linesAbove[track] = std::max(m_placed.linesAbove[track], whole.linesAbove[track]);
    style.linesAbove = m_placed.linesAbove;
}

/// The height of the rows that do not fit in the view.
int GanttWidget::hiddenHeight() const {
    const int view = std::max(0, static_cast<int>(tracksRect().height()));
    return std::max(0, static_cast<int>(std::ceil(m_layout.contentHeight)) - view);
}

/// Whether rows that are not collapsed, or some of their time, are outside the view.
bool GanttWidget::isAnyOutOfSight() const {
    const bool anyRows = std::any_of(m_layout.tracks.begin(), m_layout.tracks.end(),
                                     [](const GanttTrack& track) { return track.rows > 0; });
    return anyRows && (!m_time.isFitted() || hiddenHeight() > 0);
}

void GanttWidget::timeChanged() {
    relayout();
    setHover(m_pointer);
    emit visibleRangeChanged();
}

bool GanttWidget::isFitted() const { return m_time.isFitted() && m_axisEnd <= fittingRange(m_shown).end; }

void GanttWidget::fit(double end, double held) {
    const TimeRange runs = fittingRange(m_shown);
    m_axisEnd = std::max(runs.end, end);
    m_time.setWhole({runs.begin, m_axisEnd});
    m_time.fit();
    m_oldEnds.clear();
    m_heldEnd = held;
    m_rowHeight.reset();
    timeChanged();
}

void GanttWidget::zoomRows(double factor) {
    const GanttLayout before = m_layout;
    const double unit = before.style.scaled(1), wanted = m_rowHeight.value_or(before.rowHeight / unit) * factor;
    const double view = tracksRect().height(), y = m_pointer ? std::clamp(m_pointer->y(), 0.0, view) : view / 2;
    const double place = y + scroll();
    m_rowHeight = wanted;
    relayout();
    const double height = m_layout.rowHeight;
    if (std::abs(height - wanted * unit) >= 1) {  // the height has reached its limit
        m_rowHeight.reset();                      // rows that the user has not resized follow the available height
        relayout();
        if (m_layout.rowHeight != height) {
            m_rowHeight = height / unit;
            relayout();
        }
    }
    verticalScrollBar()->setValue(static_cast<int>(std::lround(before.movedTo(m_layout, place) - y)));
    setHover(m_pointer);
}

void GanttWidget::zoomBy(double factor) {
    m_time.zoom(pointerTime(), factor);
    timeChanged();
}

void GanttWidget::showRange(const TimeRange& range) {
    m_time.show(range);
    timeChanged();
}

bool GanttWidget::isCollapsed(int track) const { return m_collapsed[static_cast<std::size_t>(track)]; }

void GanttWidget::showTrack(int track) {
    if (track < 0 || track >= static_cast<int>(m_layout.tracks.size())) return;
    const GanttTrack& shown = m_layout.tracks[static_cast<std::size_t>(track)];
    if (shown.top < scroll() || shown.bottom > scroll() + tracksRect().height())
        verticalScrollBar()->setValue(track == 0 ? 0 : static_cast<int>(shown.top));
}

void GanttWidget::setCollapsed(int track, bool collapsed) {
    m_collapsed[static_cast<std::size_t>(track)] = collapsed;
    relayout();
    setHover(m_pointer);
}

double GanttWidget::scroll() const { return verticalScrollBar()->value(); }

QRectF GanttWidget::tracksRect() const {
    return {0, 0, m_layout.size.width(), m_layout.size.height() - m_layout.footerHeight};
}

void GanttWidget::select(const std::optional<GanttPick>& pick) {
    if (m_pick == pick) return;
    m_pick = pick;
    m_chain.clear();
    m_dependents.clear();
    viewport()->update();
    if (!pick) {
        setAccessibleDescription(tr("Nothing selected"));
        emit cleared();
        return;
    }
    const Timeline& timeline = *timelineOf(pick->track);
    if (pick->op) {
        m_chain = dependencyChain(timeline, *pick->op);
        m_dependents = dependentsOf(timeline, *pick->op);
    }
    const TrackData& shown = m_shown[static_cast<std::size_t>(pick->track)];
    setAccessibleDescription(shown.title + QStringLiteral(": ") +
                             factsOf(shown, m_layout.style, *pick).join(QStringLiteral(", ")));
    emit picked(pick->track, pick->lane, pick->op, pick->at);
}

void GanttWidget::pick(const GanttPick& pick) {
    select(pick);
    reveal(pick);
}

void GanttWidget::clearPick() { select(std::nullopt); }

void GanttWidget::reveal(const GanttPick& pick) {
    const Timeline* timeline = timelineOf(pick.track);
    if (!timeline) return;
    if (isCollapsed(pick.track)) setCollapsed(pick.track, false);
    const QRectF row = m_layout.laneRect(pick.track, pick.lane);
    QScrollBar* bar = verticalScrollBar();
    if (row.top() < bar->value() + m_layout.coveredHeight(bar->value()))
        bar->setValue(static_cast<int>(row.top() - m_layout.titleHeight));
    else if (row.bottom() > bar->value() + tracksRect().height())
        bar->setValue(static_cast<int>(std::ceil(row.bottom() - tracksRect().height() + m_layout.rowHeight)));
    if (pick.op)
        revealTime(static_cast<double>(timeline->startOf(*pick.op)), static_cast<double>(timeline->end[*pick.op]));
    else
        revealTime(static_cast<double>(pick.at), static_cast<double>(pick.at));
}

void GanttWidget::revealTime(double begin, double end) {
    const TimeRange shown = m_time.visible();
    const double margin = shown.span() * 0.05;
    if (end - begin > shown.span() - 2 * margin)
        showRange({begin - margin, end + margin});
    else if (begin < shown.begin)
        showRange({begin - margin, begin - margin + shown.span()});
    else if (end > shown.end)
        showRange({end + margin - shown.span(), end + margin});
}

bool GanttWidget::hasOwnNames() const {
    return !m_shown.empty() && std::all_of(m_shown.begin(), m_shown.end(), [](const TrackData& one) {
        return one.words.naming == Words::Naming::Own || !one.timeline;
    });
}

bool GanttWidget::find(const QString& text) {
    m_foundText.clear();
    const Result<OpQuery> query = parseOpQuery(text, m_style.firstNumber);
    if (!query) {
        m_findError = hasOwnNames() ? tr("Type an op name or the start of one: F3, ARA, AGF2 rank 1")
                                    : QString::fromStdString(query.error().message);
        return false;
    }
    std::optional<OpPlace> from;
    if (m_pick && m_pick->op) from = OpPlace{m_pick->track, m_pick->lane, *m_pick->op};
    const std::optional<OpPlace> place = findNext(m_shown, *query, from);
    if (!place) {
        m_findError = (hasOwnNames() ? tr("No step on screen contains %1") : tr("No schedule on screen contains %1"))
                          .arg(text.trimmed());
        return false;
    }
    m_findError.clear();
    const FoundPlace found = placeAmong(m_shown, *query, *place);
    m_foundText = tr("%1 of %2").arg(toQString(withThousands(found.place)), toQString(withThousands(found.all)));
    const Timeline& timeline = *timelineOf(place->track);
    select(GanttPick{place->track, place->lane, place->row, timeline.startOf(place->row)});
    // If it were narrower, nobody could see which op it is.
    constexpr double kLeastPixels = 12, kShownPixels = 40;
    const auto begin = static_cast<double>(timeline.startOf(place->row)),
               end = static_cast<double>(timeline.end[place->row]);
    const double perPixel = m_time.visible().span() / (m_layout.plotRight - m_layout.plotLeft);
    if (end > begin && end - begin < kLeastPixels * perPixel) {
        const double half = (end - begin) / kShownPixels * (m_layout.plotRight - m_layout.plotLeft) / 2;
        showRange({(begin + end) / 2 - half, (begin + end) / 2 + half});
    }
    reveal(*m_pick);
    placeFindBar();
    return true;
}

void GanttWidget::openFind() {
    if (isConcealed()) return;
    m_findBar->open(hasOwnNames());
    placeFindBar();
}

/// At the top, or at the bottom if it would cover the match.
void GanttWidget::placeFindBar() {
    const double scale = m_present ? projectorScale(*this) : 1;
    m_findBar->setFont(uiFont(13 * scale));
    m_findBar->resize(std::min(qRound(380 * scale), width() - 16), m_findBar->sizeHint().height());
    const int bar = verticalScrollBar()->isVisible() ? verticalScrollBar()->width() : 0;
    m_findBar->move(width() - m_findBar->width() - 12 - bar, 8);
    if (!m_pick || !m_pick->op || !timelineOf(m_pick->track)) return;
    const QRectF cell = m_layout.laneRect(m_pick->track, m_pick->lane).translated(0, -scroll());
    const double end = m_layout.xOf(static_cast<double>(timelineOf(m_pick->track)->end[*m_pick->op]));
    const QRect taken = m_findBar->geometry();
    if (cell.top() < taken.bottom() && end > taken.left())
        m_findBar->move(taken.left(), static_cast<int>(tracksRect().bottom()) - taken.height() - 8);
}

void GanttWidget::placeOverview() {
    QRectF room = isAnyOutOfSight() && !isConcealed() ? legendRoom(m_layout) : QRectF();  // it shows all of the time
    if (room.width() < m_layout.style.scaled(gantt_lengths::kLeastOverview)) return m_overview->hide();
    room.setLeft(std::max(room.left(), room.right() - m_layout.style.scaled(kMostOverview)));
    const QRectF view = tracksRect();
    m_overview->setGeometry(room.translated(0, view.bottom()).toRect());
    m_overview->setView(m_layout, m_time.whole(), scroll(), view.height());
    m_overview->show();
}

}  // namespace bubblescope
