#include "widgets/gantt/gantt_layout.h"

#include "widgets/basics/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

// Lengths at the usual font size.
constexpr double kTopPad = 3;
constexpr double kTitleHeight = 28;
constexpr double kPlotLeft = 64;
constexpr double kPlotRight = 18;
constexpr double kUsualRowHeight = 17;
constexpr double kMaxRowHeight = 28;
constexpr double kMaxTrackGap = 10;
constexpr double kFooterHeight = 60;
constexpr double kLaneLabelHeight = 11;

QString tr(const char* text) { return QCoreApplication::translate("Gantt", text); }

GanttTrack trackOf(const Outcome& outcome, bool collapsed, const GanttStyle& style) {
    GanttTrack track;
    track.collapsed = collapsed;
    track.color = outcome.color;
    track.title = outcome.title;
    track.refusal = outcome.refusal;
    track.awaited = outcome.awaitedText();
    if (!outcome.run) return track;
    const Metrics& metrics = outcome.run->metrics;
    const BubbleDefinition& definition = definitionOf(style.bubble);
    track.total = formatTime(metrics.totalTime, style.timeUnit);
    track.bubble = tr("bubble %1").arg(formatPercent(metrics.*definition.value));
    if (style.bubble != BubbleKind::OfTotal) track.bubble += QLatin1Char(' ') + toQString(definition.title);
    track.bound = formatOverBound(metrics.overBound());
    if (!collapsed) track.rows = static_cast<int>(outcome.run->timeline->program->lanes.size());
    return track;
}

std::vector<LegendEntry> legendOf(const std::vector<Outcome>& outcomes) {
    bool any = false, whole = false, split = false;
    for (const Outcome& outcome : outcomes) {
        if (!outcome.run) continue;
        any = true;
        (outcome.run->timeline->program->split ? split : whole) = true;
    }
    std::vector<LegendEntry> legend;
    const auto add = [&](OpKind kind, bool occurs) {
        if (occurs) legend.push_back({kind, kindName(kind)});
    };
    add(OpKind::Forward, any);
    add(OpKind::Backward, whole);
    add(OpKind::BackwardInput, split);
    add(OpKind::BackwardWeight, split);
    if (any) legend.push_back({std::nullopt, tr("idle")});
    return legend;
}

/// A multiple of `step` with just the decimals that the step needs; exact for every Time.
QString tickLabel(Time at, Time step) {
    constexpr Time kUnit = static_cast<Time>(kMicroUnits);
    int decimals = 0;
    for (Time unit = kUnit; step % unit != 0; unit /= 10) ++decimals;
    QString text = QString::number(at / kUnit);
    if (at < 0 && at / kUnit == 0) text.prepend(QLatin1Char('-'));
    if (decimals > 0)
        text +=
            QLatin1Char('.') + QString::number(std::abs(at % kUnit)).rightJustified(6, QLatin1Char('0')).left(decimals);
    return text;
}

struct AxisSteps {
    Time major, minor;
};

/// The smallest 1-2-5 step that is at least `least`, in whole micro-units.
AxisSteps axisSteps(double least) {
    Time power = 1;
    while (static_cast<double>(power) * 10 <= least && power <= kMaxTime / 10) power *= 10;
    for (const Time factor : {1, 2, 5, 10})
        if (static_cast<double>(power * factor) >= least || factor == 10)
            return {power * factor, std::max<Time>(1, power * factor / (factor == 2 ? 2 : 5))};
    return {power, power};
}

}  // namespace

QString kindName(OpKind kind) {
    switch (kind) {
        case OpKind::Forward: return tr("forward");
        case OpKind::Backward: return tr("backward");
        case OpKind::BackwardInput: return tr("input half");
        case OpKind::BackwardWeight: return tr("weight half");
    }
    return {};
}

TimeRange fittingRange(const std::vector<Outcome>& outcomes) {
    bool first = true;
    TimeRange range{0, 0};
    for (const Outcome& outcome : outcomes) {
        if (!outcome.run) continue;
        const Timeline& timeline = *outcome.run->timeline;
        const auto begin = static_cast<double>(timeline.earliestStart), end = static_cast<double>(timeline.latestEnd);
        range = first ? TimeRange{begin, end} : TimeRange{std::min(range.begin, begin), std::max(range.end, end)};
        first = false;
    }
    if (range.span() <= 0) range.end = range.begin + kMicroUnits;
    return range;
}

std::vector<AxisTick> axisTicks(const TimeRange& range, double left, double right, double fontPixelSize) {
    constexpr double kDigitWidth = 0.64, kLabelGap = 3.2;  // of the font's size
    std::vector<AxisTick> ticks;
    if (!(right > left) || !(range.span() > 0)) return ticks;
    const double perPixel = range.span() / (right - left);
    const Time furthest = static_cast<Time>(std::max(std::abs(range.begin), std::abs(range.end)));
    AxisSteps steps = axisSteps(perPixel * fontPixelSize * kLabelGap);
    const auto needed = [&] {
        const auto digits = tickLabel(furthest / steps.major * steps.major, steps.major).size();
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
        ticks.push_back({at, x, at % steps.major == 0 ? tickLabel(at, steps.major) : QString()});
    }
    return ticks;
}

