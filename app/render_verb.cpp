#include "app/render_verb.h"

#include "app/console.h"
#include "app/console_progress.h"
#include "app/drawing_application.h"
#include "app/load_scenario.h"
#include "app/picture_arguments.h"
#include "app/verb.h"
#include "engine/core/text.h"
#include "engine/io/scenario_file.h"
#include "engine/run/run_each.h"
#include "engine/style/style.h"
#include "widgets/collectives/collective_picture.h"
#include "widgets/picture/exported_gantts.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/save_file.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

const QString kSchedule = QStringLiteral("--schedule");
const QString kStyle = QStringLiteral("--style");
const QString kStep = QStringLiteral("--step");
constexpr char kDefaultPicture[] = "bubblescope-default.png";

QString translated(const char* text) { return QCoreApplication::translate("render", text); }

Error optionError(const QString& option, const QString& message) {
    return {message.toStdString(), option.toStdString()};
}

struct Request {
    Arguments arguments;
    PictureArguments picture;
};

std::vector<Option> options() {
    std::vector<Option> all = pictureOptions(PictureFormats::All, OptionsOf::Gantts, Option::Use::Needed);
    all.insert(all.begin() + 1, {kStep, QStringLiteral("N"), Option::Use::Repeated});
    return all;
}

Result<Request> readRequest(const QStringList& args) {
    auto arguments = parseArguments(args, options());
    if (!arguments) return arguments.error();
    auto picture = readPictureArguments(*arguments, PictureFormats::All);
    if (!picture) return picture.error();
    return Request{std::move(*arguments), std::move(*picture)};
}

/// The options of a scenario's picture: those of its own style or the one that is named, and over them those given.
Result<PictureOptions> optionsOf(const Request& request, const Scenario& scenario) {
    auto style = namedStyle(request.arguments, scenario.style);
    if (!style) return style.error();
    for (const NamedValue& value : request.picture.style) setNamed(*style, value.name, value.value);
    if (auto ok = checkStyle(*style); !ok) return Error{ok.error().message, ok.error().field.substr(1)};
    return pictureOptionsOf(*style, scenario);
}

/// One outcome an entry; those that are not to be shown stay empty.
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
    const QString message = translated("no schedule can run this workload: %1 %2");
    return {message.arg(first.title, first.refusal).toStdString(), "schedules"};
}

/// Writes a picture to where the request says, or complains of what it was drawn from.
int save(const Request& request, const std::string& source, const Result<Picture>& picture, int scale,
         const std::string& json) {
    const PictureFormat& format = *request.picture.format;
    const Result<void> fits = picture ? checkFits(format, *picture, scale) : picture.error();
    if (!fits) return complain(kBadUsage, source, asOption(fits.error()));
    const auto saved = savePicture(request.picture.output, format, *picture, scale, json);
    return saved ? kDone : complain(kFailed, {}, saved.error());
}

/// The steps that --step names, counted as they end; none: all.
Result<std::vector<std::size_t>> chosenSteps(const QStringList& texts, std::size_t steps) {
    std::vector<std::size_t> chosen;
    for (const QString& text : texts) {
        bool ok = false;
        const int step = text.toInt(&ok);
        if (!ok || step < 0 || static_cast<std::size_t>(step) > steps)
            return optionError(kStep, translated("must be from 0 to %1, is \"%2\"").arg(steps).arg(text));
        chosen.push_back(static_cast<std::size_t>(step));
    }
    return chosen;
}

/// The storyboard of the first algorithm that a collective names.
int renderCollective(const Request& request, const std::string& source, const std::string& text) {
    for (const QString& option : {kSchedule, kStyle})
        if (request.arguments.has(option))
            return complain(
                kBadUsage, source,
                optionError(
                    option,
                    translated("a collective has none; name its algorithm with --set algorithms='[\"ring\"]'")));
    const auto setup = readCollective(text, request.arguments.settings);
    if (!setup) return complain(kBadUsage, source, setup.error());
    auto playback = Playback::of(*setup, setup->algorithms.front());
    if (!playback) return complain(kBadUsage, source, playback.error());
    const auto steps = chosenSteps(request.arguments.values(kStep), playback->steps());
    if (!steps) return complain(kBadUsage, source, steps.error());
    auto given = pictureOptionsOf(request.picture.style, {});
    if (!given) return complain(kBadUsage, source, asOption(given.error()));
    PictureOptions& options = *given;
    if (auto ok = checkIdle(request.picture, options, {.areGantts = false, .format = request.picture.format}); !ok)
        return complain(kBadUsage, source, ok.error());
    options.figures = *steps;
    options.palette = PictureOptions().palette;  // ranks keep their colours in print
    const DrawingApplication application;
    const Exportable thing = exportedCollective(std::make_shared<const Playback>(std::move(*playback)), *setup, 0);
    return save(request, source, thing.picture(options), options.scale, thing.json);
}

/// The picture carries the whole scenario, whichever schedules it shows; it is written whole or not at all.
int renderFile(const QStringList& args) {
    const auto request = readRequest(args);
    if (!request) return complain(kBadUsage, "render", request.error());
    const std::string& source = request->arguments.source();
    const auto text = loadText(source, kScenarioKind);
    if (!text) return complain(kBadUsage, source, text.error());
    if (&kindOf(*text) == &kCollectiveKind) return renderCollective(*request, source, *text);
    if (request->arguments.has(kStep))
        return complain(kBadUsage, source, optionError(kStep, translated("a scenario has none")));
    const auto scenario = readScenario(*text, request->arguments.settings);
    if (!scenario) return complain(kBadUsage, source, scenario.error());
    const auto options = optionsOf(*request, *scenario);
    if (!options) return complain(kBadUsage, source, asOption(options.error()));

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
    return save(*request, source, pictureOf(*scenario, outcomes, *options), options->scale, writeScenario(inside));
}

}  // namespace

const Verb kRender{
    .name = "render",
    .takes = [] { return QStringLiteral("FILE"); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP(
        "CommandLine",
        "draw schedules, all or --schedule, on one time axis; or a collective after each step or --step"),
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
