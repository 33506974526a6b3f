#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/held_strip.h"
#include "widgets/picture/figure_layout.h"
#include "widgets/picture/picture_file.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <map>

namespace bubblescope {

namespace {

class PdfDrawing {
public:
    PdfDrawing(const FigureLayout& layout, QPainter& painter) : m_layout(layout), m_painter(painter) {}

    void draw() {
        m_painter.fillRect(QRectF(QPointF(0, 0), QSizeF(m_layout.size)), m_layout.theme().window);
        if (!m_layout.title.isEmpty())
            text(figureTitleFont(), m_layout.theme().text, {kFigureTitleX, kFigureTitleBaseline}, m_layout.title);
        m_painter.translate(0, m_layout.ganttTop);
        const TitleColumns columns = titleColumns(m_layout.gantt);
        for (int i = 0; i < static_cast<int>(m_layout.shown.size()); ++i) {
            if (const Outcome& outcome = m_layout.shown[static_cast<std::size_t>(i)]; outcome.run) track(i, outcome);
            paintTitle(m_painter, m_layout.gantt, columns, i);
            paintLaneLabels(m_painter, m_layout.gantt, i, m_layout.gantt.lanesWithin(i, 0, kMaxFigureSide));
        }
        m_painter.translate(0, m_layout.footerTop - m_layout.ganttTop);
        if (m_layout.notice.isEmpty()) return paintFooter(m_painter, m_layout.gantt);
        const double width = QFontMetricsF(figureNoticeFont()).horizontalAdvance(m_layout.notice);
        text(figureNoticeFont(), m_layout.theme().mutedText,
             {(m_layout.size.width() - width) / 2, kFigureNoticeBaseline}, m_layout.notice);
    }

private:
    void text(const QFont& font, const QColor& color, const QPointF& at, const QString& text) {
        m_painter.setFont(font);
        m_painter.setPen(color);
        m_painter.drawText(at, text);
    }

    void track(int index, const Outcome& outcome) {
        const GanttLayout& gantt = m_layout.gantt;
        const GanttTrack& track = gantt.tracks[static_cast<std::size_t>(index)];
        for (std::size_t i = 0; i < track.program->lanes.size(); ++i) {
            const LaneId lane(static_cast<std::int64_t>(i));
            row(*outcome.run, lane, gantt.laneRect(index, lane), gantt.style, {track.x0, track.x1});
            if (!track.held.empty() && track.program->isWork(lane))
                paintHeld(m_painter, figureHeld(m_layout, index, lane), gantt.style);
        }
        for (int i = 0; i < track.ghost.rows; ++i) {
            const Run& pinned = *outcome.pinned();
            row(pinned, pinned.timeline->program->computeLane(WorkerId(i)),
                gantt.ghostRect(index, track.program->computeLane(WorkerId(i))), pinnedStyle(gantt.style),
                {track.ghost.x0, track.ghost.x1});
        }
    }

    void row(const Run& run, LaneId lane, const QRectF& rect, const GanttStyle& style, std::pair<double, double> ends) {
        const Timeline& timeline = *run.timeline;
        const ColorClasses classes(*timeline.program, style);
        m_meanWidth = meanCellWidth(m_layout.gantt, timeline);
        m_isHatched = m_layout.isHatched() && !style.muted;
        if (timeline.program->isWork(lane))
            paintIdle(m_painter, QRectF(ends.first, rect.top(), ends.second - ends.first, rect.height()),
                      m_layout.theme(), style.fontPixelSize);
        if (m_layout.detail == CellDetail::Columns)
            return stretches(figureStretches(m_layout, run, lane, classes), rect);
        const auto cells = figureCells(m_layout, timeline, lane, classes);
        if (m_layout.detail == CellDetail::Paths) return mergedCells(cells, rect, classes);
        singleCells(cells, rect, classes);
        if (style.muted) return;
        labels(cells, rect, timeline, classes);
        if (timeline.program->isWork(lane)) marks(cells, rect, run, classes);
    }

    /// Without a line of the ground's colour: viewers draw thin lines thicker than they are.
    static QRectF setApart(const QRectF& box, double gap) { return box.adjusted(gap / 2, 0, -gap / 2, 0); }

    void singleCells(const std::vector<FigureCell>& cells, const QRectF& rect, const ColorClasses& classes) {
        for (const FigureCell& cell : cells) {
            const QRectF box(cell.x0, rect.top(), cell.x1 - cell.x0, rect.height());
            m_painter.setPen(m_isHatched ? QPen(Qt::black, cellOutline(box.width())) : QPen(Qt::NoPen));
            m_painter.setBrush(classes.colorOf(cell.colorClass));
            m_painter.drawRect(m_isHatched ? box : setApart(box, cellOutline(box.width())));
            if (m_isHatched) m_painter.fillRect(box, QBrush(Qt::black, classes.hatchOf(cell.colorClass)));
        }
    }

    void mergedCells(const std::vector<FigureCell>& cells, const QRectF& rect, const ColorClasses& classes) {
        std::map<int, QPainterPath> paths;
        const double gap = cellOutline(m_meanWidth);
        for (const FigureCell& cell : cells) {
            const QRectF box(cell.x0, rect.top(), cell.x1 - cell.x0, rect.height());
            paths[cell.colorClass].addRect(setApart(box, std::min(gap, box.width() / 2)));
        }
        m_painter.setPen(Qt::NoPen);
        for (const auto& [colorClass, path] : paths) {
            m_painter.setBrush(classes.colorOf(colorClass));
            m_painter.drawPath(path);
        }
    }

    void stretches(const std::vector<FigureStretch>& stretches, const QRectF& rect) {
        m_painter.setPen(Qt::NoPen);
        for (const FigureStretch& stretch : stretches) {
            m_painter.setBrush(QColor(stretch.color));
            m_painter.drawRect(QRectF(stretch.x0, rect.top(), stretch.x1 - stretch.x0, rect.height()));
        }
    }

    void labels(const std::vector<FigureCell>& cells, const QRectF& rect, const Timeline& timeline,
                const ColorClasses& classes) {
        for (const CellText& label : cellTexts(m_layout.gantt.style, rect.height(), cells, *timeline.program)) {
            const FigureCell& cell = label.cell;
            const QFont font = cellFont(label.pixels);
            const QFontMetricsF metrics(font);
            const double width = metrics.horizontalAdvance(label.text);
            const QPointF at((cell.x0 + cell.x1 - width) / 2, rect.center().y() + metrics.capHeight() / 2);
            if (m_layout.isHatched())
                m_painter.fillRect(QRectF(at.x() - 1.5, rect.top() + 2, width + 3, rect.height() - 4), Qt::white);
            text(font, textOn(classes.colorOf(cell.colorClass)), at, label.text);
        }
    }

    void marks(const std::vector<FigureCell>& cells, const QRectF& rect, const Run& run, const ColorClasses& classes) {
        for (const FigureMark& mark : figureMarks(m_layout.gantt.style, rect, cells, run))
            paintMark(m_painter, mark.placed.shape, textOn(classes.colorOf(mark.colorClass)), m_isHatched);
    }

    const FigureLayout& m_layout;
    QPainter& m_painter;
    double m_meanWidth = 0;
    bool m_isHatched = false;
};

}  // namespace

Result<QByteArray> pdfOf(const FigureLayout& layout, const std::string& scenarioJson) {
    return pdfFile(layout.size, layout.title, scenarioJson, [&](QPaintDevice& page) {
        QPainter painter(&page);
        painter.setRenderHint(QPainter::Antialiasing);
        PdfDrawing(layout, painter).draw();
    });
}

}  // namespace bubblescope
