#include "widgets/gantt/gantt_items.h"

#include "engine/analysis/links.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/held_strip.h"
#include "widgets/gantt/memory_strip.h"
#include "widgets/gantt/scheme_marks.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <functional>

namespace bubblescope {

using namespace gantt_lengths;

namespace {

constexpr double kWaitTick = 2.5;  // half of what stands at the begin of a wait

constexpr double kGroupLeft = 6;  // of its name

const Theme& themeOf(const GanttLayout& layout) { return bubblescope::themeOf(layout.style.theme); }

/// A text with its capitals centred on `centre`.
void addText(DisplayList& list, const Look& look, double x, double centre, const QString& words) {
    if (!words.isEmpty()) list.add(DisplayText{list.use(look), {x, baselineAt(centre, look.lettering->font)}, words});
}

void addDot(DisplayList& list, const QPointF& centre, double radius, const QColor& color) {
    list.add(DisplayCircle{list.use({.names = "dot"}), centre, radius, color.rgb()});
}

}  // namespace

bool isHatched(const GanttStyle& style) { return style.hatched && style.colorBy == ColorBy::Kind; }
bool isPrinted(const GanttStyle& style) { return style.palette->isPrint && isHatched(style); }

Look idleLook(const GanttStyle& style) {
    const Theme& theme = bubblescope::themeOf(style.theme);
    return {.names = "idle", .hatch = Hatch{"idle", kIdleHatch, theme.idle, theme.idleHatch, style.scaled(1)}};
}

QColor idleMean(const Theme& theme) { return mixed(theme.idle, theme.idleHatch, kSlantedShare); }

Look exposedLook(const GanttStyle& style, Spending on) {
    const Theme& theme = bubblescope::themeOf(style.theme);
    const bool isOffload = on == Spending::ExposedOffload;
    const OpPalette& palette = *style.palette;
    const QColor ink =
        isOffload ? offloadColor(palette, style.theme) : classColor(palette, style.theme, OpClass::Communication);
    const QByteArray name = isOffload ? "exposed-offload" : "exposed";
    return {.names = name,
            .hatch = Hatch{name, isOffload ? kExposedOffloadHatch : kExposedHatch, mixed(theme.window, ink, 0.14), ink,
                           style.scaled(1)}};
}

Look heldLook(const GanttStyle& style) {
    const HeldColors colors = heldColors(style);
    return {.names = "held", .fill = colors.area, .stroke = Stroke{colors.line, style.scaled(1)}};
}

Look cellLook(const GanttStyle& style, const QByteArray& names, OpKind kind, const QColor& color) {
    const HatchLines lines = isHatched(style) ? kindHatch(*style.palette, kind) : HatchLines::None;
    Look look{.names = names};
    if (lines == HatchLines::None)
        look.fill = color;
    else
        look.hatch =
            Hatch{QByteArray(names).replace(' ', '-'), lines, color, hatchInk(*style.palette, color), style.scaled(1)};
    if (isPrinted(style)) look.stroke = Stroke{Qt::black, style.scaled(kCellBorder)};
    return look;
}

Stroke pairStroke(const GanttStyle& style) {
    if (isPrinted(style)) return {Qt::black, style.scaled(2)};
    QColor ink = themeOf(style.theme).text;
    ink.setAlphaF(0.75f);
    return {ink, style.scaled(1)};
}

QFont titleFont(const GanttStyle& style) { return uiFont(style.fontPixelSize, QFont::DemiBold); }
QFont textFont(const GanttStyle& style) { return uiFont(style.fontPixelSize); }
QFont smallFont(const GanttStyle& style) { return uiFont(style.scaled(11)); }
QFont noteFont(const GanttStyle& style) { return uiFont(style.scaled(10)); }

TitleColumns titleColumns(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const QFontMetricsF bold(titleFont(style)), plain(textFont(style)), small(smallFont(style));
    const FactHeads& heads = layout.heads;
    double title = std::max(0.0, bold.horizontalAdvance(heads.title) - style.scaled(kTitleX - kHeadsX));
    double total = small.horizontalAdvance(heads.total), bubble = small.horizontalAdvance(heads.bubble);
    double difference = small.horizontalAdvance(heads.difference), paper = 0, standing = 0;
    std::vector<double> facts;
    const auto addFacts = [&](const QStringList& texts, const QFontMetricsF& metrics) {
        facts.resize(std::max(facts.size(), static_cast<std::size_t>(texts.size())));
        for (qsizetype i = 0; i < texts.size(); ++i) {
            double& width = facts[static_cast<std::size_t>(i)];
            width = std::max(width, metrics.horizontalAdvance(texts[i]));
        }
    };
    addFacts(heads.facts, small);
    for (const GanttTrack& track : layout.tracks) {
        title = std::max(title, bold.horizontalAdvance(track.title));
        total = std::max(total, plain.horizontalAdvance(track.total));
        bubble = std::max(bubble, plain.horizontalAdvance(track.bubble));
        paper = std::max(paper, plain.horizontalAdvance(track.paper));
        difference = std::max(difference, plain.horizontalAdvance(track.difference));
        standing = std::max(standing, plain.horizontalAdvance(track.standing));
        addFacts(track.facts, plain);
    }
    TitleColumns out;
    out.right = layout.titleRight() - (canAlign(layout) ? style.scaled(kAlignWidth) : 0);
    out.title.x = style.scaled(style.hasDot ? kTitleX : kHeadsX);
    if (style.areFactsBelow) {  // the name has a line of its own
        out.title.width = std::max(0.0, out.right - out.title.x);
        title = -style.scaled(heads.any() ? kHeadsGap : kColumnGap);
    }
    // Too narrow for all: the last facts go first, then the standing and the first fact, then what was published,
    // then titles are shortened, then the bubble and the difference go. Where a memory limit is passed, that is the
    // first fact, and the bubble goes before it.
    const bool isOver = std::any_of(layout.tracks.begin(), layout.tracks.end(), std::mem_fn(&GanttTrack::isOverLimit));
    const double gap = style.scaled(heads.any() ? kHeadsGap : kColumnGap), least = std::min(title, style.scaled(90));
    const auto room = [&] {
        double taken = gap;
        for (const double width : {total, bubble, paper, difference, standing}) taken += width > 0 ? width + gap : 0;
        for (const double width : facts) taken += width > 0 ? width + gap : 0;
        return out.right - out.title.x - taken + gap;
    };
    while (room() < title && facts.size() > 1) facts.pop_back();
    if (room() < title) standing = 0;
    if (room() < title && isOver) bubble = 0;
    if (room() < (isOver ? least : title)) facts.clear();
    if (room() < title) paper = 0;
    if (room() < least) bubble = 0;
    if (room() < least) difference = 0;
    if (!style.areFactsBelow) out.title.width = std::max(0.0, std::min(title, room()));
    double x = out.title.x + (style.areFactsBelow ? 0 : out.title.width + gap);
    const auto place = [&](TitleColumns::Column& column, double width) {
        column = {x, width};
        x += width > 0 ? width + gap : 0;
    };
    place(out.total, total);
    place(out.bubble, bubble);
    place(out.paper, paper);
    place(out.difference, difference);
    for (const double width : facts) place(out.facts.emplace_back(), width);
    out.standing = {out.right - standing, standing};
    out.refusalX = out.total.x;
    return out;
}

bool isAnyNameCut(const GanttLayout& layout) {
    if (layout.heads.any()) return false;  // facts stand below what they are
    const QFontMetricsF bold(titleFont(layout.style));
    const TitleColumns columns = titleColumns(layout);
    return std::any_of(layout.tracks.begin(), layout.tracks.end(), [&](const GanttTrack& track) {
        const bool isCut = (columns.bubble.width == 0 && !track.bubble.isEmpty()) ||
                           (columns.paper.width == 0 && !track.paper.isEmpty());
        return isCut || bold.horizontalAdvance(track.title) > columns.title.width + 0.5;
    });
}

bool canAlign(const GanttLayout& layout) {
    return layout.style.canAlign && !layout.style.onPaper &&
           std::count_if(layout.tracks.begin(), layout.tracks.end(),
                         [](const GanttTrack& t) { return !t.total.isEmpty(); }) >= 2;
}

LaneLabel laneLabel(const GanttLayout& layout, int track, LaneId lane) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const GanttStyle& style = layout.style;
    const QRectF row = layout.laneRect(track, lane);
    const WorkerId device = t.program->workerOf(lane);
    const bool isNumbered = device.value % layout.laneLabelStep(track) == 0;
    const double right = layout.plotLeft - style.scaled(kLaneLabelGap);
    LaneLabel label;
    label.deviceRight = right;
    label.deviceCentre = row.center().y();
    const Role role = t.program->lanes[lane.index()].role;
    if (lane != t.program->computeLane(device)) {
        if (row.height() >= style.scaled(kLeastNoteRow))
            label.fetch = QCoreApplication::translate("Gantt", infoOf(role).label.data());
        return label;
    }
    if (isNumbered) label.device = t.workers.empty() ? QString::number(device.value) : t.workers[device.index()];
    if (t.partner < 0) return label;
    label.dotRadius = std::min(style.scaled(kLaneDot), row.height() * 0.4);
    label.dot = QPointF(right - style.scaled(kLaneDot), row.center().y());
    label.deviceRight = right - style.scaled(kLaneDotRoom);
    const GanttTrack& partner = layout.tracks[static_cast<std::size_t>(t.partner)];
    if (device.value >= partner.rows) return label;
    if (t.isLower) label.device.clear();  // the upper row has it for both
    label.deviceCentre =
        (row.center().y() + layout.laneRect(t.partner, partner.program->computeLane(device)).center().y()) / 2;
    if (!isNumbered || device.index() >= t.laterEnd.size()) return label;
    const Time later = t.laterEnd[device.index()];
    const QString size = formatTime(std::abs(later), layout.timeUnit, 4);
    const auto tr = [](const char* text) { return QCoreApplication::translate("Gantt", text); };
    label.difference = later == 0 ? tr("same end") : later < 0 ? tr("%1 sooner").arg(size) : tr("%1 later").arg(size);
    label.differenceLeft = QPointF(layout.plotRight + style.scaled(kRowDifferenceGap), label.deviceCentre);
    return label;
}

