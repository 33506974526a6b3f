#include "app/console/command_line.h"

#include "app/console/console.h"
#include "app/console/help_text.h"
#include "app/console/render_verb.h"
#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "app/settings/version.h"
#include "engine/core/text.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace bubblescope {

namespace {

int printAll(const QString& text) {
    print(text.toStdString());
    return finishPrinting();
}

bool isHelp(const QString& arg) { return arg == QLatin1String("--help") || arg == QLatin1String("-h"); }

/// Qt's own options for the window, each with a value.
bool isQtOption(const QString& arg) {
    static const QStringList kOptions = {"-platform", "-platformpluginpath", "-platformtheme",  "-style", "-stylesheet",
                                         "-display",  "-geometry",           "-qwindowgeometry"};
    return kOptions.contains(arg.startsWith(QLatin1String("--")) ? arg.mid(1) : arg);
}

/// The arguments without Qt's own. After a verb, all belong to the verb.
QStringList withoutQtOptions(const QStringList& args) {
    QStringList out;
    for (qsizetype i = 0; i < args.size(); ++i) {
        if (isQtOption(args[i])) {
            ++i;
            continue;
        }
        if (out.isEmpty() && findVerb(args[i])) return args.mid(i);
        out.append(args[i]);
    }
    return out;
}

/// Whether a word looks like the name of a file rather than a command.
bool isFileName(const QString& word) {
    return word.contains(QLatin1Char('.')) || word.contains(QLatin1Char('/')) || word.contains(QLatin1Char('\\'));
}

int refuseWord(const QString& word) {
    const std::string shown = word.isEmpty() ? "\"\"" : shortened(word.toStdString(), 200);
    if (word == QLatin1String("-"))
        return complain(
            kBadUsage, {},
            {Text::tr("standard input needs a command, e.g. \"bubblescope simulate -\"").toStdString(), "-"});
    if (word.startsWith(QLatin1Char('-'))) {
        const std::string_view options[] = {"--help", "--version"};
        const QString nearest = QString::fromStdString(nearestName(word.toStdString(), options));
        return complain(kBadUsage, {}, {Text::tr("unknown option; nearest: %1").arg(nearest).toStdString(), shown});
    }
    if (word.isEmpty())
        return complain(kBadUsage, {}, {Text::tr("is neither a file nor a command").toStdString(), shown});
    if (isFileName(word)) return complain(kBadUsage, {}, {Text::tr("no such file").toStdString(), shown});
    return complain(kBadUsage, {}, unknownCommand(word));
}

bool isPreset(const QString& word) { return word.startsWith(QLatin1String(kPresetPrefix.data())); }

}  // namespace

std::span<const Verb* const> verbs() {
    static constexpr const Verb* kAll[] = {
#define VERB(name) &name,
#include "app/console/verbs.def"
#undef VERB
    };
    return kAll;
}

const Verb* findVerb(const QString& name) {
    const auto found =
        std::ranges::find_if(verbs(), [&](const Verb* verb) { return name == QLatin1String(verb->name); });
    return found == verbs().end() ? nullptr : *found;
}

std::optional<int> runCommandLine(const QStringList& args) {
    const QStringList words = withoutQtOptions(args);
    if (words.isEmpty()) return std::nullopt;
    const QString& word = words.first();
    if (isHelp(word)) return printAll(helpText());
    if (word == QLatin1String("--version")) return printAll(QStringLiteral("bubblescope %1\n").arg(version()));
    if (const Verb* verb = findVerb(word)) {
        const QStringList rest = words.mid(1);
        if (std::any_of(rest.begin(), rest.end(), isHelp)) return printAll(helpText(*verb));
        return verb->run(rest);
    }
    if (!isPreset(word) && !QFileInfo::exists(word)) return refuseWord(word);
    if (words.size() > 1)
        return complain(kBadUsage, {},
                        {Text::tr("unexpected argument; the window opens one file").toStdString(),
                         shortened(words[1].toStdString(), 200)});
    if (isPreset(word) && !presetBytes(word.mid(qsizetype(kPresetPrefix.size()))))
        return complain(kBadUsage, word.toStdString(), loadScenario(word.toStdString()).error());
    return std::nullopt;
}

QString windowFile(const QStringList& args) { return withoutQtOptions(args).value(0); }

int runWithoutDisplay(const QString& file) {
    if (!file.isEmpty())
        return complain(
            kBadUsage, file.toStdString(),
            {Text::tr("there is no display for the window; without one, use \"bubblescope simulate FILE\" or "
                      "\"bubblescope render FILE -o OUT.svg\"")
                 .toStdString(),
             {}});
    const auto picture = writeDefaultPicture();
    if (!picture) return complain(kFailed, {}, picture.error());
    const QString done = Text::tr("There is no display, so the default comparison was drawn into %1.").arg(*picture);
    const QString advice = Text::tr(
        "To open the window, start bubblescope where DISPLAY or WAYLAND_DISPLAY is set: on a desktop, over "
        "\"ssh -X\", or under \"xvfb-run\". \"bubblescope --help\" lists what works without a display.");
    return printAll(done + QLatin1Char('\n') + wrapped(advice, kConsoleWidth, 0) + QLatin1Char('\n'));
}

}  // namespace bubblescope
