#include "widgets/picture/picture_option.h"

#include "engine/core/text.h"
#include "engine/style/style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <algorithm>

namespace bubblescope {

namespace {

QString toText(const ParameterValue& value) { return toQString(std::get<std::string>(value.held)); }
/// A choice by its index among the words of its parameter.
template <class Choice>
Choice toChoice(std::span<const std::string_view> words, const ParameterValue& value) {
    const auto found = std::ranges::find(words, std::get<std::string>(value.held));
    return static_cast<Choice>(found - words.begin());
}
template <class Choice>
ParameterValue fromChoice(std::span<const std::string_view> words, Choice choice) {
    return {std::string(words[static_cast<std::size_t>(choice)])};
}

Length toLength(const ParameterValue& value) { return *lengthIn(std::get<std::string>(value.held)); }

/// An empty text means none.
ParameterValue fromLength(const std::optional<Length>& length) { return {length ? textOf(*length) : std::string()}; }

template <class T, class Read>
std::vector<T> toList(const ParameterValue& value, Read read) {
    std::vector<T> all;
    for (const ParameterValue& element : std::get<ParameterValue::List>(value.held)) all.push_back(read(element));
    return all;
}
template <class T, class Write>
ParameterValue fromList(const std::vector<T>& all, Write write) {
    ParameterValue::List list;
    for (const T& one : all) list.push_back(write(one));
    return {std::move(list)};
}

OpRef toRef(const ParameterValue& value) { return *opRefIn(std::get<std::string>(value.held)); }
ParameterValue fromRef(const OpRef& ref) { return {textOf(ref)}; }

// The reasons why options have no effect.
constexpr const char* always(const PictureOptions&, const Drawn&) { return nullptr; }
const char* ofPixels(const PictureOptions&, const Drawn& drawn) {
    return drawn.format && !drawn.format->isOfPixels
               ? QT_TRANSLATE_NOOP("Text", "has no effect here: only PNG and GIF are made of pixels")
               : nullptr;
}
const char* byKind(const PictureOptions& options, const Drawn&) {
    return options.colorBy == ColorBy::Kind
               ? nullptr
               : QT_TRANSLATE_NOOP("Text", "has no effect here: ops are coloured by microbatch");
}
const char* ofLegend(const PictureOptions& options, const Drawn&) {
    return options.legend ? nullptr : QT_TRANSLATE_NOOP("Text", "has no effect here: there is no legend");
}
const char* ofHeader(const PictureOptions& options, const Drawn&) {
    return options.header == Header::None ? QT_TRANSLATE_NOOP("Text", "has no effect here: there is no header")
                                          : nullptr;
}

// `value` is the text for the help if the option is not a choice.
const PictureOption kOptions[] = {
    {.key = "width",
     .option = "--width",
     .value = "W",
     .isOfAll = true,
     .isContent = true,
     .get = [](const PictureOptions& o) { return fromLength(o.width); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.width = toLength(v); },
     .idle = always},
    {.key = "height",
     .option = "--height",
     .value = "H",
     .isOfAll = true,
     .isContent = true,
     .get = [](const PictureOptions& o) { return fromLength(o.height); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.height = toLength(v); },
     .idle = always},
    {.key = "type",
     .option = "--type",
     .value = "SIZE",
     .isOfAll = true,
     .get = [](const PictureOptions& o) { return fromLength(o.type); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.type = toLength(v); },
     .idle = always},
    {.key = "scale",
     .option = "--scale",
     .value = "N",
     .isOfAll = true,
     .isContent = true,
     .get = [](const PictureOptions& o) { return ParameterValue{o.scale}; },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.scale = std::get<double>(v.held); },
     .idle = ofPixels},
    {.key = "theme",
     .option = "--theme",
     .value = nullptr,
     .isOfAll = true,
     .get = [](const PictureOptions& o) { return fromChoice(style_keys::kThemes, o.theme); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.theme = toChoice<ThemeId>(style_keys::kThemes, v); },
     .idle = always},
    {.key = "palette",
     .option = "--palette",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return textValue(o.palette); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.palette = toText(v); },
     .idle = byKind},
    {.key = "color_by",
     .option = "--color-by",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return fromChoice(style_keys::kColorings, o.colorBy); },
     .set = [](PictureOptions& o,
               const ParameterValue& v) { o.colorBy = toChoice<ColorBy>(style_keys::kColorings, v); },
     .idle = always},
    {.key = "labels",
     .option = "--labels",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return fromChoice(style_keys::kLabelings, o.labels); },
     .set = [](PictureOptions& o,
               const ParameterValue& v) { o.labels = toChoice<CellLabel>(style_keys::kLabelings, v); },
     .idle = always},
    {.key = "first_number",
     .option = "--first-number",
     .value = "0|1",
     .get = [](const PictureOptions& o) { return ParameterValue{o.firstNumber}; },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.firstNumber = std::get<int>(v.held); },
     .idle =
         [](const PictureOptions& o, const Drawn&) {
             return o.labels == CellLabel::None ? QT_TRANSLATE_NOOP("Text", "has no effect here: cells have no numbers")
                                                : nullptr;
         }},
    {.key = "marks",
     .option = "--marks",
     .value = "fetches,transfers,held,critical",
     .isContent = true,
     .get =
         [](const PictureOptions& o) {
             ParameterValue::List list;
             for (std::size_t i = 0; i < std::size(kMarkMembers); ++i)
                 if (o.marks.*kMarkMembers[i]) list.push_back({std::string(style_keys::kMarks[i])});
             return ParameterValue{std::move(list)};
         },
     .set =
         [](PictureOptions& o, const ParameterValue& v) {
             o.marks = {};
             for (const ParameterValue& mark : std::get<ParameterValue::List>(v.held))
                 o.marks.*kMarkMembers[toChoice<std::size_t>(style_keys::kMarks, mark)] = true;
         },
     .idle = [](const PictureOptions& o, const Drawn& drawn) -> const char* {
         if ((o.marks.fetches || o.marks.transfers) && !drawn.hasSchemes)
             return QT_TRANSLATE_NOOP("Text",
                                      "fetches and transfers have no effect here: only placement schemes have them");
         if (o.marks.held && drawn.areSteps)
             return QT_TRANSLATE_NOOP("Text", "held has no effect here: training steps have no count of activations");
         return nullptr;
     }},
    {.key = "title",
     .option = "--title",
     .value = "TEXT",
     .isOfAll = true,
     .isContent = true,
     .get = [](const PictureOptions& o) { return textValue(o.title); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.title = toText(v); },
     .idle = [](const PictureOptions& o, const Drawn& drawn) -> const char* {
         return drawn.areGantts || o.title.isEmpty()
                    ? nullptr
                    : QT_TRANSLATE_NOOP("Text", "must be empty here: this picture has its own title or none");
     }},
    {.key = "caption",
     .option = "--caption",
     .value = "TEXT",
     .isContent = true,
     .get = [](const PictureOptions& o) { return textValue(o.caption); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.caption = toText(v); },
     .idle = always},
    {.key = "header",
     .option = "--header",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return fromChoice(style_keys::kHeaders, o.header); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.header = toChoice<Header>(style_keys::kHeaders, v); },
     .idle = always},
    {.key = "bubble",
     .option = "--bubble",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return ParameterValue{std::string(infoOf(o.bubble).id)}; },
     .set =
         [](PictureOptions& o, const ParameterValue& v) {
             for (const Quantity bubble : quantitiesIn(kIsBubble))
                 if (infoOf(bubble).id == std::get<std::string>(v.held)) o.bubble = bubble;
         },
     .idle = [](const PictureOptions& o, const Drawn& drawn) -> const char* {
         if (drawn.areSteps) return QT_TRANSLATE_NOOP("Text", "has no effect here: training steps have no bubble");
         if (o.header != Header::Full)
             return QT_TRANSLATE_NOOP("Text", "has no effect here: the header shows no facts");
         return nullptr;
     }},
    {.key = "dot",
     .option = "--dot",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return ParameterValue{o.hasDot}; },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.hasDot = std::get<bool>(v.held); },
     .idle = ofHeader},
    {.key = "letters",
     .option = "--letters",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return ParameterValue{o.hasLetters}; },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.hasLetters = std::get<bool>(v.held); },
     .idle = always},
    {.key = "workers",
     .option = "--workers",
     .value = "TEXT",
     .get = [](const PictureOptions& o) { return textValue(o.workers); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.workers = toText(v); },
     .idle = always},
    {.key = "first_worker",
     .option = "--first-worker",
     .value = "N",
     .get = [](const PictureOptions& o) { return ParameterValue{o.firstWorker}; },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.firstWorker = std::get<int>(v.held); },
     .idle = always},
    {.key = "axis",
     .option = "--axis",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return fromChoice(style_keys::kAxes, o.axis); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.axis = toChoice<TimeAxis>(style_keys::kAxes, v); },
     .idle = always},
    {.key = "legend",
     .option = "--legend",
     .value = nullptr,
     .isOfAll = true,
     .get = [](const PictureOptions& o) { return ParameterValue{o.legend}; },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.legend = std::get<bool>(v.held); },
     .idle = always},
    {.key = "legend_words",
     .option = "--legend-words",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return fromChoice(style_keys::kLegendWords, o.legendWords); },
     .set = [](PictureOptions& o,
               const ParameterValue& v) { o.legendWords = toChoice<LegendWords>(style_keys::kLegendWords, v); },
     .idle = ofLegend},
    {.key = "words",
     .option = "--words",
     .value = "KIND=WORD",
     .get =
         [](const PictureOptions& o) {
             ParameterValue::Object words;
             for (const auto& [kind, word] : o.words) setNamed(words, kind.toStdString(), textValue(word));
             return ParameterValue{std::move(words)};
         },
     .set =
         [](PictureOptions& o, const ParameterValue& v) {
             o.words.clear();
             for (const auto& [kind, word] : std::get<ParameterValue::Object>(v.held))
                 if (const QString text = toText(word); !text.isEmpty()) o.words[toQString(kind)] = text;
         },
     .idle = ofLegend},
    {.key = "chunk_key",
     .option = "--chunk-key",
     .value = nullptr,
     .get = [](const PictureOptions& o) { return ParameterValue{o.hasChunkKey}; },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.hasChunkKey = std::get<bool>(v.held); },
     .idle = [](const PictureOptions& o, const Drawn& drawn) -> const char* {
         if (!drawn.hasChunks)
             return QT_TRANSLATE_NOOP("Text", "has no effect here: no device has more than one chunk");
         const char* const why = ofLegend(o, drawn);
         return why ? why : byKind(o, drawn);
     }},
    {.key = "schedules",
     .option = "--schedule",
     .value = "KIND|#n",
     .isContent = true,
     .get =
         [](const PictureOptions& o) {
             return fromList(o.schedules, [](int place) { return ParameterValue{'#' + std::to_string(place + 1)}; });
         },
     .set =
         [](PictureOptions& o, const ParameterValue& v) {
             o.schedules = toList<int>(v, [](const ParameterValue& place) { return toText(place).mid(1).toInt() - 1; });
         },
     .idle = always},
    {.key = "begin",
     .option = "--begin",
     .value = "TIME",
     .isContent = true,
     .get = [](const PictureOptions& o) { return ParameterValue{o.begin.value_or(0)}; },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.begin = std::get<double>(v.held); },
     .idle = always},
    {.key = "end",
     .option = "--end",
     .value = "TIME",
     .isContent = true,
     .get = [](const PictureOptions& o) { return ParameterValue{o.end.value_or(0)}; },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.end = std::get<double>(v.held); },
     .idle = always},
    {.key = "highlight",
     .option = "--highlight",
     .value = "OPS",
     .isContent = true,
     .get = [](const PictureOptions& o) { return fromList(o.highlighted, fromRef); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.highlighted = toList<OpRef>(v, toRef); },
     .idle = always},
    {.key = "dim",
     .option = "--dim",
     .value = "OPS",
     .isContent = true,
     .get = [](const PictureOptions& o) { return fromList(o.dimmed, fromRef); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.dimmed = toList<OpRef>(v, toRef); },
     .idle = always},
    {.key = "notes",
     .option = "--note",
     .value = "NOTE",
     .isContent = true,
     .get =
         [](const PictureOptions& o) {
             return fromList(o.notes, [](const PictureNote& note) { return ParameterValue{valuesOf(note)}; });
         },
     .set =
         [](PictureOptions& o, const ParameterValue& v) {
             o.notes = toList<PictureNote>(
                 v, [](const ParameterValue& note) { return *noteOf(std::get<ParameterValue::Object>(note.held)); });
         },
     .idle = always},
};

}  // namespace

bool isSet(const PictureOption& option, const PictureOptions& options) {
    if (option.key == "begin") return options.begin.has_value();
    if (option.key == "end") return options.end.has_value();
    if (option.key == "height") return options.height.has_value();
    if (option.key == "type") return options.type.has_value();
    return true;
}

const Parameter& PictureOption::parameter() const {
    const auto found = std::ranges::find(style_keys::kStyleKeys, key, &Parameter::key);
    return *found;
}

std::span<const PictureOption> pictureOptions() { return kOptions; }

const PictureOption* findPictureOption(std::string_view key) {
    const auto found = std::ranges::find(kOptions, key, &PictureOption::key);
    return found == std::end(kOptions) ? nullptr : &*found;
}

ParameterValue textValue(const QString& text) { return {text.toStdString()}; }

}  // namespace bubblescope
