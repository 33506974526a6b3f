#include "widgets/gantt/gantt_layout.h"

#include "engine/core/ruler.h"
#include "widgets/kit/text.h"
#include "widgets/shown/memory_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>

namespace bubblescope {

namespace {

// Lengths at the usual font size.
constexpr double kTopPad = 3, kHeadsHeight = 18;
constexpr double kTitleHeight = 28, kNoTitleHeight = 6;
constexpr double kPlotLeft = 64, kMostPlotLeft = 150;
constexpr double kNarrowPlotLeft = 44, kNarrowPicture = 480;  // a column of a paper, where rows only have their number
constexpr double kNameGlyph = 6.4;  // estimated width of a character in row names, because fonts are unknown here
constexpr double kPlotRight = 18, kTitleLeft = 16;
constexpr double kDifferenceRight = 118;  // space for the differences of aligned rows beside the plot
constexpr double kUsualRowHeight = 17, kMarkedRowHeight = 21;
constexpr double kMaxRowHeight = 28;
constexpr double kMaxChosenRowHeight = 56;
constexpr double kMaxTrackGap = 10;
constexpr double kFooterHeight = 60;
constexpr double kLaneLabelHeight = 11;
constexpr double kMemoryGap = 6, kLeastMemory = 52, kUsualMemory = 84, kMostMemory = 150;

/// The roles of lanes other than those on which workers compute, in the order of their list.
std::vector<Role> rolesBelow(const Program& program) {
    std::vector<bool> occurs(kRoleInfos.size());
    for (const Lane& lane : program.lanes) occurs[static_cast<std::size_t>(lane.role)] = true;
    std::vector<Role> roles;
    for (std::size_t role = 1; role < occurs.size(); ++role)
        if (occurs[role]) roles.push_back(static_cast<Role>(role));
    return roles;
}

GanttTrack trackOf(const TrackData& shown, bool collapsed, const GanttStyle& style) {
    GanttTrack track;
    track.collapsed = collapsed;
    track.color = shown.color;
    track.title = shown.title;
    track.total = shown.total;
    track.bubble = shown.bubble;
    track.paper = shown.paper;
    track.paperTip = shown.paperTip;
    track.isPaperDifferent = shown.isPaperDifferent;
    track.facts = shown.facts;
    if (!shown.overLimit.isEmpty()) track.facts = QStringList{shown.overLimit} + shown.facts.mid(1);
    track.factsTip = shown.factsTip;
    track.standing = shown.standing;
    track.isOverLimit = !shown.overLimit.isEmpty();
    track.difference = shown.difference;
    track.formula = shown.formula;
    track.refusal = shown.refusal;
    track.awaited = shown.awaited;
    track.workers = shown.words.workers;
    if (!shown.timeline) return track;
    track.program = shown.timeline->program;
    track.roles = rolesBelow(*track.program);
    if (!collapsed) track.rows = track.program->workers;
    if (style.marks.held && shown.held)
        for (const HeldActivations& held : *shown.held) track.held.push_back(held.most());
    if (style.isForRoom) track.heldShare = 0.5, track.mostHeldHeight = 60;  // a third of a device's rows
    track.memoryLimit = shown.memoryLimit;
    track.hasMemoryOfEach = !shown.memoryOfEach.empty() && track.rows > 0;
    track.hasMemory = shown.memory && track.rows > 0 && !track.hasMemoryOfEach;
    if (shown.pinned) track.ghost.rows = std::min(track.rows, shown.pinned->timeline->program->workers);
    return track;
}

/// Joins each aligned track with its partner if the rows of both are shown.
void joinAligned(std::vector<GanttTrack>& tracks, const std::vector<TrackData>& shown) {
    for (std::size_t upper = 0; upper < shown.size(); ++upper) {
        if (!shown[upper].aligned || tracks[upper].rows == 0) continue;
        for (std::size_t lower = 0; lower < shown.size(); ++lower) {
            if (lower == upper || !shown[upper].isAlignedWith(shown[lower]) || tracks[lower].rows == 0) continue;
            tracks[upper].partner = static_cast<int>(lower);
            tracks[lower].partner = static_cast<int>(upper);
            tracks[lower].isLower = true;
            for (const std::size_t one : {upper, lower}) tracks[one].hasMemory = tracks[one].hasMemoryOfEach = false;
            tracks[upper].laterEnd = shown[upper].laterEnd;
            break;
        }
    }
}

/// Lengths that depend on the height of a row.
double cellHeightOf(double rowHeight) { return rowHeight - (rowHeight >= 22 ? 2 : 1); }
double ghostHeightOf(double rowHeight) { return std::clamp(std::round(rowHeight * 0.3), 3.0, 8.0); }
double heightOf(Role role, double rowHeight) {
    return std::max(kMinRowHeight, std::round(rowHeight * infoOf(role).height));
}

double heldHeightOf(const GanttTrack& track, double rowHeight) {
    return std::clamp(std::round(rowHeight * track.heldShare), 5.0, track.mostHeldHeight);
}
double memoryHeightOf(double rowHeight) { return std::clamp(std::round(rowHeight * 1.5), 12.0, 48.0); }

/// The parts of a device below the row on which it computes, each followed by a gap: where they begin, counted from the
/// top of that row, and where all of them end.
struct BelowRow {
    double ghost, lanes, held, memory, end;
};
BelowRow belowRow(const GanttTrack& track, double rowHeight) {
    const double gap = rowHeight >= 14 ? 2 : 1;
    BelowRow below{};
    below.ghost = rowHeight;
    below.lanes = below.ghost + (track.ghost.rows > 0 ? ghostHeightOf(rowHeight) + gap : 0);
    below.held = below.lanes;
    for (const Role role : track.roles) below.held += heightOf(role, rowHeight) + gap;
    below.memory = below.held + (track.held.empty() ? 0 : heldHeightOf(track, rowHeight) + 2 * gap);
    below.end = below.memory + (track.hasMemoryOfEach ? memoryHeightOf(rowHeight) + 2 * gap : 0);
    return below;
}

/// The distance from the top of a device's row to its lane of a role.
double topOf(const GanttTrack& track, Role role, double rowHeight) {
    const double gap = rowHeight >= 14 ? 2 : 1;
    double top = belowRow(track, rowHeight).lanes;
    for (const Role above : track.roles) {
        if (above == role) break;
        top += heightOf(above, rowHeight) + gap;
    }
    return top;
}

/// The purpose of the kinds of op in a training step.
QString className(OpClass opClass) {
    switch (opClass) {
        case OpClass::Forward: return Text::tr("forward");
        case OpClass::Backward: return Text::tr("backward");
        case OpClass::Weight: return Text::tr("grad weight");
        case OpClass::Communication: return Text::tr("reduction, all-to-all");
        case OpClass::Nearby: return Text::tr("hop");
        case OpClass::Gather: return Text::tr("gather");
        case OpClass::Host: return Text::tr("offload");
        case OpClass::Optimizer: break;
    }
    return Text::tr("optimizer");
}

/// The kind of op that is paired with the forward in the first pair.
OpKind backwardOfPairs(const Program& program) {
    for (const Lane& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; ++row)
            if (const Op op = program.ops[row]; op.isInPair() && op.kind() != OpKind::Forward) return op.kind();
    return OpKind::Backward;
}

std::vector<LegendEntry> legendOf(const std::vector<TrackData>& shown, const std::vector<GanttTrack>& tracks,
                                  const SchemeMarks& marks) {
    const auto any = [&](auto&& has) { return std::any_of(shown.begin(), shown.end(), has); };
    std::vector<LegendEntry> legend;
    const auto addKind = [&](OpKind kind) {
        const bool occurs =
            any([&](const TrackData& one) { return one.timeline && one.timeline->program->kinds.has(kind); });
        if (isOfSteps(kind)) {  // steps have many kinds, which the legend groups by their purpose
            const bool isThere = std::any_of(legend.begin(), legend.end(), [&](const LegendEntry& entry) {
                return classOf(entry.kind) == classOf(kind);
            });
            if (occurs && !isThere) legend.push_back({LegendEntry::What::Ops, className(classOf(kind)), kind});
            return;
        }
        const bool isNew = legend.empty() || infoOf(legend.back().kind).id != infoOf(kind).id;
        if (occurs && isNew) legend.push_back({LegendEntry::What::Ops, kindName(kind), kind});
    };
    const auto add = [&](LegendEntry::What what, const QString& text, bool occurs) {
        if (occurs) legend.push_back({what, text});
    };
    for (std::size_t kind = 0; kind < kOpKinds; ++kind) addKind(static_cast<OpKind>(kind));
    const auto paired = std::ranges::find_if(
        shown, [](const TrackData& one) { return one.timeline && one.timeline->program->hasPairs; });
    if (paired != shown.end())
        legend.push_back({.what = LegendEntry::What::Pair,
                          .text = Text::tr("fused F+B"),
                          .kind = backwardOfPairs(*paired->timeline->program)});
    add(LegendEntry::What::Recompute, Text::tr("recompute (R)"),
        any([](const TrackData& one) { return one.recompute != nullptr; }));
    const auto spends = [](Spending on) {
        return [on](const TrackData& one) { return one.spending && one.spending->has(on); };
    };
    const bool areSends = any([](const TrackData& one) { return one.timeline && !one.timeline->sendTime.empty(); });
    add(LegendEntry::What::Exposed, areSends ? Text::tr("blocking sends") : Text::tr("exposed communication"),
        any(spends(Spending::ExposedCommunication)));
    add(LegendEntry::What::ExposedOffload, Text::tr("exposed offload"), any(spends(Spending::ExposedOffload)));
    add(LegendEntry::What::Idle, Text::tr("idle"), any([](const TrackData& one) { return one.timeline != nullptr; }));
    add(LegendEntry::What::Waits, Text::tr("waiting for the last rank"), any(std::mem_fn(&TrackData::hasWaits)));
    add(LegendEntry::What::Critical, Text::tr("critical path"),
        marks.critical && any([](const TrackData& one) { return one.criticalPath != nullptr; }));
    add(LegendEntry::What::Fetched, Text::tr("fetched weights"),
        marks.fetches && any(std::mem_fn(&TrackData::hasFetches)));
    add(LegendEntry::What::Transferred, Text::tr("activations in and out"),
        marks.transfers && any(std::mem_fn(&TrackData::hasTransfers)));
    add(LegendEntry::What::Held, Text::tr("activations in memory"),
        std::any_of(tracks.begin(), tracks.end(), [](const GanttTrack& track) { return !track.held.empty(); }));
    const bool hasMemory = std::any_of(
        tracks.begin(), tracks.end(), [](const GanttTrack& track) { return track.hasMemory || track.hasMemoryOfEach; });
    for (std::size_t part = 0; hasMemory && part < kMemoryParts; ++part) {
        const auto of = static_cast<MemoryPart>(part);
        const auto keeps = [of](const TrackData& one) { return one.memory && one.memory->bytes->most[of] > 0; };
        if (any(keeps)) legend.push_back({.what = LegendEntry::What::Memory, .text = memoryPartName(of), .part = of});
    }
    add(LegendEntry::What::Over, Text::tr("exceeds GPU memory"),
        hasMemory && any([](const TrackData& one) { return one.memory && one.memory->isOver(); }));
    add(LegendEntry::What::Seam, Text::tr("phase boundary"),
        any([](const TrackData& one) { return !one.seams.empty(); }));
    add(LegendEntry::What::Pinned, Text::tr("pinned"), any([](const TrackData& one) { return one.pinned != nullptr; }));
    return legend;
}

/// A multiple of `step` with exactly the decimals that the step needs; exact for every Time.
QString tickLabel(Time at, Time step, Time oneUnit) {
    int decimals = 0, digits = 0;
    for (Time unit = oneUnit; step % unit != 0; unit /= 10) ++decimals;
    for (Time unit = oneUnit; unit > 1; unit /= 10) ++digits;
    QString text = QString::number(at / oneUnit);
    if (at < 0 && at / oneUnit == 0) text.prepend(QLatin1Char('-'));
    if (decimals > 0)
        text += QLatin1Char('.') +
                QString::number(std::abs(at % oneUnit)).rightJustified(digits, QLatin1Char('0')).left(decimals);
    return text;
}

struct AxisSteps {
    Time major, minor;
};

/// The smallest 1-2-5 step that is at least `least`, in whole micro-units.
AxisSteps axisSteps(double least) {
    const double major = roundAbove(std::clamp(least, 1.0, static_cast<double>(kMaxTime)), kRoundSteps);
    const double minor = major / (2 * powerBelow(major) == major ? 2 : 5);
    return {static_cast<Time>(major), std::max<Time>(1, static_cast<Time>(minor))};
}

}  // namespace

GanttStyle pinnedStyle(GanttStyle style) {
    style.labels = CellLabel::None;
    style.muted = true;
    return style;
}

TimeRange fittingRange(const std::vector<TrackData>& shown) {
    bool first = true;
    TimeRange range{0, 0};
    const auto include = [&](const TrackData* one) {
        if (!one || !one->timeline) return;
        const auto begin = static_cast<double>(one->timeline->earliestStart);
        const auto end = static_cast<double>(one->timeline->latestEnd);
        range = first ? TimeRange{begin, end} : TimeRange{std::min(range.begin, begin), std::max(range.end, end)};
        first = false;
    };
    for (const TrackData& one : shown) {
        include(&one);
        include(one.pinned.get());
    }
    if (range.span() <= 0) range.end = range.begin + kMicroUnits;
    return range;
}

std::vector<AxisTick> axisTicks(const TimeRange& range, double left, double right, double fontPixelSize,
                                const ScaledUnit& unit) {
    const auto oneUnit = static_cast<Time>(std::llround(kMicroUnits / unit.factor));
    constexpr double kDigitWidth = 0.64, kLabelGap = 3.2;  // as a share of the font size
    std::vector<AxisTick> ticks;
    if (!(right > left) || !(range.span() > 0)) return ticks;
    const double perPixel = range.span() / (right - left);
    const Time furthest = static_cast<Time>(std::max(std::abs(range.begin), std::abs(range.end)));
    AxisSteps steps = axisSteps(perPixel * fontPixelSize * kLabelGap);
    const auto needed = [&] {
        const auto digits = tickLabel(furthest / steps.major * steps.major, steps.major, oneUnit).size();
        return perPixel * fontPixelSize * (kDigitWidth * static_cast<double>(digits) + kLabelGap);
    };
    while (static_cast<double>(steps.major) < needed() && steps.major < kMaxTime / 10)
        steps = axisSteps(static_cast<double>(steps.major) * 1.5);
    const auto step = static_cast<double>(steps.minor);
    const auto first = static_cast<Time>(std::ceil(range.begin / step - 1e-9));
    const auto last = static_cast<Time>(std::floor(range.end / step + 1e-9));
    for (Time index = first; index <= last; ++index) {
        const Time at = index * steps.minor;
        const double x = left + (static_cast<double>(at) - range.begin) / perPixel;
        ticks.push_back({at, x, at % steps.major == 0 ? tickLabel(at, steps.major, oneUnit) : QString()});
    }
    return ticks;
}

QRectF GanttLayout::titleRect(int track, double scroll) const {
    const GanttTrack& t = tracks[static_cast<std::size_t>(track)];
    const double above = t.isLower ? titleHeight : 0, below = t.partner >= 0 && !t.isLower ? titleHeight : 0;
    const double last = std::max(t.top, t.bottom - titleHeight - below);
    return {0, std::clamp(scroll + above, t.top, last), size.width(), titleHeight};
}

double GanttLayout::coveredHeight(double scroll) const {
    double covered = 0;
    for (int track = 0; track < static_cast<int>(tracks.size()); ++track) {
        const QRectF title = titleRect(track, scroll);
        if (title.top() > titleRect(track).top()) covered = std::max(covered, title.bottom() - scroll);
    }
    return covered;
}

QRectF GanttLayout::laneRect(int track, LaneId lane) const {
    const GanttTrack& t = tracks[static_cast<std::size_t>(track)];
    const double top = t.rowsTop + static_cast<double>(t.program->workerOf(lane).value) * t.pitch;
    const Role role = t.program->lanes[lane.index()].role;
    if (role == Role::Compute) return {plotLeft, top, plotRight - plotLeft, cellHeight};
    return {plotLeft, top + topOf(t, role, rowHeight), plotRight - plotLeft, heightOf(role, rowHeight) - 1};
}

QRectF GanttLayout::ghostRect(int track, LaneId lane) const {
    const QRectF row = laneRect(track, lane);
    const double top = belowRow(tracks[static_cast<std::size_t>(track)], rowHeight).ghost;
    return {row.left(), row.top() + top, row.width(), ghostHeightOf(rowHeight)};
}

QRectF GanttLayout::heldRect(int track, LaneId lane) const {
    const QRectF row = laneRect(track, lane);
    const GanttTrack& t = tracks[static_cast<std::size_t>(track)];
    return {row.left(), row.top() + belowRow(t, rowHeight).held, row.width(), heldHeightOf(t, rowHeight)};
}

QRectF GanttLayout::memoryRect(int track) const {
    const double bottom = tracks[static_cast<std::size_t>(track)].bottom;
    return {plotLeft, bottom - memoryHeight, plotRight - plotLeft, memoryHeight};
}

QRectF GanttLayout::memoryRect(int track, WorkerId worker) const {
    const GanttTrack& t = tracks[static_cast<std::size_t>(track)];
    const QRectF row = laneRect(track, t.program->computeLane(worker));
    return {row.left(), row.top() + belowRow(t, rowHeight).memory, row.width(), memoryHeightOf(rowHeight)};
}

std::pair<int, int> GanttLayout::lanesWithin(int track, double top, double bottom) const {
    const GanttTrack& t = tracks[static_cast<std::size_t>(track)];
    if (t.rows == 0) return {0, 0};
    const auto device = [&](double y) { return std::clamp((y - t.rowsTop) / t.pitch, 0.0, double(t.rows)); };
    const auto firstLane = [&](double worker) {
        return t.program->computeLane(WorkerId(static_cast<std::int64_t>(worker))).value;
    };
    return {firstLane(std::floor(device(top))), firstLane(std::ceil(device(bottom)))};
}

int GanttLayout::laneLabelStep(int track) const {
    for (int step = 1;; step = step == 1 ? 2 : step * 2)
        if (step * tracks[static_cast<std::size_t>(track)].pitch >= style.scaled(kLaneLabelHeight)) return step;
}

double GanttLayout::titleLeft() const {
    if (style.inset) return *style.inset;
    const double usual = style.scaled(kTitleLeft);
    if (!style.onPaper || style.hasDot || !style.hasTitles || style.namesWidth <= 0) return usual;
    return std::clamp(style.namesLeft() + plotLeft - style.namesWidth, style.namesLeft(), usual);
}

double GanttLayout::titleRight() const {
    return std::max(plotLeft + 1, size.width() - style.inset.value_or(style.scaled(kPlotRight)));
}

GanttHit GanttLayout::hitAt(double x, double y, double scroll) const {
    if (y >= contentHeight) return {};
    const int count = static_cast<int>(tracks.size());
    for (int track = 0; track < count; ++track) {
        const GanttTrack& t = tracks[static_cast<std::size_t>(track)];
        const QRectF title = titleRect(track, scroll);
        if (y >= (t.isLower ? title.top() : t.top) && y < title.bottom()) return {GanttHit::Part::Title, track, {}};
    }
    if (x < plotLeft || x >= plotRight) return {};
    for (int track = 0; track < count; ++track) {
        const GanttTrack& t = tracks[static_cast<std::size_t>(track)];
        if (y < t.rowsTop || y >= t.bottom) continue;
        if (t.hasMemory && y >= memoryRect(track).top()) return {GanttHit::Part::Memory, track, {}};
        const auto device = static_cast<std::int64_t>(std::floor((y - t.rowsTop) / t.pitch));
        if (device >= t.rows) continue;
        const LaneId lane = t.program->computeLane(WorkerId(device));
        const double within = y - laneRect(track, lane).top();
        const BelowRow below = belowRow(t, rowHeight);
        if (within < rowHeight) return {GanttHit::Part::Lane, track, lane};
        if (device < t.ghost.rows && within < below.ghost + ghostHeightOf(rowHeight))
            return {GanttHit::Part::Ghost, track, lane};
        if (!t.held.empty() && within >= below.held && within < below.held + heldHeightOf(t, rowHeight))
            return {GanttHit::Part::Held, track, lane};
        if (t.hasMemoryOfEach && within >= below.memory && within < below.memory + memoryHeightOf(rowHeight))
            return {GanttHit::Part::Memory, track, lane};
        for (const Role role : t.roles) {
            const double top = topOf(t, role, rowHeight);
            if (within < top || within >= top + heightOf(role, rowHeight)) continue;
            if (const auto other = t.program->laneOf(WorkerId(device), role))
                return {GanttHit::Part::Lane, track, *other};
        }
    }
    return {};
}

double GanttLayout::pitchOf(const GanttTrack& track, double height) const {
    const double own = belowRow(track, height).end;
    if (track.partner < 0) return own;
    return own + belowRow(tracks[static_cast<std::size_t>(track.partner)], height).end +
           std::clamp(std::round(height * 0.3), 2.0, 6.0);
}

double GanttLayout::heightOfRows(double height) const {
    double sum = 0;
    for (const GanttTrack& track : tracks) {
        // Aligned tracks alternate, so the one with more rows counts.
        const int other = track.partner < 0 ? 0 : tracks[static_cast<std::size_t>(track.partner)].rows;
        if (!track.isLower) sum += std::max(track.rows, other) * pitchOf(track, height);
    }
    return sum;
}

void GanttLayout::setRowHeight(double height) {
    rowHeight = height;
    cellHeight = cellHeightOf(height);
    double y = topPad;
    for (GanttTrack& track : tracks) {
        track.pitch = pitchOf(track, rowHeight);
        if (track.isLower) continue;  // placed together with its partner
        GanttTrack* const lower = track.partner < 0 ? nullptr : &tracks[static_cast<std::size_t>(track.partner)];
        track.top = y;
        track.rowsTop = std::round(y + titleHeight * (lower ? 2 : 1) + track.noteHeight);
        track.rowsBottom = track.rowsTop + std::max(track.rows, lower ? lower->rows : 0) * track.pitch;
        track.bottom = track.rowsBottom + (track.hasMemory ? memoryHeight + std::round(style.scaled(kMemoryGap)) : 0);
        if (lower) {
            lower->top = y + titleHeight;
            lower->rowsTop = track.rowsTop + belowRow(track, rowHeight).end;
            lower->rowsBottom = track.rowsBottom;
            lower->bottom = track.bottom;
        }
        y = track.bottom + (track.rows > 0 ? trackGap : 0);
    }
    contentHeight = y;
}

double GanttLayout::movedTo(const GanttLayout& other, double y) const {
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const GanttTrack &here = tracks[i], &there = other.tracks[i];
        if (here.isLower || y >= here.bottom) continue;
        if (y >= here.rowsBottom) return there.rowsBottom + (y - here.rowsBottom);
        return there.rowsTop + (y - here.rowsTop) * (y < here.rowsTop ? 1 : there.pitch / here.pitch);
    }
    return other.contentHeight + (y - contentHeight);
}

