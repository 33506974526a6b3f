#include "widgets/gantt/gantt_paint.h"

#include "widgets/gantt/held_strip.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace bubblescope {

using namespace gantt_lengths;

namespace {

const Theme& themeOf(const GanttLayout& layout) { return bubblescope::themeOf(layout.style.theme); }

bool isHatched(const GanttStyle& style) { return style.palette->hatched && style.colorBy == ColorBy::Kind; }

void drawText(QPainter& painter, const QFont& font, const QColor& color, double x, double centre, const QString& text) {
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QPointF(x, centre + metrics.capHeight() / 2), text);
}

/// A line as a rectangle on whole pixels, crisp at every device ratio.
void drawRule(QPainter& painter, const QColor& color, const QRectF& rect) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(rect, color);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

}  // namespace

QFont titleFont(const GanttStyle& style) { return uiFont(style.fontPixelSize, QFont::DemiBold); }
QFont textFont(const GanttStyle& style) { return uiFont(style.fontPixelSize); }
QFont smallFont(const GanttStyle& style) { return uiFont(style.scaled(11)); }
QFont noteFont(const GanttStyle& style) { return uiFont(style.scaled(10)); }

double cellFontPixels(const GanttStyle& style, double cellHeight) {
    return std::min(style.scaled(12), std::floor(cellHeight * 0.8));
}
double leastCellFontPixels(const GanttStyle& style) { return style.scaled(8); }

namespace {

/// How wide some characters are at a font size of 1.
std::vector<double> widthsOf(std::u16string_view characters) {
    const QFontMetricsF metrics(uiFont(100));
    std::vector<double> widths;
    for (const char16_t character : characters) widths.push_back(metrics.horizontalAdvance(QChar(character)) / 100);
    return widths;
}

const std::vector<double>& digitWidths() {
    static const std::vector<double> kWidths = widthsOf(u"0123456789");
    return kWidths;
}

double signWidth(char16_t sign) {
    static const auto [kSigns, kWidths] = [] {
        std::u16string signs;
        for (const OpKindInfo& kind : kOpKindInfos) signs += kind.sign;
        return std::pair(signs, widthsOf(signs));
    }();
    return kWidths[kSigns.find(sign)];
}

/// At a font size of 1.
double widthOf(const CellLabelText& label) {
    double width = 0;
    for (int rest = label.number; rest > 0 || width == 0; rest /= 10)
        width += digitWidths()[static_cast<std::size_t>(rest % 10)];
    if (label.letter) width += signWidth(label.letter);
    return width;
}

}  // namespace

namespace {

/// How wide any label with as many digits can be.
double mostWidthOf(const CellLabelText& label) {
    static const double kDigit = *std::max_element(digitWidths().begin(), digitWidths().end());
    double width = kDigit + (label.letter ? signWidth(label.letter) : 0);
    for (int rest = label.number; rest >= 10; rest /= 10) width += kDigit;
    return width;
}

}  // namespace

std::optional<double> fittingFontPixels(const GanttStyle& style, double cellHeight, double cellWidth,
                                        const CellLabelText& label) {
    constexpr double kPadding = 1, kShrink = 0.85;
    const double width = mostWidthOf(label);
    const double least = leastCellFontPixels(style);
    double size = cellFontPixels(style, cellHeight);
    if (size < least) return std::nullopt;
    while (width * size + kPadding > cellWidth) {
        if (size <= least) return std::nullopt;
        size = std::max(least, size * kShrink);
    }
    return size;
}

QString CellLabelText::text() const {
    const QString digits = QString::number(number);
    return letter ? QChar(letter) + digits : digits;
}

std::optional<CellLabelText> cellLabel(const GanttStyle& style, Op op) {
    switch (style.labels) {
        case CellLabel::Microbatch: return CellLabelText{0, op.microbatch().value + style.firstNumber};
        case CellLabel::Stage: return CellLabelText{0, op.stage().value + style.firstNumber};
        case CellLabel::Operation: return CellLabelText{infoOf(op.kind()).sign, op.stage().value + style.firstNumber};
        case CellLabel::None: break;
    }
    return std::nullopt;
}

RowLabels::RowLabels(const GanttStyle& style, double cellHeight)
    : m_style(style), m_height(cellHeight), m_most(cellFontPixels(style, cellHeight)) {}

