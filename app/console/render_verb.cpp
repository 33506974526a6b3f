#include "app/console/render_verb.h"

#include "app/console/console.h"
#include "app/console/console_progress.h"
#include "app/console/drawing_application.h"
#include "app/console/picture_arguments.h"
#include "app/console/scenario_arguments.h"
#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "engine/core/text.h"
#include "engine/io/scenario_file.h"
#include "engine/results/run_each.h"
#include "engine/study/study.h"
#include "engine/style/style.h"
#include "widgets/charts/frontier_points.h"
#include "widgets/charts/live_curves.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/charts/metric_bars.h"
#include "widgets/collectives/collective_export.h"
#include "widgets/collectives/collective_shown.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/exported_gantts.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/gantt_picture_layout.h"
#include "widgets/picture/latex_text.h"
#include "widgets/picture/picture_style.h"
#include "widgets/picture/save_file.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

const QString kSchedule = QStringLiteral("--schedule");
const QString kStyle = QStringLiteral("--style");
const QString kStep = QStringLiteral("--step");
const QString kPart = QStringLiteral("--part");
const QString kPages = QStringLiteral("--pages");
const QString kChart = QStringLiteral("--chart");
const QString kQuantity = QStringLiteral("--quantity");
const QString kAgainst = QStringLiteral("--against");
constexpr char kDefaultPicture[] = "bubblescope-default.png";

Error optionError(const QString& option, const QString& message) {
    return {message.toStdString(), option.toStdString()};
}

/// What can be drawn of a collective, in the order of exportedPage().
const QStringList kParts{QStringLiteral("storyboard"), QStringLiteral("clock"), QStringLiteral("over-bytes"),
                         QStringLiteral("over-ranks"), QStringLiteral("winners")};

/// The names of charts, of the quantities that they show and of the parameters that curves vary.
QStringList chartNames() {
    return {QStringLiteral("curves"), QStringLiteral("bars"), QStringLiteral("frontier"), QStringLiteral("memory")};
}
QStringList quantityNames() {
    QStringList names;
    for (const Quantity metric : chartMetrics()) names += idOf(metric);
    return names;
}
QStringList axisNames() {
    QStringList names;
    for (const WorkloadKey* key : liveAxes()) names += toQString(key->key);
    return names;
}

struct Request {
    Arguments arguments;
    PictureArguments picture;
};

std::vector<Option> options() {
    std::vector<Option> all = pictureOptions(PictureFormats::All, kOfAll, Option::Use::Needed);
    const std::initializer_list<Option> more = {
        settingsOption(),
        {kStep, QStringLiteral("N"), Option::Use::Repeated,
         Text::tr("For a collective, draw what its ranks have after this step; 0 is the start."), Text::tr("all")},
        {kPart, kParts.join(QLatin1Char('|')), Option::Use::Maybe, Text::tr("What to draw of a collective."),
         kParts.front()},
        {kPages, {}, Option::Use::Maybe, Text::tr("Draw each step of a collective on its own page.")},
        {kChart, chartNames().join(QLatin1Char('|')), Option::Use::Maybe,
         Text::tr("Draw a chart of the schedules instead of their operations.")},
        {kQuantity, quantityNames().join(QLatin1Char('|')), Option::Use::Maybe,
         Text::tr("The quantity of --chart curves, bars and frontier."), quantityNames().front()},
        {kAgainst, axisNames().join(QLatin1Char('|')), Option::Use::Maybe,
         Text::tr("The parameter on the x-axis of --chart curves."), toQString(kUsualAxis)}};
    all.insert(all.begin() + 1, more);
    for (Option& option : workloadOptions()) all.push_back(std::move(option));
    return all;
}

Result<Request> readRequest(const QStringList& args) {
    auto arguments = parseArguments(args, options(), kScenarioOrKinds);
    if (!arguments) return arguments.error();
    auto picture = readPictureArguments(*arguments, PictureFormats::All);
    if (!picture) return picture.error();
    return Request{std::move(*arguments), std::move(*picture)};
}

/// The options of a scenario's picture: those given, over those of the named style or else of the scenario's own.
Result<PictureOptions> optionsOf(const Request& request, const Scenario& scenario) {
    auto style = namedStyle(request.arguments, scenario.style);
    if (!style) return style.error();
    style = givenOver(std::move(*style), request.picture);
    if (!style) return style.error();
    if (auto ok = checkStyle(*style); !ok) return Error{ok.error().message, ok.error().field.substr(1)};
    return pictureOptionsOf(*style, scenario);
}

