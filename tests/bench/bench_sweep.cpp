// Runs every built-in experiment in one process, as a user does: the notebook's eight studies in both time bases, each
// point printed with its configuration.

#include <QProcess>

#include "app/documents/presets.h"
#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"

namespace bubblescope::bench {

namespace {

void sweepAll(benchmark::State& state) {
    QStringList arguments = {"sweep", "--json"};
    for (const Preset& preset : presets(kExperimentKind))
        if (!preset.name.startsWith("winner-")) arguments += "preset:" + preset.name;  // not the notebook's
    const double each = timeSteps(state, [&] {
        QProcess program;
        program.setStandardOutputFile(QProcess::nullDevice());
        program.start(QStringLiteral(PROBED_PROGRAM), arguments);
        const bool isDone = program.waitForFinished() && program.exitCode() == 0;
        if (!isDone) state.SkipWithError("the experiments did not run");
        return isDone;
    });
    state.counters["s"] = each;
}

}  // namespace

void addSweepSuite() { add("sweep", 7, sweepAll)->MinTime(3 * kRepetitionSeconds); }

}  // namespace bubblescope::bench
