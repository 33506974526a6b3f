#include "widgets/gantt/gantt_paint.h"

#include "engine/steps/step.h"

#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/scheme_marks.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace bubblescope {

using namespace gantt_lengths;

namespace {

constexpr double kUsualFont = 12;  // font size in cells

}  // namespace

double cellFontPixels(const GanttStyle& style, double cellHeight) {
    const double most = std::floor(cellHeight * 0.8);
    return style.isForRoom ? most : std::min(style.cellPixels.value_or(style.scaled(kUsualFont)), most);
}
double leastCellFontPixels(const GanttStyle& style) {
    const double usual = style.scaled(style.isForRoom ? 10 : 8);
    return std::min({usual, style.leastCellPixels.value_or(usual), style.cellPixels.value_or(usual)});
}

namespace {

constexpr double kLabelPadding = 1, kPrintPadding = 0.4;

/// The space around labels of the smallest size.
double leastPadding(const GanttStyle& style) { return style.leastCellPixels ? kPrintPadding : kLabelPadding; }

/// The widths of the characters of labels at a font size of 1.
struct LabelWidths {
    QString family;
    std::array<double, 10> digits{};
    double mostDigit = 0, point = 0;
    std::array<double, kOpKinds> signs{};
};

/// In the font that is current in this thread.
const LabelWidths& labelWidths() {
    thread_local LabelWidths widths;
    if (widths.family == uiFamily()) return widths;
    widths.family = uiFamily();
    const QFontMetricsF metrics(uiFont(100));
    const auto widthOf = [&](char16_t character) { return metrics.horizontalAdvance(QChar(character)) / 100; };
    for (std::size_t digit = 0; digit < widths.digits.size(); ++digit)
        widths.digits[digit] = widthOf(static_cast<char16_t>(u'0' + digit));
    widths.mostDigit = *std::ranges::max_element(widths.digits);
    widths.point = widthOf(u'.');
    for (std::size_t kind = 0; kind < kOpKinds; ++kind) widths.signs[kind] = widthOf(kOpKindInfos[kind].sign);
    return widths;
}

double signWidth(char16_t sign) {
    const auto kind = std::ranges::find(kOpKindInfos, sign, &OpKindInfo::sign) - kOpKindInfos.begin();
    return labelWidths().signs[static_cast<std::size_t>(kind)];
}

double widthOf(int number) {
    double width = 0;
    for (int rest = number; rest > 0 || width == 0; rest /= 10)
        width += labelWidths().digits[static_cast<std::size_t>(rest % 10)];
    return width;
}

/// At a font size of 1.
double widthOf(const CellLabelText& label) {
    double width = widthOf(label.number);
    if (label.letter) width += signWidth(label.letter);
    if (label.piece >= 0) width += labelWidths().point + widthOf(label.piece);
    return width;
}

/// The greatest width of a label with the same number of digits.
double mostWidthOf(const CellLabelText& label) {
    const auto& [family, digits, digit, point, signs] = labelWidths();
    double width = digit + (label.letter ? signWidth(label.letter) : 0);
    for (int rest = label.number; rest >= 10; rest /= 10) width += digit;
    if (label.piece >= 0) width += point + (label.piece >= 10 ? 2 : 1) * digit;
    return width;
}

constexpr double kCapHeight = 0.72;  // of capitals and digits, at a font size of 1
constexpr double kNarrowest = 0.85;  // beside digits of the usual width, narrower ones look squeezed

/// The same result for similar cell widths, so that there are few sizes.
std::optional<LabelType> typeOfFewSizes(double most, double least, double room) {
    constexpr double kShrink = 0.85;
    double size = most;
    while (size > room) {
        if (size <= least) return std::nullopt;
        size = std::max(least, size * kShrink);
    }
    return LabelType{size};
}

/// Half as high as the row, slightly narrowed if necessary; higher if that needs no narrowing; else as high as fits.
std::optional<LabelType> typeForRoom(double most, double least, double room, double cellHeight) {
    constexpr double kStep = 0.05, kNothing = 1e-9;  // a few widths
    const double half = std::clamp(std::ceil(cellHeight * 0.5 / kCapHeight), least, most);
    const double narrowing = std::clamp(std::floor(room / half / kStep + kNothing) * kStep, kNarrowest, 1.0);
    const double size = std::min(narrowing < 1 ? half : most, room / narrowing) + kNothing;
    if (size < least || room < least * kNarrowest) return std::nullopt;
    return LabelType{std::max(least, std::floor(size)), narrowing};
}

/// Cells with less space have no label.
double leastRoomOf(const GanttStyle& style, const CellLabelText& label) {
    const double share = style.isForRoom ? kNarrowest : 1;
    return mostWidthOf(label) * leastCellFontPixels(style) * share + leastPadding(style);
}

}  // namespace

