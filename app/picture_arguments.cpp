#include "app/picture_arguments.h"

#include "engine/core/text.h"
#include "engine/io/style_file.h"
#include "engine/style/style.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>

namespace bubblescope {

namespace {

const QString kOutput = QStringLiteral("-o");
const QString kStyle = QStringLiteral("--style");

QString translated(const char* text) { return QCoreApplication::translate("render", text); }

Error optionError(const QString& option, const QString& message) {
    return {message.toStdString(), option.toStdString()};
}

bool isSeveral(const FigureOption& option) {
    const ParameterType type = option.parameter().type;
    return type == ParameterType::List || type == ParameterType::Names;
}

/// What an option says, however often it is given: lists go on, of one value the last counts.
QString textOf(const Arguments& arguments, const FigureOption& option) {
    const QStringList texts = arguments.values(QLatin1String(option.option));
    return isSeveral(option) ? texts.join(QLatin1Char('\n')) : texts.last();
}

Result<ParameterValue::Object> styleFileAt(const QString& path) {
    constexpr qint64 kMostBytes = 4 << 20;
    const std::string place = (kStyle + QLatin1Char(' ') + path).toStdString();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return Error{file.errorString().toStdString(), place};
    const QByteArray bytes = file.read(kMostBytes + 1);
    if (bytes.size() > kMostBytes) return Error{translated("is too large for a style").toStdString(), place};
    auto style = readStyleFile({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (style) return style;
    return Error{style.error().text(), place};
}

}  // namespace

std::vector<Option> pictureOptions(PictureFormats formats, OptionsOf of, Option::Use output) {
    const QString file = QStringLiteral("OUT.") + pictureSuffixes({}, formats).join(QLatin1Char('|'));
    std::vector<Option> all{{kOutput, file, output}};
    if (of == OptionsOf::Gantts) all.push_back({kStyle, QStringLiteral("NAME|FILE.json")});
    for (const FigureOption& option : figureOptions())
        if (of == OptionsOf::Gantts || option.isOfAll)
            all.push_back({QLatin1String(option.option), helpOf(option),
                           isSeveral(option) ? Option::Use::Repeated : Option::Use::Maybe});
    return all;
}

bool wantsPicture(const Arguments& arguments) {
    for (const Option& option : pictureOptions(PictureFormats::All, OptionsOf::Gantts))
        if (arguments.has(option.name)) return true;
    return false;
}

Result<PictureArguments> readPictureArguments(const Arguments& arguments, PictureFormats formats) {
    PictureArguments out;
    if (!arguments.has(kOutput))
        return optionError(kOutput, translated("name the picture to write: -o %1")
                                        .arg(orListed(pictureSuffixes(QStringLiteral("OUT."), formats))));
    out.output = arguments.values(kOutput).last();
    out.format = pictureFormatOf(out.output, formats);
    if (!out.format)
        return optionError(kOutput, translated("must end in %1, is \"%2\"")
                                        .arg(orListed(pictureSuffixes(QStringLiteral("."), formats)), out.output));
    for (const FigureOption& option : figureOptions()) {
        if (!arguments.has(QLatin1String(option.option))) continue;
        auto value = valueIn(option, textOf(arguments, option));
        if (!value) return Error{value.error().message, option.option};
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
        if (!read) return read;
        style = std::move(*read);
    } else {
        setNamed(style, "base", {name.toStdString()});
        if (auto ok = checkStyle(style); !ok)
            return optionError(kStyle,
                               translated("%1; a file's name ends in .json").arg(toQString(ok.error().message)));
    }
    for (const NamedValue& value : ofFile) {
        const FigureOption* const option = findFigureOption(value.name);
        if (option && option->isContent && !valueNamed(style, value.name)) setNamed(style, value.name, value.value);
    }
    return style;
}

Result<void> checkIdle(const PictureArguments& given, const PictureOptions& options, const Drawn& drawn) {
    for (const NamedValue& value : given.style) {
        const FigureOption& option = *findFigureOption(value.name);
        if (given.format->isOfOps() && option.key != "schedules")
            return optionError(QLatin1String(option.option),
                               translated("means nothing here: %1 holds ops, which have no look")
                                   .arg(QLatin1String(given.format->title)));
        if (!drawn.areGantts && !option.isOfAll)
            return optionError(QLatin1String(option.option), translated("means nothing here: no Gantt is drawn"));
        if (const char* const why = option.idle(options, drawn))
            return optionError(QLatin1String(option.option), QCoreApplication::translate("Picture", why));
    }
    return {};
}

Error asOption(Error error) {
    if (error.field == "step") error.field = "--step";
    if (const FigureOption* const option = findFigureOption(error.field)) error.field = option->option;
    return error;
}

}  // namespace bubblescope
