#include "app/console/console.h"
#include "app/console/console_progress.h"
#include "app/console/result_table.h"
#include "app/console/scenario_arguments.h"
#include "app/console/verb.h"
#include "engine/entries/resolve.h"
#include "engine/io/result_csv.h"
#include "engine/io/result_json.h"
#include "engine/results/run_each.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/text.h"
#include "widgets/shown/track_data.h"

#include <QCoreApplication>

#include <cstdio>

namespace bubblescope {

namespace {

const QString kJson = QStringLiteral("--json");
const QString kCsv = QStringLiteral("--csv");
const QString kOps = QStringLiteral("--ops");
const QString kTiming = QStringLiteral("--timing");

/// All schedules, each dropped as soon as it is printed; one at a time where their speed is measured.
RunPlan planFor(const Scenario& scenario, ResultParts parts) {
    RunPlan plan = planAll(scenario);
    plan.keepsAll = false;
    if (parts.timing) plan.threads = 1;
    return plan;
}

/// How many schedules ran, and why the last one that did not was refused.
struct Tally {
    std::size_t ran = 0;
    Error refusal;

    void count(const RunResult& result) {
        if (result)
            ++ran;
        else
            refusal = result.error();
    }
};

/// Runs all schedules and gives each to `write`.
Tally runAll(const Scenario& scenario, ResultParts parts,
             const std::function<bool(std::size_t, const RunResult&)>& write) {
    Tally tally;
    RunProgress progress;
    RunPlan plan = planFor(scenario, parts);
    plan.progress = &progress;
    const ConsoleProgress line(progress, true);
    runEach(scenario, plan, [&](std::size_t i, const RunResult& result) {
        tally.count(result);
        return write(i, result);
    });
    return tally;
}

Tally printJson(const Scenario& scenario, ResultParts parts) {
    print(resultsHeading(scenario));
    const std::vector<std::string> labels = labelsOf(scenario);
    const Tally tally = runAll(scenario, parts, [&](std::size_t i, const RunResult& result) {
        return print(i == 0 ? "\n  " : ",\n  ") && writeResult(scenario, i, labels[i], result, parts, print);
    });
    print("\n]}\n");
    return tally;
}

Tally printCsv(const Scenario& scenario, ResultParts parts) {
    print(resultCsvHeading(scenario, parts));
    const std::vector<std::string> labels = labelsOf(scenario);
    return runAll(scenario, parts, [&](std::size_t i, const RunResult& result) {
        return writeCsvResult(scenario, i, labels[i], result, parts, print);
    });
}

/// Prints every op of a run on its own line; false if standard output cannot be written.
bool printOps(const QString& title, const Run& run) {
    char line[160];
    const auto row = [&](const char* worker, const char* op, const char* stage, const char* start, const char* end) {
        const int length =
            std::snprintf(line, sizeof line, "%8s  %-9s %7s  %16s  %16s\n", worker, op, stage, start, end);
        return print({line, static_cast<std::size_t>(length)});
    };
    print(QStringLiteral("\n%1\n").arg(title).toStdString());
    row(qPrintable(run.step ? Text::tr("rank") : Text::tr("device")), qPrintable(Text::tr("op")),
        qPrintable(run.step ? Text::tr("lane") : Text::tr("stage")), qPrintable(Text::tr("start")),
        qPrintable(Text::tr("end")));
    if (run.step)
        return forEachStepOp(*run.step, [&](const StepOp& op) {
            const std::string rank = std::to_string(op.ranks.front()) + (op.ranks.size() > 1 ? "+" : "");
            return row(rank.c_str(), op.name.c_str(), infoOf(op.role).id.data(), timeText(op.start).c_str(),
                       timeText(op.end).c_str());
        });
    return forEachOp(*run.timeline, [&](WorkerId worker, Op op, Time start, Time end) {
        // "(F3" and "B0)" are one fused op.
        const std::string name = (op.opensPair() ? "(" : "") + std::string(letter(op.kind())) +
                                 microbatchText(op, run.timeline->program->pieces, 0).toStdString() +
                                 (op.closesPair() ? ")" : "");
        const std::string stage = std::to_string(run.timeline->program->modelStage(op.stage()).value);
        return row(std::to_string(worker.value).c_str(), name.c_str(), stage.c_str(), timeText(start).c_str(),
                   timeText(end).c_str());
    });
}

Tally printTable(const Scenario& scenario, ResultParts parts) {
    Tally tally;
    ResultTable table(scenario);
    RunPlan plan = planFor(scenario, parts);
    {
        RunProgress progress;
        plan.progress = &progress;
        const ConsoleProgress line(progress, false);
        runEach(scenario, plan, [&](std::size_t i, const RunResult& result) {
            tally.count(result);
            table.add(i, result);
            return true;
        });
        plan.progress = nullptr;
    }
    print(table.text().toStdString());
    if (parts.timing) print(QStringLiteral("\n%1").arg(table.timingText()).toStdString());
    if (!parts.ops) return tally;
    runEach(scenario, plan,
            [&](std::size_t i, const RunResult& result) { return !result || printOps(table.titleOf(i), **result); });
    return tally;
}

std::vector<Option> options() {
    std::vector<Option> all = {
        settingsOption(),
        {kJson, {}, Option::Use::MaybeOrNext, Text::tr("Print JSON with the workload and all results.")},
        {kCsv, {}, Option::Use::Maybe, Text::tr("Print CSV, one line per schedule.")},
        {kOps, {}, Option::Use::Maybe, Text::tr("Add every operation with its start and end.")},
        {kTiming, {}, Option::Use::Maybe, Text::tr("Add how long ordering and simulating took.")},
    };
    for (Option& option : workloadOptions()) all.push_back(std::move(option));
    return all;
}

/// One schedule is kept in memory at a time.
int simulateAll(const QStringList& args) {
    const auto arguments = parseArguments(args, options(), kScenarioOrKinds);
    if (!arguments) return complain(kBadUsage, "simulate", arguments.error());
    const auto scenario = scenarioIn(*arguments);
    if (!scenario) return complain(kBadUsage, arguments->source(), scenario.error());
    const ResultParts parts{arguments->has(kOps), arguments->has(kTiming)};
    const Tally tally = arguments->has(kJson)  ? printJson(*scenario, parts)
                        : arguments->has(kCsv) ? printCsv(*scenario, parts)
                                               : printTable(*scenario, parts);
    if (const int code = finishPrinting(); code != kDone) return code;
    if (tally.ran > 0) return kDone;
    if (scenario->schedules.size() == 1) return complain(kFailed, arguments->source(), tally.refusal);
    return complain(kFailed, arguments->source(),
                    {Text::tr("no schedule can run; see the output for the reasons").toStdString(), "schedules"});
}

}  // namespace

const Verb kSimulate{
    .name = "simulate",
    .takes = [] { return QStringLiteral("FILE|KIND..."); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP("Text", "Run schedules; print total time, bubble, memory and lower bound."),
    .details = QT_TRANSLATE_NOOP("Text",
                                 "FILE is a scenario, a picture that Bubblescope exported, orders in PyTorch's CSV, "
                                 "preset:NAME, or - for standard input. Or name one or more kinds of schedule, "
                                 "such as 1f1b or zb-v (see \"bubblescope list schedules\")."),
    .examples = {{{"simulate preset:default --comm 16",
                   QT_TRANSLATE_NOOP("Text", "Compare the default schedules on a slower network.")},
                  {"simulate 1f1b zb-v -D 32 --microbatches 128 --forward 12 --backward 24",
                   QT_TRANSLATE_NOOP("Text", "Compare two schedules without a file.")}}},
    .sources = scenarioSources,
    .run = simulateAll,
};

}  // namespace bubblescope
