#include "widgets/picture/figure_options.h"

#include "engine/core/text.h"
#include "engine/style/style.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Picture", text); }

QString toText(const ParameterValue& value) { return toQString(std::get<std::string>(value.held)); }
ParameterValue fromText(const QString& text) { return {text.toStdString()}; }

/// A choice by its place among the words of its parameter.
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

/// An empty text stands for none.
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

// Why options mean nothing.
constexpr const char* always(const PictureOptions&, const Drawn&) { return nullptr; }
const char* ofPixels(const PictureOptions&, const Drawn& drawn) {
    return drawn.format && !drawn.format->isOfPixels
               ? QT_TRANSLATE_NOOP("Picture", "means nothing here: only a PNG or GIF is made of pixels")
               : nullptr;
}
const char* byKind(const PictureOptions& options, const Drawn&) {
    return options.colorBy == ColorBy::Kind
               ? nullptr
               : QT_TRANSLATE_NOOP("Picture", "means nothing here: ops are coloured by microbatch");
}
const char* ofLegend(const PictureOptions& options, const Drawn&) {
    return options.legend ? nullptr : QT_TRANSLATE_NOOP("Picture", "means nothing here: there is no legend");
}
const char* ofHeader(const PictureOptions& options, const Drawn&) {
    return options.header == Header::None ? QT_TRANSLATE_NOOP("Picture", "means nothing here: there is no header")
                                          : nullptr;
}

// Each is in words of the help where it is not a choice.
const FigureOption kOptions[] = {
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
     .get = [](const PictureOptions& o) { return fromText(o.palette); },
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
             return o.labels == CellLabel::None
                        ? QT_TRANSLATE_NOOP("Picture", "means nothing here: cells have no numbers")
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
             return QT_TRANSLATE_NOOP(
                 "Picture",
                 "fetches and transfers mean nothing here: no placement scheme is drawn, only those have any");
         if (o.marks.held && drawn.areSteps)
             return QT_TRANSLATE_NOOP("Picture", "held means nothing here: training steps tell no activations");
         return nullptr;
     }},
    {.key = "title",
     .option = "--title",
     .value = "TEXT",
     .isOfAll = true,
     .isContent = true,
     .get = [](const PictureOptions& o) { return fromText(o.title); },
     .set = [](PictureOptions& o, const ParameterValue& v) { o.title = toText(v); },
     .idle = [](const PictureOptions& o, const Drawn& drawn) -> const char* {
         return drawn.areGantts || o.title.isEmpty()
                    ? nullptr
                    : QT_TRANSLATE_NOOP("Picture", "must be empty here: it has a title of its own, or none");
     }},
    {.key = "caption",
     .option = "--caption",
     .value = "TEXT",
     .isContent = true,
     .get = [](const PictureOptions& o) { return fromText(o.caption); },
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
         if (drawn.areSteps) return QT_TRANSLATE_NOOP("Picture", "means nothing here: training steps tell no bubble");
         if (o.header != Header::Full)
             return QT_TRANSLATE_NOOP("Picture", "means nothing here: the header has no facts");
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
     .get = [](const PictureOptions& o) { return fromText(o.workers); },
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
             for (const auto& [kind, word] : o.words) setNamed(words, kind.toStdString(), fromText(word));
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
         if (!drawn.hasChunks) return QT_TRANSLATE_NOOP("Picture", "means nothing here: no device has several chunks");
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
             return fromList(o.notes, [](const FigureNote& note) { return ParameterValue{valuesOf(note)}; });
         },
     .set =
         [](PictureOptions& o, const ParameterValue& v) {
             o.notes = toList<FigureNote>(
                 v, [](const ParameterValue& note) { return *noteOf(std::get<ParameterValue::Object>(note.held)); });
         },
     .idle = always},
};