std::optional<LabelType> fittingType(const GanttStyle& style, double cellHeight, double cellWidth,
                                     const CellLabelText& label) {
    const double least = leastCellFontPixels(style), most = cellFontPixels(style, cellHeight);
    if (most < least) return std::nullopt;
    // On a projector, wide digits leave as much space free as a frame takes.
    const double frame = std::max(kLabelPadding, std::min(style.scaled(5), cellWidth * 0.15));
    const double padding = style.isForRoom ? frame : kLabelPadding;
    const double room = (cellWidth - padding) / mostWidthOf(label);  // the largest font without narrowing
    if (style.isForRoom) return typeForRoom(most, least, room, cellHeight);
    const auto type = typeOfFewSizes(most, least, room);
    return !type && cellWidth >= leastRoomOf(style, label) ? LabelType{least} : type;
}

QString CellLabelText::text() const {
    const QString digits = QString::number(number);
    if (piece >= 0) return digits + QLatin1Char('.') + QString::number(piece);
    return letter ? QChar(letter) + digits : digits;
}

namespace {

/// Buckets are numbered separately from layers, and have a letter to distinguish them.
char16_t bucketSign(OpKind kind) {
    const bool isBucket = kind == OpKind::BucketReduce || kind == OpKind::BucketScatter || kind == OpKind::BucketGather;
    return isBucket ? infoOf(kind).sign : u'\0';
}

}  // namespace

std::optional<CellLabelText> cellLabel(CellLabel labels, int firstNumber, Op op, int pieces) {
    const int number = op.microbatch().value;
    switch (labels) {
        case CellLabel::Microbatch:
            if (pieces == 1) return CellLabelText{0, number + firstNumber};
            return CellLabelText{0, number / pieces + firstNumber, number % pieces + firstNumber};
        case CellLabel::Stage: return CellLabelText{bucketSign(op.kind()), layerOf(op) + firstNumber};
        case CellLabel::Operation: return CellLabelText{infoOf(op.kind()).sign, op.stage().value + firstNumber};
        case CellLabel::None: break;
    }
    return std::nullopt;
}

bool isLettered(const GanttStyle& style, OpKind kind) {
    if (style.pattern == Pattern::On || style.colorBy != ColorBy::Kind || !isOfSteps(kind)) return false;
    switch (classOf(kind)) {
        case OpClass::Forward:
        case OpClass::Backward:
        case OpClass::Weight:
        case OpClass::Optimizer: return false;
        default: return true;
    }
}

CellLabel labelsOf(const Program& program, OpKind kind, CellLabel wanted) {
    const OpClass of = classOf(kind);
    const bool isComputed = of == OpClass::Forward || of == OpClass::Backward || of == OpClass::Weight;
    const bool isExplicit = program.needs.isExplicit();
    if (wanted == CellLabel::Microbatch) return isExplicit && program.microbatches == 1 ? CellLabel::Stage : wanted;
    const bool isOfMicrobatches = isExplicit && program.microbatches > 1 && program.shownSteps == 1;
    return wanted == CellLabel::Stage && isComputed && isOfMicrobatches ? CellLabel::Microbatch : wanted;
}

namespace {

/// The widest label that an op of a kind can have.
CellLabelText widestLabel(const GanttStyle& style, const Program& program, OpKind kind) {
    const CellLabel labels = labelsOf(program, kind, style.labels);
    if (labels == CellLabel::Microbatch)
        return *cellLabel(labels, style.firstNumber, Op(kind, 0, std::max(0, program.microbatches - 1)),
                          program.pieces);
    const int last = program.stagesOfAllLines() - 1;
    const char16_t letter = labels == CellLabel::Operation || isLettered(style, kind) ? infoOf(kind).sign
                            : labels == CellLabel::Stage                              ? bucketSign(kind)
                                                                                      : u'\0';
    return {letter, std::max(0, last) + style.firstNumber};
}

/// The part of each half that the border of a pair takes, in addition to the gap between cells.
double frameWithin(const GanttStyle& style) {
    return std::max(0.0, pairInset(style) + pairStroke(style).width / 2 - kCellGap / 2);
}

}  // namespace

