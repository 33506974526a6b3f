#include "widgets/picture/gantt_picture_layout.h"

#include "engine/core/text.h"
#include "widgets/gantt/gantt_footer.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kTop = 8;
constexpr double kTitleHeight = 40;  // of one line
constexpr double kBelowCaption = 8;
constexpr double kNoticeHeight = 64;
constexpr double kRoomCaption = 15.6;  // type that is 4% of an enlarged slide
constexpr std::size_t kMaxPathCells = 400'000;

Error sizeError(const char* field, const QString& message) { return {message.toStdString(), field}; }

std::vector<TrackData> chosen(const std::vector<TrackData>& shown, const std::vector<int>& indices) {
    if (indices.empty()) return shown;
    std::vector<TrackData> some;
    for (const int index : indices)
        if (index >= 0 && static_cast<std::size_t>(index) < shown.size())
            some.push_back(shown[static_cast<std::size_t>(index)]);
    return some;
}

/// "(a)", "(b)", ..., "(z)", "(aa)".
QString letterOf(int index) {
    QString letters;
    for (int rest = index + 1; rest > 0; rest = (rest - 1) / 26)
        letters.prepend(QChar(static_cast<char16_t>(u'a' + (rest - 1) % 26)));
    return QLatin1Char('(') + letters + QLatin1Char(')');
}

/// Names workers as a picture does: "Device 1".
void renameWorkers(Words& words, int workers, const PictureOptions& options) {
    if (!words.workers.empty() || (options.workers == QLatin1String("#") && options.firstWorker == 0)) return;
    for (int worker = 0; worker < workers; ++worker)
        words.workers.push_back(
            QString(options.workers).replace(QLatin1Char('#'), QString::number(worker + options.firstWorker)));
    words.names = words.workers;
}

/// Steps have ops of the optimizer.
bool isOfStep(const TrackData& track) { return track.timeline && track.timeline->program->needs.isExplicit(); }

bool endWithOptimizer(const std::vector<TrackData>& shown, const PictureOptions& options) {
    return options.flush == Flush::Optimizer && std::ranges::none_of(shown, isOfStep);
}

/// A track with what a picture leaves out or names differently.
TrackData asPictured(TrackData track, int index, const PictureOptions& options) {
    if (options.header != Header::Full) {
        track.total.clear(), track.bubble.clear(), track.difference.clear(), track.standing.clear();
        track.facts.clear(), track.overLimit.clear(), track.paper.clear();
        track.heads = {};
    }
    if (options.header == Header::None) track.title.clear();
    if (options.hasLetters) track.title = (letterOf(index) + QLatin1Char(' ') + track.title).trimmed();
    if (!track.timeline) return track;
    renameWorkers(track.words, track.timeline->program->workers, options);
    if (options.flush == Flush::Line && !isOfStep(track)) track.seams = {track.timeline->latestEnd};
    return track;
}

/// The time range that is drawn: all of it, or the chosen part.
Result<TimeRange> rangeOf(const std::vector<TrackData>& shown, const PictureOptions& options) {
    TimeRange range = fittingRange(shown);
    const TimeRange all = range;
    if (endWithOptimizer(shown, options)) range.end += kOptimizerShare * range.span();
    const auto micro = [](double time) { return time * static_cast<double>(kMicroUnits); };
    if (options.begin) range.begin = std::max(micro(*options.begin), std::min(0.0, all.begin));  // nothing runs before
    if (options.end) range.end = micro(*options.end);
    if (std::ranges::none_of(shown, [](const TrackData& one) { return one.timeline != nullptr; })) return range;
    const auto told = [](double time) { return formatExact(time / static_cast<double>(kMicroUnits)); };
    if (range.begin >= all.end)
        return sizeError("begin",
                         Text::tr("must be before the finish at %1, not %2").arg(told(all.end), told(range.begin)));
    if (range.end <= all.begin)
        return sizeError("end",
                         Text::tr("must be after the start at %1, not %2").arg(told(all.begin), told(range.end)));
    return range;
}

/// Whether the legend's own words begin with capitals, as in "Forward Pass"; letters such as F tell nothing.
bool areCapitalised(const LegendTexts& words) {
    return std::ranges::any_of(words, [](const auto& word) {
        return word.second.size() > 1 && word.second[0].isUpper() && word.second[1].isLower();
    });
}

