// Starts the program as a person does, again and again: how long to the first painted window, how long to the
// Gantts in it, and the memory held. Each start is a process of its own, so that loading libraries counts.

#include <QMap>
#include <QProcess>
#include <QTemporaryDir>

#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"

namespace bubblescope::bench {

namespace {

double nowInMicroseconds() { return seconds(Clock::now().time_since_epoch()) * 1e6; }

void start(benchmark::State& state) {
    for (auto _ : state) {
        const QTemporaryDir home;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
            environment.insert(QLatin1String(name), home.path());
        QProcess program;
        program.setProcessEnvironment(environment);
        const double begin = nowInMicroseconds();
        program.start(QStringLiteral(PROBED_PROGRAM), QStringList());
        if (!program.waitForFinished() || program.exitCode() != 0) {
            state.SkipWithError("the program did not start");
            return;
        }
        QMap<QByteArray, double> told;
        for (const QByteArray& line : program.readAllStandardOutput().trimmed().split('\n'))
            told[line.split(' ').first()] = line.split(' ').last().toDouble();
        state.SetIterationTime((told["window"] - begin) / 1e6);
        state.counters["window_ms"] = (told["window"] - begin) / 1e3;
        state.counters["gantts_ms"] = (told["gantts"] - begin) / 1e3;
        state.counters["rss_MB"] = told["megabytes"];
    }
}

}  // namespace

void addStartSuite() { add("start", 9, start)->Iterations(1); }

}  // namespace bubblescope::bench
