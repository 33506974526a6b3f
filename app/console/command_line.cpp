#include "app/console/command_line.h"

#include "app/console/console.h"
#include "app/console/render_verb.h"
#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "app/settings/version.h"
#include "engine/core/text.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace bubblescope {

namespace {

/// "  list schedules|presets [--json]", broken between options where it is long, and behind a choice where those are.
QString usageLine(const Verb& verb) {
    constexpr int kMostTaken = kConsoleWidth - 20;
    QString takes = verb.takes();
    if (takes.size() > kMostTaken) takes.insert(takes.lastIndexOf(QLatin1Char('|'), kMostTaken) + 1, QLatin1Char(' '));
    QString text = QStringLiteral("%1 %2 %3").arg(QLatin1String(verb.name), takes, usageOf(verb.options())).trimmed();
    int depth = 0;
    for (QChar& c : text) {
        if (c == QLatin1Char('[')) ++depth;
        if (c == QLatin1Char(']')) --depth;
        if (c == QLatin1Char(' ') && depth > 0) c = QChar::Nbsp;
    }
    return QStringLiteral("  ") + wrapped(text, kConsoleWidth - 2, 8).replace(QChar::Nbsp, QLatin1Char(' '));
}

QString helpText() {
    QString out = Text::tr(
        "Bubblescope shows how distributed training spends time: pipeline schedules, and placement schemes,\n"
        "where two functions say which worker computes an operation and which one stores its weights.\n"
        "\n"
        "Usage:\n"
        "  bubblescope [FILE]                open the window\n"
        "  bubblescope VERB ARGUMENTS...     without a window or a display\n"
        "\n"
        "Verbs:\n");
    for (const Verb* verb : verbs())
        out += usageLine(*verb) + QStringLiteral("\n      %1\n").arg(Text::tr(verb->summary));
    return out + Text::tr(
                     "\n"
                     "FILE is a scenario (*.bubble.json), a picture made by Bubblescope with its scenario inside,\n"
                     "preset:NAME, or - for standard input; for sweep it is an experiment, a picture of one,\n"
                     "preset:NAME, or -; for collective a collective or -, and none where --kind names one.\n"
                     "\n"
                     "Options:\n"
                     "  --set PATH=VALUE   change the file before it is checked; can be repeated:\n"
                     "                     --set workload.devices=8 --set schedules[1].chunks=4\n"
                     "                     --set schedules[0].group_size=2, of a scheme\n"
                     "  -h, --help         show this help\n"
                     "  --version          show the version\n"
                     "\n"
                     "Exit status: 0 done, 1 every schedule refused or writing failed, 2 bad usage or bad file.\n");
}

int printAll(const QString& text) {
    print(text.toStdString());
    return finishPrinting();
}

bool isHelp(const QString& arg) { return arg == QLatin1String("--help") || arg == QLatin1String("-h"); }

/// Options of Qt itself, which take a value and are for the window.
bool isQtOption(const QString& arg) {
    static const QStringList kOptions = {"-platform", "-platformpluginpath", "-platformtheme",  "-style", "-stylesheet",
                                         "-display",  "-geometry",           "-qwindowgeometry"};
    return kOptions.contains(arg.startsWith(QLatin1String("--")) ? arg.mid(1) : arg);
}

const Verb* findVerb(const QString& word) {
    const auto found =
        std::ranges::find_if(verbs(), [&](const Verb* verb) { return word == QLatin1String(verb->name); });
    return found == verbs().end() ? nullptr : *found;
}

/// The arguments without Qt's own. Behind a verb all are the verb's.
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

std::string nearestWord(const QString& word) {
    std::vector<std::string_view> words;
    for (const Verb* verb : verbs()) words.push_back(verb->name);
    if (word.startsWith(QLatin1Char('-'))) words = {"--help", "--version"};
    return nearestName(word.toStdString(), words);
}

int refuseWord(const QString& word) {
    if (word == QLatin1String("-"))
        return complain(kBadUsage, {},
                        {Text::tr("standard input needs a verb, e.g. \"bubblescope simulate -\"").toStdString(), "-"});
    const QString message = word.startsWith(QLatin1Char('-')) ? Text::tr("unknown option; the nearest known one is %1")
                            : word.isEmpty()
                                ? Text::tr("is neither a file nor a verb; the nearest verb is %1")
                                : Text::tr("there is no such file, and no such verb; the nearest verb is %1");
    const std::string shown = word.isEmpty() ? "\"\"" : shortened(word.toStdString(), 200);
    return complain(kBadUsage, {}, {message.arg(QString::fromStdString(nearestWord(word))).toStdString(), shown});
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

std::optional<int> runCommandLine(const QStringList& args) {
    const QStringList words = withoutQtOptions(args);
    if (words.isEmpty()) return std::nullopt;
    const QString& word = words.first();
    if (isHelp(word)) return printAll(helpText());
    if (word == QLatin1String("--version")) return printAll(QStringLiteral("bubblescope %1\n").arg(version()));
    if (const Verb* verb = findVerb(word)) {
        const QStringList rest = words.mid(1);
        if (std::any_of(rest.begin(), rest.end(), isHelp)) return printAll(helpText());
        return verb->run(rest);
    }
    if (!isPreset(word) && !QFileInfo::exists(word)) return refuseWord(word);
    if (words.size() > 1)
        return complain(kBadUsage, {},
                        {Text::tr("the window opens one file; what follows is too much").toStdString(),
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
    return printAll(
        Text::tr("There is no display, so the default comparison was drawn into %1.\n"
                 "For the window, start bubblescope where DISPLAY or WAYLAND_DISPLAY is set: at a desktop,\n"
                 "over \"ssh -X\", or under \"xvfb-run\". \"bubblescope --help\" says what works without.\n")
            .arg(*picture));
}

}  // namespace bubblescope
