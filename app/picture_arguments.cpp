#include "app/picture_arguments.h"

#include <QCoreApplication>

namespace bubblescope {

namespace {

const QString kOutput = QStringLiteral("-o");
const QString kWidth = QStringLiteral("--width");
const QString kHeight = QStringLiteral("--height");
const QString kTheme = QStringLiteral("--theme");

QString translated(const char* text) { return QCoreApplication::translate("render", text); }

Error optionError(const QString& option, const QString& message) {
    return {message.toStdString(), option.toStdString()};
}

/// The last of the values of an option that stands for one thing.
Result<std::optional<int>> numberOf(const Arguments& arguments, const QString& option) {
    if (!arguments.has(option)) return std::optional<int>();
    const QString text = arguments.values(option).last();
    bool ok = false;
    const int number = text.toInt(&ok);
    if (ok) return std::optional<int>(number);
    return optionError(option, translated("must be a whole number of pixels, is \"%1\"").arg(text));
}

Result<ThemeId> themeOf(const Arguments& arguments) {
    const QString text = arguments.has(kTheme) ? arguments.values(kTheme).last() : QStringLiteral("light");
    if (text == QLatin1String("light")) return ThemeId::Light;
    if (text == QLatin1String("dark")) return ThemeId::Dark;
    if (text == QLatin1String("print")) return ThemeId::Print;
    return optionError(kTheme, translated("must be light, dark or print, is \"%1\"").arg(text));
}

}  // namespace

std::vector<Option> pictureOptions() { return {{kOutput, true}, {kWidth, true}, {kHeight, true}, {kTheme, true}}; }

bool wantsPicture(const Arguments& arguments) {
    for (const Option& option : pictureOptions())
        if (arguments.has(option.name)) return true;
    return false;
}

Result<PictureArguments> readPictureArguments(const Arguments& arguments) {
    PictureArguments out;
    if (!arguments.has(kOutput))
        return optionError(kOutput, translated("name the picture to write: -o OUT.svg, OUT.pdf or OUT.png"));
    out.output = arguments.values(kOutput).last();
    const auto format = figureFormatOf(out.output);
    if (!format) return optionError(kOutput, translated("must end in .svg, .pdf or .png, is \"%1\"").arg(out.output));
    out.format = *format;
    const auto width = numberOf(arguments, kWidth), height = numberOf(arguments, kHeight);
    if (!width) return width.error();
    if (!height) return height.error();
    out.width = *width;
    out.height = *height;
    const auto theme = themeOf(arguments);
    if (!theme) return theme.error();
    out.theme = *theme;
    return out;
}

Error asOption(Error error) {
    if (error.field == "width" || error.field == "height") error.field = "--" + error.field;
    return error;
}

}  // namespace bubblescope
