#include "app/console/lesson_marks.h"

#include "app/console/console.h"
#include "app/documents/load_scenario.h"
#include "engine/answers/attempt.h"
#include "engine/core/text.h"
#include "engine/io/answers_file.h"
#include "widgets/kit/csv.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

namespace bubblescope {

namespace {

/// A text from a stranger as a cell that no spreadsheet takes for a formula.
QString safeCell(const std::string& text) {
    const QString words = toQString(shortened(text, 200));
    const bool isFormula = !words.isEmpty() && QStringLiteral("=+-@\t\r").contains(words[0]);
    return csvCell(isFormula ? QLatin1Char('\'') + words : words);
}

QString numberCell(const std::optional<double>& number) { return number ? csvNumber(*number) : QString(); }

QString kindText(AnswerMark::Kind kind) {
    switch (kind) {
        case AnswerMark::Kind::Prediction: return QStringLiteral("predict");
        case AnswerMark::Kind::Challenge: return QStringLiteral("challenge");
        default: return {};
    }
}

QString rowOf(const AnswerMark& mark, const std::string& name) {
    QStringList set;
    for (const Setting& setting : mark.set)
        set += toQString(setting.path) + QLatin1Char('=') + toQString(setting.value);
    const bool isMarked = mark.error.empty();
    const QStringList cells = {safeCell(name),
                               mark.step == 0 ? QString() : QString::number(mark.step),
                               kindText(mark.kind),
                               mark.given ? numberCell(mark.given) : safeCell(set.join(QLatin1Char(' ')).toStdString()),
                               numberCell(mark.right),
                               numberCell(mark.off),
                               !isMarked    ? QString()
                               : mark.isMet ? QStringLiteral("true")
                                            : QStringLiteral("false"),
                               numberCell(mark.score),
                               numberCell(mark.par),
                               numberCell(mark.best),
                               safeCell(mark.error)};
    return cells.join(QLatin1Char(',')) + QLatin1Char('\n');
}

/// The answers of a file, if they are to this lesson.
Result<LessonAnswers> answersIn(const QString& file, const LoadedLesson& lesson) {
    const auto text = loadText(file.toStdString(), kLessonKind);
    if (!text) return text.error();
    auto answers = readAnswers(*text);
    if (!answers) return answers;
    if (answers->lesson != lesson.title)
        return Error{Text::tr("is of the lesson \"%1\"; this is \"%2\"")
                         .arg(toQString(shortened(answers->lesson)), toQString(shortened(lesson.title)))
                         .toStdString(),
                     "lesson"};
    if (answers->sha256 != lesson.sha256())
        return Error{Text::tr("is of another version of the lesson, whose SHA-256 is %1; give that file")
                         .arg(toQString(shortened(answers->sha256, 64)))
                         .toStdString(),
                     "sha256"};
    return answers;
}

}  // namespace

int printMarks(const LoadedLesson& lesson, const std::vector<Result<SpokenStep>>& begins, const QStringList& files) {
    int code = kDone;
    print("name,step,kind,given,right,off,met,score,par,best,error\n");
    for (const QString& file : files) {
        const auto answers = answersIn(file, lesson);
        if (!answers) {
            code = complain(kBadUsage, file.toStdString(), answers.error());
            continue;
        }
        for (const AnswerMark& mark : markAll(lesson.lesson, begins, *answers))
            print(rowOf(mark, answers->name).toStdString());
    }
    return code;
}

}  // namespace bubblescope
