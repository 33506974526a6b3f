#include "app/console/help_text.h"

#include "app/console/console.h"
#include "engine/core/text.h"
#include "widgets/kit/text.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// "  -D, --devices N    Workers in the pipeline. [default: 4]", the meaning on lines of its own where it is long.
QString optionLines(const Option& option) {
    constexpr int kIndent = 26;
    QString head = QStringLiteral("  ");
    if (!option.letter.isEmpty()) head += option.letter + QStringLiteral(", ");
    head += option.name;
    if (option.takesValue()) head += QLatin1Char(' ') + option.value;
    QString meaning = meaningOf(option);
    if (!option.usual.isEmpty()) meaning += QLatin1Char(' ') + Text::tr("[default: %1]").arg(option.usual);
    if (option.use == Option::Use::Repeated) meaning += QLatin1Char(' ') + Text::tr("[repeatable]");
    const bool fits = head.size() + 2 <= kIndent;
    const QString begin =
        fits ? head.leftJustified(kIndent) : head + QLatin1Char('\n') + QString(kIndent, QLatin1Char(' '));
    return begin + wrapped(QString(kIndent, QChar::Nbsp) + meaning, kHelpWidth, kIndent).mid(kIndent) +
           QLatin1Char('\n');
}

QString heading(const QString& text) { return text + QLatin1Char('\n'); }

QString usageLine(const Verb& verb) {
    QString takes = verb.takes();
    if (takes.size() > 40) takes = takes.section(QLatin1Char('|'), 0, 0) + QStringLiteral("|...");
    QString line = QStringLiteral("  bubblescope %1").arg(QLatin1String(verb.name));
    if (!takes.isEmpty()) line += QLatin1Char(' ') + takes;
    const std::vector<Option> options = verb.options();
    for (const Option& option : options)
        if (option.use == Option::Use::Needed) line += QStringLiteral(" %1 OUT").arg(option.name);
    return line + (options.empty() ? QStringLiteral("\n") : QStringLiteral(" [OPTIONS]\n"));
}

}  // namespace

QString helpText() {
    const auto line = [](const QString& words, const QString& meaning) {
        return QStringLiteral("  %1%2\n").arg(words, -31).arg(meaning);
    };
    QString out = Text::tr("Bubblescope shows how distributed training spends its time.") + QLatin1String("\n\n");
    out += heading(Text::tr("Usage:"));
    out += line(QStringLiteral("bubblescope [FILE]"), Text::tr("Open the window."));
    out += line(QStringLiteral("bubblescope COMMAND [OPTIONS]"), Text::tr("Run without a window or a display."));
    out += QLatin1Char('\n') + heading(Text::tr("Commands:"));
    for (const Verb* verb : verbs())
        out += QStringLiteral("  %1%2\n").arg(QLatin1String(verb->name), -12).arg(Text::tr(verb->summary));
    const QString file = Text::tr(
        "FILE is a scenario (*.bubble.json), a picture that Bubblescope exported, preset:NAME, or - for standard "
        "input.");
    const QString more = Text::tr(
        "\"bubblescope help COMMAND\" shows its options and two examples; \"--version\" the "
        "version. Exit status: 0 success; 1 nothing could run, a claim of a lesson is false, or "
        "writing failed; 2 wrong arguments or a bad file.");
    for (const QString& paragraph : {file, more})
        out += QLatin1Char('\n') + wrapped(paragraph, kHelpWidth, 0) + QLatin1Char('\n');
    return out;
}

QString helpText(const Verb& verb) {
    QString out = Text::tr(verb.summary) + QLatin1String("\n\n") + heading(Text::tr("Usage:")) + usageLine(verb);
    if (*verb.details) out += QLatin1Char('\n') + wrapped(Text::tr(verb.details), kHelpWidth, 0) + QLatin1Char('\n');
    const std::vector<Option> options = verb.options();
    out += QLatin1Char('\n') + heading(Text::tr("Options:"));
    for (const Option& option : options)
        if (!option.isOfWorkload) out += optionLines(option);
    out += optionLines(
        {.name = QStringLiteral("--help"), .meaning = Text::tr("Show this help."), .letter = QStringLiteral("-h")});
    if (std::ranges::any_of(options, &Option::isOfWorkload)) out += QLatin1Char('\n') + heading(Text::tr("Workload:"));
    for (const Option& option : options)
        if (option.isOfWorkload) out += optionLines(option);
    out += QLatin1Char('\n') + heading(Text::tr("Examples:"));
    for (const Example& example : verb.examples)
        out += QStringLiteral("  bubblescope %1\n      %2\n")
                   .arg(QLatin1String(example.command), Text::tr(example.meaning));
    return out;
}

Error unknownCommand(const QString& word) {
    std::vector<std::string_view> names;
    for (const Verb* verb : verbs()) names.push_back(verb->name);
    const QString nearest = QString::fromStdString(nearestName(word.toStdString(), names));
    return {Text::tr("unknown command \"%1\"; nearest: \"%2\"; see bubblescope --help")
                .arg(QString::fromStdString(shortened(word.toStdString(), 200)), nearest)
                .toStdString(),
            {}};
}

}  // namespace bubblescope
