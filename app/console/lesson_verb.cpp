#include "app/console/console.h"
#include "app/console/console_progress.h"
#include "app/console/drawing_application.h"
#include "app/console/lesson_marks.h"
#include "app/console/verb.h"
#include "app/documents/lesson_document.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "engine/answers/attempt.h"
#include "engine/core/text.h"
#include "engine/io/lesson_json.h"
#include "engine/lessons/lesson_changes.h"
#include "engine/lessons/lesson_highlight.h"
#include "engine/lessons/lesson_words.h"
#include "engine/style/style_keys.h"
#include "widgets/kit/format.h"
#include "widgets/kit/notation.h"
#include "widgets/kit/text.h"
#include "widgets/lessons/lesson_export.h"

#include <QCoreApplication>

#include <atomic>
#include <span>

namespace bubblescope {

namespace {

const QString kSolve = QStringLiteral("--solve");
const QString kJson = QStringLiteral("--json");
const QString kAnswers = QStringLiteral("--answers");
const QString kOut = QStringLiteral("-o");
const QString kDeck = QStringLiteral("--deck");
const QString kNotation = QStringLiteral("--notation");

/// Text of a file that may be hostile: without control characters.
void printText(const std::string& text, int indent = 0, std::size_t longest = std::string::npos) {
    const QString spaces(indent, QLatin1Char(' '));
    const QString words = plainSpaces(inNotation(toQString(shortened(text, longest))));
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

/// The right answer as sentences have it: of a choice its text.
std::string numbersText(const LessonStep& step, const SpokenPrediction& spoken) {
    using Asks = LessonPrediction::Asks;
    const Asks asks = step.prediction->asks;
    if (asks == Asks::Choice) return spoken.choices[static_cast<std::size_t>(spoken.right) - 1];
    if (asks == Asks::Percent) return lessonNumber({.isFormula = true, .isPercent = true, .decimals = 1}, spoken.right);
    return resultText(step.prediction->right, spoken.right, step.scene);
}

/// "= 33. GPipe takes as long.": the right answer, and what the lesson says about it.
std::string rightText(const LessonStep& step, const SpokenStep& spoken) {
    return numbersText(step, *spoken.prediction) + (spoken.answer.empty() ? "" : ". " + spoken.answer);
}

void printChallenge(const LessonStep& step, const SpokenChallenge& challenge) {
    const auto printNumber = [&](const QString& line, double value) {
        printText(line.arg(toQString(resultText(step.challenge->score, value, step.scene))).toStdString(), 3);
    };
    printText(Text::tr("Goal: %1").arg(toQString(step.challenge->goal)).toStdString(), 3);
    if (challenge.par && challenge.parTitle.empty()) printNumber(Text::tr("Par: %1"), *challenge.par);
    if (challenge.par && !challenge.parTitle.empty())
        printNumber(Text::tr("To beat: %1, as %2 takes").arg(QStringLiteral("%1"), toQString(challenge.parTitle)),
                    *challenge.par);
    if (challenge.best) printNumber(Text::tr("Best: %1"), *challenge.best);
}

void printStep(const LessonStep& step, const SpokenStep& spoken, std::size_t number) {
    printText(std::to_string(number) + ". " + spoken.caption);
    if (!spoken.question.empty()) printText("? " + spoken.question, 3);
    if (spoken.prediction)
        for (const std::string& choice : spoken.prediction->choices) printText("- " + choice, 5);
    if (spoken.challenge) printChallenge(step, *spoken.challenge);
    if (spoken.prediction)
        printText("= " + rightText(step, spoken), 3);
    else if (!spoken.question.empty())
        printText("= " + answerOf(step, spoken), 3);
}

/// The least score that was found, and by what.
void printSolved(const LessonStep& step, const SolvedChallenge& solved, bool hasBest) {
    const auto line = [&](const QString& text) { printText(text.toStdString(), 3); };
    if (solved.reaches)
        line(Text::tr("The solution reaches the goal: %1")
                 .arg(toQString(resultText(step.challenge->score, *solved.score, step.scene))));
    if (!solved.least) {
        if (hasBest)
            line(Text::tr("Best is not proven: a key has no list of values, or there are too many combinations"));
        return;
    }
    QStringList by;
    for (const Setting& setting : solved.leastBy)
        by += toQString(setting.path) + QLatin1Char('=') + toQString(setting.value);
    line(Text::tr("Least score of all allowed values: %1, by %2")
             .arg(toQString(resultText(step.challenge->score, *solved.least, step.scene)), by.join(QLatin1Char(' '))));
}

/// What was asked for instead of the text of the lesson, or besides it.
struct Wanted {
    bool isJson = false, solves = false, marks = false, isDeck = false;
    QString file = {};  // of a web page or a PDF; empty: none
};

/// Writes a web page or a PDF.
int writeLesson(const LoadedLesson& loaded, const std::vector<SpokenStep>& spoken, const Wanted& wanted,
                const std::string& source) {
    const DrawingApplication application;
    const ConsoleProgress line([] { return Text::tr("Writing the lesson"); }, false);
    const auto written = exportLesson(wanted.file, wanted.isDeck ? LessonPages::Slides : LessonPages::Print,
                                      loaded.lesson, spoken, {loaded.text, loaded.sha256()});
    return written ? kDone : complain(kFailed, source, written.error());
}

/// Refuses a file of another kind, slides in it, and options that exclude each other.
Result<void> checkFile(const Wanted& wanted) {
    const bool isPage = isWebPage(wanted.file);
    const bool isPdf = wanted.file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive);
    if (!wanted.file.isEmpty() && !isPage && !isPdf)
        return Error{Text::tr("must end in .html or .pdf, is %1").arg(wanted.file).toStdString(), "-o"};
    if (wanted.marks && (wanted.isJson || wanted.solves || !wanted.file.isEmpty()))
        return Error{Text::tr("cannot be combined with --json, --solve or -o").toStdString(), "--answers"};
    if (wanted.isJson && !wanted.file.isEmpty())
        return Error{Text::tr("cannot be combined with -o").toStdString(), "--json"};
    if (wanted.isDeck && !isPdf)
        return Error{Text::tr("needs -o with a file that ends in .pdf").toStdString(), "--deck"};
    return {};
}

/// Runs all steps. Complains about steps that cannot be said or shown.
std::optional<std::vector<SpokenStep>> runSteps(const Lesson& lesson, const std::string& source) {
    std::vector<SpokenStep> all;
    std::vector<NamedNumber> constants;
    std::atomic<std::size_t> at = 0;
    const std::size_t steps = lesson.steps.size();
    const ConsoleProgress line([&] { return Text::tr("Running step %1 of %2").arg(at.load() + 1).arg(steps); }, true);
    for (std::size_t i = 0; i < steps; ++i) {
        at = i;
        const LessonRuns runs = runsOf(lesson.steps[i].scene);
        auto spoken = speak(lesson.steps[i], runs, constants);
        const auto ok = spoken ? checkHighlights(*spoken, runs) : spoken.error();
        if (!ok) {
            complain(kFailed, source, atStep(ok.error(), i));
            return std::nullopt;
        }
        all.push_back(std::move(*spoken));
    }
    return all;
}

/// Complains about false claims, and about what a challenge says that is not so.
int complainAbout(const std::string& source, std::size_t i, const SpokenStep& spoken, const SolvedChallenge* solved) {
    int code = kDone;
    for (std::size_t claim = 0; claim < spoken.claims.size(); ++claim)
        if (!spoken.claims[claim].holds)
            code = complain(kFailed, source,
                            atStep({Text::tr("the claim \"%1\" is false")
                                        .arg(toQString(shortened(spoken.claims[claim].text, 200)))
                                        .toStdString(),
                                    "claims[" + std::to_string(claim) + ']'},
                                   i));
    if (solved)
        for (const std::string& wrong : solved->wrong) code = complain(kFailed, source, atStep({wrong, "goal"}, i));
    return code;
}

int play(const LoadedLesson& loaded, const std::string& source, const Wanted& wanted, const QStringList& answers) {
    const Lesson& lesson = loaded.lesson;
    const auto spoken = runSteps(lesson, source);
    if (!spoken) return kFailed;
    if (wanted.marks) {
        const int marked = printMarks(loaded, {spoken->begin(), spoken->end()}, answers);
        const int printed = finishPrinting();
        return printed == kDone ? marked : printed;
    }
    std::vector<std::optional<SolvedChallenge>> solved(spoken->size());
    int code = kDone;
    const bool isText = !wanted.isJson && wanted.file.isEmpty();
    if (isText) printText(lesson.title, 0, 200);
    for (std::size_t i = 0; i < spoken->size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        if (isText) printStep(step, (*spoken)[i], i + 1);
        if (wanted.solves && step.challenge) solved[i] = solve(step, (*spoken)[i]);
        if (solved[i] && isText) printSolved(step, *solved[i], !step.challenge->best.empty());
        if (const int wrong = complainAbout(source, i, (*spoken)[i], solved[i] ? &*solved[i] : nullptr); wrong != kDone)
            code = wrong;
    }
    if (wanted.isJson) print(lessonJson(lesson, *spoken, solved));
    if (!wanted.file.isEmpty() && code == kDone) code = writeLesson(loaded, *spoken, wanted, source);
    const int printed = finishPrinting();
    return printed == kDone ? code : printed;
}

QStringList notationNames() {
    QStringList names;
    for (const std::string_view name : std::span(style_keys::kNotations).subspan(1)) names += toQString(name);
    return names;
}

std::vector<Option> lessonOptions() {
    return {{kSolve,
             {},
             Option::Use::Maybe,
             Text::tr("Try each challenge: its solution, and every combination of the values that it allows.")},
            {kJson, {}, Option::Use::Maybe, Text::tr("Print JSON.")},
            {kAnswers, QStringLiteral("FILE"), Option::Use::Repeated,
             Text::tr("Mark the answers in these files, one person each, and print a CSV row per answer.")},
            {kOut, QStringLiteral("OUT"), Option::Use::Maybe,
             Text::tr("Write a web page (.html) that plays the lesson, or pages to print (.pdf).")},
            {kDeck,
             {},
             Option::Use::Maybe,
             Text::tr("With a PDF, write 16:9 slides; questions and their answers are on two.")},
            {kNotation, notationNames().join(QLatin1Char('|')), Option::Use::Maybe,
             Text::tr("The symbols of devices, microbatches and chunks: D, MBS, v; p, m, v; or p, M, v."),
             notationNames().front()}};
}

int lesson(const QStringList& args) {
    const auto arguments =
        parseArguments(args, lessonOptions(), {.several = true, .source = Text::tr("a lesson file")});
    if (!arguments) return complain(kBadUsage, "lesson", arguments.error());
    const Wanted wanted{arguments->has(kJson), arguments->has(kSolve), arguments->has(kAnswers), arguments->has(kDeck),
                        arguments->values(kOut).value(0)};
    if (const auto ok = checkFile(wanted); !ok) return complain(kBadUsage, "lesson", ok.error());
    const QString named = arguments->has(kNotation) ? arguments->values(kNotation).last() : notationNames().front();
    const qsizetype notation = notationNames().indexOf(named);
    if (notation < 0)
        return complain(kBadUsage, "lesson",
                        {Text::tr("must be %1, not \"%2\"").arg(orListed(notationNames()), named).toStdString(),
                         kNotation.toStdString()});
    const NotationScope scope(static_cast<Notation>(notation + 1));
    QStringList answers = arguments->values(kAnswers);
    for (std::size_t i = 1; i < arguments->sources.size(); ++i) answers += toQString(arguments->sources[i]);
    if (!wanted.marks && !answers.isEmpty())
        return complain(kBadUsage, "lesson",
                        {Text::tr("one lesson at a time; files of answers follow --answers").toStdString(), {}});
    const std::string& source = arguments->source();
    const auto text = loadText(source, kLessonKind);
    if (!text) return complain(kBadUsage, source, text.error());
    const auto loaded = readLoadedLesson(*text);
    if (!loaded) return complain(kBadUsage, source, loaded.error());
    return play(*loaded, source, wanted, answers);
}

}  // namespace

const Verb kLesson{
    .name = "lesson",
    .takes = [] { return QStringLiteral("FILE"); },
    .options = lessonOptions,
    .summary = QT_TRANSLATE_NOOP("Text", "Print a lesson with its numbers and check its claims."),
    .details =
        QT_TRANSLATE_NOOP("Text",
                          "FILE is a lesson, preset:NAME, or - for standard input. A false claim, a highlight that "
                          "does not exist and, with --solve, a challenge that cannot be met as the lesson says are "
                          "errors: exit status 1."),
    .examples = {{{"lesson preset:lesson-1-one-device", QT_TRANSLATE_NOOP("Text", "Print the first lesson.")},
                  {"lesson mine.json --answers ann.json bob.json",
                   QT_TRANSLATE_NOOP("Text", "Mark the answers of two students.")}}},
    .sources =
        [] {
            QStringList words;
            for (const Preset& preset : presets(kLessonKind)) words += toQString(kPresetPrefix) + preset.name;
            return words;
        },
    .run = lesson,
};

}  // namespace bubblescope
