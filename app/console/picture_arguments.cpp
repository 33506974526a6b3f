#include "app/console/picture_arguments.h"

#include "app/console/kinds_as_file.h"
#include "engine/core/text.h"
#include "engine/style/style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/picture_words.h"
#include "widgets/picture/style_file_at.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

const QString kOutput = QStringLiteral("-o");
const QString kStyle = QStringLiteral("--style");

Error optionError(const QString& option, const QString& message) {
    return {message.toStdString(), option.toStdString()};
}

bool isSeveral(const PictureOption& option) {
    const ParameterType type = option.parameter().type;
    return type == ParameterType::List || type == ParameterType::Names;
}

/// The value of an option that may be given several times: lists are joined, of single values the last one counts.
QString textOf(const Arguments& arguments, const PictureOption& option) {
    const QStringList texts = arguments.values(QLatin1String(option.option));
    return isSeveral(option) ? texts.join(QLatin1Char('\n')) : texts.last();
}

/// What a picture has without the option.
QString usualOf(const PictureOption& option) {
    const Parameter& parameter = option.parameter();
    if (!parameter.usualText.empty()) return toQString(parameter.usualText);
    if (!parameter.without.empty()) return toQString(parameter.without);
    if (!parameter.usual) return {};
    if (parameter.type == ParameterType::Flag)
        return *parameter.usual != 0 ? QStringLiteral("on") : QStringLiteral("off");
    return toQString(numberText(*parameter.usual));
}

/// Values that completions offer where the help does not list them with bars.
QStringList choicesOfPicture(const PictureOption& option) {
    if (option.key == "schedules") return kindWords();
    const Parameter& parameter = option.parameter();
    if (parameter.type != ParameterType::List) return {};
    QStringList words;
    for (const std::string_view choice : parameter.parts.front().choices) words += toQString(choice);
    return words;
}

}  // namespace

std::vector<Option> pictureOptions(PictureFormats formats, PictureOf of, Option::Use output) {
    const QString file = QStringLiteral("OUT.") + pictureSuffixes({}, formats).join(QLatin1Char('|'));
    std::vector<Option> all{
        {kOutput, file, output, Text::tr("Write the picture here; its suffix chooses the format.")}};
    if (of & kOfGantts) {
        QStringList styles;
        for (const NamedStyle& style : namedStyles()) styles += toQString(style.id);
        all.push_back({kStyle, QStringLiteral("NAME|FILE.json"), Option::Use::Maybe,
                       Text::tr("Use a named style or a style file instead of the scenario's own."),
                       QStringLiteral("default"), styles});
    }
    for (const PictureOption& option : pictureOptions())
        if (option.isOf(of))
            all.push_back({QLatin1String(option.option), helpOf(option),
                           isSeveral(option) ? Option::Use::Repeated : Option::Use::Maybe,
                           option.usage ? Text::tr(option.usage) : toQString(option.parameter().meaning),
                           usualOf(option), choicesOfPicture(option)});
    return all;
}

bool wantsPicture(const Arguments& arguments) {
    for (const Option& option : pictureOptions(PictureFormats::All, kOfAll))
        if (arguments.has(option.name)) return true;
    return false;
}

Result<PictureArguments> readPictureArguments(const Arguments& arguments, PictureFormats formats) {
    PictureArguments out;
    if (!arguments.has(kOutput))
        return optionError(kOutput, Text::tr("is missing; name the picture to write: -o %1")
                                        .arg(orListed(pictureSuffixes(QStringLiteral("OUT."), formats))));
    out.output = arguments.values(kOutput).last();
    out.format = pictureFormatOf(out.output, formats);
    if (!out.format)
        return optionError(kOutput, Text::tr("must end in %1, is \"%2\"")
                                        .arg(orListed(pictureSuffixes(QStringLiteral("."), formats)), out.output));
    for (const PictureOption& option : pictureOptions()) {
        if (!arguments.has(QLatin1String(option.option))) continue;
        auto value = valueIn(option, textOf(arguments, option));
        if (!value) return Error{value.error().message, option.option};
        const auto* const words = std::get_if<ParameterValue::Object>(&value->held);
        if (words && words->empty())
            return optionError(QLatin1String(option.option),
                               Text::tr("must be %1, not \"\"").arg(pairHelp(option.parameter())));
        setNamed(out.style, option.key, std::move(*value));
    }
    return out;
}

