#include "widgets/picture/gantt_picture.h"

#include "widgets/gantt/gantt_footer.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_render.h"
#include "widgets/gantt/highlights.h"
#include "widgets/gantt/time_cut.h"
#include "widgets/picture/enlarged_picture.h"
#include "widgets/picture/gantt_instants.h"
#include "widgets/picture/gantt_picture_layout.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kNoticeBaseline = 34;

/// A block at the end of each row, as long as there is room.
void addOptimizers(DisplayList& list, const GanttPictureLayout& layout) {
    const GanttLayout& gantt = layout.gantt;
    const QColor color = kindColor(*gantt.style.palette, gantt.style.theme, OpKind::Optimizer, 0, 1);
    const Look look = cellLook(gantt.style, "optimizer", OpKind::Optimizer, color);
    for (std::size_t track = 0; track < gantt.tracks.size(); ++track) {
        const auto& timeline = layout.shown[track].timeline;
        if (gantt.tracks[track].rows == 0 || static_cast<double>(timeline->latestEnd) > gantt.until) continue;
        const double left = gantt.xOf(static_cast<double>(timeline->latestEnd)) + kCellGap;
        const double right = left + kOptimizerShare / (1 + kOptimizerShare) * (gantt.plotRight - gantt.plotLeft);
        if (right > gantt.plotRight + 2 * kCellGap) continue;
        const auto& lanes = timeline->program->lanes;
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            if (lanes[lane].role != Role::Compute) continue;
            const QRectF row = gantt.laneRect(static_cast<int>(track), LaneId(static_cast<int>(lane)));
            list.add(DisplayRect{list.use(look), {left, row.top(), right - kCellGap - left, row.height()}});
        }
    }
}

DisplayList draw(const std::shared_ptr<const GanttPictureLayout>& layout, double ratio) {
    const Theme& theme = layout->theme();
    // With more cells than are single shapes, painting each of them would take too long.
    const bool isRendered = ratio > 0 && layout->detail != CellDetail::Single;
    DisplayList list;
    list.add(DisplayRect{list.use(filled("ground", theme.window)), QRectF(QPointF(), layout->size)});
    const auto addLines = [&](const char* names, const QFont& font, const QStringList& lines, QPointF at, double line) {
        for (const QString& words : lines) {
            list.add(DisplayText{
                .look = list.use(lettered(names, font, theme.text)), .at = at, .words = words, .hasSubscripts = true});
            at.ry() += line;
        }
    };
    addLines("title", pictureTitleFont(), layout->titleLines, {layout->gantt.titleLeft(), kPictureTitleBaseline},
             kPictureTitleLine);
    addLines("caption", uiFont(layout->captionType), layout->captionLines,
             {layout->gantt.titleLeft(), layout->captionTop + kCaptionBaseline * layout->captionType},
             kCaptionLine * layout->captionType);
    list.origin = {0, layout->ganttTop};
    if (isRendered) {
        list.add(DisplayPixels{{0, 0}, [layout](double device) {
                                   return GanttRenderer().render(layout->gantt, layout->shown, 0, device);
                               }});
        addDimmed(list, *layout);
    } else {
        addSchedules(list, *layout, ratio);
    }
    if (layout->hasOptimizer) addOptimizers(list, *layout);
    for (const Highlight& highlight : usualHighlights(layout->shown, layout->gantt.style.marks))
        if (layout->gantt.tracks[static_cast<std::size_t>(highlight.track)].rows > 0)
            addHighlight(list, layout->gantt, layout->shown, highlight);
    for (const Highlight& seen : layout->seen)
        if (layout->gantt.tracks[static_cast<std::size_t>(seen.track)].rows > 0)
            addHighlight(list, layout->gantt, layout->shown, seen);
    addPointedOut(list, layout->gantt, layout->shown, layout->pointedOut);
    addCurtain(list, layout->gantt);
    list.origin = {0, layout->footerTop};
    if (!layout->notice.isEmpty())
        list.add(DisplayText{list.use(lettered("notice", uiFont(14), theme.mutedText, Anchor::Middle)),
                             {layout->size.width() / 2.0, kNoticeBaseline},
                             layout->notice});
    else if (!isRendered)
        addFooter(list, layout->gantt);
    addCursorTime(list, layout->gantt);
    return list;
}

/// Whether the picture has the shape of slides, and no size of type of its own.
bool isSlide(const PictureOptions& options) {
    constexpr double kAspect = 16.0 / 9, kNear = 0.01;
    return options.height && !options.type && !options.width.isOfPaper() &&
           std::abs(options.width / *options.height / kAspect - 1) < kNear;
}

using SharedLayout = std::shared_ptr<const GanttPictureLayout>;

/// The same at an instant.
DrawPage drawing(const SharedLayout& layout, double until) {
    return [=](double ratio) {
        auto cut = std::make_shared<GanttPictureLayout>(*layout);
        cut->gantt.until = until;
        return draw(cut, ratio);
    };
}

Result<Picture> played(const SharedLayout& layout, Pace pace) {
    constexpr double kFrameSeconds = 0.08;
    const auto instants = instantsOf(layout->gantt, layout->shown, pace);
    if (!instants) return instants.error();
    Picture picture{.size = layout->size, .title = layout->name, .pageSeconds = kFrameSeconds};
    for (const double instant : *instants) picture.pages.push_back(drawing(layout, instant));
    return picture;
}

}  // namespace

Result<Picture> ganttPicture(const std::vector<TrackData>& shown, const PictureOptions& options) {
    const auto layOut = [&](const PictureOptions& whole) -> Result<Picture> {
        auto layout = layoutGanttPicture(shown, whole);
        if (!layout) return layout.error();
        const auto shared = std::make_shared<const GanttPictureLayout>(std::move(*layout));
        return Picture{.size = shared->size,
                       .title = shared->name,
                       .pages = {[shared](double ratio) { return draw(shared, ratio); }},
                       .played = [shared](Pace pace) { return played(shared, pace); },
                       .gantts = shared};
    };
    const auto sized = [&](const PictureOptions& one) { return sizedPicture(one, layOut); };
    PictureOptions own = options;
    own.isForRoom |= isSlide(options);
    return own.isForRoom && !options.type ? enlargedPicture(own, sized) : sized(own);
}

}  // namespace bubblescope