QString capitalised(QString word) {
    if (!word.isEmpty()) word[0] = word[0].toUpper();
    return word;
}

/// Names the entries of a legend as a picture does, and adds those of chunks.
void renameKeys(GanttLayout& gantt, const PictureOptions& options, bool hasOptimizer) {
    if (hasOptimizer) gantt.legend.push_back({LegendEntry::What::Ops, Text::tr("optimizer"), OpKind::Optimizer});
    const bool areCapital = options.legend && areCapitalised(options.words);
    for (LegendEntry& entry : gantt.legend) {
        QString key;
        if (entry.what == LegendEntry::What::Ops) key = toQString(infoOf(entry.kind).id);
        if (entry.what == LegendEntry::What::Idle) key = QStringLiteral("idle");
        if (entry.what == LegendEntry::What::Seam && options.flush == Flush::Line) entry.text = Text::tr("flush");
        const auto word = options.words.find(key);
        if (word != options.words.end())
            entry.text = word->second;
        else if (options.legendWords == LegendWords::Letters && entry.what == LegendEntry::What::Ops)
            entry.text = toQString(letter(entry.kind));
        else if (areCapital)
            entry.text = capitalised(entry.text);
    }
    if (areCapital) gantt.axisTitle = capitalised(gantt.axisTitle);
    if (!options.hasChunkKey || options.colorBy != ColorBy::Kind) return;
    int chunks = 1;
    OpKindSet kinds;
    for (const GanttTrack& track : gantt.tracks) {
        if (!track.program || track.program->shades() == 1) continue;
        chunks = std::max(chunks, track.program->shades());
        for (std::size_t kind = 0; kind < kPipelineKinds; ++kind)
            if (track.program->kinds.has(static_cast<OpKind>(kind))) kinds.add(static_cast<OpKind>(kind));
    }
    const auto isOps = [](const LegendEntry& entry) { return entry.what == LegendEntry::What::Ops; };
    auto at = std::find_if_not(gantt.legend.begin(), gantt.legend.end(), isOps);
    for (int chunk = 0; chunks > 1 && chunk < chunks; ++chunk) {
        const QString text = Text::tr("chunk %1").arg(chunk + options.firstNumber);
        at = std::next(gantt.legend.insert(at, {.what = LegendEntry::What::Chunk,
                                                .text = areCapital ? capitalised(text) : text,
                                                .chunk = chunk,
                                                .chunks = chunks,
                                                .kinds = kinds}));
    }
}

GanttStyle styleOf(const PictureOptions& options) {
    GanttStyle style;
    style.theme = options.theme;
    style.palette = &opPalette(options.palette);
    style.pattern = options.pattern;
    if (style.pattern != Pattern::On) style.palette = &solidPalette(*style.palette);
    style.colorBy = options.colorBy;
    style.labels = options.labels;
    style.marks = options.marks;
    style.firstNumber = options.firstNumber;
    style.hasTitles = options.header != Header::None || options.hasLetters;
    style.hasDot = options.hasDot && options.header != Header::None;
    style.axis = options.axis;
    style.onPaper = true;
    if (options.cellType) style.cellPixels = *options.cellType;
    style.leastCellPixels = options.leastCellType;
    if (options.inset) style.inset = *options.inset;
    style.isForRoom = options.isForRoom;
    style.isConcealed = options.hidesCursor;
    return style;
}

/// The width of the names beside the rows of a track; 0 if rows only have numbers.
double namesWidth(const TrackData& one, const GanttStyle& style) {
    const QFontMetricsF metrics(smallFont(style));
    double width = 0;
    for (const QString& name : one.words.workers) width = std::max(width, metrics.horizontalAdvance(name));
    return width;
}

/// The width of all labels beside the rows of a track, which may be numbers.
double labelsWidth(const TrackData& one, const GanttStyle& style) {
    constexpr double kMemoryLabels = 50;
    if (!one.timeline) return 0;
    const Program& program = *one.timeline->program;
    const QFontMetricsF metrics(smallFont(style)), notes(noteFont(style));
    double width =
        std::max(namesWidth(one, style),
                 one.words.workers.empty() ? metrics.horizontalAdvance(QString::number(program.workers - 1)) : 0.0);
    for (const Lane& lane : program.lanes)
        if (lane.role != Role::Compute)
            width = std::max(width, notes.horizontalAdvance(Text::tr(infoOf(lane.role).label.data())));
    if (style.marks.held && one.held)
        for (const HeldActivations& held : *one.held)
            width = std::max(width, notes.horizontalAdvance(heldPeakText(held.most())));
    return one.memory || !one.memoryOfEach.empty() ? std::max(width, style.scaled(kMemoryLabels)) : width;
}

