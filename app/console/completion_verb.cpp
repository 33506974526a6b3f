#include "app/console/completions.h"
#include "app/console/console.h"
#include "app/console/verb.h"
#include "engine/core/text.h"
#include "widgets/kit/text.h"

namespace bubblescope {

namespace {

struct Shell {
    const char* name;
    QString (*completions)();
};
constexpr Shell kShells[] = {{"bash", bashCompletions}, {"zsh", zshCompletions}, {"fish", fishCompletions}};

int completion(const QStringList& args) {
    if (args.size() == 1)
        for (const Shell& shell : kShells)
            if (args[0] == QLatin1String(shell.name)) {
                print(shell.completions().toStdString());
                return finishPrinting();
            }
    if (args.size() == 1)
        return complain(
            kBadUsage, "completion",
            {Text::tr("unknown shell; expected bash, zsh or fish").toStdString(), shortened(args[0].toStdString())});
    return complain(kBadUsage, "completion", {Text::tr("needs one shell: bash, zsh or fish").toStdString(), {}});
}

}  // namespace

const Verb kCompletion{
    .name = "completion",
    .takes = [] { return QStringLiteral("bash|zsh|fish"); },
    .options = [] { return std::vector<Option>(); },
    .summary = QT_TRANSLATE_NOOP("Text", "Print a script that completes commands in a shell."),
    .details = QT_TRANSLATE_NOOP(
        "Text", "Installing Bubblescope installs these scripts. From a build folder, load one manually."),
    .examples = {{{"completion bash > bubblescope.bash", QT_TRANSLATE_NOOP("Text", "Source this file in ~/.bashrc.")},
                  {"completion fish > ~/.config/fish/completions/bubblescope.fish",
                   QT_TRANSLATE_NOOP("Text", "Install the completions of fish for your account.")}}},
    .run = completion,
};

}  // namespace bubblescope
