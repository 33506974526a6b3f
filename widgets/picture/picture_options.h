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

/// What is shown above the rows of a schedule: its name and facts, its name, or nothing.
enum class Header { Full, Name, None };

/// How the legend names kinds: by words or by letters.
enum class LegendWords { Words, Letters };

/// How an exported picture looks. Each kind of picture uses the options that apply to it. The same options give the
/// same picture in every format.
///
/// Units  `type` is the size of names, and all lengths scale with it; `scale` is in image pixels per CSS pixel, for
///        formats of pixels; times are in the scenario's unit
struct PictureOptions {
    Length width = 1200;
    std::optional<Length> height;  // none: as high as needed
    std::optional<Length> type;    // none: as on screen
    double scale = 1;
    ThemeId theme = ThemeId::Light;
    bool legend = true;

    // Gantts
    QString style = QStringLiteral("default");  // the named style that the other options modify
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
    std::map<QString, QString> words;  // custom legend texts by kind
    bool hasChunkKey = false;
    std::vector<int> schedules;  // which ones, in this order; empty: all
    std::optional<double> begin, end;
    double until = std::numeric_limits<double>::infinity();  // hides what runs later; micro-units
    std::vector<OpRef> highlighted, dimmed;
    std::vector<PictureNote> notes;
    std::vector<Highlight> seen;  // highlights as on screen; `track` counts all schedules

    // Experiments
    bool ownTitle = true;              // whether the experiment and its figures show their titles
    std::vector<std::size_t> figures;  // which ones, one below another; empty: all

    // Steps
    bool isPaged = false;  // each on its own page, or in its own file if the format has no pages

    friend bool operator==(const PictureOptions&, const PictureOptions&) = default;
};

}  // namespace bubblescope
