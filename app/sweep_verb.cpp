#include "app/sweep_verb.h"

#include "app/arguments.h"
#include "app/console.h"
#include "app/console_progress.h"
#include "app/load_scenario.h"
#include "app/sweep_table.h"
#include "engine/experiment/run_experiment.h"
#include "engine/io/experiment_rows.h"
#include "widgets/basics/format.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <atomic>
#include <chrono>

namespace bubblescope {

namespace {

const QString kCsv = QStringLiteral("--csv");
const QString kJson = QStringLiteral("--json");

QString translated(const char* text) { return QCoreApplication::translate("sweep", text); }

/// An experiment that is ready to run, and what rows call it.
struct Prepared {
    std::string name;
    ExperimentPlan plan;
};

/// A preset's or a file's name without its folder and suffix; the title of what came through standard input.
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
    auto plan = planExperiment(std::move(*experiment));
    if (!plan) return plan.error();
    return Prepared{std::move(name), std::move(*plan)};
}

/// Every point of a plan, in its order.
std::vector<SweepPoint> runAll(const ExperimentPlan& plan) {
    std::vector<SweepPoint> results(plan.size());
    std::atomic<std::size_t> done = 0;
    const auto begin = std::chrono::steady_clock::now();
    const ConsoleProgress line(
        [&] {
            const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            const double share = static_cast<double>(done) / static_cast<double>(plan.size());
            const QString text = translated("Computing points: %1 %").arg(static_cast<int>(share * 100));
            return share == 0 ? text : text + QStringLiteral("  ") + formatTimeLeft(passed / share - passed);
        },
        false);
    runExperiment(plan, [&](std::size_t point, SweepPoint result) {
        results[point] = std::move(result);
        ++done;
        return true;
    });
    return results;
}

using AppendRow = void (*)(const ExperimentPlan&, std::size_t, const SweepPoint&, std::string_view, std::string&);

/// Prints a row for each point, with `separator` before all but the first of the output.
void printRows(const Prepared& experiment, const std::vector<SweepPoint>& results, AppendRow append,
               std::string_view separator, bool& isFirst) {
    constexpr std::size_t kMuch = 1 << 16;
    std::string text;
    for (std::size_t point = 0; point < results.size(); ++point) {
        if (!isFirst) text += separator;
        isFirst = false;
        append(experiment.plan, point, results[point], experiment.name, text);
        if (text.size() < kMuch) continue;
        if (!print(text)) return;
        text.clear();
    }
    print(text);
}

}  // namespace

int sweepVerb(const QStringList& args) {
    const auto arguments =
        parseArguments(args, {{kCsv}, {kJson}}, {.several = true, .source = translated("experiment files")});
    if (!arguments) return complain(kBadUsage, "sweep", arguments.error());
    const bool isCsv = arguments->has(kCsv), isJson = arguments->has(kJson);
    if (isCsv && isJson)
        return complain(kBadUsage, "sweep",
                        {translated("one form at a time; there is already --csv").toStdString(), kJson.toStdString()});
    std::vector<Prepared> experiments;
    for (const std::string& source : arguments->sources) {
        auto prepared = prepare(source, arguments->settings);
        if (!prepared) return complain(kBadUsage, source, prepared.error());
        experiments.push_back(std::move(*prepared));
    }

    std::size_t ran = 0;
    bool isFirst = true;
    if (isCsv) print(csvHeading());
    if (isJson) print("{\"rows\": [\n  ");
    for (const Prepared& experiment : experiments) {
        const std::vector<SweepPoint> results = runAll(experiment.plan);
        for (const SweepPoint& result : results) ran += result.refusal.empty();
        if (isCsv || isJson) {
            printRows(experiment, results, isCsv ? appendCsvRow : appendJsonRow, isCsv ? "" : ",\n  ", isFirst);
        } else {
            if (!isFirst) print("\n");
            isFirst = false;
            print(sweepTable(experiment.plan, results).toStdString());
        }
    }
    if (isJson) print("\n]}\n");
    if (const int code = finishPrinting(); code != kDone) return code;
    if (ran > 0) return kDone;
    return complain(kFailed, arguments->source(),
                    {translated("every point was refused; the output says why").toStdString(), "series"});
}

}  // namespace bubblescope
