#pragma once

#include "widgets/gantt/cell_masks.h"
#include "widgets/gantt/column_mixer.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/idle_ground.h"

#include <QImage>

#include <algorithm>
#include <map>

namespace bubblescope {

/// Draws stacked Gantts as pixels, in the same way at every zoom: each pixel column of a lane gets the exact share of
/// every colour and of idle time; then wide cells are aligned to whole pixels and separated by a line that grows with
/// their width, so that zooming shows no switch.
///
/// Invariants  the same arguments give the same picture; members only save work
/// Cost        visible rows times width, plus the cost of a ColumnMixer; no Qt object per op
class GanttRenderer {
public:
    /// The part of the tracks that a view of `size` at `scroll` shows, and the footer at its bottom. The memory of a
    /// picture that is no longer needed can be reused.
    QImage render(const GanttLayout& layout, const std::vector<TrackData>& shown, double scroll, double pixelRatio,
                  QImage memory = {});

private:
    struct Ink {
        QRgb color = 0;
        QRgb text = 0;
        QRgb hatch = 0;
    };
    /// The ink of one period, as coverage.
    struct HatchMask {
        QImage image;
        HatchMask(HatchLines lines, int side) : image(hatchTile(lines, Qt::transparent, Qt::white, side)) {}
    };
    struct Lane;
    struct Rows;

    void prepare(QImage memory);
    void paintTexts(QPainter& painter, int track, const TitleColumns& columns, bool alignable);
    void renderTrack(int track, const TrackData& shown);
    void renderTies(int track, const Timeline& timeline);
    void blend(const QLineF& line, const QColor& ink);
    void renderRows(const Rows& rows);
    void renderNarrow(const Rows& rows, const ColorClasses& classes);
    Lane laneOf(const Rows& rows, const ColorClasses& classes, LaneId lane, const QRectF& area) const;
    void renderHeld(int track, const HeldActivations& held, const QRectF& strip);
    void prepareInks(const Timeline& timeline, const ColorClasses& classes, const LaneSums* sums);
    void renderLane(const Rows& rows, const ColorClasses& classes, const RowLabels& labels, ColumnMixer& mixer,
                    LaneId lane, const QRectF& area);
    void crispCells(Lane& lane);
    void separate(const Lane& lane, const GanttCell& cell);
    void colour(const Lane& lane);
    void fill(const Lane& lane);
    void label(const Lane& lane, const RowLabels& labels);
    void framePairs(const Lane& lane);
    static std::pair<int, int> edgesOf(double x0, double x1);
    RowLabels labelsOf(const Timeline& timeline, const Rows& rows) const;
    /// The device pixels between a cell and the next.
    int cellGap() const { return std::max(1, static_cast<int>(m_ratio)); }
    void hatch(const Lane& lane);
    void frame(const QRect& box, int width, QRgb ink, int share);
    void mark(const Lane& lane, const GanttCell& cell);

    const GanttLayout* m_layout = nullptr;
    QImage m_image;
    double m_scroll = 0, m_ratio = 1;
    int m_left = 0, m_columns = 0, m_bottom = 0;
    TimeRange m_range;
    std::vector<Ink> m_inks;
    bool m_anyWide = true;  // whether the current track may have cells wide enough to be separated
    IdleGround m_idle;
    std::map<HatchLines, HatchMask> m_hatches;
    int m_hatchSide = 1;
    std::vector<QRgb> m_canvas;         // what is shown outside a track's time
    std::vector<Mix> m_mixInks, m_mix;  // by class; by column
    std::vector<QRgb> m_line, m_rest;
    std::vector<int> m_levels;  // by column of a strip
    LabelMasks m_labels;
    std::array<MarkMask, kSchemeMarks.size()> m_marks;
};

}  // namespace bubblescope
