#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/held_strip.h"
#include "widgets/picture/figure_embed.h"
#include "widgets/picture/figure_layout.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <cmath>
#include <map>
#include <set>

namespace bubblescope {

using namespace gantt_lengths;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

/// A number as short as SVG allows: 12.5, 0.25, 7.
void append(QByteArray& out, long long thousandths) {
    if (thousandths < 0) out += '-';
    const long long size = std::abs(thousandths);
    out += QByteArray::number(size / 1000);
    if (long long rest = size % 1000; rest != 0) {
        out += '.';
        for (long long digit = 100; rest > 0; digit /= 10) {
            out += static_cast<char>('0' + rest / digit);
            rest %= digit;
        }
    }
}

void append(QByteArray& out, double number) { append(out, std::llround(number * 1000)); }

QByteArray text(double number) {
    QByteArray out;
    append(out, number);
    return out;
}

/// The class names of a cell, which its colour follows from: the kind, and which of several shades.
QByteArray shadeName(const ColorClasses& classes, ColorBy colorBy, int colorClass) {
    const int shade = colorClass % classes.shades();
    if (colorBy == ColorBy::Microbatch) return "m" + QByteArray::number(shade);
    if (shade == 0) return {};
    return "v" + QByteArray::number(classes.shades()) + "c" + QByteArray::number(shade);
}

QByteArray kindName(const ColorClasses& classes, int colorClass) {
    const std::string_view id = infoOf(classes.kindOf(colorClass)).id;
    return QByteArray(id.data(), static_cast<qsizetype>(id.size()));
}

class SvgWriter {
public:
    explicit SvgWriter(const FigureLayout& layout)
        : m_layout(layout), m_style(layout.gantt.style), m_theme(layout.theme()) {}

    QByteArray write(const std::string& scenarioJson) {
        const QByteArray width = QByteArray::number(m_layout.size.width());
        const QByteArray height = QByteArray::number(m_layout.size.height());
        m_out =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bubblescope\" role=\"img\" width=\"" +
            width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + ' ' + height + "\">\n<title>" +
            xmlEscaped(m_layout.title.isEmpty() ? QStringLiteral("Bubblescope") : m_layout.title) + "</title>\n" +
            svgMetadata(scenarioJson) + '\n';
        writeStyle();
        writePatterns();
        m_out += "<rect class=\"ground\" width=\"" + width + "\" height=\"" + height + "\"/>\n";
        if (!m_layout.title.isEmpty()) writeText("title", kFigureTitleX, kFigureTitleBaseline, m_layout.title);
        m_columns = titleColumns(m_layout.gantt);
        for (int i = 0; i < static_cast<int>(m_layout.shown.size()); ++i) writeSchedule(i);
        if (m_layout.notice.isEmpty())
            writeFooter();
        else
            writeText("notice", m_layout.size.width() / 2.0, m_layout.footerTop + kFigureNoticeBaseline,
                      m_layout.notice);
        m_out += "</svg>\n";
        return std::move(m_out);
    }

private:
    void rule(const QByteArray& selector, const QByteArray& body) { m_out += selector + '{' + body + "}\n"; }

    static QByteArray fill(const QColor& color) { return "fill:" + color.name().toLatin1(); }

    static QByteArray font(const QFont& font, const QColor& color) {
        return "font-size:" + QByteArray::number(font.pixelSize()) +
               "px;font-weight:" + QByteArray::number(static_cast<int>(font.weight())) + ';' + fill(color);
    }