namespace {

void addFactsOf(DisplayList& list, const TitleColumns& columns, const QStringList& facts, const Look& first,
                const Look& others, double centre) {
    for (std::size_t i = 0; i < columns.facts.size() && i < static_cast<std::size_t>(facts.size()); ++i)
        if (columns.facts[i].width > 0)
            addText(list, i == 0 ? first : others, columns.facts[i].x, centre, facts[static_cast<int>(i)]);
}

}  // namespace

void addTitle(DisplayList& list, const GanttLayout& layout, const TitleColumns& columns, int track) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const GanttStyle& style = layout.style;
    const Theme& theme = themeOf(layout);
    if (!style.hasTitles) return;
    const double nameCentre = t.top + style.scaled(kTitleCentre);
    const double centre = nameCentre + (style.areFactsBelow ? style.scaled(kFactsLine) : 0);
    if (style.hasDot) addDot(list, {style.scaled(kDotX), nameCentre}, style.scaled(kDotRadius), t.color);
    const QFont bold = titleFont(style), plain = textFont(style);
    addText(list, lettered("schedule-title", bold, theme.text), columns.title.x, nameCentre,
            QFontMetricsF(bold).elidedText(t.title, Qt::ElideRight, columns.title.width + 0.5));
    const auto addInPlace = [&](const Look& look, const QString& words) {
        const double room = columns.right - columns.refusalX;
        addText(list, look, columns.refusalX, centre, QFontMetricsF(plain).elidedText(words, Qt::ElideRight, room));
    };
    if (!t.awaited.isEmpty()) return addInPlace(lettered("fact", plain, theme.mutedText), t.awaited);
    if (!t.refusal.isEmpty()) return addInPlace(lettered("refusal", plain, theme.error), t.refusal);
    const Look main = lettered("total", plain, theme.text), fact = lettered("fact", plain, theme.mutedText);
    addText(list, main, columns.total.x, centre, t.total);
    if (columns.bubble.width > 0) addText(list, fact, columns.bubble.x, centre, t.bubble);
    if (columns.paper.width > 0)
        addText(list, t.isPaperDifferent ? lettered("paper", plain, theme.error) : fact, columns.paper.x, centre,
                t.paper);
    if (columns.difference.width > 0) addText(list, main, columns.difference.x, centre, t.difference);
    const Look first = t.isOverLimit ? lettered("over-limit", plain, theme.error) : fact;
    addFactsOf(list, columns, t.facts, first, fact, centre);
    if (columns.standing.width > 0 && !t.standing.isEmpty())
        addText(list, lettered("standing", plain, theme.text, Anchor::End), columns.right, centre, t.standing);
}