Result<ParameterValue::Object> namedStyle(const Arguments& arguments, const ParameterValue::Object& ofFile) {
    if (!arguments.has(kStyle)) return ofFile;
    const QString name = arguments.values(kStyle).last();
    ParameterValue::Object style;
    if (name.endsWith(QLatin1String(".json"))) {
        auto read = styleFileAt(name);
        if (!read) return Error{read.error().message, (kStyle + QLatin1Char(' ') + name).toStdString()};
        style = std::move(*read);
    } else {
        setNamed(style, "base", {name.toStdString()});
        if (auto ok = checkStyle(style); !ok)
            return optionError(kStyle, Text::tr("%1; a file's name ends in .json").arg(toQString(ok.error().message)));
    }
    for (const NamedValue& value : ofFile) {
        const PictureOption* const option = findPictureOption(value.name);
        if (option && option->isContent && !valueNamed(style, value.name)) setNamed(style, value.name, value.value);
    }
    return style;
}

Result<ParameterValue::Object> givenOver(ParameterValue::Object style, const PictureArguments& given) {
    const auto isEmpty = [](const std::optional<ParameterValue>& value) {
        const auto* const list = value ? std::get_if<ParameterValue::List>(&value->held) : nullptr;
        return list && list->empty();
    };
    for (const NamedValue& value : given.style) {
        const auto before = valueNamed(style, value.name);
        if (isEmpty(value.value) && (!before || isEmpty(before)))
            return optionError(QLatin1String(findPictureOption(value.name)->option),
                               Text::tr("is empty, but there is nothing to remove"));
    }
    putOver(style, given.style);
    return style;
}

namespace {

/// Refuses words for keys that the legend does not have.
Result<void> checkWords(const ParameterValue& words, const Drawn& drawn) {
    for (const auto& [key, word] : std::get<ParameterValue::Object>(words.held)) {
        bool isDrawn = key == "idle";
        for (std::size_t kind = 0; kind < kOpKinds; ++kind)
            isDrawn |= drawn.kinds.has(static_cast<OpKind>(kind)) && kOpKindInfos[kind].id == key;
        if (!isDrawn)
            return optionError(QStringLiteral("--words"),
                               Text::tr("has no effect here: the legend has no %1").arg(toQString(key)));
    }
    return {};
}

}  // namespace

Result<void> checkIdle(const PictureArguments& given, const PictureOptions& options, const Drawn& drawn) {
    for (const NamedValue& value : given.style) {
        const PictureOption& option = *findPictureOption(value.name);
        if (given.format->isOfOps() && option.key != "schedules")
            return optionError(QLatin1String(option.option),
                               Text::tr("has no effect here: %1 contains operations, not a drawing")
                                   .arg(QLatin1String(given.format->title)));
        if (!option.isOf(drawn.what))
            return optionError(QLatin1String(option.option),
                               drawn.what == kOfGantts  ? Text::tr("has no effect here: no chart is drawn")
                               : option.isOf(kOfGantts) ? Text::tr("has no effect here: no Gantt is drawn")
                                                        : Text::tr("has no effect here: no curves are drawn"));
        if (const char* const why = option.whyIdle(options, drawn))
            return optionError(QLatin1String(option.option), Text::tr(why));
        if (option.key == "words")
            if (auto ok = checkWords(value.value, drawn); !ok) return ok;
    }
    return {};
}

Error asOption(Error error, const Arguments& arguments, const ParameterValue::Object& ofScenario) {
    if (error.field == "step") error.field = "--step";
    const PictureOption* const option = findPictureOption(error.field);
    if (!option) return error;
    if (!arguments.has(QLatin1String(option->option))) {
        const QString file = arguments.has(kStyle) ? arguments.values(kStyle).last() : QString();
        const auto style = file.endsWith(QLatin1String(".json")) ? styleFileAt(file) : ParameterValue::Object();
        if (style && valueNamed(*style, option->key))
            return {error.message, (kStyle + QLatin1Char(' ') + file).toStdString() + ": " + error.field};
        if (valueNamed(ofScenario, option->key)) return {error.message, "style." + error.field};
    }
    return {error.message, option->option};
}

}  // namespace bubblescope