    void writeStyle() {
        m_out += "<style>\n";
        QString family = uiFont(13).family();
        family.remove(QLatin1Char('\'')).remove(QLatin1Char('\\'));
        rule("text", "font-family:'" + xmlEscaped(family) + "','Helvetica Neue',Arial,sans-serif;white-space:pre");
        rule(".ground", fill(m_theme.window));
        rule(".title", font(figureTitleFont(), m_theme.text));
        rule(".schedule-title", font(titleFont(m_style), m_theme.text));
        rule(".total", font(textFont(m_style), m_theme.text));
        rule(".fact", font(textFont(m_style), m_theme.mutedText));
        rule(".refusal", font(textFont(m_style), m_theme.error));
        rule(".device-label", font(smallFont(m_style), m_theme.mutedText) + ";text-anchor:end");
        if (hasFetches()) rule(".fetch-label", font(noteFont(m_style), m_theme.mutedText) + ";text-anchor:end");
        if (hasHeld()) {
            const HeldColors colors = heldColors(m_style);
            rule(".held-label", font(noteFont(m_style), m_theme.mutedText) + ";text-anchor:end");
            rule(".held", fill(colors.area) + ";stroke:" + colors.line.name().toLatin1());
        }
        rule(".row-difference", font(smallFont(m_style), m_theme.text));
        rule(".tick-label", font(smallFont(m_style), m_theme.mutedText) + ";text-anchor:middle");
        rule(".axis-title", font(smallFont(m_style), m_theme.mutedText) + ";text-anchor:end");
        rule(".key", font(smallFont(m_style), m_theme.mutedText));
        rule(".notice", font(figureNoticeFont(), m_theme.mutedText) + ";text-anchor:middle");
        rule(".axis", "stroke:" + m_theme.mutedText.name().toLatin1() + ";stroke-opacity:.7");
        rule(".labels", "font-size:" + text(m_cellPixels) + "px;font-weight:500;text-anchor:middle");
        rule(".idle", "fill:url(#hatch-idle)");
        if (m_layout.isHatched() && (m_style.marks.fetches || m_style.marks.transfers))
            rule(".marks path", "stroke:#ffffff;paint-order:stroke");
        writeCellRules();
        m_out += "</style>\n";
    }

    void writeCellRules() {
        const QByteArray outline =
            m_layout.isHatched() ? QByteArrayLiteral("#000000") : m_theme.window.name().toLatin1();
        rule(hasFetches() ? ".F,.B,.I,.W,.fetch" : ".F,.B,.I,.W", "stroke:" + outline);
        if (m_layout.isHatched()) {
            rule(".label-ground", fill(Qt::white));
            rule(".pinned *", "stroke:" + m_theme.window.name().toLatin1());
        }
        std::set<QByteArray> written;
        for (const Outcome& outcome : m_layout.shown)
            if (outcome.run) writeColors({}, *outcome.run->timeline->program, m_style, written);
        for (const Outcome& outcome : m_layout.shown)
            if (outcome.pinned())
                writeColors(".pinned ", *outcome.pinned()->timeline->program, pinnedStyle(m_style), written);
    }

    bool hasHeld() const {
        const auto& tracks = m_layout.gantt.tracks;
        return std::any_of(tracks.begin(), tracks.end(), [](const GanttTrack& track) { return !track.held.empty(); });
    }

    bool hasFetches() const {
        const auto& tracks = m_layout.gantt.tracks;
        return std::any_of(tracks.begin(), tracks.end(), [](const GanttTrack& track) { return !track.roles.empty(); });
    }

    void writeColors(const QByteArray& scope, const Program& program, const GanttStyle& style,
                     std::set<QByteArray>& written) {
        const ColorClasses classes(program, style);
        for (int i = 0; i < classes.count(); ++i) {
            const QByteArray kind = kindName(classes, i), shade = shadeName(classes, style.colorBy, i);
            const auto write = [&](const QByteArray& name, const QByteArray& key) {
                if (!written.insert(scope + name).second) return;
                if (!scope.isEmpty()) return rule(scope + name, fill(classes.colorOf(i)));
                writeColor(name + key, ".label-" + name.mid(1), classes, i);
            };
            if (i % classes.shades() == 0) write('.' + kind, ",.key-" + kind);
            if (!shade.isEmpty()) write('.' + kind + '.' + shade, keyOf(kind, shade));
        }
    }

    /// The selector of a stripe in the legend; only microbatches have stripes, a few of the hues.
    QByteArray keyOf(const QByteArray& kind, const QByteArray& shade) const {
        return m_style.colorBy == ColorBy::Microbatch ? ",.key-" + kind + '.' + shade : QByteArray();
    }

    void writeColor(const QByteArray& cells, const QByteArray& labels, const ColorClasses& classes, int colorClass) {
        const QColor color = classes.colorOf(colorClass);
        rule(cells, m_layout.isHatched() ? "fill:url(#hatch-" + kindName(classes, colorClass) + ")" : fill(color));
        rule(labels, fill(textOn(color)));
    }

