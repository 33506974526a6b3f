#pragma once

#include "engine/results/quantities.h"
#include "engine/style/length.h"
#include "engine/style/note.h"
#include "widgets/gantt/highlights.h"

#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace bubblescope {

/// What stands above the rows of a schedule: its name and facts, its name, or nothing.
enum class Header { Full, Name, None };

/// What the legend calls kinds: by their words, or their letters.
enum class LegendWords { Words, Letters };

/// What a picture to keep looks like; each thing looks at what it has. The same options give the same picture in every
/// format.
///
/// Units  `type` is the size of names, from which all lengths follow; `scale` image pixels for each CSS pixel, where a
///        format is of pixels; times the scenario's
struct PictureOptions {
    Length width = 1200;
    std::optional<Length> height;  // none: as high as it needs
    std::optional<Length> type;    // none: that of the screen
    double scale = 1;
    ThemeId theme = ThemeId::Light;
    bool legend = true;

    // Gantts
    QString style = QStringLiteral("default");  // whose look the others change
    QString title, caption;                     // empty: none
    QString palette = QStringLiteral("default");
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    SchemeMarks marks;
    int firstNumber = 0;
    Quantity bubble = Quantity::BubbleRatio;
    Header header = Header::Full;
    bool hasDot = true;
    bool hasLetters = false;
    QString workers = QStringLiteral("#");
    int firstWorker = 0;
    TimeAxis axis = TimeAxis::Ticks;
    LegendWords legendWords = LegendWords::Words;
    std::map<QString, QString> words;  // of one's own, by kind
    bool hasChunkKey = false;
    std::vector<int> schedules;  // which, in this order; empty: all
    std::optional<double> begin, end;
    double until = std::numeric_limits<double>::infinity();  // what runs later is hidden; micro-units
    std::vector<OpRef> highlighted, dimmed;
    std::vector<FigureNote> notes;
    std::vector<Highlight> seen;  // what else is pointed out as on a screen; `track` counts all schedules

    // Experiments
    bool ownTitle = true;              // the experiment's and its figures'
    std::vector<std::size_t> figures;  // which, one below another; empty: all

    // Steps
    bool isPaged = false;  // each on a page of its own; a file each where a format has no pages

    friend bool operator==(const PictureOptions&, const PictureOptions&) = default;
};

}  // namespace bubblescope