QStringList splitAt(const QString& text, const QRegularExpression& separators) {
    QStringList parts;
    for (const QString& part : text.split(separators, Qt::SkipEmptyParts))
        if (!part.trimmed().isEmpty()) parts += part.trimmed();
    return parts;
}

Result<ParameterValue> flagIn(const QString& text) {
    if (text == QLatin1String("on")) return ParameterValue{true};
    if (text == QLatin1String("off")) return ParameterValue{false};
    return Error{tr("must be on or off, is \"%1\"").arg(text).toStdString(), {}};
}

Result<ParameterValue> numberIn(const QString& text, bool isWhole) {
    bool ok = false;
    const double number = text.toDouble(&ok);
    if (!ok || !std::isfinite(number) || (isWhole && number != std::floor(number)))
        return Error{(isWhole ? tr("must be a whole number, is \"%1\"") : tr("must be a number, is \"%1\""))
                         .arg(text)
                         .toStdString(),
                     {}};
    if (!isWhole) return ParameterValue{number};
    return ParameterValue{static_cast<int>(std::clamp(number, -1.0 * kPastWhole, 1.0 * kPastWhole))};
}

QStringList wordsOf(std::span<const std::string_view> choices) {
    QStringList words;
    for (const std::string_view choice : choices) words += toQString(choice);
    return words;
}

Result<ParameterValue> choiceIn(std::span<const std::string_view> choices, const QString& text) {
    const QStringList words = wordsOf(choices);
    if (words.contains(text)) return fromText(text);
    return Error{tr("must be %1, is \"%2\"").arg(orListed(words), text).toStdString(), {}};
}

Result<ParameterValue> wordsIn(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[;\n]"));
    ParameterValue::Object words;
    for (const QString& pair : splitAt(text, kBetween)) {
        const qsizetype equals = pair.indexOf(QLatin1Char('='));
        if (equals <= 0)
            return Error{tr("must be a kind and its word, such as F=Forward, is \"%1\"").arg(pair).toStdString(), {}};
        setNamed(words, pair.left(equals).trimmed().toStdString(), fromText(pair.mid(equals + 1).trimmed()));
    }
    return ParameterValue{std::move(words)};
}

Result<ParameterValue> listIn(const Parameter& element, const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[,\\s]+")), kLines(QStringLiteral("\n"));
    const bool areNotes = element.type == ParameterType::Object;
    ParameterValue::List list;
    for (const QString& part : splitAt(text, areNotes ? kLines : kBetween)) {
        if (areNotes) {
            const auto note = noteIn(part.toStdString());
            if (!note) return note.error();
            list.push_back({valuesOf(*note)});
        } else if (element.type == ParameterType::Choice) {
            if (!choiceIn(element.choices, part))
                return Error{tr("must be %1, or several with commas between, is \"%2\"")
                                 .arg(orListed(wordsOf(element.choices)), part)
                                 .toStdString(),
                             {}};
            list.push_back(fromText(part));
        } else {
            list.push_back(fromText(part));
        }
    }
    return ParameterValue{std::move(list)};
}

Result<ParameterValue> uncheckedIn(const Parameter& parameter, const QString& text) {
    switch (parameter.type) {
        case ParameterType::Flag: return flagIn(text);
        case ParameterType::Whole: return numberIn(text, true);
        case ParameterType::Number: return numberIn(text, false);
        case ParameterType::Choice: return choiceIn(parameter.choices, text);
        case ParameterType::List: return listIn(parameter.parts.front(), text);
        case ParameterType::Names: return wordsIn(text);
        default: return fromText(text);
    }
}

void put(PictureOptions& options, const ParameterValue::Object& style) {
    for (const FigureOption& option : kOptions)
        if (const auto value = valueNamed(style, option.key)) option.set(options, *value);
}

/// Paper is printed in greys unless somebody says otherwise.
ParameterValue::Object withPrintPalette(ParameterValue::Object style) {
    const auto theme = valueNamed(style, "theme");
    if (theme == ParameterValue{std::string("print")} && !valueNamed(style, "palette"))
        setNamed(style, "palette", {std::string("print")});
    return style;
}

}  // namespace