void RowLabels::fit(Op op, double cellWidth) {
    const auto text = cellLabel(m_style, op);
    const auto pixels = text ? fittingFontPixels(m_style, m_height, cellWidth, *text) : std::nullopt;
    if (pixels) m_most = std::min(m_most, *pixels);
}

std::optional<RowLabels::Label> RowLabels::of(Op op, double cellWidth) const {
    const auto text = cellLabel(m_style, op);
    if (!text) return std::nullopt;
    const auto pixels = fittingFontPixels(m_style, m_height, cellWidth, *text);
    if (!pixels || (areAlike() && *pixels < m_most)) return std::nullopt;
    const double size = areAlike() ? m_most : *pixels;
    return Label{*text, size, size * widthOf(*text)};
}

QSizeF RowLabels::roomOf(const std::optional<Label>& label) {
    constexpr double kCapHeight = 0.73;
    return label ? QSizeF(label->width, label->pixels * kCapHeight) : QSizeF();
}

TitleColumns titleColumns(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const QFontMetricsF bold(titleFont(style)), plain(textFont(style));
    double title = 0, total = 0, bubble = 0, difference = 0, bound = 0;
    for (const GanttTrack& track : layout.tracks) {
        title = std::max(title, bold.horizontalAdvance(track.title));
        total = std::max(total, plain.horizontalAdvance(track.total));
        bubble = std::max(bubble, plain.horizontalAdvance(track.bubble));
        difference = std::max(difference, plain.horizontalAdvance(track.difference));
        bound = std::max(bound, plain.horizontalAdvance(track.bound));
    }
    TitleColumns out;
    out.right = layout.titleRight() - (canAlign(layout) ? style.scaled(kAlignWidth) : 0);
    out.title.x = style.scaled(kTitleX);
    // Too narrow for all: the bound goes first, then titles are shortened, then the bubble and the difference go.
    const double gap = style.scaled(kColumnGap), least = std::min(title, style.scaled(90));
    const auto room = [&] {
        double taken = gap;
        for (const double width : {total, bubble, difference, bound}) taken += width > 0 ? width + gap : 0;
        return out.right - out.title.x - taken + gap;
    };
    if (room() < title) bound = 0;
    if (room() < least) bubble = 0;
    if (room() < least) difference = 0;
    out.title.width = std::max(0.0, std::min(title, room()));
    double x = out.title.x + out.title.width + gap;
    const auto place = [&](TitleColumns::Column& column, double width) {
        column = {x, width};
        x += width > 0 ? width + gap : 0;
    };
    place(out.total, total);
    place(out.bubble, bubble);
    place(out.difference, difference);
    place(out.bound, bound);
    out.refusalX = out.total.x;
    return out;
}

QRectF chevronRect(const GanttLayout& layout, int track) {
    const QRectF title = layout.titleRect(track);
    return {0, title.top(), layout.style.scaled(kDotX - kDotRadius - 1), title.height()};
}

void paintChevron(QPainter& painter, const GanttLayout& layout, int track) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    if (!t.refusal.isEmpty() || !t.awaited.isEmpty()) return;
    const double s = layout.style.scaled(1);
    const QPointF centre(8.5 * s, t.top + kTitleCentre * s);
    QPainterPath path;
    if (t.collapsed) {
        path.moveTo(centre + QPointF(-1.75, -3.5) * s);
        path.lineTo(centre + QPointF(1.75, 0) * s);
        path.lineTo(centre + QPointF(-1.75, 3.5) * s);
    } else {
        path.moveTo(centre + QPointF(-3.5, -1.75) * s);
        path.lineTo(centre + QPointF(0, 1.75) * s);
        path.lineTo(centre + QPointF(3.5, -1.75) * s);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeOf(layout).mutedText, 1.4 * s, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
}

bool canAlign(const GanttLayout& layout) {
    return !layout.style.onPaper && std::count_if(layout.tracks.begin(), layout.tracks.end(),
                                                  [](const GanttTrack& t) { return !t.total.isEmpty(); }) >= 2;
}

QRectF alignRect(const GanttLayout& layout, int track, double scroll) {
    const QRectF title = layout.titleRect(track, scroll);
    const double width = layout.style.scaled(kAlignWidth);
    return {layout.titleRight() - width, title.top(), width, title.height()};
}