/// One outcome per entry; those that are not shown stay empty.
std::vector<Outcome> runChosen(const Scenario& scenario, const std::vector<int>& chosen, bool withHeld) {
    std::vector<Outcome> outcomes(scenario.schedules.size());
    RunProgress progress;
    const ConsoleProgress line(progress, false);
    RunPlan plan = planAll(scenario);
    plan.progress = &progress;
    if (withHeld) plan.mostHeldOps = std::numeric_limits<long long>::max();
    if (!chosen.empty()) plan.schedules.assign(chosen.begin(), chosen.end());
    runEach(scenario, plan, [&](std::size_t i, const RunResult& result) {
        outcomes[i] = outcomeOf(scenario, i, result);
        if (!result) outcomes[i].stuck = stuckRunOf(scenario, i);
        return true;
    });
    return outcomes;
}

Error whyNothingRan(const std::vector<Outcome>& outcomes, const std::vector<int>& chosen) {
    const Outcome& first = outcomes[chosen.empty() ? 0 : static_cast<std::size_t>(chosen.front())];
    const QString message = Text::tr("no schedule can run this workload: %1 %2");
    return {message.arg(first.title, first.refusal).toStdString(), "schedules"};
}

/// Writes a picture to the requested file, or reports what is wrong with its source.
int save(const Request& request, const std::string& source, const Result<Picture>& picture, double scale,
         const std::string& json, const ParameterValue::Object& ofScenario = {}) {
    const PictureFormat& format = *request.picture.format;
    const Result<void> fits = picture ? checkFits(format, *picture, scale) : picture.error();
    if (!fits) return complain(kBadUsage, source, asOption(fits.error(), request.arguments, ofScenario));
    const auto saved = [&] {
        const ConsoleProgress line([] { return Text::tr("Writing the picture"); }, false);
        return savePicture(request.picture.output, format, *picture, scale, json);
    }();
    if (!saved) return complain(kFailed, {}, saved.error());
    if (&format != &kTikz) return kDone;
    QString words;
    for (std::size_t page = 0; page < picture->pages.size(); ++page) words += wordsOf(pageOf(*picture, page));
    if (const QString missing = missingInLatex(words); !missing.isEmpty())
        note(source, missingInLatexText(missing), request.picture.output.toStdString());
    return kDone;
}

/// Whether none of few cells has a label although labels are wanted.
bool lacksLabels(const Picture& picture, const PictureOptions& options) {
    if (options.labels == CellLabel::None || !picture.gantts || picture.gantts->detail != CellDetail::Single)
        return false;
    const DisplayList list = pageOf(picture);
    return std::ranges::none_of(list.looks, [](const Look& look) { return look.names.startsWith("label-"); });
}

/// The steps that --step names; empty means all.
Result<std::vector<std::size_t>> chosenSteps(const QStringList& texts, std::size_t steps) {
    std::vector<std::size_t> chosen;
    for (const QString& text : texts) {
        bool ok = false;
        const int step = text.toInt(&ok);
        if (!ok || step < 0 || static_cast<std::size_t>(step) > steps)
            return optionError(kStep, Text::tr("must be from 0 to %1, is \"%2\"").arg(steps).arg(text));
        chosen.push_back(static_cast<std::size_t>(step));
    }
    return chosen;
}

/// The options of a collective's picture.
Result<PictureOptions> optionsOfCollective(const Request& request) {
    for (const QString& option : {kChart, kQuantity, kAgainst})
        if (request.arguments.has(option)) return optionError(option, Text::tr("does not apply to a collective"));
    for (const QString& option : {kSchedule, kStyle})
        if (request.arguments.has(option))
            return optionError(option, Text::tr("does not apply to a collective; choose its algorithm with --set "
                                                "algorithms='[\"ring\"]'"));
    auto options = pictureOptionsOf(request.picture.style, {});
    if (!options) return options;
    if (auto ok = checkIdle(request.picture, *options, {.what = kOfOthers, .format = request.picture.format}); !ok)
        return ok.error();
    if (valueNamed(request.picture.style, "title")) options->ownTitle = false;
    options->palette = PictureOptions().palette;  // ranks keep their colors in print
    options->isPaged = request.arguments.has(kPages);
    return options;
}