bool isSet(const FigureOption& option, const PictureOptions& options) {
    if (option.key == "begin") return options.begin.has_value();
    if (option.key == "end") return options.end.has_value();
    if (option.key == "height") return options.height.has_value();
    if (option.key == "type") return options.type.has_value();
    return true;
}

Result<ParameterValue> valueIn(const FigureOption& option, const QString& text) {
    const Parameter& parameter = option.parameter();
    auto value = uncheckedIn(parameter, text);
    if (!value) return value;
    if (const auto* list = std::get_if<ParameterValue::List>(&value->held);
        list && static_cast<double>(list->size()) > parameter.most)
        return Error{tr("takes at most %1").arg(parameter.most).toStdString(), {}};
    ParameterValue::Object style;
    setNamed(style, option.key, *value);
    if (const auto ok = checkStyle(style); !ok) return Error{ok.error().message, {}};
    return value;
}

QString wordsOf(const FigureOption& option, const ParameterValue& value) {
    struct Writer {
        const FigureOption& option;
        QString operator()(bool flag) const { return flag ? QStringLiteral("on") : QStringLiteral("off"); }
        QString operator()(int number) const { return QString::number(number); }
        QString operator()(double number) const { return toQString(numberText(number)); }
        QString operator()(const std::string& text) const { return toQString(text); }
        QString operator()(const ParameterValue::List& list) const {
            QStringList parts;
            bool areNotes = false;
            for (const ParameterValue& part : list) {
                const auto* const note = std::get_if<ParameterValue::Object>(&part.held);
                areNotes |= note != nullptr;
                parts += note ? toQString(textOf(*noteOf(*note))) : wordsOf(option, part);
            }
            return parts.join(areNotes ? QStringLiteral("\n") : QStringLiteral(", "));
        }
        QString operator()(const ParameterValue::Object& words) const {
            QStringList parts;
            for (const auto& [kind, word] : words) parts += toQString(kind) + QLatin1Char('=') + wordsOf(option, word);
            return parts.join(QStringLiteral("; "));
        }
    };
    return std::visit(Writer{option}, value.held);
}

QString helpOf(const FigureOption& option) {
    if (option.value) return QLatin1String(option.value);
    if (option.parameter().type == ParameterType::Flag) return QStringLiteral("on|off");
    return wordsOf(option.parameter().choices).join(QLatin1Char('|'));
}

const Parameter& FigureOption::parameter() const {
    const auto found = std::ranges::find(style_keys::kStyleKeys, key, &Parameter::key);
    return *found;
}

std::span<const FigureOption> figureOptions() { return kOptions; }

const FigureOption* findFigureOption(std::string_view key) {
    const auto found = std::ranges::find(kOptions, key, &FigureOption::key);
    return found == std::end(kOptions) ? nullptr : &*found;
}

Result<std::vector<int>> entriesOf(const Scenario& scenario, const QString& text) {
    const int count = static_cast<int>(scenario.schedules.size());
    if (text.startsWith(QLatin1Char('#'))) {
        bool ok = false;
        const int place = text.mid(1).toInt(&ok);
        if (ok && place >= 1 && place <= count) return std::vector{place - 1};
        return Error{tr("must be #1 to #%1 or a kind, is \"%2\"").arg(count).arg(text).toStdString(), "schedules"};
    }
    std::vector<int> entries;
    std::vector<std::string_view> kinds;
    for (int i = 0; i < count; ++i) {
        const std::string& kind = scenario.schedules[static_cast<std::size_t>(i)].kind;
        kinds.push_back(kind);
        if (kind == text.toStdString()) entries.push_back(i);
    }
    if (!entries.empty()) return entries;
    const QString nearest = toQString(nearestName(text.toStdString(), kinds));
    return Error{tr("the scenario has no \"%1\"; the nearest it has is \"%2\"").arg(text, nearest).toStdString(),
                 "schedules"};
}

