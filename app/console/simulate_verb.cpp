#include "app/console/console.h"
#include "app/console/console_progress.h"
#include "app/console/result_table.h"
#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
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

/// All schedules, none kept longer than it takes to print it; one at a time where the clock is to tell its speed.
RunPlan planFor(const Scenario& scenario, ResultParts parts) {
    RunPlan plan = planAll(scenario);
    plan.keepsAll = false;
    if (parts.timing) plan.threads = 1;
    return plan;
}

/// How many schedules ran, and why the last refused one did not.
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
    print("{\"results\": [");
    const Tally tally = runAll(scenario, parts, [&](std::size_t i, const RunResult& result) {
        return print(i == 0 ? "\n  " : ",\n  ") && writeResult(scenario, i, result, parts, print);
    });
    print("\n]}\n");
    return tally;
}

Tally printCsv(const Scenario& scenario, ResultParts parts) {
    print(resultCsvHeading(scenario, parts));
    return runAll(scenario, parts, [&](std::size_t i, const RunResult& result) {
        return writeCsvResult(scenario, i, result, parts, print);
    });
}

/// Prints every op of a run on its own line; false if standard output takes no more.
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
        // "(F3" and "B0)" run as one.
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
    runEach(scenario, plan, [&](std::size_t i, const RunResult& result) {
        return !result || printOps(consoleTitle(scenario, i), **result);
    });
    return tally;
}

std::vector<Option> options() { return {{kJson, {}, Option::Use::MaybeOrNext}, {kCsv}, {kOps}, {kTiming}}; }

/// One schedule is held at a time.
int simulateAll(const QStringList& args) {
    const auto arguments = parseArguments(args, options());
    if (!arguments) return complain(kBadUsage, "simulate", arguments.error());
    const auto scenario = loadScenario(arguments->source(), arguments->settings);
    if (!scenario) return complain(kBadUsage, arguments->source(), scenario.error());
    const ResultParts parts{arguments->has(kOps), arguments->has(kTiming)};
    const Tally tally = arguments->has(kJson)  ? printJson(*scenario, parts)
                        : arguments->has(kCsv) ? printCsv(*scenario, parts)
                                               : printTable(*scenario, parts);
    if (const int code = finishPrinting(); code != kDone) return code;
    if (tally.ran > 0) return kDone;
    if (scenario->schedules.size() == 1) return complain(kFailed, arguments->source(), tally.refusal);
    return complain(kFailed, arguments->source(),
                    {Text::tr("every schedule refused; the output says why").toStdString(), "schedules"});
}

}  // namespace

const Verb kSimulate{
    .name = "simulate",
    .takes = [] { return QStringLiteral("FILE"); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP(
        "Text", "run every schedule: total time, bubble, peak activations, lower bound; of schemes traffic, too"),
    .run = simulateAll,
};

}  // namespace bubblescope