/// Two rows of a device, one above the other; in the accent's colour while they are.
void paintAlignGlyph(QPainter& painter, const GanttLayout& layout, int track) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    if (t.total.isEmpty()) return;
    const double s = layout.style.scaled(1);
    const QPointF centre(layout.titleRight() - 8 * s, t.top + kTitleCentre * s);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.partner >= 0 ? themeOf(layout).accent : themeOf(layout).mutedText);
    painter.drawRoundedRect(QRectF(centre.x() - 7 * s, centre.y() - 4.5 * s, 11 * s, 3.5 * s), s, s);
    painter.drawRoundedRect(QRectF(centre.x() - 3 * s, centre.y() + 1 * s, 10 * s, 3.5 * s), s, s);
}

void paintTitle(QPainter& painter, const GanttLayout& layout, const TitleColumns& columns, int track) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const GanttStyle& style = layout.style;
    const Theme& theme = themeOf(layout);
    const double centre = t.top + style.scaled(kTitleCentre);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.color);
    painter.drawEllipse(QPointF(style.scaled(kDotX), centre), style.scaled(kDotRadius), style.scaled(kDotRadius));

    const QFont bold = titleFont(style), plain = textFont(style);
    const QFontMetricsF boldMetrics(bold), plainMetrics(plain);
    drawText(painter, bold, theme.text, columns.title.x, centre,
             boldMetrics.elidedText(t.title, Qt::ElideRight, columns.title.width + 0.5));
    if (!t.refusal.isEmpty() || !t.awaited.isEmpty()) {
        const double room = columns.right - columns.refusalX;
        const bool isRefused = t.awaited.isEmpty();
        drawText(painter, plain, isRefused ? theme.error : theme.mutedText, columns.refusalX, centre,
                 plainMetrics.elidedText(isRefused ? t.refusal : t.awaited, Qt::ElideRight, room));
        return;
    }
    drawText(painter, plain, theme.text, columns.total.x, centre, t.total);
    if (columns.bubble.width > 0) drawText(painter, plain, theme.mutedText, columns.bubble.x, centre, t.bubble);
    if (columns.difference.width > 0) drawText(painter, plain, theme.text, columns.difference.x, centre, t.difference);
    if (columns.bound.width > 0) drawText(painter, plain, theme.mutedText, columns.bound.x, centre, t.bound);
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
    if (isNumbered) label.device = QString::number(device.value);
    if (t.partner < 0) return label;
    label.dotRadius = std::min(style.scaled(kLaneDot), row.height() * 0.4);
    label.dot = QPointF(right - style.scaled(kLaneDot), row.center().y());
    label.deviceRight = right - style.scaled(kLaneDotRoom);
    const GanttTrack& partner = layout.tracks[static_cast<std::size_t>(t.partner)];
    if (device.value >= partner.rows) return label;
    if (t.isLower) label.device.clear();  // the upper row has it for both
    label.deviceCentre =
        (row.center().y() + layout.laneRect(t.partner, partner.program->computeLane(device)).center().y()) / 2;
    if (!isNumbered || device.index() >= t.endDifference.size()) return label;
    const Time later = t.endDifference[device.index()];
    const QString size = formatTime(std::abs(later), style.timeUnit, 4);
    const auto tr = [](const char* text) { return QCoreApplication::translate("Gantt", text); };
    label.difference = later == 0 ? tr("same end") : later < 0 ? tr("%1 sooner").arg(size) : tr("%1 later").arg(size);
    label.differenceLeft = QPointF(layout.plotRight + style.scaled(kRowDifferenceGap), label.deviceCentre);
    return label;
}

HeldLabel heldLabel(const GanttLayout& layout, int track, LaneId lane) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const QRectF strip = layout.heldRect(track, lane);
    HeldLabel label{{}, layout.plotLeft - layout.style.scaled(kLaneLabelGap), strip.center().y()};
    if (strip.height() >= layout.style.scaled(kLeastNoteRow))
        label.text = QCoreApplication::translate("Gantt", "max %1").arg(t.held[t.program->workerOf(lane).index()]);
    return label;
}