void addHeads(DisplayList& list, const GanttLayout& layout, const TitleColumns& columns) {
    const FactHeads& heads = layout.heads;
    if (!heads.any()) return;
    const Look look = lettered("fact-head", smallFont(layout.style), themeOf(layout).mutedText);
    const double centre = layout.topPad / 2 + layout.style.scaled(kHeadsBelow);
    addText(list, lettered("heads-title", titleFont(layout.style), themeOf(layout).text), layout.style.scaled(kHeadsX),
            centre, heads.title);
    addText(list, look, columns.total.x, centre, heads.total);
    if (columns.bubble.width > 0) addText(list, look, columns.bubble.x, centre, heads.bubble);
    if (columns.difference.width > 0) addText(list, look, columns.difference.x, centre, heads.difference);
    addFactsOf(list, columns, heads.facts, look, look, centre);
}

namespace {

Look seamLook(const GanttLayout& layout) {
    const QColor across = classColor(*layout.style.palette, layout.style.theme, OpClass::Communication);
    return {.names = "seam", .stroke = Stroke{mixed(across, themeOf(layout).text, 0.5), layout.style.scaled(1.5)}};
}

}  // namespace

void addSeams(DisplayList& list, const GanttLayout& layout, int track) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    if (t.rows == 0) return;
    for (const double x : t.seams)
        if (x >= layout.plotLeft && x <= layout.plotRight)
            list.add(DisplayLine{list.use(seamLook(layout)), {x, t.rowsTop, x, t.rowsBottom}});
}

