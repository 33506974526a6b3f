#pragma once

#include "engine/scenario/parameters.h"

namespace bubblescope {

// The keys of `style` in scenarios and of style files: reader, writer, limits, `--set` and schema follow. How pictures
// take them stands in widgets/picture/figure_options.cpp, a line each.

namespace style_keys {

// What chooses among constants of the drawing has its words here; tests hold both against each other.
inline constexpr std::string_view kThemes[] = {"light", "dark", "print"};
inline constexpr std::string_view kPalettes[] = {"default", "megatron", "zero-bubble", "pytorch", "deepseek", "print"};
inline constexpr std::string_view kColorings[] = {"kind", "microbatch"};
inline constexpr std::string_view kLabelings[] = {"microbatch", "stage", "operation", "none"};
inline constexpr std::string_view kMarks[] = {"fetches", "transfers", "held", "critical"};
inline constexpr std::string_view kHeaders[] = {"full", "name", "none"};
inline constexpr std::string_view kAxes[] = {"ticks", "arrow", "none"};
inline constexpr std::string_view kLegendWords[] = {"words", "letters"};
inline constexpr std::string_view kBubbles[] = {"bubble_ratio", "bubble_over_ideal", "longest_span_bubble",
                                                "recompute_as_waste"};
inline constexpr std::string_view kNotes[] = {"bracket", "arrow", "note"};

inline constexpr double kMostRefs = 1'000, kMostNotes = 200, kMostTime = 1e12;

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

inline constexpr Parameter kTexts[] = {text({}, {})};
inline constexpr Parameter kMarkNames[] = {choice({}, {}, kMarks)};
inline constexpr Parameter kNoteKeys[] = {
    choice("kind", "what is drawn", kNotes),
    text("from", "an op, such as 2B7, or several with * in a place, or a device and a time: 2@35.5"),
    text("to", "where a bracket or an arrow ends: likewise"),
    text("text", "what it says"),
};
inline constexpr Parameter kNoteObjects[] = {{.key = {}, .type = ParameterType::Object, .parts = kNoteKeys}};

inline constexpr Parameter kStyleKeys[] = {
    text("base", "a named style, which holds where no key of one's own says otherwise", "default"),
    text("width", "of the picture: 3.3in, 84mm, 252pt, 1200, or a width by its name", "1200px"),
    text("height", "of the picture; as high as it needs where left out"),
    text("type", "the size of names, from which all other lengths follow: 8pt", "13px"),
    {.key = "scale",
     .type = ParameterType::Number,
     .meaning = "pixels of a PNG or GIF for each CSS pixel, of which an inch has 96: 3.125 is 300 dpi",
     .least = 1,
     .most = 12,
     .usual = 1},
    choice("theme", "the colours of all but ops", kThemes),
    choice("palette", "the colours of ops", kPalettes),
    choice("color_by", "what ops of one colour have in common", kColorings),
    choice("labels", "what cells say", kLabelings),
    {.key = "first_number",
     .meaning = "from which microbatches and stages are counted",
     .least = 0,
     .most = 1,
     .usual = 0},
    choice("bubble", "which bubble title lines tell", kBubbles),
    list("marks", "what is shown beside ops", kMarkNames, 4),
    text("title", "above all; the scenario's where left out, none where empty"),
    text("caption", "words below all"),
    choice("header", "what stands above the rows of a schedule: its name and facts, its name, or nothing", kHeaders),
    flag("dot", "whether its colour stands beside its name", 1),
    flag("letters", "whether schedules are called (a), (b), ...", 0),
    text("workers", "what stands beside rows, with # in the place of the number: Device #", "#"),
    {.key = "first_worker", .meaning = "from which rows are counted", .least = 0, .most = 1'000'000, .usual = 0},
    choice("axis", "what stands below the rows: ticks with times, an arrow, or nothing", kAxes),
    flag("legend", "whether there is one", 1),
    choice("legend_words", "whether it has the words of kinds, or their letters", kLegendWords),
    {.key = "words",
     .type = ParameterType::Names,
     .meaning = "words of one's own in the legend, the usual one where empty: {\"F\": \"Forward Pass\", \"idle\": "
                "\"Devices idle\"}",
     .most = 64,
     .parts = kTexts},
    flag("chunk_key", "whether the legend tells which shade is which chunk", 0),
    list("schedules", "which are drawn, by kind or place: \"1f1b\", \"#2\"; all where left out", kTexts, 10'000),
    number("begin", "the time at which the picture begins, in the scenario's unit"),
    number("end", "and ends"),
    list("highlight", "ops that are framed: 2B7, or several with * in a place", kTexts, kMostRefs),
    list("dim", "ops that stand back: likewise", kTexts, kMostRefs),
    list("notes",
         "what is drawn at ops: {\"kind\": \"bracket\", \"from\": \"0F0\", \"to\": \"0F3\", \"text\": \"warm-up\"}, an "
         "arrow, or "
         "a note, which has no \"to\"",
         kNoteObjects, kMostNotes),
};

}  // namespace style_keys

inline constexpr Parameter kStyleParameter = {.key = "style",
                                              .type = ParameterType::Object,
                                              .meaning = "how pictures look: a named style, or these keys over one",
                                              .parts = style_keys::kStyleKeys};

}  // namespace bubblescope
