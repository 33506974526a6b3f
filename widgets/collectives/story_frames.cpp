#include "widgets/collectives/story_frames.h"

#include "widgets/collectives/message_routes.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kStoryRowPitch = 20, kLeastStoryRow = 3;
constexpr double kFewestPixels = 20;                   // of a rank's column in narrow frames
constexpr double kLeastColumn = 30, kMostColumn = 62,  // of a rank's column otherwise,
    kLeastPart = 5.6;                                  // so that one part in its slots has room for its letter
constexpr double kRowNames = 44, kBeside = 20, kRingRoom = 36, kNodeGap = 12;

/// The layout of all frames if `across` are side by side.
class Across {
public:
    Across(const Playback& drawn, const StoryRoom& room, int across)
        : m_drawn(drawn),
          m_needs(roomFor(drawn)),
          m_inner((room.width - kRowNames - (across - 1) * kStoryGap) / across) {}

    double inner() const { return m_inner; }
    SlotsLayout layout(double height, bool isFirstRow, bool isFirstColumn) const {
        SlotsRoom needs = m_needs;
        needs.hasNodeNames = isFirstRow && hasNames();
        needs.hasRowNames = isFirstColumn;
        return layoutSlots({m_inner + (isFirstColumn ? kRowNames : 0), height + (needs.hasNodeNames ? kNodeNames : 0)},
                           m_drawn.states.ranks(), m_drawn.states.rows(), m_drawn.nodeSize, 1, needs);
    }
    /// The height of a frame with its caption, without names of nodes.
    double heightAt(double rowPitch) const {
        const int rows = m_drawn.states.rows() - m_needs.hiddenRow.has_value();
        double height = layout(0, false, false).top + 8 + rows * rowPitch;
        height += layout(height, false, false).top - layout(0, false, false).top;  // arcs are higher in high frames
        return kStoryCaption + std::ceil(height);
    }
    double namesHeight() const { return hasNames() ? kNodeNames : 0; }

private:
    bool hasNames() const { return m_drawn.states.ranks() > m_drawn.nodeSize; }

    const Playback& m_drawn;
    SlotsRoom m_needs;
    double m_inner;
};

double heightOf(int rows, double rowHeight, double namesHeight) {
    return namesHeight + rows * rowHeight + (rows - 1) * kStoryGap;
}

/// How many rows fit in a height; at least one.
int rowsWithin(double height, double rowHeight, double namesHeight) {
    return std::max(1, static_cast<int>(std::floor((height - namesHeight + kStoryGap) / (rowHeight + kStoryGap))));
}

/// As many side by side as have room for the letters of summed parts.
int usualAcross(const Playback& drawn, int count, double width) {
    const double column = std::clamp(drawn.states.sources() * kLeastPart / 0.74, kLeastColumn, kMostColumn);
    const int nodes = (drawn.states.ranks() + drawn.nodeSize - 1) / drawn.nodeSize;
    const double wanted = kBeside + (roomFor(drawn).isRing ? kRingRoom : 0) + drawn.states.plan().places() * column +
                          (nodes - 1) * kNodeGap;
    return std::clamp(static_cast<int>((width - kRowNames + kStoryGap) / (wanted + kStoryGap)), 1, count);
}

}  // namespace

double StoryFrames::leftOf(int column) const { return column == 0 ? 0 : kRowNames + column * (inner + kStoryGap); }

double StoryFrames::topOf(int row) const { return row * (rowHeight + kStoryGap) + (row > 0 ? namesHeight : 0); }

std::vector<int> storyRows(int count, int most) {
    const int down = (count + most - 1) / most;
    std::vector<int> rows(static_cast<std::size_t>(down), most);
    rows.back() = count - (down - 1) * most;
    if (rows.back() > 1 || down == 1) return rows;
    for (int row = 0; row < down; ++row) rows[static_cast<std::size_t>(row)] = count / down + (row < count % down);
    return rows;
}

StoryFrames onOnePage(StoryFrames frames, const StoryRoom& room) {
    std::vector<int> rows;
    for (const std::vector<int>& page : frames.pages) rows.insert(rows.end(), page.begin(), page.end());
    frames.height =
        std::ceil(room.top + room.foot + heightOf(static_cast<int>(rows.size()), frames.rowHeight, frames.namesHeight));
    frames.pages = {std::move(rows)};
    return frames;
}

Result<StoryFrames> storyFrames(const Playback& drawn, int count, const StoryRoom& room) {
    const double pitch = std::max(kLeastStoryRow, std::min(kStoryRowPitch, 900.0 / drawn.states.rows()));
    // Frames of a page with its exact height are lower if they do not fit otherwise.
    const double least = room.fills ? kLeastStoryRow : pitch;
    const auto fits = [&](int across) {
        const Across frames(drawn, room, across);
        const auto down = static_cast<int>(storyRows(count, across).size());
        return room.top + room.foot + heightOf(down, frames.heightAt(least), frames.namesHeight()) <= room.page;
    };
    int most = usualAcross(drawn, count, room.width);
    const auto isReadable = [&](int across) {
        return Across(drawn, room, across).layout(0, false, false).pitch >= kFewestPixels;
    };
    while (room.page > 0 && !fits(most) && most < count && isReadable(most + 1)) ++most;
    const std::vector<int> rows = storyRows(count, most);
    const int across = rows.front();
    const Across frames(drawn, room, across);
    StoryFrames out;
    out.inner = frames.inner();
    out.namesHeight = frames.namesHeight();
    out.rowHeight = frames.heightAt(pitch);
    const double around = room.top + room.foot;
    int onPage = static_cast<int>(rows.size());
    if (room.page > 0) {
        const double high = room.page - around;
        const double lowest = frames.heightAt(kLeastStoryRow);
        if (room.fills && heightOf(1, lowest, out.namesHeight) > high)
            return Error{Text::tr("is too low for the rows; needs at least %1 pixels")
                             .arg(std::ceil(around + heightOf(1, lowest, out.namesHeight)))
                             .toStdString(),
                         "height"};
        if (!fits(across)) onPage = std::min(onPage, rowsWithin(high, out.rowHeight, out.namesHeight));
        const double given = std::floor((high - out.namesHeight - (onPage - 1) * kStoryGap) / onPage);
        if (room.fills || given < out.rowHeight) out.rowHeight = std::max(given, lowest);
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (row % static_cast<std::size_t>(onPage) == 0) out.pages.emplace_back();
        out.pages.back().push_back(rows[row]);
    }
    const double content = around + heightOf(onPage, out.rowHeight, out.namesHeight);
    out.height = room.fills ? room.page : std::ceil(content);
    for (const bool isFirstRow : {false, true})
        for (const bool isFirstColumn : {false, true})
            out.layouts[isFirstRow][isFirstColumn] =
                frames.layout(out.rowHeight - kStoryCaption, isFirstRow, isFirstColumn);
    return out;
}

}  // namespace bubblescope
