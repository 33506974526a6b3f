#include "app/simulate_verb.h"

#include "app/arguments.h"
#include "app/console.h"
#include "app/load_scenario.h"
#include "app/result_table.h"
#include "engine/io/result_json.h"

#include <QCoreApplication>

#include <cstdio>

namespace bubblescope {

namespace {

const QString kJson = QStringLiteral("--json");
const QString kOps = QStringLiteral("--ops");
const QString kTiming = QStringLiteral("--timing");

QString translated(const char* text) { return QCoreApplication::translate("simulate", text); }

/// Returns how many schedules ran.
std::size_t printJson(const Scenario& scenario, ResultParts parts) {
    std::size_t ran = 0;
    bool isOpen = print("{\"results\": [");
    for (std::size_t i = 0; isOpen && i < scenario.schedules.size(); ++i) {
        const RunResult result = run(scenario, i);
        ran += result.has_value();
        isOpen = print(i == 0 ? "\n  " : ",\n  ") && writeResult(scenario, i, result, parts, print);
    }
    print("\n]}\n");
    return ran;
}

/// Prints every op of a run on its own line.
void printOps(const QString& title, const Run& run) {
    char line[160];
    const auto row = [&](const char* worker, const char* op, const char* stage, const char* start, const char* end) {
        const int length =
            std::snprintf(line, sizeof line, "%8s  %-9s %7s  %16s  %16s\n", worker, op, stage, start, end);
        return print({line, static_cast<std::size_t>(length)});
    };
    print(QStringLiteral("\n%1\n").arg(title).toStdString());
    row(qPrintable(translated("device")), qPrintable(translated("op")), qPrintable(translated("stage")),
        qPrintable(translated("start")), qPrintable(translated("end")));
    forEachOp(*run.timeline, [&](WorkerId worker, Op op, Time start, Time end) {
        const std::string name = letter(op.kind()) + std::to_string(op.microbatch().value);
        return row(std::to_string(worker.value).c_str(), name.c_str(), std::to_string(op.stage().value).c_str(),
                   timeText(start).c_str(), timeText(end).c_str());
    });
}

/// Returns how many schedules ran.
std::size_t printTable(const Scenario& scenario, ResultParts parts) {
    std::size_t ran = 0;
    ResultTable table(scenario);
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        const RunResult result = run(scenario, i);
        ran += result.has_value();
        table.add(i, result);
    }
    print(table.text().toStdString());
    if (parts.timing) print(QStringLiteral("\n%1").arg(table.timingText()).toStdString());
    if (!parts.ops) return ran;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (const RunResult result = run(scenario, i)) printOps(consoleTitle(scenario, i), **result);
    return ran;
}

}  // namespace

int simulateVerb(const QStringList& args) {
    const auto arguments = parseArguments(args, {{kJson}, {kOps}, {kTiming}});
    if (!arguments) return complain(kBadUsage, "simulate", arguments.error());
    const auto scenario = loadScenario(arguments->source, arguments->settings);
    if (!scenario) return complain(kBadUsage, arguments->source, scenario.error());

    const ResultParts parts{arguments->has(kOps), arguments->has(kTiming)};
    const std::size_t ran = arguments->has(kJson) ? printJson(*scenario, parts) : printTable(*scenario, parts);
    if (const int code = finishPrinting(); code != kDone) return code;
    if (ran > 0) return kDone;
    return complain(kFailed, arguments->source,
                    {translated("every schedule refused; the output says why").toStdString(), "schedules"});
}

}  // namespace bubblescope
