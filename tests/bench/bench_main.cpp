// All benchmarks, in one process and one run: a table for people, and Google Benchmark's own JSON with
// --benchmark_out=FILE. --benchmark_filter=REGEX measures a part.

#include <QApplication>
#include <QTemporaryDir>

#include "tests/bench/suites.h"
#include "tests/bench/targets.h"

int main(int argc, char** argv) {
    using namespace bubblescope::bench;
    const QTemporaryDir home;
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
        qputenv(name, home.path().toLocal8Bit());
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    // First what people feel, then what fills the memory.
    addStartSuite();
    addDragSuite();
    addExperimentSuite();
    addGallerySuite();
    addPlaybackSuite();
    addCollectiveSuite();
    addMemorySuite();
    addEngineSuite();
    addNotebookSuite();
    addSweepSuite();
    addGanttSuite();
    addPictureSuite();
    addWebSuite();
    addStopSuite();
    Reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    return 0;
}
