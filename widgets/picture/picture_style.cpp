#include "widgets/picture/picture_style.h"

#include "engine/style/style.h"
#include "widgets/kit/format.h"
#include "widgets/picture/picture_option.h"
#include "widgets/picture/picture_words.h"

#include <algorithm>

namespace bubblescope {

namespace {

void put(PictureOptions& options, const ParameterValue::Object& style) {
    for (const PictureOption& option : pictureOptions())
        if (const auto value = valueNamed(style, option.key)) option.set(options, *value);
}

/// Paper is printed in greys unless the style says otherwise.
ParameterValue::Object withPrintPalette(ParameterValue::Object style) {
    const auto theme = valueNamed(style, "theme");
    if (theme == ParameterValue{std::string("print")} && !valueNamed(style, "palette"))
        setNamed(style, "palette", {std::string("print")});
    return style;
}

}  // namespace

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
    removeNamed(all, "schedules");
    PictureOptions options;
    options.title = toQString(scenario.title);
    if (const auto base = valueNamed(style, "base")) options.style = toText(*base);
    put(options, all);
    options.schedules = std::move(chosen);
    return options;
}

namespace {

constexpr std::string_view kAnnotationKeys[] = {"highlight", "dim", "notes"};

}  // namespace

Annotations annotationsOf(const ParameterValue::Object& style) {
    PictureOptions options;
    const ParameterValue::Object all = resolvedStyle(style);
    for (const std::string_view key : kAnnotationKeys)
        if (const auto value = valueNamed(all, key)) findPictureOption(key)->set(options, *value);
    return annotationsOf(options);
}

ParameterValue::Object annotated(ParameterValue::Object style, const Annotations& annotations) {
    PictureOptions options;
    setAnnotations(options, annotations);
    for (const std::string_view key : kAnnotationKeys) {
        removeNamed(style, key);
        ParameterValue value = findPictureOption(key)->get(options);
        if (!std::get<ParameterValue::List>(value.held).empty()) setNamed(style, std::string(key), std::move(value));
    }
    return style;
}

bool hasLook(const ParameterValue::Object& style) { return !annotated(style, {}).empty(); }

namespace {

/// The words that change those of `base` into those of the options; a word that the options lack is set to empty.
ParameterValue wordsOver(const PictureOptions& base, const PictureOptions& options) {
    ParameterValue::Object words;
    for (const auto& [kind, word] : base.words)
        if (!options.words.contains(kind)) setNamed(words, kind.toStdString(), {std::string()});
    for (const auto& [kind, word] : options.words)
        if (const auto own = base.words.find(kind); own == base.words.end() || own->second != word)
            setNamed(words, kind.toStdString(), textValue(word));
    return {std::move(words)};
}

}  // namespace

ParameterValue::Object styleOf(const PictureOptions& options, const Scenario& scenario) {
    ParameterValue::Object style;
    const bool isUsual = options.style == PictureOptions().style;
    if (!isUsual) setNamed(style, "base", textValue(options.style));
    const PictureOptions base = *pictureOptionsOf(style, scenario);
    for (const PictureOption& option : pictureOptions())
        if (option.isSet(options) && (!option.isSet(base) || option.get(options) != option.get(base)))
            setNamed(style, option.key, option.key == "words" ? wordsOver(base, options) : option.get(options));
    // The palette is written out even if it is the one that the print theme implies.
    if (withPrintPalette(style) != style) setNamed(style, "palette", textValue(options.palette));
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
    // What equals the previous style is not the user's own choice: figures of papers have no title, others have the
    // scenario's.
    const auto isOwn = [&](const PictureOption& option) {
        return option.isSet(options) && !(option.isSet(usual) && option.get(options) == option.get(usual));
    };
    for (const PictureOption& option : pictureOptions())
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
        const PictureOption* const option = findPictureOption(value.name);
        return option && option->isContent;
    });
    return style;
}

}  // namespace bubblescope