QRectF GanttLayout::titleRect(int track, double scroll) const {
    const GanttTrack& t = tracks[static_cast<std::size_t>(track)];
    const double last = std::max(t.top, t.rowsTop + t.rows * rowHeight - titleHeight);
    return {0, std::clamp(scroll, t.top, last), size.width(), titleHeight};
}

double GanttLayout::coveredHeight(double scroll) const {
    for (int track = 0; track < static_cast<int>(tracks.size()); ++track) {
        const QRectF title = titleRect(track, scroll);
        if (title.top() > titleRect(track).top() && title.bottom() > scroll) return title.bottom() - scroll;
    }
    return 0;
}

QRectF GanttLayout::laneRect(int track, LaneId lane) const {
    const double top = tracks[static_cast<std::size_t>(track)].rowsTop + lane.value * rowHeight;
    return {plotLeft, top, plotRight - plotLeft, cellHeight};
}

std::pair<int, int> GanttLayout::lanesWithin(int track, double top, double bottom) const {
    const GanttTrack& t = tracks[static_cast<std::size_t>(track)];
    const auto lane = [&](double y) { return std::clamp((y - t.rowsTop) / rowHeight, 0.0, double(t.rows)); };
    return {static_cast<int>(std::floor(lane(top))), static_cast<int>(std::ceil(lane(bottom)))};
}

int GanttLayout::laneLabelStep() const {
    for (int step = 1;; step = step == 1 ? 2 : step * 2)
        if (step * rowHeight >= style.scaled(kLaneLabelHeight)) return step;
}

GanttHit GanttLayout::hitAt(double x, double y, double scroll) const {
    const auto after =
        std::upper_bound(tracks.begin(), tracks.end(), y, [](double at, const GanttTrack& t) { return at < t.top; });
    if (after == tracks.begin() || y >= contentHeight) return {};
    const GanttTrack& track = *(after - 1);
    GanttHit hit{GanttHit::Part::Title, static_cast<int>(after - 1 - tracks.begin()), {}};
    if (y < titleRect(hit.track, scroll).bottom()) return hit;
    const auto lane = static_cast<std::int64_t>(std::floor((y - track.rowsTop) / rowHeight));
    if (lane < 0 || lane >= track.rows || x < plotLeft || x >= plotRight) return {};
    hit.part = GanttHit::Part::Lane;
    hit.lane = LaneId(lane);
    return hit;
}

GanttLayout layoutGantt(const std::vector<Outcome>& outcomes, const std::vector<bool>& collapsed,
                        const GanttStyle& style, const TimeRange& range, const QSizeF& size) {
    GanttLayout out;
    out.style = style;
    out.range = range.span() > 0 ? range : TimeRange{range.begin, range.begin + 1};
    out.size = size;
    out.plotLeft = style.scaled(kPlotLeft);
    out.plotRight = std::max(out.plotLeft + 1, size.width() - style.scaled(kPlotRight));
    out.titleHeight = style.scaled(kTitleHeight);
    out.footerHeight = style.scaled(kFooterHeight);
    out.legend = legendOf(outcomes);
    out.axisTitle = style.timeUnit.isEmpty() ? tr("time") : tr("time, %1").arg(style.timeUnit);

    int rows = 0, tracksWithRows = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        out.tracks.push_back(trackOf(outcomes[i], i < collapsed.size() && collapsed[i], style));
        rows += out.tracks.back().rows;
        tracksWithRows += out.tracks.back().rows > 0;
    }

    // Whole rows: cells of equal height stay equal on every screen. What is left over widens the gaps.
    const double titles = style.scaled(kTopPad) + out.titleHeight * static_cast<double>(out.tracks.size());
    const double room = size.height() - out.footerHeight - titles;
    const double share = size.height() <= 0 ? style.scaled(kUsualRowHeight) : rows == 0 ? 0 : room / rows;
    out.rowHeight = std::clamp(std::floor(share), GanttLayout::kMinRowHeight,
                               std::max(GanttLayout::kMinRowHeight, std::floor(style.scaled(kMaxRowHeight))));
    out.cellHeight = out.rowHeight - (out.rowHeight >= 22 ? 2 : 1);
    const double rest = size.height() <= 0 || tracksWithRows == 0 ? 0 : (room - rows * out.rowHeight) / tracksWithRows;
    const double gap = std::floor(std::clamp(rest, 0.0, style.scaled(kMaxTrackGap)));

    double y = style.scaled(kTopPad);
    for (std::size_t i = 0; i < out.tracks.size(); ++i) {
        GanttTrack& track = out.tracks[i];
        track.top = y;
        track.rowsTop = std::round(y + out.titleHeight);
        y = track.rowsTop + track.rows * out.rowHeight + (track.rows > 0 ? gap : 0);
        if (!outcomes[i].run) continue;
        track.x0 = out.xOf(static_cast<double>(outcomes[i].run->timeline->earliestStart));
        track.x1 = out.xOf(static_cast<double>(outcomes[i].run->timeline->latestEnd));
    }
    out.contentHeight = y;
    if (!out.legend.empty()) out.ticks = axisTicks(out.range, out.plotLeft, out.plotRight, style.scaled(11));
    return out;
}

}  // namespace bubblescope
