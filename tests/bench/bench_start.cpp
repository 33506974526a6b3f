// Starts the program repeatedly, as a user does: how long until the first painted window and until the Gantts in it,
// the memory used, and how long an empty Qt window takes for comparison. Each start is a separate process, so that
// loading libraries counts.

#include <QMap>
#include <QProcess>
#include <QTemporaryDir>

#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"

namespace bubblescope::bench {

namespace {

double nowInMicroseconds() { return seconds(Clock::now().time_since_epoch()) * 1e6; }

/// What a program tells, in milliseconds since it was asked for ("megabytes" is no time); nothing if it failed.
QMap<QByteArray, double> startOf(const QString& name) {
    const QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
        environment.insert(QLatin1String(variable), home.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    const double begin = nowInMicroseconds();
    program.start(name, QStringList());
    if (!program.waitForFinished() || program.exitCode() != 0) return {};
    QMap<QByteArray, double> told;
    for (const QByteArray& line : program.readAllStandardOutput().trimmed().split('\n')) {
        const double value = line.split(' ').last().toDouble();
        told[line.split(' ').first()] = line.startsWith("megabytes") ? value : (value - begin) / 1e3;
    }
    return told;
}

/// The program and an empty window take turns, so that whatever else the machine does slows both.
void start(benchmark::State& state) {
    for (auto _ : state) {
        const auto empty = startOf(QStringLiteral(EMPTY_WINDOW)), told = startOf(QStringLiteral(PROBED_PROGRAM));
        if (!empty.contains("window") || !told.contains("window")) {
            state.SkipWithError("the program did not start");
            return;
        }
        state.SetIterationTime(told["window"] / 1e3);
        state.counters["window_ms"] = told["window"];
        state.counters["empty_ms"] = empty["window"];
        state.counters["beside_empty"] = told["window"] / empty["window"];
        state.counters["gantts_ms"] = told["gantts"];
        state.counters["rss_MB"] = told["megabytes"];
    }
}

}  // namespace

void addStartSuite() { add("start", 9, start)->Iterations(1); }

}  // namespace bubblescope::bench