    void writePattern(const QByteArray& name, int step, const QColor& ground, const QByteArray& marks) {
        const QByteArray size = QByteArray::number(step);
        m_out += "<pattern id=\"hatch-" + name + "\" width=\"" + size + "\" height=\"" + size +
                 "\" patternUnits=\"userSpaceOnUse\"><rect width=\"" + size + "\" height=\"" + size + "\" fill=\"" +
                 ground.name().toLatin1() + "\"/>" + marks + "</pattern>\n";
    }

    void writePatterns() {
        const auto lines = [](const char* path, const QColor& color, const char* width) {
            return QByteArray("<path d=\"") + path + "\" fill=\"none\" stroke=\"" + color.name().toLatin1() +
                   "\" stroke-width=\"" + width + "\"/>";
        };
        m_out += "<defs>\n";
        writePattern("idle", 6, m_theme.idle, lines("M-1 7L7-1M-1 1L1-1M5 7L7 5", m_theme.idleHatch, "1"));
        if (m_layout.isHatched()) {
            writePattern("F", 6, Qt::white, {});
            writePattern("B", 6, Qt::white, lines("M-1 7L7-1M-1 1L1-1M5 7L7 5", Qt::black, ".7"));
            writePattern("I", 6, Qt::white, lines("M-1-1L7 7M-1 5L1 7M5-1L7 1", Qt::black, ".7"));
            writePattern("W", 4, Qt::white, "<path d=\"M0 0h1v1h-1zM2 2h1v1h-1z\"/>");
            if (hasFetches()) writePattern("fetch", 4, Qt::white, lines("M0 2H4", Qt::black, ".7"));
        }
        m_out += "</defs>\n";
    }

    void writeText(const QByteArray& name, double x, double baseline, const QString& words) {
        m_out += "<text class=\"" + name + "\" x=\"" + text(x) + "\" y=\"" + text(baseline) + "\">" +
                 xmlEscaped(words) + "</text>\n";
    }

    /// With the capitals centred on `centre`, as the screen has it.
    void writeCentred(const QByteArray& name, const QFont& font, double x, double centre, const QString& words) {
        writeText(name, x, centre + QFontMetricsF(font).capHeight() / 2, words);
    }

    void writeSchedule(int index) {
        const GanttTrack& track = m_layout.gantt.tracks[static_cast<std::size_t>(index)];
        const Outcome& outcome = m_layout.shown[static_cast<std::size_t>(index)];
        m_out += "<g class=\"schedule";
        if (outcome.run) m_out += "\" data-kind=\"" + xmlAttribute(toQString(outcome.run->schedule.kind->id));
        m_out += "\" data-title=\"" + xmlAttribute(track.title) + "\">\n";
        writeTitleLine(track);
        if (outcome.run)
            for (int i = 0; i < track.rows; ++i) writeDevice(index, WorkerId(i), *outcome.run);
        m_out += "</g>\n";
    }

    void writeTitleLine(const GanttTrack& track) {
        const double centre = m_layout.ganttTop + track.top + m_style.scaled(kTitleCentre);
        m_out += "<circle class=\"dot\" cx=\"" + text(m_style.scaled(kDotX)) + "\" cy=\"" + text(centre) + "\" r=\"" +
                 text(m_style.scaled(kDotRadius)) + "\" fill=\"" + track.color.name().toLatin1() + "\"/>\n";
        const QFont bold = titleFont(m_style), plain = textFont(m_style);
        writeCentred("schedule-title", bold, m_columns.title.x, centre,
                     QFontMetricsF(bold).elidedText(track.title, Qt::ElideRight, m_columns.title.width + 0.5));
        if (!track.refusal.isEmpty()) {
            const double room = m_columns.right - m_columns.refusalX;
            return writeCentred("refusal", plain, m_columns.refusalX, centre,
                                QFontMetricsF(plain).elidedText(track.refusal, Qt::ElideRight, room));
        }
        writeCentred("total", plain, m_columns.total.x, centre, track.total);
        if (m_columns.bubble.width > 0) writeCentred("fact", plain, m_columns.bubble.x, centre, track.bubble);
        if (m_columns.difference.width > 0)
            writeCentred("total", plain, m_columns.difference.x, centre, track.difference);
        if (m_columns.bound.width > 0) writeCentred("fact", plain, m_columns.bound.x, centre, track.bound);
    }