/// The width of the widest label beside rows that decides where the time axis begins, with the space around it; 0: none
/// does. Rows that only have numbers leave the usual space for them, unless the picture has its own margin.
double namesWidth(const std::vector<TrackData>& shown, const GanttStyle& style) {
    double width = 0;
    for (const TrackData& one : shown)
        width = std::max(width, style.inset ? labelsWidth(one, style) : namesWidth(one, style));
    if (width == 0) return 0;
    return std::ceil(width) + style.scaled(gantt_lengths::kLaneLabelGap) + style.namesLeft();
}

/// Breaks a text into lines that fit between the margins.
QStringList headLinesOf(const QString& text, const QFont& font, const PictureOptions& options) {
    const QString words = text.simplified();
    if (words.isEmpty()) return {};
    const double margin = options.inset ? options.inset->pixels : kPictureTitleX;
    return WrappedText(words, font, {0, 0, options.width - 2 * margin, 0}).lines;
}

std::size_t countCells(const std::vector<TrackData>& shown) {
    std::size_t cells = 0;
    for (const TrackData& track : shown)
        for (const TrackData* one : {&track, track.pinned.get()})
            if (one && one->timeline)
                for (const RowRange& lane : one->timeline->program->lanes) cells += lane.size();
    return cells;
}

CellDetail detailOf(std::size_t cells) {
    if (cells <= kMaxSingleCells) return CellDetail::Single;
    return cells <= kMaxPathCells ? CellDetail::Paths : CellDetail::Columns;
}

/// Whether cells are too narrow for a hatch.
bool isDense(const GanttPictureLayout& layout) {
    constexpr double kNarrow = 3;
    return layout.detail != CellDetail::Single ||
           std::any_of(layout.shown.begin(), layout.shown.end(), [&](const TrackData& one) {
               return one.timeline && meanCellWidth(layout.gantt, *one.timeline) < kNarrow;
           });
}

/// Distributes the rest of a given height over the rows.
void stretchRows(GanttLayout& gantt, double extra) {
    const double most = gantt.heightOfRows(gantt.rowHeight) + extra;
    if (gantt.heightOfRows(1) <= 0) return;
    double height = gantt.rowHeight;
    while (gantt.heightOfRows(height + 1) <= most) ++height;
    gantt.setRowHeight(height);
}

/// The highlights of the screen in the tracks that are drawn.
std::vector<Highlight> seenIn(const std::vector<TrackData>& shown, const PictureOptions& options) {
    std::vector<Highlight> all;
    for (Highlight seen : options.seen) {
        const auto at = std::ranges::find(options.schedules, seen.track);
        if (!options.schedules.empty()) seen.track = static_cast<int>(at - options.schedules.begin());
        const auto track = static_cast<std::size_t>(seen.track);
        if (track < shown.size() && shown[track].timeline) all.push_back(std::move(seen));
    }
    return all;
}

}  // namespace

double meanCellWidth(const GanttLayout& layout, const Timeline& timeline) {
    std::size_t most = 1;
    for (const RowRange& lane : timeline.program->lanes) most = std::max(most, lane.size());
    const double width =
        layout.xOf(static_cast<double>(timeline.latestEnd)) - layout.xOf(static_cast<double>(timeline.earliestStart));
    return width / static_cast<double>(most);
}