Ties tiesOf(const GanttLayout& layout, int track, const Timeline& timeline, std::pair<int, int> lanes) {
    constexpr double kLeastTied = 6, kLeastWait = 3;
    constexpr std::size_t kMostTied = 2000;
    const Program& program = *timeline.program;
    const GanttStyle& style = layout.style;
    Ties out;
    if (!program.needs.hasMembers()) return out;
    for (LaneId lane(lanes.first); lane.value < lanes.second; ++lane.value) {
        if (program.isWork(lane)) continue;
        const QRectF rect = layout.laneRect(track, lane);
        for (const GanttCell& cell : wideCellsOf(layout, timeline, lane, style.scaled(kLeastTied))) {
            if (program.needs.membersOf(cell.row).size() == 1) continue;
            const double begin = layout.xOf(static_cast<double>(arrivalOf(timeline, cell.row)));
            const double y = rect.center().y(), tick = style.scaled(kWaitTick);
            if (cell.x0 - begin >= style.scaled(kLeastWait) && cell.x0 > layout.plotLeft) {
                const double from = std::max(begin, layout.plotLeft);
                out.waits.emplace_back(from, y, cell.x0, y);
                if (from == begin) out.waits.emplace_back(from, y - tick, from, y + tick);
            }
            const double x = (cell.x0 + cell.x1) / 2;
            if (x < layout.plotLeft || x > layout.plotRight) continue;
            const std::vector<Row> members = membersOf(program, cell.row);
            const auto own = std::find(members.begin(), members.end(), cell.row);
            if (own + 1 == members.end()) continue;
            const LaneId other = program.laneOf(*(own + 1));
            // What runs between them is not crossed out.
            double top = rect.bottom();
            for (LaneId between(lane.value + 1); between.value < std::min(other.value, lanes.second); ++between.value) {
                if (!opAt(timeline, between, layout.timeAt(x))) continue;
                const QRectF busy = layout.laneRect(track, between);
                out.ties.emplace_back(x, top, x, busy.top());
                top = busy.bottom();
            }
            out.ties.emplace_back(x, top, x, layout.laneRect(track, other).top());
            if (out.ties.size() + out.waits.size() > kMostTied) return {};
        }
    }
    return out;
}

TieInks tieInks(const GanttStyle& style) {
    const QColor ink = classColor(*style.palette, style.theme, OpClass::Communication);
    TieInks inks{ink, mixed(ink, themeOf(style.theme).text, 0.15)};
    inks.tie.setAlphaF(0.5f);
    return inks;
}

void addTies(DisplayList& list, const GanttLayout& layout, int track, const Timeline& timeline,
             std::pair<int, int> lanes) {
    const double width = layout.style.scaled(1);
    const TieInks inks = tieInks(layout.style);
    const Look tie{.names = "tie", .stroke = Stroke{inks.tie, width}};
    const Look wait{.names = "wait", .stroke = Stroke{inks.wait, width}};
    const Ties all = tiesOf(layout, track, timeline, lanes);
    for (const QLineF& line : all.ties) list.add(DisplayLine{list.use(tie), line});
    for (const QLineF& line : all.waits) list.add(DisplayLine{list.use(wait), line});
}

