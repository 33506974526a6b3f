#include "widgets/gantt/gantt_items.h"

#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/held_strip.h"
#include "widgets/gantt/memory_strip.h"
#include "widgets/gantt/scheme_marks.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <functional>

namespace bubblescope {

using namespace gantt_lengths;

namespace {

void addDot(DisplayList& list, const QPointF& centre, double radius, const QColor& color) {
    list.add(DisplayCircle{list.use({.names = "dot"}), centre, radius, color.rgb()});
}

}  // namespace

void addText(DisplayList& list, const Look& look, double x, double centre, const QString& words) {
    if (!words.isEmpty()) list.add(DisplayText{list.use(look), {x, baselineAt(centre, look.lettering->font)}, words});
}

namespace {

/// Whether cells show their kind, and are wide and high enough for more than their colour.
bool areKindsShown(const GanttStyle& style) { return style.colorBy == ColorBy::Kind && !style.isDense && !style.muted; }

/// Forwards are white in print, and need a darker one.
QColor solidIdle(const GanttStyle& style) {
    return style.palette->isPrint ? themeOf(ThemeId::Print).idle : themeOf(style.theme).idleAlone;
}

}  // namespace

bool isHatched(const GanttStyle& style) { return style.pattern == Pattern::On && areKindsShown(style); }
bool isPrinted(const GanttStyle& style) { return style.palette->isPrint && areKindsShown(style); }

Look idleLook(const GanttStyle& style) {
    const Theme& theme = bubblescope::themeOf(style.theme);
    if (style.pattern == Pattern::Off) return filled("idle", solidIdle(style));
    return {.names = "idle", .hatch = Hatch{"idle", kIdleHatch, theme.idle, theme.idleHatch, style.scaled(1)}};
}

QColor idleMean(const GanttStyle& style) {
    return style.pattern == Pattern::Off ? solidIdle(style) : idleMean(bubblescope::themeOf(style.theme));
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

double pairInset(const GanttStyle& style) { return isPrinted(style) ? 0 : kCellGap / 2 + pairStroke(style).width / 2; }

QFont titleFont(const GanttStyle& style) { return uiFont(style.fontPixelSize, QFont::DemiBold); }
QFont textFont(const GanttStyle& style) { return uiFont(style.fontPixelSize); }
QFont smallFont(const GanttStyle& style) { return uiFont(style.scaled(11)); }
QFont noteFont(const GanttStyle& style) { return uiFont(style.scaled(10)); }

TitleColumns titleColumns(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const QFontMetricsF bold(titleFont(style)), plain(textFont(style)), small(smallFont(style));
    const FactHeads& heads = layout.heads;
    double title = std::max(0.0, bold.horizontalAdvance(heads.title) - style.scaled(kBesideDot));
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
    out.title.x = layout.titleLeft() + (style.hasDot ? style.scaled(kBesideDot) : 0);
    if (style.areFactsBelow) {  // the name has its own line
        out.title.width = std::max(0.0, out.right - out.title.x);
        title = -style.scaled(heads.any() ? kHeadsGap : kColumnGap);
    }
    // If not everything fits, texts are removed in this order: the last facts; then the standing and the first fact;
    // then the published value; then titles are shortened; then the bubble and the difference. If a memory limit is
    // exceeded, the first fact says so, and the bubble is removed before it.
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
    if (layout.heads.any()) return false;  // facts are below their headings
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

QString heldPeakText(double most) { return Text::tr("max %1").arg(formatNumber(most, 4)); }

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
        if (row.height() >= style.scaled(kLeastNoteRow)) label.fetch = Text::tr(infoOf(role).label.data());
        return label;
    }
    if (isNumbered) label.device = t.workers.empty() ? QString::number(device.value) : t.workers[device.index()];
    if (t.partner < 0) return label;
    label.dotRadius = std::min(style.scaled(kLaneDot), row.height() * 0.4);
    label.dot = QPointF(right - style.scaled(kLaneDot), row.center().y());
    label.deviceRight = right - style.scaled(kLaneDotRoom);
    const GanttTrack& partner = layout.tracks[static_cast<std::size_t>(t.partner)];
    if (device.value >= partner.rows) return label;
    if (t.isLower) label.device.clear();  // the upper row shows it for both
    label.deviceCentre =
        (row.center().y() + layout.laneRect(t.partner, partner.program->computeLane(device)).center().y()) / 2;
    if (!isNumbered || device.index() >= t.laterEnd.size()) return label;
    const Time later = t.laterEnd[device.index()];
    const QString size = formatTime(std::abs(later), layout.timeUnit, 4);
    label.difference = later == 0  ? Text::tr("same end")
                       : later < 0 ? Text::tr("%1 earlier").arg(size)
                                   : Text::tr("%1 later").arg(size);
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
    const double dotX = style.inset ? *style.inset + style.scaled(kDotRadius) : style.scaled(kDotX);
    if (style.hasDot) addDot(list, {dotX, nameCentre}, style.scaled(kDotRadius), t.color);
    const QFont bold = titleFont(style), plain = textFont(style);
    const double room = columns.title.width + 0.5;
    const QFont name = style.onPaper ? fittedFont(bold, t.title, room, kSmallestType) : bold;  // whole in pictures
    if (!t.title.isEmpty())
        list.add(DisplayText{.look = list.use(lettered("schedule-title", bold, theme.text)),
                             .at = {columns.title.x, baselineAt(nameCentre, name)},
                             .words = QFontMetricsF(name).elidedText(t.title, Qt::ElideRight, room),
                             .pixels = name == bold ? 0.0 : name.pixelSize()});
    const auto addInPlace = [&](const Look& look, const QString& words) {
        const double width = columns.right - columns.refusalX;
        addText(list, look, columns.refusalX, centre, QFontMetricsF(plain).elidedText(words, Qt::ElideRight, width));
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
    addText(list, lettered("heads-title", titleFont(layout.style), themeOf(layout).text), layout.titleLeft(), centre,
            heads.title);
    addText(list, look, columns.total.x, centre, heads.total);
    if (columns.bubble.width > 0) addText(list, look, columns.bubble.x, centre, heads.bubble);
    if (columns.difference.width > 0) addText(list, look, columns.difference.x, centre, heads.difference);
    addFactsOf(list, columns, heads.facts, look, look, centre);
}

LaneLabels::LaneLabels(DisplayList& list, const GanttLayout& layout) : m_list(list), m_layout(layout) {
    const Theme& theme = themeOf(layout);
    const QFont font = smallFont(layout.style), note = noteFont(layout.style);
    const double least = baselineAt(0, note);
    // In pictures, which measure names, the widest name is complete.
    const double around = layout.style.scaled(kLaneLabelGap) + layout.style.namesLeft();
    const double names = layout.style.namesWidth - around;
    const double share = names > 0 ? std::clamp((layout.plotLeft - around) / names, kSmallestType, 1.0) : 1;
    const QFont device = uiFont(std::floor(font.pixelSize() * share));
    m_device = {lettered("device-label", device, theme.mutedText, Anchor::End), baselineAt(0, device)};
    m_fetch = {lettered("fetch-label", note, theme.mutedText, Anchor::End), least};
    m_held = {lettered("held-label", note, theme.mutedText, Anchor::End), least};
    m_scale = {lettered("held-scale", note, theme.mutedText, Anchor::Start), least};
    m_overLimit = {lettered("held-label over-limit", note, theme.error, Anchor::End), least};
    m_difference = {lettered("row-difference", font, theme.text), baselineAt(0, font)};
}

void LaneLabels::add(Kind& kind, QPointF at, const QString& words) {
    if (words.isEmpty()) return;
    if (kind.id == kNoLook) kind.id = m_list.use(kind.look);
    m_list.add(DisplayText{kind.id, {at.x(), at.y() + kind.below}, words});
}

void LaneLabels::add(int track, LaneId lane) {
    const LaneLabel label = laneLabel(m_layout, track, lane);
    const QPointF at(label.deviceRight, label.deviceCentre);
    QString name = label.device;
    if (!m_layout.tracks[static_cast<std::size_t>(track)].workers.empty()) {
        const QFontMetricsF metrics(m_device.look.lettering->font);
        const double room = label.deviceRight - m_layout.style.namesLeft();
        // Of a range of ranks, the count follows from its ends; if that is still too long, its first rank is told.
        const qsizetype dash = name.indexOf(u'–'), times = name.indexOf(QStringLiteral(" ×"));
        if (dash > 0 && times > dash && metrics.horizontalAdvance(name) > room) name = name.first(times);
        if (dash > 0 && metrics.horizontalAdvance(name) > room) name = name.first(dash + 1) + u'…';
        name = metrics.elidedText(name, Qt::ElideMiddle, room);  // the end of a name is its number
    }
    add(m_device, at, name);
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
    // Between the names of its own row and the next one.
    if ((m_layout.laneRect(track, lane).height() + strip.height()) / 2 < style.scaled(kLeastNoteRow)) return;
    const double most = t.held[t.program->workerOf(lane).index()];
    const bool isOver = t.memoryLimit && exceeds(most, *t.memoryLimit);
    add(isOver ? m_overLimit : m_held, {m_layout.plotLeft - style.scaled(kLaneLabelGap), strip.center().y()},
        heldPeakText(most));
    // The scale, at the right, where there is room for both of its ends.
    if (strip.height() < 2 * QFontMetricsF(m_scale.look.lettering->font).capHeight() + style.scaled(6)) return;
    const double half = QFontMetricsF(m_scale.look.lettering->font).capHeight() / 2;
    const double x = m_layout.plotRight + style.scaled(3);
    add(m_scale, {x, strip.top() + half}, formatNumber(m_layout.heldScale, 4));
    add(m_scale, {x, strip.bottom() - half}, QStringLiteral("0"));
}

void addLimit(DisplayList& list, const GanttLayout& layout, int track, LaneId lane) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    if (!t.memoryLimit) return;
    const QRectF strip = layout.heldRect(track, lane);
    const double y = strip.bottom() - strip.height() * *t.memoryLimit / layout.heldScale;
    const Stroke stroke{heldColors(layout.style).limit, layout.style.scaled(1)};
    list.add(
        DisplayLine{list.use({.names = "memory-limit", .stroke = stroke}), {layout.plotLeft, y, layout.plotRight, y}});
}

}  // namespace bubblescope