LabelView labelView(const GanttLayout& layout, const Program& program) {
    const double width = layout.plotRight - layout.plotLeft;
    const double frame = program.hasPairs ? frameWithin(layout.style) : 0;
    return {layout.range, width / layout.range.span(), kCellGap, frame, static_cast<std::size_t>(width)};
}

double labelShift(const GanttStyle& style, Op op) {
    if (!op.opensPair() && !op.closesPair()) return 0;
    return frameWithin(style) / (op.opensPair() ? 2 : -2);
}

LabelRooms labelRooms(const GanttStyle& style, const Timeline& timeline, std::span<const LaneId> lanes,
                      const LabelView& view) {
    const Program& program = *timeline.program;
    LabelRooms rooms{}, needed{};
    if (style.labels == CellLabel::None) return rooms;
    rooms.fill(std::numeric_limits<double>::infinity());
    int left = 0;  // kinds that may still have labels
    for (std::size_t kind = 0; kind < kOpKinds; ++kind) {
        const auto is = static_cast<OpKind>(kind);
        needed[kind] = leastRoomOf(style, widestLabel(style, program, is));
        const bool isNumbered = classOf(is) != OpClass::Optimizer && (classOf(is) != OpClass::Host || isOfSteps(is));
        if (!isNumbered) rooms[kind] = 0;
        left += isNumbered && program.kinds.has(is);
    }
    for (const LaneId lane : lanes) {
        const RowRange rows = rowsWithin(timeline, lane, view.range);
        if (rows.size() > view.mostCells) left = 0;
        for (Row row = rows.begin; row < rows.end && left > 0; ++row) {
            const DrawnTime drawn = drawnTime(timeline, row);
            if (drawn.length() <= 0 || !drawn.isWithin(view.range)) continue;
            const auto kind = static_cast<std::size_t>(program.ops[row].kind());
            const double room = view.roomOf(program.ops[row], static_cast<double>(drawn.length()) * view.perTime);
            if (room >= rooms[kind]) continue;
            const bool isLost = room < needed[kind] && rooms[kind] >= needed[kind];
            if (isLost && !program.needs.isExplicit()) --left;  // in steps, other ops of the kind may have space
            rooms[kind] = room;
        }
        if (left == 0) {
            rooms.fill(0);
            break;
        }
    }
    return rooms;
}

RowLabels::RowLabels(const GanttStyle& style, double cellHeight, const Program& program, const LabelRooms& rooms)
    : m_firstNumber(style.firstNumber), m_pieces(program.pieces), m_padding(leastPadding(style)) {
    if (style.labels == CellLabel::None) return;
    double common = cellFontPixels(style, cellHeight);
    // If only some ops of a kind have space, short labels use the size as well.
    const double usual = std::min(style.scaled(kUsualFont), common);
    for (std::size_t i = 0; i < kOpKinds; ++i) {
        const auto kind = static_cast<OpKind>(i);
        if (!program.kinds.has(kind)) continue;
        m_labels[i] = labelsOf(program, kind, style.labels);
        if (isLettered(style, kind)) m_lettered.add(kind);
        m_types[i] = fittingType(style, cellHeight, rooms[i], widestLabel(style, program, kind));
        const bool haveSome = program.needs.isExplicit() && rooms[i] > 0 && usual >= leastCellFontPixels(style);
        if (!m_types[i] && haveSome) m_types[i] = {usual};
        if (m_types[i]) common = std::min(common, m_types[i]->pixels);
        m_any |= m_types[i].has_value();
    }
    if (style.isForRoom) return;
    for (std::optional<LabelType>& type : m_types)
        if (type) type = {common};
}

