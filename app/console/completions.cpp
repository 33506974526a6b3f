#include "app/console/completions.h"

#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

namespace bubblescope {

namespace {

/// "--json", "-D" and "--devices".
QStringList namesOf(const Option& option) {
    QStringList names{option.name};
    if (!option.letter.isEmpty()) names.prepend(option.letter);
    return names;
}

std::vector<Option> allOptions(const Verb& verb) {
    std::vector<Option> all = verb.options();
    all.push_back(
        {.name = QStringLiteral("--help"), .meaning = Text::tr("Show this help."), .letter = QStringLiteral("-h")});
    return all;
}

QStringList sourcesOf(const Verb& verb) {
    return verb.sources ? verb.sources() : verb.takes().split(QLatin1Char('|'), Qt::SkipEmptyParts);
}

bool takesFiles(const Verb& verb) { return verb.takes().startsWith(QLatin1String("FILE")); }

/// Words in single quotes, for any of the shells.
QString quoted(QString text) {
    return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

/// "1f1b default": the words without those of presets, or the names of presets alone.
QString wordsOf(const QStringList& sources, bool arePresets) {
    QStringList words;
    const QString prefix = toQString(kPresetPrefix);
    for (const QString& source : sources)
        if (source.startsWith(prefix) == arePresets) words += arePresets ? source.mid(prefix.size()) : source;
    return words.join(QLatin1Char(' '));
}

}  // namespace

QString bashCompletions() {
    // bash splits words at : and =, so that a value can be two words behind its option.
    QString out = QStringLiteral(
        "# bash completion for bubblescope; made by \"bubblescope completion bash\"\n"
        "_bubblescope() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= words= presets=\n"
        "    COMPREPLY=()\n"
        "    [[ $COMP_CWORD -gt 1 ]] && verb=${COMP_WORDS[1]}\n"
        "    if [[ $current == [:=] ]]; then\n"
        "        current=\n"
        "    elif [[ $before == [:=] ]]; then\n"
        "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
        "    fi\n"
        "    case $verb in\n");
    QStringList verbNames;
    for (const Verb* verb : verbs()) {
        verbNames += QLatin1String(verb->name);
        QStringList words;
        QString values;
        for (const Option& option : allOptions(*verb)) {
            words += namesOf(option);
            const QString pattern = namesOf(option).join(QLatin1Char('|'));
            if (const QStringList choices = choicesOf(option); !choices.isEmpty())
                values += QStringLiteral("            %1) words=%2 ;;\n")
                              .arg(pattern, quoted(choices.join(QLatin1Char(' '))));
            else if (option.takesValue())
                values += QStringLiteral("            %1) return ;;\n").arg(pattern);
        }
        const QStringList sources = sourcesOf(*verb);
        if (const QString presets = wordsOf(sources, true); !presets.isEmpty())
            values += QStringLiteral("            preset) words=%1 ;;\n").arg(quoted(presets));
        words += sources;
        out += QStringLiteral("    %1)\n        case $before in\n%2            *) words=%3 ;;\n        esac ;;\n")
                   .arg(QLatin1String(verb->name), values, quoted(words.join(QLatin1Char(' '))));
    }
    return out + QStringLiteral(
                     "    *) words=%1 ;;\n"
                     "    esac\n"
                     "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                     "}\n"
                     "complete -o bashdefault -o default -F _bubblescope bubblescope\n")
                     .arg(quoted(verbNames.join(QLatin1Char(' ')) + QStringLiteral(" --help --version")));
}

QString zshCompletions() {
    const auto escaped = [](QString text) {
        for (const char c : {'\\', '[', ']', ':'})
            text.replace(QLatin1Char(c), QLatin1Char('\\') + QString(QLatin1Char(c)));
        return text;
    };
    QString verbList, cases;
    for (const Verb* verb : verbs()) {
        const QString name = QLatin1String(verb->name);
        verbList += QStringLiteral("    %1\n").arg(quoted(name + QLatin1Char(':') + Text::tr(verb->summary)));
        QString specs;
        for (const Option& option : allOptions(*verb))
            for (const QString& one : namesOf(option)) {
                QString spec = one;
                if (option.use == Option::Use::Repeated) spec.prepend(QLatin1Char('*'));
                spec += QStringLiteral("[%1]").arg(escaped(meaningOf(option)));
                if (option.takesValue()) {
                    const QStringList choices = choicesOf(option);
                    const QString action = choices.isEmpty()
                                               ? QStringLiteral("_files")
                                               : QStringLiteral("(%1)").arg(choices.join(QLatin1Char(' ')));
                    spec += QStringLiteral(":%1:%2").arg(escaped(option.value), action);
                }
                specs += QStringLiteral(" \\\n      %1").arg(quoted(spec));
            }
        QStringList sources = sourcesOf(*verb);
        for (QString& source : sources) source = escaped(source);
        QString action = QStringLiteral("(%1)").arg(sources.join(QLatin1Char(' ')));
        if (takesFiles(*verb))
            action = QStringLiteral("{_alternative \"files:file:_files\" \"words:word:%1\"}").arg(action);
        cases += QStringLiteral("  %1) _arguments%2 \\\n      %3 ;;\n")
                     .arg(name, specs, quoted(QStringLiteral("*:%1:%2").arg(escaped(verb->takes()), action)));
    }
    return QStringLiteral(
               "#compdef bubblescope\n"
               "# made by \"bubblescope completion zsh\"\n"
               "_bubblescope() {\n"
               "  local -a verbs\n"
               "  verbs=(\n%1  )\n"
               "  if (( CURRENT == 2 )); then\n"
               "    _describe -t commands command verbs\n"
               "    _arguments '--help[%2]' '--version[%3]' '*:FILE:_files'\n"
               "    return\n"
               "  fi\n"
               "  local verb=$words[2]\n"
               "  shift words\n"
               "  (( CURRENT-- ))\n"
               "  case $verb in\n%4  esac\n"
               "}\n"
               "_bubblescope \"$@\"\n")
        .arg(verbList, Text::tr("Show this help."), Text::tr("Show the version."), cases);
}

QString fishCompletions() {
    QString out = QStringLiteral(
                      "# fish completion for bubblescope; made by \"bubblescope completion fish\"\n"
                      "complete -c bubblescope -n __fish_use_subcommand -l help -s h -d %1\n"
                      "complete -c bubblescope -n __fish_use_subcommand -l version -d %2\n")
                      .arg(quoted(Text::tr("Show this help.")), quoted(Text::tr("Show the version.")));
    for (const Verb* verb : verbs()) {
        const QString name = QLatin1String(verb->name);
        const QString begin = QStringLiteral("complete -c bubblescope -n '__fish_seen_subcommand_from %1'").arg(name);
        out += QStringLiteral("complete -c bubblescope -n __fish_use_subcommand -a %1 -d %2\n")
                   .arg(name, quoted(Text::tr(verb->summary)));
        for (const Option& option : allOptions(*verb)) {
            out += begin;
            for (const QString& one : namesOf(option))
                out += one.startsWith(QLatin1String("--")) ? QStringLiteral(" -l ") + one.mid(2)
                                                           : QStringLiteral(" -s ") + one.mid(1);
            if (const QStringList choices = choicesOf(option); !choices.isEmpty())
                out += QStringLiteral(" -x -a ") + quoted(choices.join(QLatin1Char(' ')));
            else if (option.takesValue())
                out += QStringLiteral(" -r");
            out += QStringLiteral(" -d %1\n").arg(quoted(meaningOf(option)));
        }
        if (const QStringList sources = sourcesOf(*verb); !sources.isEmpty())
            out += begin + QStringLiteral("%1 -a %2\n")
                               .arg(takesFiles(*verb) ? QString() : QStringLiteral(" -f"),
                                    quoted(sources.join(QLatin1Char(' '))));
    }
    return out;
}

}  // namespace bubblescope
