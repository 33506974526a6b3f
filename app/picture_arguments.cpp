#include "app/picture_arguments.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <span>

namespace bubblescope {

namespace {

const QString kOutput = QStringLiteral("-o");
const QString kWidth = QStringLiteral("--width");
const QString kHeight = QStringLiteral("--height");
const QString kTheme = QStringLiteral("--theme");
const QString kColorBy = QStringLiteral("--color-by");
const QString kLabels = QStringLiteral("--labels");
const QString kMarks = QStringLiteral("--marks");

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

// In the order of the values that they stand for.
constexpr std::array kThemes{"light", "dark", "print"};
constexpr std::array kColorings{"kind", "microbatch"};
constexpr std::array kLabelings{"microbatch", "stage", "operation", "none"};
constexpr std::array kMarkings{"fetches", "transfers", "held", "critical"};

QStringList wordsOf(std::span<const char* const> names) {
    QStringList words;
    for (const char* name : names) words += QLatin1String(name);
    return words;
}

/// "light|dark|print".
QString choices(std::span<const char* const> names) { return wordsOf(names).join(QLatin1Char('|')); }

/// The place of `text` among the names.
template <std::size_t count>
std::optional<std::size_t> placeOf(const QString& text, const std::array<const char*, count>& names) {
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const char* name) { return text == QLatin1String(name); });
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

/// The value that the last of an option's names stands for, the first of all if it is not given.
template <class Value, std::size_t count>
Result<Value> namedValue(const Arguments& arguments, const QString& option,
                         const std::array<const char*, count>& names) {
    if (!arguments.has(option)) return Value{};
    const QString text = arguments.values(option).last();
    if (const auto place = placeOf(text, names)) return static_cast<Value>(*place);
    return optionError(option, translated("must be %1, is \"%2\"").arg(orListed(wordsOf(names)), text));
}

Result<SchemeMarks> marksOf(const Arguments& arguments) {
    SchemeMarks marks;
    if (!arguments.has(kMarks)) return marks;
    const std::array<bool*, kMarkings.size()> switches{&marks.fetches, &marks.transfers, &marks.held, &marks.critical};
    for (const QString& name : arguments.values(kMarks).last().split(QLatin1Char(','))) {
        const auto place = placeOf(name, kMarkings);
        if (!place)
            return optionError(kMarks, translated("must be %1, or several with commas between, is \"%2\"")
                                           .arg(orListed(wordsOf(kMarkings)), name));
        *switches[*place] = true;
    }
    return marks;
}

}  // namespace

std::vector<Option> pictureOptions(PictureFormats formats, Option::Use output) {
    const QString file = QStringLiteral("OUT.") + pictureSuffixes({}, formats).join(QLatin1Char('|'));
    return {{kOutput, file, output},
            {kWidth, QStringLiteral("W")},
            {kHeight, QStringLiteral("H")},
            {kTheme, choices(kThemes)}};
}

bool wantsPicture(const Arguments& arguments) {
    for (const Option& option : pictureOptions(PictureFormats::All))
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
    const auto width = numberOf(arguments, kWidth), height = numberOf(arguments, kHeight);
    if (!width) return width.error();
    if (!height) return height.error();
    out.width = *width;
    out.height = *height;
    const auto theme = namedValue<ThemeId>(arguments, kTheme, kThemes);
    if (!theme) return theme.error();
    out.theme = *theme;
    return out;
}

std::vector<Option> ganttOptions() {
    return {{kColorBy, choices(kColorings)},
            {kLabels, choices(kLabelings)},
            {kMarks, wordsOf(kMarkings).join(QLatin1Char(','))}};
}

Result<GanttArguments> readGanttArguments(const Arguments& arguments) {
    const auto colorBy = namedValue<ColorBy>(arguments, kColorBy, kColorings);
    if (!colorBy) return colorBy.error();
    const auto labels = namedValue<CellLabel>(arguments, kLabels, kLabelings);
    if (!labels) return labels.error();
    const auto marks = marksOf(arguments);
    if (!marks) return marks.error();
    return GanttArguments{*colorBy, *labels, *marks};
}

Error asOption(Error error) {
    if (error.field == "width" || error.field == "height" || error.field == "step") error.field = "--" + error.field;
    return error;
}

}  // namespace bubblescope
