#include "app/console/arguments.h"

#include "engine/core/text.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

const QString kSet = QStringLiteral("--set");
const Option kSettings{kSet, QStringLiteral("PATH=VALUE"), Option::Use::Repeated};

std::string shown(const QString& text) { return shortened(text.toStdString(), 60); }

Error unknownOption(const QString& name, const std::vector<Option>& known) {
    if (known.empty()) return {Text::tr("unknown option; there are none").toStdString(), shown(name)};
    std::vector<std::string> names;
    for (const Option& option : known) names.push_back(option.name.toStdString());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return {Text::tr("unknown option; the nearest known one is %1")
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

/// Refuses two options that stand for each other in the usage: "[--csv|--json]".
Result<void> checkAlternatives(const Arguments& out, const std::vector<Option>& own) {
    for (std::size_t i = 0; i + 1 < own.size(); ++i)
        if (own[i].use == Option::Use::MaybeOrNext && out.has(own[i].name) && out.has(own[i + 1].name))
            return Error{Text::tr("only one of the two at a time; leave one out").toStdString(),
                         Text::tr("%1 and %2").arg(own[i].name, own[i + 1].name).toStdString()};
    return {};
}

Result<void> takeSource(Arguments& out, const QString& text, bool several) {
    if (text.isEmpty()) return Error{Text::tr("the name of the file is empty").toStdString(), {}};
    if (out.sources.empty() || several) return out.sources.push_back(text.toStdString()), Result<void>();
    return Error{Text::tr("one file at a time; there is already %1")
                     .arg(QString::fromStdString(shortened(out.source(), 60)))
                     .toStdString(),
                 shown(text)};
}

}  // namespace

QString usageOf(const std::vector<Option>& options) {
    QStringList words;
    bool joinsLast = false;
    for (const Option& option : options) {
        QString word = option.takesValue() ? option.name + QLatin1Char(' ') + option.value : option.name;
        if (option.use != Option::Use::Needed) word = QLatin1Char('[') + word + QLatin1Char(']');
        if (option.use == Option::Use::Repeated) word += QStringLiteral("...");
        if (joinsLast)
            words.last() = words.last().chopped(1) + QLatin1Char('|') + word.mid(1);
        else
            words += word;
        joinsLast = option.use == Option::Use::MaybeOrNext;
    }
    return words.join(QLatin1Char(' '));
}

Result<Arguments> parseArguments(const QStringList& args, const std::vector<Option>& own, const Accepted& accepted) {
    std::vector<Option> known = own;
    if (accepted.settings) known.push_back(kSettings);
    Arguments out;
    bool areOptionsOver = false;
    for (qsizetype i = 0; i < args.size(); ++i) {
        const QString& arg = args[i];
        if (areOptionsOver || arg == QLatin1String("-") || !arg.startsWith(QLatin1Char('-'))) {
            if (auto ok = takeSource(out, arg, accepted.several); !ok) return ok.error();
            continue;
        }
        if (arg == QLatin1String("--")) {
            areOptionsOver = true;
            continue;
        }
        const auto equals = arg.startsWith(QLatin1String("--")) ? arg.indexOf(QLatin1Char('=')) : -1;
        const QString name = arg.left(equals);
        const auto option = std::find_if(known.begin(), known.end(), [&](const Option& o) { return o.name == name; });
        if (option == known.end()) return unknownOption(name, known);
        if (!option->takesValue() && equals >= 0) return Error{Text::tr("takes no value").toStdString(), shown(name)};
        if (option->takesValue() && equals < 0 && ++i == args.size())
            return Error{Text::tr("needs a value").toStdString(), shown(name)};
        const QString value = !option->takesValue() ? QString() : equals >= 0 ? arg.mid(equals + 1) : args[i];
        if (name != kSet) {
            out.options[name].append(value);
            continue;
        }
        auto setting = toSetting(value);
        if (!setting) return setting.error();
        out.settings.push_back(std::move(*setting));
    }
    if (auto ok = checkAlternatives(out, own); !ok) return ok.error();
    if (!accepted.instead.isEmpty() && out.has(accepted.instead)) {
        if (out.sources.empty()) return out;
        return Error{Text::tr("there is a file already; give one of the two").toStdString(),
                     accepted.instead.toStdString()};
    }
    const QString source =
        accepted.source.isEmpty() ? Text::tr("a scenario file, a picture made by Bubblescope") : accepted.source;
    if (out.sources.empty())
        return Error{Text::tr("needs %1, preset:NAME, or - for standard input").arg(source).toStdString(), {}};
    return out;
}

}  // namespace bubblescope
