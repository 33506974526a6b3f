#include "app/console/console.h"
#include "app/console/console_progress.h"
#include "app/console/verb.h"
#include "app/documents/lesson_document.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "engine/core/text.h"
#include "engine/lessons/lesson_highlight.h"
#include "engine/lessons/lesson_words.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <atomic>

namespace bubblescope {

namespace {

/// Text of a file that may be hostile: without control characters.
void printText(const std::string& text, int indent = 0, std::size_t longest = std::string::npos) {
    const QString spaces(indent, QLatin1Char(' '));
    const QString words = plainSpaces(toQString(shortened(text, longest)));
    print((spaces + wrapped(words, kConsoleWidth - indent, indent) + QLatin1Char('\n')).toStdString());
}

Error atStep(Error error, std::size_t step) {
    error.field = "steps[" + std::to_string(step) + "]" + (error.field.empty() ? "" : "." + error.field);
    return error;
}

/// Checks that everything highlighted exists.
Result<void> checkHighlights(const SpokenStep& spoken, const LessonRuns& runs) {
    for (std::size_t i = 0; i < spoken.highlight.size(); ++i) {
        const std::string place = "highlight[" + std::to_string(i) + "]";
        const RunResult& run = runs.schedules[scheduleOfHighlight(spoken.highlight[i])];
        if (!run) return Error{run.error().message, place};
        if (const auto found = findHighlight(spoken.highlight[i], **run); !found)
            return Error{found.error().message, place};
    }
    return {};
}

void printStep(const SpokenStep& spoken, std::size_t number) {
    printText(std::to_string(number) + ". " + spoken.caption);
    if (!spoken.question.empty()) {
        printText("? " + spoken.question, 3);
        printText("= " + spoken.answer, 3);
    }
}

int lesson(const QStringList& args) {
    const auto arguments = parseArguments(args, {}, {.source = Text::tr("a lesson file")});
    if (!arguments) return complain(kBadUsage, "lesson", arguments.error());
    const std::string& source = arguments->source();
    const auto text = loadText(source, kLessonKind);
    if (!text) return complain(kBadUsage, source, text.error());
    const auto loaded = readLoadedLesson(*text);
    if (!loaded) return complain(kBadUsage, source, loaded.error());

    printText(loaded->title, 0, 200);
    int code = kDone;
    std::vector<NamedNumber> constants;
    const std::size_t steps = loaded->lesson.steps.size();
    std::atomic<std::size_t> at = 0;
    const ConsoleProgress line([&] { return Text::tr("Running step %1 of %2").arg(at.load() + 1).arg(steps); }, true);
    for (std::size_t i = 0; i < steps; ++i) {
        at = i;
        const LessonStep& step = loaded->lesson.steps[i];
        const LessonRuns runs = runsOf(step.scene);
        const auto spoken = speak(step, step.scene, runs, constants);
        if (!spoken) return complain(kFailed, source, atStep(spoken.error(), i));
        if (const auto ok = checkHighlights(*spoken, runs); !ok)
            return complain(kFailed, source, atStep(ok.error(), i));
        printStep(*spoken, i + 1);
        for (std::size_t claim = 0; claim < spoken->claims.size(); ++claim)
            if (!spoken->claims[claim].holds)
                code = complain(kFailed, source,
                                atStep({Text::tr("the claim \"%1\" is false")
                                            .arg(toQString(shortened(spoken->claims[claim].text, 200)))
                                            .toStdString(),
                                        "claims[" + std::to_string(claim) + ']'},
                                       i));
    }
    const int printed = finishPrinting();
    return printed == kDone ? code : printed;
}

}  // namespace

const Verb kLesson{
    .name = "lesson",
    .takes = [] { return QStringLiteral("FILE"); },
    .options = [] { return std::vector<Option>(); },
    .summary = QT_TRANSLATE_NOOP("Text", "Print a lesson with its numbers and check its claims."),
    .details =
        QT_TRANSLATE_NOOP("Text",
                          "FILE is a lesson, preset:NAME, or - for standard input. A false claim and a highlight "
                          "that does not exist are errors: exit status 1."),
    .examples = {{{"lesson preset:lesson-1-one-device", QT_TRANSLATE_NOOP("Text", "Print the first lesson.")},
                  {"lesson mine.json", QT_TRANSLATE_NOOP("Text", "Check a lesson that you wrote.")}}},
    .sources =
        [] {
            QStringList words;
            for (const Preset& preset : presets(kLessonKind)) words += toQString(kPresetPrefix) + preset.name;
            return words;
        },
    .run = lesson,
};

}  // namespace bubblescope
