#include "widgets/lessons/lesson_highlights.h"

#include "engine/entries/resolve.h"
#include "engine/lessons/lesson.h"
#include "engine/lessons/lesson_highlight.h"

namespace bubblescope {

std::vector<Highlight> highlightsOf(const std::vector<std::string>& texts, bool isSpotlit,
                                    const std::vector<Outcome>& outcomes) {
    std::vector<Highlight> all, spots;
    for (const std::string& text : texts) {
        const std::size_t track = scheduleOfHighlight(text);
        const Run* run = track < outcomes.size() ? outcomes[track].run.get() : nullptr;
        if (!run || opsOf(run->schedule) > kMaxLessonOps) continue;
        const auto found = findHighlight(text, *run);
        if (!found) continue;
        Highlight lit{found->isCriticalPath ? Highlight::As::CriticalPath : Highlight::As::Lit, static_cast<int>(track),
                      found->rows};
        for (const auto& span : found->spans) lit.spans.push_back({span.lane, span.begin, span.end});
        all.push_back(std::move(lit));
    }
    if (!isSpotlit || all.empty()) return all;
    for (std::size_t track = 0; track < outcomes.size(); ++track) {
        if (!outcomes[track].run) continue;
        Highlight spot{Highlight::As::Spot, static_cast<int>(track)};
        for (const Highlight& lit : all) {
            if (lit.track != spot.track) continue;
            spot.rows.insert(spot.rows.end(), lit.rows.begin(), lit.rows.end());
            spot.spans.insert(spot.spans.end(), lit.spans.begin(), lit.spans.end());
        }
        spots.push_back(std::move(spot));
    }
    // A spotlight replaces lit ops; chains and critical paths are still drawn.
    std::erase_if(all, [](const Highlight& lit) { return lit.as == Highlight::As::Lit; });
    spots.insert(spots.end(), all.begin(), all.end());
    return spots;
}

}  // namespace bubblescope