    void writeDevice(int index, WorkerId device, const Run& run) {
        const GanttTrack& track = m_layout.gantt.tracks[static_cast<std::size_t>(index)];
        const LaneId lane = track.program->computeLane(device);
        m_out += "<g class=\"device\" data-device=\"" + QByteArray::number(device.value) + "\">\n";
        writeLane(index, lane, run);
        if (device.value < track.ghost.rows) {
            const Run& pinned = *m_layout.shown[static_cast<std::size_t>(index)].pinned();
            m_out += "<g class=\"pinned\">\n";
            writeRow(pinned, pinned.timeline->program->computeLane(device), m_layout.gantt.ghostRect(index, lane),
                     pinnedStyle(m_style), {track.ghost.x0, track.ghost.x1});
            m_out += "</g>\n";
        }
        if (const LaneId next(lane.value + 1);
            next.index() < track.program->lanes.size() && !track.program->isWork(next)) {
            m_out += "<g class=\"fetches\">\n";
            writeLane(index, next, run);
            m_out += "</g>\n";
        }
        if (!track.held.empty()) writeHeld(index, lane);
        m_out += "</g>\n";
    }

    void writeHeld(int index, LaneId lane) {
        const GanttTrack& track = m_layout.gantt.tracks[static_cast<std::size_t>(index)];
        const WorkerId device = track.program->workerOf(lane);
        const HeldLabel label = heldLabel(m_layout.gantt, index, lane);
        if (!label.text.isEmpty())
            writeCentred("held-label", noteFont(m_style), label.right, m_layout.ganttTop + label.centre, label.text);
        writeArea("held", figureHeld(m_layout, index, lane).translated(0, m_layout.ganttTop));
        m_out +=
            "><title>" +
            xmlEscaped(tr("worker %1 holds at most %2 activations").arg(device.value).arg(track.held[device.index()])) +
            "</title></path>\n";
    }

    /// All but its end.
    void writeArea(const QByteArray& name, const QPainterPath& area) {
        m_out += "<path class=\"" + name + "\" d=\"";
        for (int i = 0; i < area.elementCount(); ++i) {
            const QPainterPath::Element& to = area.elementAt(i);
            if (i == 0)
                m_out += 'M' + text(to.x) + ' ' + text(to.y);
            else
                m_out += to.x == area.elementAt(i - 1).x ? 'V' + text(to.y) : 'H' + text(to.x);
        }
        m_out += '"';
    }

    void writeLane(int index, LaneId lane, const Run& run) {
        const GanttTrack& track = m_layout.gantt.tracks[static_cast<std::size_t>(index)];
        writeLabel(track, laneLabel(m_layout.gantt, index, lane));
        writeRow(run, lane, m_layout.gantt.laneRect(index, lane), m_style, {track.x0, track.x1});
    }

    void writeLabel(const GanttTrack& track, const LaneLabel& label) {
        const QFont font = smallFont(m_style);
        const double top = m_layout.ganttTop;
        if (!label.device.isEmpty())
            writeCentred("device-label", font, label.deviceRight, top + label.deviceCentre, label.device);
        if (!label.fetch.isEmpty())
            writeCentred("fetch-label", noteFont(m_style), label.deviceRight, top + label.deviceCentre, label.fetch);
        if (!label.difference.isEmpty())
            writeCentred("row-difference", font, label.differenceLeft.x(), top + label.differenceLeft.y(),
                         label.difference);
        if (label.dot)
            m_out += "<circle class=\"dot\" cx=\"" + text(label.dot->x()) + "\" cy=\"" + text(top + label.dot->y()) +
                     "\" r=\"" + text(label.dotRadius) + "\" fill=\"" + track.color.name().toLatin1() + "\"/>\n";
    }

    void writeRow(const Run& run, LaneId lane, const QRectF& area, const GanttStyle& style,
                  std::pair<double, double> ends) {
        const Timeline& timeline = *run.timeline;
        const QRectF rect = area.translated(0, m_layout.ganttTop);
        const ColorClasses classes(*timeline.program, style);
        if (timeline.program->isWork(lane)) {
            writeRect("idle", {ends.first, rect.top(), ends.second - ends.first, rect.height()});
            m_out += "/>\n";
        }
        if (m_layout.detail == CellDetail::Columns)
            writeStretches(figureStretches(m_layout, run, lane, classes), rect);
        else
            writeCells(figureCells(m_layout, timeline, lane, classes), rect, run, lane, classes, !style.muted);
    }

