#pragma once

#include "widgets/gantt/cell_masks.h"
#include "widgets/kit/play_head.h"

#include <QImage>

#include <optional>
#include <vector>

namespace bubblescope {

/// Whether two tracks show one thing before and after a change.
bool areOfOneKind(const TrackData& a, const TrackData& b);
/// For each of the new tracks the old one whose place it takes: of the same kind, or else the one that stood there; or
/// -1.
std::vector<int> tracksBefore(const std::vector<TrackData>& before, const std::vector<TrackData>& after);

/// Who an op is, whatever lane it runs on and when: its track, its kind, stage and microbatch; and the lane too where
/// several run ops of one name.
struct GlideKey {
    int track = 0;
    int lane = -1;
    Op op;
    int occurrence = 0;  // of several with one name, in their order

    friend bool operator==(const GlideKey&, const GlideKey&) = default;
};

/// Where an op is drawn, in the coordinates of a view, and how.
struct GlidePlace {
    GlideKey key;
    QRectF rect;
    QColor color;
    CellLabelText label;
    bool isLabelled = false;
};

/// Of all cells that meet a view, which begins at `scroll` and is `height` high; track i goes by names[i]. Nothing
/// where they are more than `most`.
///
/// Cost  follows the cells that are seen
std::optional<std::vector<GlidePlace>> glidePlaces(const GanttLayout& layout, const std::vector<TrackData>& shown,
                                                   const std::vector<int>& names, double scroll, double height,
                                                   std::size_t most);

/// A cell on its way: one that vanishes stays where it is, and so does one that appears.
struct GlideCell {
    GlidePlace from, to;
    bool vanishes = false, appears = false;

    /// Where and how it is seen at a share of the way, from 0 to 1.
    GlidePlace at(double share) const;
};

/// The way from some places to others, in the order of those: what vanishes first, below the rest.
std::vector<GlideCell> glideBetween(const std::vector<GlidePlace>& from, const std::vector<GlidePlace>& to);

/// Moves the cells of Gantts from where they stood to where they stand, over a picture of what is new.
///
/// Cost  of a frame: follows the cells that are seen, at most kMostGliding
class GanttGlide : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostGliding = 20'000;

    explicit GanttGlide(QObject* parent = nullptr);

    /// How long it takes; 0: nothing glides.
    void setDuration(int ms) { m_duration = ms; }
    bool isWanted() const { return m_duration > 0; }
    bool isRunning() const { return m_head.isRunning(); }
    void start(std::vector<GlideCell> cells);
    void stop() { m_head.stop(); }

    /// The picture with the cells of its rows on their way.
    const QImage& frame(const QImage& picture, const GanttLayout& layout, const std::vector<TrackData>& shown,
                        double scroll);

signals:
    /// To be painted.
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
