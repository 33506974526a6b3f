#include "app/console/arguments.h"

#include "app/console/kinds_as_file.h"
#include "engine/core/text.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

const QString kSet = QStringLiteral("--set");

std::string shown(const QString& text) { return shortened(text.toStdString(), 60); }

Error unknownOption(const QString& name, const std::vector<Option>& known) {
    if (known.empty()) return {Text::tr("unknown option; this command has none").toStdString(), shown(name)};
    std::vector<std::string> names;
    for (const Option& option : known) names.push_back(option.name.toStdString());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return {Text::tr("unknown option; nearest: %1")
                .arg(QString::fromStdString(nearestName(name.toStdString(), views)))
                .toStdString(),
            shown(name)};
}

Result<Setting> toSetting(const QString& text) {
    const auto equals = text.indexOf(QLatin1Char('='));
    if (equals < 0)
        return Error{Text::tr("needs PATH=VALUE, e.g. --set workload.devices=8").toStdString(), "--set " + shown(text)};
    return Setting{text.left(equals).toStdString(), text.mid(equals + 1).toStdString()};
}

/// Refuses two options that exclude each other, as [--csv|--json] do.
Result<void> checkAlternatives(const Arguments& out, const std::vector<Option>& known) {
    for (std::size_t i = 0; i + 1 < known.size(); ++i)
        if (known[i].use == Option::Use::MaybeOrNext && out.has(known[i].name) && out.has(known[i + 1].name))
            return Error{Text::tr("cannot be used together; leave one out").toStdString(),
                         Text::tr("%1 and %2").arg(known[i].name, known[i + 1].name).toStdString()};
    return {};
}

Result<void> takeSource(Arguments& out, const QString& text, const Accepted& accepted) {
    if (text.isEmpty()) return Error{Text::tr("the file name is empty").toStdString(), {}};
    const std::string source = text.toStdString();
    const bool areKinds = accepted.kinds && !out.sources.empty() && isKind(out.source()) && isKind(source);
    if (out.sources.empty() || accepted.several || areKinds) return out.sources.push_back(source), Result<void>();
    return Error{Text::tr("takes one file; it already has %1")
                     .arg(QString::fromStdString(shortened(out.source(), 60)))
                     .toStdString(),
                 shown(text)};
}

}  // namespace

Option settingsOption() {
    return {kSet, QStringLiteral("PATH=VALUE"), Option::Use::Repeated,
            Text::tr("Override a value of the file by its path, e.g. workload.devices=8 or schedules[1].chunks=4, "
                     "or by a name that is unique in the file, e.g. comm=4, D=8 or tp=2.")};
}

QString meaningOf(const Option& option) {
    QString text = option.meaning;
    text.remove(QLatin1Char('`'));
    // "D, ..." and "T_F of ..." begin as they are.
    if (text.size() > 1 && text[1].isLower()) text[0] = text[0].toUpper();
    return text.isEmpty() || text.endsWith(QLatin1Char('.')) ? text : text + QLatin1Char('.');
}

QStringList choicesOf(const Option& option) {
    if (!option.choices.isEmpty()) return option.choices;
    const bool isList = option.value.contains(QLatin1Char('|')) && !option.value[0].isUpper();
    return isList ? option.value.split(QLatin1Char('|'), Qt::SkipEmptyParts) : QStringList();
}

Result<Arguments> parseArguments(const QStringList& args, const std::vector<Option>& known, const Accepted& accepted) {
    Arguments out;
    bool areOptionsOver = false;
    for (qsizetype i = 0; i < args.size(); ++i) {
        const QString& arg = args[i];
        if (areOptionsOver || arg == QLatin1String("-") || !arg.startsWith(QLatin1Char('-'))) {
            if (auto ok = takeSource(out, arg, accepted); !ok) return ok.error();
            continue;
        }
        if (arg == QLatin1String("--")) {
            areOptionsOver = true;
            continue;
        }
        const auto equals = arg.startsWith(QLatin1String("--")) ? arg.indexOf(QLatin1Char('=')) : -1;
        const QString name = arg.left(equals);
        const auto option = std::find_if(known.begin(), known.end(),
                                         [&](const Option& o) { return o.name == name || o.letter == name; });
        if (option == known.end()) return unknownOption(name, known);
        if (!option->takesValue() && equals >= 0) return Error{Text::tr("takes no value").toStdString(), shown(name)};
        if (option->takesValue() && equals < 0 && ++i == args.size())
            return Error{Text::tr("needs a value").toStdString(), shown(name)};
        const QString value = !option->takesValue() ? QString() : equals >= 0 ? arg.mid(equals + 1) : args[i];
        if (name != kSet) {
            out.options[option->name].append(value);
            continue;
        }
        auto setting = toSetting(value);
        if (!setting) return setting.error();
        out.settings.push_back(std::move(*setting));
    }
    if (auto ok = checkAlternatives(out, known); !ok) return ok.error();
    if (!accepted.instead.isEmpty() && out.has(accepted.instead)) {
        if (out.sources.empty()) return out;
        return Error{Text::tr("cannot be used with a file; give one of the two").toStdString(),
                     accepted.instead.toStdString()};
    }
    const QString source =
        accepted.source.isEmpty() ? Text::tr("a scenario file, a picture made by Bubblescope") : accepted.source;
    if (out.sources.empty())
        return Error{Text::tr("needs %1, preset:NAME, or - for standard input").arg(source).toStdString(), {}};
    return out;
}

}  // namespace bubblescope