    void writeCells(const std::vector<FigureCell>& cells, const QRectF& rect, const Run& run, LaneId lane,
                    const ColorClasses& classes, bool isLabelled) {
        const Timeline& timeline = *run.timeline;
        if (m_layout.detail == CellDetail::Paths)
            return writePaths(cells, rect, classes, meanCellWidth(m_layout.gantt, timeline));
        const bool isWork = timeline.program->isWork(lane);
        const QString prefix = !isLabelled ? tr("pinned: ") : isWork ? QString() : tr("weights for ");
        for (const FigureCell& cell : cells) writeCell(cell, rect, timeline, classes, prefix);
        if (!isLabelled) return;
        writeLabels(cells, rect, timeline, classes);
        if (isWork) writeMarks(cells, rect, run, classes);
    }

    /// Marks that say the same in the same colour are one path.
    void writeMarks(const std::vector<FigureCell>& cells, const QRectF& rect, const Run& run,
                    const ColorClasses& classes) {
        std::map<std::pair<SchemeMark, QRgb>, QByteArray> paths;
        for (const FigureMark& mark : figureMarks(m_style, rect, cells, run))
            appendShape(paths[{mark.placed.mark, textOn(classes.colorOf(mark.colorClass)).rgb()}], mark.placed.shape);
        if (paths.empty()) return;
        m_out += "<g class=\"marks\">\n";
        for (const auto& [mark, path] : paths)
            m_out += "<path class=\"mark-" + markName(mark.first) + "\" fill=\"" +
                     QColor(mark.second).name().toLatin1() + "\" d=\"" + path + "\"><title>" +
                     xmlEscaped(markText(mark.first)) + "</title></path>\n";
        m_out += "</g>\n";
    }

    static QByteArray markName(SchemeMark mark) {
        switch (mark) {
            case SchemeMark::Fetch: return "weights";
            case SchemeMark::Arrival: return "input";
            case SchemeMark::Departure: break;
        }
        return "activations";
    }

    static void appendShape(QByteArray& path, const QPolygonF& shape) {
        for (qsizetype i = 0; i < shape.size(); ++i)
            path += (i == 0 ? 'M' : 'L') + text(shape[i].x()) + ' ' + text(shape[i].y());
        path += 'z';
    }

    /// All but its end.
    void writeRect(const QByteArray& name, const QRectF& rect) {
        m_out += "<rect class=\"" + name + "\" x=\"";
        append(m_out, rect.x());
        m_out += "\" y=\"";
        append(m_out, rect.y());
        m_out += "\" width=\"";
        append(m_out, rect.width());
        m_out += "\" height=\"";
        append(m_out, rect.height());
        m_out += '"';
    }

    void writeOutline(double cellWidth) {
        const double width = cellOutline(cellWidth);
        if (width < 1) m_out += " stroke-width=\"" + text(std::round(width * 100) / 100) + '"';
    }

    QByteArray className(const ColorClasses& classes, int colorClass) const {
        const QByteArray shade = shadeName(classes, m_style.colorBy, colorClass);
        return kindName(classes, colorClass) + (shade.isEmpty() ? QByteArray() : ' ' + shade);
    }

    void writeCell(const FigureCell& cell, const QRectF& rect, const Timeline& timeline, const ColorClasses& classes,
                   const QString& prefix) {
        const Op op = timeline.program->ops[cell.row];
        writeRect(className(classes, cell.colorClass), {cell.x0, rect.top(), cell.x1 - cell.x0, rect.height()});
        writeOutline(cell.x1 - cell.x0);
        const QString unit = m_style.timeUnit.isEmpty() ? QString() : QLatin1Char(' ') + m_style.timeUnit;
        m_out += "><title>" +
                 xmlEscaped(prefix + tr("%1 %2, stage %3, %4 – %5%6")
                                         .arg(toQString(letter(op.kind())))
                                         .arg(op.microbatch().value + m_style.firstNumber)
                                         .arg(op.stage().value + m_style.firstNumber)
                                         .arg(formatNumber(toUnits(timeline.startOf(cell.row))),
                                              formatNumber(toUnits(timeline.end[cell.row])), unit)) +
                 "</title></rect>\n";
    }