/// The place of the part that --part names.
Result<std::size_t> partOf(const Request& request) {
    if (!request.arguments.has(kPart)) return std::size_t{0};
    const QString name = request.arguments.values(kPart).last();
    const qsizetype part = kParts.indexOf(name);
    if (part < 0) return optionError(kPart, Text::tr("must be %1, is \"%2\"").arg(orListed(kParts), name));
    for (const QString& option : {kStep, kPages})
        if (part > 0 && request.arguments.has(option))
            return optionError(option, Text::tr("applies only to --part storyboard"));
    return static_cast<std::size_t>(part);
}

/// Draws the storyboard of a collective's first algorithm, or a chart that compares all of its algorithms.
int renderCollective(const Request& request, const std::string& source, const std::string& text) {
    const auto given = optionsOfCollective(request);
    if (!given) return complain(kBadUsage, source, asOption(given.error(), request.arguments));
    PictureOptions options = *given;
    const auto part = partOf(request);
    if (!part) return complain(kBadUsage, source, part.error());
    const auto setup = readCollective(text, request.arguments.settings);
    if (!setup) return complain(kBadUsage, source, setup.error());
    const DrawingApplication application;
    if (*part > 0) {
        const ClockTracks tracks = clockTracks(*setup, runChosen(*setup), themeOf(options.theme));
        const Exportable thing = exportedPage({}, *setup, tracks.shown);
        return save(request, source, drawnWith(thing.parts[*part - 1].picture, options), options.scale, thing.json);
    }
    auto playback = Playback::of(*setup, setup->algorithms.front());
    if (!playback) return complain(kBadUsage, source, playback.error());
    const auto steps = chosenSteps(request.arguments.values(kStep), playback->steps());
    if (!steps) return complain(kBadUsage, source, steps.error());
    options.figures = *steps;
    const Exportable thing = exportedCollective(std::make_shared<const Playback>(std::move(*playback)), *setup, 0);
    return save(request, source, thing.picture(options), options.scale, thing.json);
}

/// What --chart asks for, as it is exported.
Result<Exportable> chartOf(const Request& request, const Scenario& scenario) {
    for (const auto& [option, names] :
         {std::pair(kChart, chartNames()), {kQuantity, quantityNames()}, {kAgainst, axisNames()}})
        if (const QStringList texts = request.arguments.values(option);
            !texts.isEmpty() && !names.contains(texts.last()))
            return optionError(option, Text::tr("must be %1, not \"%2\"").arg(orListed(names), texts.last()));
    const auto given = [&](const QString& option, const QString& usual) {
        return request.arguments.has(option) ? request.arguments.values(option).last() : usual;
    };
    const QString name = given(kChart, {}), quantity = given(kQuantity, quantityNames().front());
    const bool isOfMemory = name == QLatin1String("memory"), areCurves = name == QLatin1String("curves");
    if (isOfMemory && request.arguments.has(kQuantity))
        return optionError(kQuantity, Text::tr("does not apply to --chart memory"));
    if (!areCurves && request.arguments.has(kAgainst))
        return optionError(kAgainst, Text::tr("applies only to --chart curves"));
    const auto outcomes = runChosen(scenario, {}, isOfMemory);
    if (std::none_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) { return outcome.run != nullptr; }))
        return whyNothingRan(outcomes, {});
    if (isOfMemory) return exportedMemory(scenario, outcomes);
    const ChartQuantity shown{*chartMetric(quantity), unitText(scenario.workload.timeUnit)};
    if (name == QLatin1String("bars")) return exportedBars({outcomes, shown, Quantity::BubbleRatio}, scenario);
    if (!areCurves) return exportedFrontier({outcomes, {}, shown, scenario.workload.memoryLimit}, scenario);
    LiveCurves live{.scenario = scenario, .outcomes = outcomes, .quantity = shown};
    live.study = liveStudy(scenario, given(kAgainst, toQString(kUsualAxis)).toStdString(), true);
    std::size_t values = 0;
    const ConsoleProgress line([&] { return Text::tr("Computing curves: value %1").arg(values + 1); }, false);
    fillStudy(live.study, [&](std::size_t done) { values = done; });
    return exportedCurves(live);
}

/// Draws a chart of all schedules. The scenario's title is that of its Gantts: charts have their own.
int renderChart(const Request& request, const std::string& source, const Scenario& scenario, PictureOptions options) {
    const DrawingApplication application;
    const auto thing = chartOf(request, scenario);
    if (!thing) return complain(thing.error().field.starts_with("--") ? kBadUsage : kFailed, source, thing.error());
    Drawn drawn = thing->drawn;
    drawn.format = request.picture.format;
    if (auto ok = checkIdle(request.picture, options, drawn); !ok) return complain(kBadUsage, source, ok.error());
    const auto given = valueNamed(request.picture.style, "title");
    if (!given && options.title == toQString(scenario.title))
        options.title.clear();
    else
        options.ownTitle = !options.title.isEmpty();
    return save(request, source, drawnWith(thing->picture, options), options.scale, thing->json, scenario.style);
}