void addGroups(DisplayList& list, const GanttLayout& layout, int track) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const double height = t.groups.size * t.pitch, gap = layout.rowHeight - layout.cellHeight;
    if (t.rows == 0 || height < layout.style.scaled(kLeastNoteRow)) return;
    const Theme& theme = themeOf(layout);
    const QFont font = noteFont(layout.style);
    const LookId line = list.use({.names = "group", .stroke = Stroke{theme.mutedText, layout.style.scaled(1)}});
    const Look name = lettered("group-name", font, theme.text);
    const double left = layout.style.scaled(kGroupLeft);
    double free = -1e9;
    for (int first = 0; first < t.rows; first += t.groups.size) {
        const double top = t.rowsTop + first * t.pitch - gap / 2;
        const double bottom = std::min(top + height, t.rowsTop + t.rows * t.pitch - gap / 2);
        if (first > 0) list.add(DisplayLine{line, {left, top, layout.plotRight, top}});
        if (top < free || bottom - top < layout.style.scaled(kLeastNoteRow)) continue;
        addText(list, name, left, (top + bottom) / 2, t.groups.name.arg(first / t.groups.size));
        free = top + layout.style.scaled(kLeastNoteRow);
    }
}

LaneLabels::LaneLabels(DisplayList& list, const GanttLayout& layout) : m_list(list), m_layout(layout) {
    const Theme& theme = themeOf(layout);
    const QFont font = smallFont(layout.style), note = noteFont(layout.style);
    const double small = baselineAt(0, font), least = baselineAt(0, note);
    m_device = {lettered("device-label", font, theme.mutedText, Anchor::End), small};
    m_fetch = {lettered("fetch-label", note, theme.mutedText, Anchor::End), least};
    m_held = {lettered("held-label", note, theme.mutedText, Anchor::End), least};
    m_overLimit = {lettered("held-label over-limit", note, theme.error, Anchor::End), least};
    m_difference = {lettered("row-difference", font, theme.text), small};
}

void LaneLabels::add(Kind& kind, QPointF at, const QString& words) {
    if (words.isEmpty()) return;
    if (kind.id == kNoLook) kind.id = m_list.use(kind.look);
    m_list.add(DisplayText{kind.id, {at.x(), at.y() + kind.below}, words});
}

void LaneLabels::add(int track, LaneId lane) {
    const LaneLabel label = laneLabel(m_layout, track, lane);
    const QPointF at(label.deviceRight, label.deviceCentre);
    add(m_device, at, label.device);
    add(m_fetch, at, label.fetch);
    if (!label.difference.isEmpty())
        add(m_difference, label.differenceLeft,
            QFontMetricsF(m_difference.look.lettering->font)
                .elidedText(label.difference, Qt::ElideRight, m_layout.size.width() - label.differenceLeft.x()));
    if (label.dot) addDot(m_list, *label.dot, label.dotRadius, m_layout.tracks[static_cast<std::size_t>(track)].color);
}

void LaneLabels::addHeld(int track, LaneId lane) {
    const GanttTrack& t = m_layout.tracks[static_cast<std::size_t>(track)];
    const GanttStyle& style = m_layout.style;
    const QRectF strip = m_layout.heldRect(track, lane);
    if (strip.height() < style.scaled(kLeastNoteRow)) return;
    const double most = t.held[t.program->workerOf(lane).index()];
    const bool isOver = t.memoryLimit && exceeds(most, *t.memoryLimit);
    add(isOver ? m_overLimit : m_held, {m_layout.plotLeft - style.scaled(kLaneLabelGap), strip.center().y()},
        QCoreApplication::translate("Gantt", "max %1").arg(formatNumber(most, 4)));
}

void addLimit(DisplayList& list, const GanttLayout& layout, int track, LaneId lane) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    if (!t.memoryLimit) return;
    const QRectF strip = layout.heldRect(track, lane);
    const double y = strip.bottom() - strip.height() * *t.memoryLimit / t.heldScale();
    const Stroke stroke{heldColors(layout.style).limit, layout.style.scaled(1)};
    list.add(
        DisplayLine{list.use({.names = "memory-limit", .stroke = stroke}), {layout.plotLeft, y, layout.plotRight, y}});
}