    void writeLabels(const std::vector<FigureCell>& cells, const QRectF& rect, const Timeline& timeline,
                     const ColorClasses& classes) {
        const double share = QFontMetricsF(cellFont(100)).capHeight() / 100;
        bool any = false;
        for (const CellText& label : cellTexts(m_style, rect.height(), cells, *timeline.program)) {
            const FigureCell& cell = label.cell;
            if (!any) m_out += "<g class=\"labels\">\n";
            any = true;
            const double x = (cell.x0 + cell.x1) / 2;
            if (m_layout.isHatched()) {
                const double width = QFontMetricsF(cellFont(label.pixels)).horizontalAdvance(label.text) + 3;
                writeRect("label-ground", {x - width / 2, rect.top() + 2, width, rect.height() - 4});
                m_out += "/>\n";
            }
            m_out += "<text class=\"label-" + className(classes, cell.colorClass) + "\" x=\"" + text(x) + "\" y=\"" +
                     text(rect.center().y() + label.pixels * share / 2) + '"';
            if (label.pixels != m_cellPixels) m_out += " font-size=\"" + text(label.pixels) + '"';
            m_out += '>' + label.text.toUtf8() + "</text>\n";
        }
        if (any) m_out += "</g>\n";
    }

    /// Steps from cell to cell in whole hundredths, so that rounding does not add up.
    void writePaths(const std::vector<FigureCell>& cells, const QRectF& rect, const ColorClasses& classes,
                    double cellWidth) {
        constexpr long long kStep = 10;  // thousandths
        struct Path {
            QByteArray data;
            long long x = 0;
        };
        std::map<int, Path> paths;
        const QByteArray height = text(rect.height());
        for (const FigureCell& cell : cells) {
            const long long x0 = std::llround(cell.x0 * 1000 / kStep) * kStep;
            const long long width = std::llround(cell.x1 * 1000 / kStep) * kStep - x0;
            if (width == 0) continue;
            Path& path = paths[cell.colorClass];
            const bool isFirst = path.data.isEmpty();
            path.data += isFirst ? 'M' : 'm';
            append(path.data, x0 - path.x);
            path.data += ' ' + (isFirst ? text(rect.top()) : QByteArrayLiteral("0")) + 'h';
            append(path.data, width);
            path.data += 'v' + height + "h-";
            append(path.data, width);
            path.data += 'z';
            path.x = x0;
        }
        for (const auto& [colorClass, path] : paths) {
            m_out += "<path class=\"" + className(classes, colorClass) + '"';
            writeOutline(cellWidth);
            m_out += " d=\"" + path.data + "\"/>\n";
        }
    }

    /// In colours of their own, as paths, which are shorter than rects.
    void writeStretches(const std::vector<FigureStretch>& stretches, const QRectF& rect) {
        const QByteArray top = ' ' + text(rect.top()) + 'h', height = 'v' + text(rect.height()) + "h-";
        m_out += "<g class=\"shares\">\n";
        for (const FigureStretch& stretch : stretches) {
            const QByteArray width = text(stretch.x1 - stretch.x0);
            m_out += "<path fill=\"" + QColor(stretch.color).name().toLatin1() + "\" d=\"M";
            append(m_out, stretch.x0);
            m_out += top + width + height + width + "z\"/>\n";
        }
        m_out += "</g>\n";
    }

    void writeLine(double x0, double y0, double x1, double y1) {
        m_out +=
            "<line x1=\"" + text(x0) + "\" y1=\"" + text(y0) + "\" x2=\"" + text(x1) + "\" y2=\"" + text(y1) + "\"/>\n";
    }