std::optional<RowLabels::Label> RowLabels::of(Op op, double room) const {
    const auto kind = static_cast<std::size_t>(op.kind());
    if (!m_types[kind]) return std::nullopt;
    const LabelType type = *m_types[kind];
    const double size = type.pixels * type.narrowing;
    CellLabelText text = *cellLabel(m_labels[kind], m_firstNumber, op, m_pieces);
    if (m_lettered.has(op.kind())) text.letter = infoOf(op.kind()).sign;
    if (mostWidthOf(text) * size + m_padding > room) return std::nullopt;
    return Label{text, type, size * widthOf(text)};
}

QSizeF RowLabels::roomOf(const std::optional<Label>& label) {
    return label ? QSizeF(label->width, label->type.pixels * kCapHeight) : QSizeF();
}

namespace {

/// Whether any cell of a track has space for one of some marks; in a picture, only cells that have such a mark count.
bool isAnySeen(const std::vector<SchemeMark>& wanted, const GanttLayout& layout, const GanttTrack& track,
               const TrackData& shown) {
    const OpMarks marks(shown, layout.style.marks);
    if (track.rows == 0 || !shown.timeline || !marks.any()) return false;
    const Timeline& timeline = *shown.timeline;
    const Program& program = *timeline.program;
    std::vector<LaneId> lanes;
    for (int worker = 0; worker < track.rows; ++worker) lanes.push_back(program.computeLane(WorkerId(worker)));
    const LabelView view = labelView(layout, program);
    const RowLabels labels(layout.style, layout.cellHeight, program, labelRooms(layout.style, timeline, lanes, view));
    const double least = leastMarkedWidth(layout.style, layout.cellHeight);
    for (const LaneId lane : lanes)
        for (const GanttCell& cell : wideCellsOf(layout, timeline, lane, least)) {
            const Op op = program.ops[cell.row];
            const QSizeF size(view.roomOf(op, cell.x1 - cell.x0), layout.cellHeight);
            if (!hasRoomForMarks(layout.style, size, RowLabels::roomOf(labels.of(op, size.width())))) continue;
            if (!layout.style.onPaper) return true;  // an op with the mark may be outside the view
            if (std::any_of(wanted.begin(), wanted.end(), [&](SchemeMark mark) { return marks.has(mark, op); }))
                return true;
        }
    return false;
}

/// Whether any pair of a track is wide enough for its frame.
bool isAnyPairFramed(const GanttLayout& layout, const TrackData& shown) {
    if (!shown.timeline || !shown.timeline->program->hasPairs) return false;
    const Timeline& timeline = *shown.timeline;
    const Program& program = *timeline.program;
    for (const Lane& lane : program.lanes)
        for (Row row = lane.begin; row + 1 < lane.end; ++row) {
            if (!program.ops[row].opensPair() || !program.ops[row + 1].closesPair()) continue;
            const double left = layout.xOf(static_cast<double>(drawnTime(timeline, row).begin)),
                         right = layout.xOf(static_cast<double>(drawnTime(timeline, row + 1).end));
            if (isFramed(std::max(left, layout.plotLeft), std::min(right, layout.plotRight))) return true;
        }
    return false;
}

}  // namespace

void checkMarks(GanttLayout& layout, const std::vector<TrackData>& shown) {
    std::vector<LegendEntry> legend;
    for (LegendEntry entry : layout.legend) {
        const std::vector<SchemeMark> marks = marksOf(entry.what);
        bool isSeen = marks.empty();
        for (std::size_t track = 0; track < shown.size() && !isSeen; ++track)
            isSeen = isAnySeen(marks, layout, layout.tracks[track], shown[track]);
        if (!isSeen) entry.text = Text::tr("%1 (zoom in to see)").arg(entry.text);
        if (entry.what == LegendEntry::What::Pair && layout.style.onPaper)
            isSeen = std::ranges::any_of(shown, [&](const TrackData& one) { return isAnyPairFramed(layout, one); });
        if (isSeen || !layout.style.onPaper) legend.push_back(std::move(entry));
    }
    layout.legend = std::move(legend);
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

QRectF alignRect(const GanttLayout& layout, int track, double scroll) {
    const QRectF title = layout.titleRect(track, scroll);
    const double width = layout.style.scaled(kAlignWidth);
    return {layout.titleRight() - width, title.top(), width, title.height()};
}

/// Two rows of a device, one above the other; in the accent colour while they are aligned.
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

}  // namespace bubblescope