namespace {

/// Where the middle of the axis title is in the footer: beside the legend, or on a line of its own below.
double axisTitleCentre(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    return style.scaled(kLegendCentre - axisCut(style.axis) + style.lowerLines * kLegendLine);
}

/// In place of ticks: time grows to the right.
void addAxisArrow(DisplayList& list, const GanttLayout& layout, const QColor& ink, double rule) {
    const GanttStyle& style = layout.style;
    const double y = std::round(style.scaled(kAxisY)) + rule / 2, head = style.scaled(7);
    const double right = layout.plotRight;
    list.begin(list.use({.names = "axis", .stroke = Stroke{ink, rule}}));
    list.add(DisplayLine{kNoLook, {layout.plotLeft, y, right - head / 2, y}});
    list.end();
    QPainterPath path({right, y});
    path.lineTo(right - head, y - head * 0.4);
    path.lineTo(right - head, y + head * 0.4);
    path.closeSubpath();
    list.add(DisplayPath{.look = list.use(filled("axis-head", ink)), .path = path});
}

void addAxisTitle(DisplayList& list, const GanttLayout& layout) {
    addText(list, lettered("axis-title", smallFont(layout.style), themeOf(layout).mutedText, Anchor::End),
            layout.plotRight, axisTitleCentre(layout), layout.axisTitle);
}

void addAxis(DisplayList& list, const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const double rule = std::max(1.0, std::round(style.scaled(1))), top = std::round(style.scaled(kAxisY));
    QColor ink = themeOf(layout).mutedText;
    ink.setAlphaF(0.7f);
    if (style.axis == TimeAxis::None) return;
    if (style.axis == TimeAxis::Arrow) {
        addAxisArrow(list, layout, themeOf(layout).mutedText, rule);
        return addAxisTitle(list, layout);
    }
    list.begin(list.use({.names = "axis", .stroke = Stroke{ink, rule}}));
    const double y = top + rule / 2;
    list.add(DisplayLine{kNoLook, {layout.plotLeft, y, layout.plotRight, y}});
    for (const AxisTick& tick : layout.ticks)
        list.add(DisplayLine{
            kNoLook, {tick.x, top, tick.x, top + style.scaled(tick.label.isEmpty() ? kMinorTick : kMajorTick)}});
    list.end();
    list.begin("axis-labels");
    const QFont font = smallFont(style);
    const QFontMetricsF metrics(font);
    const Look look = lettered("tick-label", font, themeOf(layout).mutedText, Anchor::Middle);
    double free = -1e9;  // where the last label ended
    for (const AxisTick& tick : layout.ticks) {
        const double half = metrics.horizontalAdvance(tick.label) / 2;
        const double x = std::min(tick.x, layout.size.width() - half - 2);
        if (tick.label.isEmpty() || x - half < free) continue;
        free = x + half + style.scaled(6);
        addText(list, look, x, style.scaled(kTickLabelCentre), tick.label);
    }
    addAxisTitle(list, layout);
    list.end();
}

/// By microbatch, an entry's swatch is stripes of the first hues.
constexpr int kKeyStripes = 3;

/// Where an entry of the legend stands in the footer.
struct LegendPlace {
    LegendEntry entry;
    QRectF swatch;
    double textX = 0, centre = 0;
};

/// The row with its strip that stands for what is pinned in the legend: the upper part, and the strip below.
std::pair<QRectF, QRectF> pinnedSwatch(const QRectF& swatch) {
    const double height = std::round(swatch.height() * 0.55), strip = std::round(swatch.height() * 0.27);
    return {{swatch.left(), swatch.top(), swatch.width(), height},
            {swatch.left(), swatch.bottom() - strip, swatch.width(), strip}};
}

/// The cell that marks stand on in the legend.
QColor markSwatchColor(const GanttStyle& style) {
    const Theme& theme = themeOf(style.theme);
    return isPrinted(style) ? QColor(Qt::white) : mixed(theme.mutedText, theme.canvas, 0.6);
}

struct LegendPlaces {
    std::vector<LegendPlace> places;
    int lines = 0;  // below the first
};

/// How far keys stand apart.
struct LegendSpacing {
    double left, swatchGap, gap;
};

/// All keys, from the left on as many lines as they need, at least `lines` below the first. The last has the axis
/// title at its end and, on screens, room for the overview before it.
LegendPlaces legendPlaces(const GanttLayout& layout, const LegendSpacing& spacing, int lines) {
    const GanttStyle& style = layout.style;
    const QFontMetricsF metrics(smallFont(style));
    const double swatch = style.scaled(kSwatch);
    const double axisTitle = layout.plotRight - metrics.horizontalAdvance(layout.axisTitle);
    const bool hasOverview = lines > 0 && style.hasOverview && !style.onPaper;
    const double lastRight = axisTitle - (hasOverview ? style.scaled(2 * kLegendGap + kLeastOverview) : spacing.gap);
    LegendPlaces out;
    double x = spacing.left;
    int line = 0;
    for (const LegendEntry& entry : layout.legend) {
        const double words = metrics.horizontalAdvance(entry.text);
        const bool isWide = !marksOf(entry.what).empty() || entry.what == LegendEntry::What::Chunk;
        const double wide = isWide ? 1.6 * swatch : swatch;
        const double width = wide + spacing.swatchGap + words;
        if (x > spacing.left && x + width > layout.plotRight) x = spacing.left, ++line;
        if (line >= lines && x + width > lastRight) {
            return legendPlaces(layout, spacing, std::max(line, lines) + 1);
        }
        const double centre = style.scaled(kLegendCentre - axisCut(style.axis) + line * kLegendLine),
                     top = std::round(centre - swatch / 2);
        out.places.push_back({entry, {std::round(x), top, wide, swatch}, x + wide + spacing.swatchGap, centre});
        x += width + spacing.gap;
    }
    out.lines = std::max(line, lines);
    return out;
}

/// As wide as the lines of the layout allow; where these are too few for any, as narrow as it goes.
LegendPlaces legendPlaces(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const LegendSpacing wide{layout.plotLeft, style.scaled(kSwatchGap), style.scaled(kLegendGap)};
    const LegendSpacing narrow{style.scaled(kDotX - kDotRadius), style.scaled(4), style.scaled(10)};
    LegendPlaces places = legendPlaces(layout, wide, style.lowerLines);
    return places.lines > style.lowerLines ? legendPlaces(layout, narrow, style.lowerLines) : places;
}

/// Inside of its edge.
QRectF edged(const QRectF& rect) { return rect.adjusted(0.5, 0.5, -0.5, -0.5); }

/// Of cells of a kind.
void addCellSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect, const LegendEntry& entry) {
    const QByteArray kind = infoOf(entry.kind).id.data(), name = "key-" + kind;
    if (style.colorBy == ColorBy::Microbatch) {  // a few of the hues
        const double width = rect.width() / kKeyStripes;
        for (int i = 0; i < kKeyStripes; ++i) {
            const QColor color = microbatchColor(style.theme, entry.kind, i);
            list.add(DisplayRect{list.use(filled(name + " m" + QByteArray::number(i), color)),
                                 {rect.left() + i * width, rect.top(), width, rect.height()}});
        }
    } else {
        const QColor color = kindColor(*style.palette, style.theme, entry.kind, 0, 1);
        Look look = cellLook(style, name, entry.kind, color);
        if (look.hatch) look.hatch->name = kind;  // the same
        list.add(DisplayRect{list.use(look), isPrinted(style) ? edged(rect) : rect});
    }
}

