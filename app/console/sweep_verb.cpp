#include "app/console/console.h"
#include "app/console/console_progress.h"
#include "app/console/drawing_application.h"
#include "app/console/mesh_sweep.h"
#include "app/console/picture_arguments.h"
#include "app/console/sweep_table.h"
#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "engine/io/sweep_shards.h"
#include "engine/study/run_experiment.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/enlarged_picture.h"
#include "widgets/picture/exportable.h"
#include "widgets/picture/picture_style.h"
#include "widgets/picture/save_file.h"
#include "widgets/study/pictures/experiment_picture.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>

namespace bubblescope {

namespace {

const QString kCsv = QStringLiteral("--csv");
const QString kJson = QStringLiteral("--json");
const QString kShard = QStringLiteral("--shard");
const QString kJoin = QStringLiteral("--join");
const QString kMeshes = QStringLiteral("--meshes");
const QString kFigure = QStringLiteral("--figure");

/// An experiment that is ready to run, and its name in rows.
struct Prepared {
    std::string name;
    std::shared_ptr<const ExperimentPlan> plan;
};

/// The name of a preset, or of a file without its folder and suffix; the title of what came from standard input.
std::string nameOf(const std::string& source, const Experiment& experiment) {
    if (source == "-") return experiment.title.empty() ? source : experiment.title;
    if (source.starts_with(kPresetPrefix)) return source.substr(kPresetPrefix.size());
    QString name = QFileInfo(QString::fromStdString(source)).fileName();
    for (const char* suffix : {".json", ".bubble"})
        if (name.endsWith(QLatin1String(suffix))) name.chop(QLatin1String(suffix).size());
    return name.toStdString();
}

Result<Prepared> prepare(const std::string& source, const std::vector<Setting>& settings) {
    auto experiment = loadExperiment(source, settings);
    if (!experiment) return experiment.error();
    std::string name = nameOf(source, *experiment);
    const ConsoleProgress line([] { return Text::tr("Checking the experiment"); }, false);
    auto plan = planExperiment(std::move(*experiment));
    if (!plan) return plan.error();
    return Prepared{std::move(name), std::make_shared<const ExperimentPlan>(std::move(*plan))};
}

/// Every point of a plan, in its order; points that the shard does not have stay empty. `before` counts the rows of
/// earlier plans.
std::vector<StudyPoint> runAll(const ExperimentPlan& plan, const Shard& shard, std::size_t before) {
    std::vector<StudyPoint> results(plan.size());
    std::vector<bool> isOthers(plan.size());
    for (std::size_t point = 0; point < plan.size(); ++point) isOthers[point] = !shard.has(before + point);
    std::atomic<std::size_t> done = static_cast<std::size_t>(std::count(isOthers.begin(), isOthers.end(), true));
    const auto begin = std::chrono::steady_clock::now();
    const ConsoleProgress line(
        [&] {
            const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            const double share = static_cast<double>(done) / static_cast<double>(plan.size());
            const QString text = Text::tr("Computing points: %1%").arg(static_cast<int>(share * 100));
            return share == 0 ? text : text + QStringLiteral("  ") + formatTimeLeft(passed / share - passed);
        },
        false);
    const auto take = [&](std::size_t point, StudyPoint result) {
        results[point] = std::move(result);
        ++done;
        return true;
    };
    runExperiment(plan, take, {}, {}, 0, isOthers);
    return results;
}

/// Prints the text so far; false if standard output cannot be written.
bool printText(RowsText& rows) {
    const bool isPrinted = print(rows.text);
    rows.text.clear();
    return isPrinted;
}

/// Prints a row for each point of a shard.
void printRows(const Prepared& experiment, const std::vector<StudyPoint>& results, const Shard& shard,
               std::size_t before, const RowColumns& columns, RowsForm form, RowsText& rows) {
    constexpr std::size_t kMuch = 1 << 16;
    for (std::size_t point = 0; point < results.size(); ++point) {
        if (!shard.has(before + point)) continue;
        rows.add(rowOf(*experiment.plan, point, results[point], experiment.name, form, columns));
        if (rows.text.size() >= kMuch && !printText(rows)) return;
    }
    printText(rows);
}

/// A picture of an experiment; it is as large without results as with them.
Result<Picture> pictureOf(const Prepared& experiment, const std::vector<StudyPoint>& results,
                          const PictureOptions& options) {
    const ExperimentPlan& plan = *experiment.plan;
    const auto shown = std::make_shared<ExperimentResults>();
    shown->plan = experiment.plan;
    shown->points.assign(results.begin(), results.end());
    shown->points.resize(plan.size());
    shown->done = results.size();
    std::vector<WinnerChange> changes;
    if (!results.empty()) {
        const ConsoleProgress line([] { return Text::tr("Finding where the winner changes"); }, false);
        std::vector<std::size_t> all(plan.series.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        for (std::size_t figure = 0; figure < plan.figures(); ++figure) {
            const auto found = refinedAll(plan, winnerChangesIn(plan, shown->points, figure, all), all);
            changes.insert(changes.end(), found.begin(), found.end());
        }
    }
    return drawnWith(
        [&](const PictureOptions& wanted) {
            return experimentPicture(CurvesData{shown, nullptr, changes, {}}, wanted);
        },
        options);
}

/// The file; it carries the experiment if there is only one.
Result<QByteArray> fileOf(const std::vector<Prepared>& experiments, std::vector<Picture> pictures,
                          const PictureFormat& format, double scale) {
    const std::string json = experiments.size() == 1 ? writeExperiment(experiments.front().plan->experiment) : "";
    return pictureFile(format, stacked(std::move(pictures)), scale, json);
}

/// What the arguments ask for.
struct Request {
    Arguments arguments;
    std::optional<RowsForm> rows;
    std::optional<PictureArguments> picture;
    PictureOptions options;
    std::optional<Shard> shard;
};

std::vector<Option> options() {
    std::vector<Option> all = pictureOptions(PictureFormats::Drawn, kOfStudies | kOfOthers);
    all.insert(
        all.begin(),
        {settingsOption(),
         {kCsv, {}, Option::Use::MaybeOrNext, Text::tr("Print CSV, one line per point.")},
         {kJson, {}, Option::Use::Maybe, Text::tr("Print JSON, one row per point with its workload.")},
         {kShard, QStringLiteral("I/N"), Option::Use::Maybe,
          Text::tr("Run only part I of N: every N-th row, starting at row I.")},
         {kJoin,
          {},
          Option::Use::Maybe,
          Text::tr("Join parts that --shard wrote, and print them as a single run would.")},
         {kMeshes,
          {},
          Option::Use::Maybe,
          Text::tr(
              "Take a scenario; run its first step that has a model on every mesh with the same number of devices.")}});
    all.push_back({kFigure, QStringLiteral("N"), Option::Use::Repeated,
                   Text::tr("Draw only this figure of the experiment; 1 is the first."), Text::tr("all")});
    return all;
}

Result<Request> readRequest(const QStringList& args) {
    auto arguments = parseArguments(args, options(), {.several = true, .source = Text::tr("experiment files")});
    if (!arguments) return arguments.error();
    Request out{std::move(*arguments), {}, {}, {}, {}};
    if (out.arguments.has(kMeshes) &&
        (out.arguments.has(kJoin) || wantsPicture(out.arguments) || out.arguments.sources.size() > 1))
        return Error{Text::tr("takes one scenario and cannot be used with a picture or --join; to join its parts, use "
                              "--join alone")
                         .toStdString(),
                     kMeshes.toStdString()};
    if (out.arguments.has(kJoin) && (out.arguments.has(kCsv) || out.arguments.has(kJson) || out.arguments.has(kShard) ||
                                     wantsPicture(out.arguments)))
        return Error{
            Text::tr("prints the parts in their own format; it cannot be used with --csv, --json, --shard or a picture")
                .toStdString(),
            kJoin.toStdString()};
    if (out.arguments.has(kCsv)) out.rows = RowsForm::Csv;
    if (out.arguments.has(kJson)) out.rows = RowsForm::Json;
    if (out.arguments.has(kShard)) {
        const auto shard = shardIn(out.arguments.values(kShard).front().toStdString());
        if (!shard) return Error{shard.error().message, kShard.toStdString()};
        out.shard = *shard;
        if (!out.rows || wantsPicture(out.arguments))
            return Error{Text::tr("needs --csv or --json, and cannot be used with a picture").toStdString(),
                         kShard.toStdString()};
    }
    if (out.arguments.has(kFigure) && !wantsPicture(out.arguments))
        return Error{Text::tr("applies only to a picture; rows have all figures").toStdString(), kFigure.toStdString()};
    if (!wantsPicture(out.arguments)) return out;
    auto picture = readPictureArguments(out.arguments, PictureFormats::Drawn);
    if (!picture) return picture.error();
    out.picture = std::move(*picture);
    const auto options = pictureOptionsOf(out.picture->style, {});
    if (!options) return options.error();
    out.options = *options;
    if (valueNamed(out.picture->style, "title")) out.options.ownTitle = !out.options.title.isEmpty();
    for (const QString& text : out.arguments.values(kFigure)) {
        bool ok = false;
        const int figure = text.toInt(&ok);
        if (!ok || figure < 1)
            return Error{Text::tr("must be a whole number from 1, is \"%1\"").arg(text).toStdString(),
                         kFigure.toStdString()};
        out.options.figures.push_back(static_cast<std::size_t>(figure) - 1);
    }
    return out;
}

/// Whether only a picture is asked for.
bool printsNothing(const Request& request) { return request.picture && !request.rows; }

Error whyNothingRan(const std::string& refusal, bool isSilent) {
    const QString message =
        isSilent ? Text::tr("no point can run; the first reason: %1").arg(QString::fromStdString(refusal))
                 : Text::tr("no point can run; see the output for the reasons");
    return {message.toStdString(), "series"};
}

/// Prints the results of one experiment as a table for people, with an empty line before all but the first.
void printTable(const Prepared& experiment, const std::vector<StudyPoint>& results, bool isFirst) {
    if (!isFirst) print("\n");
    print(sweepTable(*experiment.plan, results).toStdString());
}

/// Prints the parts that --shard wrote as one file.
int joinAll(const std::vector<std::string>& sources) {
    std::vector<std::string> parts;
    for (const std::string& source : sources) {
        QFile file(QString::fromStdString(source));
        if (!file.open(QIODevice::ReadOnly)) return complain(kBadUsage, source, {file.errorString().toStdString(), {}});
        parts.push_back(file.readAll().toStdString());
    }
    const auto joined = joinShards(parts);
    if (!joined) return complain(kBadUsage, "sweep --join", joined.error());
    print(*joined);
    return finishPrinting();
}

/// Refuses options without effect: some are only for curves.
Result<void> checkLook(const Request& request, const std::vector<Prepared>& experiments) {
    if (!request.picture) return {};
    const bool areCurves =
        std::ranges::any_of(experiments, [](const Prepared& one) { return one.plan->experiment.view == View::Curves; });
    return checkIdle(*request.picture, request.options,
                     {.what = areCurves ? kOfStudies : kOfOthers, .format = request.picture->format});
}

/// Every file is read and checked before anything is run or printed.
int sweepAll(const QStringList& args) {
    const auto request = readRequest(args);
    if (!request) return complain(kBadUsage, "sweep", request.error());
    if (request->arguments.has(kJoin)) return joinAll(request->arguments.sources);
    if (request->arguments.has(kMeshes)) return sweepMeshes(request->arguments, request->rows, request->shard);
    std::optional<DrawingApplication> application;
    if (request->picture) application.emplace();
    std::vector<Prepared> experiments;
    for (const std::string& source : request->arguments.sources) {
        auto prepared = prepare(source, request->arguments.settings);
        if (!prepared) return complain(kBadUsage, source, prepared.error());
        for (const std::size_t figure : request->options.figures)
            if (const std::size_t count = prepared->plan->figures(); figure >= count)
                return complain(kBadUsage, source,
                                {Text::tr("must be from 1 to %1, is %2").arg(count).arg(figure + 1).toStdString(),
                                 kFigure.toStdString()});
        if (request->picture)
            if (const auto fits = pictureOf(*prepared, {}, request->options); !fits)
                return complain(kBadUsage, source, asOption(fits.error(), request->arguments));
        for (const ReplacedList& list : replacedLists(prepared->plan->experiment))
            note(source, Text::tr("one number replaces %1 here").arg(Text::tr(list.held.data())), list.field);
        experiments.push_back(std::move(*prepared));
    }
    if (const auto ok = checkLook(*request, experiments); !ok) return complain(kBadUsage, "sweep", ok.error());

    std::size_t ran = 0;
    std::string refusal;
    std::vector<Picture> pictures;
    std::optional<RowsText> rows;
    const Shard shard = request->shard.value_or(Shard{});
    std::size_t rowsOfAll = 0, before = 0;
    std::vector<const Experiment*> all;
    std::vector<NamedExperiment> named;
    for (const Prepared& experiment : experiments) {
        rowsOfAll += experiment.plan->size();
        all.push_back(&experiment.plan->experiment);
        named.push_back({experiment.name, all.back()});
    }
    const RowColumns columns = columnsOf(all);
    if (request->rows) {
        const std::string heading = rowsHeading(named, columns, *request->rows);
        rows.emplace(*request->rows,
                     request->shard ? shardHeading(shard, rowsOfAll, *request->rows, heading) : heading);
    }
    for (const Prepared& experiment : experiments) {
        const std::vector<StudyPoint> results = runAll(*experiment.plan, shard, before);
        for (const StudyPoint& result : results) ran += result.refusal.empty();
        if (refusal.empty()) refusal = results.front().refusal;
        if (rows)
            printRows(experiment, results, shard, before, columns, *request->rows, *rows);
        else if (!request->picture)
            printTable(experiment, results, &experiment == &experiments.front());
        if (request->picture) pictures.push_back(*pictureOf(experiment, results, request->options));
        before += results.size();
    }
    if (rows) {
        rows->finish();
        printText(*rows);
    }
    if (const int code = finishPrinting(); code != kDone) return code;
    if (ran == 0 && !request->shard)
        return complain(kFailed, request->arguments.source(), whyNothingRan(refusal, printsNothing(*request)));
    if (!request->picture) return kDone;
    const auto file = fileOf(experiments, std::move(pictures), *request->picture->format, request->options.scale);
    if (!file) return complain(kBadUsage, request->arguments.source(), asOption(file.error(), request->arguments));
    const auto written = writeFile(request->picture->output, *file);
    return written ? kDone : complain(kFailed, {}, written.error());
}

}  // namespace

const Verb kSweep{
    .name = "sweep",
    .takes = [] { return QStringLiteral("FILE..."); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP("Text", "Run experiments; print tables or rows, or draw curves."),
    .details = QT_TRANSLATE_NOOP("Text",
                                 "FILE is an experiment, a picture of one, preset:NAME (see \"bubblescope list "
                                 "experiments\"), or - for standard input. With --meshes, FILE is a scenario; with "
                                 "--join, it is a part that --shard wrote."),
    .examples = {{{"sweep preset:weak-scaling --csv > curves.csv",
                   QT_TRANSLATE_NOOP("Text", "Write one line per point, for a spreadsheet.")},
                  {"sweep --meshes preset:llama-3-70b-on-64",
                   QT_TRANSLATE_NOOP("Text", "Find the best mesh for a model on 64 devices.")}}},
    .sources =
        [] {
            QStringList words;
            for (const DocumentKind* kind : {&kExperimentKind, &kScenarioKind})
                for (const Preset& preset : presets(*kind)) words += toQString(kPresetPrefix) + preset.name;
            return words;
        },
    .run = sweepAll,
};

}  // namespace bubblescope
