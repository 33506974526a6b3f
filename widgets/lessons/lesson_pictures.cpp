#include "widgets/lessons/lesson_pictures.h"

#include "engine/answers/attempt.h"
#include "engine/io/lesson_scene.h"
#include "engine/style/style_keys.h"
#include "widgets/collectives/collective_picture.h"
#include "widgets/gantt/highlights.h"
#include "widgets/kit/format.h"
#include "widgets/kit/theme.h"
#include "widgets/lessons/concealed.h"
#include "widgets/lessons/lesson_highlights.h"
#include "widgets/picture/exported_gantts.h"
#include "widgets/picture/exported_page.h"
#include "widgets/picture/gantt_picture.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <optional>

namespace bubblescope {

namespace {

/// Where words are on a page. Units: pixels.
struct PageShape {
    QSizeF size;
    double margin = 0;   // at all sides
    double words = 0;    // size of type
    double between = 0;  // steps of one page
};
constexpr double kPageNumber = 14;
constexpr PageShape kSlideShape = {{1280, 720}, 32, 28.8, 0};
constexpr PageShape kPrintShape = {{794, 1123}, 48, 14, 28};  // A4

struct Line {
    QByteArray look;  // its name, of one font and colour
    QString words;
    QFont font;
    QColor color;
};

/// The words of a step below its picture, broken into lines.
std::vector<Line> linesOf(const LessonStep& step, const SpokenStep& spoken, bool isAnswered, const PageShape& shape) {
    const Theme& theme = themeOf(ThemeId::Light);
    const QFont usual = uiFont(shape.words), bold = uiFont(shape.words, QFont::DemiBold);
    const QRectF room(0, 0, shape.size.width() - 2 * shape.margin, 0);
    std::vector<Line> lines;
    const auto add = [&](const std::string& text, bool isQuestion = false) {
        if (text.empty()) return;
        const QFont& font = isQuestion ? bold : usual;
        for (const QString& words : WrappedText(toQString(text), font, room).lines)
            lines.push_back({isQuestion ? "question" : "words", words, font, isQuestion ? theme.accent : theme.text});
    };
    add(spoken.caption);
    add(spoken.question, true);
    if (spoken.prediction)
        for (const std::string& choice : spoken.prediction->choices) add("\u2013 " + choice);
    if (isAnswered) add(answerOf(step, spoken));
    return lines;
}

double lineHeight(const PageShape& shape) { return std::ceil(1.3 * shape.words); }

double heightOf(const std::vector<Line>& lines, const PageShape& shape) {
    return static_cast<double>(lines.size()) * lineHeight(shape) + 0.6 * shape.words;
}

void addLines(DisplayList& list, const std::vector<Line>& lines, const PageShape& shape, double top) {
    double y = top + shape.words;
    for (const Line& line : lines) {
        list.add(DisplayText{.look = list.use(lettered(line.look, line.font, line.color)),
                             .at = {shape.margin, y},
                             .words = line.words,
                             .hasSubscripts = true});
        y += lineHeight(shape);
    }
}

/// A step with its words, as a part of a page as wide as the page.
struct PagePart {
    Picture picture;
    std::vector<Line> lines;
    double top = 0;  // on its page
};

Result<PagePart> partOf(const LessonStep& step, const SpokenStep& spoken, double end, bool isAnswered,
                        const PageShape& shape, const QString& title) {
    PagePart part{.picture = {}, .lines = linesOf(step, spoken, isAnswered, shape)};
    PictureOptions options;
    options.theme = ThemeId::Light;
    options.title = title;
    if (shape.between == 0) {
        options.width = Length(shape.size.width());
        options.height = Length(std::floor(shape.size.height() - heightOf(part.lines, shape)));
        options.isForRoom = true;
    } else {
        options.width = Length(shape.size.width() - 2 * shape.margin);
    }
    auto picture = stepPicture(step, spoken, end, isAnswered, options);
    if (!picture) return picture.error();
    part.picture = std::move(*picture);
    return part;
}

DrawPage pageOfParts(std::vector<PagePart> parts, const PageShape& shape, std::size_t number) {
    return [parts = std::move(parts), shape, number](double ratio) {
        DisplayList list;
        list.add(DisplayRect{list.use(filled("ground", themeOf(ThemeId::Light).window)), QRectF({0, 0}, shape.size)});
        for (const PagePart& part : parts) {
            const double left = shape.between == 0 ? 0 : shape.margin;
            list.add(part.picture.pages.front()(ratio), "picture", {left, part.top});
            addLines(list, part.lines, shape, part.top + part.picture.size.height());
        }
        list.add(DisplayText{.look = list.use(lettered("page-number", uiFont(kPageNumber),
                                                       themeOf(ThemeId::Light).mutedText, Anchor::End)),
                             .at = {shape.size.width() - 16, shape.size.height() - 12},
                             .words = QString::number(number)});
        return list;
    };
}

/// A challenge as its solution leaves it, with its answer; nothing if there is no solution. `isBeside`: the question is
/// on the same page.
std::optional<std::pair<LessonStep, SpokenStep>> solved(const LessonStep& step, const SpokenStep& spoken,
                                                        bool isBeside) {
    if (!step.challenge || step.challenge->solution.empty()) return std::nullopt;
    const std::vector<Setting>& solution = step.challenge->solution;
    auto tried = attempt(step, spoken, solution);
    auto scene = withSettings(step.scene, settingsHere(*step.challenge, solution));
    if (!tried || !scene) return std::nullopt;
    LessonStep after = step;
    after.scene = std::move(*scene);
    tried->caption = isBeside ? std::string() : spoken.caption;
    tried->question = isBeside ? std::string() : spoken.question;
    return std::pair(std::move(after), std::move(*tried));
}

Result<Picture> collectivePicture(const LessonStep& step, const CollectiveSetup& setup, PictureOptions options) {
    const auto run = runCollective(setup, setup.algorithms.front());
    if (!run) return run.error();
    auto playback = Playback::of(setup, *run);
    if (!playback) return playback.error();
    if (step.after) options.figures = {static_cast<std::size_t>(*step.after)};
    return storyboard(std::make_shared<const Playback>(std::move(*playback)), setup, options);
}

}  // namespace

SchemeMarks lessonMarks(const LessonStep& step) {
    SchemeMarks marks;
    for (std::size_t mark = 0; mark < std::size(style_keys::kMarks); ++mark)
        marks.*kMarkMembers[mark] = std::ranges::find(step.marks, style_keys::kMarks[mark]) != step.marks.end();
    return marks;
}

Result<Picture> stepPicture(const LessonStep& step, const SpokenStep& spoken, double end, bool isAnswered,
                            PictureOptions options) {
    if (const auto* setup = std::get_if<CollectiveSetup>(&step.scene)) {
        options.hasCosts = !step.prediction || isAnswered;
        return collectivePicture(step, *setup, options);
    }
    const Scenario& scenario = std::get<Scenario>(step.scene);
    options.marks = lessonMarks(step);
    const std::vector<Outcome> outcomes = recolored(runForPage(scenario, options.marks), scenario, options);
    std::vector<TrackData> tracks = shownOf(outcomes, options.bubble);
    if (end > 0) options.end = end;
    if (step.range) options.begin = step.range->first, options.end = step.range->second;
    if (step.until) options.until = *step.until * kMicroUnits;
    options.seen = highlightsOf(spoken.highlight, step.isSpotlit, outcomes);
    const bool conceals = step.prediction && !isAnswered;
    options.hidesCursor = true;
    if (conceals || step.until)
        for (TrackData& track : tracks) track = withoutResults(std::move(track));
    if (conceals) {
        options.until = std::min(options.until, firstBackwardOf(outcomes));
        options.marks = {};
    }
    return ganttPicture(tracks, options);
}

Result<Picture> lessonPicture(const Lesson& lesson, const std::vector<SpokenStep>& spoken, LessonPages pages) {
    const bool areSlides = pages == LessonPages::Slides;
    const PageShape& shape = areSlides ? kSlideShape : kPrintShape;
    Picture all{.size = shape.size, .title = toQString(lesson.title), .pages = {}};
    std::vector<const SpokenStep*> each;
    for (const SpokenStep& step : spoken) each.push_back(&step);
    std::vector<PagePart> parts;
    double y = shape.margin;
    const auto finish = [&] {
        if (!parts.empty()) all.pages.push_back(pageOfParts(std::exchange(parts, {}), shape, all.pages.size() + 1));
        y = shape.margin;
    };
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        const bool isAsked = !spoken[i].answer.empty() || step.prediction;
        for (const bool isAnswered : {false, true}) {
            if (areSlides ? isAnswered && !isAsked : !isAnswered && !step.challenge) continue;
            const QString title = i == 0 && (!areSlides || !isAnswered) ? all.title : QString();
            const auto after = isAnswered ? solved(step, spoken[i], !areSlides) : std::nullopt;
            const double end = std::max(axisEndOf(lesson, each, i), after ? static_cast<double>(after->second.end) : 0);
            auto part = partOf(after ? after->first : step, after ? after->second : spoken[i], end / kMicroUnits,
                               isAnswered, shape, title);
            if (!part) return Error{part.error().text(), "steps[" + std::to_string(i) + ']'};
            const double height = part->picture.size.height() + heightOf(part->lines, shape);
            if (areSlides || y + height > shape.size.height() - shape.margin) finish();
            part->top = areSlides ? 0 : y;
            y += height + shape.between;
            parts.push_back(std::move(*part));
        }
    }
    finish();
    return all;
}

}  // namespace bubblescope