    void writeFooter() {
        const GanttLayout& gantt = m_layout.gantt;
        const double axis = m_layout.footerTop + m_style.scaled(kAxisY) + 0.5;
        m_out += "<g class=\"axis\">\n";
        writeLine(gantt.plotLeft, axis, gantt.plotRight, axis);
        for (const AxisTick& tick : gantt.ticks)
            writeLine(tick.x, axis, tick.x, axis + m_style.scaled(tick.label.isEmpty() ? kMinorTick : kMajorTick));
        m_out += "</g>\n<g class=\"axis-labels\">\n";
        const QFont font = smallFont(m_style);
        const QFontMetricsF metrics(font);
        double free = 0;  // where the last label ended
        for (const AxisTick& tick : gantt.ticks) {
            const double half = metrics.horizontalAdvance(tick.label) / 2;
            const double x = std::min(tick.x, m_layout.size.width() - half - 2);
            if (tick.label.isEmpty() || x - half < free) continue;
            free = x + half + m_style.scaled(6);
            writeCentred("tick-label", font, x, m_layout.footerTop + m_style.scaled(kTickLabelCentre), tick.label);
        }
        const double centre = m_layout.footerTop + m_style.scaled(kLegendCentre);
        writeCentred("axis-title", font, gantt.plotRight, centre, gantt.axisTitle);
        m_out += "</g>\n";
        if (gantt.legend.empty()) return;
        m_out += "<g class=\"legend\">\n";
        for (const LegendPlace& place : legendPlaces(gantt)) {
            writeSwatch(place.swatch.translated(0, m_layout.footerTop), place.entry);
            writeCentred("key", font, place.textX, centre, place.entry.text);
        }
        m_out += "</g>\n";
    }

    void writeSwatch(const QRectF& swatch, const LegendEntry& entry) {
        switch (entry.what) {
            case LegendEntry::What::Ops:
                return writeCellSwatch(swatch, "key-" + QByteArray(infoOf(entry.kind).id.data()));
            case LegendEntry::What::Fetched:
            case LegendEntry::What::Transferred: return writeMarkSwatch(swatch, entry.what);
            case LegendEntry::What::Idle: {
                writeRect("idle", swatch);
                m_out += "/>\n";
                return;
            }
            case LegendEntry::What::Held:
                writeArea("held", heldSwatch(swatch));
                m_out += "/>\n";
                return;
            case LegendEntry::What::Pinned: {
                const auto [upper, strip] = pinnedSwatch(swatch);
                writeFilled("key-pinned", upper, m_theme.mutedText);
                return writeFilled("key-pinned", strip, mutedColor(m_theme.mutedText, m_theme.id));
            }
        }
    }

    void writeCellSwatch(const QRectF& swatch, const QByteArray& name) {
        const int stripes = m_style.colorBy == ColorBy::Microbatch ? kKeyStripes : 1;
        for (int i = 0; i < stripes; ++i) {
            const double width = swatch.width() / stripes;
            writeRect(stripes > 1 ? name + " m" + QByteArray::number(i) : name,
                      {swatch.left() + i * width, swatch.top(), width, swatch.height()});
            m_out += m_layout.isHatched() ? " stroke=\"#000000\"/>\n" : "/>\n";
        }
    }

    void writeMarkSwatch(const QRectF& swatch, LegendEntry::What what) {
        const QColor cell = markSwatchColor(m_style);
        writeRect("key-mark", swatch);
        m_out += " fill=\"" + cell.name().toLatin1() + (m_layout.isHatched() ? "\" stroke=\"#000000\"/>\n" : "\"/>\n");
        QByteArray path;
        for (const SchemeMark mark : marksOf(what))
            appendShape(path, markShape(mark, swatch, markSwatchSize(swatch.height())));
        m_out += "<path class=\"key-mark\" fill=\"" + textOn(cell).name().toLatin1() + "\" d=\"" + path + "\"/>\n";
    }

    void writeFilled(const QByteArray& name, const QRectF& rect, const QColor& color) {
        writeRect(name, rect);
        m_out += " fill=\"" + color.name().toLatin1() + "\"/>\n";
    }

    const FigureLayout& m_layout;
    const GanttStyle& m_style;
    const Theme& m_theme;
    double m_cellPixels = cellFontPixels(m_style, m_layout.gantt.cellHeight);
    TitleColumns m_columns;
    QByteArray m_out;
};

}  // namespace

Result<QByteArray> svgOf(const FigureLayout& layout, const std::string& scenarioJson) {
    return SvgWriter(layout).write(scenarioJson);
}

}  // namespace bubblescope
