#pragma once

#include "engine/results/quantities.h"
#include "engine/style/length.h"
#include "engine/style/note.h"
#include "engine/style/shown_range.h"
#include "widgets/gantt/annotations.h"
#include "widgets/gantt/highlights.h"
#include "widgets/kit/notation.h"

#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace bubblescope {

/// What is shown above the rows of a schedule: its name and facts, its name, or nothing.
enum class Header { Full, Name, None };

/// What is drawn where a schedule ends: nothing, a line, or a block of the optimizer on each device, which take no
/// time.
enum class Flush { None, Line, Optimizer };

/// How the legend names kinds: by words or by letters.
enum class LegendWords { Words, Letters };

/// Which axes of a chart are logarithmic; Auto: those that are on screen.
enum class LogAxes { Auto, X, Y, Both, None };

/// Whether curves have something; Auto: as the chart has it on screen.
enum class Switch { Auto, On, Off };

/// Where the legend of curves is: above or below them, inside their axes, or as names at their ends.
enum class LegendPlace { Auto, Top, Bottom, Inside, Ends };

/// Which devices a chart of memory shows: the one that needs most, or all, in panels or in one.
enum class ChartDevices { Fullest, Panels, Overlaid };

/// Custom legend texts by kind.
using LegendTexts = std::map<QString, QString>;

/// The values of the sliders of a web page, each as valueListText(), by the path of the number that it changes.
using SliderTexts = std::map<QString, QString>;

/// How an exported picture looks. Each kind of picture uses the options that apply to it. The same options give the
/// same picture in every format.
///
/// Units  `type` is the size of names, and all lengths except `cellType` and `inset` scale with it; `scale` is in image
///        pixels per CSS pixel, for formats of pixels; times are in the scenario's unit
struct PictureOptions {
#define PICTURE_OPTION(MEMBER, TYPE, USUAL, ...) TYPE MEMBER = USUAL;
#include "widgets/picture/picture_options.def"
#undef PICTURE_OPTION

    // What only the window and the console set.
    QString style = QStringLiteral("default");               // the named style that the options modify
    double until = std::numeric_limits<double>::infinity();  // hides what runs later; micro-units
    std::vector<Highlight> seen;                             // highlights as on screen; `track` counts all schedules
    bool ownTitle = true;                                    // whether the experiment and its figures show their titles
    std::vector<std::size_t> figures;     // of an experiment: which ones, one below another; empty: all
    std::optional<double> leastCellType;  // pixels to which labels of cells may shrink; usually as on screen
    bool hidesCursor = false;             // where time ends, nothing marks it
    bool hasCosts = true;                 // whether a step of a collective has the formula of its cost
    bool isForRoom = false;               // as a projector shows it: rows fill the height, labels fill the rows
    Numbering told{};                     // by which problems with annotations quote names
    bool isPaged = false;                 // each step on its own page, or in its own file if the format has no pages

    friend bool operator==(const PictureOptions&, const PictureOptions&) = default;
};

inline Annotations annotationsOf(const PictureOptions& options) {
    return {options.highlighted, options.dimmed, options.notes};
}
inline void setAnnotations(PictureOptions& options, const Annotations& annotations) {
    options.highlighted = annotations.highlighted;
    options.dimmed = annotations.dimmed;
    options.notes = annotations.notes;
}
/// The numbers of the first stage, microbatch and device in a picture with these options.
inline Numbering numberingOf(const PictureOptions& options) { return {options.firstNumber, options.firstWorker}; }

}  // namespace bubblescope