Result<PictureOptions> pictureOptionsOf(const ParameterValue::Object& style, const Scenario& scenario) {
    ParameterValue::Object all = withPrintPalette(resolvedStyle(style));
    std::vector<int> chosen;
    if (const auto named = valueNamed(all, "schedules"))
        for (const ParameterValue& name : std::get<ParameterValue::List>(named->held)) {
            const auto entries = entriesOf(scenario, toText(name));
            if (!entries) return entries.error();
            for (const int entry : *entries)
                if (std::ranges::find(chosen, entry) == chosen.end()) chosen.push_back(entry);
        }
    std::erase_if(all, [](const NamedValue& value) { return value.name == "schedules"; });
    PictureOptions options;
    options.title = toQString(scenario.title);
    if (const auto base = valueNamed(style, "base")) options.style = toText(*base);
    put(options, all);
    options.schedules = std::move(chosen);
    return options;
}

namespace {

/// What gives a style's words those of the options: where these have none, an empty one.
ParameterValue wordsOver(const PictureOptions& base, const PictureOptions& options) {
    ParameterValue::Object words;
    for (const auto& [kind, word] : base.words)
        if (!options.words.contains(kind)) setNamed(words, kind.toStdString(), {std::string()});
    for (const auto& [kind, word] : options.words)
        if (const auto own = base.words.find(kind); own == base.words.end() || own->second != word)
            setNamed(words, kind.toStdString(), fromText(word));
    return {std::move(words)};
}

}  // namespace

ParameterValue::Object styleOf(const PictureOptions& options, const Scenario& scenario) {
    ParameterValue::Object style;
    const bool isUsual = options.style == PictureOptions().style;
    if (!isUsual) setNamed(style, "base", fromText(options.style));
    const PictureOptions base = *pictureOptionsOf(style, scenario);
    for (const FigureOption& option : kOptions)
        if (isSet(option, options) && (!isSet(option, base) || option.get(options) != option.get(base)))
            setNamed(style, option.key, option.key == "words" ? wordsOver(base, options) : option.get(options));
    // Nothing is left to what print goes with by itself.
    if (withPrintPalette(style) != style) setNamed(style, "palette", fromText(options.palette));
    return style;
}

namespace {

ParameterValue::Object styleNamed(std::string_view name) {
    ParameterValue::Object style;
    setNamed(style, "base", {std::string(name)});
    return style;
}

}  // namespace

Result<PictureOptions> restyled(const PictureOptions& options, const ParameterValue::Object& style,
                                const Scenario& scenario) {
    const PictureOptions usual = *pictureOptionsOf(styleNamed(options.style.toStdString()), scenario);
    auto out = pictureOptionsOf(style, scenario);
    if (!out) return out;
    // What is as the style before has it is nobody's own: papers' figures have no title, others the scenario's.
    const auto isOwn = [&](const FigureOption& option) {
        return isSet(option, options) && !(isSet(option, usual) && option.get(options) == option.get(usual));
    };
    for (const FigureOption& option : kOptions)
        if (option.isContent && isOwn(option) && !valueNamed(style, option.key)) option.set(*out, option.get(options));
    out->until = options.until, out->seen = options.seen;
    return out;
}

PictureOptions restyled(const PictureOptions& options, std::string_view style, const Scenario& scenario) {
    return *restyled(options, styleNamed(style), scenario);
}

ParameterValue::Object lookOf(const PictureOptions& options, const Scenario& scenario) {
    ParameterValue::Object style = styleOf(options, scenario);
    std::erase_if(style, [](const NamedValue& value) {
        const FigureOption* const option = findFigureOption(value.name);
        return option && option->isContent;
    });
    return style;
}

}  // namespace bubblescope