void paintLaneLabels(QPainter& painter, const GanttLayout& layout, int track, std::pair<int, int> lanes) {
    const QFont font = smallFont(layout.style), note = noteFont(layout.style);
    const QFontMetricsF metrics(font);
    const QColor& ink = themeOf(layout).mutedText;
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const int step = t.partner < 0 ? layout.laneLabelStep(track) : 1;  // aligned rows have dots
    for (int lane = lanes.first; lane < lanes.second; ++lane) {
        if (t.program->workerOf(LaneId(lane)).value % step != 0) continue;
        const LaneLabel label = laneLabel(layout, track, LaneId(lane));
        if (!label.device.isEmpty())
            drawText(painter, font, ink, label.deviceRight - metrics.horizontalAdvance(label.device),
                     label.deviceCentre, label.device);
        if (!label.fetch.isEmpty())
            drawText(painter, note, ink, label.deviceRight - QFontMetricsF(note).horizontalAdvance(label.fetch),
                     label.deviceCentre, label.fetch);
        if (!t.held.empty() && t.program->isWork(LaneId(lane))) {
            const HeldLabel held = heldLabel(layout, track, LaneId(lane));
            drawText(painter, note, ink, held.right - QFontMetricsF(note).horizontalAdvance(held.text), held.centre,
                     held.text);
        }
        if (!label.difference.isEmpty())
            drawText(
                painter, font, themeOf(layout).text, label.differenceLeft.x(), label.differenceLeft.y(),
                metrics.elidedText(label.difference, Qt::ElideRight, layout.size.width() - label.differenceLeft.x()));
        if (!label.dot) continue;
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.color);
        painter.drawEllipse(*label.dot, label.dotRadius, label.dotRadius);
    }
}

void paintIdle(QPainter& painter, const QRectF& rect, const Theme& theme, double fontPixelSize) {
    painter.fillRect(rect, theme.idle);
    const double period = kHatchPeriod * fontPixelSize / 13;
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setPen(QPen(theme.idleHatch, fontPixelSize / 13));
    for (double x = rect.left(); x < rect.right() + rect.height(); x += period)
        painter.drawLine(QPointF(x, rect.top()), QPointF(x - rect.height(), rect.bottom()));
    painter.restore();
}

