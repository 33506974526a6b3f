#include "app/console/console.h"
#include "app/console/help_text.h"
#include "widgets/kit/text.h"

namespace bubblescope {

namespace {

int help(const QStringList& args) {
    QStringList names = args;
    names.removeIf([](const QString& arg) { return arg == QLatin1String("-h") || arg == QLatin1String("--help"); });
    if (names.size() > 1)
        return complain(
            kBadUsage, "help",
            {Text::tr("takes one command; it already has %1").arg(names[0]).toStdString(), names[1].toStdString()});
    const Verb* const verb = names.isEmpty() ? nullptr : findVerb(names[0]);
    if (!names.isEmpty() && !verb) return complain(kBadUsage, {}, unknownCommand(names[0]));
    print((verb ? helpText(*verb) : helpText()).toStdString());
    return finishPrinting();
}

QStringList commands() {
    QStringList names;
    for (const Verb* verb : verbs()) names += QLatin1String(verb->name);
    return names;
}

}  // namespace

const Verb kHelp{
    .name = "help",
    .takes = [] { return QStringLiteral("COMMAND"); },
    .options = [] { return std::vector<Option>(); },
    .summary = QT_TRANSLATE_NOOP("Text", "Show the options of a command with examples."),
    .examples = {{{"help simulate", QT_TRANSLATE_NOOP("Text", "Show the options of simulate.")},
                  {"help", QT_TRANSLATE_NOOP("Text", "List all commands.")}}},
    .sources = commands,
    .run = help,
};

}  // namespace bubblescope
