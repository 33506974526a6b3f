#include "widgets/picture/picture_option.h"

#include "engine/core/text.h"
#include "engine/style/style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <algorithm>
#include <type_traits>

namespace bubblescope {

namespace {

// Enums are the choices of their parameters, in the same order.
constexpr std::span<const std::string_view> choicesOf(ThemeId) { return style_keys::kThemes; }
constexpr std::span<const std::string_view> choicesOf(Pattern) { return style_keys::kPatterns; }
constexpr std::span<const std::string_view> choicesOf(ColorBy) { return style_keys::kColorings; }
constexpr std::span<const std::string_view> choicesOf(CellLabel) { return style_keys::kLabelings; }
constexpr std::span<const std::string_view> choicesOf(Notation) { return style_keys::kNotations; }
constexpr std::span<const std::string_view> choicesOf(Header) { return style_keys::kHeaders; }
constexpr std::span<const std::string_view> choicesOf(TimeAxis) { return style_keys::kAxes; }
constexpr std::span<const std::string_view> choicesOf(Flush) { return style_keys::kFlushes; }
constexpr std::span<const std::string_view> choicesOf(LogAxes) { return style_keys::kLogAxes; }
constexpr std::span<const std::string_view> choicesOf(Switch) { return style_keys::kSwitches; }
constexpr std::span<const std::string_view> choicesOf(LegendPlace) { return style_keys::kLegendPlaces; }
constexpr std::span<const std::string_view> choicesOf(ChartDevices) { return style_keys::kDevices; }
constexpr std::span<const std::string_view> choicesOf(LegendWords) { return style_keys::kLegendWords; }

std::size_t indexAmong(std::span<const std::string_view> words, const ParameterValue& value) {
    return static_cast<std::size_t>(std::ranges::find(words, std::get<std::string>(value.held)) - words.begin());
}

// A member as a value, and a checked value as the member, by the member's type.

template <class T>
ParameterValue written(const T& member) {
    if constexpr (std::is_enum_v<T>)
        return {std::string(choicesOf(member)[static_cast<std::size_t>(member)])};
    else
        return {member};
}
template <class T>
void read(T& member, const ParameterValue& value) {
    if constexpr (std::is_enum_v<T>)
        member = static_cast<T>(indexAmong(choicesOf(member), value));
    else
        member = std::get<T>(value.held);
}

ParameterValue written(const QString& text) { return textValue(text); }
void read(QString& text, const ParameterValue& value) { text = toText(value); }

ParameterValue written(const Length& length) { return {textOf(length)}; }
void read(Length& length, const ParameterValue& value) { length = *lengthIn(std::get<std::string>(value.held), true); }

ParameterValue written(const ShownRanges& ranges) { return {textOf(ranges)}; }
void read(ShownRanges& ranges, const ParameterValue& value) {
    ranges = *shownRangesIn(std::get<std::string>(value.held));
}

ParameterValue written(const OpRef& ref) { return {textOf(ref)}; }
void read(OpRef& ref, const ParameterValue& value) { ref = *opRefIn(std::get<std::string>(value.held)); }

ParameterValue written(const PictureNote& note) { return {valuesOf(note)}; }
void read(PictureNote& note, const ParameterValue& value) {
    note = *noteOf(std::get<ParameterValue::Object>(value.held));
}

ParameterValue written(const Quantity& bubble) { return {std::string(infoOf(bubble).id)}; }
void read(Quantity& bubble, const ParameterValue& value) {
    for (const Quantity one : quantitiesIn(kIsBubble))
        if (infoOf(one).id == std::get<std::string>(value.held)) bubble = one;
}

ParameterValue written(const SchemeMarks& marks) {
    ParameterValue::List list;
    for (std::size_t i = 0; i < std::size(kMarkMembers); ++i)
        if (marks.*kMarkMembers[i]) list.push_back({std::string(style_keys::kMarks[i])});
    return {std::move(list)};
}
void read(SchemeMarks& marks, const ParameterValue& value) {
    marks = {};
    for (const ParameterValue& mark : std::get<ParameterValue::List>(value.held))
        marks.*kMarkMembers[indexAmong(style_keys::kMarks, mark)] = true;
}

/// Legend texts by kind; an empty one is none.
ParameterValue written(const LegendTexts& words) {
    ParameterValue::Object all;
    for (const auto& [kind, word] : words) setNamed(all, kind.toStdString(), textValue(word));
    return {std::move(all)};
}
void read(LegendTexts& words, const ParameterValue& value) {
    words.clear();
    for (const auto& [kind, word] : std::get<ParameterValue::Object>(value.held))
        if (const QString text = toText(word); !text.isEmpty()) words[toQString(kind)] = text;
}

template <class T>
ParameterValue written(const std::vector<T>& all) {
    ParameterValue::List list;
    for (const T& one : all) list.push_back(written(one));
    return {std::move(list)};
}
template <class T>
void read(std::vector<T>& all, const ParameterValue& value) {
    all.clear();
    for (const ParameterValue& one : std::get<ParameterValue::List>(value.held)) read(all.emplace_back(), one);
}

/// Schedules by position: "#2".
ParameterValue written(const std::vector<int>& places) {
    ParameterValue::List list;
    for (const int place : places) list.push_back({'#' + std::to_string(place + 1)});
    return {std::move(list)};
}
void read(std::vector<int>& places, const ParameterValue& value) {
    places.clear();
    for (const ParameterValue& place : std::get<ParameterValue::List>(value.held))
        places.push_back(toText(place).mid(1).toInt() - 1);
}

/// An option that may have no value is written only if it has one.
template <class T>
ParameterValue written(const std::optional<T>& member) {
    return written(*member);
}
template <class T>
void read(std::optional<T>& member, const ParameterValue& value) {
    read(member.emplace(0), value);
}

bool has(const auto&) { return true; }
template <class T>
bool has(const std::optional<T>& value) {
    return value.has_value();
}

/// An option that is a member of PictureOptions.
template <auto kMember>
constexpr PictureOption option(PictureOption rest) {
    rest.isSet = [](const PictureOptions& options) { return has(options.*kMember); };
    rest.get = [](const PictureOptions& options) { return written(options.*kMember); };
    rest.set = [](PictureOptions& options, const ParameterValue& value) { read(options.*kMember, value); };
    return rest;
}

// The reasons why options have no effect.
const char* ofPixels(const PictureOptions&, const Drawn& drawn) {
    return drawn.format && !drawn.format->isOfPixels
               ? QT_TRANSLATE_NOOP("Text", "has no effect here: only PNG and GIF are made of pixels")
               : nullptr;
}
const char* ofSliders(const PictureOptions&, const Drawn& drawn) {
    return drawn.format && !drawn.format->isOfScenes
               ? QT_TRANSLATE_NOOP("Text", "has no effect here: only a web page has sliders")
               : nullptr;
}
const char* byKind(const PictureOptions& options, const Drawn&) {
    return options.colorBy == ColorBy::Kind
               ? nullptr
               : QT_TRANSLATE_NOOP("Text", "has no effect here: ops are coloured by microbatch");
}
const char* ofPalette(const PictureOptions& options, const Drawn& drawn) {
    if (drawn.what == kOfGantts) return byKind(options, drawn);
    const auto isOfCharts = [&](const char* id) { return options.palette == QLatin1String(id); };
    return drawn.what == kOfMemory || isOfCharts("default") || isOfCharts("safe") || isOfCharts("print")
               ? nullptr
               : QT_TRANSLATE_NOOP("Text", "has no effect here: only default, safe and print have colours for charts");
}
const char* ofLegend(const PictureOptions& options, const Drawn&) {
    return options.legend ? nullptr : QT_TRANSLATE_NOOP("Text", "has no effect here: there is no legend");
}
const char* ofHeader(const PictureOptions& options, const Drawn&) {
    return options.header == Header::None ? QT_TRANSLATE_NOOP("Text", "has no effect here: there is no header")
                                          : nullptr;
}
const char* ofNumbers(const PictureOptions& options, const Drawn&) {
    return options.labels == CellLabel::None ? QT_TRANSLATE_NOOP("Text", "has no effect here: cells have no numbers")
                                             : nullptr;
}
const char* ofMarks(const PictureOptions& options, const Drawn& drawn) {
    if ((options.marks.fetches || options.marks.transfers) && drawn.format && drawn.format->isOfScenes)
        return QT_TRANSLATE_NOOP("Text", "fetches and transfers have no effect on a web page");
    if ((options.marks.fetches || options.marks.transfers) && !drawn.hasSchemes)
        return QT_TRANSLATE_NOOP("Text", "fetches and transfers have no effect here: only placement schemes have them");
    if (options.marks.held && drawn.areSteps)
        return QT_TRANSLATE_NOOP("Text", "held has no effect here: training steps have no count of activations");
    return nullptr;
}
const char* ofTitle(const PictureOptions& options, const Drawn& drawn) {
    return drawn.what != kOfOthers || options.title.isEmpty()
               ? nullptr
               : QT_TRANSLATE_NOOP("Text", "must be empty here: this picture has its own title or none");
}
const char* ofFacts(const PictureOptions& options, const Drawn& drawn) {
    if (drawn.areSteps) return QT_TRANSLATE_NOOP("Text", "has no effect here: training steps have no bubble");
    if (options.header != Header::Full)
        return QT_TRANSLATE_NOOP("Text", "has no effect here: the header shows no facts");
    return nullptr;
}
const char* ofFlush(const PictureOptions&, const Drawn& drawn) {
    return drawn.areSteps ? QT_TRANSLATE_NOOP("Text", "has no effect here: training steps have their own optimizer")
                          : nullptr;
}
const char* ofChunks(const PictureOptions& options, const Drawn& drawn) {
    if (!drawn.hasChunks) return QT_TRANSLATE_NOOP("Text", "has no effect here: no device has more than one chunk");
    const char* const why = ofLegend(options, drawn);
    return why ? why : byKind(options, drawn);
}

constexpr PictureOption kOptions[] = {
#define PICTURE_OPTION(MEMBER, TYPE, USUAL, KEY, OPTION, ...) \
    option<&PictureOptions::MEMBER>({.key = KEY, .option = OPTION __VA_OPT__(, ) __VA_ARGS__}),
#include "widgets/picture/picture_options.def"
#undef PICTURE_OPTION
};

}  // namespace

const Parameter& PictureOption::parameter() const {
    const auto found = std::ranges::find(style_keys::kStyleKeys, key, &Parameter::key);
    return *found;
}

const char* PictureOption::whyIdle(const PictureOptions& options, const Drawn& drawn) const {
    if (isOfStills && drawn.format && drawn.format->isOfScenes)
        return QT_TRANSLATE_NOOP("Text", "has no effect on a web page, which fills its window and zooms");
    return idle(options, drawn);
}

std::span<const PictureOption> pictureOptions() { return kOptions; }

const PictureOption* findPictureOption(std::string_view key) {
    const auto found = std::ranges::find(kOptions, key, &PictureOption::key);
    return found == std::end(kOptions) ? nullptr : &*found;
}

ParameterValue textValue(const QString& text) { return {text.toStdString()}; }
QString toText(const ParameterValue& value) { return toQString(std::get<std::string>(value.held)); }

}  // namespace bubblescope