/// The shades of a chunk: of each of its kinds a stripe.
void addChunkSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect, const LegendEntry& entry) {
    std::vector<OpKind> kinds;
    for (std::size_t kind = 0; kind < kPipelineKinds; ++kind)
        if (entry.kinds.has(static_cast<OpKind>(kind))) kinds.push_back(static_cast<OpKind>(kind));
    const double width = rect.width() / static_cast<double>(std::max<std::size_t>(1, kinds.size()));
    const QByteArray chunk = entry.chunk == 0
                                 ? QByteArray()
                                 : " v" + QByteArray::number(entry.chunks) + 'c' + QByteArray::number(entry.chunk);
    double left = rect.left();
    for (const OpKind kind : kinds) {
        const QByteArray id = infoOf(kind).id.data();
        const QColor color = kindColor(*style.palette, style.theme, kind, entry.chunk, entry.chunks);
        Look look = cellLook(style, "key-" + id + chunk, kind, color);
        if (look.hatch) look.hatch->name = QByteArray(id + chunk).replace(' ', '-');
        const QRectF stripe(left, rect.top(), width, rect.height());
        list.add(DisplayRect{list.use(look), isPrinted(style) ? edged(stripe) : stripe});
        left += width;
    }
}

/// Marks on a cell that is of no kind.
void addMarkSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect, LegendEntry::What what) {
    const QColor cell = markSwatchColor(style);
    Look ground = filled("key-marked", cell);
    if (isPrinted(style)) ground.stroke = Stroke{Qt::black};
    list.add(DisplayRect{list.use(ground), isPrinted(style) ? edged(rect) : rect});
    QPainterPath shapes;
    for (const SchemeMark mark : marksOf(what)) {
        shapes.addPolygon(markShape(mark, rect, markSwatchSize(rect.height())));
        shapes.closeSubpath();
    }
    list.add(DisplayPath{list.use(filled("key-mark", textOn(cell))), shapes});
}