namespace {

void paintAxis(QPainter& painter, const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const Theme& theme = themeOf(layout);
    const double y = std::round(style.scaled(kAxisY)), rule = std::max(1.0, std::round(style.scaled(1)));
    const QFont font = smallFont(style);
    const QFontMetricsF metrics(font);
    QColor ink = theme.mutedText;
    ink.setAlphaF(0.7f);
    drawRule(painter, ink, {layout.plotLeft, y, layout.plotRight - layout.plotLeft, rule});
    double free = -1e9;  // where the last label ended
    for (const AxisTick& tick : layout.ticks) {
        const double length = style.scaled(tick.label.isEmpty() ? kMinorTick : kMajorTick);
        drawRule(painter, ink, {std::round(tick.x - rule / 2), y, rule, length});
        if (tick.label.isEmpty()) continue;
        const double width = metrics.horizontalAdvance(tick.label);
        const double x = std::min(tick.x - width / 2, layout.size.width() - width - 2);
        if (x < free) continue;
        free = x + width + style.scaled(6);
        drawText(painter, font, theme.mutedText, x, style.scaled(kTickLabelCentre), tick.label);
    }
}

/// Of cells of a kind.
void paintCellSwatch(QPainter& painter, const GanttStyle& style, const QRectF& rect, const LegendEntry& entry) {
    const bool isTransfer = classOf(entry.kind) == OpClass::Communication;
    if (style.colorBy == ColorBy::Microbatch) {  // a few of the hues
        for (int i = 0; i < kKeyStripes; ++i)
            painter.fillRect(QRectF(rect.left() + rect.width() * i / kKeyStripes, rect.top(),
                                    rect.width() / kKeyStripes, rect.height()),
                             isTransfer ? microbatchCommunicationColor(style.theme, i)
                                        : microbatchColor(style.theme, entry.kind, i));
        return;
    }
    if (!isHatched(style))
        return painter.fillRect(rect, isTransfer ? communicationColor(*style.palette, style.theme)
                                                 : kindColor(*style.palette, style.theme, entry.kind, 0, 1));
    painter.fillRect(rect, Qt::white);
    painter.fillRect(rect, QBrush(Qt::black, kindHatch(entry.kind)));
    painter.setPen(QPen(Qt::black, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

/// Marks on a cell that is of no kind.
void paintMarkSwatch(QPainter& painter, const GanttStyle& style, const QRectF& rect, LegendEntry::What what) {
    const QColor cell = markSwatchColor(style);
    painter.fillRect(rect, cell);
    painter.setPen(isHatched(style) ? QPen(Qt::black, 1) : QPen(Qt::NoPen));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    for (const SchemeMark mark : marksOf(what))
        paintMark(painter, markShape(mark, rect, markSwatchSize(rect.height())), textOn(cell), false);
}

void paintSwatch(QPainter& painter, const GanttLayout& layout, const QRectF& rect, const LegendEntry& entry) {
    const Theme& theme = themeOf(layout);
    switch (entry.what) {
        case LegendEntry::What::Idle: return paintIdle(painter, rect, theme, layout.style.fontPixelSize);
        case LegendEntry::What::Pinned: {
            const QColor row = theme.mutedText;
            const auto [upper, strip] = pinnedSwatch(rect);
            painter.fillRect(upper, row);
            return painter.fillRect(strip, mutedColor(row, layout.style.theme));
        }
        case LegendEntry::What::Ops: return paintCellSwatch(painter, layout.style, rect, entry);
        case LegendEntry::What::Fetched:
        case LegendEntry::What::Transferred: return paintMarkSwatch(painter, layout.style, rect, entry.what);
        case LegendEntry::What::Held: return paintHeld(painter, heldSwatch(rect), layout.style);
    }
}

}  // namespace

std::pair<QRectF, QRectF> pinnedSwatch(const QRectF& swatch) {
    const double height = std::round(swatch.height() * 0.55), strip = std::round(swatch.height() * 0.27);
    return {{swatch.left(), swatch.top(), swatch.width(), height},
            {swatch.left(), swatch.bottom() - strip, swatch.width(), strip}};
}

QColor markSwatchColor(const GanttStyle& style) {
    const Theme& theme = themeOf(style.theme);
    return isHatched(style) ? QColor(Qt::white) : mixed(theme.mutedText, theme.canvas, 0.6);
}

std::vector<LegendPlace> legendPlaces(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const QFontMetricsF metrics(smallFont(style));
    const double swatch = style.scaled(kSwatch);
    const double noteX = layout.plotRight - metrics.horizontalAdvance(layout.axisTitle);
    const auto widthOf = [&](const LegendEntry& entry) { return marksOf(entry.what).empty() ? swatch : 1.6 * swatch; };
    double texts = 0;
    for (const LegendEntry& entry : layout.legend) texts += metrics.horizontalAdvance(entry.text) + widthOf(entry);
    const auto entries = static_cast<double>(layout.legend.size());
    const double wide = texts + entries * style.scaled(kSwatchGap + kLegendGap);
    const bool tight = layout.plotLeft + wide > noteX;
    const double swatchGap = style.scaled(tight ? 3 : kSwatchGap), gap = style.scaled(tight ? 8 : kLegendGap);
    double x = tight ? style.scaled(kDotX - kDotRadius) : layout.plotLeft;
    std::vector<LegendPlace> places;
    for (const LegendEntry& entry : layout.legend) {
        const double textX = x + widthOf(entry) + swatchGap, end = textX + metrics.horizontalAdvance(entry.text);
        if (end + gap > noteX) break;
        const double top = std::round(style.scaled(kLegendCentre) - swatch / 2);
        places.push_back({entry, {std::round(x), top, widthOf(entry), swatch}, textX});
        x = end + gap;
    }
    return places;
}

QRectF legendRoom(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const QFontMetricsF metrics(smallFont(style));
    const double gap = style.scaled(kLegendGap), height = style.scaled(kLegendHeight);
    const double right = layout.plotRight - metrics.horizontalAdvance(layout.axisTitle) - gap;
    double left = layout.plotLeft;
    for (const LegendPlace& place : legendPlaces(layout))
        left = place.textX + metrics.horizontalAdvance(place.entry.text) + gap;
    return {left, style.scaled(kLegendCentre) - height / 2, std::max(0.0, right - left), height};
}

void paintFooter(QPainter& painter, const GanttLayout& layout) {
    if (layout.ticks.empty()) return;
    const GanttStyle& style = layout.style;
    const Theme& theme = themeOf(layout);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintAxis(painter, layout);

    const QFont font = smallFont(style);
    const double centre = style.scaled(kLegendCentre);
    const double noteX = layout.plotRight - QFontMetricsF(font).horizontalAdvance(layout.axisTitle);
    drawText(painter, font, theme.mutedText, noteX, centre, layout.axisTitle);
    for (const LegendPlace& place : legendPlaces(layout)) {
        paintSwatch(painter, layout, place.swatch, place.entry);
        drawText(painter, font, theme.mutedText, place.textX, centre, place.entry.text);
    }
}

}  // namespace bubblescope
