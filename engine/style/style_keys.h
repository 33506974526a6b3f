#pragma once

#include "engine/scenario/parameters.h"

namespace bubblescope {

// The keys of `style` in scenarios and of style files. Reader, writer, limits, `--set` and schema follow from them.
// widgets/picture/picture_options.def applies them to pictures, one line each.

namespace style_keys {

// The words for choices among constants of the drawing; tests compare the two.
inline constexpr std::string_view kThemes[] = {"light", "dark", "print"};
inline constexpr std::string_view kPalettes[] = {"default", "safe",     "megatron", "zero-bubble",
                                                 "pytorch", "deepseek", "print"};
inline constexpr std::string_view kColorings[] = {"kind", "microbatch"};
inline constexpr std::string_view kLabelings[] = {"microbatch", "stage", "operation", "none"};
inline constexpr std::string_view kPatterns[] = {"on", "off", "idle"};
inline constexpr std::string_view kNotations[] = {"auto", "bubblescope", "megatron", "papers"};
inline constexpr std::string_view kMarks[] = {"fetches", "transfers", "held", "critical"};
inline constexpr std::string_view kHeaders[] = {"full", "name", "none"};
inline constexpr std::string_view kAxes[] = {"ticks", "arrow", "none"};
inline constexpr std::string_view kFlushes[] = {"none", "line", "optimizer"};
inline constexpr std::string_view kSwitches[] = {"auto", "on", "off"};
inline constexpr std::string_view kLogAxes[] = {"auto", "x", "y", "both", "none"};
inline constexpr std::string_view kLegendPlaces[] = {"auto", "top", "bottom", "inside", "ends"};
inline constexpr std::string_view kDevices[] = {"fullest", "panels", "overlaid"};
inline constexpr std::string_view kLegendWords[] = {"words", "letters"};
inline constexpr std::string_view kBubbles[] = {"bubble_ratio", "bubble_over_ideal", "longest_span_bubble",
                                                "recompute_as_waste"};
inline constexpr std::string_view kNotes[] = {"bracket", "arrow", "note"};

// The same in the export dialog.
inline constexpr std::string_view kThemeWords[] = {"Light", "Dark", "Print"};
inline constexpr std::string_view kColoringWords[] = {"Kind", "Microbatch"};
inline constexpr std::string_view kLabelingWords[] = {"Microbatch", "Stage", "f3 ∇3", "None"};
inline constexpr std::string_view kPatternWords[] = {"All", "None", "Idle"};
inline constexpr std::string_view kNotationWords[] = {"Automatic", "D, MBS, v", "p, m, v", "p, M, v"};
inline constexpr std::string_view kHeaderWords[] = {"Facts", "Name", "None"};
inline constexpr std::string_view kAxisWords[] = {"Ticks", "Arrow", "None"};
inline constexpr std::string_view kFlushWords[] = {"None", "Line", "Optimizer"};
inline constexpr std::string_view kSwitchWords[] = {"Automatic", "On", "Off"};
inline constexpr std::string_view kLogAxesWords[] = {"Automatic", "x", "y", "x and y", "None"};
inline constexpr std::string_view kLegendPlaceWords[] = {"Automatic", "Above", "Below", "Inside", "At the curves"};
inline constexpr std::string_view kDevicesWords[] = {"Fullest", "Panels", "Overlaid"};
inline constexpr std::string_view kLegendWordWords[] = {"Words", "Letters"};
inline constexpr std::string_view kNumberWords[] = {"from 0", "from 1"};

inline constexpr double kMostRefs = 1'000, kMostNotes = 200, kMostTime = 1e12, kMostPlace = 1'000;

inline constexpr Parameter text(std::string_view key, std::string_view meaning, std::string_view usual = {}) {
    return {.key = key, .type = ParameterType::Text, .meaning = meaning, .usualText = usual};
}
inline constexpr Parameter choice(std::string_view key, std::string_view meaning,
                                  std::span<const std::string_view> choices) {
    return {
        .key = key, .type = ParameterType::Choice, .meaning = meaning, .choices = choices, .without = choices.front()};
}
inline constexpr Parameter flag(std::string_view key, std::string_view meaning, double usual) {
    return {.key = key, .type = ParameterType::Flag, .meaning = meaning, .usual = usual};
}
inline constexpr Parameter list(std::string_view key, std::string_view meaning, std::span<const Parameter> of,
                                double most) {
    return {.key = key, .type = ParameterType::List, .meaning = meaning, .most = most, .parts = of};
}
inline constexpr Parameter number(std::string_view key, std::string_view meaning) {
    return {.key = key, .type = ParameterType::Number, .meaning = meaning, .least = -kMostTime, .most = kMostTime};
}

/// A parameter with its words in the export dialog.
inline constexpr Parameter shown(Parameter parameter, std::string_view word, std::string_view definition = {},
                                 std::span<const std::string_view> choiceWords = {}) {
    parameter.word = word;
    parameter.definition = definition;
    parameter.choiceWords = choiceWords;
    return parameter;
}
inline constexpr Parameter field(Parameter parameter, std::string_view word, std::string_view definition,
                                 std::string_view example) {
    parameter.example = example;
    return shown(parameter, word, definition);
}

inline constexpr Parameter kTexts[] = {text({}, {})};
inline constexpr Parameter kMarkNames[] = {choice({}, {}, kMarks)};
inline constexpr Parameter kNoteKeys[] = {
    choice("kind", "what is drawn", kNotes),
    text("from", "an op, e.g. 2B7, several ops with *, e.g. 2B*, or a device and a time, e.g. 2@35.5"),
    text("to", "where a bracket or an arrow ends, in the same notation"),
    text("text", "its text"),
    text("at",
         "the middle of its text, in type sizes to the right and down from the op, e.g. 2,-1.5; default: above the "
         "rows"),
};
inline constexpr Parameter kNoteObjects[] = {{.key = {}, .type = ParameterType::Object, .parts = kNoteKeys}};

inline constexpr Parameter kStyleKeys[] = {
    text("base", "a named style that provides all values not given here", "default"),
    shown(
        text("width",
             "width of the picture, e.g. 3.3in, 84mm, 252pt or 1200, or the name of a width, as list widths shows them",
             "1200px"),
        "Width"),
    field(text("height", "height of the picture; default: as high as necessary"), "Height",
          "If empty, the picture is as high as its content needs.", "automatic"),
    field(text("type", "font size of names, which scales all other lengths, e.g. 8pt", "13px"), "Type size",
          "Size of names; all other lengths scale with it. Papers use 7 to 9 points.", "as on screen"),
    field(text("cell_type",
               "font size of the labels of cells, e.g. 5pt; default: slightly below that of names, smaller where cells "
               "are narrow, in print down to 4.5pt"),
          "Cell type size",
          "Size of the labels in cells. If empty, labels shrink where cells are narrow, in print down to 4.5 points.",
          "automatic"),
    field(text("inset", "free margin on the left and right, e.g. 0pt for a figure that is flush with its column"),
          "Inset", "Free margin on the left and right; 0 makes the figure flush with its column.", "automatic"),
    field(
        text("font", "font of all texts: sans, serif, computer-modern, or the name of an installed font", "sans"),
        "Font",
        "sans is Inter, serif matches Times, computer-modern matches the default font of LaTeX. Or type the name of an "
        "installed font.",
        "sans"),
    field(Parameter{.key = "scale",
                    .type = ParameterType::Number,
                    .meaning = "pixels of a PNG or GIF per CSS pixel (96 per inch): 3.125 is 300 dpi",
                    .least = 1,
                    .most = 12,
                    .usual = 1},
          "Resolution", "Image pixels per CSS pixel (96 per inch): 3.125 gives 300 dpi.", "1"),
    shown(choice("theme", "the colours of everything except ops", kThemes), "Theme", {}, kThemeWords),
    shown(
        choice("palette",
               "the colours of ops and curves; safe is distinct for the colour-blind, and only safe, print and default "
               "change curves",
               kPalettes),
        "Palette"),
    shown(choice("pattern",
                 "hatches: on distinguishes kinds by them too, off makes cells and idle time solid, idle hatches only "
                 "idle time",
                 kPatterns),
          "Hatches", {}, kPatternWords),
    shown(choice("color_by", "what the colour of an op shows", kColorings), "Colour", {}, kColoringWords),
    shown(choice("labels", "the labels of cells", kLabelings), "Labels", {}, kLabelingWords),
    shown(Parameter{.key = "first_number",
                    .meaning = "number of the first microbatch and stage",
                    .least = 0,
                    .most = 1,
                    .usual = 0},
          "Numbers", {}, kNumberWords),
    shown(choice("bubble", "which bubble the title lines show", kBubbles), "Bubble"),
    shown(
        choice("notation",
               "the symbols of devices, microbatches and chunks: D, MBS, v (bubblescope), p, m, v (megatron) or p, M, "
               "v (papers); auto: as on screen",
               kNotations),
        "Notation", {}, kNotationWords),
    shown(list("marks", "overlays on the chart", kMarkNames, 4), "Overlays"),
    text("title", "title above everything; default: the scenario's title; empty for none"),
    field(text("caption", "text below everything"), "Caption", "Text below the picture.", "none"),
    shown(choice("header", "what is shown above the rows of a schedule: its name and facts, its name, or nothing",
                 kHeaders),
          "Header", {}, kHeaderWords),
    shown(flag("dot", "whether a dot with the schedule's colour is shown next to its name", 1),
          "Dot in the schedule's colour"),
    shown(flag("letters", "whether schedules are labelled (a), (b), ...", 0), "(a), (b), … before names"),
    field(text("workers", "labels of rows, with # for the number, e.g. Device #", "#"), "Row names",
          "The name beside each row, where # stands for its number.", "Device #"),
    shown(
        Parameter{
            .key = "first_worker", .meaning = "number of the first row", .least = 0, .most = 1'000'000, .usual = 0},
        "First row", "The number of the first row."),
    shown(choice("axis", "what is shown below the rows: ticks with times, an arrow, or nothing", kAxes), "Axis", {},
          kAxisWords),
    shown(
        choice("flush",
               "what is drawn where a schedule ends: nothing, a line for the flush, or blocks for the optimizer, which "
               "takes no time in the model",
               kFlushes),
        "Flush", {}, kFlushWords),
    field(text("x_title", "title of the x axis; default: its quantity and unit; none for no title"), "x-axis title",
          "Title of the x axis: its quantity and unit if this is empty; none for no title.", "automatic"),
    field(text("y_title", "title of the y axis, of several quantities separated by semicolons; none for no title"),
          "y-axis title",
          "Title of the y axis: its quantity and unit if this is empty; none for no title. Separate the titles of "
          "several quantities by semicolons.",
          "automatic"),
    field(text("x_range", "range of the x axis, e.g. 0..30, 4.. or ..64"), "x-axis range",
          "The part of the x axis that is shown, such as 0..30, 4.. or ..64.", "automatic"),
    field(text("y_range",
               "range of the y axis, e.g. 0%..50%, of several quantities separated by semicolons; times are "
               "in the scenario's unit"),
          "y-axis range",
          "The part of the y axis that is shown, such as 0%..50% or ..400; times are in the unit of the scenario. "
          "Separate the ranges of several quantities by semicolons.",
          "automatic"),
    shown(choice("log", "which axes of a chart are logarithmic; auto: as the chart is on screen", kLogAxes),
          "Logarithmic", {}, kLogAxesWords),
    shown(choice("show_devices",
                 "which devices a chart of memory shows: the one that needs most, all in panels, or all in one panel",
                 kDevices),
          "Devices", {}, kDevicesWords),
    shown(choice("markers", "whether curves have markers at their points; auto: where points are far enough apart",
                 kSwitches),
          "Markers", {}, kSwitchWords),
    shown(choice("dashes", "whether dashes distinguish curves, too; auto: where colours do not suffice", kSwitches),
          "Dashes", {}, kSwitchWords),
    shown(flag("crossings", "whether a chart marks where curves cross and another one becomes the best", 1),
          "Crossings", "Mark where curves cross and another one becomes the best."),
    shown(flag("present", "whether a chart has a line at the present value", 1), "Present value",
          "A line at the present value."),
    shown(flag("legend", "whether there is a legend", 1), "Legend"),
    shown(choice("legend_place",
                 "where the legend of curves is: above or below them, inside their axes, or as names at their ends",
                 kLegendPlaces),
          "Legend position", {}, kLegendPlaceWords),
    shown(choice("legend_words", "whether the legend shows the names of kinds or their letters", kLegendWords),
          "Legend labels", {}, kLegendWordWords),
    field(
        Parameter{.key = "words",
                  .type = ParameterType::Names,
                  .meaning =
                      "custom legend text; an empty one restores the default, e.g. {\"F\": \"Forward Pass\", \"idle\": "
                      "\"Devices idle\"}",
                  .most = 64,
                  .parts = kTexts},
        "Legend text", "Custom legend text by kind (F, B, I, W) and for idle, separated by semicolons.",
        "F=Forward; B=Backward"),
    shown(flag("chunk_key", "whether the legend shows which shade is which chunk", 0), "Chunk shades in legend",
          "The legend shows which shade is which chunk."),
    list("schedules", "the schedules to draw, by kind or position, e.g. \"1f1b\" or \"#2\"; default: all", kTexts,
         10'000),
    field(Parameter{.key = "sliders",
                    .type = ParameterType::Names,
                    .meaning = "sliders of a web page, at most two: a number of the scenario and the values that it "
                               "takes, e.g. {\"comm\": \"0..30\"}",
                    .most = 2,
                    .parts = kTexts},
          "Sliders",
          "Sliders of a web page, at most two: a number of the scenario and its values, separated by semicolons. The "
          "results are computed when the page is saved.",
          "comm=0..30"),
    field(number("begin", "time at which the picture starts, in the scenario's unit"), "From",
          "The time at which the picture starts.", "start"),
    field(number("end", "time at which the picture ends, in the scenario's unit"), "To",
          "The time at which the picture ends.", "end"),
    field(list("highlight", "ops to frame, e.g. 2B7, or several with *, e.g. 2B*", kTexts, kMostRefs), "Highlight",
          "Operations to frame: stage, letter and microbatch, numbered as in the picture, such as 2B7. Use * for all: "
          "*F* is every "
          "forward. Start with #2: for the second schedule.",
          "2B7, *F0"),
    field(list("dim", "ops to dim, in the same notation", kTexts, kMostRefs), "Dim",
          "Operations to dim: stage, letter and microbatch, numbered as in the picture, such as 2B7. Use * for all: "
          "*F* is every "
          "forward. Start with #2: for the second schedule.",
          ""),
    field(list("notes",
               "annotations: {\"kind\": \"bracket\", \"from\": \"0F0\", \"to\": \"0F3\", \"text\": \"warm-up\"}, an "
               "arrow, "
               "or a note, which has no \"to\"",
               kNoteObjects, kMostNotes),
          "Annotations (one per line)",
          "One per line: bracket FROM TO TEXT, arrow FROM TO, note AT TEXT. A place is an operation, such as 2B7, or a "
          "device and a time, such as 2@35.5, numbered as in the picture. Or right-click the picture, and drag texts.",
          "bracket 0F0 0F3 warm-up\narrow 0F3 1F3\nnote 3B0 turns here"),
};

}  // namespace style_keys

inline constexpr Parameter kStyleParameter = {
    .key = "style",
    .type = ParameterType::Object,
    .meaning = "how pictures look: a named style, optionally with some of these keys",
    .parts = style_keys::kStyleKeys};

}  // namespace bubblescope