Result<GanttPictureLayout> layoutGanttPicture(const std::vector<TrackData>& shown, const PictureOptions& options) {
    if (const auto checked = checkPictureSides(options.width, options.height); !checked) return checked.error();
    GanttPictureLayout out;
    out.title = options.title.simplified();
    out.titleLines = headLinesOf(out.title, pictureTitleFont(), options);
    out.captionType = options.isForRoom ? kRoomCaption : kCaptionType;
    out.captionLines = headLinesOf(options.caption, uiFont(out.captionType), options);
    out.shown = chosen(shown, options.schedules);
    QStringList names;
    for (const TrackData& one : out.shown) names += one.title;
    out.name = out.title.isEmpty() ? names.join(QStringLiteral(", ")) : out.title;
    auto pointedOut = pointedOutOf(out.shown, annotationsOf(options), options.schedules, options.told);
    if (!pointedOut) return pointedOut.error();
    out.pointedOut = std::move(*pointedOut);
    out.seen = seenIn(out.shown, options);
    for (std::size_t i = 0; i < out.shown.size(); ++i)
        out.shown[i] = asPictured(std::move(out.shown[i]), static_cast<int>(i), options);
    const std::size_t cells = countCells(out.shown);
    out.detail = detailOf(cells);
    out.areCellsTold = cells <= kMaxToldCells;
    const bool isEmpty =
        std::none_of(out.shown.begin(), out.shown.end(), [](const TrackData& one) { return one.timeline != nullptr; });
    const bool isAwaited =
        std::any_of(out.shown.begin(), out.shown.end(), [](const TrackData& one) { return !one.awaited.isEmpty(); });
    if (isEmpty)
        out.notice = out.shown.empty() ? Text::tr("No schedule is selected.")
                     : isAwaited       ? Text::tr("No schedule has been computed yet.")
                                       : Text::tr("No schedule can run this workload.");

    out.hasOptimizer = endWithOptimizer(out.shown, options);
    GanttStyle style = styleOf(options);
    style.namesWidth = namesWidth(out.shown, style);
    const auto range = rangeOf(out.shown, options);
    if (!range) return range.error();
    const auto stack = [&](double height) {
        GanttLayout gantt = layoutGantt(out.shown, {}, style, *range, QSizeF(options.width, height));
        renameKeys(gantt, options, out.hasOptimizer);
        return gantt;
    };
    const auto titles = static_cast<double>(out.titleLines.size());
    out.ganttTop = kTop + (titles > 0 ? kTitleHeight + (titles - 1) * kPictureTitleLine : 0);
    out.gantt = stack(0);
    style.areFactsBelow = isAnyNameCut(out.gantt);
    if (auto ok = placeNotes(out.pointedOut, out.gantt, out.shown); !ok) return ok.error();
    style.linesAbove = out.pointedOut.linesAbove;
    checkMarks(out.gantt, out.shown);
    style.lowerLines = options.legend ? legendLines(out.gantt) : 0;
    out.gantt = stack(0);
    const bool isBare = options.axis == TimeAxis::None && !options.legend;
    const double footer = isEmpty ? kNoticeHeight : isBare ? kTop : out.gantt.footerHeight;
    const auto captions = static_cast<double>(out.captionLines.size());
    const double below = footer + (captions > 0 ? captions * kCaptionLine * out.captionType + kBelowCaption : 0);
    const auto needed = [&] { return static_cast<int>(std::ceil(out.ganttTop + out.gantt.contentHeight + below)); };

    // Rows are lower if the usual height makes the picture too high.
    const int most = options.height ? static_cast<int>(std::floor(*options.height)) : kMaxPictureSide;
    if (needed() > most) out.gantt = stack(std::max(1.0, most - out.ganttTop - below + out.gantt.footerHeight));
    if (needed() > most && options.height)
        return sizeError("height", Text::tr("%1 pixels are too few for these rows, which need %2")
                                       .arg(formatCount(most), formatCount(needed())));
    if (needed() > most)
        return sizeError("",
                         Text::tr("the picture would be %1 pixels high, but the limit is %2: choose fewer schedules")
                             .arg(formatCount(needed()), formatCount(most)));
    if (options.height) stretchRows(out.gantt, most - needed());
    // Multiples of 4 are whole points in a PDF.
    out.size = QSizeF(options.width, options.height ? most : (needed() + 3) / 4 * 4);
    out.footerTop = out.size.height() - below;
    out.captionTop = out.footerTop + footer;
    out.gantt.size = QSizeF(options.width, out.footerTop - out.ganttTop + out.gantt.footerHeight);
    checkMarks(out.gantt, out.shown);
    if (!options.legend) out.gantt.legend.clear();
    out.gantt.style.isDense = isDense(out);
    out.gantt.until = options.until;
    return out;
}

}  // namespace bubblescope