void addSwatch(DisplayList& list, const GanttLayout& layout, const QRectF& rect, const LegendEntry& entry) {
    const GanttStyle& style = layout.style;
    switch (entry.what) {
        case LegendEntry::What::Idle: list.add(DisplayRect{list.use(idleLook(style)), rect}); return;
        case LegendEntry::What::Exposed:
        case LegendEntry::What::ExposedOffload: {
            const bool isOffload = entry.what == LegendEntry::What::ExposedOffload;
            const Spending on = isOffload ? Spending::ExposedOffload : Spending::ExposedCommunication;
            list.add(DisplayRect{list.use(exposedLook(style, on)), rect});
            return;
        }
        case LegendEntry::What::Pinned: {
            const QColor row = themeOf(layout).mutedText;
            const auto [upper, strip] = pinnedSwatch(rect);
            const LookId look = list.use({.names = "key-pinned"});
            list.add(DisplayRect{look, upper, row.rgb()});
            list.add(DisplayRect{look, strip, mutedColor(row, style.theme).rgb()});
            return;
        }
        case LegendEntry::What::Waits: {
            const Look line{.names = "wait", .stroke = Stroke{tieInks(style).wait, style.scaled(1)}};
            const double y = rect.center().y(), tick = style.scaled(kWaitTick);
            list.add(DisplayLine{list.use(line), {rect.left(), y, rect.right(), y}});
            list.add(DisplayLine{list.use(line), {rect.left(), y - tick, rect.left(), y + tick}});
            return;
        }
        case LegendEntry::What::Ops: return addCellSwatch(list, style, rect, entry);
        case LegendEntry::What::Chunk: return addChunkSwatch(list, style, rect, entry);
        case LegendEntry::What::Fetched:
        case LegendEntry::What::Transferred: return addMarkSwatch(list, style, rect, entry.what);
        case LegendEntry::What::Memory: list.add(DisplayRect{list.use(memoryLook(style, entry.part)), rect}); return;
        case LegendEntry::What::Over: return addOverSwatch(list, style, rect);
        case LegendEntry::What::Held: list.add(DisplayPath{list.use(heldLook(style)), heldSwatch(rect)}); return;
        case LegendEntry::What::Seam: {
            const double x = rect.center().x();
            list.add(DisplayLine{list.use(seamLook(layout)), {x, rect.top() - 1, x, rect.bottom() + 1}});
            return;
        }
    }
}

}  // namespace

int legendLines(const GanttLayout& layout) { return legendPlaces(layout).lines; }

QRectF legendRoom(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const QFontMetricsF metrics(smallFont(style));
    const double gap = style.scaled(kLegendGap), height = style.scaled(kLegendHeight);
    const double right = layout.plotRight - metrics.horizontalAdvance(layout.axisTitle) - gap;
    double left = layout.plotLeft;
    for (const LegendPlace& place : legendPlaces(layout).places)
        if (place.centre == axisTitleCentre(layout))
            left = place.textX + metrics.horizontalAdvance(place.entry.text) + gap;
    return {left, axisTitleCentre(layout) - height / 2, std::max(0.0, right - left), height};
}

void addFooter(DisplayList& list, const GanttLayout& layout) {
    if (layout.ticks.empty()) return;
    addAxis(list, layout);
    if (layout.legend.empty()) return;
    list.begin("legend");
    const Look words = lettered("key", smallFont(layout.style), themeOf(layout).mutedText);
    for (const LegendPlace& place : legendPlaces(layout).places) {
        addSwatch(list, layout, place.swatch, place.entry);
        addText(list, words, place.textX, place.centre, place.entry.text);
    }
    list.end();
}

}  // namespace bubblescope