GanttLayout layoutGantt(const std::vector<TrackData>& shown, const std::vector<bool>& collapsed,
                        const GanttStyle& style, const TimeRange& range, const QSizeF& size) {
    GanttLayout out;
    out.style = style;
    out.range = range.span() > 0 ? range : TimeRange{range.begin, range.begin + 1};
    out.size = size;
    out.titleHeight =
        style.scaled(style.hasTitles ? kTitleHeight + (style.areFactsBelow ? kFactsLine : 0) : kNoTitleHeight);
    out.footerHeight = style.scaled(kFooterHeight - axisCut(style.axis) + style.lowerLines * kLegendLine);
    for (const TrackData& one : shown) {
        if (one.timeline) out.timeUnit = one.timeUnit;
        if (one.heads.any()) out.heads = one.heads;
    }
    out.topPad = style.scaled(kTopPad + (out.heads.any() ? kHeadsHeight : 0));
    out.axisUnit = scaledTime(std::max(std::abs(out.range.begin), std::abs(out.range.end)) / kMicroUnits, out.timeUnit);
    if (style.axis != TimeAxis::None)
        out.axisTitle = out.timeUnit.isEmpty() || style.axis == TimeAxis::Arrow
                            ? Text::tr("time")
                            : Text::tr("time, %1").arg(out.axisUnit.unit);

    for (std::size_t i = 0; i < shown.size(); ++i)
        out.tracks.push_back(trackOf(shown[i], i < collapsed.size() && collapsed[i], style));
    for (const GanttTrack& track : out.tracks)
        if (!track.held.empty())
            out.heldScale = std::max(
                {out.heldScale, style.leastHeld, std::ranges::max(track.held), track.memoryLimit.value_or(0), 1e-9});
    qsizetype longest = 0;
    for (const GanttTrack& track : out.tracks)
        for (const QString& name : track.workers) longest = std::max(longest, name.size());
    out.plotLeft = style.scaled(std::clamp(static_cast<double>(longest) * kNameGlyph, kPlotLeft, kMostPlotLeft));
    const bool areNumbersAlone =
        longest == 0 && std::ranges::all_of(out.tracks, [](const GanttTrack& track) {
            return track.roles.empty() && track.held.empty() && !track.hasMemory && !track.hasMemoryOfEach;
        });
    if (style.onPaper && areNumbersAlone && size.width() < style.scaled(kNarrowPicture))
        out.plotLeft = style.scaled(kNarrowPlotLeft);
    joinAligned(out.tracks, shown);
    const bool isAnyAligned = std::ranges::any_of(out.tracks, &GanttTrack::isLower);
    const double right =
        size.width() - (isAnyAligned ? style.scaled(kDifferenceRight) : style.inset.value_or(style.scaled(kPlotRight)));
    if (style.namesWidth > 0) {  // more than a third of the width only if they are long even in the smallest type
        const double most = std::min(std::max(style.namesWidth * kSmallestType, size.width() / 3), right * 2 / 3);
        out.plotLeft = std::min(style.namesWidth, most);
        if (!style.inset) out.plotLeft = std::max(style.scaled(kPlotLeft), out.plotLeft);
    }
    out.legend = legendOf(shown, out.tracks, style.marks);
    int rows = 0, tracksWithRows = 0;
    for (const GanttTrack& track : out.tracks) {
        rows += track.rows;
        tracksWithRows += track.rows > 0 && !track.isLower;
    }
    if (isAnyAligned) {
        const bool isNamed = std::any_of(out.tracks.begin(), out.tracks.end(),
                                         [](const GanttTrack& track) { return !track.workers.empty(); });
        if (isNamed) out.plotLeft += style.scaled(kLaneDotRoom);  // beside a number there is space for dots
    }
    out.plotRight = std::max(out.plotLeft + 1, right);

    // Whole rows, so that cells of equal height are equal on every screen. The remaining height widens the gaps.
    double titles = out.topPad + out.titleHeight * static_cast<double>(out.tracks.size());
    for (std::size_t i = 0; i < std::min(out.tracks.size(), style.linesAbove.size()); ++i) {
        out.tracks[i].noteHeight = style.scaled(kNoteLine * style.linesAbove[i]);
        titles += out.tracks[i].noteHeight;
    }
    const bool isFree = size.height() <= 0;
    double room = size.height() - out.footerHeight - titles;
    if (style.isForRoom) room -= static_cast<double>(out.tracks.size());  // rows begin at whole pixels
    if (const auto strips = std::ranges::count_if(out.tracks, std::mem_fn(&GanttTrack::hasMemory)); strips > 0) {
        const double gap = std::round(style.scaled(kMemoryGap));
        const double least = isFree ? style.scaled(kUsualMemory) : style.scaled(kLeastMemory);
        const double rowsAtLeast = out.heightOfRows(std::max(kMinRowHeight, style.scaled(style.leastRowHeight)));
        const double each = isFree ? least : (room - rowsAtLeast) / static_cast<double>(strips) - gap;
        out.memoryHeight = std::round(std::clamp(each, least, style.scaled(kMostMemory)));
        room -= static_cast<double>(strips) * (out.memoryHeight + gap);
    }
    const bool isMarked = std::any_of(out.legend.begin(), out.legend.end(), [](const LegendEntry& entry) {
        return entry.what == LegendEntry::What::Fetched || entry.what == LegendEntry::What::Transferred;
    });
    const double usual = isMarked ? kMarkedRowHeight : kUsualRowHeight;
    const bool isChosen = style.rowHeight && !isFree;
    const double least =
        isFree || isChosen ? kMinRowHeight : std::max(kMinRowHeight, std::floor(style.scaled(style.leastRowHeight)));
    const double highest = style.isForRoom ? std::max(0.0, room) : style.scaled(isFree ? usual : kMaxRowHeight);
    const double most = std::max(least, std::floor(highest));
    double rowHeight = most;
    if (!isFree) rowHeight = std::clamp(std::floor(rows == 0 ? 0 : room / rows), least, most);
    if (!isFree)  // what is between rows takes height from them
        while (rowHeight > least && out.heightOfRows(rowHeight) > room) --rowHeight;
    if (isChosen)
        rowHeight = std::clamp(std::round(style.scaled(*style.rowHeight)), rowHeight,
                               std::max(rowHeight, std::round(style.scaled(kMaxChosenRowHeight))));
    const double rest = isFree || tracksWithRows == 0 ? 0 : (room - out.heightOfRows(rowHeight)) / tracksWithRows;
    out.trackGap = std::floor(std::clamp(rest, 0.0, style.scaled(kMaxTrackGap)));
    out.setRowHeight(rowHeight);
    for (std::size_t i = 0; i < out.tracks.size(); ++i) {
        GanttTrack& track = out.tracks[i];
        const auto x = [&](Time time) { return out.xOf(static_cast<double>(time)); };
        if (const Timeline* timeline = shown[i].timeline.get()) {
            track.x0 = x(timeline->earliestStart);
            track.x1 = x(timeline->latestEnd);
        }
        track.groups = shown[i].groups;
        for (const Time seam : shown[i].seams) track.seams.push_back(x(seam));
        if (const TrackData* pinned = shown[i].pinned.get()) {
            track.ghost.x0 = x(pinned->timeline->earliestStart);
            track.ghost.x1 = x(pinned->timeline->latestEnd);
        }
    }
    if (!out.legend.empty())
        out.ticks = axisTicks(out.range, out.plotLeft, out.plotRight, style.scaled(11), out.axisUnit);
    return out;
}

}  // namespace bubblescope
