#pragma once

#include "widgets/gantt/cell_masks.h"
#include "widgets/kit/play_head.h"

#include <QImage>

#include <optional>
#include <vector>

namespace bubblescope {

/// Whether two tracks show the same thing before and after a change.
bool areOfOneKind(const TrackData& a, const TrackData& b);
/// For each new track, the old track that it replaces: one of the same kind, otherwise the one at its position; or -1.
std::vector<int> tracksBefore(const std::vector<TrackData>& before, const std::vector<TrackData>& after);

/// The identity of an op, independent of its lane and time: its track, kind, stage and microbatch, and also the lane if
/// several lanes run ops with the same name.
struct GlideKey {
    int track = 0;
    int lane = -1;
    Op op;
    int occurrence = 0;  // counts ops with the same name, in their order

    friend bool operator==(const GlideKey&, const GlideKey&) = default;
};

/// Where and how an op is drawn, in the coordinates of a view.
struct GlidePlace {
    GlideKey key;
    QRectF rect;
    QColor color;
    CellLabelText label;
    bool isLabelled = false;
};

/// The places of all cells in a view that begins at `scroll` and is `height` high; track i is called names[i]. Nullopt
/// if there are more than `most`.
///
/// Cost  follows the number of visible cells
std::optional<std::vector<GlidePlace>> glidePlaces(const GanttLayout& layout, const std::vector<TrackData>& shown,
                                                   const std::vector<int>& names, double scroll, double height,
                                                   std::size_t most);

/// A moving cell. A cell that vanishes or appears does not move.
struct GlideCell {
    GlidePlace from, to;
    bool vanishes = false, appears = false;

    /// Where and how it is drawn at a fraction of the way, from 0 to 1.
    GlidePlace at(double share) const;
};

/// The movement from some places to others, in the order of the latter; vanishing cells come first, below the rest.
std::vector<GlideCell> glideBetween(const std::vector<GlidePlace>& from, const std::vector<GlidePlace>& to);

/// Animates changes: moves the cells of Gantts from their old to their new places, over a picture of the new state.
///
/// Cost  of a frame: follows the number of visible cells, at most kMostGliding
class GanttGlide : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostGliding = 20'000;

    explicit GanttGlide(QObject* parent = nullptr);

    /// Duration of the animation; 0 turns it off.
    void setDuration(int ms) { m_duration = ms; }
    bool isWanted() const { return m_duration > 0; }
    bool isRunning() const { return m_head.isRunning(); }
    void start(std::vector<GlideCell> cells);
    void stop() { m_head.stop(); }

    /// The picture with the cells of its rows at their current places.
    const QImage& frame(const QImage& picture, const GanttLayout& layout, const std::vector<TrackData>& shown,
                        double scroll);

signals:
    /// The picture must be painted.
    void moved();

private:
    PlayHead m_head;
    int m_duration = 0;
    double m_share = 0;
    std::vector<GlideCell> m_cells;
    QImage m_frame;
    LabelMasks m_labels;
};

}  // namespace bubblescope