/// The picture carries the whole scenario, whichever schedules it shows; it is written completely or not at all.
int renderFile(const QStringList& args) {
    const auto request = readRequest(args);
    if (!request) return complain(kBadUsage, "render", request.error());
    const std::string& source = request->arguments.source();
    const auto text = scenarioText(request->arguments);
    if (!text) return complain(kBadUsage, source, text.error());
    if (&kindOf(*text) == &kCollectiveKind) return renderCollective(*request, source, *text);
    for (const QString& option : {kStep, kPart, kPages})
        if (request->arguments.has(option))
            return complain(kBadUsage, source, optionError(option, Text::tr("applies only to a collective")));
    const auto scenario = scenarioIn(request->arguments, *text);
    if (!scenario) return complain(kBadUsage, source, scenario.error());
    const auto options = optionsOf(*request, *scenario);
    if (!options) return complain(kBadUsage, source, asOption(options.error(), request->arguments, scenario->style));
    if (request->arguments.has(kChart)) return renderChart(*request, source, *scenario, *options);
    for (const QString& option : {kQuantity, kAgainst})
        if (request->arguments.has(option))
            return complain(kBadUsage, source, optionError(option, Text::tr("applies only to --chart")));

    const std::vector<int>& chosen = options->schedules;
    const auto outcomes = runChosen(*scenario, chosen, options->marks.held);
    if (std::none_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) { return outcome.run != nullptr; }))
        return complain(kFailed, source, whyNothingRan(outcomes, chosen));
    Drawn drawn = drawnOf(*scenario, outcomes, chosen);
    drawn.format = request->picture.format;
    if (auto ok = checkIdle(request->picture, *options, drawn); !ok) return complain(kBadUsage, source, ok.error());
    const DrawingApplication application;
    Scenario inside = *scenario;
    inside.style = styleOf(*options, *scenario);
    const auto picture =
        drawnWith([&](const PictureOptions& wanted) { return pictureOf(*scenario, outcomes, wanted); }, *options);
    const int saved = save(*request, source, picture, options->scale, writeScenario(inside), scenario->style);
    const PictureFormat& format = *request->picture.format;
    if (saved == kDone && !format.isOfOps() && !format.isOfScenes && lacksLabels(*picture, *options))
        note(source, Text::tr("cells are too narrow for labels; a wider picture or a smaller --cell-type shows them"),
             request->picture.output.toStdString());
    return saved;
}

}  // namespace

const Verb kRender{
    .name = "render",
    .takes = [] { return QStringLiteral("FILE|KIND..."); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP("Text", "Draw schedules, a chart of them or a collective to a file."),
    .details =
        QT_TRANSLATE_NOOP("Text",
                          "FILE is a scenario or a collective, a picture that Bubblescope exported, preset:NAME, "
                          "or - for standard input. Or name one or more kinds of schedule, such as 1f1b. "
                          "The suffix of OUT chooses the format; the picture contains its scenario."),
    .examples = {{{"render preset:default -o pipes.svg --schedule 1f1b --theme print",
                   QT_TRANSLATE_NOOP("Text", "Draw one of the default schedules for a paper.")},
                  {"render 1f1b zb-v -D 8 --microbatches 16 -o pipes.pdf --width 84mm",
                   QT_TRANSLATE_NOOP("Text", "Draw two schedules without a file.")}}},
    .sources =
        [] {
            QStringList words = scenarioSources();
            for (const Preset& preset : presets(kCollectiveKind)) words += toQString(kPresetPrefix) + preset.name;
            return words;
        },
    .run = renderFile,
};

Result<QString> writeDefaultPicture() {
    const auto scenario = loadScenario("preset:default");
    if (!scenario) return scenario.error();
    const DrawingApplication application;
    const auto picture =
        pictureOf(*scenario, runChosen(*scenario, {}, false), *pictureOptionsOf(scenario->style, *scenario));
    if (!picture) return picture.error();
    const QString name = QLatin1String(kDefaultPicture);
    const auto saved = savePicture(name, kPng, *picture, 1, writeScenario(*scenario));
    if (!saved) return saved.error();
    return name;
}

}  // namespace bubblescope
